"""The back that all cards share: a fine repeat that hides a print that lands a little off.

No border and no emblem: shifted by its repeat in either direction, or turned half round, it is
the same picture, so backs that miss by a few millimeters do not mark a card.
"""

from __future__ import annotations

import math

from tt_print.drawing.geometry import circle, rectangle, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.theme import Theme


def repeat_mm(length_mm: float, longest_mm: float) -> float:
    """The longest repeat up to `longest_mm` that divides the card's side."""
    return length_mm / math.ceil(length_mm / longest_mm - 1e-9)


def draw_back(theme: Theme, width_mm: float | None = None, height_mm: float | None = None) -> Drawing:
    """The back for a card of this size (the theme's by default), drawn out to the cut."""
    width, height = width_mm or theme.width_mm, height_mm or theme.height_mm
    back = theme["back"]
    across, down = repeat_mm(width, back["repeat_mm"]), repeat_mm(height, back["repeat_mm"])
    columns, rows = round(width / across), round(height / down)
    crossings = tuple(_row(theme, columns, across, down))
    # halfway between the crossings, one more column and row than needed, for the circles at the edges
    petals = tuple(_petals(theme, columns, across, down))
    items: list[Item] = []
    for row in range(-1, rows + 1):
        items.append(Group(crossings, shift(0, row * down)))
        items.append(Group(petals, shift(0, row * down)))
    items.append(Group(crossings, shift(0, (rows + 1) * down)))
    card = Group(tuple(items), clip=rectangle(0, 0, width, height))
    said = "A fine repeat of circles, the same on every card and either way up."
    return Drawing(width, height, (card,), "Back of every card", said)


def _row(theme: Theme, columns: int, across: float, down: float) -> list[Item]:
    """Dots on the corners of a row of cells."""
    back = theme["back"]
    if theme.is_low:
        dots = " ".join(circle(i * across, 0, back["low_dot_radius"]) for i in range(columns + 1))
        return [Path(dots, theme.ink)]
    dots = " ".join(circle(i * across, 0, back["dot_radius"]) for i in range(columns + 1))
    return [Path(dots, theme.inks["back"])]


def _petals(theme: Theme, columns: int, across: float, down: float) -> list[Item]:
    """Circles round the middles of a row of cells, through the cells' corners; low ink: dots instead."""
    back, radius = theme["back"], math.hypot(across, down) / 2
    middles = [((i + 0.5) * across, 0.5 * down) for i in range(-1, columns + 1)]
    if theme.is_low:
        return [Path(" ".join(circle(x, y, back["low_dot_radius"]) for x, y in middles), theme.ink)]
    rings = " ".join(circle(x, y, radius) for x, y in middles)
    return [Path(rings, stroke=theme.inks["back"], width_mm=back["line"])]
