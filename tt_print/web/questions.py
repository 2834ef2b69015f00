"""What a table asks the core, and who may ask what. Nothing but what is here is answered: no file, and no other night to phones.

Questions about rules, photos, and what is printed have a process for each kind, which is ended when it takes too long.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from tt_print.core import Core, Environment
from tt_print.core.asking import RequestError
from tt_print.files.data import decode, parse_json
from tt_print.play.score.store import FileBook
from tt_print.web.access import HOST, Access, ForbiddenError, Session

READ = frozenset({
    "games", "cards", "faces", "judge", "story", "rules", "pointers", "deal", "deal.fields", "print", "print.documents",
    "practice", "practice.try", "practice.tip", "practice.pile", "score.fields", "score.state", "score.ask",
})  # fmt: skip
WRITE = frozenset({"score.enter", "score.edit", "score.undo", "score.note", "score.move", "score.log"})
FOR_HOST = frozenset({
    "score.start", "score.join", "score.leave", "score.remove", "score.finish", "score.stats", "score.nights", "score.resume", "score.export",
})  # fmt: skip
OF_ANY_NIGHT = frozenset({"score.fields", "score.start", "score.stats", "score.nights", "score.resume"})
START_S, ANSWER_S, PHOTO_S, PRINT_S = 30.0, 3.0, 25.0, 60.0  # how long a process may take to begin, and for one answer
Answered = tuple[dict[str, Any], Mapping[str, bytes]]


class TooLongError(RequestError):
    """A question that takes longer than any table's."""

    kind = "too-long"


class StoppedError(RequestError):
    """A question on which the program itself failed."""

    kind = "machine"


def read_request(body: bytes) -> dict[str, object]:
    """What came over the network, as an object. Raises RequestError."""
    data = parse_json(decode(body, "the request", RequestError), "the request", RequestError).data
    if not isinstance(data, dict):
        raise RequestError("a request is an object.")
    return data


def check_right(request: Mapping[str, object], session: Session, access: Access) -> None:
    """Raises ForbiddenError for what this session may not ask."""
    name = request.get("ask")
    if not isinstance(name, str):
        raise RequestError("a request says in ask what it wants, such as judge.")
    if name in FOR_HOST:
        access.check_host(session)
    elif name in WRITE:
        access.check_writer(session)
    elif name not in READ:
        raise ForbiddenError(f"a table does not answer {name!r}.")


class TableCore:
    """The core with the file of nights. One thread at a time may ask for the score. `night` is the number of the one that is shown."""

    def __init__(self, book: Path, now: Callable[[], str], random_bytes: Callable[[int], bytes]) -> None:
        self.book = book
        self.night: int | None = None
        self._now, self._random_bytes = now, random_bytes

    def _core(self, who: str) -> Core:
        return Core(Environment(self._now, self._random_bytes, who, FileBook(self.book)))

    def state(self) -> dict[str, Any]:
        """`score`: the current night as `score.state` has it, None where there is none; `problem`: why it cannot be read, "" where it can."""
        answer = self._core("the table").ask({"ask": "score.state"}).data
        self.night = answer["value"]["night"] if answer["ok"] else None
        if answer["ok"]:
            return {"score": answer["value"], "problem": ""}
        error = answer["error"]
        return {"score": None, "problem": "" if error["kind"] == "night" else error["text"]}

    def ask(self, request: Mapping[str, object], session: Session, who: str) -> Answered:
        """The core's answer, and its files, to a request about the score that `check_right` let pass.

        Only the host hears what the machine refuses, in its words.
        """
        name, asked = str(request["ask"]), dict(request)
        if name not in OF_ANY_NIGHT:
            if (wanted := asked.get("night")) is not None and (type(wanted) is not int or wanted != self.night):
                raise ForbiddenError("the table plays a different game night now. Look again.")
            asked["night"] = self.night
        answer, files = (reply := self._core(who).ask(asked)).data, reply.files
        if not answer["ok"] and answer["error"]["kind"] in ("machine", "store") and session.role != HOST:
            text = "the host's computer refused. Nothing was saved; its screen says why."
            answer = answer | {"error": {"kind": "machine", "text": text, "status": 1}}
        return answer, files


def _answer_all(line: Connection) -> None:
    """Answers requests, each with its files, until nobody asks anymore."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which then closes the line
    core = Core(Environment(now=str, random_bytes=os.urandom))
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            reply = core.ask(*line.recv())
            line.send((reply.data, dict(reply.files)))


class TableQuestions:
    """Answers one request at a time, in at most `answer_s` seconds. The process begins with the first one."""

    def __init__(self, answer_s: float, advice: str) -> None:
        self._answer_s, self._advice = answer_s, advice
        self._thread = ThreadPoolExecutor(1, "questions")
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    async def answer(self, request: Mapping[str, object], files: Mapping[str, bytes]) -> Answered:
        """The core's answer, and its files. Raises TooLongError, and StoppedError if the process dies."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, dict(request), dict(files))

    def _ask(self, request: dict[str, object], files: dict[str, bytes]) -> Answered:
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
        if self._line is not None and self._process is not None:
            self._line.close()
            self._process.kill()
            self._process.join()
        self._line = self._process = None

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)
        self._end()


def make_questions() -> dict[str, TableQuestions]:
    """A process for each kind, by the first word of its requests; "" is for all others."""
    printing = TableQuestions(PRINT_S, "Print fewer cards.")
    photos = TableQuestions(PHOTO_S, "Take a photo with fewer cards.")
    return {
        "": TableQuestions(ANSWER_S, "Ask about fewer cards or piles."),
        "scan": photos,
        "print": printing,
        "faces": printing,
    }
