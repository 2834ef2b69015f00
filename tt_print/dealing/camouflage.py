"""Camouflage: overlapping shapes of the deck in every color, so that what shines through them cannot be read.

A black flap hides little: against a lamp it only makes all of it darker, and what lies behind stays as clear. Here
every edge of a sign meets dozens of like edges, every tint meets stronger ones, and each slip has other shapes. Where
they lie comes out of the secret of the deal, so that nobody can print them again and take them off the picture.
`tests/dealing/test_camouflage.py` reads folded slips by machine.
"""

from __future__ import annotations

from functools import cache
from math import ceil

from tt_print.cards.theme import Theme
from tt_print.dealing.page_tables import camouflage_table, sign_table
from tt_print.dealing.shuffle import stream
from tt_print.dealing.signs import letter_font
from tt_print.deck import VALUES
from tt_print.drawing.geometry import Rect, place_shape, scale
from tt_print.drawing.shapes import Group, Ink, Item, Path, Text
from tt_print.drawing.text import TEXT, find_font

BYTES_A_PLACE = 6
STRIP = 2  # rows


def draw_camouflage(area: Rect, sign_mm: float, theme: Theme, seed: bytes) -> Group:
    """Shapes all over `area`, and on them the signs' own numbers, letters and outlines, as large as those of signs
    `sign_mm` wide. The same seed gives the same ones.
    """
    table = camouflage_table()
    inks, shapes = _inks(theme), list(theme.shapes.values())
    smallest, largest = table.radius[theme.ink_style]
    patches: list[Item] = []
    for x, y, size, kind, ink in _scatter(area, table.pitch * sign_mm, seed + b"p", len(inks)):
        if (fill := inks[ink]) is not None:
            radius = sign_mm * (smallest + (largest - smallest) * size)
            patches.append(Group(_shape(shapes[int(kind * len(shapes))].d, fill), scale(radius, x, y)))
    strokes: list[Item] = []
    marks = _marks(theme)
    for x, y, size, kind, ink in _scatter(area, table.mark_pitch[theme.ink_style] * sign_mm, seed + b"m", 2):
        factor = sign_mm * (0.85 + 0.3 * size)
        strokes.append(Group(marks[ink][int(kind * len(marks[ink]))], scale(factor, x, y)))
    return Group((*patches, *strokes), clip=area.path(), miniature=True)


def _scatter(area: Rect, pitch: float, seed: bytes, inks: int) -> list[tuple[float, float, float, float, int]]:
    """Places all over the area in a chance order: x, y, two numbers below 1, and an ink by number."""
    columns, rows = ceil(area.width / pitch) + 2, ceil(area.height / pitch) + 2
    chance = stream(seed, BYTES_A_PLACE * columns * rows)
    # strip by strip, so that the cells of a turn lie in a heap
    cells = [
        (row, column)
        for top in range(0, rows, STRIP)
        for column in range(columns)
        for row in range(top, min(top + STRIP, rows))
    ]
    turns = _turns(chance[BYTES_A_PLACE - 1 :: BYTES_A_PLACE], inks)
    found = []
    for number, (row, column) in enumerate(cells):
        order, right, down, size, kind, _ = chance[BYTES_A_PLACE * number : BYTES_A_PLACE * (number + 1)]
        x, y = area.left + (column - 1 + right / 256) * pitch, area.top + (row - 1 + down / 256) * pitch
        found.append((order, (x, y, size / 256, kind / 256, turns[number])))
    return [place for _, place in sorted(found, key=lambda pair: pair[0])]


def _turns(chance: bytes, inks: int) -> list[int]:
    """An ink for each cell, by number: neighbors take each of them once, in any order, so that no hole stays white."""
    found: list[int] = []
    for first in range(0, len(chance), inks):
        here = chance[first : first + inks]
        found += sorted(range(len(here)), key=lambda ink: (here[ink], ink))
    return found


@cache
def _shape(d: str, ink: Ink) -> tuple[Item, ...]:
    return (Path(d, ink),)


@cache
def _marks(theme: Theme) -> tuple[tuple[tuple[Item, ...], ...], ...]:
    """Numbers, letters and outlines about the origin on a sign's width of 1, in black and in the signs' own ink."""
    table, signs = camouflage_table(), sign_table()
    found: list[tuple[tuple[Item, ...], ...]] = []
    for ink in (theme.ink, Ink(signs.ink, None)):
        letters = (theme.words.letters[color] for color in VALUES["color"][:4])
        words = [(number, signs.number_cap, TEXT) for number in table.numbers] + [
            (word, signs.letter_cap, letter_font(word, theme)) for word in letters
        ]
        texts: list[tuple[Item, ...]] = [
            (Text(0, cap / 2, word, font, find_font(font).size_for_cap(cap), ink, "middle"),)
            for word, cap, font in words
        ]
        outlines: list[tuple[Item, ...]] = [
            (Path(place_shape(shape.d, 0, 0, signs.half), None, ink, table.line),) for shape in theme.shapes.values()
        ]
        found.append((*texts, *outlines))
    return tuple(found)


@cache
def _inks(theme: Theme) -> tuple[Ink | None, ...]:
    """As often as the template says: a color, paper, or None for nothing."""
    names = camouflage_table().inks[theme.ink_style]
    own = {"paper": theme.paper, "none": None}
    return tuple(own[name] if name in own else theme.colors[name].ink for name in names)
