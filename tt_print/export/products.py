"""What can be ordered or made, in the figures of whoever makes it: pixels that are counted, or millimeters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from tt_print.drawing.geometry import Rect
from tt_print.export.cardbox import MM_PER_INCH, CardBox
from tt_print.templates import TABLE_NAME

MAX_CARD_MM, MAX_CARD_PX, MAX_DPI = 500.0, 12_000, 2400  # a card, with its bleed, that a machine can make


@dataclass(frozen=True, kw_only=True)
class Product(ABC):
    """One thing that can be ordered or made. Raises ValueError for a card that no machine could make.

    `dpi` is the density of its pixels, where it becomes pixels.
    """

    name: str = field(metadata=TABLE_NAME)
    title: str
    corner_mm: float = 0.0
    dpi: int = 300

    def __post_init__(self) -> None:
        if not 1 <= self.dpi <= MAX_DPI:
            raise ValueError(f"dpi is 1 to {MAX_DPI}.")
        if not (0 < self.box.width_mm <= MAX_CARD_MM and 0 < self.box.height_mm <= MAX_CARD_MM):
            raise ValueError(f"a card with its bleed is larger than nothing and at most {MAX_CARD_MM:g} mm.")
        whole, trim, safe = Rect(0, 0, self.box.width_mm, self.box.height_mm), self.box.trim, self.box.safe
        if not (whole.contains(trim, 1e-6) and trim.contains(safe, 1e-6) and safe.width > 0 and safe.height > 0):
            raise ValueError("the safe area must lie in the trim, the trim in the file.")
        if abs(trim.left - trim.top) > 0.01:
            raise ValueError("the bleed must be as wide on all four sides.")

    @property
    @abstractmethod
    def box(self) -> CardBox:
        """The geometry of its card."""

    def at(self, dpi: int) -> Self:
        """The same card in pixels of another density. Raises ValueError where they would not come out whole."""
        return replace(self, dpi=dpi)


@dataclass(frozen=True, kw_only=True)
class PixelProduct(Product):
    """For a service that counts pixels: width and height of file, trim and safe area, one in the middle of the other."""

    dpi: int
    file_px: tuple[int, int]
    trim_px: tuple[int, int]
    safe_px: tuple[int, int]

    def __post_init__(self) -> None:
        if not 1 <= self.dpi <= MAX_DPI or not all(1 <= px <= MAX_CARD_PX for px in self.file_px):
            raise ValueError(f"dpi is 1 to {MAX_DPI}, and a file 1 to {MAX_CARD_PX} pixels wide and high.")
        super().__post_init__()

    def at(self, dpi: int) -> Self:
        """All figures as many times as large as the density: pixels are counted, so no inch is rounded anew."""
        if not 1 <= dpi <= MAX_DPI:
            raise ValueError(f"dpi is 1 to {MAX_DPI}.")

        def pixels(figures: tuple[int, int]) -> tuple[int, int]:
            if any(px * dpi % self.dpi for px in figures):
                wide, high = figures
                raise ValueError(
                    f"{wide} x {high} pixels at {self.dpi} dpi are no whole number of pixels at {dpi} dpi."
                )
            return figures[0] * dpi // self.dpi, figures[1] * dpi // self.dpi

        sized: dict[str, Any] = {key: pixels(getattr(self, key)) for key in ("file_px", "trim_px", "safe_px")}
        return replace(self, dpi=dpi, **sized)

    @cached_property
    def box(self) -> CardBox:
        width, height = (px * MM_PER_INCH / self.dpi for px in self.file_px)
        trim, safe = (
            _centered(width, height, *(px * MM_PER_INCH / self.dpi for px in inner))
            for inner in (self.trim_px, self.safe_px)
        )
        return CardBox(width, height, trim, safe, self.corner_mm, self.dpi)


@dataclass(frozen=True, kw_only=True)
class MillimeterProduct(Product):
    """A card of `trim_mm` with `bleed_mm` round it; the safe area begins `safe_mm` inside the trim."""

    trim_mm: tuple[float, float]
    bleed_mm: float = 0.0
    safe_mm: float = 0.0

    @cached_property
    def box(self) -> CardBox:
        (width, height), bleed, inside = self.trim_mm, self.bleed_mm, self.safe_mm
        file_width, file_height = width + 2 * bleed, height + 2 * bleed
        safe = _centered(file_width, file_height, width - 2 * inside, height - 2 * inside)
        return CardBox(file_width, file_height, Rect(bleed, bleed, width, height), safe, self.corner_mm, self.dpi)


def _centered(width: float, height: float, inner_width: float, inner_height: float) -> Rect:
    return Rect((width - inner_width) / 2, (height - inner_height) / 2, inner_width, inner_height)
