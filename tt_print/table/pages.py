"""The files of the table's page: its own, those that it shares with the site, and pictures, which are drawn when first asked for."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from typing import NamedTuple

from tt_print.templates import templates_folder

OWN = ("index.html", "watch.js", "page.js", "engine.js", "store.js", "score.js", "seats.js", "table.css")
SHARED = (
    "dom.js",
    "cards.js",
    "camera.js",
    "photos.js",
    "fields.js",
    "judge.js",
    "rules.js",
    "begin.js",
    "entry.js",
    "night.js",
    "totals.js",
    "page.css",
)
FONTS = ("atkinson-400.ttf", "atkinson-700.ttf", "rubik-700.ttf")
TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "ttf": "font/ttf",
    "json": "application/json",
    "svg": "image/svg+xml",
}


class PageFile(NamedTuple):
    """`mark` changes with the content; `is_packed` says that `data` is gzipped."""

    data: bytes
    type: str
    mark: str
    is_packed: bool


def names() -> frozenset[str]:
    """All that a browser can get."""
    return frozenset({*OWN, *SHARED, *FONTS, *_DRAWN})


@cache
def page_file(name: str) -> PageFile:
    """One of `names`. A picture takes a second when it is first asked for."""
    folder = templates_folder()
    if name in _DRAWN:
        data = _DRAWN[name]()
    elif name in FONTS:
        data = (folder / "fonts" / name).read_bytes()
    else:
        data = (folder / ("table" if name in OWN else "site") / name).read_bytes()
    is_packed = name.endswith(".json")
    packed = gzip.compress(data, 6, mtime=0) if is_packed else data
    return PageFile(packed, TYPES[name.rpartition(".")[2]], f'"{sha256(data).hexdigest()[:20]}"', is_packed)


def _faces(ink: str) -> bytes:
    """Every card's picture as SVG, by its code."""
    from tt_print.core import Core, Environment
    from tt_print.deck import FULL, JOKERS

    core = Core(Environment(now=str, random_bytes=bytes))
    asked = {"ask": "faces", "cards": [str(card) for card in (*FULL, *JOKERS)], "ink": ink}
    return json.dumps(core.ask(asked).data["value"]["faces"], separators=(",", ":")).encode()


def _picture(name: str) -> bytes:
    from tt_print.render.svg import render_svg
    from tt_print.site.pictures import draw_mood, draw_small_icon

    return render_svg(draw_small_icon() if name == "icon.svg" else draw_mood(name)).encode()


_DRAWN: dict[str, Callable[[], bytes]] = {
    "faces.json": lambda: _faces("color"),
    "faces-low.json": lambda: _faces("low"),
    **{name: partial(_picture, name) for name in ("icon.svg", "idle.svg", "error.svg", "winner.svg")},
}
