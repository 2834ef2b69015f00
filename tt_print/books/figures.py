"""Cards as a reader sees them: groups with labels, moves with arrows, and examples with their verdict; and the figures of a book."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tt_print.books.blocks import POSITIONS, CardGroup, Figure, RenderedExample, ShownCard, Span, Spans
from tt_print.books.blocks import FigurePlace as TablePlace
from tt_print.books.pictures import (
    check_mark,
    cross_mark,
    emblem_height,
    face_height,
    follow_mark,
    place_back_emblem,
    place_emblem,
    place_face,
    without_text,
)
from tt_print.books.prose import FixedBox, Style, em_mm, runs_of
from tt_print.deck import FULL, VALUES, VARIABLES, AnyCard
from tt_print.draw.geometry import (
    Matrix,
    Point,
    Rect,
    apply,
    bounds,
    circle,
    compose,
    line,
    polygon,
    rectangle,
    rotate,
    scale,
    shift,
)
from tt_print.draw.shapes import Drawing, Group, Item, Path, Text, reduced
from tt_print.draw.text import DISPLAY, find_font
from tt_print.faces.chits import chit_layout, draw_chit, draw_pointer, draw_value, lane
from tt_print.faces.faces import part_heights_mm
from tt_print.page.boxes import (
    Box,
    BoxAt,
    Keep,
    Layers,
    Layout,
    Picture,
    Row,
    Share,
    Stack,
    Tag,
    Tagged,
    Words,
    grouped,
)
from tt_print.page.flow import Put
from tt_print.page.text import NO_BREAK, SUM_MM, TextStyle, text_width, word_width
from tt_print.records import dataclass, replace

ARROW_MM = 6.4  # between what lay on the table and what is laid
FAN_DEGREES = 7.0  # between two cards of a build
STACK_MM = 0.5  # a card of a stack lies so far above and to the right of the one on it
CLOSE_MM = 0.9  # a stack may reach so far above its cards without meeting what is written above
UNDER_MM = 0.8  # from cards to what is written under them
LABEL_PTS = (8.7, 7.5)  # or as large as other labels, or as small as can be
GOOD_PT = 7.0  # cards keep so far apart that what a wild counts as could be so large
LABEL_GAP_MM = 1.3  # between two of these labels
RIM_MM = 0.55  # the ring around a card that a move is about
ROLE_MM = 31.0  # a role's label that is wider takes a second line


def set_groups(groups: Sequence[CardGroup], style: Style, face: float, width: float) -> Layout | None:
    """All groups with cards as wide as `face`, side by side or in rows where one does not hold them, the labels of each row on one line;
    None if there are no cards.
    """
    rows: list[list[_Set]] = [[]]
    x = 0.0
    for group in groups:
        if not (group.cards or group.down):
            continue
        one = _set_group(group, style, face, width)
        if rows[-1] and x + one.width > width + 1e-6:
            rows.append([])
            x = 0.0
        rows[-1].append(one)
        x += one.width + style.group_gap_mm
    if not rows[0]:
        return None
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


def _set_group(group: CardGroup, style: Style, face: float, width: float) -> _Set:
    cards = (_set_pile if group.units else _set_row)(group, style, _face_width(group, style, face, width), width)
    total = f"= {group.total}" if group.total and group.form == "build" else ""
    said = " ".join(filter(None, [group.role, total]))
    labels = []
    for text, room in ((said, min(ROLE_MM, width)), (group.fresh_role, 1e4)):
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
    ring = Path(rectangle(-0.4, -0.4, face + 0.8, height + 0.8, 0.14 * face), None, style.alarm, 0.9)
    side = 0.34 * face
    cross = cross_mark(face - 0.3 * side, height - 0.2 * side, side, style.alarm, style.theme.paper)
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
    """A strip below a wild with what it counts as, in the largest type of four that the card's width holds, in the least on two lines."""
    word, least, room = _counted_as(card), em_mm(style.least_pt), room - LABEL_GAP_MM
    text = replace(style.small, align="middle", even=True)
    if word_width(word, text) * least / text.size > room + SUM_MM:
        word = word.removeprefix(f"={NO_BREAK}")
    most = min(text.size, text.size * (room + SUM_MM) / text_width(word, text))
    size = next((each for each in (text.size, *map(em_mm, LABEL_PTS)) if least <= each <= most), least)
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


