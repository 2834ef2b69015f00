"""Our mark: a red circle 1, a yellow heart 2, and a green triangle 3 that tops them both."""

from __future__ import annotations

from functools import cache

from tt_print.cards.theme import Theme
from tt_print.cards.topper import Topper, draw_topper, turned
from tt_print.drawing.geometry import Point, scale, transform
from tt_print.drawing.shapes import Drawing, Group, Ink, Item, Path, Text
from tt_print.drawing.text import DISPLAY, find_font
from tt_print.templates import TemplateTable, read_table


class MarkToken(TemplateTable):
    color: str
    shape: str
    middle: Point
    size: float
    number: str
    number_middle: Point
    number_cap: float


class MarkTable(TemplateTable):
    """`templates/themes/mark.toml`: parts of the mark's height, from its middle; later tokens lie on earlier ones."""

    height: float
    width: float
    line: float
    gap: float
    numbers_from_mm: float
    tokens: tuple[MarkToken, ...]


@cache
def mark_table() -> MarkTable:
    return read_table(MarkTable, "themes/mark.toml")


def mark_width(height: float) -> float:
    """How wide a mark of this height is."""
    return height * mark_table().width / mark_table().height


def draw_mark(theme: Theme, x: float, y: float, height: float, one_ink: Ink | None = None) -> list[Item]:
    """The mark about (x, y): in the deck's colors, in low ink as lines, or solid in `one_ink` with numbers of paper.

    A small one has no numbers (`numbers_from_mm`).
    """
    table = mark_table()
    unit = height / table.height
    items: list[Item] = []
    for token in table.tokens:
        left, top = token.middle
        d = transform(theme.shapes[token.shape].d, scale(unit * token.size, x + unit * left, y + unit * top), 2)
        line, gap = (0.0 if one_ink else unit * table.line), unit * table.gap
        items.append(Path(d, theme.paper, theme.paper, 2 * (gap + line)))
        if one_ink:
            fill, on = one_ink, theme.paper
            items.append(Path(d, fill))
        else:
            color = theme.colors[token.color]
            fill, on = (theme.paper, theme.ink) if theme.is_low else (color.ink, color.on)
            items.append(Path(d, fill, theme.ink, 2 * line))
        if height >= table.numbers_from_mm:
            cap, (across, down) = unit * token.number_cap, token.number_middle
            size = find_font(DISPLAY).size_for_cap(cap)
            items.append(Text(x + unit * across, y + unit * down + cap / 2, token.number, DISPLAY, size, on, "middle"))
    return [Group(tuple(items), miniature=True)]


def draw_icon(theme: Theme, side: float) -> Drawing:
    """The heart of the mark alone on a square, `side` millimeters wide: at 16 pixels three tokens have no room for numbers."""
    heart = turned(
        draw_topper(theme, Topper("yellow", "heart", looks=300, mood="glad"), 0.39 * side), side / 2, 0.44 * side, -6
    )
    return Drawing(side, side, (heart,), "Triple Topper", "A yellow heart with two eyes that smiles.")
