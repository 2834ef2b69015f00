"""The site on this machine alone, to look at it."""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

LOOPBACK = "127.0.0.1"
TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json",
         ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml", ".pdf": "application/pdf"}  # fmt: skip


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # what is built anew is shown anew
        super().end_headers()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that closes a page before it has every file is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def site_server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server of the folder on loopback; port 0 takes a free one. Raises OSError where the port is taken."""
    return _Server((LOOPBACK, port), partial(_Handler, directory=str(folder)))


def address_of(server: ThreadingHTTPServer) -> str:
    return f"http://{LOOPBACK}:{server.server_port}/"
