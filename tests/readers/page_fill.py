"""How far down its columns a page of a book is filled, as pypdfium2 paints it."""

from itertools import pairwise

import pypdfium2
from PIL import ImageOps

from tt_print.templates import read_toml

DPI = 36
MM = 25.4 / DPI


def measures_of(format_: str) -> dict[str, float]:
    """Those of a format of the template, in millimeters."""
    styles = read_toml("booklets/style.toml")
    own: dict[str, float] = styles[format_]
    usual = measures_of(format_.removesuffix("-large")) if format_.endswith("-large") else styles["common"]
    return usual | (styles[str(own["extends"])] if "extends" in own else {}) | own


def page_fills(data: bytes, format_: str) -> list[list[float]]:
    """For each page, the cover too, the part of the text's depth at which the last ink of each column lies.

    The footer, which stands below the text, does not count.
    """
    style = measures_of(format_)
    depth = style["height_mm"] - style["top_mm"] - style["bottom_mm"]
    columns = int(style["columns"])
    pages = []
    with pypdfium2.PdfDocument(data) as pdf:
        for page in pdf:
            picture = ImageOps.invert(page.render(scale=DPI / 72).to_pil().convert("L"))
            edges = [picture.width * index / columns for index in range(columns + 1)]
            found = []
            for left, right in pairwise(edges):
                area = (left, style["top_mm"] / MM, right, (style["height_mm"] - style["bottom_mm"] + 1.0) / MM)
                box = picture.crop(tuple(map(round, area))).point(lambda grey: 255 * (grey > 40)).getbbox()
                found.append(0.0 if box is None else box[3] * MM / depth)
            pages.append(found)
    return pages
