"""The back that all cards share: a fine repeat that hides a print that lands a little off.

No border and no icon: shifted by its repeat in either direction, or turned half round, it is
the same picture, so backs that miss by a few millimeters do not mark a card.
"""

from __future__ import annotations

import math

from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import polygon, rectangle, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path


def repeat_mm(length_mm: float, longest_mm: float) -> float:
    """The longest repeat up to `longest_mm` that divides the card's side."""
    return length_mm / math.ceil(length_mm / longest_mm - 1e-9)


def draw_back(
    theme: Theme, width_mm: float | None = None, height_mm: float | None = None, bleed_mm: float = 0.0
) -> Drawing:
    """The back for a card of this size (the theme's by default), drawn out to the cut.

    With a bleed its repeat goes on beyond each cut by so much, so that it joins a neighbor that touches;
    the drawing's size stays the card's.
    """
    width, height = width_mm or theme.width_mm, height_mm or theme.height_mm
    back, ink = theme.back, theme.ink if theme.is_low else theme.inks["back"]
    across, down = repeat_mm(width, back.repeat_mm), repeat_mm(height, back.repeat_mm)
    columns, rows = round(width / across), round(height / down)
    more_across, more_down = (math.ceil(bleed_mm / side - 1e-9) for side in (across, down))
    diamonds = back.low if theme.is_low else back.color
    box = rectangle(-bleed_mm, -bleed_mm, width + 2 * bleed_mm, height + 2 * bleed_mm)
    # bare paper under a bleed: where two backs overlap, edges painted twice would come out darker
    items: list[Item] = [Path(box, theme.paper)] if bleed_mm else []
    for size, corner in ((diamonds.large, 0.0), (diamonds.small, 0.5)):
        if size:  # the small ones lie where four cells meet
            row = (Path(_diamonds(-more_across, columns + more_across, across, down, size), ink),)
            first, last = -more_down, rows + 1 + more_down
            items += [Group(row, shift(-corner * across, (i - corner) * down)) for i in range(first, last)]
    card = Group(tuple(items), clip=box)
    description = "Fine diamonds, the same on every card and either way up."
    return Drawing(width, height, (card,), "Back of every card", description)


def _diamonds(first: int, last: int, across: float, down: float, part: float) -> str:
    """A diamond in the middle of each cell of one row, and of one cell beyond its end."""
    half_width, half_height, y = part * across, part * down, down / 2
    middles = [(i + 0.5) * across for i in range(first, last + 1)]
    return " ".join(
        polygon([(x, y - half_height), (x + half_width, y), (x, y + half_height), (x - half_width, y)]) for x in middles
    )
