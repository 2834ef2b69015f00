"""Questions about rules, and photos of cards, are answered in processes of their own, each ended when one takes too long."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from tt_print.errors import InputError

START_S, ANSWER_S, PHOTO_S = 30.0, 3.0, 25.0  # how long a process may take to begin, for one answer, and for one photo
PHOTO = "the photo"
MAX_LISTED = 40  # cards or piles in one field: no table has so many


class TooLongError(InputError):
    """A question that is larger than any table's."""

    kind = "too-long"


def _answer_all(line: Connection) -> None:
    """Answers requests, each with its files, until nobody asks anymore."""
    from tt_print.core import Core, Environment

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which then closes the line
    core = Core(Environment(now=str, random_bytes=os.urandom))
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            line.send(core.ask(*line.recv()).data)


def _count(value: object) -> int:
    """How many cards or piles a field lists, also as one text with commas."""
    return len(value) if isinstance(value, list) else value.count(",") + 1 if isinstance(value, str) else 0


class Questions:
    """One thread may ask at a time. The process begins with the first question."""

    def __init__(self, answer_s: float = ANSWER_S) -> None:
        self._answer_s = answer_s
        self._process: Any = None
        self._line: Connection | None = None

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The core's answer. Raises TooLongError."""
        fields = request.get("fields")
        if isinstance(fields, Mapping) and any(_count(value) > MAX_LISTED for value in fields.values()):
            raise TooLongError(f"a question holds at most {MAX_LISTED} cards or piles. Ask about fewer.")
        return self._answered(
            dict(request), {}, "that question takes too long to answer. Ask about fewer cards or piles."
        )

    def _answered(self, asked: dict[str, Any], files: dict[str, bytes], too_long: str) -> dict[str, Any]:
        line = self._line or self._begin()
        try:
            line.send((asked, files))
            if line.poll(self._answer_s):
                return dict(line.recv())
        except (EOFError, OSError):
            pass
        self.close()
        raise TooLongError(too_long)

    def _begin(self) -> Connection:
        context = get_context("spawn")
        line, other = context.Pipe()
        self._process = context.Process(target=_answer_all, args=(other,), daemon=True)
        self._process.start()
        other.close()
        if line.poll(START_S):
            with suppress(EOFError):
                line.recv()
        self._line = line
        return line

    def close(self) -> None:
        """Ends the process; the next question begins another."""
        if self._line is not None:
            self._line.close()
            self._process.kill()
            self._process.join()
        self._line = self._process = None


class Photos(Questions):
    """Reads a photo at a time, in memory: it is never stored."""

    def __init__(self, answer_s: float = PHOTO_S) -> None:
        super().__init__(answer_s)

    def read(self, photo: bytes) -> dict[str, Any]:
        """What `tt-print scan --json` says, and `lines` for people. Raises TooLongError."""
        asked = {"ask": "scan", "photos": [PHOTO]}
        return self._answered(asked, {PHOTO: photo}, "the photo takes too long to read. Take one with fewer cards.")
