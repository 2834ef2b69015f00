"""The site's page as the live table serves it: the same files, with the host's computer as its engine."""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import sha256
from typing import NamedTuple

from tt_print.site.build import MODULES, fill_page, made, page_makers

OWN = ("watch.js", "host-engine.js", "table.js")
OF_SITES = ("worker-engine.js", "site.js")
TYPES = {
    "html": "text/html", "js": "text/javascript", "css": "text/css", "ttf": "font/ttf", "json": "application/json", "svg": "image/svg+xml",
}  # fmt: skip
FACES = "py/faces.json"


class LiveFile(NamedTuple):
    """`mark` changes with the content; `is_packed` says that `data` is gzipped."""

    data: bytes
    type: str
    mark: str
    is_packed: bool


@cache
def live_names() -> frozenset[str]:
    """All that a browser can get."""
    return frozenset({"index.html", *page_makers(), *OWN, *MODULES} - {*OF_SITES})


@cache
def live_file(name: str) -> LiveFile:
    """One of `live_names`. Pictures of cards take a second when they are first asked for."""
    is_page, is_packed = name == "index.html", name == FACES
    data = fill_page("table", {"icon": "icon.svg"}).encode() if is_page else made(name)[name]
    packed = gzip.compress(data, 6, mtime=0) if is_packed else data
    return LiveFile(packed, TYPES[name.rpartition(".")[2]], f'"{sha256(data).hexdigest()[:20]}"', is_packed)
