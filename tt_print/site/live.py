"""The site's page as the live table serves it: the same files, with the host's computer as its engine."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from typing import NamedTuple

from tt_print.site.build import (
    FONTS,
    MODULES,
    drawings,
    faces,
    fill_page,
    font,
    games,
    more_pictures,
    page_file,
    picture,
)

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
def live_files() -> dict[str, Callable[[], bytes]]:
    """All that a browser can get, by its name."""
    return {
        **{name: partial(page_file, name) for name in {"page.css", *OWN, *MODULES} - {*OF_SITES}},
        **{name: partial(font, name) for name in FONTS},
        **{name: partial(picture, name) for name in drawings()},
        "index.html": lambda: fill_page("table", {"icon": "icon.svg"}).encode(),
        FACES: faces,
        "py/games.json": games,
        "py/pictures.json": more_pictures,
    }


@cache
def live_file(name: str) -> LiveFile:
    """One of `live_files`. Pictures of cards take a second when they are first asked for."""
    data, is_packed = live_files()[name](), name == FACES
    packed = gzip.compress(data, 6, mtime=0) if is_packed else data
    return LiveFile(packed, TYPES[name.rpartition(".")[2]], f'"{sha256(data).hexdigest()[:20]}"', is_packed)
