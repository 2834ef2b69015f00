"""Cards with words: examples side by side, the steps of a turn, a round that is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tt_print.booklets.blocks import CardGroup, RenderedExample, ShownCard, Span, Spans, Step, Steps
from tt_print.booklets.galley import (
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
from tt_print.drawing.geometry import Rect, circle, line, polygon, rectangle
from tt_print.drawing.shapes import Group, Item, Path, Text
from tt_print.drawing.structure import Element, Piece
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font
from tt_print.records import dataclass

ARROW_MM = 6.4  # between what lay on the table and what is laid
MARKS = {"yes": check_mark, "no": cross_mark, "fact": follow_mark}


@dataclass(frozen=True, slots=True)
class Block:
    """Pieces about their own top left corner, and the room that they take."""

    pieces: tuple[Piece, ...]
    width_mm: float
    height_mm: float


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
    cards = set_groups(example.groups, style, element, room)
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
    pieces: list[Piece] = []
    x = y = widest = row_height = 0.0
    for group in groups:
        block = _set_group(group, style, parent, _card_width(group, style, width), width, label_mm)
        if x and x + block.width_mm > width:
            x, y, row_height = 0.0, y + row_height + 1.2, 0.0
        pieces += [moved(piece, x, y) for piece in block.pieces]
        x += block.width_mm + style.group_gap_mm
        widest = max(widest, x - style.group_gap_mm)
        row_height = max(row_height, block.height_mm)
    return Block(tuple(pieces), widest, y + row_height)


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


def _set_group(group: CardGroup, style: Style, parent: Element, face_mm: float, width: float, label_mm: float) -> Block:
    """Cards with the role of the group beneath them, and what a declared wild counts as."""
    if group.units:
        return _set_pile(group, style, parent, face_mm, width, label_mm)
    element = Element("P", parent)
    height = emblem_height(face_mm)
    step = face_mm * style.pile_step if _lies_close(group) else face_mm + style.card_gap_mm
    per_row = max(1, int((width - face_mm) / step + 1e-6) + 1)
    pieces: list[Piece] = []
    y, right = 0.0, 0.0
    measure = style.small(face_mm if len(group.cards) > 1 else 1.6 * face_mm)
    shown: list[ShownCard | None] = [*group.cards, *([None] if group.down else [])]
    for start in range(0, len(shown), per_row):
        deepest = 0.0  # the words under the cards of this row
        for index, card in enumerate(shown[start : start + per_row]):
            x = index * step
            box = Rect(x, y, face_mm, height)
            if card is None:
                words = f"{group.down} card{'s' if group.down > 1 else ''} face down"
                back = place_back_emblem(style.theme, x, y, face_mm)
                pieces.append(Piece((back,), Element("Figure", element, alt=words), box))
                right = max(right, x + face_mm)
                continue
            figure = Element("Figure", element, alt=card.name)
            pieces.append(Piece((place_emblem(card.card, style.theme, x, y, face_mm),), figure, box))
            right = max(right, x + face_mm)
            if card.counts_as:
                said = card.counts_as if card.lacks else f"as {_unprinted(card)}"
                lines = set_lines((Span(said),), measure)
                pieces += small_pieces(lines, measure, element, style, x, y + height + 0.4)
                right = max(right, x + max(one.width_mm for one in lines))
                deepest = max(deepest, len(lines) * style.small_leading_mm + 0.4)
        y += height + deepest + 0.8
    if group.role:
        role = style.small(max(right, min(label_mm, width)))
        lines = set_lines((Span(group.role),), role)
        pieces += small_pieces(lines, role, element, style, 0.0, y)
        y += len(lines) * style.small_leading_mm
        right = max(right, *(one.width_mm for one in lines))
    return Block(tuple(pieces), right, y)


def _set_pile(group: CardGroup, style: Style, parent: Element, face_mm: float, width: float, label_mm: float) -> Block:
    """A build fanned, with what it comes to; a stack with every other part across, so that nobody takes it for a build."""
    element, height = Element("P", parent), emblem_height(face_mm)
    pieces: list[Piece] = []
    x, right, cards = 0.0, 0.0, iter(group.cards)
    for number, size in enumerate(group.units):
        across = number % 2 == 1
        for _ in range(size):
            card = next(cards)
            wide, tall = (height, face_mm) if across else (face_mm, height)
            top = (height - tall) / 2
            emblem = place_emblem(card.card, style.theme, 0.0, 0.0, face_mm)
            turn = (0.0, 1.0, -1.0, 0.0, x + wide, top) if across else (1.0, 0.0, 0.0, 1.0, x, top)
            figure = Element("Figure", element, alt=card.name)
            pieces.append(Piece((Group((emblem,), turn),), figure, Rect(x, top, wide, tall)))
            right, x = x + wide, x + 0.8 * wide
    y = height + 0.6
    said = " ".join(filter(None, [group.role, f"= {group.total}" if group.total and group.form == "build" else ""]))
    if said:
        measure = style.small(max(right, min(label_mm, width)))
        lines = set_lines((Span(said),), measure)
        pieces += small_pieces(lines, measure, element, style, 0.0, y)
        y += len(lines) * style.small_leading_mm
        right = max(right, *(one.width_mm for one in lines))
    return Block(tuple(pieces), right, y)


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
    """A step a row: the cards at the left, what to do at the right, a line between two."""
    list_ = Element("L", parent)
    rows: list[Block] = []
    pictures = [set_groups(step.groups, style, Element("Div", list_), 0.46 * style.column_mm) for step in block.steps]
    left = max((picture.width_mm for picture in pictures if picture), default=0.0) + style.group_gap_mm
    for step, picture in zip(block.steps, pictures, strict=True):
        body = Element("LBody", Element("LI", list_))  # of a list's item nothing but a label may stand beside it
        picture = set_groups(step.groups, style, body, 0.46 * style.column_mm)
        pieces = list(picture.pieces) if picture else []
        text: list[Piece] = []
        height = _write(text, step.text, body, style, left, 0.0, style.column_mm - left)
        tall = max(height, picture.height_mm if picture else 0.0)
        down = max(0.0, (emblem_height(style.example_face_mm) - height) / 2) if picture else 0.0
        pieces += [moved(piece, 0.0, down) for piece in text]
        rows.append(Block(merged(pieces), style.column_mm, max(tall, down + height)))
    strips = []
    for index, row in enumerate(rows):
        rule = Path(line(0.0, -1.3, style.column_mm, -1.3), stroke=style.theme.inks["grey"], width_mm=style.line_mm)
        ruled = (Piece((rule,)), *row.pieces) if index else row.pieces
        before = 2.6 if index else style.block_gap_mm
        strips.append(Strip(row.height_mm, ruled, before, UNWILLING, True))
    return strips


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
    bare = [replace(group, role="") for group in step.groups if group.cards or group.down]
    blocks = [block for group in bare if (block := set_groups([group], style, parent, width)) is not None]
    if not blocks:
        return None
    across = sum(block.width_mm for block in blocks) + (len(blocks) - 1) * ARROW_MM
    if across > width:
        return set_groups(step.groups, style, parent, width)
    pieces: list[Piece] = []
    x, middle = 0.0, emblem_height(style.example_face_mm) / 2
    for index, block in enumerate(blocks):
        if index:
            pieces.append(Piece(_arrow(x + 1.0, middle, ARROW_MM - 2.0, style)))
            x += ARROW_MM
        pieces += [moved(piece, x, 0.0) for piece in block.pieces]
        x += block.width_mm
    return Block(merged(pieces), x, max(block.height_mm for block in blocks))


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
