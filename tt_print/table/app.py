"""The table's routes: requests of phones in, answers and live messages out. Entries and questions each have a thread of their own,
and a session, as an address, has one question at a time, so nobody waits for somebody's many large questions."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from tt_print.core.asking import error_data
from tt_print.errors import TTPrintError
from tt_print.score.store import file_version
from tt_print.table.access import HOST, KEPT_S, Access, ForbiddenError, NotAdmittedError, RateLimit, Session
from tt_print.table.core_requests import QUICK, TableCore, check_right, read_request
from tt_print.table.guard import Guard
from tt_print.table.pages import PageFile, names, page_file
from tt_print.table.questions import Photos, Questions

PULSE_S = 15.0
PULSE = "event: pulse\ndata: {}\n\n"
END = "event: end\ndata: {}\n\n"


class Hub:
    """What is sent to every phone as it happens (server-sent events). `number` counts the messages of this run.

    Each message is the whole state, so a phone that was away reads the newest and knows all; one that is slow misses what was between,
    and is never waited for.
    """

    def __init__(self) -> None:
        self.text, self.number, self.is_closing = "", 0, False
        self._changed = asyncio.Event()

    def publish(self, text: str) -> None:
        """Sends `text` to all, unless it is what they have."""
        if text != self.text:
            self.text, self.number = text, self.number + 1
            self._wake()

    def close(self) -> None:
        """Every stream ends, and its phone knows why."""
        self.is_closing = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def listen(self) -> AsyncIterator[str]:
        """The messages from now on, the newest at once."""
        seen = -1
        while not self.is_closing:
            changed = self._changed
            if seen != self.number:
                seen = self.number
                yield f"id: {seen}\ndata: {self.text}\n\n"
                continue
            try:
                await asyncio.wait_for(changed.wait(), PULSE_S)
            except TimeoutError:
                yield PULSE
        yield END


LOOK_S = 0.1  # how often the file of nights is looked at, for what a terminal wrote
GUESSES_S, FIRST_GUESSES = 1.0, 10  # invitations a second from one address, after the first ones
MAX_ENTRIES, MAX_ENTRY_ID = 12, 40  # the ids of so many entries are told, of so many letters
FRESH = {"cache-control": "no-store"}
STATUS = {NotAdmittedError: 401, ForbiddenError: 403}
Handler = Callable[[Request, Session], Awaitable[Response]]


class Invitations(NamedTuple):
    """`addresses` are those of the page that other devices can reach, none where only this machine can."""

    addresses: tuple[str, ...]
    own: str


class Table:
    """One open table. `keep` is called when seats have changed, `ended` when the host ends the evening."""

    def __init__(
        self,
        desk: TableCore,
        access: Access,
        cookie: str,
        invitations: Invitations,
        keep: Callable[[], None] = lambda: None,
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        self.desk, self.access, self.hub = desk, access, Hub()
        self._cookie, self._invitations, self._keep, self._ended = cookie, invitations, keep, ended
        self._guesses = RateLimit(GUESSES_S, FIRST_GUESSES)
        self._book, self._asked = (ThreadPoolExecutor(1, name) for name in ("book", "questions"))
        self._questions, self._photos, self._photo_pool = Questions(), Photos(), ThreadPoolExecutor(1, "photos")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._state: dict[str, Any] = {"score": None, "problem": ""}
        self._version: object = None
        self._entries: dict[tuple[int, int], str] = {}
        self._order = asyncio.Lock()
        app = Starlette(routes=self._routes(), lifespan=self._lifespan)
        self.app = Guard(app)

    def _routes(self) -> list[Route]:
        asked: dict[str, Handler] = {"ask": self._ask, "sit": self._sit, "leave": self._leave, "free": self._free,
                                     "allow": self._allow, "end": self._end, "scan": self._scan}  # fmt: skip
        read: dict[str, Handler] = {
            "me": self._me,
            "state": self._read_state,
            "events": self._events,
            "invite": self._invite,
        }
        return [
            Route("/", _page),
            Route("/api/join", self._join, methods=["POST"]),
            *(Route(f"/api/{name}", self._known(handler), methods=["POST"]) for name, handler in asked.items()),
            *(Route(f"/api/{name}", self._known(handler)) for name, handler in read.items()),
            Route("/{name}", _page),
        ]

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await self._look()
        watching = asyncio.create_task(self._watch())
        yield
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        for pool in (self._book, self._asked, self._photo_pool):
            pool.shutdown(cancel_futures=True)
        self._questions.close()
        self._photos.close()

    # ---------------------------------------------------------------- the truth, and who is told

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            if file_version(self.desk.book) != self._version:
                await self._look()

    async def _look(self) -> None:
        """Reads the night as it is on the disk, and tells all phones where it is another."""
        async with self._order:
            self._version = file_version(self.desk.book)  # before reading: what comes after it is looked at again
            self._state = await self._in_thread(self._book, self.desk.state)
            self.publish()

    def publish(self) -> None:
        self.hub.publish(json.dumps(self.message(), ensure_ascii=False, separators=(",", ":")))

    def message(self) -> dict[str, Any]:
        """What everybody may know."""
        score = self._state["score"]
        taken = self.access.seats
        seats = [
            {"name": name, "taken": name in taken, "may_write": name in taken and taken[name].may_write}
            for name in (score["players"] if score else ())
        ]
        problem = "The host's computer cannot read the score; its terminal says why." if self._state["problem"] else ""
        night = score["night"] if score else None
        entries = {hand: entry for (of, hand), entry in self._entries.items() if of == night}
        return {"score": score, "seats": seats, "entries": entries, "problem": problem}

    async def _in_thread(self, pool: ThreadPoolExecutor, work: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(pool, work, *given)

    # ---------------------------------------------------------------- who asks

    def _known(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """A route for those who were let in; their mistakes are also answers."""

        async def route(request: Request) -> Response:
            try:
                session = self.access.session(request.cookies.get(self._cookie, ""))
                if session is None:
                    raise NotAdmittedError("scan the code on the host's screen.")
                return await handler(request, session)
            except TTPrintError as error:
                return _refused(error)

        return route

    async def _join(self, request: Request) -> Response:
        """Exchanges an invitation for a session."""
        address = _address(request)
        if not self._guesses.would_allow(address, time.monotonic()):
            return PlainTextResponse("Too many tries. Wait a moment.", 429, {**FRESH, "retry-after": "5"})
        try:
            asked = read_request(await request.body())
            cookie = self.access.enter(str(asked.get("invitation", "")))
        except TTPrintError as error:
            self._guesses.allows(
                address, time.monotonic()
            )  # only what is wrong counts: a whole family may come in at once
            return _refused(error)
        known = self.access.session(request.cookies.get(self._cookie, ""))
        entered = self.access.session(cookie)
        answer = _answer({"ok": True})
        if known is None or (entered is not None and entered.role == HOST != known.role):
            answer.set_cookie(self._cookie, cookie, max_age=KEPT_S, httponly=True, samesite="strict")
        return answer

    async def _me(self, request: Request, session: Session) -> Response:
        return _answer({"role": self.access.role(session), "seat": self.access.seat_of(session),
                        "may_write": self.access.may_write(session)})  # fmt: skip

    async def _invite(self, request: Request, session: Session) -> Response:
        """The address for phones, and its QR code as rows of 0 and 1."""
        from tt_print.drawing.geometry import qr_modules

        self.access.check_host(session)
        addresses = [f"{address}#{self.access.keys.guest}" for address in self._invitations.addresses]
        shown = addresses or [f"{self._invitations.own}#{self.access.keys.guest}"]
        return _answer({"lan": bool(addresses), "addresses": shown, "qr": qr_modules(shown[0], "m")})

    # ---------------------------------------------------------------- the score, the judge, the rules

    async def _read_state(self, request: Request, session: Session) -> Response:
        return _answer(self.message())

    async def _events(self, request: Request, session: Session) -> Response:
        return StreamingResponse(self.hub.listen(), media_type="text/event-stream", headers=FRESH)

    async def _ask(self, request: Request, session: Session) -> Response:
        """What the core answers. An entry may have an `id`, by which the phone that made it knows it again in the state."""
        asked = dict(read_request(await request.body()))
        check_right(asked, session, self.access)
        name, who = str(asked["ask"]), self._who(session)
        entry = asked.pop("id", None) if name == "score.enter" else None
        if name.startswith(QUICK):
            answer = await self._in_thread(self._book, self.desk.ask, asked, session, who)
        else:
            answer = await self._question(asked, session, _address(request))
        if answer["ok"] and name == "score.rename":
            self._rename(str(asked["old"]), str(asked["new"]))
        if answer["ok"] and isinstance(entry, str):
            saved = answer["value"]["night"], answer["value"]["next_hand"] - 1
            self._entries = dict([*self._entries.items(), (saved, entry[:MAX_ENTRY_ID])][-MAX_ENTRIES:])
        if name.startswith(QUICK):
            async with self._order:  # whoever is looking at the file now sees this entry before its phone is answered
                pass
            if file_version(self.desk.book) != self._version:
                await self._look()
        return _answer(answer)

    async def _question(self, asked: Mapping[str, Any], session: Session, address: str) -> dict[str, Any]:
        """Those of one session wait for each other, and those of one address, so neither has more than one place among all that wait."""
        turns = [self._turns.setdefault(name, asyncio.Lock()) for name in (session.name, f"at {address}")]
        async with turns[0], turns[1]:
            answer: dict[str, Any] = await self._in_thread(self._asked, self._questions.ask, asked)
        return answer

    async def _scan(self, request: Request, session: Session) -> Response:
        """The cards in a photo, the body of the request. Photos of one session wait for each other."""
        photo = await request.body()
        async with self._turns.setdefault(f"photos of {session.name}", asyncio.Lock()):
            answer: dict[str, Any] = await self._in_thread(self._photo_pool, self._photos.read, photo)
        return _answer(answer)

    def _who(self, session: Session) -> str:
        """Who is in the record of scores."""
        return f"{self.access.seat_of(session) or session.role}, at the table"

    # ---------------------------------------------------------------- seats

    def _players(self) -> list[str]:
        score = self._state["score"]
        return list(score["players"]) if score else []

    async def _sit(self, request: Request, session: Session) -> Response:
        self.access.sit(session, await _name_in(request), self._players())
        return self._seated()

    async def _leave(self, request: Request, session: Session) -> Response:
        self.access.leave(session)
        return self._seated()

    async def _free(self, request: Request, session: Session) -> Response:
        self.access.free(session, await _name_in(request))
        return self._seated()

    async def _allow(self, request: Request, session: Session) -> Response:
        asked = read_request(await request.body())
        self.access.allow(session, str(asked.get("seat", "")), asked.get("may_write") is True)
        return self._seated()

    def _seated(self) -> Response:
        self._keep()
        self.publish()
        return _answer({"ok": True})

    def _rename(self, old: str, new: str) -> None:
        old, new = (
            next((name for name in self._players() if name.casefold() == old.strip().casefold()), old),
            new.strip(),
        )
        if old in self.access.seats:
            self.access.seats[new] = self.access.seats.pop(old)
            self._keep()

    async def _end(self, request: Request, session: Session) -> Response:
        """End the evening: inform every phone, then stop the server."""
        self.access.check_host(session)
        self.hub.close()
        self._ended()
        return _answer({"ok": True})


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


async def _name_in(request: Request) -> str:
    return str(read_request(await request.body()).get("seat", ""))


async def _page(request: Request) -> Response:
    name = request.path_params.get("name", "index.html")
    if name not in names():
        return PlainTextResponse("There is nothing here.", 404)
    file: PageFile = await asyncio.to_thread(page_file, name)
    headers = {"cache-control": "no-cache", "etag": file.mark}
    if request.headers.get("if-none-match") == file.mark:
        return Response(status_code=304, headers=headers)
    packed = {"content-encoding": "gzip"} if file.is_packed else {}
    return Response(file.data, media_type=file.type, headers=headers | packed)


def _answer(data: Mapping[str, Any]) -> JSONResponse:
    return JSONResponse(data, headers=FRESH)


def _refused(error: TTPrintError) -> JSONResponse:
    status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
    return JSONResponse({"ok": False, "error": error_data(error)}, status, FRESH)
