"""Pages that can be read aloud: pictures in pieces, each piece a part of the document's structure.

A piece belongs to an `Element` (a paragraph, a figure), or to none: then it is decoration, which a screen reader passes
over. Elements know their parents, so that a document's tree is what its pieces name, in the order in which they come
first; one element may go on over several pages. A page of a booklet is drawn piece by piece (`ReadingPage`); in other
drawings a `Group` is a piece (`marked`), wherever it is in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat

from tt_print.drawing.geometry import IDENTITY, Matrix, Rect, compose
from tt_print.drawing.shapes import Drawing, Group, Item, Text


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """A part of the structure. `role` is one of PDF's standard types (ISO 32000-1, 14.8.4): H1, P, L, Figure ...

    `alt` says in words what a Figure shows, `text` what is written, where its letters do not say it themselves. `scope` is
    Column or Row for a TH; a TH or TD may span several columns or rows. `box_mm` is where a Figure is in the
    group that is marked with it.
    """

    role: str
    parent: Element | None = None
    alt: str = ""
    scope: str = ""
    text: str = ""
    column_span: int = 1
    row_span: int = 1
    box_mm: Rect | None = None


def marked(element: Element, items: Sequence[Item]) -> Group:
    """The items as a piece of a document. Between two texts is a blank, which keeps their words apart for readers
    that hear no distances; it shows nothing. An element without items is there, but empty, as a cell to write in.
    """
    apart: list[Item] = []
    for item in items:
        if apart and isinstance(item, Text) and isinstance(apart[-1], Text):
            apart.append(replace(item, string=" ", anchor="start", tracking_mm=0.0, halo=None))
        apart.append(item)
    return Group(tuple(apart), element=element)


def paragraphs(items: Sequence[Item]) -> tuple[Item, ...]:
    """A page of absolute places as it is read aloud: the first run of texts is its heading, each other one a paragraph. Pictures are decoration."""
    return tuple(_paragraphs(items, IDENTITY, chain(["H1"], repeat("P"))))


def _paragraphs(items: Sequence[Item], matrix: Matrix, roles: Iterator[str]) -> Iterator[Item]:
    """All on one level: what is drawn in a tagged page is a piece, or lies outside of every group that has one."""
    lines: list[Text] = []  # of a paragraph
    for item in (*items, None):
        if lines and not (isinstance(item, Text) and _goes_on(lines[-1], item)):
            yield replace(marked(Element(next(roles)), lines), matrix=matrix)
            lines = []
        if isinstance(item, Text):
            lines.append(item)
        elif isinstance(item, Group) and not (item.element or item.clip or item.miniature):
            yield from _paragraphs(item.items, compose(matrix, item.matrix), roles)
        elif item is not None:
            yield Group((item,), matrix)


def _goes_on(last: Text, text: Text) -> bool:
    """Whether a text is of the same paragraph as the one before it: on its line, or on the next one in the same type."""
    return abs(text.y_mm - last.y_mm) < 0.1 or (
        text.size_mm == last.size_mm and 0 < text.y_mm - last.y_mm < 1.6 * last.size_mm
    )


@dataclass(frozen=True, slots=True)
class Piece:
    """Items that are read in one go. `box_mm` is where a Figure or a Link lies; `target` is the key of the bookmark
    that a Link leads to.
    """

    items: tuple[Item, ...]
    element: Element | None = None
    box_mm: Rect | None = None
    target: str = ""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A line of the outline: level 0 is outermost. `y_mm` is where the page is shown from."""

    key: str
    title: str
    level: int = 0
    y_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class ReadingPage:
    """A page in pieces. `label` is its number as it is printed."""

    width_mm: float
    height_mm: float
    pieces: tuple[Piece, ...]
    label: str
    bookmarks: tuple[Bookmark, ...] = ()

    @property
    def drawing(self) -> Drawing:
        """The page as one picture, for printing."""
        return Drawing(
            self.width_mm, self.height_mm, tuple(i for piece in self.pieces for i in piece.items), self.label
        )
