"""Cards with words as a reader sees them: groups of cards with labels, moves with arrows, and whole examples with their verdict."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.booklets.blocks import CardGroup, RenderedExample, ShownCard, Span, Spans
from tt_print.booklets.pictures import (
    check_mark,
    cross_mark,
    emblem_height,
    follow_mark,
    place_back_emblem,
    place_emblem,
)
from tt_print.booklets.prose import FixedBox, Style, em_mm, runs_of
from tt_print.deck import VALUES
from tt_print.drawing.geometry import Matrix, Point, apply, circle, compose, line, polygon, rectangle, rotate, shift
from tt_print.drawing.shapes import Group, Item, Path
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
    Tag,
    Tagged,
    Words,
    grouped,
)
from tt_print.page.text import NO_BREAK, SUM_MM, TextStyle, text_width, word_width
from tt_print.records import dataclass, replace

ARROW_MM = 6.4  # between what lay on the table and what is laid
FAN_DEGREES = 7.0  # between two cards of a build
STACK_MM = 0.5  # a card of a stack lies so far above and to the right of the one on it
CLOSE_MM = 0.9  # a stack may reach so far above its cards without meeting what is written above
UNDER_MM = 0.8  # from cards to what is written under them
LABEL_PT = 9.0  # or as large as other labels
GOOD_PT = 7.0  # what a wild counts as is no smaller if there is room
LABEL_GAP_MM = 1.3  # between two of these labels
RIM_MM = 0.55  # the ring around a card that a move is about
ROW_HEIGHT = 1.8  # of a card: groups that are no higher are in one row

Put = tuple[float, float, Layout]


def set_groups(groups: Sequence[CardGroup], style: Style, face: float, width: float) -> Layout | None:
    """All groups with cards as wide as `face`, side by side or in rows where one does not hold them; None if there are no cards."""
    filled = [group for group in groups if group.cards or group.down]
    if not filled:
        return None
    # the wider the label of a role may be, the more groups are below others: the fewest rows win
    tried: list[Layout] = []
    for label_mm in style.role_widths_mm:
        tried.append(_in_rows(filled, style, face, width, label_mm))
        if tried[-1].height < ROW_HEIGHT * emblem_height(face):
            break
    return min(tried, key=lambda layout: layout.height)


def _in_rows(groups: Sequence[CardGroup], style: Style, face: float, width: float, label_mm: float) -> Layout:
    """Groups in rows, and the labels of each row on one line."""
    rows: list[list[_Set]] = [[]]
    x = 0.0
    for group in groups:
        one = _set_group(group, style, face, width, label_mm)
        if rows[-1] and x + one.width > width + 1e-6:
            rows.append([])
            x = 0.0
        rows[-1].append(one)
        x += one.width + style.group_gap_mm
    parts: list[Put] = []
    y = widest = 0.0
    for number, row in enumerate(rows):
        stack = STACK_MM * max(min(one.group.down, 3) - 1 if one.group.down else 0 for one in row)
        y += style.row_gap_mm if number else max(0.0, stack - CLOSE_MM)
        foot = max(one.cards.height + one.under for one in row)
        layouts = [one.laid(foot) for one in row]
        xs = [sum(one.width + style.group_gap_mm for one in layouts[:index]) for index in range(len(row))]
        height = max(one.height for one in layouts)
        shaded = [(x, x + one.width) for x, one, each in zip(xs, layouts, row, strict=True) if each.group.shaded]
        if shaded:  # one area behind all that leaves the table
            left, right = shaded[0][0] - 1.0, shaded[-1][1] + 1.0
            area = Path(rectangle(left, -1.0, right - left, height + 1.4, 1.4), style.shade)
            parts.append((0.0, y, Layout(0.0, 0.0, (area,))))
        parts += [(x, y, one) for x, one in zip(xs, layouts, strict=True)]
        widest = max(widest, xs[-1] + layouts[-1].width)
        y += height
    return grouped(parts, widest, y)


@dataclass(frozen=True, slots=True)
class _Set:
    """A group's cards, and its labels, which begin `under` the cards or below."""

    group: CardGroup
    cards: Layout
    labels: tuple[Layout, ...]
    under: float
    width: float

    def laid(self, foot: float) -> Layout:
        """Cards and below them, from `foot` on, the labels; the last one to the right where both are in one line."""
        parts: list[Put] = [(0.0, 0.0, self.cards)]
        height = foot
        for index, one in enumerate(self.labels):
            beside = (
                index and self.labels[0].width + one.width + 1.6 <= self.width and self.labels[0].height <= one.height
            )
            x = self.width - one.width if index else 0.0
            parts.append((x, foot if beside else height, one))
            height = max(height, foot + one.height) if beside else height + one.height
        return grouped(parts, self.width, height, tag=Tag("P"))


