"""From boxes to columns and pages, where each ends chosen for all of them at once, so that none has to be bad; and tables, which may go on
over pages.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from math import fsum
from typing import TypeVar

from tt_print.draw.geometry import Rect, line, rectangle, shift
from tt_print.draw.shapes import Bookmark, Drawing, Element, Group, Ink, Item, Path, Piece, ReadingPage, Text
from tt_print.draw.text import verify_words_inside
from tt_print.page.boxes import (
    NEVER,
    SIDES,
    Box,
    Layout,
    Share,
    Space,
    Strip,
    Tag,
    Width,
    Words,
    first_words,
    grouped,
    height_of,
    share_out,
    stacked,
)
from tt_print.page.text import BLACK, SUM_MM, RichText, TextStyle, plain, set_lines, word_width
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


def drawn(*parts: Put) -> list[Item]:
    """What layouts at these places draw, in a picture that has no structure. Raises LayoutProblem for words that stick out."""
    return [item for piece in Document().pieces(parts)[0] for item in piece.items]


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
            self._add(Piece(tuple(_move(layout.items, x, y)), owner, box, target))
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


def _move(items: tuple[Item, ...], x: float, y: float) -> Iterator[Item]:
    """Words and groups are moved themselves; paths become a group, whose items other places may share."""
    if not any(isinstance(item, (Text, Group)) for item in items):
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
                if cost + following.cost > costs[last + 1]:
                    continue  # whatever else it costs
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
    high = fsum(strip.height + strip.before for strip in strips)
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


# ---------------------------------------------------------------- tables

# Columns by what they need, cells that span, shades and lines.


EMPTY = Space(0.0)
PARTED_TABLE = 3.0  # the cost of a page break between two rows
DOTTED, DOTS, DOT_INSET = 0.25, (0.8, 0.8), 1.0  # of a dotted line; it ends before the lines across it


@dataclass(frozen=True, slots=True)
class Cell:
    """`head` is Column or Row for a heading. `across` is start, middle, or end. `spoken` is read aloud where the drawing does not say it.

    Without a `pad` it has its table's.
    """

    box: Box = EMPTY
    columns: int = 1
    rows: int = 1
    head: str = ""
    across: str = "middle"
    spoken: str = ""
    shade: Ink | None = None
    pad: float | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """Cells from the left, past those that reach down from above; at least `height` high."""

    cells: Sequence[Cell]
    height: float = 0.0
    shade: Ink | None = None


@dataclass(frozen=True, slots=True)
class TableStyle:
    """How wide lines are, 0 for none: the `grid` around cells, the `frame` around all, `rules` below rows, `head` above and below the heads.

    `pad` is left and right of what is in a cell, `pad_down` above and below it. `down` is top or middle.
    """

    ink: Ink = BLACK
    grid: float = 0.0
    frame: float = 0.0
    rules: float = 0.0
    head: float = 0.0
    pad: float = 1.2
    pad_down: float = 0.0
    down: str = "middle"


@dataclass(frozen=True, slots=True)
class Column:
    """The line at its left is `heavy`, as a frame is, or `dotted`."""

    width: Width = None
    shade: Ink | None = None
    heavy: bool = False
    dotted: bool = False


Placed = Sequence[tuple[int, Cell, Layout]]  # the cells of a row: in which column each begins, and what is in it


@dataclass(frozen=True, slots=True)
class Table(Box):
    """The first `heads` rows are repeated where the table goes on on another page."""

    columns: Sequence[Column]
    rows: Sequence[TableRow]
    style: TableStyle = TableStyle()
    heads: int = 1

    def natural(self) -> float:
        return fsum(self._needs()[1])

    def least(self) -> float:
        return fsum(self._needs()[0])

    def _needs(self) -> tuple[list[float], list[float]]:
        """The least and the natural width of each column, by the cells that are in it alone."""
        least = [0.0] * len(self.columns)
        natural = least[:]
        for cells in self._place_cells():
            for column, cell in cells:
                if cell.columns == 1 and cell.box is not EMPTY:
                    pad = 2 * self._pad(cell)
                    least[column] = max(least[column], cell.box.least() + pad)
                    natural[column] = max(natural[column], cell.box.natural() + pad)
        return least, natural

    def _pad(self, cell: Cell) -> float:
        return self.style.pad if cell.pad is None else cell.pad

    def _place_cells(self) -> list[list[tuple[int, Cell]]]:
        """The cells of each row with their columns."""
        taken: set[tuple[int, int]] = set()
        placed = []
        for index, row in enumerate(self.rows):
            column, here = 0, []
            for cell in row.cells:
                while (index, column) in taken:
                    column += 1
                taken |= {(index + down, column + right) for down in range(cell.rows) for right in range(cell.columns)}
                here.append((column, cell))
                column += cell.columns
            placed.append(here)
        return placed

    def widths(self, width: float) -> list[float]:
        """The width of each column. Shares take what is left.

        Columns that cannot all have their natural width get parts of the rest by the square roots of their wishes, so that a long sentence does
        not squeeze its neighbor. Raises LayoutProblem where even the longest words do not fit.
        """
        least, natural = self._needs()
        wanted: list[Width] = [
            Share(c.width.part, max(least[i], c.width.least)) if isinstance(c.width, Share) else c.width
            for i, c in enumerate(self.columns)
        ]
        needed = fsum(share_out(0.0, wanted, least))
        if needed - width > 0.1:
            heads = ", ".join(plain(c.box.text) for c in self.rows[0].cells if isinstance(c.box, Words) and c.box.text)
            raise LayoutProblem("page.columns", "paper", words=heads, columns=len(wanted), needed=needed, width=width)
        if fsum(share_out(0.0, wanted, natural)) <= width + SUM_MM:
            return share_out(width, wanted, natural)
        low = share_out(0.0, wanted, least)
        roots = [max(0.0, n - m) ** 0.5 if w is None else 0.0 for w, n, m in zip(wanted, natural, low, strict=True)]
        unit = (width - fsum(low)) / (fsum(roots) or 1.0)
        widths = [m + (min(n - m, unit * r) if r else 0.0) for n, m, r in zip(natural, low, roots, strict=True)]
        widest = max(range(len(widths)), key=lambda i: natural[i] - widths[i])
        widths[widest] += width - fsum(widths)
        return widths

    def strips(self, width: float) -> list[Strip]:
        """Rows that a cell joins are one strip, as are the heads. No page ends after the first row or before the last one."""
        xs = [*accumulate(self.widths(width), initial=0.0)]
        rows: list[Placed] = [
            [(i, cell, cell.box.lay(xs[i + cell.columns] - xs[i] - 2 * self._pad(cell))) for i, cell in row]
            for row in self._place_cells()
        ]
        heights = self._heights(rows)
        joined = {i + down for i, row in enumerate(rows) for _, cell, _ in row for down in range(1, cell.rows)}
        table, strips = Tag("Table"), list[Strip]()
        start = 0
        while start < len(rows):
            end = max(start + 1, self.heads)
            while end in joined:
                end += 1
            laid = self._lay_rows(rows, heights, xs, (start, end), table)
            strips.append(Strip(laid, cost=PARTED_TABLE if start else 0.0, goes_on=start > 0))
            start = end
        kept = (1, 2, len(strips) - 1) if self.heads else (1, len(strips) - 1)
        head = strips[0].layout.bare() if self.heads and len(strips) > 1 else None
        return [
            replace(strip, cost=NEVER if index in kept else strip.cost, head=head) if index else strip
            for index, strip in enumerate(strips)
        ]

    def _heights(self, rows: Sequence[Placed]) -> list[float]:
        """Each row by its own cells; the last row of a cell over several of them grows where that cell needs it."""
        pad = 2 * self.style.pad_down
        heights = [
            max([row.height, *(one.height + pad for _, cell, one in cells if cell.rows == 1)])
            for row, cells in zip(self.rows, rows, strict=True)
        ]
        for index, cells in enumerate(rows):
            for _, cell, one in cells:
                if (short := one.height + pad - fsum(heights[index : index + cell.rows])) > 0:
                    heights[index + cell.rows - 1] += short
        return heights

    def _lay_rows(
        self, rows: Sequence[Placed], heights: Sequence[float], xs: Sequence[float], span: tuple[int, int], table: Tag
    ) -> Layout:
        """The rows of a span as one strip: shades, lines, and cells."""
        start, end = span
        ys = [*accumulate(heights[start:end], initial=0.0)]
        width, total, shades, parts = xs[-1], ys[-1], list[Item](), list[tuple[float, float, Layout]]()
        for index in range(start, end):
            cells = []
            for column, cell, one in rows[index]:
                left, top = xs[column], ys[index - start]
                wide, high = xs[column + cell.columns] - left, ys[index - start + cell.rows] - top
                if fill := cell.shade or self.rows[index].shade or self.columns[column].shade:
                    shades.append(Path(rectangle(left, top, wide, high), fill))
                cells.append((left, top, self._cell(cell, one, wide, high)))
            parts.append((0.0, 0.0, grouped(cells, width, total, tag=Tag("TR"))))
        body = grouped(parts, width, total, tag=table)
        items = (*shades, *self._lines(rows, xs, ys, start))
        return grouped([(0.0, 0.0, Layout(width, total, items)), (0.0, 0.0, body)], width, total) if items else body

    def _cell(self, cell: Cell, one: Layout, wide: float, high: float) -> Layout:
        """The cell, with what is in it in its place."""
        tag = Tag("TH" if cell.head else "TD", scope=cell.head, text=cell.spoken, columns=cell.columns, rows=cell.rows)
        pad, down = self._pad(cell), self.style.pad_down
        x = pad + SIDES[cell.across] * (wide - 2 * pad - one.width)
        y = down + SIDES[self.style.down] * (high - 2 * down - one.height)
        return grouped([(x, y, one)], wide, high, tag=tag)

    def _lines(self, rows: Sequence[Placed], xs: Sequence[float], ys: Sequence[float], start: int) -> list[Item]:
        """Each line between two cells once, as long as it can be. A strip draws the line above it, and the last one also the line below it."""
        style, last, end = self.style, len(xs) - 1, start + len(ys) - 1
        owner = {
            (index + down, column + right): (index, column)
            for index in range(start, end) for column, cell, _ in rows[index]
            for down in range(cell.rows) for right in range(cell.columns)
        }  # fmt: skip
        thin, heavy, dotted = list[str](), list[str](), list[str]()
        for x in range(1, last) if style.grid else ():
            for a, b in _spans([owner.get((row, x - 1)) != owner.get((row, x)) for row in range(start, end)]):
                if self.columns[x].dotted:
                    dotted += [line(xs[x], ys[row] + DOT_INSET, xs[x], ys[row + 1] - DOT_INSET) for row in range(a, b)]
                else:
                    (heavy if self.columns[x].heavy else thin).append(line(xs[x], ys[a], xs[x], ys[b]))
        for row in range(start, end + 1):
            y = ys[row - start]
            whole = line(xs[0], y, xs[-1], y)
            if (style.frame or style.head) and (row in (0, len(rows)) or (row == self.heads and row > start)):
                heavy.append(whole)
            elif style.rules and row > start:
                thin.append(whole)
            elif style.grid and row < end:
                borders = [row == start or owner.get((row - 1, x)) != owner.get((row, x)) for x in range(last)]
                thin += [line(xs[a], y, xs[b], y) for a, b in _spans(borders)]
        if style.frame:
            heavy.append(f"{line(0, 0, 0, ys[-1])} {line(xs[-1], 0, xs[-1], ys[-1])}")
        strokes = (
            (thin, style.grid or style.rules, "butt", ()),
            (dotted, DOTTED, "butt", DOTS),
            (heavy, style.frame or style.head, "round" if style.frame else "butt", ()),
        )
        return [
            Path(" ".join(d), stroke=style.ink, width_mm=width, cap=cap, dash_mm=dash)
            for d, width, cap, dash in strokes if d and width
        ]  # fmt: skip


def _spans(wanted: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Where runs of true begin and end."""
    for is_wanted, run in groupby(range(len(wanted)), wanted.__getitem__):
        if is_wanted:
            indexes = [*run]
            yield indexes[0], indexes[-1] + 1