def example_box(example: RenderedExample, style: Style) -> Box:
    return FixedBox(example_layout(example, style, style.column_mm))


def example_layout(example: RenderedExample, style: Style, width: float) -> Layout:
    """The mark of the verdict at the left; what happens; the cards; what follows, and why."""
    room, groups = width - style.mark_room_mm, example.groups
    if len(groups) == 1 and groups[0].form == "pile" and not groups[0].units:  # the pot, as all through its book
        groups = (replace(groups[0], role=""),)
    answer: Spans = (Span(f"{example.answer}. ", bold=True),) if example.answer else ()
    answer = (*answer, Span(example.outcome)) if example.outcome else answer
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
            laid = verdict.lay(beside)
            down = min(6.0, max(0.0, (emblem_height(style.example_face_mm) - laid.height) / 2))
            shifted = FixedBox(grouped([(0.0, down, laid)], laid.width, laid.height + down))
            boxes.append(Row([FixedBox(cards), shifted], [cards.width, beside], style.group_gap_mm))
        else:
            boxes += [FixedBox(cards), verdict]
    if example.caption:
        boxes.append(Words(runs_of(example.caption, style), style.body))
    row = Row([verdict_mark(example.verdict, style), Stack(boxes, 0.7)], [style.mark_room_mm, Share()])
    return Tagged("Div", Keep(row)).lay(width)


def numbered_disc(number: int | str, radius: float, style: Style) -> Layers:
    """A number, or a letter, in a disc of the game's color."""
    ball = Path(circle(radius, radius, radius), style.accent, style.theme.ink, style.keyline_mm)
    most = find_font(DISPLAY).size_for_cap(radius * (1.1 if len(str(number)) == 1 else 0.72))
    sizes = [text.size for text in (style.small, style.panel, style.body, style.section)]  # no sizes of its own
    size = max((one for one in sizes if one <= most), default=most)
    digit = Words(str(number), TextStyle(size, 2 * radius, DISPLAY, DISPLAY, style.on_accent, "middle"), "P")
    return Layers(2 * radius, 2 * radius, [BoxAt(0.0, 0.0, digit, width=2 * radius)], (ball,))


# ---------------------------------------------------------------- figures


# of a hand of many cards, and of few: degrees between two, and their pivot below their top, in heights of a card
FAN, FAN_OF_FEW = (9.0, 2.6), (13.0, 1.75)
DECK_FACE_MM, LETTER_PT = 6.6, 9.0  # a card of all cards in one picture, and a color's letter beside its cards
LEAST_LABEL_MM = 26.0  # how wide the labels of its corner are at least beside a whole card
CORNER_MM = 3.0  # of a card, below the parts of its corner
TAB_EDGE_MM, FRAME_PAD_MM = 0.4, 0.8  # around the tab of a card: its line, and the paper in the frame
CARD_EDGE_MM = 0.8  # the card's own edge, which is left out of a tab that runs off it
LAYER_MM = 0.7  # between the cards of a stack that lies face down
LEADER_MM = 9.0  # between a large card and the labels of its parts
PAD_MM, GAP_MM = 4.0, 4.0  # from the edge of a table, and between its places


@dataclass(frozen=True, slots=True)
class Seat:
    """What is at a place of a picture. Its label begins at `foot`, so that the labels of a row are on one line."""

    layout: Layout
    foot: float


def figure_box(figure: Figure, style: Style) -> Box:
    """A picture in the middle of the column, with its caption."""
    drawn = FIGURES[figure.kind](figure, style)
    whole = Layers(drawn.width, drawn.height, [BoxAt(0.0, 0.0, FixedBox(drawn))], alt=figure.alt)
    picture = centered(whole.lay(drawn.width), style.column_mm)
    if not figure.caption:
        return Keep(picture)
    return Keep(Stack([picture, Words(runs_of(figure.caption), style.small.middle, "Caption")], 1.2))


