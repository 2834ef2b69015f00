"""From boxes to columns and pages. Where each ends is chosen for all of them at once, so that none has to be bad."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from tt_print.page.boxes import NEVER, Box, Layout, Strip, first_words, grouped, height_of, stacked
from tt_print.page.text import SUM_MM, RichText, TextStyle, set_lines, word_width
from tt_print.records import dataclass, replace

PAGE = 100.0  # the cost of one more page; it is worth a few breaks that are not the best
TORN = 90.0  # of a paragraph or table that is parted where the page has room for more of it
STUB = 0.25  # a last column shorter than this part of its depth looks forgotten
FULL = 0.02  # a page short of this part of its depth is as good as full

T = TypeVar("T")


def paginate(strips: Sequence[Strip], depth: float, stretch: float = 0.0, min_fill: float = 0.7) -> list[list[Strip]]:
    """The strips of each column, at most `depth` deep, with the least cost in all (Knuth and Plass 1981, for pages).

    A column costs what its last break costs, and more the emptier it is; the last one may be short, but no stub. What `goes_on` is parted only
    where a column is full, and under its table's head. Gaps may grow by up to `stretch` times their unit to fill a column.
    """
    count, heights = len(strips), [strip.height for strip in strips]
    costs, before = [0.0, *[float("inf")] * count], [0] * (count + 1)
    for first in range(count):
        head = strips[first].head
        height, units = head.height if head else 0.0, 0.0
        for last in range(first, count):
            strip = strips[last]
            if last > first:
                height += strip.before
                units += strip.stretch
            height += heights[last]
            if height > depth + SUM_MM and last > first:
                break
            cost = costs[first] + PAGE
            if last + 1 < count:
                following = strips[last + 1]
                cost += _emptiness((depth - height - units * stretch) / depth, min_fill) + following.cost
                if following.goes_on and height + heights[last + 1] <= depth:
                    cost += TORN
            elif first and height < STUB * depth:
                cost += TORN
            if height > depth + SUM_MM:
                cost += NEVER * 10
            if cost < costs[last + 1]:
                costs[last + 1], before[last + 1] = cost, first
    columns, end = list[list[Strip]](), count
    while end:
        columns.append(_column(strips[before[end] : end]))
        end = before[end]
    return columns[::-1]


def _emptiness(short: float, min_fill: float) -> float:
    """Mild while a column is nearly full, steep when it is emptier than it should be."""
    if short <= FULL:
        return 0.0
    return 400.0 * short * short + (400.0 * (short - 1 + min_fill) if short > 1 - min_fill else 0.0)


def _column(strips: Sequence[Strip]) -> list[Strip]:
    """Under the head that its table repeats."""
    first, *rest = strips
    return [Strip(first.head), replace(first, before=0.0, stretch=0.0), *rest] if first.head else [first, *rest]


def pages(box: Box, width: float, depth: float, stretch: float = 0.0, min_fill: float = 0.7) -> list[Layout]:
    """A box over as many pages as it takes; all but the last are filled, as far as gaps may grow. What is higher than a page overflows."""
    columns = paginate(box.strips(width), depth, stretch, min_fill)
    layouts = [stacked(column, width, 0.0 if column is columns[-1] else depth, stretch) for column in columns]
    return [
        one if one.height <= depth + SUM_MM or one.overflow else replace(one, overflow=first_words(one) or "a picture")
        for one in layouts
    ]


def balanced(strips: Sequence[Strip], count: int) -> list[list[Strip]]:
    """At most so many columns, as short as they can be: the height is searched by halves."""
    high = sum(strip.height + strip.before for strip in strips)
    low, columns = high / count / 2, [list(strips)]
    while high - low > 0.25:
        middle = (low + high) / 2
        tried = paginate(strips, middle, min_fill=0.0)
        if len(tried) <= count and all(height_of(column) <= middle + SUM_MM for column in tried):
            high, columns = middle, tried
        else:
            low = middle
    return columns


@dataclass(frozen=True, slots=True)
class Columns(Box):
    """A box in `count` columns of about the same height, or in as many as there is room for at its natural width."""

    box: Box
    count: int = 0
    gap: float = 5.0

    def lay(self, width: float) -> Layout:
        if count := self.count:
            each = (width - (count - 1) * self.gap) / count
        else:
            each = min(self.box.natural(), width)
            count = int((width + self.gap) / (each + self.gap) + SUM_MM)
        layouts = [stacked(column, each) for column in balanced(self.box.strips(each), count)]
        parts = [(index * (each + self.gap), 0.0, one) for index, one in enumerate(layouts)]
        return grouped(parts, width, max((one.height for one in layouts), default=0.0))


def fit(make: Callable[[T], Box], sizes: Iterable[T], width: float, height: float) -> tuple[T, Layout] | None:
    """The first of `sizes`, the best first, at which the box is no higher than `height` and nothing sticks out; None if there is none."""
    for size in sizes:
        layout = make(size).lay(width)
        if layout.height <= height + SUM_MM and not layout.overflow:
            return size, layout
    return None


def sized(text: RichText, style: TextStyle, sizes: Sequence[float], width: float, height: float) -> TextStyle:
    """The style at the first of `sizes` of the em at which the text fits, whatever people write: at the last one words are broken, and lines cut."""
    for size in sizes:
        tried = style.times(size / style.size)
        high = len(set_lines(text, tried, width)) * tried.leading
        if high <= height + SUM_MM and word_width(text, tried) <= width + SUM_MM:
            return tried
    last = style.times(sizes[-1] / style.size)
    return replace(last, breaks=True, most_lines=max(1, int((height + SUM_MM) / last.leading)))


def largest(height: Callable[[float], float], least: float, most: float, room: float, step: float = 0.1) -> float:
    """The largest measure, in steps, at which something is no higher than `room`; `least` if not even that is.

    The height has to grow with the measure, and never faster the larger that is: then a straight line between both ends is safe.
    """
    low, high = height(least), height(most)
    if high <= room or high <= low:
        return most
    return max(least, int((least + (room - low) * (most - least) / (high - low)) / step + SUM_MM) * step)
