"""Cards with words: examples side by side, the steps of a turn, a round that is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tt_print.booklets.blocks import CardGroup, RenderedExample, ShownCard, Span, Spans, Step, Steps
from tt_print.booklets.galley import (
    NEVER,
    UNWILLING,
    Strip,
    baseline_in,
    line_pieces,
    merged,
    moved,
    stacked,
    text_strips,
)
from tt_print.booklets.lines import Line, Measure, set_lines, set_width, width_of
from tt_print.booklets.pictures import (
    check_mark,
    cross_mark,
    emblem_height,
    follow_mark,
    place_back_emblem,
    place_emblem,
)
from tt_print.booklets.style import Style, em_mm
from tt_print.booklets.words import read_words
from tt_print.deck import VALUES
from tt_print.drawing.geometry import (
    Matrix,
    Point,
    Rect,
    apply,
    circle,
    compose,
    line,
    polygon,
    rectangle,
    rotate,
    shift,
)
from tt_print.drawing.shapes import Group, Item, Path, Text
from tt_print.drawing.structure import Element, Piece
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font
from tt_print.records import dataclass

ARROW_MM = 6.4  # between what lay on the table and what is laid
FAN_DEGREES = 7.0  # between two cards of a build
LADDER_MM = 7.6  # beside the questions of a ladder, for what follows; in ems of the body
NARROW_MM = 9.0  # a question beside cards has at least so much room, in ems of the body; else it stands beneath
LEAST_PT = 6.5  # what a wild counts as is set no smaller
STACK_MM = 0.5  # a card of a stack lies so far above and to the right of the one on it
CLOSE_MM = 0.9  # a stack stands out so far above its cards without meeting what is written above
UNDER_MM = 0.8  # from cards to what is written under them
MARKS = {"yes": check_mark, "no": cross_mark, "fact": follow_mark}


@dataclass(frozen=True, slots=True)
class Block:
    """Pieces about their own top left corner, and the room that they take; a label begins at `foot_mm`."""

    pieces: tuple[Piece, ...]
    width_mm: float
    height_mm: float
    foot_mm: float = 0.0


# Examples


def set_examples(examples: Sequence[RenderedExample], style: Style, parent: Element) -> list[Strip]:
    """Examples in their order, two side by side where both have room there, else one below the other."""
    strips: list[Strip] = []
    half = (style.column_mm - style.group_gap_mm) / 2
    index = 0
    while index < len(examples):
        pair = examples[index : index + 2]
        wide = [_example(each, style, parent, style.column_mm) for each in pair]
        narrow = [_example(each, style, parent, half) for each in pair] if len(pair) == 2 else []
        together = max((block.height_mm for block in narrow), default=0.0)
        if narrow and together <= 0.8 * sum(block.height_mm for block in wide):
            pieces = [*narrow[0].pieces, *(moved(p, half + style.group_gap_mm, 0.0) for p in narrow[1].pieces)]
            strips.append(Strip(together, tuple(pieces), style.example_gap_mm, 4.0, True))
            index += 2
        else:
            strips.append(Strip(wide[0].height_mm, wide[0].pieces, style.example_gap_mm, 4.0, True))
            index += 1
    return strips


def _example(example: RenderedExample, style: Style, parent: Element, width: float) -> Block:
    """The mark of the verdict at the left; what happens; the cards; what the engine says of them."""
    element = Element("Div", parent)
    left = style.mark_room_mm
    room = width - left
    pieces: list[Piece] = []
    y = 0.0
    answer = _answer(example)
    groups = example.groups
    if len(groups) == 1 and groups[0].form == "pile" and not groups[0].units:  # the pot, as all through its book
        groups = (replace(groups[0], role=""),)
    cards = set_groups(groups, style, element, room)
    if cards is None:  # nothing to look at between what happens and the verdict
        if example.words:
            answer = (Span(f"{example.words} "), *answer)
        y = _write(pieces, answer, element, style, left, y, room)
    else:
        if example.words:
            y = _write(pieces, (Span(example.words),), element, style, left, y, room) + 0.8
        beside = room - cards.width_mm - style.group_gap_mm
        if beside >= max(0.36 * style.column_mm, min(set_width(answer, style.body()), 0.55 * room)):
            text: list[Piece] = []
            height = _write(text, answer, element, style, left + cards.width_mm + style.group_gap_mm, 0.0, beside)
            first = min(max(0.0, (emblem_height(style.example_face_mm) - height) / 2), 6.0)
            pieces += [moved(piece, left, y) for piece in cards.pieces]
            pieces += [moved(piece, 0.0, y + first) for piece in text]
            y += max(cards.height_mm, first + height)
        else:
            pieces += [moved(piece, left, y) for piece in cards.pieces]
            y = _write(pieces, answer, element, style, left, y + cards.height_mm + 0.6, room)
    if example.caption:
        y = _write(pieces, example.caption, element, style, left, y + 0.4, room)
    return Block(merged([_verdict_mark(example.verdict, style), *pieces]), width, max(y, style.mark_mm + 1.0))


def _answer(example: RenderedExample) -> Spans:
    words = (Span(f"{example.answer}. ", bold=True),) if example.answer else ()
    return (*words, Span(example.outcome)) if example.outcome else words


def _write(pieces: list[Piece], spans: Spans, parent: Element, style: Style, x: float, y: float, width: float) -> float:
    """Adds a paragraph from `y` on and gives where it ends."""
    return _write_in(pieces, spans, parent, style, x, y, style.body(width), style.leading_mm)


def _write_in(
    pieces: list[Piece], spans: Spans, parent: Element, style: Style, x: float, y: float, measure: Measure, leading: float
) -> float:  # fmt: skip
    if not any(span.text.strip() for span in spans):
        return y
    element = Element("P", parent)
    for one in set_lines(spans, measure):
        pieces += line_pieces(one, element, style, x, y + baseline_in(leading, measure.size_mm))
        y += leading
    return y


def _verdict_mark(verdict: str, style: Style) -> Piece:
    """The mark of the verdict. The words beside it say the same, so it is decoration."""
    size, theme = style.mark_mm, style.theme
    return Piece(MARKS[verdict](size / 2, size / 2 + 0.6, size, theme.ink, theme.paper))


# Groups of cards


def set_groups(groups: Sequence[CardGroup], style: Style, parent: Element, width: float) -> Block | None:
    """All groups, side by side or in rows where one does not hold them; None where there are no cards."""
    filled = [group for group in groups if group.cards or group.down]
    if not filled:
        return None
    # the wider a role's label may be, the more groups stand below others: the fewest rows win
    tried: list[Block] = []
    for label_mm in style.role_widths_mm:
        tried.append(_groups_in_rows(filled, style, parent, width, label_mm))
        if tried[-1].height_mm < 1.8 * emblem_height(style.example_face_mm):
            break
    return min(tried, key=lambda block: block.height_mm)


def _groups_in_rows(groups: Sequence[CardGroup], style: Style, parent: Element, width: float, label_mm: float) -> Block:
    """Groups in rows, and the labels of each row on one line."""
    rows: list[list[CardGroup]] = [[]]
    x = 0.0
    for group in groups:
        block = _set_group(group, style, parent, width, label_mm)
        if rows[-1] and x + block.width_mm > width + 1e-6:
            rows.append([])
            x = 0.0
        rows[-1].append(group)
        x += block.width_mm + style.group_gap_mm
    pieces: list[Piece] = []
    y = widest = 0.0
    for number, row in enumerate(rows):
        stack = STACK_MM * max(min(group.down, 3) - 1 if group.down else 0 for group in row)
        y += style.row_gap_mm if number else max(0.0, stack - CLOSE_MM)
        foot = max(_set_group(group, style, parent, width, label_mm).foot_mm for group in row)
        x = height = 0.0
        if any(group.shaded for group in row):
            pieces.append(
                _shade(row, [_set_group(group, style, parent, width, label_mm, foot) for group in row], style, y)
            )
        for group in row:
            block = _set_group(group, style, parent, width, label_mm, foot)
            pieces += [moved(piece, x, y) for piece in block.pieces]
            x += block.width_mm + style.group_gap_mm
            height = max(height, block.height_mm)
        widest = max(widest, x - style.group_gap_mm)
        y += height
    return Block(tuple(pieces), widest, y)


def _under(group: CardGroup, style: Style) -> float:
    return UNDER_MM + (style.ring_gap_mm if group.fresh else 0.0)


def _shade(row: Sequence[CardGroup], blocks: Sequence[Block], style: Style, y: float) -> Piece:
    """Behind the groups of a row that leave the table: one area, however many they are."""
    x, edges = 0.0, list[float]()
    for group, block in zip(row, blocks, strict=True):
        edges += [x, x + block.width_mm] if group.shaded else []
        x += block.width_mm + style.group_gap_mm
    left, right = min(edges) - 1.0, max(edges) + 1.0
    height = max(block.height_mm for block in blocks)
    return Piece((Path(rectangle(left, y - 1.0, right - left, height + 1.4, 1.4), style.shade),))


def _card_width(group: CardGroup, style: Style, width: float) -> float:
    """Cards shrink where a row of many would need a second line, but never below the least size that can be told apart."""
    face, count = style.example_face_mm, len(group.cards) + bool(group.down)
    if _lies_close(group):
        return min(face, width / (1 + (count - 1) * style.pile_step))
    in_row = (width + style.card_gap_mm) / count - style.card_gap_mm
    return max(min(face, in_row), style.least_face_mm)


def _lies_close(group: CardGroup) -> bool:
    """Whether its cards overlap: not where each says what it counts as."""
    return group.form == "pile" and not any(card.counts_as for card in group.cards)


def _set_group(
    group: CardGroup, style: Style, parent: Element, width: float, label_mm: float, foot_mm: float = 0.0
) -> Block:  # fmt: skip
    """Cards with what a declared wild counts as, and beneath them, not above `foot_mm`, the role of the group."""
    element = Element("P", parent)
    set_cards = _set_pile if group.units else _set_row
    cards = set_cards(group, style, element, _card_width(group, style, width), width)
    pieces, right, y = list(cards.pieces), cards.width_mm, max(cards.height_mm + _under(group, style), foot_mm)
    foot = y
    total = f"= {group.total}" if group.total and group.form == "build" else ""
    said = " ".join(filter(None, [group.role, total]))
    lines: Sequence[Line] = ()
    if said:
        role = style.small(max(right, min(label_mm, width)))
        lines = set_lines((Span(said),), role)
    if group.fresh_role:
        right = _write_fresh(pieces, group, lines, element, style, right, y)
        lines = () if pieces and not _fits_beside(group, lines, style, cards.width_mm) else lines
        y += 0.0 if lines else style.small_leading_mm
    if lines:
        pieces += small_pieces(lines, role, element, style, 0.0, y)
        y += len(lines) * style.small_leading_mm
        right = max(right, *(one.width_mm for one in lines))
    return Block(merged(pieces), right, y, foot)


def _fits_beside(group: CardGroup, lines: Sequence[Line], style: Style, room: float) -> bool:
    said = set_width((Span(group.fresh_role),), style.small(room))
    return len(lines) <= 1 and sum(one.width_mm for one in lines) + said + 1.6 <= room


def _write_fresh(
    pieces: list[Piece], group: CardGroup, lines: Sequence[Line], element: Element, style: Style, width: float, y: float
) -> float:  # fmt: skip
    """Who laid the last cards, under them, ranged right where there is room; gives how wide the group is then."""
    measure = style.small(10_000.0)
    (said,) = set_lines((Span(group.fresh_role),), measure)
    x = max(0.0, width - said.width_mm)
    pieces += small_pieces((said,), measure, element, style, x, y)
    return max(width, said.width_mm)


def _set_row(group: CardGroup, style: Style, element: Element, face_mm: float, width: float) -> Block:
    """Cards side by side, or one a little over the other."""
    height = emblem_height(face_mm)
    step = face_mm * style.pile_step if _lies_close(group) else face_mm + style.card_gap_mm
    per_row = max(1, int((width - face_mm) / step + 1e-6) + 1)
    pieces: list[Piece] = []
    y = right = 0.0
    shown: list[ShownCard | None] = [*group.cards, *([None] if group.down else [])]
    for start in range(0, len(shown), per_row):
        y += 0.8 if start else 0.0
        deepest = 0.0  # the strips under the cards of this row
        for index, card in enumerate(shown[start : start + per_row]):
            x = index * step
            box = Rect(x, y, face_mm, height)
            right = max(right, x + face_mm)
            if card is None:
                pieces += _face_down(group.down, style, element, box)
                continue
            figure = Element("Figure", element, alt=card.name)
            pieces.append(Piece((place_emblem(card.card, style.theme, x, y, face_mm),), figure, box))
            if start + index in group.fresh and len(group.fresh) < len(group.cards):
                pieces.append(_ring(box, style))
            if card.counts_as:
                strip = _counts_as(card, style, element, box, _under(group, style))
                pieces += strip.pieces
                right = max(right, x + strip.width_mm)
                deepest = max(deepest, strip.height_mm)
        y += height + deepest
    return Block(tuple(pieces), right, y)


def _face_down(count: int, style: Style, element: Element, box: Rect) -> list[Piece]:
    """A back, as thick a stack as there are cards up to three."""
    words = f"{count} card{'s' if count > 1 else ''} face down"
    back = tuple(
        place_back_emblem(style.theme, box.left + layer * STACK_MM, box.top - layer * STACK_MM, box.width)
        for layer in reversed(range(min(count, 3)))
    )
    return [Piece(back, Element("Figure", element, alt=words), box)]


def _ring(box: Rect, style: Style) -> Piece:
    """Round a card that a move is about."""
    around = rectangle(box.left - 0.2, box.top - 0.2, box.width + 0.4, box.height + 0.4, 0.12 * box.width)
    return Piece((Path(around, None, style.theme.ink, 0.55),))


def _counts_as(card: ShownCard, style: Style, element: Element, box: Rect, gap: float) -> Block:
    """A strip beneath a wild with what it counts as: one word in type that the card's width holds."""
    word = card.counts_as if card.lacks else f"= {_unprinted(card)}"
    room = box.width + style.card_gap_mm - 0.8
    size = em_mm(style.small_pt)
    if set_width((Span(word),), Measure(em_mm(LEAST_PT) * 1.15, 100.0)) > room:
        word = word.removeprefix("= ")
    if " " in word.removeprefix("= ") and not card.lacks:  # a joker is a whole card
        lines = set_lines((Span(word),), Measure(size, room, even=True))
    else:
        natural = set_width((Span(word),), Measure(size, 100.0))
        size *= min(1.0, max(room / natural, em_mm(LEAST_PT) / size))
        lines = set_lines((Span(word),), Measure(size, 100.0, even=True))
    width = max(box.width, max(one.width_mm for one in lines) + 0.6)
    leading = style.small_leading_mm
    height = len(lines) * leading
    x, y = box.left - max(0.0, (width - box.width) / 2), box.top + box.height + gap
    pieces = [Piece((Path(rectangle(x, y, width, height, 0.8), style.shade),))]
    for row, one in enumerate(lines):
        left = x + (width - one.width_mm) / 2
        pieces += line_pieces(one, element, style, left, y + row * leading + baseline_in(leading, size))
    return Block(tuple(pieces), x + width - box.left, height + gap)


