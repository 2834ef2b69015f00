"""Whether all that was set stands where it may: no word beyond its column, no picture below the foot of its page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tt_print.booklets.paginate import Columns, Placed
from tt_print.booklets.style import Style
from tt_print.drawing.shapes import Group, Item, Text
from tt_print.drawing.text import find_font
from tt_print.problems import LayoutProblem

SLACK_MM = 0.5


class NoRoom(LayoutProblem):
    """`words` are the first that do not fit, `place` is where they are in somebody's file."""

    def __init__(self, code: str, field: str = "", *, words: str, place: str = "", **values: Any) -> None:
        super().__init__(code, field, words=words, place=place, **values)


def verify_room(columns: Columns, style: Style) -> None:
    """Raises NoRoom for a page on which something sticks out."""
    for column in columns:
        for placed in column:
            for text in _texts(piece.items for piece in placed.strip.pieces):
                if _right(text) > style.column_mm + SLACK_MM:
                    raise no_room_for_word(text.string)
            if placed.strip.height_mm > style.depth_mm + SLACK_MM:
                raise _too_high(placed, style.depth_mm)


def _too_high(placed: Placed, depth_mm: float) -> NoRoom:
    found = _texts((piece.items for piece in placed.strip.pieces), inside=True)
    words = next((text.string.strip() for text in found), "")
    return NoRoom("booklets.high", words=words, begins=words[:40], height=placed.strip.height_mm, depth=depth_mm)


def no_room_for_word(string: str) -> NoRoom:
    word = max(string.split(), key=len)
    shown = word if len(word) <= 40 else f"{word[:40]}..."
    return NoRoom("booklets.long_word", words=word, shown=shown)


def _texts(parts: Iterable[Sequence[Item]], inside: bool = False) -> Iterator[Text]:
    """With `inside` those in groups too, which lie elsewhere than they say."""
    for items in parts:
        for item in items:
            if isinstance(item, Text) and item.string.strip():
                yield item
            elif inside and isinstance(item, Group):
                yield from _texts([item.items], inside)


def _right(text: Text) -> float:
    width = find_font(text.font).width_mm(text.string.rstrip(), text.size_mm, text.stretch, text.tracking_mm)
    return text.x_mm + {"start": width, "middle": width / 2, "end": 0.0}[text.anchor]
