"""Pictures as arrays of pixels, rendered once and measured in millimeters by the tests."""

from __future__ import annotations

from functools import cache

import numpy as np

from tt_print.cards.faces import draw_face
from tt_print.cards.theme import find_theme
from tt_print.deck import FULL, JOKERS, AnyCard
from tt_print.drawing.shapes import Drawing
from tt_print.render.png import draw_pixels
from tt_print.sheets.compose import draw_card
from tt_print.sheets.plan import find_card_size

DPI = 254  # a pixel is a tenth of a millimeter
PER_MM = DPI / 25.4
EVERY_FACE = FULL + JOKERS


def pixels(drawing: Drawing, dpi: int = DPI) -> np.ndarray:
    """Rows x columns x (red, green, blue), 0 to 255."""
    return np.asarray(draw_pixels(drawing, dpi))


@cache
def face(card: AnyCard, ink_style: str = "color", size: str = "standard", indices: int = 4) -> np.ndarray:
    theme = find_theme(ink_style, indices)
    return pixels(draw_card(draw_face(card, theme), find_card_size(size), theme))


def cut(picture: np.ndarray, left: float, top: float, right: float, bottom: float) -> np.ndarray:
    """The part of a picture between these millimeters."""
    x1, y1, x2, y2 = (round(v * PER_MM) for v in (left, top, right, bottom))
    return picture[y1:y2, x1:x2]


def ink(picture: np.ndarray) -> np.ndarray:
    """How much darker than paper each pixel is: 0 to 1."""
    return 1 - picture.mean(axis=2, dtype=np.float32) / 255


def like(picture: np.ndarray, color: np.ndarray, within: float = 60) -> np.ndarray:
    """Which pixels are nearly this color."""
    return apart(picture, color) <= within


def apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The largest of the three differences, pixel by pixel."""
    return np.abs(one.astype(np.int16) - np.asarray(other).astype(np.int16)).max(axis=-1)


def box_mm(mask: np.ndarray) -> tuple[float, float, float, float]:
    """left, top, right, bottom of the true pixels, in millimeters from the mask's corner."""
    rows, columns = np.nonzero(mask.any(axis=1))[0], np.nonzero(mask.any(axis=0))[0]
    return columns[0] / PER_MM, rows[0] / PER_MM, (columns[-1] + 1) / PER_MM, (rows[-1] + 1) / PER_MM
