"""A card as a sign: the outline of its shape, its number, its color's letter, in one ink and nothing twice.

A slip's hand must be readable when it is open and hidden when symbols of other hands lie on it, which takes lines, no
filled shapes. It also takes little ink.
"""

from __future__ import annotations

from functools import cache

from tt_print.cards.theme import Theme
from tt_print.dealing.page_tables import SignTable, sign_table
from tt_print.deck import AnyCard, Joker
from tt_print.drawing.geometry import Rect, circle, place_shape, scale, star
from tt_print.drawing.shapes import Group, Ink, Item, Path, Text
from tt_print.drawing.text import TEXT, find_font, missing_letters


def place_sign(card: AnyCard, theme: Theme, at: Rect, *, decoy: bool = False) -> Group:
    """The sign, as wide as `at`, from its top left corner. A decoy darkens what is below, as the hand's symbols will."""
    return Group(_sign(card, theme), scale(at.width, at.left, at.top), miniature=True, multiply=decoy)


@cache
def _sign(card: AnyCard, theme: Theme) -> tuple[Item, ...]:
    """On a width of 1."""
    table = sign_table()
    ink = Ink(table.ink, None)
    if isinstance(card, Joker):
        joker = theme.words.joker_letter
        d = star(0.5, table.middle, table.half * 1.15, waist=theme.joker.star_waist)
        return (
            Path(d, None, ink, table.line),
            _word(joker, table.middle, table.number_cap * 0.8, ink, letter_font(joker, theme)),
            _word(str(card.number), table.letter_y, table.letter_cap, ink),
        )
    shape = theme.shapes[card.shape]
    d = place_shape(shape.d, 0.5, table.middle, table.half)
    factor = table.half / shape.center_size
    number_y, cap = table.middle + shape.number_y_mm * factor, table.number_part * shape.number_cap_mm * factor
    items: list[Item] = [Path(d, None, ink, table.line), _word(card.number, number_y, min(table.number_cap, cap), ink)]
    if card.color == "black":
        return (*items, *_dots(table, ink))
    letter = theme.words.letters[card.color]
    return (*items, _word(letter, table.letter_y, table.letter_cap, ink, letter_font(letter, theme)))


def _word(word: str, y: float, cap: float, ink: Ink, font: str = TEXT) -> Text:
    return Text(0.5, y + cap / 2, word, font, find_font(font).size_for_cap(cap), ink, "middle")


def letter_font(word: str, theme: Theme) -> str:
    """Ours, or that of the theme for letters which ours lacks."""
    return theme.fonts.display if missing_letters(word, TEXT) else TEXT


def _dots(table: SignTable, ink: Ink) -> list[Item]:
    """The four colors in a row, instead of a letter: what black may stand for."""
    return [
        Path(circle(0.5 + (i - 1.5) * table.dot_pitch, table.letter_y, table.dot_radius), None, ink, table.line)
        for i in range(4)
    ]
