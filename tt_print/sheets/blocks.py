"""Cards upright and on their side on one sheet: two or three blocks that straight cuts part, numbers only.

A block is a grid of cards that all lie the same way. Every layout can be cut with a guillotine: a first cut, from edge to
edge, parts one block from the rest, a second one perhaps the rest. So the layouts of a rectangle are few enough to try
them all: for each number of rows of a block, and of its columns, the rest has what is left.

Blocks do not touch. Between them lies a gutter, in whose middle the paper is parted, so that each piece has margins all
round, with a mark at both ends of each of its cuts.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from tt_print.drawing.geometry import Rect
from tt_print.records import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """What a card takes on the sheet: its sides in millimeters, and what is between two cards of a block."""

    width_mm: float
    height_mm: float
    gap_mm: float

    def sides(self, is_turned: bool) -> tuple[float, float]:
        return (self.height_mm, self.width_mm) if is_turned else (self.width_mm, self.height_mm)


@dataclass(frozen=True, slots=True)
class Block:
    """A grid of cards that all lie the same way."""

    columns: int
    rows: int
    is_turned: bool


@dataclass(frozen=True, slots=True)
class Split:
    """A block and what is below it, or beside it on the right: another block, or two that lie the other way."""

    beside: bool
    first: Block | Split
    second: Block | Split


Layout = Block | Split


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block, its cards' rectangle, and the piece of paper that it is on once all pieces are parted."""

    block: Block
    cards: Rect
    piece: Rect


@dataclass(frozen=True, slots=True)
class BlockCut:
    """A cut that parts the piece of paper in hand from edge to edge: a vertical one at x, a horizontal one at y.

    `cards` is the rectangle around the cards on both sides of it.
    """

    is_vertical: bool
    at_mm: float
    piece: Rect
    cards: Rect


def count_cards(layout: Layout) -> int:
    if isinstance(layout, Block):
        return layout.columns * layout.rows
    return count_cards(layout.first) + count_cards(layout.second)


def count_blocks(layout: Layout) -> int:
    return 1 if isinstance(layout, Block) else count_blocks(layout.first) + count_blocks(layout.second)


def count_turned(layout: Layout) -> int:
    """How many cards lie on their side."""
    if isinstance(layout, Block):
        return count_cards(layout) if layout.is_turned else 0
    return count_turned(layout.first) + count_turned(layout.second)


def size_of(layout: Layout, cell: Cell, gutters: tuple[float, float]) -> tuple[float, float]:
    """Width and height in millimeters, from the first cut edge to the last; gutters between columns and between rows."""
    if isinstance(layout, Block):
        width, height = cell.sides(layout.is_turned)
        return (
            layout.columns * (width + cell.gap_mm) - cell.gap_mm,
            layout.rows * (height + cell.gap_mm) - cell.gap_mm,
        )
    (width, height), (width2, height2) = (size_of(part, cell, gutters) for part in (layout.first, layout.second))
    if layout.beside:
        return width + gutters[0] + width2, max(height, height2)
    return max(width, width2), height + gutters[1] + height2


def all_layouts(width: float, height: float, cell: Cell, gutter: float) -> Iterator[Layout]:
    """Every layout of up to three blocks that could hold the most cards in this room.

    Of the blocks in a row, or one above the other, two that lie the same way would be one; so two in a way are enough.
    """
    yield from _single(width, height, cell)
    for beside in (False, True):
        yield from _splits(width, height, cell, gutter, beside)
        yield from _deep_splits(width, height, cell, gutter, beside)


def best_layouts(width: float, height: float, cell: Cell, gutter: float, least: int) -> list[Layout]:
    """Those with at least so many cards, the best first."""
    found = [layout for layout in all_layouts(width, height, cell, gutter) if count_cards(layout) >= least]
    return sorted(found, key=rank, reverse=True)


def rank(layout: Layout) -> tuple[int, int, int]:
    """Of two layouts the one that ranks higher is to be had."""
    return count_cards(layout), -count_blocks(layout), -count_turned(layout)