def _set_pile(group: CardGroup, style: Style, element: Element, face_mm: float, _width: float) -> Block:
    """A build fanned; of a stack every other part across, so that nobody takes it for a build."""
    height = emblem_height(face_mm)
    cards, placed, corners = iter(group.cards), list[tuple[ShownCard, Matrix, Rect]](), list[Point]()
    x = 0.0
    for number, size in enumerate(group.units):
        across = number % 2 == 1
        wide = height if across else face_mm
        for place in range(size):
            lean = FAN_DEGREES * (place - (size - 1) / 2) if size > 1 else 0.0
            turn = _turned(x + wide / 2, height / 2, face_mm, height, lean + (90.0 if across else 0.0))
            found = [apply(turn, *corner) for corner in ((0, 0), (face_mm, 0), (face_mm, height), (0, height))]
            left, top = min(p[0] for p in found), min(p[1] for p in found)
            box = Rect(left, top, max(p[0] for p in found) - left, max(p[1] for p in found) - top)
            placed.append((next(cards), turn, box))
            corners += found
            x += style.pile_step * wide
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    pieces: list[Piece] = []
    for index, (card, turn, box) in enumerate(placed):
        emblem = place_emblem(card.card, style.theme, 0.0, 0.0, face_mm)
        figure = Element("Figure", element, alt=card.name)
        a, b, c, d, e, f = turn
        rim: tuple[Item, ...] = ()
        if index in group.fresh:
            around = rectangle(-0.2, -0.2, face_mm + 0.4, height + 0.4, 0.12 * face_mm)
            rim = (Path(around, None, style.theme.ink, 0.55),)
        shown = Group((emblem, *rim), (a, b, c, d, e - left, f - top))
        pieces.append(Piece((shown,), figure, box.moved(-left, -top)))
    return Block(tuple(pieces), max(x for x, _ in corners) - left, max(y for _, y in corners) - top)


