"""Path data as other programs write it: every command of SVG becomes `M`, `L`, `C` and `Z`, by fontTools' reader."""

from __future__ import annotations

import re

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

from tt_print.drawing.geometry import Point, path, segments

MAX_LETTERS, MAX_COORDINATE = 20_000, 100_000.0
PIECES = 12  # of a curve
# fontTools passes over what it does not know
_KNOWN = re.compile(r"(?:[\s,]|[MLHVCSQTAZ]|[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:E[+-]?\d+)?\.?)*", re.IGNORECASE)


class PathPen(BasePen):  # type: ignore[misc]  # fontTools has no types
    """Collects the parts of path data; a quadratic curve becomes a cubic one."""

    def __init__(self) -> None:
        super().__init__(None)
        self.parts: list[str | float] = []

    def _moveTo(self, point: Point) -> None:
        self.start = point
        self.parts += ["M", *point]

    def _lineTo(self, point: Point) -> None:
        self.parts += ["L", *point]

    def _curveToOne(self, bend: Point, other: Point, end: Point) -> None:
        self.parts += ["C", *bend, *other, *end]

    def _closePath(self) -> None:
        self.parts.append("Z")


class _ClosingPen(PathPen):
    def _closePath(self) -> None:
        if self.parts[-3:] == ["L", *self.start]:  # parse_path draws this line, as Z does
            del self.parts[-3:]
        self.parts.append("Z")

    _endPath = _closePath


def read_svg_path(text: str) -> str:
    """`text`, the `d` of an SVG path, as path data of ours; every part of it closed.

    Raises ValueError that says what is wrong with it.
    """
    if len(text) > MAX_LETTERS:
        raise ValueError(
            f"it has {len(text)} letters; at most {MAX_LETTERS} are allowed. Simplify it in your drawing program."
        )
    plain, pen = " ".join(text.split()), _ClosingPen()
    known = _KNOWN.match(plain)
    if known and (rest := plain[known.end() :]):
        raise ValueError(f"{rest[:12]!r} at character {known.end() + 1} is no path data.")
    try:
        parse_path(plain, pen)
    except (ValueError, IndexError):
        raise ValueError("a path begins with M and a point, and each of its letters has all its figures.") from None
    if not all(isinstance(part, str) or abs(part) <= MAX_COORDINATE for part in pen.parts):
        raise ValueError(f"it goes beyond {MAX_COORDINATE:g}.")
    if len(pen.parts) < 6:
        raise ValueError("it draws nothing.")
    return path(*pen.parts)


def flattened(d: str) -> list[list[Point]]:
    """Path data of ours as closed polygons, each curve in `PIECES`."""
    loops: list[list[Point]] = []
    for letter, f in segments(d):
        if letter == "M":
            loops.append([(f[0], f[1])])
        elif letter == "L":
            loops[-1].append((f[0], f[1]))
        elif letter == "C":
            x, y = loops[-1][-1]
            for t in (step / PIECES for step in range(1, PIECES + 1)):
                a, b, c, e = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                loops[-1].append((a * x + b * f[0] + c * f[2] + e * f[4], a * y + b * f[1] + c * f[3] + e * f[5]))
    return loops


def area_of(loop: list[Point]) -> float:
    """Without a sign, of a polygon that does not cross itself."""
    pairs = zip(loop, [*loop[1:], loop[0]], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2
