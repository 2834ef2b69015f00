"""Cards with words: examples side by side, the steps of a turn, questions in order, a round that is played, and a gallery."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.booklets.blocks import Gallery, RenderedExample, Span, Spans, Step, Steps
from tt_print.booklets.groups import arrow, set_groups, set_move, usual_sizes
from tt_print.booklets.pictures import check_mark, cross_mark, emblem_height, follow_mark
from tt_print.booklets.prose import FixedBox, Flow, Part, label, runs_of
from tt_print.booklets.style import Style
from tt_print.booklets.words import read_words
from tt_print.drawing.geometry import circle, line, polygon
from tt_print.drawing.shapes import Path
from tt_print.drawing.text import DISPLAY, find_font
from tt_print.page.boxes import (
    NEVER,
    UNWILLING,
    Box,
    Framed,
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

NARROW_EM = 9.0  # a question beside cards has at least so much room, in ems of the body; else it is below them
PANEL_PAD_MM = 2.0
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


# ---------------------------------------------------------------- steps of a turn


def steps_box(block: Steps, style: Style, is_start: bool) -> Box:
    """A step a row: its cards at the left, beside them what to do; with marks if one of them is not legal."""
    sizes = usual_sizes(style, style.start_face_mm if is_start else None)
    pictures = [set_groups(step.groups, style, sizes, 0.5 * style.column_mm) for step in block.steps]
    marked = any(step.verdict == "no" for step in block.steps)
    rows = []
    for step, picture in zip(block.steps, pictures, strict=True):
        cards = FixedBox(picture or Layout(0.0, 0.0))
        text = Words(runs_of(step.text, style), style.body)
        row = Row([cards, text], [cards.layout.width, Share()], style.group_gap_mm, "middle")
        body = Row([verdict_mark(step.verdict, style), row], [style.mark_room_mm, Share()]) if marked else row
        rows.append(Tagged("LI", Tagged("LBody", Keep(body))))
    return Tagged("L", Flow([Part(row, 2.6 if index else 0.0, 1.0, UNWILLING) for index, row in enumerate(rows)]))


# ---------------------------------------------------------------- questions one after the other


def ladder_box(block: Steps, style: Style) -> Box:
    """A question a box, with cards for which it is a yes; from there an arrow leads to what follows, and a no leads down to the next box.
    The last one has no question.
    """
    last = len(block.steps) - 1
    rungs = [_rung(step, style, index == last) for index, step in enumerate(block.steps)]
    whole = Tagged("L", Flow([Part(rung, cost=NEVER if index else 0.0) for index, rung in enumerate(rungs)]))
    return Keep(whole) if sum(one.height for one in whole.strips(style.column_mm)) < 0.8 * style.depth_mm else whole


def _rung(step: Step, style: Style, is_last: bool) -> Box:
    """A question in its box; at its right what follows from a yes, and below it the arrow of a no."""
    words, ink, pad = read_words(), style.theme.ink, 1.8
    aside = max(style.ladder_mm, Words(f"{step.answer}!", style.body.strong).natural() + 12.0)
    wide = style.column_mm - (0.0 if is_last else aside)
    bare = [replace(group, role="") for group in step.groups]
    picture = set_groups(bare, style, usual_sizes(style, style.panel_face_mm), 0.5 * wide)
    text = Words(runs_of(step.text, style), style.body)
    inner: Box = text
    if picture:
        beside = wide - picture.width - 4 * pad >= NARROW_EM * style.body.size
        inner = (
            Row([FixedBox(picture), text], [picture.width, Share()], 2 * pad, "middle")
            if beside
            else Stack([FixedBox(picture), text], 0.8)
        )
    question = Framed(inner, pad, ink, 0.4, 2.4)
    if is_last:
        return Tagged("LI", Tagged("LBody", Keep(question)))
    badge = Framed(
        Words(f"{step.answer}!", replace(style.body.strong.middle, ink=style.on_accent)),
        1.0,
        ink,
        0.4,
        fill=style.accent,
    )
    yes = Words(words.yes, style.small, "P")
    long = yes.natural() + 2.0
    to_right = Stack([yes, Picture(tuple(item for item in arrow(long, style)), long, 1.0)], 0.7)
    row = Row([question, to_right, badge], [wide - 0.4, long, Share()], 0.8, "middle")
    down = max(4.6, 0.7 * style.small.size + 2.3)
    head = polygon([(3.2, down - 1.9), (5.8, down - 1.9), (4.5, down - 0.1)])
    stem = (Path(line(4.5, 0.0, 4.5, down - 1.8), stroke=ink, width_mm=0.6), Path(head, ink))
    no = Layers(wide, down, [Place(6.4, down / 2, Words(words.no, style.small, "P"), (0.0, 0.5))], stem)
    return Tagged("LI", Tagged("LBody", Keep(Stack([row, no]))))


# ---------------------------------------------------------------- a round


def round_box(block: Steps, style: Style) -> Box:
    """Panels as wide as the page, all to one scale: number and sentence at the left, cards and what has changed at the right."""
    parts: list[Part] = []
    rows = [
        group for group in block.opening if group.role.endswith(" row")
    ]  # open cards; each hand is said where it is played from
    opening = set_groups(rows or block.opening, style, usual_sizes(style, style.opening_face_mm), style.column_mm)
    if opening and (
        block.first == 1 or block.has_arrows
    ):  # a later part of a round shows in its panels what it is about
        parts.append(Part(FixedBox(opening), cost=UNWILLING))
    if block.usual:
        said = read_words().played_by.format(rules=" ".join(block.usual))
        parts.append(Part(label((Span(said),), style, "P"), style.paragraph_gap_mm))
    for number, step in enumerate(block.steps, block.first):
        parts.append(Part(_panel(step, number, block, style), style.panel_gap_mm, 1.0, UNWILLING))
    return Flow(parts)


def _panel(step: Step, number: int, block: Steps, style: Style) -> Box:
    room = style.column_mm - 2 * PANEL_PAD_MM
    sizes = usual_sizes(style, style.panel_face_mm)
    lay = set_move if block.has_arrows else set_groups
    changes = [_change(change, block.counted, style) for change in step.changes]
    text = Words(runs_of(step.text, style), style.panel)
    disc = numbered_disc(number, style.panel.leading * 0.58, style)
    said = Row([disc, Stack([text, *changes], 0.8)], [disc.width, Share()], 1.8)
    bodies: list[Box] = []
    if (wide := lay(step.groups, style, sizes, room)) is None:
        bodies.append(said)
    else:
        bodies.append(Stack([said, FixedBox(wide)], 1.4))
        least = max([0.3 * style.column_mm, *(disc.width + 1.8 + one.natural() for one in changes)])
        beside = lay(step.groups, style, sizes, BESIDE * room)
        if beside and room - beside.width - style.group_gap_mm >= least:
            bodies.append(Row([said, FixedBox(beside)], [Share(), beside.width], style.group_gap_mm, "middle"))
    body = min(bodies, key=lambda box: box.lay(room).height)
    if step.verdict == "no":
        body = Row([body, verdict_mark("no", style)], [Share(), style.mark_mm], 1.6)
    return Keep(Tagged("Div", Framed(body, PANEL_PAD_MM, style.theme.inks["grey"], 0.3, 2.0)))


def numbered_disc(number: int, radius: float, style: Style) -> Layers:
    """A number in a disc of the game's color."""
    ball = Path(circle(radius, radius, radius), style.accent, style.theme.ink, style.keyline_mm)
    size = find_font(DISPLAY).size_for_cap(radius * (0.95 if number < 10 else 0.8))
    digit = Words(str(number), TextStyle(size, 2 * radius, DISPLAY, DISPLAY, style.on_accent, "middle"), "P")
    return Layers(2 * radius, 2 * radius, [Place(0.0, 0.0, digit, width=2 * radius)], (ball,))


