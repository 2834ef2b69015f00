"""Pages that can be read aloud: pictures in pieces, each piece a part of the document's structure.

A page is drawn piece by piece in reading order. A piece belongs to an `Element` (a paragraph, a figure), or to none:
then it is decoration, which a screen reader passes over. Elements know their parents, so that a document's tree is
what its pieces name, in the order in which they come first; one element may go on over several pages.
"""

from __future__ import annotations

from dataclasses import dataclass

from tt_print.drawing.geometry import Rect
from tt_print.drawing.shapes import Drawing, Item


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """A part of the structure. `role` is one of PDF's standard types (ISO 32000-1, 14.8.4): H1, P, L, Figure ...

    `alt` says in words what a Figure shows. `scope` is Column or Row for a TH.
    """

    role: str
    parent: Element | None = None
    alt: str = ""
    scope: str = ""


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
