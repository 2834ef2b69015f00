"""Questions about rules, photos, and what is printed: each kind in a process of its own, which is ended when it takes too long."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from tt_print.table.core_requests import StoppedError, TooLongError

START_S, ANSWER_S, PHOTO_S, PRINT_S = 30.0, 3.0, 25.0, 60.0  # how long a process may take to begin, and for one answer
Answered = tuple[dict[str, Any], Mapping[str, bytes]]


def _answer_all(line: Connection) -> None:
    """Answers requests, each with its files, until nobody asks anymore."""
    from tt_print.core import Core, Environment

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which then closes the line
    core = Core(Environment(now=str, random_bytes=os.urandom))
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            reply = core.ask(*line.recv())
            line.send((reply.data, dict(reply.files)))


class Questions:
    """Answers one request at a time, in at most `answer_s` seconds. The process begins with the first one."""

    def __init__(self, answer_s: float, advice: str) -> None:
        self._answer_s, self._advice = answer_s, advice
        self._thread = ThreadPoolExecutor(1, "questions")
        self._process: Any = None
        self._line: Connection | None = None

    async def answer(self, request: Mapping[str, Any], files: Mapping[str, bytes]) -> Answered:
        """The core's answer, and its files. Raises TooLongError, and StoppedError if the process dies."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, dict(request), dict(files))

    def _ask(self, request: dict[str, Any], files: dict[str, bytes]) -> Answered:
        line = self._line or self._begin()
        try:
            line.send((request, files))
            if line.poll(self._answer_s):
                answered: Answered = line.recv()
                return answered
        except (EOFError, OSError) as error:
            self._end()
            raise StoppedError(
                "the host's computer could not finish this, and its terminal may say why. Try again."
            ) from error
        self._end()
        raise TooLongError(f"that takes too long to answer. {self._advice}")

    def _begin(self) -> Connection:
        context = get_context("spawn")  # a copy of this process would hold its socket
        line, other = context.Pipe()
        self._process = context.Process(target=_answer_all, args=(other,), daemon=True)
        self._process.start()
        other.close()
        if line.poll(START_S):
            with suppress(EOFError):
                line.recv()
        self._line = line
        return line

    def _end(self) -> None:
        """Ends the process; the next question begins another."""
        if self._line is not None:
            self._line.close()
            self._process.kill()
            self._process.join()
        self._line = self._process = None

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)
        self._end()
