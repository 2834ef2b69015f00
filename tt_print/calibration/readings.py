"""Readings of the test page: two ruler lengths with their verdict, and where four pin holes lie in four grids."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.calibration.tables import calibrate_file
from tt_print.drawing.geometry import Point
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.sheets.plan import Paper
from tt_print.typed_words import read_length, split_lengths, split_list

SHORT_RULER_MM = 100  # the rulers of `tt-print start`


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
    across, down = _judge(scale_x), _judge(scale_y)
    x, y = f"{100 * scale_x:.1f} %", f"{100 * scale_y:.1f} %"
    if across == down and x == y and across != GOOD:
        sentence = words.both.format(what=words.kinds[across], percent=x)
    elif across == down:
        sentence = words.each.format(what=words.kinds[across], across=x, down=y)
    else:
        sentence = words.mixed.format(across=words.kinds[across], x=x, down=words.kinds[down].lower(), y=y)
    lines = [sentence + words.why.get(across if across != GOOD else down, "")]
    for kind in dict.fromkeys((across, down)):
        lines += [line.format(other=other_paper) for line in words.cure.get(kind, ())]
    return ScaleVerdict(across, down, tuple(lines))


def _judge(scale: float) -> str:
    words = calibrate_file().verdict
    percent = round(100 * scale, 3)  # 99.5 measured is 99.5, whatever the division leaves behind
    lower, upper = words.range
    if percent > upper:
        return LARGE
    return GOOD if percent >= lower else OFFER if percent >= words.offer else SMALL