def _fitting(room: float, side: float, gap: float) -> int:
    return max(0, floor((room + gap) / (side + gap) + 1e-9))


def _single(width: float, height: float, cell: Cell) -> Iterator[Block]:
    for is_turned in (False, True):
        across, down = cell.sides(is_turned)
        columns, rows = _fitting(width, across, cell.gap_mm), _fitting(height, down, cell.gap_mm)
        if columns and rows:
            yield Block(columns, rows, is_turned)


def _slices(width: float, height: float, cell: Cell, beside: bool) -> Iterator[tuple[Block, float]]:
    """Each first block, full across the room, and what it takes the other way."""
    for is_turned in (False, True):
        across, down = cell.sides(is_turned)
        columns, rows = _fitting(width, across, cell.gap_mm), _fitting(height, down, cell.gap_mm)
        if not columns or not rows:
            continue
        if beside:
            for count in range(1, columns + 1):
                yield Block(count, rows, is_turned), count * (across + cell.gap_mm) - cell.gap_mm
        else:
            for count in range(1, rows + 1):
                yield Block(columns, count, is_turned), count * (down + cell.gap_mm) - cell.gap_mm


def _splits(width: float, height: float, cell: Cell, gutter: float, beside: bool) -> Iterator[Split]:
    for block, taken in _slices(width, height, cell, beside):
        rest = _rest(width, height, taken + gutter, beside)
        for other in _single(*rest, cell):
            if other.is_turned != block.is_turned:
                yield _larger_first(beside, block, other)


def _deep_splits(width: float, height: float, cell: Cell, gutter: float, beside: bool) -> Iterator[Split]:
    for block, taken in _slices(width, height, cell, beside):
        rest = _rest(width, height, taken + gutter, beside)
        for other in _splits(*rest, cell, gutter, not beside):
            yield _larger_first(beside, block, other)


def _rest(width: float, height: float, taken: float, beside: bool) -> tuple[float, float]:
    return (width - taken, height) if beside else (width, height - taken)


def _larger_first(beside: bool, one: Layout, other: Layout) -> Split:
    return Split(beside, one, other) if count_cards(one) >= count_cards(other) else Split(beside, other, one)


def place_layout(
    layout: Layout, cards: Rect, piece: Rect, cell: Cell, gutters: tuple[float, float]
) -> tuple[list[BlockCut], list[PlacedBlock]]:
    """The cuts that part the blocks, each across the piece then in hand, and the blocks, each in the top left corner of its share.

    `cards` is the rectangle that the layout may take, `piece` the paper that it is on.
    """
    width, height = size_of(layout, cell, gutters)
    box = Rect(cards.left, cards.top, width, height)
    if isinstance(layout, Block):
        return [], [PlacedBlock(layout, box, piece)]
    (width1, height1), gutter = size_of(layout.first, cell, gutters), gutters[0 if layout.beside else 1]
    if layout.beside:
        at = box.left + width1 + gutter / 2
        boxes = Rect(box.left, box.top, width1, height), Rect.from_edges(at + gutter / 2, *box.edges[1:])
        pieces = Rect.from_edges(piece.left, piece.top, at, piece.bottom), Rect.from_edges(at, *piece.edges[1:])
    else:
        at = box.top + height1 + gutter / 2
        boxes = (
            Rect(box.left, box.top, width, height1),
            Rect.from_edges(box.left, at + gutter / 2, box.right, box.bottom),
        )
        pieces = (
            Rect.from_edges(piece.left, piece.top, piece.right, at),
            Rect.from_edges(piece.left, at, piece.right, piece.bottom),
        )
    partings, blocks = [BlockCut(layout.beside, at, piece, box)], []
    for part, share, paper in zip((layout.first, layout.second), boxes, pieces, strict=True):
        more, placed = place_layout(part, share, paper, cell, gutters)
        partings += more
        blocks += placed
    return partings, blocks
