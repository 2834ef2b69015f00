"""A card as a sign: its shape in a light tint, its number, its color's letter, and nothing twice.

What a slip holds must be read when it is open and hidden when it is folded. A sign has a fifth of a face's ink and
none of its eight repeated corners, so that camouflage outdoes it.
"""

from __future__ import annotations

from functools import cache

from tt_print.cards.theme import Theme
from tt_print.dealing.page_tables import SignTable, sign_table
from tt_print.deck import VALUES, AnyCard, Joker
from tt_print.drawing.geometry import circle, place_shape, scale, star
from tt_print.drawing.shapes import Group, Ink, Item, Path, Text
from tt_print.drawing.text import TEXT, find_font, missing_letters


def place_sign(card: AnyCard, theme: Theme, x: float, y: float, width: float) -> Group:
    """The sign with its top left corner at (x, y)."""
    return Group(_sign(card, theme), scale(width, x, y), miniature=True)


@cache
def _sign(card: AnyCard, theme: Theme) -> tuple[Item, ...]:
    """On a width of 1."""
    table = sign_table()
    ink, edge = Ink(table.ink, None), Ink(table.edge, None)
    if isinstance(card, Joker):
        joker = theme.words.joker_letter
        d = star(0.5, table.middle, table.half * 1.15, waist=theme.joker.star_waist)
        return (
            Path(d, None, edge, table.line),
            _word(joker, table.middle, table.number_cap * 0.8, ink, letter_font(joker, theme)),
            _word(str(card.number), table.letter_y, table.letter_cap, ink),
        )
    shape = theme.shapes[card.shape]
    d = place_shape(shape.d, 0.5, table.middle, table.half)
    fill = None if theme.is_low else _tint(theme.colors[card.color].ink, table.tint[card.color])
    factor = table.half / shape.center_size
    number_y, cap = table.middle + shape.number_y_mm * factor, table.number_part * shape.number_cap_mm * factor
    items: list[Item] = [
        Path(d, fill, edge, table.line),
        _word(card.number, number_y, min(table.number_cap, cap), ink),
    ]
    if card.color == "black":
        return (*items, *_dots(theme, table, edge))
    letter = theme.words.letters[card.color]
    return (*items, _word(letter, table.letter_y, table.letter_cap, ink, letter_font(letter, theme)))


def _word(word: str, y: float, cap: float, ink: Ink, font: str = TEXT) -> Text:
    return Text(0.5, y + cap / 2, word, font, find_font(font).size_for_cap(cap), ink, "middle")


def letter_font(word: str, theme: Theme) -> str:
    """Ours, or that of the theme for letters which ours lacks."""
    return theme.fonts.display if missing_letters(word, TEXT) else TEXT


def _dots(theme: Theme, table: SignTable, edge: Ink) -> list[Item]:
    """The four colors in a row, in place of a letter: what black may stand for."""
    return [
        Path(
            circle(0.5 + (i - 1.5) * table.dot_pitch, table.letter_y, table.dot_radius),
            None if theme.is_low else _tint(theme.colors[color].ink, table.tint[color]),
            edge,
            table.line,
        )
        for i, color in enumerate(VALUES["color"][:4])
    ]


def _tint(ink: Ink, part: float) -> Ink:
    """So much of an ink on white paper. No press prints slips, so it has no build."""
    levels = [int(ink.rgb[i : i + 2], 16) for i in (1, 3, 5)]
    return Ink("#" + "".join(f"{round(255 - (255 - level) * part):02X}" for level in levels), None)
