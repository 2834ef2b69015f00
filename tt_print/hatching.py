"""Colors in black ink only: Petra Sancta's hatching, as lines clipped to a shape.

Red is upright lines, yellow dots, green slanting lines, blue level lines, black solid (heraldry's
signs of 1638, free to use). A pattern would grow with the shape; these keep their millimeters.
"""

from __future__ import annotations

from functools import cache

from tt_print.drawing.geometry import bounds, path
from tt_print.drawing.shapes import Group, Ink, Path
from tt_print.theme import Theme

DOT_ROWS = 0.87  # rows of dots lie closer than dots in a row: each has six equal neighbors


def hatched(theme: Theme, color: str, d: str, small: bool = False) -> Group | Path:
    """The shape `d` filled with its color's hatching, without an outline.

    The lines are laid out from the middle of the shape's bounds; `small` takes the finer ones that an
    index needs.
    """
    if color == "black":
        return Path(d, fill=theme.ink)
    low = theme["low"]
    ending = "_small" if small else ""
    width = 2 * low["dot_radius" + ending] if color == "yellow" else low["line" + ending]
    return Group((_lines(theme.ink, color, *bounds(d), low["pitch" + ending], width),), clip=d)


@cache
def _lines(
    ink: Ink, color: str, left: float, top: float, right: float, bottom: float, pitch: float, width: float
) -> Path:
    x, y, across, down = (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2
    parts: list[object] = []
    if color == "red":
        for i in _steps(across, pitch):
            parts += ["M", x + i * pitch, top, "L", x + i * pitch, bottom]
    elif color == "blue":
        for i in _steps(down, pitch):
            parts += ["M", left, y + i * pitch, "L", right, y + i * pitch]
    elif color == "green":  # from top left to bottom right; the pitch is measured across the lines
        for i in _steps(across + down, pitch * 2**0.5):
            start = x + i * pitch * 2**0.5
            parts += ["M", start - down, top, "L", start + down, bottom]
    else:  # yellow: dots are lines of no length with round ends
        for i in _steps(down, pitch * DOT_ROWS):
            for j in _steps(across, pitch):
                dot = (x + (j + (0.5 if i % 2 else 0)) * pitch, y + i * pitch * DOT_ROWS)
                parts += ["M", *dot, "L", *dot]
    return Path(path(*parts), stroke=ink, width_mm=width, cap="round" if color == "yellow" else "butt")


def _steps(reach: float, pitch: float) -> range:
    """Whole steps either way from the middle that stay within `reach`."""
    return range(-int(reach / pitch), int(reach / pitch) + 1)