def _turned(x: float, y: float, width: float, height: float, degrees: float) -> Matrix:
    """Turns a card about its middle, which comes to (x, y)."""
    return compose(rotate(degrees, x, y), shift(-width / 2, -height / 2))


def _unprinted(card: ShownCard) -> str:
    """What a declared card counts as, without the words that are printed on it: a black circle 2 is `green`."""
    printed = set(card.card.name.split()) - {values[-1] for values in VALUES.values()}
    return " ".join(word for word in card.counts_as.split() if word not in printed) or card.counts_as


def small_pieces(
    lines: Sequence[Line], measure: Measure, element: Element, style: Style, x: float, y: float
) -> list[Piece]:
    """Lines of small type, the first one's top at `y`."""
    leading = style.small_leading_mm
    pieces: list[Piece] = []
    for row, one in enumerate(lines):
        pieces += line_pieces(one, element, style, x, y + row * leading + baseline_in(leading, measure.size_mm))
    return pieces


# Steps of a turn


def set_steps(block: Steps, style: Style, parent: Element) -> list[Strip]:
    """A step a row: the cards at the left, what to do at the right; with the marks of yes and no where a step is not
    legal."""
    list_ = Element("L", parent)
    rows: list[Block] = []
    pictures = [set_groups(step.groups, style, Element("Div", list_), 0.46 * style.column_mm) for step in block.steps]
    marked = any(step.verdict == "no" for step in block.steps)
    start = style.mark_room_mm if marked else 0.0
    left = start + max((picture.width_mm for picture in pictures if picture), default=0.0) + style.group_gap_mm
    for step, picture in zip(block.steps, pictures, strict=True):
        body = Element("LBody", Element("LI", list_))  # of a list's item nothing but a label may stand beside it
        picture = set_groups(step.groups, style, body, 0.46 * style.column_mm)
        pieces = [moved(piece, start, 0.0) for piece in picture.pieces] if picture else []
        if marked:
            pieces.insert(0, _verdict_mark(step.verdict, style))
        text: list[Piece] = []
        height = _write(text, step.text, body, style, left, 0.0, style.column_mm - left)
        tall = max(height, picture.height_mm if picture else 0.0)
        down = max(0.0, (emblem_height(style.example_face_mm) - height) / 2) if picture else 0.0
        pieces += [moved(piece, 0.0, down) for piece in text]
        rows.append(Block(merged(pieces), style.column_mm, max(tall, down + height)))
    strips = []
    for index, row in enumerate(rows):
        before = 2.6 if index else style.block_gap_mm
        strips.append(Strip(row.height_mm, row.pieces, before, UNWILLING, True))
    return strips


