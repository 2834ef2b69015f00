"""Single keys from the person at the terminal, by name, on every system."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

NAMES = {
    " ": "space", "\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace", "\x1b": "escape", "\x04": "ctrl-d",
    "\x1b[C": "right", "\x1b[D": "left", "\x1b[A": "up", "\x1b[B": "down", "\x1bOC": "right", "\x1bOD": "left",
    "\x1bOA": "up", "\x1bOB": "down", "\x1b[5~": "pageup", "\x1b[6~": "pagedown", "\x1b[H": "home", "\x1b[F": "end",
    "\x1bOH": "home", "\x1bOF": "end", "\x1b[1~": "home", "\x1b[4~": "end",
}  # fmt: skip
WINDOWS = {"M": "right", "K": "left", "H": "up", "P": "down", "I": "pageup", "Q": "pagedown", "G": "home", "O": "end"}
REST_S = 0.05  # the rest of an escape comes at once; after that it was the key Esc alone
POLL_S = 0.02


@contextmanager
def key_by_key() -> Iterator[None]:
    """Keys arrive one by one and are not shown; Ctrl-C still stops the run.

    Ctrl-Z does nothing: it would leave the shell with another screen, without a cursor.
    """
    try:
        import termios
        import tty
    except ImportError:  # Windows, where msvcrt reads so without being asked
        yield
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        modes = termios.tcgetattr(descriptor)
        modes[6][termios.VSUSP] = bytes([os.fpathconf(descriptor, "PC_VDISABLE")])
        termios.tcsetattr(descriptor, termios.TCSADRAIN, modes)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def read_key(wait_s: float) -> str | None:
    """The next key; None when none came in time. "ctrl-d" when nobody will type any more."""
    return _read_windows(wait_s) if os.name == "nt" else _read_posix(wait_s)


def _read_posix(wait_s: float) -> str | None:
    descriptor = sys.stdin.fileno()
    if not _waits(descriptor, wait_s):
        return None
    typed = os.read(descriptor, 1)
    if not typed:
        return "ctrl-d"
    if typed == b"\x1b":
        while _waits(descriptor, REST_S) and (part := os.read(descriptor, 1)):
            typed += part
            if len(typed) > 2 and 0x40 <= part[0] <= 0x7E:  # the last letter of a sequence (ECMA-48, 5.4)
                break
    elif typed >= b"\xc0":  # the first byte of a letter of several (RFC 3629, 3)
        while len(typed) < _length(typed[0]) and _waits(descriptor, REST_S) and (part := os.read(descriptor, 1)):
            typed += part
    text = typed.decode(errors="replace")
    return NAMES.get(text, text if text.isprintable() else "other")


def _length(first: int) -> int:
    """How many bytes a letter has in UTF-8 that begins with this one."""
    return 2 if first < 0xE0 else 3 if first < 0xF0 else 4


def _waits(descriptor: int, wait_s: float) -> bool:
    import select

    return bool(select.select([descriptor], [], [], wait_s)[0])


def _read_windows(wait_s: float) -> str | None:
    import msvcrt

    until = time.monotonic() + wait_s
    while not msvcrt.kbhit():  # type: ignore[attr-defined]
        if time.monotonic() > until:
            return None
        time.sleep(POLL_S)
    letter: str = msvcrt.getwch()  # type: ignore[attr-defined]
    if letter in ("\x00", "\xe0"):
        return WINDOWS.get(msvcrt.getwch(), "other")  # type: ignore[attr-defined]
    if letter == "\x03":
        raise KeyboardInterrupt
    return NAMES.get(letter, letter if letter.isprintable() else "other")
