"""Pictures at a part of their size, of which everything can still be printed and read.

Six points are the least that people read at arm's length; a quarter of a point is the least line that home printers and shops
promise to print.
"""

from __future__ import annotations

from tt_print.drawing.shapes import Group, Item, Path, Text
from tt_print.records import replace

LEAST_EM_MM = 6 * 25.4 / 72
LEAST_LINE_MM = 0.095  # a little more, because files have few decimals


def reduced(items: tuple[Item, ...], factor: float) -> tuple[Item, ...]:
    """The items for a group that is scaled by `factor`: thin lines become wider, and letters that would be too small to
    read are left out. The millimeters stay those of the whole size.
    """
    kept: dict[tuple[int, float], tuple[Item, ...]] = {}
    return tuple(found for item in items if (found := _reduce(item, factor, kept)))


def _reduce(item: Item, factor: float, kept: dict[tuple[int, float], tuple[Item, ...]]) -> Item | None:
    if isinstance(item, Text):
        return item if item.size_mm * factor >= LEAST_EM_MM - 0.001 else None
    if isinstance(item, Path):
        is_thin = item.stroke and item.width_mm * factor < LEAST_LINE_MM
        return replace(item, width_mm=LEAST_LINE_MM / factor) if is_thin else item
    if isinstance(item, Group):
        a, b, c, d = item.matrix[:4]
        own = factor * abs(a * d - b * c) ** 0.5
        key = (id(item.items), own)
        if key not in kept:  # what groups share stays shared
            kept[key] = tuple(found for part in item.items if (found := _reduce(part, own, kept)))
        return replace(item, items=kept[key])
    return item
