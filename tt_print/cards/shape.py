"""A shape that somebody brings, fitted to be among ours."""

from __future__ import annotations

import math
from functools import cache

from tt_print.drawing.geometry import transform
from tt_print.drawing.svg_path import area_of, flattened, read_svg_path

AREA = 2.6  # of ours, in their own unit, about
REACH = 1.06  # the farthest that one of ours goes from its middle, across or down
LEAST_PART = 0.12  # of the box round it that a shape must fill: less is a line


@cache
def fit_shape(d: str) -> str:
    """SVG path data about the origin and as heavy as the five of ours.

    Raises ValueError for what is no path, and for one that has hardly any area.
    """
    try:
        ours = read_svg_path(d)
    except ValueError as error:
        raise ValueError(f"d: {error}") from None
    loops = flattened(ours)
    points = [point for loop in loops for point in loop]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    width, height = right - left, bottom - top
    area = max(map(area_of, loops))
    if min(width, height) <= 0 or area < LEAST_PART * width * height or max(width, height) > 4 * min(width, height):
        raise ValueError("d: it has hardly any area, or is a bar. Draw a solid shape about as wide as high.")
    factor = min(2 * REACH / max(width, height), math.sqrt(AREA / area))
    return transform(ours, (factor, 0, 0, factor, -factor * (left + right) / 2, -factor * (top + bottom) / 2), 4)
