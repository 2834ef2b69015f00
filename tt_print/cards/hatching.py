"""Colors in black ink only: Petra Sancta's hatching, as lines clipped to a shape.

Red is vertical lines, yellow dots, green diagonal lines, blue horizontal lines, black solid (heraldry's
symbols of 1638, free to use). A pattern would grow with the shape; these keep their millimeters.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tt_print.cards.theme import Theme
from tt_print.cards.theme_file import Hatch
from tt_print.drawing.geometry import bounds, line, path
from tt_print.drawing.shapes import Group, Path


class Area(NamedTuple):
    """What the lines must cover, from its middle: hashable and cheap, since a face asks for a dozen."""

    x: float
    y: float
    half_width: float
    half_height: float


def hatched(theme: Theme, color: str, d: str, small: bool = False) -> Group | Path:
    """The shape `d` filled with its color's hatching, without an outline.

    The lines are laid out from the middle of the shape's bounds; `small` takes the finer ones that an
    index needs.
    """
    if color == "black":
        return Path(d, fill=theme.ink)
    hatch = theme.hatching.small if small else theme.hatching.large
    left, top, right, bottom = bounds(d).edges
    area = Area(round((left + right) / 2, 1), round((top + bottom) / 2, 1), (right - left) / 2, (bottom - top) / 2)
    if theme.has_light_hatching:
        return Group((_dashed(theme, color, area, hatch),), clip=d)
    if color == "yellow":
        # lines of hardly any length with round ends: a circle would take ten times the bytes
        dots = _dots(area, *hatch.dot_pitch)
        lines = Path(dots, stroke=theme.ink, width_mm=2 * hatch.dot_radius, cap="round")
    else:
        lines = Path(_lines(area, color, hatch.pitch), stroke=theme.ink, width_mm=hatch.line)
    return Group((lines,), clip=d)


def _dashed(theme: Theme, color: str, area: Area, hatch: Hatch) -> Path:
    """The hatching in few commands, for figures of many cards: stripes are one wide dashed line, and a row of dots is one line."""
    x, y, across, down = area
    if color == "yellow":
        pitch_x, pitch_y = hatch.dot_pitch
        count, rows = int(across / pitch_x) + 1, int(down / pitch_y)
        dots = " ".join(
            line(x - (count - row % 2 / 2) * pitch_x, y + row * pitch_y, x + across, y + row * pitch_y)
            for row in range(-rows, rows + 1)
        )
        return Path(dots, None, theme.ink, 2 * hatch.dot_radius, dash_mm=(0.01, pitch_x - 0.01), cap="round")
    reach = (int((across + down) / hatch.pitch) + 1) * hatch.pitch + hatch.line / 2
    right, below = {"red": (reach, 0.0), "blue": (0.0, reach), "green": (reach / 2**0.5, -reach / 2**0.5)}[color]
    d = line(x - right, y - below, x + right, y + below)
    return Path(d, None, theme.ink, 2 * (across + down), dash_mm=(hatch.line, hatch.pitch - hatch.line))


@cache
def _lines(area: Area, color: str, pitch: float) -> str:
    x, y, across, down = area
    x, y = x + 0.05, y + 0.05  # a line of 0.3 mm then has its edges on tenths: crisp at common resolutions
    parts: list[object] = []
    if color == "red":
        for i in _steps(across, pitch):
            parts += ["M", x + i * pitch, y - down, "L", x + i * pitch, y + down]
    elif color == "blue":
        for i in _steps(down, pitch):
            parts += ["M", x - across, y + i * pitch, "L", x + across, y + i * pitch]
    else:  # green: from top left to bottom right; the pitch is measured across the lines
        step = round(pitch * 2**0.5, 1)
        for i in _steps(across + down, step):
            start = x + i * step
            parts += ["M", start - down, y - down, "L", start + down, y + down]
    return path(*parts)


@cache
def _dots(area: Area, pitch_x: float, pitch_y: float) -> str:
    x, y, across, down = area
    parts: list[object] = []
    for i in _steps(down, pitch_y):
        for j in _steps(across, pitch_x):
            dot_x, dot_y = x + (j + (0.5 if i % 2 else 0)) * pitch_x, y + i * pitch_y
            parts += ["M", dot_x, dot_y, "L", dot_x + 0.01, dot_y]
    return path(*parts)


def _steps(reach: float, pitch: float) -> range:
    """Whole steps either way from the middle, one past `reach` since the middle is rounded."""
    return range(-int(reach / pitch) - 1, int(reach / pitch) + 2)
