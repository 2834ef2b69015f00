"""Files that a command would write, page by page: how large, on which side of which sheet, and what is on them.

Everything is read from the files themselves: sides from how a PDF asks to be printed, names of pages from its bookmarks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from html import unescape
from pathlib import PurePath
from typing import Literal, NamedTuple

Kind = Literal["pdf", "png", "svg", "other"]
Flip = Literal["long", "short"]
Side = Literal["front", "back"]

SCREEN_DPI = 96  # what a picture without a density has in a browser
_PAGE_NUMBER = re.compile(r"^Page \d+: ")
_SVG_TAG = re.compile(r"<svg\b[^>]*>")
_SVG_LENGTH = re.compile(r'\s(width|height)="([\d.]+)mm"')
_SVG_TITLE = re.compile(r"<title[^>]*>([^<]*)</title>")
_BACKS = re.compile(r"-backs(-reversed)?\.pdf$")


class Page(NamedTuple):
    """A page of a file, or a picture; its fields are those of `docs/schemas/preview.json`. `page` counts from 1."""

    page: int
    width_mm: float
    height_mm: float
    shows: str = ""
    sheet: int | None = None
    side: Side | None = None


class PreviewFile(NamedTuple):
    """A file and its pages; a file of kind `other` has none. `flip` is the edge over which its sheets turn.

    `sheets` is how many sheets of paper it takes, None if it is not for the user's own printer. Backs that are printed on the
    sheets of another file, `fronts`, take none.
    """

    name: str
    data: bytes
    kind: Kind
    pages: tuple[Page, ...] = ()
    flip: Flip | None = None
    sheets: int | None = None
    fronts: str | None = None


def read_files(files: Mapping[str, bytes]) -> list[PreviewFile]:
    """Files by name, in their order. PDFs are opened, and no page is drawn."""
    return [_read(name, data, files.keys()) for name, data in files.items()]


def _read(name: str, data: bytes, names: Set[str]) -> PreviewFile:
    match PurePath(name).suffix.lower():
        case ".pdf":
            return _read_pdf(name, data, names)
        case ".png":
            return _read_png(name, data)
        case ".svg":
            return _read_svg(name, data)
    return PreviewFile(name, data, "other")


def _read_pdf(name: str, data: bytes, names: Set[str]) -> PreviewFile:
    from tt_print.render.pixels import read_facts

    facts = read_facts(data)
    flip: Flip | None = facts.sides if facts.sides in ("long", "short") else None
    pages = []
    for index, (width, height) in enumerate(facts.sizes_points):
        page = Page(index + 1, _mm(width), _mm(height), _PAGE_NUMBER.sub("", facts.bookmarks.get(index, "")))
        if flip:
            page = page._replace(sheet=index // 2 + 1, side="back" if index % 2 else "front")
        elif facts.sides:
            page = page._replace(sheet=index + 1)
        pages.append(page)
    file = PreviewFile(name, data, "pdf", tuple(pages), flip, pages[-1].sheet)
    return _on_shared_sheets(file, names, "short" if "short edge" in facts.subject else "long")


def _mm(points: float) -> float:
    return round(points * 25.4 / 72, 1)


def _on_shared_sheets(file: PreviewFile, names: Set[str], flip: Flip) -> PreviewFile:
    """The file with the sides of its pages if fronts and backs are two files, which are printed on the same sheets."""
    if found := _BACKS.search(file.name):
        fronts = f"{file.name[: found.start()]}-fronts.pdf"
        if fronts not in names:
            return file
        pages = [page._replace(side="back", sheet=page.page) for page in file.pages]
        if found[1]:
            pages = [page._replace(sheet=len(pages) + 1 - page.page) for page in pages]
        return file._replace(pages=tuple(pages), flip=flip, sheets=0, fronts=fronts)
    stem = file.name.removesuffix("-fronts.pdf")
    if names & {f"{stem}-backs.pdf", f"{stem}-backs-reversed.pdf"}:
        return file._replace(pages=tuple(page._replace(side="front") for page in file.pages), flip=flip)
    return file


def _read_png(name: str, data: bytes) -> PreviewFile:
    from tt_print.render.png import picture_mm

    width, height = (round(side, 1) for side in picture_mm(data, SCREEN_DPI))
    return PreviewFile(name, data, "png", (Page(1, width, height, PurePath(name).stem),))


def _read_svg(name: str, data: bytes) -> PreviewFile:
    """A drawing in millimeters, as ours are; one in another unit has no pages."""
    text = data[:4000].decode("utf-8", errors="ignore")
    tag, title = _SVG_TAG.search(text), _SVG_TITLE.search(text)
    lengths = dict(_SVG_LENGTH.findall(tag[0])) if tag else {}
    if {"width", "height"} - set(lengths):
        return PreviewFile(name, data, "other")
    page = Page(1, float(lengths["width"]), float(lengths["height"]), unescape(title[1]) if title else "")
    return PreviewFile(name, data, "svg", (page,))