def centered(picture: Layout, width: float) -> Box:
    """A picture in the middle of so much room."""
    spare = max(0.0, width - picture.width) / 2
    return Row([FixedBox(Layout(0.0, 0.0)), FixedBox(picture)], [spare, picture.width])


# ---------------------------------------------------------------- the table


def _seat(place: TablePlace, style: Style, face: float, room: float) -> Seat:
    """A stack of backs, the face-up cards beside it (below it if there is no room), and the label in lines under them, all centered.
    Room for cards that come later is an empty card.
    """
    theme, height, gap = style.theme, emblem_height(face), style.card_gap_mm
    parts: list[Put] = []
    x = bottom = 0.0
    if place.down:
        stack = _backs(1 if place.down == 1 else 2 if place.down < 6 else 3, style, face)
        x, bottom = stack.width, stack.height
        parts.append((0.0, 0.0, stack))
    if place.cards:
        is_hand = place.position == "bottom" and len(place.cards) > 2
        beside = x + 1.6 if x else 0.0
        is_below = bool(x) and not is_hand and len(place.cards) * (face + gap) - gap > room - beside
        shown = (
            _fan(place.cards, style, face)
            if is_hand
            else _rows(place.cards, style, face, room if is_below else room - beside)
        )
        right, down = (0.0, bottom + gap) if is_below else (beside, 0.0)
        parts = [((shown.width - x) / 2 if is_below else 0.0, y, one) for _, y, one in parts]
        parts.append((right, down, shown))
        x, bottom = max(x, right + shown.width), max(bottom, down + shown.height)
    if not parts and place.position == "center":
        empty = Path(rectangle(0.0, 0.0, face, height, 0.08 * face), None, theme.ink, 0.3, dash_mm=(1.2, 0.9))
        parts.append((0.0, 0.0, Layout(face, height, (empty,))))
        x, bottom = face, height
    dot = "." if place.step.isdigit() else ""  # as in a list, lest it be read as how many
    number = (Span(f"{place.step}{dot} ", bold=True),) if place.step else ()  # of the paragraph that it illustrates
    said = Words(runs_of((*number, Span(place.label))), style.small.middle, "")
    text = said.lay(max(said.least(), min(said.natural(), max(room, face))))
    width, foot = max(x, text.width), bottom + (1.0 if parts else 0.0)
    placed = [(left + (width - x) / 2, y, one) for left, y, one in parts]
    placed.append(((width - text.width) / 2, foot, text))
    ring = rectangle(-1.6, -1.6, width + 3.2, foot + text.height + 3.2, 2.4)
    items = (Path(ring, style.shade, theme.ink, 0.5, dash_mm=(1.6, 1.2)),) if place.marked else ()
    return Seat(grouped(placed, width, foot + text.height, items=items), foot)


def _backs(layers: int, style: Style, face: float) -> Layout:
    """Backs, each a little to the left of and above the one under it."""
    backs = tuple(place_back_emblem(style.theme, n * LAYER_MM, n * LAYER_MM, face) for n in reversed(range(layers)))
    more = (layers - 1) * LAYER_MM
    return Layout(face + more, emblem_height(face) + more, backs)