def _set_group(group: CardGroup, style: Style, face: float, width: float, label_mm: float) -> _Set:
    cards = (_set_pile if group.units else _set_row)(group, style, _face_width(group, style, face, width), width)
    total = f"= {group.total}" if group.total and group.form == "build" else ""
    said = " ".join(filter(None, [group.role, total]))
    labels = []
    for text, room in ((said, min(label_mm, width)), (group.fresh_role, 1e4)):
        if text:
            words = Words(runs_of((Span(text),)), style.small, "")
            labels.append(words.lay(max(words.least(), min(words.natural(), max(cards.width, room)))))
    under = UNDER_MM + (style.ring_gap_mm if group.fresh else 0.0)
    return _Set(group, cards, tuple(labels), under, max([cards.width, *(one.width for one in labels)]))


def _face_width(group: CardGroup, style: Style, face: float, width: float) -> float:
    """Cards shrink if a row of many would need a second line, but never below the least size that can be told apart."""
    count = len(group.cards) + bool(group.down)
    if _lies_close(group):
        return min(face, width / (1 + (count - 1) * float(style.pile_step)))
    fitting: float = (width + style.card_gap_mm) / count - style.card_gap_mm
    return max(min(face, fitting), min(face, float(style.least_face_mm)))


def _lies_close(group: CardGroup) -> bool:
    """Whether its cards overlap: not if each says what it counts as."""
    return group.form == "pile" and not any(card.counts_as for card in group.cards)


def _set_row(group: CardGroup, style: Style, face: float, width: float) -> Layout:
    """Cards side by side, or one a little over the other, and last the stack of what lies face down."""
    height = emblem_height(face)
    step = face * style.pile_step if _lies_close(group) else face + style.card_gap_mm
    if labels := [_counted_as(card) for card in group.cards if card.counts_as]:
        part = em_mm(max(GOOD_PT, style.least_pt)) / style.small.size
        wide = max(word_width(word, style.small) for word in labels) * part + LABEL_GAP_MM
        step = max(step, wide) if face + (len(group.cards) - 1) * wide <= width else step
    per_row = max(1, int((width - face) / step + 1e-6) + 1)
    parts: list[Put] = []
    y = right = 0.0
    shown: list[ShownCard | None] = [*group.cards, *([None] if group.down else [])]
    for start in range(0, len(shown), per_row):
        y += 0.8 if start else 0.0
        deepest = 0.0  # the strips under the cards of this row
        for index, card in enumerate(shown[start : start + per_row]):
            x = index * step
            right = max(right, x + face)
            if card is None:
                parts.append((x, y, _face_down(group.down, style, face)))
                continue
            parts.append((x, y, card_figure(card, style, face, start + index in group.fresh)))
            if start + index in group.wrong:
                parts.append((x, y, _wrong(style, face, height)))
            if group.crossed:
                parts.append((x, y, _cross(style, face, height)))
            if card.counts_as:
                strip = _counts_as(card, style, step, face)
                gap = UNDER_MM + (style.ring_gap_mm if group.fresh else 0.0)
                parts.append((x - max(0.0, (strip.width - face) / 2), y + height + gap, strip))
                right = max(right, x + (face + strip.width) / 2)
                deepest = max(deepest, strip.height + gap)
        y += height + deepest
    return grouped(parts, right, y)


