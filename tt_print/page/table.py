"""Tables: columns by what they need, cells that span, shades and lines. A table may go on over the page under its head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from tt_print.drawing.geometry import line, rectangle
from tt_print.drawing.shapes import Ink, Item, Path
from tt_print.page.boxes import NEVER, SIDES, Box, Layout, Share, Space, Strip, Tag, Width, Words, grouped, share_out
from tt_print.page.text import BLACK, SUM_MM, plain
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass, replace

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
        return sum(self._needs()[1])

    def least(self) -> float:
        return sum(self._needs()[0])

    def _needs(self) -> tuple[list[float], list[float]]:
        """The least and the natural width of each column, by the cells that are in it alone."""
        least = [0.0] * len(self.columns)
        natural = least[:]
        for cells in self._placed():
            for column, cell in cells:
                if cell.columns == 1 and cell.box is not EMPTY:
                    pad = 2 * self._pad(cell)
                    least[column] = max(least[column], cell.box.least() + pad)
                    natural[column] = max(natural[column], cell.box.natural() + pad)
        return least, natural

    def _pad(self, cell: Cell) -> float:
        return self.style.pad if cell.pad is None else cell.pad

    def _placed(self) -> list[list[tuple[int, Cell]]]:
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
        needed = sum(share_out(0.0, wanted, least))
        if needed - width > 0.1:
            heads = ", ".join(plain(c.box.text) for c in self.rows[0].cells if isinstance(c.box, Words) and c.box.text)
            raise LayoutProblem("page.columns", "paper", words=heads, columns=len(wanted), needed=needed, width=width)
        if sum(share_out(0.0, wanted, natural)) <= width + SUM_MM:
            return share_out(width, wanted, natural)
        low = share_out(0.0, wanted, least)
        roots = [max(0.0, n - m) ** 0.5 if w is None else 0.0 for w, n, m in zip(wanted, natural, low, strict=True)]
        unit = (width - sum(low)) / (sum(roots) or 1.0)
        widths = [m + (min(n - m, unit * r) if r else 0.0) for n, m, r in zip(natural, low, roots, strict=True)]
        widest = max(range(len(widths)), key=lambda i: natural[i] - widths[i])
        widths[widest] += width - sum(widths)
        return widths

    def strips(self, width: float) -> list[Strip]:
        """Rows that a cell joins are one strip, as are the heads. No page ends after the first row or before the last one."""
        xs = [*accumulate(self.widths(width), initial=0.0)]
        rows: list[Placed] = [
            [(i, cell, cell.box.lay(xs[i + cell.columns] - xs[i] - 2 * self._pad(cell))) for i, cell in row]
            for row in self._placed()
        ]
        heights = self._heights(rows)
        joined = {i + down for i, row in enumerate(rows) for _, cell, _ in row for down in range(1, cell.rows)}
        table, strips = Tag("Table"), list[Strip]()
        start = 0
        while start < len(rows):
            end = max(start + 1, self.heads)
            while end in joined:
                end += 1
            laid = self._laid(rows, heights, xs, (start, end), table)
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
                if (short := one.height + pad - sum(heights[index : index + cell.rows])) > 0:
                    heights[index + cell.rows - 1] += short
        return heights

    def _laid(
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