# Questions one after the other


def set_ladder(block: Steps, style: Style, parent: Element) -> list[Strip]:
    """A question a box, with cards for which it is a yes; from there an arrow leads to what follows, and a no leads down
    to the next box. The last one has no question."""
    words, ink = read_words(), style.theme.ink
    list_ = Element("L", parent)
    aside = LADDER_MM * em_mm(style.body_pt)
    box_mm, pad = style.column_mm - aside, 1.8
    down_mm = max(4.6, 0.7 * em_mm(style.small_pt) + 2.3)
    strips: list[Strip] = []
    for index, step in enumerate(block.steps):
        is_last = index + 1 == len(block.steps)
        body = Element("LBody", Element("LI", list_))
        bare = [replace(group, role="") for group in step.groups]
        picture = set_groups(bare, style.pictured(style.panel_part), body, 0.5 * box_mm)
        left = 2 * pad + (picture.width_mm if picture else 0.0)
        wide = style.column_mm if is_last else box_mm
        beneath = picture is not None and wide - left - pad < NARROW_MM * em_mm(style.body_pt)
        text: list[Piece] = []
        height = _write(
            text, step.text, body, style, pad if beneath else left, 0.0, wide - (pad if beneath else left) - pad
        )
        tall = max(height, picture.height_mm if picture else 0.0) + 2 * pad
        tall += min(height, picture.height_mm) + 0.8 if picture and beneath else 0.0
        middle = tall / 2
        pieces = [
            Piece(
                (Path(rectangle(0.2, 0.0, (style.column_mm - 0.4) if is_last else box_mm, tall, 2.4), None, ink, 0.4),)
            )
        ]
        if picture:
            top = pad if beneath else (tall - picture.height_mm) / 2
            pieces += [moved(piece, pad, top) for piece in picture.pieces]
        pieces += [moved(piece, 0.0, tall - pad - height if beneath else (tall - height) / 2) for piece in text]
        if not is_last:
            pieces += _rung(step, body, style, box_mm, middle)
            below = Element("P", body)
            baseline = tall + 0.5 * down_mm + 0.35 * em_mm(style.small_pt)
            label = Text(6.4, baseline, f"{words.no} ", TEXT, em_mm(style.small_pt), ink)
            head = polygon([(3.2, tall + down_mm - 1.9), (5.8, tall + down_mm - 1.9), (4.5, tall + down_mm - 0.1)])
            stem = Path(line(4.5, tall, 4.5, tall + down_mm - 1.8), stroke=ink, width_mm=0.6)
            pieces += [Piece((stem, Path(head, ink))), Piece((label,), below)]
            tall += down_mm
        strips.append(
            Strip(tall, merged(pieces), style.block_gap_mm if index == 0 else 0.0, NEVER if index else 2.0, index == 0)
        )
    return [stacked(strips)] if sum(strip.height_mm for strip in strips) < 0.8 * style.depth_mm else strips


