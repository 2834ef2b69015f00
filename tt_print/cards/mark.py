"""Our mark: a red circle 1, a yellow heart 2, and a green triangle 3 that tops them both."""

from __future__ import annotations

from functools import cache

from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import Point, rectangle, scale, shift, transform
from tt_print.drawing.shapes import Drawing, Group, Ink, Item, Path, Text
from tt_print.drawing.text import DISPLAY, find_font
from tt_print.templates import TemplateTable, read_table


class MarkToken(TemplateTable):
    color: str
    shape: str
    number: str
    middle: Point
    size: float
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


def mark_icon(theme: Theme, side: float, one_ink: Ink | None = None) -> Drawing:
    """The mark on a square of paper, `side` millimeters wide: for icons."""
    paper = Path(rectangle(0, 0, side, side), theme.paper)
    height = 0.98 * side * min(1.0, 1 / mark_width(1.0))
    items = (paper, Group(tuple(draw_mark(theme, 0, 0, height, one_ink)), shift(side / 2, side / 2)))
    description = "Three tokens: a green triangle 3 on a red circle 1 and a yellow heart 2."
    return Drawing(side, side, items, "Triple Topper", description)