def card_figure(card: ShownCard, style: Style, face: float, is_fresh: bool = False) -> Layout:
    """A card as an emblem that says its name, with a ring if the move is about it."""
    height = emblem_height(face)
    items: list[Item] = [place_emblem(card.card, style.theme, 0.0, 0.0, face)]
    if is_fresh:
        ring = rectangle(-0.2, -0.2, face + 0.4, height + 0.4, 0.12 * face)
        items.append(Path(ring, None, style.theme.ink, RIM_MM))
    return Layout(face, height, tuple(items), tag=Tag("Figure", card.name))


def _wrong(style: Style, face: float, height: float) -> Layout:
    """A ring around a card that is wrong, red where there is color, and a cross at its foot."""
    ink = style.theme.ink if style.theme.is_low else style.theme.colors["red"].ink
    ring = Path(rectangle(-0.4, -0.4, face + 0.8, height + 0.8, 0.14 * face), None, ink, 0.9)
    side = 0.34 * face
    cross = cross_mark(face - 0.3 * side, height - 0.2 * side, side, ink, style.theme.paper)
    return Layout(face, height, (ring, *cross))


def _cross(style: Style, face: float, height: float) -> Layout:
    """From corner to corner of a card that is taken back, open in the middle, so that its number can be read."""
    ends = [(x, y, x + 0.3 * (face - 2 * x), y + 0.3 * (height - 2 * y)) for x in (0.0, face) for y in (0.0, height)]
    strokes = " ".join(line(*each) for each in ends)
    return Layout(face, height, (Path(strokes, stroke=style.theme.ink, width_mm=0.8),))


def _face_down(count: int, style: Style, face: float) -> Layout:
    """A back, as thick a stack as there are cards up to three."""
    back = tuple(
        place_back_emblem(style.theme, layer * STACK_MM, -layer * STACK_MM, face)
        for layer in reversed(range(min(count, 3)))
    )
    words = f"{count} card{'s' if count > 1 else ''} face down"
    return Layout(face, emblem_height(face), back, tag=Tag("Figure", words))


def _counts_as(card: ShownCard, style: Style, room: float, face: float) -> Layout:
    """A strip below a wild with what it counts as, in type that the card's width holds, on two lines where one would be too small."""
    word, least, room = _counted_as(card), em_mm(style.least_pt), room - LABEL_GAP_MM
    text = replace(style.small, align="middle", even=True)
    if word_width(word, text) * least / text.size > room + SUM_MM:
        word = word.removeprefix(f"={NO_BREAK}")
    good = em_mm(max(GOOD_PT, style.least_pt))
    size = text.size * min(1.0, room / text_width(word, text))
    if size < good:
        size = max(least, min(good, text.size * room / word_width(word, text)))
    if em_mm(LABEL_PT) <= size < text.size:
        size = em_mm(LABEL_PT)
    words = Words(runs_of((Span(word),)), replace(text, size=size), "")
    width = max(face, min(words.natural(), max(room, words.least())) + 0.6)
    said = words.lay(width)
    shade = Path(rectangle(0.0, 0.0, width, said.height, 0.8), style.shade)
    return grouped([(0.0, 0.0, said)], width, said.height, items=(shade,))


def _counted_as(card: ShownCard) -> str:
    """What a declared card counts as, without the words that are printed on it: a black circle 2 is `= green`."""
    if card.lacks:
        return card.counts_as
    printed = set(card.card.name.split()) - {values[-1] for values in VALUES.values()}
    left = " ".join(word for word in card.counts_as.split() if word not in printed)
    return f"={NO_BREAK}{left or card.counts_as}"


