"""How a picture covers a card with its bleed, in numbers: the middle of it, as large as fits."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from tt_print.artwork.tables import ArtworkFile

MM_PER_INCH = 25.4


class Fit(NamedTuple):
    """The part of a picture that is shown, in its own units from its top left corner."""

    left: float
    top: float
    width: float
    height: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        return self.left, self.top, self.left + self.width, self.top + self.height


def fit_over(width: float, height: float, wide_mm: float, high_mm: float) -> Fit:
    """The largest part in the middle that has the shape of an area."""
    shown_width = min(width, height * wide_mm / high_mm)
    shown_height = min(height, width * high_mm / wide_mm)
    return Fit((width - shown_width) / 2, (height - shown_height) / 2, shown_width, shown_height)


def dpi_of(fit: Fit, wide_mm: float) -> float:
    """Pixels an inch where the part is printed so wide."""
    return fit.width / wide_mm * MM_PER_INCH


def pixels(mm: float, dpi: float) -> int:
    """Whole pixels that have at least this density."""
    return ceil(mm / MM_PER_INCH * dpi - 1e-6)


def crop_advice(width: float, height: float, fit: Fit, wide_mm: float, high_mm: float, table: ArtworkFile) -> list[str]:
    """What is cut away of a picture, where that is more than nobody would miss; with the size to crop it to."""
    words, size = table.words, {"width": round(fit.width), "height": round(fit.height)}
    lost_width, lost_height = 1 - fit.width / width, 1 - fit.height / height
    if max(lost_width, lost_height) <= table.crop_told:
        return []
    said = [words.rotated] if width > height and wide_mm < high_mm else []
    if lost_width > lost_height:
        return [*said, words.crop_sides.format(cut=round(100 * lost_width), **size)]
    return [*said, words.crop_ends.format(cut=round(100 * lost_height), **size)]
