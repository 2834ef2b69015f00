"""Cards with words: examples, side by side where that saves room."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.booklets.blocks import RenderedExample, Span, Spans
from tt_print.booklets.groups import set_groups, usual_sizes
from tt_print.booklets.pictures import check_mark, cross_mark, emblem_height, follow_mark
from tt_print.booklets.prose import FixedBox, runs_of
from tt_print.booklets.style import Style
from tt_print.drawing.geometry import circle
from tt_print.drawing.shapes import Path
from tt_print.drawing.text import DISPLAY, find_font
from tt_print.page.boxes import (
    Box,
    Keep,
    Layers,
    Layout,
    Picture,
    Place,
    Row,
    Share,
    Stack,
    Strip,
    Tagged,
    Words,
    grouped,
)
from tt_print.page.text import TextStyle
from tt_print.records import dataclass, replace

BESIDE = 0.62  # how much of a panel cards take beside its words
MARKS = {"yes": check_mark, "no": cross_mark, "fact": follow_mark}


def verdict_mark(verdict: str, style: Style) -> Picture:
    """The mark of a verdict. The words beside it say the same, so it is decoration."""
    size, theme = style.mark_mm, style.theme
    return Picture(MARKS[verdict](size / 2, size / 2 + 0.6, size, theme.ink, theme.paper), size, size + 1.0)


# ---------------------------------------------------------------- examples


@dataclass(frozen=True, slots=True)
class Examples(Box):
    """Examples in their order, two side by side if that saves room, else one below the other."""

    examples: Sequence[RenderedExample]
    style: Style

    def strips(self, width: float) -> list[Strip]:
        style, strips, index = self.style, list[Strip](), 0
        half = (width - style.group_gap_mm) / 2
        while index < len(self.examples):
            pair = self.examples[index : index + 2]
            wide = [example_layout(each, style, width) for each in pair]
            narrow = [example_layout(each, style, half) for each in pair] if len(pair) == 2 else []
            together = max((one.height for one in narrow), default=0.0)
            if narrow and not any(one.overflow for one in narrow) and together <= 0.8 * sum(one.height for one in wide):
                parts = [(column * (half + style.group_gap_mm), 0.0, one) for column, one in enumerate(narrow)]
                laid = grouped(parts, width, together)
                index += 2
            else:
                laid = wide[0]
                index += 1
            strips.append(Strip(laid, style.example_gap_mm, 1.0 if strips else 0.0, 4.0 if strips else 0.0))
        return strips


def example_layout(example: RenderedExample, style: Style, width: float) -> Layout:
    """The mark of the verdict at the left; what happens; the cards; what follows, and why."""
    room, groups = width - style.mark_room_mm, example.groups
    if len(groups) == 1 and groups[0].form == "pile" and not groups[0].units:  # the pot, as all through its book
        groups = (replace(groups[0], role=""),)
    answer = answer_of(example)
    cards = set_groups(groups, style, usual_sizes(style), room)
    boxes: list[Box] = []
    if cards is None:  # nothing to look at between what happens and the verdict
        said = (Span(f"{example.words} "), *answer) if example.words else answer
        boxes.append(Words(runs_of(said, style), style.body))
    else:
        if example.words:
            boxes.append(Words(runs_of((Span(example.words),), style), style.body))
        verdict = Words(runs_of(answer, style), style.body)
        beside = room - cards.width - style.group_gap_mm
        if beside >= max(0.36 * style.column_mm, min(verdict.natural(), 0.55 * room)):
            down = min(6.0, max(0.0, (emblem_height(style.example_face_mm) - verdict.lay(beside).height) / 2))
            shifted = FixedBox(_down(verdict.lay(beside), down))
            boxes.append(Row([FixedBox(cards), shifted], [cards.width, beside], style.group_gap_mm))
        else:
            boxes += [FixedBox(cards), verdict]
    if example.caption:
        boxes.append(Words(runs_of(example.caption, style), style.body))
    row = Row([verdict_mark(example.verdict, style), Stack(boxes, 0.7)], [style.mark_room_mm, Share()])
    return Tagged("Div", Keep(row)).lay(width)


def _down(layout: Layout, down: float) -> Layout:
    return grouped([(0.0, down, layout)], layout.width, layout.height + down)


def answer_of(example: RenderedExample) -> Spans:
    words = (Span(f"{example.answer}. ", bold=True),) if example.answer else ()
    return (*words, Span(example.outcome)) if example.outcome else words


def numbered_disc(number: int | str, radius: float, style: Style) -> Layers:
    """A number, or a letter, in a disc of the game's color."""
    ball = Path(circle(radius, radius, radius), style.accent, style.theme.ink, style.keyline_mm)
    size = find_font(DISPLAY).size_for_cap(radius * (0.95 if len(str(number)) == 1 else 0.72))
    digit = Words(str(number), TextStyle(size, 2 * radius, DISPLAY, DISPLAY, style.on_accent, "middle"), "P")
    return Layers(2 * radius, 2 * radius, [Place(0.0, 0.0, digit, width=2 * radius)], (ball,))
