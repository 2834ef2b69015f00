"""Inspection of a picture for the backs of a deck in play: edges that look crooked, cards that are known by their back.

Only differences between pixels and their counts are looked at, so that nothing here depends on what a picture shows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image, ImageChops, ImageFilter, ImageStat

from tt_print.artwork.fit import MM_PER_INCH
from tt_print.artwork.read import Artwork
from tt_print.artwork.samples import cut_to
from tt_print.artwork.tables import LookMeasures, artwork_file

SIDES = ("left", "top", "right", "bottom")


class Inspection(NamedTuple):
    """`frame_mm` is how far inside the cut a line runs along the edge, None without one."""

    frame_mm: float | None
    is_turned: bool
    is_light: bool
    has_even_edge: bool


@lru_cache(maxsize=8)
def inspect_artwork(artwork: Artwork, wide_mm: float, high_mm: float, bleed_mm: float, safe_mm: float) -> Inspection:
    """Of a card that is `wide_mm` x `high_mm` after cutting."""
    table = artwork_file().looks
    image = cut_to(artwork, wide_mm + 2 * bleed_mm, high_mm + 2 * bleed_mm, table.px_per_mm * MM_PER_INCH)
    image = image.convert("RGB")
    per_mm = image.width / (wide_mm + 2 * bleed_mm)
    inset = bleed_mm * per_mm
    card = image.crop((round(inset), round(inset), round(image.width - inset), round(image.height - inset)))
    return Inspection(
        _find_frame(image, per_mm, bleed_mm, safe_mm, table),
        _differs_turned(card, per_mm, table),
        ImageStat.Stat(card.convert("L")).mean[0] >= table.light,
        _has_even_edge(card, table),
    )


def _find_frame(
    image: Image.Image, per_mm: float, bleed_mm: float, safe_mm: float, table: LookMeasures
) -> float | None:
    """How far inside the cut a line lies that runs along all four sides, or two that face each other.

    A side has one where, at one distance from the edge, nearly all of its length steps from one color to another, and that is so at few
    distances: stripes and grains of sand step everywhere.
    """
    outside = min(bleed_mm, table.frame_outside_mm)
    nearest, farthest = (bleed_mm - outside) * per_mm, (bleed_mm + safe_mm) * per_mm
    found: dict[str, float] = {}
    for side in SIDES:
        parts = _steps_along(image, side, table)
        half = parts[: len(parts) // 2]
        lined = [distance for distance, part in enumerate(half) if part >= table.frame_part]
        near = [distance for distance in lined if nearest <= distance <= farthest]
        if near and len(lined) <= table.frame_most * len(half):
            found[side] = max(near) / per_mm - bleed_mm
    pairs = [pair for pair in (("left", "right"), ("top", "bottom")) if all(side in found for side in pair)]
    return round(max([0.0, *(found[side] for pair in pairs for side in pair)]), 1) if pairs else None


def _steps_along(image: Image.Image, side: str, table: LookMeasures) -> list[float]:
    """For each distance from a side, in pixels, which part of the side's length steps there to another color."""
    turns: dict[str, Image.Transpose] = {
        "left": Image.Transpose.ROTATE_270, "right": Image.Transpose.ROTATE_90, "bottom": Image.Transpose.ROTATE_180,
    }  # fmt: skip
    upright = image.transpose(turns[side]) if side in turns else image  # the side lies at the top now
    width, height = upright.size
    ends = round(table.frame_ends * width)
    middle = upright.crop((ends, 0, width - ends, height))
    apart = ImageChops.difference(
        middle.crop((0, 0, middle.width, height - 2)), middle.crop((0, 2, middle.width, height))
    )
    strongest = _strongest(apart)
    steps = strongest.point([255 if value >= table.frame_step else 0 for value in range(256)])
    # a line that lies a little aslant still is one
    return [
        value / 255
        for value in steps.filter(ImageFilter.MaxFilter(3)).resize((1, height - 2), Image.Resampling.BOX).tobytes()
    ]


def _strongest(image: Image.Image) -> Image.Image:
    red, green, blue = image.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def _differs_turned(card: Image.Image, per_mm: float, table: LookMeasures) -> bool:
    """Whether half a turn shows another picture to anyone who looks for it."""
    factor = table.turn_px_per_mm / per_mm
    size = max(1, round(card.width * factor)), max(1, round(card.height * factor))
    small: Any = card.resize(size, Image.Resampling.BOX)
    apart = _strongest(ImageChops.difference(small, small.transpose(Image.Transpose.ROTATE_180)))
    # what lies half a pixel off is no other picture
    apart = apart.filter(ImageFilter.MinFilter(3))
    differing = sum(apart.histogram()[table.turn_step :])
    return bool(differing > table.turn_part * size[0] * size[1])


def _has_even_edge(card: Image.Image, table: LookMeasures) -> bool:
    """Whether one color runs all around the cut, so that a print a little off shows nothing."""
    width, height = card.size
    rim = max(1, round(width / 30))
    strips = (
        (0, 0, rim, height),
        (0, 0, width, rim),
        (width - rim, 0, width, height),
        (0, height - rim, width, height),
    )
    for channel in card.split():
        extremes: list[Any] = [channel.crop(strip).getextrema() for strip in strips]
        if max(high for _, high in extremes) - min(low for low, _ in extremes) > table.edge_step:
            return False
    return True
