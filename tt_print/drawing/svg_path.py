"""Path data as other programs write it: every command of SVG 1.1 becomes `M`, `L`, `C` and `Z`.

Section 8.3 of SVG 1.1 has the grammar, appendix F.6 how an arc becomes one about a middle.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from tt_print.drawing.geometry import Point, path

MAX_LETTERS, MAX_COMMANDS, MAX_COORDINATE = 20_000, 2_000, 100_000.0
PIECES = 12  # of a curve
_FIGURE = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_TOKEN = re.compile(rf"\s*,?\s*(?:([A-Za-z])|({_FIGURE}))")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def read_svg_path(text: str) -> str:
    """`text`, the `d` of an SVG path, as path data of ours; every part of it closed.

    Raises ValueError that says what is wrong with it, and where, and for what is too long to be a shape.
    """
    if len(text) > MAX_LETTERS:
        raise ValueError(
            f"it has {len(text)} letters; at most {MAX_LETTERS} are allowed. Simplify it in your drawing program."
        )
    parts: list[object] = []
    here = start = handle = (0.0, 0.0)
    before, is_open = "", False
    for count, (letter, figures) in enumerate(_commands(text), 1):
        if count > MAX_COMMANDS:
            raise ValueError(f"it has more than {MAX_COMMANDS} pieces. Simplify it in your drawing program.")
        kind = letter.upper()
        if kind == "Z":
            parts, here, is_open = [*parts, "Z"] if is_open else parts, start, False
        elif kind == "M":
            parts += ["Z"] if is_open else []
            here = start = _moved(figures, here, letter)[0]
            parts += ["M", *here]
            is_open = True
        else:
            if not is_open:  # goes on from where the last part began
                parts += ["M", *start]
                is_open = True
            ends = list(_curves(letter, figures, here, handle if kind in before else here))
            for points in ends:
                parts += ["L" if len(points) == 1 else "C", *(figure for point in points for figure in point)]
            handle = _bend(kind, letter, figures, here, handle if kind in before else here, ends)
            here = ends[-1][-1] if ends else here
        before = {"C": "CS", "S": "CS", "Q": "QT", "T": "QT"}.get(kind, "")
        if max(map(abs, here)) > MAX_COORDINATE:
            raise ValueError(f"it goes beyond {MAX_COORDINATE:g}.")
    if len(parts) < 6:
        raise ValueError("it draws nothing.")
    return path(*parts, *(["Z"] if is_open else []))


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its figures; one that is repeated without its letter comes with it."""
    position, letter, figures = 0, "", list[float]()
    tokens: list[tuple[str, str, int]] = []
    stripped = text.strip()
    while position < len(stripped):
        found = _TOKEN.match(stripped, position)
        if found is None:
            raise ValueError(f"{stripped[position : position + 12]!r} at character {position + 1} is no path data.")
        tokens.append((found[1] or "", found[2] or "", found.start(1 if found[1] else 2)))
        position = found.end()
    index = 0
    while index < len(tokens):
        name, figure, at = tokens[index]
        if name:
            if name.upper() not in _COUNTS:
                raise ValueError(f"{name!r} at character {at + 1} is no command of a path.")
            letter, index = name, index + 1
        elif not letter or letter in "Zz":
            raise ValueError(f"{figure} at character {at + 1} stands alone. A path begins with M and a point.")
        if not tokens[0][0] or tokens[0][0] not in "Mm":
            raise ValueError("a path begins with M and a point.")
        wanted = _COUNTS[letter.upper()]
        raw = tokens[index : index + wanted]
        if letter in "Aa":
            figures, used = _arc_figures(tokens, index, at)
            index += used
        elif len(raw) < wanted or any(part[0] for part in raw):
            raise ValueError(f"{letter} at character {at + 1} wants {wanted} figures each time.")
        else:
            figures, index = [float(part[1]) for part in raw], index + wanted
        if not all(math.isfinite(value) and abs(value) <= MAX_COORDINATE for value in figures):
            raise ValueError(f"{letter} at character {at + 1} goes beyond {MAX_COORDINATE:g}.")
        yield letter, figures
        letter = {"M": "L", "m": "l"}.get(letter, letter)  # further points after M are lines


def _arc_figures(tokens: list[tuple[str, str, int]], index: int, at: int) -> tuple[list[float], int]:
    """Of an arc; its two flags may be without a blank, `a5 5 0 01 10 0`. And how many tokens they were."""
    figures: list[float] = []
    used, rest = 0, ""
    while len(figures) < 7:
        if rest:
            text, rest = rest, ""
        else:
            if index + used >= len(tokens) or tokens[index + used][0]:
                raise ValueError(f"A at character {at + 1} wants 7 figures each time.")
            text, used = tokens[index + used][1], used + 1
        if len(figures) in (3, 4):
            if text[0] not in "01":
                raise ValueError(f"A at character {at + 1} wants 0 or 1 as its fourth and fifth figure.")
            text, rest = text[0], text[1:]
        figures.append(float(text))
    return figures, used


