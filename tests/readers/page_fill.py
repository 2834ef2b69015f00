"""How far down its columns a page of a book is filled, as pypdfium2 paints it."""

from __future__ import annotations

from itertools import pairwise

import pypdfium2
from PIL import ImageOps

DPI = 36
MM = 25.4 / DPI


def page_fills(data: bytes, style) -> list[list[float]]:
    """For each page, the cover too, the part of the text's depth at which the last ink of each column lies.

    The footer, which stands below the text, does not count.
    """
    pages = []
    with pypdfium2.PdfDocument(data) as pdf:
        for page in pdf:
            picture = ImageOps.invert(page.render(scale=DPI / 72).to_pil().convert("L"))
            edges = [picture.width * index / style.columns for index in range(style.columns + 1)]
            found = []
            for left, right in pairwise(edges):
                area = (left, style.top_mm / MM, right, (style.height_mm - style.bottom_mm + 1.0) / MM)
                box = picture.crop(tuple(map(round, area))).point(lambda grey: 255 * (grey > 40)).getbbox()
                found.append(0.0 if box is None else box[3] * MM / style.depth_mm)
            pages.append(found)
    return pages
