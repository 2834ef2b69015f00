"""A person at a terminal: types into a real pseudo-terminal and sees what comes back."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from dataclasses import dataclass

from tests.commands import ROOT


@dataclass(frozen=True)
class Seen:
    status: int
    text: str


def type_into(arguments, lines, columns=80, rows=40, after=":", **environment) -> Seen:
    """Runs a command at a terminal of this size and types each line as soon as a question stands there, which ends with `after`.

    A line may be a control character, or a function that gives it when its turn has come. Gives everything that was on the screen.
    The terminal is a dumb one, unless TERM says otherwise.
    """
    child, place = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        os.environ.update({"TERM": "dumb"} | environment)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where the tests themselves run in the background
        # with an environment: readline, which pytest loads, has put COLUMNS and LINES into the one below Python's
        os.execve(sys.executable, [sys.executable, "-m", "tt_print", *map(str, arguments)], dict(os.environ))
    fcntl.ioctl(place, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    seen, waiting, deadline = b"", list(lines), time.monotonic() + 30
    while time.monotonic() < deadline:
        ready, _, _ = select.select([place], [], [], 0.2)
        if ready:
            try:
                part = os.read(place, 65536)
            except OSError:  # Linux: the other end is closed
                break
            if not part:
                break
            seen += part
        elif waiting and seen.rstrip(b" ").endswith(after.encode()):
            line = waiting.pop(0)
            line = line() if callable(line) else line
            os.write(place, line.encode() if len(line) == 1 and ord(line) < 32 else line.encode() + b"\r")
            time.sleep(0.02)
    else:
        os.kill(child, signal.SIGKILL)
    os.close(place)
    _, status = os.waitpid(child, 0)
    return Seen(os.waitstatus_to_exitcode(status), seen.decode().replace("\r\n", "\n"))
