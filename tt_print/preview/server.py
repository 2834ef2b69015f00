"""The preview for a browser on this machine: out of memory, at an address that only its user knows, until they close it."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tt_print.preview.files import Place, PreviewFile, places
from tt_print.preview.pictures import Painter
from tt_print.preview.web_page import DPIS, size_rules, web_page
from tt_print.preview.words import Asked
from tt_print.templates import template_text

LOOPBACK = "127.0.0.1"
BEAT_S = 0.5  # how often the line to an open page is tried
GRACE_S = 3.0  # a page that is loaded anew is away for less
POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_PICTURE = re.compile(r"picture/(\d{1,6})-(\d{1,4})")
Answer = tuple[str, bytes]


class Preview(ThreadingHTTPServer):
    """Serves on loopback at a free port, below a path that is a secret; ends by itself when the last page was closed."""

    daemon_threads = True

    def __init__(self, files: Sequence[PreviewFile], asked: Asked, details: Sequence[str], token: str) -> None:
        super().__init__((LOOPBACK, 0), _Handler)
        self.token = token
        self._places = places(files)
        self._painter = Painter()
        self._texts: dict[str, Answer] = {
            "": ("text/html; charset=utf-8", web_page(files, asked, details).encode()),
            "page.css": ("text/css; charset=utf-8", template_text("preview/page.css").encode()),
            "sizes.css": ("text/css; charset=utf-8", size_rules(files).encode()),
            "page.js": ("text/javascript; charset=utf-8", template_text("preview/page.js").encode()),
            "icon.svg": ("image/svg+xml", template_text("preview/icon.svg").encode()),
        }
        self._lock = threading.Lock()
        self._open_pages = 0
        self._last_left: float | None = None
        self.ending = False

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.server_port}/{self.token}/"

    def answer(self, name: str) -> Answer | None:
        """Type and content of what lies below the secret path; None for what is not there."""
        if found := self._texts.get(name):
            return found
        wanted = _PICTURE.fullmatch(name)
        if wanted is None or int(wanted[1]) >= len(self._places) or int(wanted[2]) not in DPIS.values():
            return None
        return self._picture(self._places[int(wanted[1])], int(wanted[2]))

    def _picture(self, place: Place, dpi: int) -> Answer:
        """Pictures as they would be written, pages of a PDF drawn."""
        if place.file.kind == "png":
            return "image/png", place.file.data
        if place.file.kind == "svg":
            return "image/svg+xml", place.file.data
        from tt_print.render.png import quick_png

        page = place.page
        return "image/png", quick_png(
            self._painter.draw(place, round(page.width_mm / 25.4 * dpi), round(page.height_mm / 25.4 * dpi))
        )

    def come(self) -> None:
        with self._lock:
            self._open_pages += 1
            self._last_left = None

    def leave(self) -> None:
        with self._lock:
            self._open_pages -= 1
            if not self._open_pages:
                self._last_left = time.monotonic()

    def service_actions(self) -> None:
        """Asked again and again while it serves."""
        with self._lock:
            left = self._last_left
        if left is not None and time.monotonic() - left > GRACE_S and not self.ending:
            self.ending = True
            threading.Thread(target=self.shutdown, daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that hangs up is no event."""

    def server_close(self) -> None:
        super().server_close()
        self._painter.__exit__(None, None, None)


class _Handler(BaseHTTPRequestHandler):
    server: Preview
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "tt-print", ""

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        own = self.headers.get("Host", "") == f"{LOOPBACK}:{self.server.server_port}"  # no other name leads here
        path = self.path.partition("?")[0].removeprefix("/")
        token, _, name = path.partition("/")
        if not own or token != self.server.token or not path.startswith(f"{token}/"):
            self._send(404, "text/plain", b"There is nothing here.\n")
        elif name == "alive":
            self._stay()
        elif found := self.server.answer(name):
            self._send(200, *found)
        else:
            self._send(404, "text/plain", b"There is nothing here.\n")

    def _send(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stay(self) -> None:
        """A line that stays open as long as the page (WHATWG HTML, 9.2 Server-sent events)."""
        self.close_connection = True
        self.server.come()
        try:
            self.send_response(200)
            for name, value in HEADERS.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(b"retry: 500\n\n")
                while not self.server.ending:
                    self.wfile.write(b":\n\n")
                    time.sleep(BEAT_S)
        finally:
            self.server.leave()
