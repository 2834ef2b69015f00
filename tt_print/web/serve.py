"""The table's server: one process, one socket, what it is called in the network, and which requests get through.

A request that is too long, by another name than this server's, or from another site's page, gets no further.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import uvicorn
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tt_print.web.access import WRITER, Access, Evening, evening_path, fresh_keys, keep_evening
from tt_print.web.app import LiveTable
from tt_print.web.questions import TableCore

EVERYWHERE = "0.0.0.0"
SOMEWHERE = ("192.0.2.1", 9)  # reserved for examples (RFC 5737); nothing is ever sent there
MAX_PORT = 65_535
MAX_BODY = 16_384
PHOTO_PATH, MAX_PHOTO = "/api/scan", 4_000_000  # a page sends photos of 2,400 pixels
BODY_WAIT_S = 10.0
SAME = "same-origin"
LOOPBACK = "127.0.0.1"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Refusal(PlainTextResponse):
    def __init__(self, status: int, text: str) -> None:
        super().__init__(text, status, {"cache-control": "no-store", "connection": "close"})


OTHER_NAME = Refusal(421, "Open the address on the host's screen.")
OTHER_SITE = Refusal(403, "Only the table's own page may ask for this.")
NO_JSON = Refusal(415, "This takes JSON only.")
TOO_LONG = Refusal(413, "That is longer than anything that this table is asked.")
CUT_OFF = Refusal(400, "The request ended too early.")


class Guard:
    """Before any route. It knows the protocol of the server (ASGI) and nothing of cards."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        if scope["type"] != "http":
            return None

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        request = Request(scope, receive)
        body: bytes | Refusal | None = _refusal(request)
        if body is None and request.method not in ("GET", "HEAD"):
            body = await _read_body(request)
        if isinstance(body, Refusal):
            return await body(scope, receive, send_safely)
        waiting: list[Message] = [] if body is None else [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_body() -> Message:
            return waiting.pop() if waiting else await receive()

        return await self._app(scope, receive_body, send_safely)


def _is_photo(request: Request) -> bool:
    return bool(request.scope["path"] == PHOTO_PATH)


def _refusal(request: Request) -> Refusal | None:
    headers = request.headers
    host = headers.get("host", "").lower()
    if host not in own_names(request.scope) or len(headers.getlist("host")) != 1:
        return OTHER_NAME
    if request.method in ("GET", "HEAD"):
        return None
    if headers.get("origin", "").lower() != f"http://{host}" or headers.get("sec-fetch-site", SAME) != SAME:
        return OTHER_SITE
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    return None if kind == ("image/jpeg" if _is_photo(request) else "application/json") else NO_JSON


def own_names(scope: Scope) -> set[str]:
    """What this server is called by anyone who reached it: the number of the very socket, which no other site's name can be, and on this machine
    `localhost`. So a name that somebody points at this address (DNS rebinding) is refused, and a new address after a change of the
    network is not."""
    address, port = scope["server"]
    names = {f"{address}:{port}"} | ({f"localhost:{port}"} if address == LOOPBACK else set())
    return names | ({name.removesuffix(":80") for name in names} if port == 80 else set())


async def _read_body(request: Request) -> bytes | Refusal:
    """The body, read no further than it may be long, whatever length was stated."""
    most = MAX_PHOTO if _is_photo(request) else MAX_BODY
    body = b""
    try:
        async with asyncio.timeout(BODY_WAIT_S):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    return TOO_LONG
    except (TimeoutError, ClientDisconnect):
        return CUT_OFF
    return body


def open_socket(lan: bool, port: int, wished: int = 0) -> socket.socket:
    """Listens at `port`; without one at the `wished` one where that is free, or at any. Raises OSError."""
    if wished and not port:
        with suppress(OSError):
            return open_socket(lan, wished)
    if not 0 <= port <= MAX_PORT:
        raise OSError(f"ports go from 1 to {MAX_PORT}")
    listener = socket.create_server((EVERYWHERE if lan else LOOPBACK, port))
    # asyncio sets it on sockets of its own only; without it each answer waits 40 ms
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def lan_addresses() -> list[str]:
    """What this machine is called in its networks, the way out first; nothing is sent to find it."""
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(SOMEWHERE)
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [each for each in dict.fromkeys(found) if not each.startswith(("127.", "0."))]


class _Server(uvicorn.Server):
    """Tells open streams to end before it does: otherwise it would wait for them."""

    def __init__(self, config: uvicorn.Config, table: LiveTable) -> None:
        super().__init__(config)
        self._table = table

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._table.close()
        super().handle_exit(sig, frame)


class OpenTable:
    """A table that is open: `host` is the address of the host's page, `guests` are those to enter hands, None if no phone shall reach it.

    The `evening` that goes on is remembered, and forgotten when the host ends it.
    """

    def __init__(
        self, desk: TableCore, listener: socket.socket, lan: bool, evening: Evening | None, now_s: float, random_bytes: Callable[[int], bytes]
    ) -> None:  # fmt: skip
        self._kept, self.listener = evening_path(desk.book), listener
        self._port: int = listener.getsockname()[1]
        evening = evening or Evening(fresh_keys(random_bytes, now_s), self._port)
        self._access = Access(evening.keys, random_bytes, evening.host_only)
        own = f"http://{LOOPBACK}:{self._port}/"
        others = tuple(f"http://{address}:{self._port}/" for address in lan_addresses()) if lan else ()
        cookie = f"tt-{self._port}"  # browsers do not tell ports apart
        table = LiveTable(desk, self._access, cookie, others or (own,), self._keep, self._end)
        # without a log: an address in one would be an invitation
        config = uvicorn.Config(
            Guard(table.app), http="h11", ws="none", loop="asyncio", log_config=None, log_level="critical", access_log=False,
            server_header=False, timeout_graceful_shutdown=2, lifespan="on",
        )  # fmt: skip
        self._server = _Server(config, table)
        self._keep()
        enter = evening.keys.invitation(WRITER)
        self.host, self.guest = f"{own}#{evening.keys.host}", f"{own}#{enter}"
        self.guests = tuple(f"{each}#{enter}" for each in others) if lan else None

    def _keep(self) -> None:
        with suppress(OSError):  # a full disk: then phones have to scan again after a new start
            keep_evening(self._kept, Evening(self._access.keys, self._port, self._access.host_only))

    def _end(self) -> None:
        with suppress(OSError):
            self._kept.unlink(missing_ok=True)
        # after the answer to the request for that
        asyncio.get_running_loop().call_later(0.3, setattr, self._server, "should_exit", True)

    def serve(self) -> None:
        """Until somebody stops it."""
        self._server.run([self.listener])
