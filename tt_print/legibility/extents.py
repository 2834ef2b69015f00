"""Where ink is on a face: boxes and outlines of letters and shapes, in millimeters of the card."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from tt_print.drawing.geometry import IDENTITY, Matrix, Point, Rect, apply, bounds, compose
from tt_print.drawing.shapes import Group, Item, Path, Picture, Text
from tt_print.drawing.svg_path import flattened
from tt_print.render.outlines import letter_outline, letter_starts, text_start

_STEP = re.compile(r"([mlqz])([^mlqz]*)")
_FIGURE = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
BEND_PIECES = 6


@cache
def letter_points(font: str, letter: str) -> tuple[Point, ...]:
    """On its outline, in thousandths of the em, y down."""
    points: list[Point] = []
    here = start = (0.0, 0.0)
    for command, figures in _STEP.findall(letter_outline(font, letter)):
        steps = [float(figure) for figure in _FIGURE.findall(figures)]
        ends = [(here[0] + steps[i], here[1] + steps[i + 1]) for i in range(0, len(steps), 2)]
        if command == "z":
            here = start
        elif command == "q":
            bend, end = ends
            for piece in range(1, BEND_PIECES + 1):
                t = piece / BEND_PIECES
                points.append(_quadratic(here, bend, end, t))
            here = end
        else:
            here = ends[0]
            start = here if command == "m" else start
            points.append(here)
    return tuple(points)


def _quadratic(a: Point, b: Point, c: Point, t: float) -> Point:
    p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return p * a[0] + q * b[0] + r * c[0], p * a[1] + q * b[1] + r * c[1]


def text_points(text: Text) -> list[Point]:
    """On the outlines of its letters."""
    y, up = text_start(text)[1], text.size_mm / 1000
    across = up * text.stretch
    return [
        (x + px * across, y + py * up)
        for x, letter in zip(letter_starts(text), text.string, strict=True)
        for px, py in letter_points(text.font, letter)
    ]


@cache
def shape_points(d: str, every_mm: float = 0.3) -> tuple[Point, ...]:
    """On its outline, no farther apart than this."""
    found: list[Point] = []
    for loop in flattened(d, 24 if every_mm < 1 else 8):
        for (x1, y1), (x2, y2) in zip(loop, [*loop[1:], loop[0]], strict=True):
            pieces = max(1, int(max(abs(x2 - x1), abs(y2 - y1)) / every_mm) + 1)
            found += [(x1 + (x2 - x1) * i / pieces, y1 + (y2 - y1) * i / pieces) for i in range(pieces)]
    return tuple(found)


@cache
def text_box(text: Text) -> Rect:
    return box_round(text_points(text)) if text.string.strip() else Rect(text.x_mm, text.y_mm, 0, 0)


def box_round(points: Iterable[Point]) -> Rect:
    found = list(points)
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return Rect.from_edges(min(xs), min(ys), max(xs), max(ys))


def ink_of(items: Iterable[Item], matrix: Matrix = IDENTITY, clip: Rect | None = None) -> Iterator[tuple[Item, Rect]]:
    """Each text and path with the box of its ink on the card, lines included, cut to its groups' clips."""
    for item in items:
        if isinstance(item, Group):
            inner = compose(matrix, item.matrix)
            own = moved(bounds(item.clip), inner) if item.clip else None
            both = own if clip is None else clip if own is None else meet(own, clip)
            yield from ink_of(item.items, inner, both)
        else:
            box = moved(_own_box(item), matrix)
            yield item, box if clip is None else meet(box, clip)


def _own_box(item: Text | Path | Picture) -> Rect:
    if isinstance(item, Picture):
        return Rect(item.x_mm, item.y_mm, item.width_mm, item.height_mm)
    return text_box(item) if isinstance(item, Text) else bounds(item.d).inset(-item.width_mm / 2)


def moved(box: Rect, matrix: Matrix) -> Rect:
    (x1, y1), (x2, y2) = apply(matrix, box.left, box.top), apply(matrix, box.right, box.bottom)
    return Rect.from_edges(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def meet(one: Rect, other: Rect) -> Rect:
    return Rect.from_edges(max(one.left, other.left), max(one.top, other.top),
                           min(one.right, other.right), min(one.bottom, other.bottom))  # fmt: skip


def is_inside(point: Point, loops: Sequence[Sequence[Point]]) -> bool:
    """By the even-odd rule."""
    x, y = point
    inside = False
    for loop in loops:
        for (x1, y1), (x2, y2) in zip(loop, [*loop[1:], loop[0]], strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                inside = not inside
    return inside


def overlap(one: str, other: str, places: int = 36) -> float:
    """The part of two shapes' common area that both cover: 1 where they are the same. `places` is the grid's side."""
    loops = [flattened(d, 8) for d in (one, other)]
    box = box_round(point for each in loops for loop in each for point in loop)
    rows = [box.top + (row + 0.5) / places * box.height for row in range(places)]
    columns = [box.left + (column + 0.5) / places * box.width for column in range(places)]
    both = either = 0
    for crossings in zip(*(_crossings(each, rows) for each in loops), strict=True):
        for x in columns:
            a, b = (bisect_left(places_in_row, x) % 2 == 1 for places_in_row in crossings)
            both, either = both + (a and b), either + (a or b)
    return both / either if either else 1.0


def _crossings(loops: list[list[Point]], rows: Sequence[float]) -> list[list[float]]:
    """Where the outlines cross each row, from left to right. `rows` are heights in their order."""
    found: list[list[float]] = [[] for _ in rows]
    for loop in loops:
        for (x1, y1), (x2, y2) in zip(loop, [*loop[1:], loop[0]], strict=True):
            for row in range(bisect_left(rows, min(y1, y2)), bisect_left(rows, max(y1, y2))):
                found[row].append(x1 + (rows[row] - y1) / (y2 - y1) * (x2 - x1))
    return [sorted(row) for row in found]