def _change(change: tuple[str, int, int], counted: str, style: Style) -> Box:
    """`Ann 8 (an arrow) 7 cards`."""
    name, was, now = change
    size = style.panel.size
    sign = tuple(arrow(1.1 * size, style))
    to = Picture(sign, 1.1 * size, 0.0, read_words().to, baseline=0.3 * size)
    before, after = Words(f"{name} {was}", style.panel.strong, ""), Words(f"**{now}** {counted}", style.panel, "")
    return Tagged("P", Row([before, to, after], gap=1.0, align="baseline"))


# ---------------------------------------------------------------- a gallery


def gallery_box(block: Gallery, style: Style) -> Box:
    """Six pictures in two columns, each with its sentence and verdict, all rows as high as one another."""
    width = (style.column_mm - style.group_gap_mm) / 2
    panels = [_gallery_panel(each, style, width) for each in block.items]
    rows = [panels[index : index + 2] for index in range(0, len(panels), 2)]
    return Flow([
        Part(Keep(Row(row, [width] * len(row), style.group_gap_mm, "fill")), style.panel_gap_mm * 1.5, 1.0, UNWILLING) for row in rows
    ])  # fmt: skip


def _gallery_panel(example: RenderedExample, style: Style, width: float) -> Box:
    """A sentence, cards, and the verdict alone: the sentence says why."""
    room = width - 2 * PANEL_PAD_MM
    cards = set_groups(example.groups, style, usual_sizes(style, style.panel_face_mm), room)
    verdict = (Span(f"{example.answer}." if example.answer else example.outcome),)
    answer = Row(
        [verdict_mark(example.verdict, style), Words(runs_of(verdict, style), style.note)],
        [style.mark_room_mm, Share()],
    )
    said = example.caption or (Span(example.words),)
    boxes: list[Box] = [Words(runs_of(said, style), style.panel.strong), *([FixedBox(cards)] if cards else []), answer]
    return Framed(Tagged("Div", Stack(boxes, 1.6)), PANEL_PAD_MM + 0.4, style.theme.ink, 0.4, 2.4)
