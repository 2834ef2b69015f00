"""What a person reads off the test page: two ruler lengths, and where four pin holes lie in four grids."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.calibration.tables import calibrate_file
from tt_print.drawing.geometry import Point
from tt_print.errors import InputError
from tt_print.numbers import read_length
from tt_print.records import dataclass
from tt_print.sheets.plan import Paper

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
    parts = text.replace(";", ",").split(",")
    if len(parts) != 2:
        raise InputError(f"--measured {text!r}: give two lengths in millimeters, across and down, such as 100,99.8.")
    rulers = long_rulers(paper)
    return _scale(parts[0], text, rulers.across_mm, "across"), _scale(parts[1], text, rulers.down_mm, "down")


def _scale(part: str, text: str, long_mm: float, way: str) -> float:
    measured = read_length(part)
    if measured is None:
        raise InputError(f"--measured {text!r}: {part.strip()!r} is not a number of millimeters.")
    lengths = (SHORT_RULER_MM, long_mm)
    for length in lengths:
        if 0.8 <= measured / length <= 1.2:
            return measured / length
    for length in lengths:
        if 0.8 <= 10 * measured / length <= 1.2:
            raise InputError(
                f"{measured:g} mm on a ruler of {length:g} mm? Give millimeters; {measured:g} cm is {10 * measured:g}."
            )
    if measured < 10:
        raise InputError(
            f"--measured {text!r}: give two lengths, across and down, with points for parts of a millimeter: 99.3,99.4."
        )
    raise InputError(
        f"--measured {text!r}: {measured:g} mm {way} is near neither the {SHORT_RULER_MM} mm of tt-print start nor the "
        f"{long_mm:g} mm of tt-print calibrate. Measure once more; for other paper add --paper."
    )


def parse_holes(text: str) -> list[Point]:
    """Four readings in the order of the grids' numbers, as (right, down) of the grids' middles in mm.

    `H8` is the middle; `GH7.5` lies halfway between columns G and H and between rows 7 and 8.
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) != 4:
        raise InputError(
            f"--back-read {text!r}: give four readings, of grids 1 to 4, such as H8,HI7.5,G8,H9 "
            f"(you gave {len(parts)})."
        )
    return [_hole(part, text) for part in parts]


def _hole(part: str, text: str) -> Point:
    grid = calibrate_file().grid
    letters = part.upper().rstrip("0123456789.")
    figures = part[len(letters) :]
    columns = grid.columns
    middle = (len(columns) - 1) / 2
    good = 1 <= len(letters) <= 2 and letters in columns  # two only as neighbors in their order
    if not good:
        raise InputError(
            f"--back-read {text!r}: {part!r} starts with no column. Columns: {columns[0]} to {columns[-1]}; between "
            "two of them write both, such as GH."
        )
    row = read_length(figures) or 0.0
    if not 1 <= row <= grid.rows:
        raise InputError(
            f"--back-read {text!r}: {part!r} ends with no row. Rows: 1 to {grid.rows}, halves such as 7.5."
        )
    column = sum(columns.index(letter) for letter in letters) / len(letters)
    return (column - middle) * grid.pitch, (row - (grid.rows + 1) / 2) * grid.pitch


def pin_marks(width_mm: float, height_mm: float) -> Sequence[Point]:
    """The four marks on the front, numbered 1 to 4 from the top left, row by row."""
    inset = calibrate_file().pins.inset
    right, bottom = width_mm - inset, height_mm - inset
    return ((inset, inset), (right, inset), (inset, bottom), (right, bottom))
