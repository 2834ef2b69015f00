"""Files that a verb would write, page by page: how large, on which side of which sheet, and what is on them.

Everything is read out of the files themselves: sides from the way in which a PDF asks to be printed, words from its bookmarks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import replace
from html import unescape
from pathlib import PurePath
from typing import Literal

from tt_print.records import dataclass

Kind = Literal["pdf", "png", "svg", "other"]
Flip = Literal["", "long", "short"]
Side = Literal["", "front", "back"]

MM_PER_POINT = 25.4 / 72
SCREEN_DPI = 96  # what a picture without a density has in a browser
_EDGE = re.compile(r"\b(long|short) edge")
_PAGE_NUMBER = re.compile(r"^Page \d+: ")
_SVG_TAG = re.compile(r"<svg\b[^>]*>")
_SVG_LENGTH = re.compile(r'\s(width|height)="([\d.]+)mm"')
_SVG_TITLE = re.compile(r"<title[^>]*>([^<]*)</title>")
_BACKS = re.compile(r"-backs(-reversed)?\.pdf$")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a file, or a picture. `number` counts from 1 in its file.

    `sheet` is the sheet of paper it comes to lie on, from 1 in its file, 0 where the file is not for one's own printer.
    """

    number: int
    width_mm: float
    height_mm: float
    title: str = ""
    sheet: int = 0
    side: Side = ""


@dataclass(frozen=True, slots=True)
class PreviewFile:
    """A file and its pages, none where it is nothing to look at. `flip` is the edge over which its sheets turn.

    `sheets` is how many sheets of paper it takes, None where it is not for one's own printer; backs that are printed onto the
    sheets of another file, `fronts`, take none of their own.
    """

    name: str
    data: bytes
    kind: Kind
    pages: tuple[Page, ...] = ()
    flip: Flip = ""
    sheets: int | None = None
    advice: str = ""
    fronts: str = ""

    @property
    def sizes_mm(self) -> list[tuple[float, float]]:
        """Each size of its pages once, in their order."""
        return list(dict.fromkeys((page.width_mm, page.height_mm) for page in self.pages))


@dataclass(frozen=True, slots=True)
class Place:
    """A page among all that are shown; `index` counts from 0, `other` is that of the page on the other side of its sheet."""

    index: int
    file: PreviewFile
    page: Page
    other: int | None = None


def read_files(files: Mapping[str, bytes]) -> list[PreviewFile]:
    """Files by name, in their order. PDFs are opened, none of their pages is drawn."""
    found = [READERS.get(PurePath(name).suffix.lower(), _read_other)(name, data) for name, data in files.items()]
    names = {file.name for file in found}
    return [_with_fronts(file, names) for file in found]


def places(files: Iterable[PreviewFile]) -> list[Place]:
    """Every page in its order, each with the other side of its sheet."""
    all_files = list(files)
    at = [(file, page) for file in all_files for page in file.pages]
    on_sheet = {(file.fronts or file.name, page.sheet, page.side): index for index, (file, page) in enumerate(at)}
    other: dict[Side, Side] = {"front": "back", "back": "front"}
    return [
        Place(
            index, file, page,
            on_sheet.get((file.fronts or file.name, page.sheet, other[page.side])) if page.side else None,
        )
        for index, (file, page) in enumerate(at)
    ]  # fmt: skip


def total_sheets(files: Iterable[PreviewFile]) -> int:
    return sum(file.sheets or 0 for file in files)


def _read_pdf(name: str, data: bytes) -> PreviewFile:
    from tt_print.render.pixels import read_facts

    facts = read_facts(data)
    flip: Flip = facts.sides if facts.sides in ("long", "short") else ""
    titles = {index: _PAGE_NUMBER.sub("", title) for index, title in facts.bookmarks.items()}
    pages = tuple(
        Page(
            index + 1, _mm(width), _mm(height), titles.get(index, ""),
            0 if not facts.sides else index // 2 + 1 if flip else index + 1,
            "" if not flip else "back" if index % 2 else "front",
        )
        for index, (width, height) in enumerate(facts.sizes_points)
    )  # fmt: skip
    sheets = max(page.sheet for page in pages) if facts.sides else None
    return PreviewFile(name, data, "pdf", pages, flip, sheets, facts.subject)


def _mm(points: float) -> float:
    return round(points * MM_PER_POINT, 1)


def _with_fronts(file: PreviewFile, names: Set[str]) -> PreviewFile:
    """Fronts and backs in two files lie on the same sheets; which edge the paper turns over, the files say."""
    edge = _EDGE.search(file.advice)
    flip: Flip = "short" if edge and edge[1] == "short" else "long"
    if found := _BACKS.search(file.name):
        fronts = f"{file.name[: found.start()]}-fronts.pdf"
        if fronts not in names:
            return file
        count = len(file.pages)
        pages = tuple(
            replace(page, side="back", sheet=count + 1 - page.number if found[1] else page.number)
            for page in file.pages
        )
        return replace(file, pages=pages, flip=flip, sheets=0, fronts=fronts)
    stem = file.name.removesuffix("-fronts.pdf")
    if stem != file.name and names & {f"{stem}-backs.pdf", f"{stem}-backs-reversed.pdf"}:
        return replace(file, pages=tuple(replace(page, side="front") for page in file.pages), flip=flip)
    return file


def _read_png(name: str, data: bytes) -> PreviewFile:
    from tt_print.render.png import picture_mm

    width, height = (round(side, 1) for side in picture_mm(data, SCREEN_DPI))
    return PreviewFile(name, data, "png", (Page(1, width, height, PurePath(name).stem),))


def _read_svg(name: str, data: bytes) -> PreviewFile:
    """A drawing in millimeters, as ours are; one of another unit is left to other programs."""
    text = data[:4000].decode("utf-8", errors="ignore")
    tag, title = _SVG_TAG.search(text), _SVG_TITLE.search(text)
    lengths = dict(_SVG_LENGTH.findall(tag[0])) if tag else {}
    if {"width", "height"} - set(lengths):
        return _read_other(name, data)
    page = Page(1, float(lengths["width"]), float(lengths["height"]), unescape(title[1]) if title else "")
    return PreviewFile(name, data, "svg", (page,))


def _read_other(name: str, data: bytes) -> PreviewFile:
    return PreviewFile(name, data, "other")


READERS: dict[str, Callable[[str, bytes], PreviewFile]] = {".pdf": _read_pdf, ".png": _read_png, ".svg": _read_svg}
