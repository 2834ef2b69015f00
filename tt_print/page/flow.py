"""From boxes to columns and pages. Where each ends is chosen for all of them at once, so that none has to be bad."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from tt_print.drawing.geometry import Rect, shift
from tt_print.drawing.shapes import Bookmark, Drawing, Element, Group, Item, Piece, ReadingPage, Text
from tt_print.drawing.text import verify_words_inside
from tt_print.page.boxes import NEVER, Box, Layout, Strip, Tag, first_words, grouped, height_of, stacked
from tt_print.page.text import SUM_MM, RichText, TextStyle, set_lines, word_width
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass, replace

# ---------------------------------------------------------------- emit

# From layouts to drawings and reading pages: one walk gives each part its place and its element.


Put = tuple[float, float, Layout]  # x, y, and what is there

BOXED = ("Figure", "Link")  # the roles whose elements say where they are


class Document:
    """The pages of one file. It keeps the elements of tags, so that what goes on over a page is one element."""

    def __init__(self) -> None:
        self.elements: dict[Tag, Element] = {}

    def drawing(
        self, parts: Sequence[Put], width: float, height: float, title: str, description: str = "", *,
        margin: float = 0.0, repeated: Sequence[Put] = (),
    ) -> Drawing:  # fmt: skip
        """A page. What is `repeated` from an earlier one is not read again. Raises LayoutProblem for words that stick out."""
        items: list[Item] = []
        for piece in self.pieces([*((x, y, one.bare()) for x, y, one in repeated), *parts])[0]:
            items += [Group(piece.items, element=piece.element)] if piece.element else piece.items
        verify_words_inside(items, width, height, margin)
        return Drawing(width, height, tuple(items), title, description)

    def reading_page(
        self, parts: Sequence[Put], width: float, height: float, label: str, repeated: Sequence[Put] = ()
    ) -> ReadingPage:
        """A page in pieces, with the bookmarks of its words. Raises LayoutProblem for what sticks out of its box."""
        pieces, bookmarks = self.pieces([*parts, *((x, y, one.bare()) for x, y, one in repeated)])
        return ReadingPage(width, height, tuple(pieces), label, tuple(bookmarks))

    def pieces(self, parts: Sequence[Put]) -> tuple[list[Piece], list[Bookmark]]:
        """The pieces of layouts in the order in which they are read. Raises LayoutProblem for what sticks out, with its words."""
        walk = _Walk(self.elements)
        for x, y, layout in parts:
            if layout.overflow:
                raise LayoutProblem("page.overflow", "paper", words=layout.overflow)
            walk.visit(layout, x, y, None)
        return walk.pieces, walk.bookmarks


@dataclasses.dataclass
class _Walk:
    """The pieces that were found so far; neighbors of one element, or of none, are one piece."""

    elements: dict[Tag, Element]
    pieces: list[Piece] = dataclasses.field(default_factory=list)
    bookmarks: list[Bookmark] = dataclasses.field(default_factory=list)

    def visit(self, layout: Layout, x: float, y: float, around: Element | None) -> bool:
        """Whether there is anything to be read in the layout, which is at (x, y) within the element `around`."""
        element, owner, box, target = around, around if layout.is_read else None, None, ""
        if layout.bookmark:
            self.bookmarks.append(replace(layout.bookmark, y_mm=y + layout.bookmark.y_mm))
        if tag := layout.tag:
            box = Rect(x, y, layout.width, layout.height) if tag.role in BOXED else None
            element = owner = self._element(tag, around, box)
            target = tag.target
        if layout.items or target:
            self._add(Piece(tuple(_moved(layout.items, x, y)), owner, box, target))
        inner = [self.visit(part, x + right, y + down, element) for right, down, part in layout.parts]
        if tag and not (layout.items or any(inner)):
            self._add(Piece((), element))  # an empty cell is there, too
        return bool(owner) or any(inner)

    def _element(self, tag: Tag, around: Element | None, box: Rect | None) -> Element:
        if tag not in self.elements:
            self.elements[tag] = Element(tag.role, around, tag.alt, tag.scope, tag.text, tag.columns, tag.rows, box)
        return self.elements[tag]

    def _add(self, piece: Piece) -> None:
        last = self.pieces[-1] if self.pieces else piece
        is_apart = last is piece or last.box_mm or piece.box_mm or last.target or piece.target
        if is_apart or last.element is not piece.element:
            self.pieces.append(piece)
        else:
            self.pieces[-1] = replace(last, items=last.items + piece.items)


def _moved(items: tuple[Item, ...], x: float, y: float) -> Iterator[Item]:
    """Words and groups are moved themselves; paths become a group, whose items other places may share."""
    if not any(isinstance(item, Text | Group) for item in items):
        yield from [Group(items, shift(x, y))] if items else []
        return
    for item in items:
        if isinstance(item, Text):
            yield replace(item, x_mm=item.x_mm + x, y_mm=item.y_mm + y)
        elif isinstance(item, Group) and item.clip is None:
            yield item.moved(shift(x, y))
        else:
            yield Group((item,), shift(x, y))


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
