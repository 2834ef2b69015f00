"""A person at a terminal, in this process: lines that are typed, and what is on the screen."""

import io
import shlex
import sys

import pytest

from tests.commands import Ran
from tt_print.cli import run


class Screen(io.StringIO):
    """A terminal, as far as a program can tell."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class Keys(io.RawIOBase):
    """A keyboard: gives a line at a time, as a terminal does."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.lines = [f"{line}\n".encode() for line in lines]

    def isatty(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:
        line = self.lines.pop(0) if self.lines else b""
        buffer[: len(line)] = line
        return len(line)


def at_terminal(command: str, *lines: str, err: io.StringIO | None = None, **environment: str) -> Ran:
    """Runs a command at a terminal of 80 columns; types the lines and closes it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("NO_COLOR", raising=False)
        for name, value in {"TERM": "dumb", "COLUMNS": "80", **environment}.items():
            patch.setenv(name, value)
        streams = io.TextIOWrapper(io.BufferedReader(Keys(lines)), "utf-8"), Screen(), err or Screen()
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        status = run(shlex.split(command))
    return Ran(status, *(stream.getvalue() for stream in streams[1:]))
