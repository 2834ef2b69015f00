"""The site's page as the live table serves it: the same files, with the host's computer as its engine."""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import sha256

from tt_print.site.build import MODULES, fill_page, made, page_makers

OWN = ("watch.js", "host-engine.js", "table.js")
OF_SITES = ("worker-engine.js", "site.js")
TYPES = {
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "ttf": "font/ttf", "json": "application/json", "svg": "image/svg+xml",
}  # fmt: skip
FACES = "py/faces.json"


@cache
def live_names() -> frozenset[str]:
    """All that a browser can get."""
    return frozenset({"index.html", *page_makers(), *OWN, *MODULES} - {*OF_SITES})


@cache
def live_file(name: str) -> tuple[bytes, dict[str, str]]:
    """One of `live_names` with its headers; the etag changes with the content. Pictures of cards take a second when they are first asked for."""
    data = fill_page("table", {"icon": "icon.svg"}).encode() if name == "index.html" else made(name)[name]
    mark = sha256(data).hexdigest()[:20]
    headers = {"content-type": TYPES[name.rpartition(".")[2]], "cache-control": "no-cache", "etag": f'"{mark}"'}
    if name != FACES:
        return data, headers
    return gzip.compress(data, 6, mtime=0), headers | {"content-encoding": "gzip"}
