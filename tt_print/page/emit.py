"""From layouts to drawings and reading pages: one walk gives each part its place and its element."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from tt_print.drawing.geometry import Rect, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Text
from tt_print.drawing.structure import Bookmark, Element, Piece, ReadingPage
from tt_print.drawing.text import verify_words_inside
from tt_print.page.boxes import Layout, Tag
from tt_print.problems import LayoutProblem
from tt_print.records import replace

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
