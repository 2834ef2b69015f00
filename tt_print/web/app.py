"""The table's routes. Each phone has the site's page, asks the core through this machine, and hears when there is something new.

Entries have a thread of their own. An address has one question at a time, so nobody waits for somebody's many large ones.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar
from urllib.parse import unquote
from weakref import WeakValueDictionary

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from tt_print.core.asking import error_data
from tt_print.errors import TTPrintError
from tt_print.play.score.store import file_version
from tt_print.web.access import GUEST, HOST, KEPT_S, WRITER, Access, ForbiddenError, NotAdmittedError, Session
from tt_print.web.questions import Answered, TableCore, check_right, make_questions, read_request

T = TypeVar("T")
LOOK_S = 0.1  # how often the file of nights is looked at, for what a terminal wrote
PULSE_S = 0.5  # phones that hear nothing for longer say so
PULSE, END = "event: pulse\ndata: 0\n\n", "event: end\ndata: 0\n\n"
MAX_ENTRIES, MAX_ENTRY_ID = 12, 40  # the ids of so many entries are remembered, of so many letters
PHOTO = "the photo"
WHO = {HOST: "the host", WRITER: "a phone", GUEST: "a phone"}  # in the record, of a phone that is nobody's
FRESH = {"cache-control": "no-store"}
STATUS = {NotAdmittedError: 401, ForbiddenError: 403}
Handler = Callable[[Request, Session], Awaitable[Response]]


class LiveTable:
    """One open table. `addresses` are those of its page, the first for the QR codes; `cookie` is the name of its cookie.

    In the cookie of that name and `-player` a page says whose phone it is on. `keep` is called when the host has changed who enters hands, `ended` when the host ends the evening.
    """

    def __init__(
        self, desk: TableCore, access: Access, cookie: str, addresses: tuple[str, ...], keep: Callable[[], None], ended: Callable[[], None]
    ) -> None:  # fmt: skip
        self.desk, self.access = desk, access
        self._cookie, self._addresses, self._keep, self._ended = cookie, addresses, keep, ended
        self._book = ThreadPoolExecutor(1, "book")
        self._questions = make_questions()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._state: dict[str, Any] = {"score": None, "problem": ""}
        self._entries: dict[tuple[int, int], str] = {}  # the ids of entries, by night and hand
        self._version: object = None
        self._look_order = asyncio.Lock()
        self._shown, self._number = "", 0  # what everybody may know, and how often it has changed
        self._changed, self._is_closing = asyncio.Event(), False
        self._here: Counter[tuple[str, str]] = Counter()  # open streams, by session and by whose phone it is
        self._code_of = ""  # the host's session whose page shows the code
        mistakes = {TTPrintError: _error_response}
        self.app = Starlette(routes=self._routes(), lifespan=self._lifespan, exception_handlers=mistakes)

    def _routes(self) -> list[Route]:
        asked = {"ask": self._ask, "scan": self._scan, "code": self._code, "host-only": self._host_only, "end": self._end}  # fmt: skip
        read = {"state": self._read_state, "events": self._events, "links": self._links}
        return [
            Route("/api/join", self._join, methods=["POST"]),
            *(Route(f"/api/{name}", self._for_session(handler), methods=["POST"]) for name, handler in asked.items()),
            *(Route(f"/api/{name}", self._for_session(handler)) for name, handler in read.items()),
            Route("/", _page),
            Route("/{name:path}", _page),
        ]

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await self._look()
        watching = asyncio.create_task(self._watch())
        yield
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        self._book.shutdown(cancel_futures=True)
        for questions in self._questions.values():
            questions.close()

    # ---------------------------------------------------------------- what everybody may know, and who hears that it is new

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            if file_version(self.desk.book) != self._version:
                await self._look()
            self._publish()  # who has come and gone meanwhile

    async def _look(self) -> None:
        """Reads the night as it is on the disk."""
        async with self._look_order:
            self._version = file_version(self.desk.book)  # before reading: what comes after it is looked at again
            self._state = await self._in_book(self.desk.state)
            self._publish()

    async def _in_book(self, work: Callable[..., T], *given: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._book, work, *given)

    def state(self) -> dict[str, object]:
        """What everybody may know: the night, whose phones are here, the ids of its last entries by hand."""
        score, night, here = self._state["score"], self.desk.night, {player for _, player in self._here}
        problem = "The host's computer cannot read the score; its terminal says why." if self._state["problem"] else ""
        return {
            "score": score,
            "seats": [{"name": name, "here": name in here} for name in self._players()],
            "phones": len({session for session, _ in self._here}),
            "entries": {hand: entry for (of, hand), entry in self._entries.items() if of == night},
            "host_only": self.access.host_only,
            "code_ended": self.access.has_code_ended,
            "problem": problem,
        }

    def _players(self) -> list[str]:
        score = self._state["score"]
        return list(score["players"]) if score else []

    def _seat_of(self, request: Request) -> str:
        """The player who plays on this phone, as its page says; "" for none of tonight."""
        player = self._player_of(request)
        return player if player in self._players() else ""

    def _player_of(self, request: Request) -> str:
        return unquote(request.cookies.get(f"{self._cookie}-player", ""))

    def _publish(self) -> None:
        """Wakes all streams if there is something new."""
        if (shown := json.dumps(self.state(), ensure_ascii=False, separators=(",", ":"))) != self._shown:
            self._shown, self._number = shown, self._number + 1
            self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def close(self) -> None:
        """Every stream ends, and its phone knows why."""
        self._is_closing = True
        self._wake()

    async def _messages(self, whose: tuple[str, str]) -> AsyncIterator[str]:
        """That there is something new, each time; a slow phone misses what was between, and nobody waits for it."""
        self._here[whose] += 1
        try:
            seen = -1
            while not self._is_closing:
                changed = self._changed
                if seen != self._number:
                    seen = self._number
                    yield f"id: {seen}\ndata: {seen}\n\n"
                    continue
                try:
                    await asyncio.wait_for(changed.wait(), PULSE_S)
                except TimeoutError:
                    yield PULSE
            yield END
        finally:
            self._here -= Counter([whose])  # which also forgets those that have none

    async def _events(self, request: Request, session: Session) -> Response:
        return StreamingResponse(
            self._messages((session.name, self._player_of(request))), media_type="text/event-stream", headers=FRESH
        )

    async def _read_state(self, request: Request, session: Session) -> Response:
        """What everybody may know, and what this phone may do."""
        me = {"role": session.role, "seat": self._seat_of(request), "may_write": self.access.may_write(session)}
        if session.role == HOST:
            me["code"] = self.access.code
        text = f'{self._shown[:-1]},"me":{json.dumps(me, ensure_ascii=False)}}}'
        return Response(text, media_type="application/json", headers=FRESH)

    # ---------------------------------------------------------------- who asks

    def _for_session(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """A route for those who were let in."""

        async def route(request: Request) -> Response:
            session = self.access.session(request.cookies.get(self._cookie, ""))
            if session is None:
                raise NotAdmittedError("scan the code on the host's screen.")
            return await handler(request, session)

        return route

    async def _join(self, request: Request) -> Response:
        """Exchanges an invitation, or the code on the host's screen, for a session."""
        known, asked = request.cookies.get(self._cookie, ""), read_request(await request.body())
        if "code" not in asked:
            cookie = self.access.enter(str(asked.get("invitation", "")), known)
        elif all(session != self._code_of for session, _ in self._here):
            raise NotAdmittedError("the host has closed the page that showed the code.")
        else:
            cookie = self.access.enter_by_code(str(asked["code"]), _address(request), known)
        answer = _answer({"ok": True})
        answer.set_cookie(self._cookie, cookie, max_age=KEPT_S, httponly=True, samesite="strict")
        return answer

    async def _links(self, request: Request, session: Session) -> Response:
        """For the host: the addresses to enter hands and to look on, each with its QR code as rows of 0 and 1."""
        from tt_print.draw.geometry import qr_modules

        self.access.check_host(session)
        links = [
            {"role": role, "addresses": [f"{each}#{self.access.keys.invitation(role)}" for each in self._addresses]}
            for role in (WRITER, GUEST)
        ]
        return _answer({"links": [{**link, "qr": qr_modules(link["addresses"][0], "m")} for link in links]})

    async def _code(self, request: Request, session: Session) -> Response:
        """For the host: shows a code from now on, or none any longer."""
        self.access.check_host(session)
        if read_request(await request.body()).get("on") is True:
            self.access.show_code()
            self._code_of = session.name
        else:
            self.access.code = ""
        return _answer({"ok": True, "code": self.access.code})

    # ---------------------------------------------------------------- questions and entries

    async def _ask(self, request: Request, session: Session) -> Response:
        """What the core answers. An entry may have an `id`, by which the phone that made it knows it again in the state."""
        asked = read_request(await request.body())
        check_right(asked, session, self.access)
        name = str(asked["ask"])
        if not name.startswith("score."):
            return _with_files(await self._question(asked, {}, request))
        entry = asked.pop("id", None) if name == "score.enter" else None
        who = f"{self._seat_of(request) or WHO[session.role]}, at the table"
        answer, files = await self._in_book(self.desk.ask, asked, session, who)
        if answer["ok"] and isinstance(entry, str):
            saved = answer["value"]["night"], answer["value"]["next_hand"] - 1
            self._entries = dict([*self._entries.items(), (saved, entry[:MAX_ENTRY_ID])][-MAX_ENTRIES:])
        async with self._look_order:  # whoever is looking at the file now sees this entry before its phone is answered
            pass
        if file_version(self.desk.book) != self._version:
            await self._look()
        return _with_files((answer, files))

    async def _scan(self, request: Request, session: Session) -> Response:
        """The cards in a photo, the body of the request. It is read in memory, and never stored."""
        asked, files = {"ask": "scan", "photos": [PHOTO]}, {PHOTO: await request.body()}
        return _with_files(await self._question(asked, files, request))

    async def _question(self, asked: Mapping[str, object], files: Mapping[str, bytes], request: Request) -> Answered:
        """Those of one address wait for each other, so it has one place among all that wait, however many sessions it has."""
        kind = str(asked["ask"]).partition(".")[0] if asked["ask"] != "print.documents" else ""
        questions = self._questions.get(kind, self._questions[""])
        async with self._turns.setdefault(f"{id(questions)} {_address(request)}", asyncio.Lock()):
            return await questions.answer(asked, files)

    # ---------------------------------------------------------------- rights, and the end

    async def _host_only(self, request: Request, session: Session) -> Response:
        """For the host: whether the host alone enters hands."""
        self.access.check_host(session)
        self.access.host_only = read_request(await request.body()).get("on") is True
        self._keep()
        self._publish()
        return _answer({"ok": True})

    async def _end(self, request: Request, session: Session) -> Response:
        """Ends the evening: informs every phone, then stops the server."""
        self.access.check_host(session)
        self.close()
        self._ended()
        return _answer({"ok": True})


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


async def _page(request: Request) -> Response:
    from tt_print.web.page import live_file, live_names

    name = request.path_params.get("name", "index.html")
    if name not in live_names():
        return PlainTextResponse("There is nothing here.", 404)
    data, headers = await asyncio.to_thread(live_file, name)
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(data, headers=headers)


def _answer(data: Mapping[str, object]) -> JSONResponse:
    return JSONResponse(data, headers=FRESH)


def _with_files(answered: Answered) -> JSONResponse:
    answer, files = answered
    return _answer({**answer, "files": {name: b64encode(data).decode() for name, data in files.items()}})


async def _error_response(request: Request, error: Any) -> JSONResponse:
    """What the page shows of a mistake."""
    status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
    return JSONResponse({"ok": False, "error": error_data(error)}, status, FRESH)
