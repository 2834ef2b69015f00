"""The preview as a page for a browser on this machine: from memory, at an address that cannot be guessed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import groupby
from math import inf
from secrets import token_urlsafe
from string import Template
from threading import Lock
from typing import Any

from tt_print.preview.files import Page, PreviewFile
from tt_print.preview.listing import file_line, page_line, size_words, total_line
from tt_print.templates import template_text

LOOPBACK = "127.0.0.1"
CSS_PX_PER_MM = 96 / 25.4
DOTS_PER_PX = 2  # pages are drawn for screens that have two dots for a CSS pixel
BEAT_S = 0.5  # how often an open page is tried
GRACE_S = 3.0  # a page that is reloaded is away for less
WAIT_S = 600.0  # how long a browser has to open the page; one without scripts shows it for that long
PICTURE_TYPES = {"pdf": "image/png", "png": "image/png", "svg": "image/svg+xml"}
POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def web_page(files: Sequence[PreviewFile], command: str, details: str, nonce: str) -> str:
    """The HTML; `details` is what the command says. Page 2 of the first file is the picture `0-2`."""
    return Template(template_text("preview/page.html")).substitute(
        command=escape(command),
        total=escape(total_line(files)),
        details=escape(details),
        files="\n".join(_section(number, files) for number in range(len(files))),
        nonce=nonce,
    )


def _section(number: int, files: Sequence[PreviewFile]) -> str:
    """A file: its name, and its pages, each front beside its back. Backs in a file of their own are with their fronts."""
    file = files[number]
    name, _, facts = file_line(file).partition("   ")
    sides = [] if file.fronts else [
        (index, page) for index, other in enumerate(files) if file.name in (other.name, other.fronts) for page in other.pages
    ]  # fmt: skip
    sides.sort(key=_sheet)
    sheets = ["".join(_figure(*side) for side in both) for _, both in groupby(sides, _sheet)]
    figures = "\n".join(f'<div class="sheet">{sheet}</div>' for sheet in sheets)
    return (
        f'<section class="{file.kind}"><h2 id="file-{number}">{escape(name)}</h2><p>{escape(facts)}</p>\n'
        f'<div class="pages" tabindex="0" role="region" aria-labelledby="file-{number}">\n{figures}\n</div></section>'
    )


def _sheet(side: tuple[int, Page]) -> int:
    _, page = side
    return page.sheet or page.page


def _figure(number: int, page: Page) -> str:
    """A page at its size on paper."""
    width, height = _css_px(page)
    label = escape(page_line(page))
    return (
        f'<figure><figcaption>{label}</figcaption><img src="{number}-{page.page}" width="{width}" height="{height}" '
        f'loading="lazy" alt="{label}, {escape(size_words(page))}"></figure>'
    )


def _css_px(page: Page) -> tuple[int, int]:
    """Width and height of a page in CSS pixels, of which a browser shows 96 to the inch."""
    return max(1, round(page.width_mm * CSS_PX_PER_MM)), max(1, round(page.height_mm * CSS_PX_PER_MM))


class PreviewServer(ThreadingHTTPServer):
    """Serves the pages on loopback at a free port, below a secret path."""

    daemon_threads = True
    timeout = BEAT_S

    def __init__(self, files: Sequence[PreviewFile], command: str, details: str) -> None:
        super().__init__((LOOPBACK, 0), _Handler)
        self.secret = token_urlsafe(16)
        self.page = web_page(files, command, details, self.secret).encode()
        self.was_opened = False
        self.until = time.monotonic() + WAIT_S
        self._pictures = {
            f"{number}-{page.page}": (file, page) for number, file in enumerate(files) for page in file.pages
        }
        self._drawing = Lock()  # pdfium works for one thread at a time
        self._counting = Lock()
        self._open_pages = 0

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.server_port}/{self.secret}/"

    def serve(self) -> bool:
        """Answers until the page is closed, at first for `WAIT_S`. Returns whether a browser opened it."""
        while time.monotonic() < self.until:
            self.handle_request()
        return self.was_opened

    def picture(self, name: str) -> tuple[str, bytes] | None:
        """Type and content: a page of a PDF drawn, any picture as it would be written. None if there is no such page."""
        from tt_print.render.pixels import encode_png, open_pages

        if name not in self._pictures:
            return None
        file, page = self._pictures[name]
        if file.kind != "pdf":
            return PICTURE_TYPES[file.kind], file.data
        width, height = _css_px(page)
        with self._drawing, open_pages(file.data) as pages:
            pixels = pages.page_pixels(page.page - 1, DOTS_PER_PX * width, DOTS_PER_PX * height)
        return PICTURE_TYPES[file.kind], encode_png(pixels, 96 * DOTS_PER_PX)

    @contextmanager
    def open_page(self) -> Iterator[None]:
        """While a page is open in a browser, serving has no end."""
        with self._counting:
            self._open_pages += 1
            self.until = inf
        try:
            yield
        finally:
            with self._counting:
                self._open_pages -= 1
                if not self._open_pages:
                    self.until = time.monotonic() + GRACE_S

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: a browser may hang up at any time."""

    def server_close(self) -> None:
        super().server_close()
        self._drawing.acquire()  # and never released: pdfium must not draw while Python ends


class _Handler(BaseHTTPRequestHandler):
    server: PreviewServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "tt_print", ""

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        server = self.server
        is_own_host = self.headers.get("Host") == f"{LOOPBACK}:{server.server_port}"  # no other name leads here
        root = f"/{server.secret}/"
        name = self.path.removeprefix(root)
        if not is_own_host or not self.path.startswith(root):
            self._send(404, "text/plain", b"There is nothing here.\n")
        elif not name:
            server.was_opened = True
            self._send(200, "text/html; charset=utf-8", server.page)
        elif name == "open":
            self._stay()
        elif found := server.picture(name):
            self._send(200, *found)
        else:
            self._send(404, "text/plain", b"There is nothing here.\n")

    def _send(self, status: int, kind: str, data: bytes) -> None:
        self._start(status, kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _start(self, status: int, kind: str) -> None:
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Security-Policy", POLICY.format(nonce=self.server.secret))
        self.send_header("Content-Type", kind)

    def _stay(self) -> None:
        """Server-sent events (WHATWG HTML, 9.2) for as long as the page is open; each is an empty one."""
        self.close_connection = True
        with self.server.open_page(), suppress(OSError):
            self._start(200, "text/event-stream")
            self.end_headers()
            self.wfile.write(b"retry: 500\n\n")
            while True:
                self.wfile.write(b":\n\n")
                time.sleep(BEAT_S)
