"""Areas of a picture: which pixels lie in them, and how much of them is ink. Pictures are Pillow images."""

from __future__ import annotations

from math import ceil, floor
from typing import Any

from tt_print.drawing.geometry import Rect
from tt_print.export.cardbox import MM_PER_INCH


def whole_pixels(area: Rect, dpi: int) -> tuple[int, int, int, int]:
    """The pixels that lie wholly inside an area in millimeters: left, top, right, bottom, as `crop` has them."""
    left, top, right, bottom = (edge * dpi / MM_PER_INCH for edge in area.edges)
    return ceil(left), ceil(top), floor(right), floor(bottom)


def ink_cover(grey: Any) -> float:
    """How much of a grey picture is ink, 0 to 1."""
    counts: list[int] = grey.histogram()
    return sum((255 - value) * count for value, count in enumerate(counts)) / (255 * max(1, sum(counts)))


def darkest(picture: Any) -> int:
    """The darkest pixel of a picture, 0 (black) to 255."""
    extremes: tuple[int, int] = picture.convert("L").getextrema()
    return extremes[0]


def darkest_channel(picture: Any) -> int:
    """The least red, green or blue of any pixel, 0 to 255: yellow is ink as well."""
    extremes: list[tuple[int, int]] = picture.convert("RGB").getextrema()
    return min(low for low, _ in extremes)
