"""Before any route: a request that is too long, by another name than this server's, or from another site's page, gets no further.

It knows the protocol of the server (ASGI) and nothing of cards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.responses import PlainTextResponse

MAX_BODY = 16_384
PHOTO_PATH, PHOTO_KIND, MAX_PHOTO = "/api/scan", b"image/jpeg", 4_000_000  # a page sends photos of 2,400 pixels
BODY_WAIT_S = 10.0
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

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Refusal(PlainTextResponse):
    def __init__(self, status: int, text: str) -> None:
        super().__init__(text, status, {"cache-control": "no-store", "connection": "close"})


OTHER_NAME = Refusal(421, "Open the address on the host's screen.")
OTHER_SITE = Refusal(403, "Only the table's own page may ask for this.")
NO_JSON = Refusal(415, "This takes JSON only.")
TOO_LONG = Refusal(413, "That is longer than anything that this table is asked.")
CUT_OFF = Refusal(400, "The request ended too early.")


class Guard:
    def __init__(self, app: App) -> None:
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

        headers = dict(reversed(scope["headers"]))  # the first of each name
        body: bytes | Refusal | None = _refusal(scope, headers)
        if body is None and scope["method"] not in ("GET", "HEAD"):
            body = await _read_body(receive, headers, MAX_PHOTO if scope["path"] == PHOTO_PATH else MAX_BODY)
        if isinstance(body, Refusal):
            return await body(scope, receive, send_safely)
        waiting: list[Message] = [] if body is None else [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_body() -> Message:
            return waiting.pop() if waiting else await receive()

        return await self._app(scope, receive_body, send_safely)


def _refusal(scope: Scope, headers: dict[bytes, bytes]) -> Refusal | None:
    host = headers.get(b"host", b"").decode("latin-1").lower()
    if host not in own_names(scope) or sum(name == b"host" for name, _ in scope["headers"]) != 1:
        return OTHER_NAME
    if scope["method"] in ("GET", "HEAD"):
        return None
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    if origin != f"http://{host}" or headers.get(b"sec-fetch-site", b"same-origin") != b"same-origin":
        return OTHER_SITE
    kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
    wanted = PHOTO_KIND if scope["path"] == PHOTO_PATH else b"application/json"
    return None if kind == wanted else NO_JSON


def own_names(scope: Scope) -> set[str]:
    """What this server is called by anyone who reached it: the number of the very socket, which no other site's name can be, and on this machine
    `localhost`. So a name that somebody points at this address (DNS rebinding) is refused, and a new address after a change of the
    network is not."""
    address, port = scope["server"]
    names = {f"{address}:{port}"} | ({f"localhost:{port}"} if address == LOOPBACK else set())
    return names | ({name.removesuffix(":80") for name in names} if port == 80 else set())


async def _read_body(receive: Receive, headers: dict[bytes, bytes], most: int) -> bytes | Refusal:
    stated = headers.get(b"content-length", b"0")
    if not stated.isdigit() or len(stated) > 9 or int(stated) > most:
        return TOO_LONG
    body, has_more = b"", True
    try:
        async with asyncio.timeout(BODY_WAIT_S):
            while has_more:
                message = await receive()
                if message["type"] != "http.request":
                    return CUT_OFF
                body, has_more = body + message.get("body", b""), message.get("more_body", False)
                if len(body) > most:
                    return TOO_LONG
    except TimeoutError:
        return CUT_OFF
    return body