def _rows(cards: Sequence[AnyCard], style: Style, face: float, room: float) -> Layout:
    """Cards side by side, in as few rows of about one length as the room allows."""
    gap, height = style.card_gap_mm, emblem_height(face)
    fit = max(1, int((room + gap) / (face + gap)))
    rows = -(-len(cards) // fit)
    across = -(-len(cards) // rows)
    items = tuple(
        place_emblem(card, style.theme, index % across * (face + gap), index // across * (height + gap), face)
        for index, card in enumerate(cards)
    )
    return Layout(across * (face + gap) - gap, rows * (height + gap) - gap, items)


def _fan(cards: Sequence[AnyCard], style: Style, face: float) -> Layout:
    """Cards in a hand, each turned a little more about a point below them."""
    height, (degrees, down) = emblem_height(face), FAN_OF_FEW if len(cards) < 6 else FAN
    middle, pivot_x, pivot_y = (len(cards) - 1) / 2, face / 2, down * height
    turns = [
        compose(rotate((i - middle) * degrees, pivot_x, pivot_y), shift(-pivot_x, -pivot_y)) for i in range(len(cards))
    ]
    corners = [apply(turn, x, y) for turn in turns for x, y in ((0, 0), (face, 0), (face, height), (0, height))]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    items = tuple(
        Group((Group((place_emblem(card, style.theme, 0.0, 0.0, face),), turn),), shift(-left, -top))
        for card, turn in zip(cards, turns, strict=True)
    )
    return Layout(right - left, bottom - top, items)


def _side_by_side(seats: Sequence[Seat], room: float) -> Layout:
    """In as few rows as hold them, each row centered and its labels on one line."""
    rows: list[list[Seat]] = [[]]
    for one in seats:
        used = sum(other.layout.width + GAP_MM for other in rows[-1])
        if rows[-1] and used + one.layout.width > room:
            rows.append([])
        rows[-1].append(one)
    parts: list[Put] = []
    y = 0.0
    for row in rows:
        width = sum(one.layout.width for one in row)
        space = min(14.0, (room - width) / (len(row) + 1)) if len(row) > 1 else 0.0
        x = (room - width - space * (len(row) - 1)) / 2
        foot = max(one.foot for one in row)
        for one in row:
            parts.append((x, y + foot - one.foot, one.layout))
            x += one.layout.width + space
        y += max(foot - one.foot + one.layout.height for one in row) + 3.0
    return grouped(parts, room, y - 3.0)


def _table(figure: Figure, style: Style) -> Layout:
    """The table from above, as you sit at it: players around it, the center in its middle."""
    face, width, inside = style.table_face_mm, style.column_mm, style.column_mm - 2 * PAD_MM
    sides: dict[str, list[TablePlace]] = {side: [] for side in POSITIONS}
    for place in figure.places:
        sides[place.position].append(place)
    side_room = width * (0.25 if sides["center"] else 0.4)
    middle_room = inside - (side_room + GAP_MM) * (bool(sides["left"]) + bool(sides["right"]))
    laid: dict[str, Layout] = {}
    for side, places in sides.items():
        if places and side in ("left", "right"):
            seats = [_seat(place, style, face, side_room).layout for place in places]
            widest = max(one.width for one in seats)
            laid[side] = Stack([centered(one, widest) for one in seats], GAP_MM).lay(widest)
        elif places:
            room = middle_room * 0.9 if side == "center" else width * 0.8
            own = style.hand_face_mm if side == "bottom" else face
            found = [_seat(place, style, own if place.cards else face, room) for place in places]
            laid[side] = _side_by_side(found, middle_room if side == "center" else inside)
    parts: list[Put] = []
    y = PAD_MM + 1.0
    if "top" in laid:
        parts.append((PAD_MM, y, laid["top"]))
        y += laid["top"].height + GAP_MM + 1.0
    middle = max((laid[side].height for side in ("left", "center", "right") if side in laid), default=0.0)
    for side in ("left", "center", "right"):
        if side in laid:
            one = laid[side]
            at = {"left": PAD_MM, "right": width - PAD_MM - one.width, "center": (width - one.width) / 2}[side]
            if side == "center" and ("left" in laid) != ("right" in laid):
                at = width - PAD_MM - one.width if "left" in laid else PAD_MM
            parts.append((at, y + (middle - one.height) / 2, one))
    y += middle + (GAP_MM + 1.0 if middle else 0.0)
    if "bottom" in laid:
        parts.append((PAD_MM, y, laid["bottom"]))
        y += laid["bottom"].height + 1.0
    y += PAD_MM
    felt = Path(rectangle(0.3, 0.3, width - 0.6, y - 0.6, 9.0), None, style.theme.ink, 0.6)
    rim = Path(rectangle(1.7, 1.7, width - 3.4, y - 3.4, 7.8), None, style.theme.inks["grey"], 0.25)
    return grouped(parts, width, y, items=(felt, rim))


# ---------------------------------------------------------------- other figures


def chits_layout(values: Sequence[str], style: Style, width: float) -> Layout:
    """The three chits, each with its pointer at the value named, and without what is beside its row: nobody could read that."""
    theme, layout, gap = style.theme, chit_layout(), 3.0
    across = 3 if width > 100 else 2 if width > 70 else 1
    factor = (width - (across - 1) * gap) / across / theme.height_mm
    tall = layout.bracket_y - layout.bracket_pitch / 2
    height = tall * factor
    items: list[Item] = []
    for index, (variable, value) in enumerate(zip(VARIABLES, values, strict=True)):
        x, y = (index % across) * (theme.height_mm * factor + gap), (index // across) * (height + gap)
        shown = tuple(item for item in draw_chit(variable, theme).items if _can_be_read(item, factor, tall, style))
        place = lane(layout, VALUES[variable].index(value))
        left, arrow_width = place.left + place.width * 0.14, place.width * 0.72
        inside = (
            Path(rectangle(0, 0, theme.height_mm, tall, 3.0), theme.paper, theme.ink, 0.7),
            *without_text(Drawing(theme.height_mm, tall, shown, "")),
            *draw_pointer(theme, Rect(left, place.top - 2.0, arrow_width, place.height + 1.5)),
        )
        items.append(Group(reduced(inside, factor), scale(factor, x, y)))
    return Layout(width, (2 // across + 1) * (height + gap) - gap, tuple(items))


def _can_be_read(item: Item, factor: float, tall: float, style: Style) -> bool:
    """Whether a part of a chit still says something at this size: no small print, and not the lines beside it."""
    if isinstance(item, Text):
        return item.size_mm * factor >= em_mm(style.least_pt)
    return not isinstance(item, Path) or bounds(item.d).bottom < tall


def _deck(_figure: Figure, style: Style) -> Layout:
    """All cards as one picture: a block for each color after its letter, two side by side, a row for each of its shapes, in the order of
    the numbers.
    """
    colors, shapes, numbers = (VALUES[name] for name in VARIABLES)
    face, across, gap, between, below = DECK_FACE_MM, 2, 0.7, 6.0, 4.0
    step, block_mm = emblem_height(face) + gap, len(numbers) * (face + gap) - gap
    letter = em_mm(max(LETTER_PT, style.least_pt))
    items: list[Item] = []
    for index, color in enumerate(colors):
        row, column = divmod(index, across)
        in_row = min(across, len(colors) - row * across)
        left = (style.column_mm - in_row * block_mm - (in_row - 1) * between) / 2 + column * (block_mm + between)
        top = row * (len(shapes) * step + below - gap)
        if color == "black":  # it has four dots in the place of a letter
            side = 0.6 * emblem_height(face)
            items += draw_value(style.theme, "color", color, Rect(left - 1.4 - side, top, side, side))
        else:
            name, y = style.theme.words.letters[color], top + emblem_height(face) * 0.66
            said = Text(left - 1.4, y, name, DISPLAY, letter, style.theme.ink, "end")
            items += without_text(Drawing(0.0, 0.0, (said,), ""))
        for place, card in enumerate(card for card in FULL if card.color == color):
            down, right = divmod(place, len(numbers))
            items.append(place_emblem(card, style.theme, left + right * (face + gap), top + down * step, face))
    rows = -(-len(colors) // across)
    return Layout(style.column_mm, rows * (len(shapes) * step - gap + below) - below, tuple(items))


def _card(figure: Figure, style: Style) -> Layout:
    """A card, and the tab in its corner so large that every letter can be read, in a frame like a small card, between labels
    with a line from each to the part that it names; one of the `places` names the card.
    """
    theme = style.theme
    card = next(card for place in figure.places for card in place.cards)
    face, heights, tab = style.figure_face_mm * 1.8, part_heights_mm(theme), theme.tab
    factor, foot = style.large_face_mm / theme.width_mm, max(heights[place.step] for place in figure.places) + CORNER_MM
    start_mm = CARD_EDGE_MM if tab.runs_off else -TAB_EDGE_MM
    inside = Rect.from_edges(
        factor * tab.x + start_mm,
        factor * tab.y + start_mm,
        factor * (tab.x + tab.width) + TAB_EDGE_MM,
        factor * foot + TAB_EDGE_MM,
    )
    shown = inside.inset(-FRAME_PAD_MM)
    labels = [Words(runs_of((Span(place.label),)), style.small, "") for place in figure.places]
    before = max(each.natural() for each, place in zip(labels, figure.places, strict=True) if place.position == "left")
    start, wide = face + 3.0, before + shown.right + 2 * LEADER_MM
    if style.column_mm - start - wide < LEAST_LABEL_MM:
        start = 0.0  # a narrow column has the corner alone
    left, room = start + before + LEADER_MM, style.column_mm - start - wide
    corner = Group((place_face(card, theme, 0.0, 0.0, style.large_face_mm),), clip=inside.path(0.06 * inside.height))
    whole = Layout(face, face_height(theme, face), (place_face(card, theme, 0.0, 0.0, face),))
    parts: list[Put] = [(0.0, 0.0, whole)] if start else []
    frame = Path(shown.path(0.08 * shown.height), theme.paper, theme.ink, max(0.15, 0.018 * shown.height))
    items: list[Item] = [Group((frame, corner), shift(left, 0.0))]
    ends = dict.fromkeys(("left", "right"), 0.0)
    for words, place in zip(labels, figure.places, strict=True):
        is_left = place.position == "left"
        laid = words.lay(before if is_left else room)
        part_y, half = factor * heights[place.step], style.small.leading / 2
        y = max(ends[place.position], part_y - half)
        ends[place.position] = y + laid.height + 1.0
        parts.append((start if is_left else style.column_mm - room, y, laid))
        away = left - LEADER_MM + 1.3 if is_left else style.column_mm - room - 1.3
        near = left + shown.left - 1.6 if is_left else left + shown.right + 1.6
        end = left + factor * (tab.x if is_left else tab.x + tab.width) + (-0.2 if is_left else 0.2)
        bend = away + (1.6 if is_left else -1.6)
        points = [(away, y + half), (bend, y + half), (near, part_y), (end, part_y)]
        items.append(Path(polygon(points, closed=False), stroke=theme.ink, width_mm=0.3))
    height = max(whole.height if start else 0.0, shown.bottom, *ends.values())
    return grouped(parts, style.column_mm, height, items=tuple(items))


def _order(figure: Figure, style: Style) -> Layout:
    """Rows of cards, each after its label; what is not named is a face-down pile before its label."""
    named = [Words(runs_of((Span(place.label),)), style.small, "") for place in figure.places]
    before = max(words.natural() for words, place in zip(named, figure.places, strict=True) if place.cards) + 2.0
    longest, gap = max(len(place.cards) for place in figure.places), style.card_gap_mm
    face = min(style.table_face_mm, (style.column_mm - before) / longest - gap)
    rows: list[Box] = []
    for words, place in zip(named, figure.places, strict=True):
        if place.cards:
            cards = _rows(place.cards, style, face, len(place.cards) * (face + gap))
            rows.append(Row([words, FixedBox(cards)], [before, cards.width], 0.0, "middle"))
        else:
            left = before if before > face + 4.0 else face + 4.0
            rows.append(Row([FixedBox(_backs(3, style, face)), words], [left, Share()], 0.0, "middle"))
    is_all_open = all(place.cards for place in figure.places)  # else a label goes on to the column's edge
    return Stack(rows, gap).lay(before + longest * (face + gap) - gap if is_all_open else style.column_mm)


FIGURES: dict[str, Callable[[Figure, Style], Layout]] = {
    "table": _table, "deck": _deck, "card": _card, "order": _order,
}  # fmt: skip
