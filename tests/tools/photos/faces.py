"""Faces as pixels for photos that are made, not taken: every theme and ink on cards of several sizes, with their tabs."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from tt_print.deck import make_deck
from tt_print.draw.geometry import Rect
from tt_print.draw.pdf import DocumentFacts, Page, render_pdf
from tt_print.draw.pixels import open_pages
from tt_print.faces.faces import draw_face
from tt_print.faces.layout import lay_out
from tt_print.faces.theme import find_theme

LOOKS = (("tab", "color"), ("tab", "low"), ("rich", "color"), ("toppers", "color"), ("toppers", "low"))
SIZES_MM = {
    "standard": (63.0, 88.0),
    "bridge": (57.15, 88.9),
    "mini": (44.45, 63.5),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
}
INCH_MM = 25.4


class Faces(NamedTuple):
    """All cards of one look and size: codes, pixels (cards, height, width, 3), and where the tabs are, in millimeters."""

    look: str
    codes: tuple[str, ...]
    pixels: np.ndarray
    size_mm: tuple[float, float]
    tab_mm: Rect
    ground: bool  # the face is a flood of color

    @property
    def px_per_mm(self) -> float:
        return self.pixels.shape[2] / self.size_mm[0]


@cache
def read_faces(theme: str, ink: str, size: str, dpi: int = 150) -> Faces:
    """Every card and joker of a look, as it is printed."""
    width_mm, height_mm = SIZES_MM[size]
    laid = lay_out(find_theme(ink, 4, theme), width_mm, height_mm)
    cards = make_deck("full", jokers=2)
    pages = [Page(draw_face(card, laid), str(i), "") for i, card in enumerate(cards, 1)]
    with open_pages(render_pdf(pages, DocumentFacts("Faces"))) as opened:
        width, height = (round(side / INCH_MM * dpi) for side in (laid.width_mm, laid.height_mm))
        faces = [opened.page_pixels(i, width, height).rgb for i in range(len(cards))]
    pixels = np.stack([np.frombuffer(face, np.uint8).reshape(height, width, 3) for face in faces])
    size_mm = (laid.width_mm, laid.height_mm)
    return Faces(f"{theme}-{ink}-{size}", tuple(map(str, cards)), pixels, size_mm, laid.tab.rect, theme == "rich")
