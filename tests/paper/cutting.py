"""What somebody sees who cuts a printed sheet: lines, ticks with numbers, and what is left of the paper."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.readers.pdf_marks import ReadPage, Said

Piece = tuple[float, float, float, float]  # left, top, right, bottom


class Line(NamedTuple):
    direction: str  # upright or level
    at: float
    start: float
    end: float

    @property
    def middle(self) -> tuple[float, float]:
        along = (self.start + self.end) / 2
        return (self.at, along) if self.direction == "upright" else (along, self.at)


def lines_of(page: ReadPage) -> Iterator[Line]:
    """Straight lines outside of cards."""
    for mark in page.marks:
        if mark.group or mark.kind != "paint" or abs(mark.stroke_mm - 0.2) > 1e-3 or len(mark.points) % 2:
            continue
        for (x1, y1), (x2, y2) in zip(mark.points[::2], mark.points[1::2], strict=True):
            if abs(x1 - x2) < 1e-6:
                yield Line("upright", x1, *sorted((y1, y2)))
            else:
                yield Line("level", y1, *sorted((x1, x2)))


def ticks_of(page: ReadPage) -> list[Line]:
    return [line for line in lines_of(page) if 0.6 < line.end - line.start < 3.6]


def middle_of(number: Said) -> tuple[float, float]:
    """A figure is 0.6 em wide and 0.67 high, its y that of its foot."""
    return number.x + 0.3 * number.size * len(number.text), number.y - 0.33 * number.size


def apart(number: Said, line: Line) -> float:
    """How far the middle of a number lies from that of a line, across or down, whichever is more."""
    (x1, y1), (x2, y2) = middle_of(number), line.middle
    return max(abs(x1 - x2), abs(y1 - y2))


def split_piece(piece: Piece, direction: str, at: float) -> list[Piece]:
    left, top, right, bottom = piece
    if direction == "upright" and left < at < right:
        return [(left, top, at, bottom), (at, top, right, bottom)]
    if direction == "level" and top < at < bottom:
        return [(left, top, right, at), (left, at, right, bottom)]
    return [piece]


def same_piece(one: Piece, other: Piece) -> bool:
    return all(abs(a - b) <= 0.01 for a, b in zip(one, other, strict=True))


def check_dead_zone(page: ReadPage) -> None:
    """Nothing lies where printers print nothing."""
    for left, top, right, bottom in (m.box for m in page.marks if not m.group and m.kind == "paint"):
        assert min(left, top, page.width - right, page.height - bottom) >= 4.99
    for text in page.texts:
        assert min(text.x, text.y, page.width - text.x, page.height - text.y) >= 4.99