def _rung(step: Step, body: Element, style: Style, x: float, y: float) -> list[Piece]:
    """From a question's box at its right edge: an arrow with a yes over it, and what follows."""
    words, ink = read_words(), style.theme.ink
    small, size = em_mm(style.small_pt), em_mm(style.body_pt)
    long = width_of(words.yes, TEXT, small) + 3.0
    label = Text(x + 1.3, y - 1.8, f"{words.yes} ", TEXT, small, ink)
    start, said = x + long + 0.8, f"{step.answer}!"
    width = max(style.column_mm - start, width_of(said, BOLD, size) + 3.0)
    badge = Path(
        rectangle(start, y - style.leading_mm * 0.72, width, style.leading_mm * 1.44, 2.0), style.accent, ink, 0.4
    )
    answer = Text(start + width / 2, y + 0.34 * size, f"{said} ", BOLD, size, style.on_accent, "middle")
    answer = replace(answer, x_mm=answer.x_mm + width_of(" ", BOLD, size) / 2)
    element = Element("P", body)
    return [
        Piece(_arrow(x + 0.4, y, long, style)),
        Piece((label,), element),
        Piece((badge,)),
        Piece((answer,), element),
    ]


# A round


def set_round(block: Steps, style: Style, parent: Element) -> list[Strip]:
    """Panels in two columns, read from left to right: number, sentence, cards, what has changed."""
    gap = style.group_gap_mm
    width = (style.column_mm - gap) / 2
    strips: list[Strip] = []
    opening = set_groups(block.opening, style.for_panels(style.opening_part), parent, style.column_mm)
    if opening:
        strips.append(Strip(opening.height_mm, opening.pieces, style.block_gap_mm, UNWILLING, True))
    if block.usual:
        said = read_words().played_by.format(rules=" ".join(block.usual))
        lines = set_lines((Span(said),), style.small(style.column_mm))
        strips += text_strips(lines, Element("P", parent), style, style.small_leading_mm, before=style.paragraph_gap_mm)
    panels = [_panel(step, number, block, style, parent, width) for number, step in enumerate(block.steps, block.first)]
    for start in range(0, len(panels), 2):
        row = panels[start : start + 2]
        height = max(panel.height_mm for panel in row)
        pieces: list[Piece] = []
        for column, panel in enumerate(row):
            frame = Path(rectangle(0.15, 0.15, width - 0.3, height - 0.3, 2.0), None, style.theme.inks["grey"], 0.3)
            pieces += [moved(piece, column * (width + gap), 0.0) for piece in (Piece((frame,)), *panel.pieces)]
        strips.append(Strip(height, tuple(pieces), style.panel_gap_mm, UNWILLING, True))
    return strips


