"""A photo with what was seen drawn on it: a green line around sure cards, a dashed orange one around doubtful corners."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tt_print.play.scan.cards import Polygon, Reading
from tt_print.play.scan.pixels import ArrayPhoto
from tt_print.templates import template_path

SURE_RGB, UNSURE_RGB, PAPER_RGB = (0, 150, 90), (214, 96, 0), (255, 255, 255)
FONT = "fonts/atkinson-700.ttf"
QUALITY = 88  # of the JPEG


def draw_marks(photo: ArrayPhoto, reading: Reading, number: int, suffix: str) -> bytes:
    """The photo of this number as JPEG or PNG, at the size that was read."""
    image = Image.fromarray((photo.pixels * 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    size = max(14, max(image.size) // 70)
    font = ImageFont.truetype(template_path(FONT), size)
    for card in reading.cards:
        if card.photo == number:
            _mark(draw, card.polygon, card.code, SURE_RGB, font, size)
    for unsure in reading.unsure:
        if unsure.photo == number:
            _mark(draw, unsure.polygon, f"{unsure.codes[0]}?", UNSURE_RGB, font, size)
    out = io.BytesIO()
    image.save(out, "PNG" if suffix == ".png" else "JPEG", quality=QUALITY)
    return out.getvalue()


def _mark(
    draw: ImageDraw.ImageDraw,
    polygon: Polygon,
    words: str,
    color: tuple[int, int, int],
    font: ImageFont.FreeTypeFont,
    size: int,
) -> None:
    width = max(2, size // 6)
    draw.line([*polygon, polygon[0]], fill=color, width=width, joint="curve")
    x, y = polygon[0]
    box = draw.textbbox((x, y - size * 1.2), words, font=font)
    draw.rectangle((box[0] - 3, box[1] - 2, box[2] + 3, box[3] + 2), fill=color)
    draw.text((x, y - size * 1.2), words, fill=PAPER_RGB, font=font)
