"""A person at a terminal: a command in a real pseudo-terminal, and what is seen of it."""

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


def run_at(arguments, columns, **environment) -> Seen:
    """Runs a command at a terminal of so many columns, a dumb one unless TERM says otherwise. Gives everything that was on the screen."""
    child, place = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        os.environ.update({"TERM": "dumb"} | environment)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where the tests themselves run in the background
        # with an environment: readline, which pytest loads, has put COLUMNS and LINES into the one below Python's
        os.execve(sys.executable, [sys.executable, "-m", "tt_print", *map(str, arguments)], dict(os.environ))
    fcntl.ioctl(place, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    seen, deadline = b"", time.monotonic() + 600
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
    else:
        os.kill(child, signal.SIGKILL)
    os.close(place)
    _, status = os.waitpid(child, 0)
    return Seen(os.waitstatus_to_exitcode(status), seen.decode().replace("\r\n", "\n"))