def _panel(step: Step, number: int, block: Steps, style: Style, parent: Element, width: float) -> Block:
    element = Element("Div", parent)
    pad, disc = 2.0, style.small_leading_mm * 0.62
    room = width - 2 * pad
    small = Measure(em_mm(style.panel_pt), room, style.face_mm * 0.9, style.face_gap_mm)
    text: list[Piece] = []
    ball = Path(circle(pad + disc, pad + disc, disc), style.accent, style.theme.ink, style.keyline_mm)
    cap = disc * 0.95
    digit = Text(
        pad + disc, pad + disc + cap / 2, f"{number}", DISPLAY, find_font(DISPLAY).size_for_cap(cap), style.on_accent,
        "middle", 0.85 if number > 9 else 1.0,
    )  # fmt: skip
    label = Element("P", element)
    indent = 2 * disc + 1.6
    head = Measure(small.size_mm, room - indent, small.face_mm, small.face_gap_mm)
    y = _write_in(text, step.text, element, style, pad + indent, pad, head, style.panel_leading_mm)
    y = max(y, pad + 2 * disc) + 1.4
    counted, set_picture = block.counted, _set_move if block.has_arrows else _set_labelled
    picture = set_picture(step, style.for_panels(), element, room)
    beside = picture.width_mm + style.group_gap_mm * 0.7 if picture else 0.0
    changed = max((_change_width(change, counted, small) for change in step.changes), default=0.0)
    if picture:
        text += [moved(piece, pad, y) for piece in picture.pieces]
        if beside + changed <= room:
            _write_changes(text, step, counted, element, style, pad + beside, y + 1.0, small)
            y = max(y + picture.height_mm, y + 1.0 + len(step.changes) * style.panel_leading_mm)
        else:
            y = _write_changes(text, step, counted, element, style, pad, y + picture.height_mm + 0.4, small)
    else:
        y = _write_changes(text, step, counted, element, style, pad, y, small)
    marks = [Piece((ball,)), Piece((digit,), label)]
    if step.verdict == "no":
        size = style.mark_mm
        marks.append(
            Piece(cross_mark(width - pad - size / 2, pad + size / 2, size, style.theme.ink, style.theme.paper))
        )
    return Block(merged([*marks, *text]), width, y + pad - 0.6)


