"""Letters of a theme on its faces. Ours are placed by their capitals' height alone; a font that somebody brings is measured by its ink.

A single number or letter in such a font is as high as there is room for, whatever the font's own proportions: figures that hang below the
line, ideographs, accents. One that would be too wide is narrowed, and from `MIN_NARROW` on made smaller.
"""

from __future__ import annotations

import unicodedata

from tt_print.drawing.shapes import Ink, Text
from tt_print.drawing.text import find_font, ink_box

NUMBER_WIDTH = 0.892  # of the widest of our digits, the 4, in heights of a capital: what all corners are measured for
LETTER_WIDTH = 1.2  # of any other sign
MIN_NARROW = 0.75
FLAT = 0.5  # a sign lower than this part of a capital, as a dash is, keeps its proportion to others


def mark(
    string: str, x: float, y: float, cap: float, ink: Ink, font: str, stretch: float = 1.0,
    halo: Ink | None = None, halo_mm: float = 0.0, widest: float = LETTER_WIDTH,
) -> Text:  # fmt: skip
    """A sign, or two, about x, as high as a capital of `cap` that is on y. `widest` is in heights of a capital, of each sign."""
    measured = find_font(font)
    size = measured.size_for_cap(cap)
    box = ink_box(string, measured.brought) if measured.brought else None
    if box is None:
        return Text(x, y, string, font, size, ink, "middle", stretch, 0.0, halo, halo_mm)
    if box.height > FLAT * measured.cap_height:
        size = cap * 1000 / box.height
    room, width = widest * cap * len(string), box.width * size / 1000
    narrow = max(MIN_NARROW, min(1.0, room / width))
    size *= min(1.0, room / (width * narrow))
    stretch *= narrow
    moved = (measured.width_mm(string, 1000.0) / 2 - box.center[0]) * size * stretch / 1000
    below = box.center[1] * size / 1000
    return Text(x + moved, y - cap / 2 - below, string, font, size, ink, "middle", stretch, 0.0, halo, halo_mm)


def number(value: str, x: float, y: float, cap: float, ink: Ink, font: str, stretch: float = 1.0) -> Text:
    """One of the five numbers, no wider than ours are."""
    return mark(value, x, y, cap, ink, font, stretch, widest=NUMBER_WIDTH)


def depth_mm(words: str, font: str, size_mm: float) -> float:
    """How far below their line letters of a brought font reach, as some figures do; nothing for ours, whose capitals are on it."""
    brought = find_font(font).brought
    box = ink_box(words, brought) if brought else None
    return max(0.0, box.bottom * size_mm / 1000) if box else 0.0


def capitals(words: str) -> str:
    """As names are on cards. Greek capitals have no accents, and Georgian is written in one case."""
    return "".join(map(_capital, words))


def _capital(letter: str) -> str:
    if "\u10d0" <= letter <= "\u10ff":
        return letter
    upper = letter.upper()
    if not "\u0370" <= letter <= "\u03ff":
        return upper
    return unicodedata.normalize("NFC", "".join(c for c in unicodedata.normalize("NFD", upper) if c != "\u0301"))
