"""From what is read off the test page to a profile: two ruler lengths with their verdict, and where four pin holes lie in four grids."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tt_print.drawing.geometry import Point, apply
from tt_print.errors import InputError
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.sheets.backs import flip_matrix
from tt_print.sheets.plan import Paper
from tt_print.sheets.printer_profile import PrinterProfile, back_print, front_print
from tt_print.templates import read_measures
from tt_print.typed_words import read_length, split_lengths, split_list

SHORT_RULER_MM = 100  # the rulers of `tt-print start`


def calibrate_file() -> Any:
    """Words and measures of the test page, `templates/sheets/calibrate.toml`."""
    return read_measures("sheets/calibrate.toml")


@dataclass(frozen=True, slots=True)
class Rulers:
    """Nominal lengths of the two rulers in millimeters."""

    across_mm: int
    down_mm: int


def long_rulers(paper: Paper) -> Rulers:
    """The test page's rulers: as long as the paper allows in whole centimeters."""
    table = calibrate_file().rulers

    def longest(side_mm: float) -> int:
        return int((side_mm - 2 * table.clear) // table.step * table.step)

    return Rulers(longest(paper.width_mm), longest(paper.height_mm))


def parse_measured(text: str, paper: Paper) -> tuple[float, float]:
    """Scale across and down from `179.5,259` or `99.8,99.5`: measured over nominal length.

    Each figure may be of the short ruler (100 mm) or of the test page's long one; it is taken for the
    one that it is near. Raises InputError that says what is wrong.
    """
    parts = split_lengths(text)
    if len(parts) != 2:
        raise Problem("calibration.two_lengths", "measured", text=text)
    rulers = long_rulers(paper)
    return _scale(parts[0], text, rulers.across_mm, "across"), _scale(parts[1], text, rulers.down_mm, "down")


def _scale(part: str, text: str, long_mm: float, way: str) -> float:
    measured = read_length(part)
    if measured is None:
        raise Problem("calibration.no_length", "measured", text=text, part=part.strip())
    lengths = (SHORT_RULER_MM, long_mm)
    for length in lengths:
        if 0.8 <= measured / length <= 1.2:
            return measured / length
    for length in lengths:
        if 0.8 <= 10 * measured / length <= 1.2:
            raise Problem("calibration.centimeters", "measured", value=measured, length=length, meant=10 * measured)
    if measured < 10:
        raise Problem("calibration.decimal_comma", "measured", text=text)
    raise Problem(
        "calibration.no_ruler", "measured", text=text, value=measured, way=way, short=SHORT_RULER_MM, long=long_mm
    )


def parse_holes(text: str) -> list[Point]:
    """Four readings in the order of the grids' numbers, as (right, down) of the grids' middles in mm.

    `H8` is the middle; `GH7.5` lies halfway between columns G and H and between rows 7 and 8.
    """
    parts = [part for part in split_list(text) if part]
    if len(parts) != 4:
        raise Problem("calibration.four_readings", "back_read", text=text, given=len(parts))
    return [_hole(part, text) for part in parts]


def _hole(part: str, text: str) -> Point:
    grid = calibrate_file().grid
    letters = part.upper().rstrip("0123456789.")
    figures = part[len(letters) :]
    columns = grid.columns
    middle = (len(columns) - 1) / 2
    if not (1 <= len(letters) <= 2 and letters in columns):  # two only as neighbors in their order
        first, last = columns[0], columns[-1]
        raise Problem("calibration.no_column", "back_read", text=text, part=part, first=first, last=last)
    row = read_length(figures) or 0.0
    if not 1 <= row <= grid.rows:
        raise Problem("calibration.no_row", "back_read", text=text, part=part, rows=grid.rows)
    column = sum(columns.index(letter) for letter in letters) / len(letters)
    return (column - middle) * grid.pitch, (row - (grid.rows + 1) / 2) * grid.pitch


def pin_marks(width_mm: float, height_mm: float) -> Sequence[Point]:
    """The four marks on the front, numbered 1 to 4 from the top left, row by row."""
    inset = calibrate_file().pins.inset
    right, bottom = width_mm - inset, height_mm - inset
    return ((inset, inset), (right, inset), (inset, bottom), (right, bottom))


GOOD, OFFER, SMALL, LARGE = "good", "correct", "too small", "too large"


@dataclass(frozen=True, slots=True)
class ScaleVerdict:
    """`across` and `down` are good, correct (a little small), small or large beyond correction; `usable` when both can be saved."""

    across: str
    down: str
    lines: tuple[str, ...]

    @property
    def usable(self) -> bool:
        return {self.across, self.down} <= {GOOD, OFFER}

    @property
    def worst(self) -> str:
        return max((self.across, self.down), key=(GOOD, OFFER, SMALL, LARGE).index)


def judge_scale(scale_x: float, scale_y: float, other_paper: str) -> ScaleVerdict:
    """One sentence by axis, then what it comes from. `other_paper` is what the sheet may have been meant for."""
    words = calibrate_file().verdict
    kinds, why, cure = words.kinds, words.why, words.cure
    across, down = _judge(scale_x), _judge(scale_y)
    x, y = f"{100 * scale_x:.1f} %", f"{100 * scale_y:.1f} %"
    if across == down and x == y and across != GOOD:
        sentence = words.both.format(what=kinds.get(across), percent=x)
    elif across == down:
        sentence = words.each.format(what=kinds.get(across), across=x, down=y)
    else:
        sentence = words.mixed.format(across=kinds.get(across), x=x, down=kinds.get(down).lower(), y=y)
    lines = [sentence + why.get(across if across != GOOD else down, "")]
    for kind in dict.fromkeys((across, down)):
        lines += [line.format(other=other_paper) for line in cure.get(kind, ())]
    return ScaleVerdict(across, down, tuple(lines))


def _judge(scale: float) -> str:
    words = calibrate_file().verdict
    percent = round(100 * scale, 3)  # 99.5 measured is 99.5, whatever the division leaves behind
    lower, upper = words.range
    if percent > upper:
        return LARGE
    return GOOD if percent >= lower else OFFER if percent >= words.offer else SMALL


# ---------------------------------------------------------------- the profile


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
        scale_x = _back_scale(sources, straight, 0, front.scale_x, rulers.across_mm)
        scale_y = _back_scale(sources, straight, 1, front.scale_y, rulers.down_mm)
    from_x, from_y = _turned((scale_x * read_mean[0], scale_y * read_mean[1]), turn)
    found = replace(
        front, offset_x_mm=hole_mean[0] - from_x, offset_y_mm=hole_mean[1] - from_y, skew_deg=math.degrees(turn),
        back_scale_x=scale_x, back_scale_y=scale_y, flip=flip,
    )  # fmt: skip
    _check_misses(found, [_plus(p, middle) for p in read], [_plus(p, middle) for p in hole], paper, flip)
    return found


def _skew(sources: Sequence[Point], targets: Sequence[Point]) -> float:
    """The turn that takes the sources nearest to the targets, both about their means."""
    cross = sum(x * v - y * u for (x, y), (u, v) in zip(sources, targets, strict=True))
    along = sum(x * u + y * v for (x, y), (u, v) in zip(sources, targets, strict=True))
    return math.atan2(cross, along)


def _back_scale(sources: Sequence[Point], targets: Sequence[Point], axis: int, front: float, ruler_mm: float) -> float:
    """The back's scale on one axis, between what the holes say and the front's, by how far each can be trusted.

    A reading to half a millimeter is off by 0.5 / sqrt(12) mm (a uniform error); a second pass changes
    paper by about 0.1% (heat takes moisture from it).
    """
    grid = calibrate_file().grid
    rough: float = grid.reading / math.sqrt(12)
    spread = sum(p[axis] ** 2 for p in sources)
    measured = sum(p[axis] * q[axis] for p, q in zip(sources, targets, strict=True)) / spread
    by_holes = rough**2 / spread
    by_front: float = grid.shrink**2 + (rough / ruler_mm) ** 2
    return front + (measured - front) * by_front / (by_front + by_holes)


def _check_misses(found: PrinterProfile, read: Sequence[Point], hole: Sequence[Point], paper: Paper, flip: str) -> None:
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