def _set_labelled(step: Step, style: Style, parent: Element, width: float) -> Block | None:
    return set_groups(step.groups, style, parent, width)


def _set_move(step: Step, style: Style, parent: Element, width: float) -> Block | None:
    """What lay there, an arrow, and what is laid: the sentence above has said who."""
    if not any(not group.moved and (group.cards or group.down) for group in step.groups):
        return set_groups(step.groups, style, parent, width)
    bare = [replace(group, role="" if group.moved or not group.units else group.role) for group in step.groups]
    blocks = [(each, block) for each in bare if (block := set_groups([each], style, parent, width)) is not None]
    lying = [each for each in bare if not each.moved and (each.cards or each.down)]
    gaps = [ARROW_MM if each.moved and lying else style.group_gap_mm for each, _ in blocks[1:]]
    if sum(block.width_mm for _, block in blocks) + sum(gaps) > width:
        return set_groups(step.groups, style, parent, width)
    pieces: list[Piece] = []
    x, middle = 0.0, emblem_height(style.example_face_mm) / 2
    for (each, block), gap in zip(blocks, [0.0, *gaps], strict=False):
        if gap and each.moved and lying:
            pieces.append(Piece(_arrow(x + 1.0, middle, ARROW_MM - 2.0, style)))
        x += gap
        pieces += [moved(piece, x, 0.0) for piece in block.pieces]
        x += block.width_mm
    return Block(merged(pieces), x, max(block.height_mm for _, block in blocks)) if blocks else None


