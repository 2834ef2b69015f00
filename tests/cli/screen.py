"""A person at a terminal, in this process: lines or keys that are typed, and what is on the screen."""

import io
import shlex
import sys
import time
from collections.abc import Callable
from threading import Event, Thread

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput, Output

from tests.commands import Ran
from tt_print.cli import run

Step = str | Callable[[str], bool] | tuple[str, Callable[[str], bool]]


class Screen(io.StringIO):
    """A terminal, as far as a program can tell."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class OldScreen(Screen):
    encoding = "ascii"


class Keys(io.RawIOBase):
    """A keyboard: gives a line at a time, as a terminal does; surrogates are bytes that are no letters."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.lines = [f"{line}\n".encode("utf-8", "surrogateescape") for line in lines]

    def isatty(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:
        line = self.lines.pop(0) if self.lines else b""
        buffer[: len(line)] = line
        return len(line)


def at_terminal(
    command: str, *lines: str, screen: type[Screen] = Screen, err: io.StringIO | None = None, **environment: str
) -> Ran:
    """Runs a command at a terminal of 80 columns that edits no lines; types the lines and closes it."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "COLORTERM"):
            patch.delenv(name, raising=False)
        for name, value in {"TERM": "dumb", "COLUMNS": "80", **environment}.items():
            patch.setenv(name, value)
        streams = io.TextIOWrapper(io.BufferedReader(Keys(lines)), "utf-8"), screen(), err or Screen()
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        status = run(shlex.split(command))
    return Ran(status, *(stream.getvalue() for stream in streams[1:]))


def type_keys(command: str, *steps: Step, output: Output | None = None, **environment: str) -> Ran:
    """Runs a command at a terminal that edits lines, and types keys.

    A function is waited for, which gets the line so far: a person, too, waits for what Tab brings. Keys with a function are
    pressed again until it is true.
    """
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output or DummyOutput()) as session:
        over, missing = Event(), []

        def type_on() -> None:
            for step in steps:
                keys, is_there = (
                    step if isinstance(step, tuple) else (step, None) if isinstance(step, str) else ("", step)
                )
                pipe.send_text(keys)
                until = time.monotonic() + 20
                while is_there and not (session.app and is_there(session.app.current_buffer.text)):
                    if over.wait(0.02):
                        return
                    if time.monotonic() > until:
                        missing.append(session.app.current_buffer.text if session.app else None)
                        pipe.send_text("\x03\x03")  # the command ends
                        return
                    if isinstance(step, tuple):
                        pipe.send_text(keys)

        typing = Thread(target=type_on)
        typing.start()
        try:
            ran = at_terminal(command, TERM="xterm-256color", **environment)
        finally:
            over.set()  # before the pipe is closed, whose number the next file may get
            typing.join()
        assert not missing, f"the line did not become what it should: {missing}"
        return ran


def ends(text: str) -> Callable[[str], bool]:
    """The line that is being typed ends so."""
    return lambda line: line.endswith(text)