def _moved(figures: list[float], here: Point, letter: str) -> list[Point]:
    """Points from figures; lowercase letters count from where the pen is."""
    x, y = here if letter.islower() else (0.0, 0.0)
    return [(figures[i] + x, figures[i + 1] + y) for i in range(0, len(figures), 2)]


def _curves(letter: str, figures: list[float], here: Point, handle: Point) -> Iterator[tuple[Point, ...]]:
    """One point for a line, three for a curve."""
    kind = letter.upper()
    if kind in "HV":
        x, y = here if letter.islower() else (0.0, 0.0)
        yield ((figures[0] + x, here[1]) if kind == "H" else (here[0], figures[0] + y),)
    elif kind == "A":
        end = _moved(figures[5:], here, letter)[0]
        yield from _arc(here, end, figures[0], figures[1], figures[2], bool(figures[3]), bool(figures[4]))
    else:
        points = _moved(figures, here, letter)
        mirrored = (2 * here[0] - handle[0], 2 * here[1] - handle[1])
        if kind == "L":
            yield (points[0],)
        elif kind == "C":
            yield tuple(points)
        elif kind == "S":
            yield (mirrored, *points)
        else:  # a quadratic one, raised
            bend, end = (points[0], points[1]) if kind == "Q" else (mirrored, points[0])
            yield (_toward(here, bend), _toward(end, bend), end)


def _toward(one: Point, other: Point) -> Point:
    return one[0] + 2 / 3 * (other[0] - one[0]), one[1] + 2 / 3 * (other[1] - one[1])


def _bend(
    kind: str, letter: str, figures: list[float], here: Point, handle: Point, ends: list[tuple[Point, ...]]
) -> Point:
    """The handle that a smooth curve after this one mirrors."""
    if kind in "CS":
        return ends[-1][1]
    if kind == "Q":
        return _moved(figures, here, letter)[0]
    if kind == "T":
        return (2 * here[0] - handle[0], 2 * here[1] - handle[1])
    return ends[-1][-1] if ends else here


def _arc(
    here: Point, end: Point, rx: float, ry: float, turn: float, large: bool, sweep: bool
) -> Iterator[tuple[Point, ...]]:
    rx, ry = abs(rx), abs(ry)
    if here == end:
        return
    if min(rx, ry) < 1e-9:
        yield (end,)
        return
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    dx, dy = (here[0] - end[0]) / 2, (here[1] - end[1]) / 2
    x, y = (cos * dx + sin * dy) / rx, (cos * dy - sin * dx) / ry
    if (far := math.hypot(x, y)) > 1:
        rx, ry, x, y = rx * far, ry * far, x / far, y / far
    square = x * x + y * y
    root = math.sqrt(max(0.0, 1 / square - 1)) * (-1 if large == sweep else 1)
    cx, cy = root * y, -root * x  # the middle, on a circle of radius 1
    first = math.atan2(y - cy, x - cx)
    angle = (math.atan2(-y - cy, -x - cx) - first) % (2 * math.pi)
    if not sweep and angle:
        angle -= 2 * math.pi
    pieces = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-9))
    reach = 4 / 3 * math.tan(angle / pieces / 4)
    mx, my = (here[0] + end[0]) / 2, (here[1] + end[1]) / 2

    def back(u: float, v: float) -> Point:
        u, v = (u + cx) * rx, (v + cy) * ry
        return cos * u - sin * v + mx, sin * u + cos * v + my

    for index in range(pieces):
        a, b = first + angle * index / pieces, first + angle * (index + 1) / pieces
        yield (
            back(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a)),
            back(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b)),
            end if index + 1 == pieces else back(math.cos(b), math.sin(b)),
        )


def flattened(d: str) -> list[list[Point]]:
    """Path data of ours as closed polygons, each curve in `PIECES`."""
    from tt_print.drawing.geometry import segments

    loops: list[list[Point]] = []
    here = (0.0, 0.0)
    for letter, f in segments(d):
        if letter == "M":
            loops.append([(f[0], f[1])])
        elif letter == "L":
            loops[-1].append((f[0], f[1]))
        elif letter == "C":
            for step in range(1, PIECES + 1):
                t = step / PIECES
                a, b, c, e = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                loops[-1].append(
                    (a * here[0] + b * f[0] + c * f[2] + e * f[4], a * here[1] + b * f[1] + c * f[3] + e * f[5])
                )
        if loops and loops[-1]:
            here = loops[-1][-1] if letter != "Z" else loops[-1][0]
    return loops


def area_of(loop: list[Point]) -> float:
    """Without a sign, of a polygon that does not cross itself."""
    pairs = zip(loop, [*loop[1:], loop[0]], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2
