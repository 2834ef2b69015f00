"""Strips become columns: where each page ends is chosen for the whole book at once, so that no page has to be bad."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.booklets.galley import NEVER, Strip
from tt_print.records import dataclass

PAGE = 100.0  # a page more; it is worth a few breaks that are not the best
TORN = 90.0  # a paragraph or table parted where the page still has room for more of it
STUB = 0.25  # a last column shorter than this part of its depth looks forgotten
FULL = 0.02  # a page short of this part of its depth is as good as full


@dataclass(frozen=True, slots=True)
class Placed:
    """A strip and how far below the top of its column it starts; `is_head` says that it repeats the head of a table."""

    y_mm: float
    strip: Strip
    is_head: bool = False


Columns = list[list[Placed]]  # those of one page, side by side


def paginate(
    strips: Sequence[Strip],
    depth_mm: float,
    stretch_mm: float = 0.0,
    min_fill: float = 0.7,
) -> list[list[Placed]]:
    """Columns of strips, each at most `depth_mm` deep, with the least cost in all.

    A column costs what its last break costs, and more the emptier it is; the last one may be short, but no stub. What
    `goes_on` is parted only where a column is full, and under its table's head. Elastic gaps grow by up to `stretch_mm`
    each to fill a column.
    """
    count = len(strips)
    costs, before = [0.0, *[float("inf")] * count], [0] * (count + 1)
    for first in range(count):
        head = strips[first].head
        height, gaps = head.height_mm if head else 0.0, 0
        for last in range(first, count):
            strip = strips[last]
            if last > first:
                height += strip.before_mm
                gaps += strip.elastic
            height += strip.height_mm
            if height > depth_mm + 1e-6 and last > first:
                break
            is_end = last + 1 == count
            short = 0.0 if is_end else max(0.0, depth_mm - height - gaps * stretch_mm) / depth_mm
            cost = costs[first] + PAGE + _emptiness(short, min_fill) + (0.0 if is_end else strips[last + 1].cost)
            if not is_end and strips[last + 1].goes_on and height + strips[last + 1].height_mm <= depth_mm:
                cost += TORN
            if is_end and first and height < STUB * depth_mm:
                cost += TORN
            cost += NEVER * 10 if height > depth_mm + 1e-6 else 0.0
            if cost < costs[last + 1]:
                costs[last + 1], before[last + 1] = cost, first
    columns: list[list[Placed]] = []
    end = count
    while end:
        columns.append(_column(strips[before[end] : end], depth_mm, stretch_mm, last=end == count))
        end = before[end]
    return columns[::-1]


def balance(strips: Sequence[Strip], depth_mm: float, count: int) -> list[int]:
    """How many strips stand in each of at most `count` columns that are about as full as each other; more columns where
    so many cannot hold the strips."""
    for percent in range(40, 101, 2):
        columns = paginate(strips, depth_mm * percent / 100, 0.0, 0.0)
        if len(columns) <= count:
            break
    return [sum(not placed.is_head for placed in column) for column in columns]


def fill_column(strips: Sequence[Strip], depth_mm: float, stretch_mm: float) -> list[Placed]:
    """Strips as one column, whose gaps grow by up to `stretch_mm` each until it is full."""
    return _column(strips, depth_mm, stretch_mm, last=False)


def natural_height(strips: Sequence[Strip]) -> float:
    """How deep a column of these strips is."""
    return sum(strip.height_mm + (strip.before_mm if index else 0.0) for index, strip in enumerate(strips))


def _emptiness(short: float, min_fill: float) -> float:
    """Mild while a column is nearly full, steep when it is emptier than it should be."""
    if short <= FULL:
        return 0.0
    return 400.0 * short * short + (400.0 * (short - 1 + min_fill) if short > 1 - min_fill else 0.0)


def _column(strips: Sequence[Strip], room: float, stretch: float, last: bool) -> list[Placed]:
    head = strips[0].head
    used = sum(strip.height_mm + (strip.before_mm if index else 0.0) for index, strip in enumerate(strips))
    used += head.height_mm if head else 0.0
    gaps = sum(strip.elastic for strip in strips[1:])
    extra = max(0.0, min((room - used) / gaps, stretch)) if gaps and not last else 0.0
    placed = [Placed(0.0, head, is_head=True)] if head else []
    y = head.height_mm if head else 0.0
    for index, strip in enumerate(strips):
        if index:
            y += strip.before_mm + (extra if strip.elastic else 0.0)
        placed.append(Placed(y, strip))
        y += strip.height_mm
    return placed
