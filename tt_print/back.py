"""The back that all cards share: a fine repeat that hides a print that lands a little off.

No border and no emblem: shifted by its repeat in either direction, or turned half round, it is
the same picture, so backs that miss by a few millimeters do not mark a card.
"""

from __future__ import annotations

import math

from tt_print.drawing.geometry import polygon, rectangle, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.theme import Theme


def repeat_mm(length_mm: float, longest_mm: float) -> float:
    """The longest repeat up to `longest_mm` that divides the card's side."""
    return length_mm / math.ceil(length_mm / longest_mm - 1e-9)


def draw_back(theme: Theme, width_mm: float | None = None, height_mm: float | None = None) -> Drawing:
    """The back for a card of this size (the theme's by default), drawn out to the cut."""
    width, height = width_mm or theme.width_mm, height_mm or theme.height_mm
    back, ink = theme["back"], theme.ink if theme.is_low else theme.inks["back"]
    across, down = repeat_mm(width, back["repeat_mm"]), repeat_mm(height, back["repeat_mm"])
    columns, rows = round(width / across), round(height / down)
    prefix = "low_" if theme.is_low else ""
    items: list[Item] = []
    for size, corner in ((back[prefix + "large"], 0.0), (back[prefix + "small"], 0.5)):
        if size:  # the small ones lie where four cells meet
            row = (Path(_diamonds(columns, across, down, size), ink),)
            items += [Group(row, shift(-corner * across, (i - corner) * down)) for i in range(rows + 1)]
    card = Group(tuple(items), clip=rectangle(0, 0, width, height))
    said = "Fine diamonds, the same on every card and either way up."
    return Drawing(width, height, (card,), "Back of every card", said)


def _diamonds(columns: int, across: float, down: float, part: float) -> str:
    """A diamond in the middle of each cell of one row, and of one cell beyond its end."""
    wide, high, y = part * across, part * down, down / 2
    middles = [(i + 0.5) * across for i in range(columns + 1)]
    return " ".join(polygon([(x, y - high), (x + wide, y), (x, y + high), (x - wide, y)]) for x in middles)