def _set_pile(group: CardGroup, style: Style, face: float, _width: float) -> Layout:
    """A build fanned; of a stack every other part across, so that nobody takes it for a build."""
    height = emblem_height(face)
    cards, placed, corners = iter(enumerate(group.cards)), list[tuple[int, ShownCard, Matrix]](), list[Point]()
    x = 0.0
    for number, size in enumerate(group.units):
        across = number % 2 == 1
        wide = height if across else face
        for place in range(size):
            lean = FAN_DEGREES * (place - (size - 1) / 2) if size > 1 else 0.0
            about_x, about_y = x + wide / 2, height / 2
            turn = compose(rotate(lean + (90.0 if across else 0.0), about_x, about_y), shift(-face / 2, -height / 2))
            corners += [apply(turn, *corner) for corner in ((0, 0), (face, 0), (face, height), (0, height))]
            placed.append((*next(cards), turn))
            x += style.pile_step * wide
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    parts: list[Put] = []
    for index, card, turn in placed:
        found = [apply(turn, *corner) for corner in ((0, 0), (face, 0), (face, height), (0, height))]
        x, y = min(p[0] for p in found), min(p[1] for p in found)
        wide, high = max(p[0] for p in found) - x, max(p[1] for p in found) - y
        figure = card_figure(card, style, face, index in group.fresh)
        item = Group(figure.items, compose(shift(-x, -y), turn))
        parts.append((x - left, y - top, Layout(wide, high, (item,), tag=figure.tag)))
    return grouped(parts, max(x for x, _ in corners) - left, max(y for _, y in corners) - top)


def set_move(groups: Sequence[CardGroup], style: Style, face: float, width: float) -> Layout | None:
    """What lay there, and by arrows what is laid, one after the other: the sentence beside it says who. Of several cards that go to
    several piles no arrow could tell which goes where: each has its player below it.
    """
    parted = sum(group.moved for group in groups) > 1 and any(group.fresh for group in groups)
    if parted or not any(not group.moved and (group.cards or group.down) for group in groups):
        return set_groups(groups, style, face, width)
    bare = [replace(group, role="" if group.moved or not group.units else group.role) for group in groups]
    found = [(each, one) for each in bare if (one := set_groups([each], style, face, width)) is not None]
    gaps = [ARROW_MM if each.moved else style.group_gap_mm for each, _ in found[1:]]
    if not found or sum(one.width for _, one in found) + sum(gaps) > width:
        return set_groups(groups, style, face, width)
    parts: list[Put] = []
    x, middle = 0.0, emblem_height(face) / 2
    for (each, one), gap in zip(found, [0.0, *gaps], strict=True):
        if gap and each.moved:
            parts.append((x + 1.0, middle, Layout(ARROW_MM - 2.0, 0.0, arrow(ARROW_MM - 2.0, style))))
        parts.append((x + gap, 0.0, one))
        x += gap + one.width
    return grouped(parts, x, max(one.height for _, one in found))


def arrow(length: float, style: Style) -> tuple[Item, ...]:
    """From (0, 0) to the right."""
    head = polygon([(length - 1.3, -0.9), (length, 0.0), (length - 1.3, 0.9)])
    return (Path(line(0.0, 0.0, length - 0.9, 0.0), stroke=style.theme.ink, width_mm=0.45), Path(head, style.theme.ink))


# ---------------------------------------------------------------- examples


MARKS = {"yes": check_mark, "no": cross_mark, "fact": follow_mark}


def verdict_mark(verdict: str, style: Style) -> Picture:
    """The mark of a verdict. The words beside it say the same, so it is decoration."""
    size, theme = style.mark_mm, style.theme
    return Picture(MARKS[verdict](size / 2, size / 2 + 0.6, size, theme.ink, theme.paper), size, size + 1.0)


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
    cards = set_groups(groups, style, style.example_face_mm, room)
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
