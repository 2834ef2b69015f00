"""What must hold of any page: its words are on it. Paper of any size can be asked for, and words are as long as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tt_print.drawing.geometry import IDENTITY, Matrix, apply, compose
from tt_print.drawing.shapes import Group, Item, Text
from tt_print.drawing.text import width_of
from tt_print.problems import LayoutProblem

STARTS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def verify_words_inside(items: Iterable[Item], width_mm: float, height_mm: float, margin_mm: float) -> None:
    """Raises LayoutError where a line of words would begin or end nearer than `margin_mm` to an edge of a page of this size.

    As a whole it may lie nearer to one, where it is in a narrow margin, as may the numbers of cuts: many printers
    print them anyway.
    """
    for text, matrix in _texts(items, IDENTITY):
        if text.string.isdigit():
            continue
        string = text.string.rstrip() if text.anchor == "start" else text.string
        length = width_of(string, text.font, text.size_mm) * text.stretch
        length += max(0, len(string) - 1) * text.tracking_mm
        start = text.x_mm - STARTS[text.anchor] * length
        ends = [apply(matrix, x, text.y_mm) for x in (start, start + length)]
        is_upright = abs(ends[1][0] - ends[0][0]) >= abs(ends[1][1] - ends[0][1])
        for x, y in ends:
            margins = (margin_mm, 0.0) if is_upright else (0.0, margin_mm)
            if not (_is_within(x, width_mm, margins[0]) and _is_within(y, height_mm, margins[1])):
                words = text.string.strip(" ·")
                raise LayoutProblem("drawing.words", "paper", words=words, width=width_mm, height=height_mm)


def _is_within(at_mm: float, side_mm: float, margin_mm: float) -> bool:
    return margin_mm - 0.01 <= at_mm <= side_mm - margin_mm + 0.01


def _texts(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[Text, Matrix]]:
    for item in items:
        if isinstance(item, Group):
            yield from _texts(item.items, compose(matrix, item.matrix))
        elif isinstance(item, Text):
            yield item, matrix
