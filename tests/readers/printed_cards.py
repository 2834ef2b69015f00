"""Cards on printed pages, as the tests find them: by what is painted, not by what was planned."""

import math
from dataclasses import dataclass

from tests.readers.pdf_marks import Mark, ReadPage

RIM = 1.5  # no ink of a face lies nearer to its cut

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]


@dataclass(frozen=True)
class Rect:
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def corners(self) -> Corners:
        return (self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)


def fronts(page: ReadPage, width: float, height: float, either_way: bool = False) -> list[Rect]:
    """Each card's rectangle from its ink, which lies evenly about its middle and within the rim.

    `width` and `height` of a card as it lies on the page; `either_way`: some may lie on their side.
    """
    found = []
    for marks in _groups(page):
        ways = [(width, height), (height, width)] if either_way else [(width, height)]
        if any(_is_back(mark, *way) for mark in marks for way in ways):
            continue
        boxes = [_inked(mark) for mark in marks if mark.kind == "paint"]
        if not boxes:
            continue
        left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
        right, bottom = max(b[2] for b in boxes), max(b[3] for b in boxes)
        if (right - left) * (bottom - top) < 0.6 * width * height:
            continue
        x, y = (left + right) / 2, (top + bottom) / 2
        across = either_way and (right - left > bottom - top) != (width > height)
        w, h = (height, width) if across else (width, height)
        found.append(Rect(x - w / 2, y - h / 2, x + w / 2, y + h / 2))
    return found


def backs(page: ReadPage, width: float, height: float, bleed: float) -> list[Corners]:
    """The corners of each back's card, from the rectangle that its picture is cut to, less the bleed round it."""
    found = []
    for marks in _groups(page):
        found += [_shrunk(mark.points, bleed, width, height) for mark in marks if _is_back(mark, width, height)]
    return found


def _groups(page: ReadPage) -> list[list[Mark]]:
    groups: dict[int, list[Mark]] = {}
    for mark in page.marks:
        if mark.group:
            groups.setdefault(mark.group, []).append(mark)
    return list(groups.values())


def _is_back(mark: Mark, width: float, height: float) -> bool:
    left, top, right, bottom = mark.box
    return (
        mark.kind == "clip" and len(mark.points) == 4 and right - left > 0.95 * width and bottom - top > 0.95 * height
    )


def _inked(mark: Mark) -> tuple[float, float, float, float]:
    left, top, right, bottom = mark.box
    half = mark.stroke_mm / 2
    return left - half, top - half, right + half, bottom + half


def _shrunk(points: tuple[Point, ...], bleed: float, width: float, height: float) -> Corners:
    """The card inside a parallelogram that reaches `bleed` beyond it all round, in the same order of corners."""
    a, b, _, d = points
    along = abs(b[0] - a[0]) > abs(b[1] - a[1])
    first, second = (width, height) if along else (height, width)
    u, v = bleed / (first + 2 * bleed), bleed / (second + 2 * bleed)

    def inside(s: float, t: float) -> Point:
        return tuple(a[i] + s * (b[i] - a[i]) + t * (d[i] - a[i]) for i in (0, 1))  # type: ignore[return-value]

    return inside(u, v), inside(1 - u, v), inside(1 - u, 1 - v), inside(u, 1 - v)


def turned_over(point: Point, page: ReadPage, flip: str) -> Point:
    """A point of one side, seen through the paper on the other: pages are upright, their long edge at the side."""
    assert page.height >= page.width
    x, y = point
    return (page.width - x, y) if flip == "long" else (x, page.height - y)


def farthest(one: list[Corners], other: list[Corners]) -> float:
    """How far the worst corner of any card is from its nearest counterpart; every card must have one of its own."""
    assert len(one) == len(other), (len(one), len(other))
    worst, left = 0.0, list(other)
    for corners in one:
        misses = [max(min(math.dist(p, q) for q in candidate) for p in corners) for candidate in left]
        best = min(range(len(left)), key=misses.__getitem__)
        worst = max(worst, misses[best])
        left.pop(best)
    return worst
