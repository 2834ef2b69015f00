"""A printer that is a little off, and the person who measures it: only what both can see on paper.

The page is printed through this printer's own scale, turn and shift; the person lays a ruler on the result, pricks
the marks, turns the sheet over and reads the holes, all to half a millimeter, and types what they read.
"""

import cmath
import math
import random
from dataclasses import dataclass

from tests.readers.pdf_marks import Mark, ReadPage
from tests.readers.printed_cards import Point, turned_over


@dataclass(frozen=True)
class Pass:
    """One side's way through the printer."""

    scale_x: float
    scale_y: float
    turn: float  # degrees clockwise
    right: float
    down: float

    def out(self, point: Point, page: ReadPage) -> Point:
        x, y = (point[0] - page.width / 2) * self.scale_x, (point[1] - page.height / 2) * self.scale_y
        spun = complex(x, y) * cmath.rect(1, math.radians(self.turn))
        return spun.real + page.width / 2 + self.right, spun.imag + page.height / 2 + self.down

    def drawn(self, point: Point, page: ReadPage) -> Point:
        """What of the page was printed at this point of the paper."""
        shifted = complex(point[0] - page.width / 2 - self.right, point[1] - page.height / 2 - self.down)
        spun = shifted * cmath.rect(1, -math.radians(self.turn))
        return spun.real / self.scale_x + page.width / 2, spun.imag / self.scale_y + page.height / 2

    def straight(self, point: Point, page: ReadPage) -> Point:
        """A point of the paper as it would lie without this side's turn and shift, which move all of a side alike."""
        shifted = complex(point[0] - page.width / 2 - self.right, point[1] - page.height / 2 - self.down)
        spun = shifted * cmath.rect(1, -math.radians(self.turn))
        return spun.real + page.width / 2, spun.imag + page.height / 2


@dataclass(frozen=True)
class Printer:
    front: Pass
    back: Pass


def random_printer(seed: int) -> Printer:
    """Scale 99.2 to 100.3 %, which a calibration accepts after rounding, feed skew up to 0.3 degrees a side
    (1.5 mm on A4), sides up to 2 mm off either way; the second pass, on paper that is warm, up to 0.1 % different.
    """
    chance = random.Random(seed)
    scale_x, scale_y = (chance.uniform(0.992, 1.003) for _ in range(2))

    def way(x: float, y: float) -> Pass:
        return Pass(x, y, chance.uniform(-0.3, 0.3), chance.uniform(-2, 2), chance.uniform(-2, 2))

    return Printer(
        way(scale_x, scale_y), way(scale_x * chance.uniform(0.999, 1.001), scale_y * chance.uniform(0.999, 1.001))
    )


def to_half(mm: float) -> float:
    return round(2 * mm) / 2


def lay_ruler(page: ReadPage, printer: Printer) -> str:
    """`179.5,268`: the two longest rulers on the page, printed, read to half a millimeter."""
    rulers = sorted((mark for mark in page.marks if mark.kind == "paint" and len(mark.points) > 200), key=_length)[-2:]
    across = next(m for m in rulers if m.box[2] - m.box[0] > 100)
    down = next(m for m in rulers if m.box[3] - m.box[1] > 100)
    (left, _, right, _), (_, top, _, bottom) = across.box, down.box
    x = math.dist(printer.front.out((left, 0), page), printer.front.out((right, 0), page))
    y = math.dist(printer.front.out((0, top), page), printer.front.out((0, bottom), page))
    return f"{to_half(x):g},{to_half(y):g}"


def _length(mark: Mark) -> float:
    left, top, right, bottom = mark.box
    return max(right - left, bottom - top)


def find_pins(page: ReadPage) -> list[Point]:
    """The middles of the four marked rings, top left, top right, bottom left, bottom right."""
    rings = [m for m in page.marks if m.kind == "paint" and len(m.points) == 13 and m.stroke_mm > 0.2]
    middles = [((m.box[0] + m.box[2]) / 2, (m.box[1] + m.box[3]) / 2) for m in rings]
    assert len(middles) == 4
    return sorted(middles, key=lambda p: (round(p[1]), p[0]))


@dataclass(frozen=True)
class Grid:
    """What a person sees: the upright lines with their letters, the level ones with their numbers, and its own number."""

    number: int
    columns: dict[str, float]
    rows: dict[str, float]


def find_grids(page: ReadPage) -> dict[int, Grid]:
    """The grids by the number that stands beside them, their labels matched to the nearest line end."""
    sets = [m for m in page.marks if m.kind == "paint" and len(m.points) == 56]  # 28 fine lines
    bolds = [m for m in page.marks if m.kind == "paint" and len(m.points) == 4 and 0.2 < m.stroke_mm < 0.25]
    assert len(sets) == len(bolds) == 4
    found = {}
    for fine in sets:
        x, y = (fine.box[0] + fine.box[2]) / 2, (fine.box[1] + fine.box[3]) / 2
        bold = min(bolds, key=lambda m: math.dist(_middle(m), (x, y)))
        lines = [(p, q) for m in (fine, bold) for p, q in zip(m.points[::2], m.points[1::2], strict=True)]
        upright = sorted(p[0] for p, q in lines if abs(p[0] - q[0]) < 0.01)
        level = sorted(p[1] for p, q in lines if abs(p[1] - q[1]) < 0.01)
        near = [t for t in page.texts if abs(t.x - x) < 13 and abs(t.y - y) < 12]
        columns = {t.text: min(upright, key=lambda v, t=t: abs(v - t.x - 0.65)) for t in near if t.text.isalpha()}
        rows = {t.text: min(level, key=lambda v, t=t: abs(v - t.y + 0.66)) for t in near if t.text.isdigit()}
        beside = [t for t in page.texts if t.text in "1234" and 13 < abs(t.x - x) < 20 and abs(t.y - y) < 4]
        (name,) = beside
        found[int(name.text)] = Grid(int(name.text), columns, rows)
    return found


def _middle(mark: Mark) -> Point:
    left, top, right, bottom = mark.box
    return (left + right) / 2, (top + bottom) / 2


def read_holes(front: ReadPage, back: ReadPage, printer: Printer, flip: str) -> str:
    """`H8,GH7.5,...`: pricked through the printed marks, read on the printed grids."""
    grids, readings = find_grids(back), []
    for number, pin in enumerate(find_pins(front), 1):
        hole = turned_over(printer.front.out(pin, front), back, flip)
        x, y = printer.back.drawn(hole, back)
        readings.append(_reading(grids[number], x, y))
    return ",".join(readings)


def _reading(grid: Grid, x: float, y: float) -> str:
    letters = sorted(grid.columns, key=grid.columns.__getitem__)
    numbers = sorted(grid.rows, key=grid.rows.__getitem__)
    column = to_half(x - grid.columns[letters[0]])
    row = to_half(y - grid.rows[numbers[0]])
    assert 0 <= column <= 14 and 0 <= row <= 14, "the hole lies in its grid"
    names = letters[int(column)] + (letters[int(column) + 1] if column % 1 else "")
    return f"{names}{row + int(numbers[0]):g}"
