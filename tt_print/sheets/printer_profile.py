"""What is known of one printer and paper, and the matrices that take it back."""

from __future__ import annotations

from dataclasses import astuple

from tt_print.drawing.geometry import IDENTITY, Matrix, compose, invert, rotate, shift
from tt_print.files.names import short_hash
from tt_print.records import dataclass


@dataclass(frozen=True, slots=True)
class PrinterProfile:
    """How a printer's pages come out, seen as each side of upright paper lies face up, its top away from you.

    `scale_x` and `scale_y`: length on paper over length in the file, 0.968 where 100 mm came out as 96.8.
    The back lies `offset_x_mm` to the right and `offset_y_mm` down of where the front wants it, is turned by
    `skew_deg` clockwise about the page's middle, and is scaled by `back_scale_x`, `back_scale_y` where
    heat or feed make it differ from the front. `flip` is the edge over which the measured sheet turned,
    "" as long as nobody measured the back.
    """

    printer: str
    paper: str
    scale_x: float = 1.0
    scale_y: float = 1.0
    offset_x_mm: float = 0.0
    offset_y_mm: float = 0.0
    skew_deg: float = 0.0
    back_scale_x: float = 1.0
    back_scale_y: float = 1.0
    flip: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What tells one profile from another."""
        return self.printer.casefold(), self.paper

    @property
    def name(self) -> str:
        """`brother, a4`."""
        return f"{self.printer}, {self.paper}"

    @property
    def file_part(self) -> str:
        """`brother-3f2a91`: the figures have their part in it, so that one file name stays one file."""
        safe = "".join(c if c.isalnum() else "-" for c in self.printer).casefold()
        return f"{safe}-{short_hash(repr(astuple(self)), 6)}"


def front_print(profile: PrinterProfile, width_mm: float, height_mm: float) -> Matrix:
    """Where this printer puts a point of a front, upright or on its side: scaled about the page's middle."""
    scale_x, scale_y = profile.scale_x, profile.scale_y
    if width_mm > height_mm:
        scale_x, scale_y = scale_y, scale_x
    return _about_middle((scale_x, 0, 0, scale_y, 0, 0), width_mm, height_mm)


def back_print(profile: PrinterProfile, width_mm: float, height_mm: float, flip: str = "long") -> Matrix:
    """Where it puts a point of a back on upright paper that turns over its long or short edge.

    Over the other edge than the measured one the back's picture goes through the printer the other way
    round, so that the same offset of the paper points the other way.
    """
    sign = 1 if flip == (profile.flip or flip) else -1
    turned = rotate(profile.skew_deg, sign * profile.offset_x_mm, sign * profile.offset_y_mm)
    scaled = (profile.back_scale_x, 0, 0, profile.back_scale_y, 0, 0)
    return _about_middle(compose(turned, scaled), width_mm, height_mm)


def _about_middle(matrix: Matrix, width_mm: float, height_mm: float) -> Matrix:
    middle_x, middle_y = width_mm / 2, height_mm / 2
    return compose(shift(middle_x, middle_y), compose(matrix, shift(-middle_x, -middle_y)))


def front_correction(profile: PrinterProfile | None, width_mm: float, height_mm: float) -> Matrix:
    """What a front must be drawn through to come out right: the inverse of `front_print`."""
    return invert(front_print(profile, width_mm, height_mm)) if profile else IDENTITY


def back_correction(profile: PrinterProfile | None, width_mm: float, height_mm: float, flip: str = "long") -> Matrix:
    """What a back must be drawn through to meet its front: the inverse of `back_print`."""
    return invert(back_print(profile, width_mm, height_mm, flip)) if profile else IDENTITY
