"""Strips of a book: what stands between two possible page breaks, before pages are made of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tt_print.booklets.lines import Line
from tt_print.booklets.pictures import place_sign
from tt_print.booklets.style import Style
from tt_print.drawing.geometry import Rect
from tt_print.drawing.shapes import Group, Ink, Item, Text
from tt_print.drawing.structure import Bookmark, Element, Piece
from tt_print.drawing.text import find_font
from tt_print.records import dataclass

NEVER = 1e6  # the cost of a forbidden page break; a block that no page holds is still worse
UNWILLING = 10.0  # the cost of a page break to be avoided
PARTED = 6.0  # within a paragraph


@dataclass(frozen=True, slots=True)
class MarginNote:
    """Small lines for the outer margin, the last one's baseline at `y_mm`; which side that is, the page knows."""

    lines: tuple[str, ...]
    y_mm: float
    element: Element


@dataclass(frozen=True, slots=True)
class Strip:
    """Pieces about the strip's own top left corner. `before_mm` is the space above, which a new page drops.

    `cost` is how bad a page break right above is; `elastic` says that the space above may grow a little.
    `goes_on` says that it belongs to the same paragraph or table as the strip above, from which it is parted only
    where a page is full; `head` is what the table repeats above it where a page begins with it.
    """

    height_mm: float
    pieces: tuple[Piece, ...]
    before_mm: float = 0.0
    cost: float = 0.0
    elastic: bool = False
    bookmarks: tuple[Bookmark, ...] = ()
    goes_on: bool = False
    notes: tuple[MarginNote, ...] = ()
    head: Strip | None = None


def untagged(strip: Strip) -> Strip:
    """The strip as decoration: what a screen reader has read already."""
    return replace(strip, pieces=tuple(Piece(piece.items) for piece in strip.pieces), bookmarks=(), notes=())


def moved(piece: Piece, x: float, y: float) -> Piece:
    box = piece.box_mm and piece.box_mm.moved(x, y)
    return Piece((at(piece.items, x, y),) if piece.items else (), piece.element, box, piece.target)


def at(items: tuple[Item, ...], x: float, y: float) -> Group:
    """Items moved right and down."""
    if len(items) == 1 and isinstance(items[0], Group) and items[0].clip is None:
        a, b, c, d, e, f = items[0].matrix
        return Group(items[0].items, (a, b, c, d, e + x, f + y))
    return Group(items, (1, 0, 0, 1, x, y))


def merged(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Neighbors that belong to one element, or to none, as one piece."""
    found: list[Piece] = []
    for piece in pieces:
        last = found[-1] if found else None
        if last and last.element is piece.element and not (last.box_mm or piece.box_mm or last.target or piece.target):
            found[-1] = replace(last, items=last.items + piece.items)
        else:
            found.append(piece)
    return tuple(found)


def line_pieces(
    line: Line, element: Element | None, style: Style, x: float, baseline: float, ink: Ink | None = None
) -> list[Piece]:
    """A line of text as pieces: its words, and each face as a figure that says the card's name."""
    ink = ink or style.theme.ink
    pieces: list[Piece] = []
    for bit in line.bits:
        if bit.card is not None:
            size = style.face_mm
            middle = baseline - find_font(bit.font).cap_height / 2000 * bit.size_mm
            figure = Element("Figure", element, alt=bit.card.name)
            sign = place_sign(bit.card, style.theme, x + bit.x_mm + size / 2, middle, size)
            pieces.append(Piece((sign,), figure, Rect(x + bit.x_mm, middle - size / 2, size, size)))
        else:
            pieces.append(Piece((Text(x + bit.x_mm, baseline, bit.text, bit.font, bit.size_mm, ink),), element))
    return pieces


def baseline_in(leading: float, size_mm: float) -> float:
    """Where the baseline lies in a line's strip: capitals stand in its middle, a little below."""
    return leading / 2 + size_mm * 0.34


def text_strips(
    lines: Sequence[Line], element: Element, style: Style, leading: float, *, x: float = 0.0, before: float = 0.0,
    cost: float = 0.0, elastic: bool = True,
) -> list[Strip]:  # fmt: skip
    """A strip a line. No page ends after the first line of a paragraph or before its last one."""
    strips = []
    for index, line in enumerate(lines):
        pieces = line_pieces(line, element, style, x, baseline_in(leading, line.bits[0].size_mm))
        alone = index == 1 or index == len(lines) - 1
        strips.append(Strip(
            leading, merged(pieces), before if index == 0 else 0.0,
            cost if index == 0 else NEVER if alone else PARTED, elastic and index == 0, goes_on=index > 0,
        ))  # fmt: skip
    return strips


def stacked(strips: Sequence[Strip]) -> Strip:
    """Strips that stay together, as one."""
    pieces: list[Piece] = []
    bookmarks: list[Bookmark] = []
    notes: list[MarginNote] = []
    y = 0.0
    for index, strip in enumerate(strips):
        y += strip.before_mm if index else 0.0
        pieces += [moved(piece, 0.0, y) for piece in strip.pieces]
        bookmarks += [replace(mark, y_mm=mark.y_mm + y) for mark in strip.bookmarks]
        notes += [replace(note, y_mm=note.y_mm + y) for note in strip.notes]
        y += strip.height_mm
    first = strips[0]
    return Strip(y, merged(pieces), first.before_mm, first.cost, first.elastic, tuple(bookmarks), notes=tuple(notes))
