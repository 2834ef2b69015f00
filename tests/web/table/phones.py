"""A table in this process, and phones that ask it as a browser would, or as no browser ever would. No socket, no network."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.core.calls import counted_bytes
from tt_print.web.access import GUEST, Access, fresh_keys
from tt_print.web.app import LiveTable
from tt_print.web.questions import TableCore
from tt_print.web.serve import Guard

HOST, PORT = "127.0.0.1", 8765
ORIGIN = f"http://{HOST}:{PORT}"
WAIT_S = 30


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Stream:
    """What a phone has heard so far."""

    phone: Any = None
    texts: list[str] = field(default_factory=list)
    heard: threading.Condition = field(default_factory=threading.Condition)
    status: int = 0
    is_over: bool = False
    left: Any = None

    def add(self, text: str) -> None:
        with self.heard:
            self.texts.append(text)
            self.heard.notify_all()

    def news(self) -> int:
        """How often it was said that there is something new."""
        return sum(text.startswith("id:") for text in self.texts)

    def wait(self, wanted: Any) -> Any:
        """What the phone reads, as soon as it was said that there is something new and it is as wanted."""
        seen, state = 0, None
        while True:
            with self.heard:
                assert self.heard.wait_for(lambda seen=seen: self.news() > seen, WAIT_S), state
                seen = self.news()
            state = self.phone.get("/api/state").json
            if wanted(state):
                return state

    def wait_over(self) -> None:
        with self.heard:
            assert self.heard.wait_for(lambda: self.is_over, WAIT_S)


class Running:
    """A table whose loop runs in a thread of its own."""

    def __init__(self, table: LiveTable, access: Access) -> None:
        self.table, self.access, self.app = table, access, Guard(table.app)
        self.kept, self.ends = 0, 0
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._lifespan: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def start(self) -> None:
        self._thread.start()
        self.ready = threading.Event()
        self.call(self._begin())

    async def _begin(self) -> None:
        started = asyncio.Event()

        async def send(message: Any) -> None:
            started.set()

        self._task = asyncio.create_task(
            self.app({"type": "lifespan", "asgi": {}, "state": {}}, self._lifespan.get, send)
        )
        await self._lifespan.put({"type": "lifespan.startup"})
        await started.wait()

    def stop(self) -> None:
        async def end() -> None:
            self.table.close()
            await self._lifespan.put({"type": "lifespan.shutdown"})
            await self._task
            others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            await asyncio.wait(others, timeout=2) if others else None

        self.call(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(WAIT_S)
        self.loop.close()

    def call(self, doing: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(doing, self.loop).result(WAIT_S)

    def send(self, scope: dict[str, Any], body: list[bytes], stream: Stream | None = None) -> Answer:
        """One request as the server hands it on; with a stream it goes on until the phone leaves."""
        if stream is None:
            return self.call(self._exchange(scope, body, Stream(left=None)))
        asyncio.run_coroutine_threadsafe(self._exchange(scope, body, stream), self.loop)
        with stream.heard:
            assert stream.heard.wait_for(lambda: stream.status or stream.is_over, WAIT_S)
        return Answer(stream.status, {}, b"")

    async def _exchange(self, scope: dict[str, Any], body: list[bytes], stream: Stream) -> Answer:
        answer = Answer(0, {}, b"")
        waiting = [
            {"type": "http.request", "body": each, "more_body": n + 1 < len(body)} for n, each in enumerate(body)
        ]
        stream.left = left = asyncio.Event()

        async def receive() -> Any:
            if waiting:
                return waiting.pop(0)
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.status = stream.status = message["status"]
                answer.headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
            else:
                answer.body += message.get("body", b"")
                stream.add(message.get("body", b"").decode(errors="replace"))

        try:
            await self.app(scope, receive, send)
        finally:
            with stream.heard:
                stream.is_over = True
                stream.heard.notify_all()
        return answer


phones = count(1)


@dataclass
class Phone:
    """A browser with its cookies, whose player is the one of `name`. `address` is what the server sees of it."""

    running: Running
    address: str = ""
    cookie: str = ""
    name: str = ""

    def __post_init__(self) -> None:
        number = next(phones)
        self.address = self.address or f"10.0.{number // 250}.{number % 250 + 1}"

    def scope(self, method: str, path: str, headers: dict[str, str | None], server: str = HOST) -> dict[str, Any]:
        known: dict[str, str | None] = {"host": f"{server}:{PORT}"}
        if method == "POST":
            known |= {"origin": f"http://{server}:{PORT}", "content-type": "application/json"}
        if self.cookie:
            known["cookie"] = f"tt-{PORT}={self.cookie}; tt-{PORT}-player={quote(self.name)}"
        sent = {name: value for name, value in (known | headers).items() if value is not None}
        raw, _, query = path.partition("?")
        return {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": raw, "raw_path": raw.encode(), "query_string": query.encode(), "root_path": "", "client": (self.address, 50000),
            "server": (server, PORT), "headers": [(name.encode(), value.encode("latin-1")) for name, value in sent.items()],
        }  # fmt: skip

    def get(self, path: str, server: str = HOST, **headers: str | None) -> Answer:
        return self.running.send(self.scope("GET", path, _named(headers), server), [])

    def post(self, path: str, data: Any, server: str = HOST, **headers: str | None) -> Answer:
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        length = {"content-length": str(len(body))}
        answer = self.running.send(self.scope("POST", path, length | _named(headers), server), [body])
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition(";")[0].partition("=")[2]
        return answer

    def ask(self, name: str, **fields: Any) -> Any:
        """What the page asks of the core; gives all of the answer."""
        return self.post("/api/ask", {"ask": name, **fields}).json

    def listen(self) -> Stream:
        stream = Stream(self)
        self.running.send(self.scope("GET", "/api/events", {}), [], stream)
        return stream


def _named(headers: dict[str, str | None]) -> dict[str, str | None]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


@contextmanager
def open_table(book: Path, access: Access | None = None, now: Callable[[], str] | None = None) -> Iterator[Running]:
    """A table on a file of nights, on which an hour passes between two entries. Every run has the same secrets, which no test guesses."""
    hours, random_bytes = count(), counted_bytes()
    access = access or Access(fresh_keys(random_bytes, 0), random_bytes)
    kept: list[Running] = []

    def keep() -> None:
        kept[0].kept += 1

    def ended() -> None:
        kept[0].ends += 1

    def later() -> str:
        hour = next(hours)
        return f"2026-11-{1 + hour // 24 % 28:02}T{hour % 24:02}:00:00+01:00"

    desk = TableCore(book, now or later, random_bytes)
    table = LiveTable(desk, access, f"tt-{PORT}", (f"http://10.0.0.1:{PORT}/",), keep, ended)
    running = Running(table, access)
    kept.append(running)
    running.start()
    try:
        yield running
    finally:
        running.stop()


def come_in(running: Running, role: str = GUEST, **settings: Any) -> Phone:
    """A phone that has scanned the code of this role; the host's page, which has its own."""
    phone = Phone(running, **settings)
    assert phone.post("/api/join", {"invitation": running.access.keys.invitation(role)}).status == 200
    return phone
