"""From readings to a profile: a scale for each axis, and for backs offset, skew and their own scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from tt_print.calibration.readings import long_rulers, pin_marks
from tt_print.calibration.tables import calibrate_file
from tt_print.drawing.geometry import Point, apply
from tt_print.errors import InputError
from tt_print.sheets.backs import flip_matrix
from tt_print.sheets.plan import Paper
from tt_print.sheets.printer_profile import PrinterProfile, back_print, front_print


def grid_middles(paper: Paper, flip: str) -> list[Point]:
    """Where on the back the pin holes come through when nothing is off, in the order of the marks."""
    width, height = paper.width_mm, paper.height_mm
    return [apply(flip_matrix(width, height, flip), x, y) for x, y in pin_marks(width, height)]


def solve_front(old: PrinterProfile, scale_x: float, scale_y: float) -> PrinterProfile:
    """The profile with new scales; a back that was measured keeps its own, as a part of the front's."""
    return replace(
        old, scale_x=scale_x, scale_y=scale_y, back_scale_x=old.back_scale_x / old.scale_x * scale_x,
        back_scale_y=old.back_scale_y / old.scale_y * scale_y,
    )  # fmt: skip


def solve_back(front: PrinterProfile, holes: Sequence[Point], paper: Paper, flip: str) -> PrinterProfile:
    """The profile with its second side: `holes` are the readings as (right, down) of the grids' middles.

    A hole is where the printed front put its mark, seen from behind; the reading names the point of the
    back's drawing that was printed there. So the readings, printed, must be the holes: least squares over
    the four of them. Raises InputError when they do not agree with each other.
    """
    width, height = paper.width_mm, paper.height_mm
    mirror, fronts = flip_matrix(width, height, flip), front_print(front, width, height)
    middle = (width / 2, height / 2)
    read = [
        _less((mx + dx, my + dy), middle) for (mx, my), (dx, dy) in zip(grid_middles(paper, flip), holes, strict=True)
    ]
    hole = [_less(apply(mirror, *apply(fronts, *mark)), middle) for mark in pin_marks(width, height)]
    read_mean, hole_mean = _mean(read), _mean(hole)
    sources, targets = [_less(p, read_mean) for p in read], [_less(p, hole_mean) for p in hole]
    rulers = long_rulers(paper)
    scale_x, scale_y, turn = front.scale_x, front.scale_y, 0.0
    for _ in range(6):  # skew and scales settle each other to the nanometer
        turn = _skew([(scale_x * x, scale_y * y) for x, y in sources], targets)
        straight = [_turned(p, -turn) for p in targets]
        scale_x = _scale(sources, straight, 0, front.scale_x, rulers.across_mm)
        scale_y = _scale(sources, straight, 1, front.scale_y, rulers.down_mm)
    from_x, from_y = _turned((scale_x * read_mean[0], scale_y * read_mean[1]), turn)
    found = replace(
        front, offset_x_mm=hole_mean[0] - from_x, offset_y_mm=hole_mean[1] - from_y, skew_deg=math.degrees(turn),
        back_scale_x=scale_x, back_scale_y=scale_y, flip=flip,
    )  # fmt: skip
    _check(found, [_plus(p, middle) for p in read], [_plus(p, middle) for p in hole], paper, flip)
    return found


def _skew(sources: Sequence[Point], targets: Sequence[Point]) -> float:
    """The turn that takes the sources nearest to the targets, both about their means."""
    cross = sum(x * v - y * u for (x, y), (u, v) in zip(sources, targets, strict=True))
    along = sum(x * u + y * v for (x, y), (u, v) in zip(sources, targets, strict=True))
    return math.atan2(cross, along)


def _scale(sources: Sequence[Point], targets: Sequence[Point], axis: int, front: float, ruler_mm: float) -> float:
    """The back's scale on one axis, between what the holes say and the front's, by how far each can be trusted.

    A reading to half a millimeter is off by 0.5 / sqrt(12) mm (a uniform error); a second pass changes
    paper by about 0.1% (heat takes moisture from it).
    """
    grid = calibrate_file().grid
    rough = grid.reading / math.sqrt(12)
    spread = sum(p[axis] ** 2 for p in sources)
    measured = sum(p[axis] * q[axis] for p, q in zip(sources, targets, strict=True)) / spread
    by_holes = rough**2 / spread
    by_front = grid.shrink**2 + (rough / ruler_mm) ** 2
    return front + (measured - front) * by_front / (by_front + by_holes)


def _check(found: PrinterProfile, read: Sequence[Point], hole: Sequence[Point], paper: Paper, flip: str) -> None:
    """Raises InputError when a hole lies far from where the other readings want it."""
    printer = back_print(found, paper.width_mm, paper.height_mm, flip)
    misses = [math.dist(apply(printer, *p), q) for p, q in zip(read, hole, strict=True)]
    grid = calibrate_file().grid
    if max(misses) > grid.max_miss or abs(found.skew_deg) > grid.max_skew:
        raise InputError(
            f"the four readings do not agree: they miss each other by {max(misses):.1f} mm. Look again at the "
            "number beside each grid and at the order, 1 to 4, and whether the sheet turned over its "
            f"{flip} edge. Nothing saved."
        )


def _less(point: Point, other: Point) -> Point:
    return point[0] - other[0], point[1] - other[1]


def _plus(point: Point, other: Point) -> Point:
    return point[0] + other[0], point[1] + other[1]


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _turned(point: Point, radians: float) -> Point:
    (x, y), cos, sin = point, math.cos(radians), math.sin(radians)
    return x * cos - y * sin, x * sin + y * cos