def _arrow(x: float, y: float, long: float, style: Style) -> tuple[Item, ...]:
    ink = style.theme.ink
    head = polygon([(x + long - 1.3, y - 0.9), (x + long, y), (x + long - 1.3, y + 0.9)])
    return (Path(line(x, y, x + long - 0.9, y), stroke=ink, width_mm=0.45), Path(head, ink))


def _change_width(change: tuple[str, int, int], counted: str, measure: Measure) -> float:
    name, was, now = change
    size = measure.size_mm
    return width_of(f"{name} {was} {now} ", BOLD, size) + width_of(f"{counted} ", TEXT, size) + size * 1.1 + 1.4


def _write_changes(
    pieces: list[Piece], step: Step, counted: str, parent: Element, style: Style, x: float, y: float, measure: Measure
) -> float:  # fmt: skip
    """`Ann 8 (an arrow) 7 cards`, a player a line; gives where it ends."""
    leading, size, ink = style.panel_leading_mm, measure.size_mm, style.theme.ink
    for name, was, now in step.changes:
        element, baseline = Element("P", parent), y + baseline_in(leading, size)
        before, after = f"{name} {was} ", f"{now} "
        pieces.append(Piece((Text(x, baseline, before, BOLD, size, ink),), element))
        start = x + width_of(before, BOLD, size) + 0.2
        middle, long = baseline - size * 0.3, size * 1.1
        arrow = _arrow(start, middle, long, style)
        box = Rect(start, middle - 1.0, long, 2.0)
        pieces.append(Piece(arrow, Element("Figure", element, alt=read_words().to), box))
        start += long + 1.0
        pieces.append(Piece((Text(start, baseline, after, BOLD, size, ink),), element))
        start += width_of(after, BOLD, size)
        pieces.append(Piece((Text(start, baseline, f"{counted} ", TEXT, size, ink),), element))
        y += leading
    return y + 0.4


# In a frame


def set_framed(strips: Sequence[Strip], style: Style) -> Strip:
    """Strips that were set `style.box_pad_mm` narrower at either side, in a frame with a bar of the game's color."""
    pad = style.box_pad_mm
    whole = stacked(strips)
    height = whole.height_mm + 2 * pad
    theme = style.theme
    frame = Path(rectangle(0.2, 0.0, style.column_mm - 0.4, height, 2.0), None, theme.ink, 0.5)
    bar = Path(rectangle(0.2, 0.0, 2.4, height, 1.0), style.accent, theme.ink, style.keyline_mm)
    pieces = (Piece((frame, bar)), *(moved(piece, pad + 2.0, pad) for piece in whole.pieces))
    return replace(whole, height_mm=height, pieces=merged(pieces), before_mm=style.block_gap_mm, cost=4.0, elastic=True)
