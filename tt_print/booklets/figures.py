"""The pictures of a book: the deck and one of its cards, the table when play begins, cards in a row, a turn in boxes, the chits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tt_print.booklets.blocks import Figure, Place, Span
from tt_print.booklets.panels import numbered_disc
from tt_print.booklets.pictures import (
    emblem_height,
    face_height,
    place_back_emblem,
    place_emblem,
    place_face,
    without_text,
)
from tt_print.booklets.prose import FixedBox, Flow, Part, label, runs_of
from tt_print.booklets.style import Style, em_mm
from tt_print.cards.chits import chit_layout, draw_chit, draw_pointer, draw_value
from tt_print.cards.faces import part_heights_mm
from tt_print.deck import DECKS, VALUES, VARIABLES, AnyCard
from tt_print.drawing.geometry import Point, Rect, apply, bounds, compose, polygon, rectangle, rotate, scale, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text, reduced
from tt_print.drawing.text import DISPLAY, find_font
from tt_print.page.boxes import NEVER, Box, Framed, Keep, Layout, Row, Share, Stack, Tag, Tagged, Words, grouped
from tt_print.records import dataclass

FAN_DEGREES = 13.0  # between two cards of a hand
OPEN_FAN_DEGREES = 9.0  # of one's own hand, which may have eight cards
LETTER_PT = 9.0  # of a color's letter beside its cards
LEAST_LABEL_MM = 26.0  # how wide the labels of its corner are at least beside a whole card
CORNER_MM = 3.0  # of a card, beside and below the parts of its corner
LAYER_MM = 0.7  # between the cards of a stack that lies face down
LEADER_MM = 9.0  # between a large card and the labels of its parts
PAD_MM, GAP_MM = 4.0, 4.0  # from the edge of a table, and between its places
Put = tuple[float, float, Layout]


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards side by side or in a fan, the first one's left edge at 0; a fan reaches above its first card's corner."""

    items: tuple[Item, ...]
    width: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Seat:
    """What is at a place of a picture. Its label begins at `foot`, so that the labels of a row are on one line."""

    layout: Layout
    foot: float

    @property
    def width(self) -> float:
        return self.layout.width

    @property
    def height(self) -> float:
        return self.layout.height


def figure_box(figure: Figure, style: Style) -> Box:
    """A picture in the middle of the column, with its caption."""
    if figure.kind == "turn":
        return _turn(figure, style)
    drawn = FIGURES[figure.kind](figure, style)
    whole = Layout(drawn.width, drawn.height, parts=((0.0, 0.0, as_picture(drawn)),), tag=Tag("Figure", figure.alt))
    picture = Row(
        [FixedBox(Layout(0.0, 0.0)), FixedBox(whole)], [max(0.0, (style.column_mm - drawn.width) / 2), drawn.width]
    )
    if not figure.caption:
        return Keep(picture)
    caption = Words(runs_of(figure.caption), style.small.middle, "Caption")
    return Keep(Stack([picture, caption], 1.2))


def as_picture(layout: Layout) -> Layout:
    """All of it as part of the figure around, which has one description."""
    parts = tuple((x, y, as_picture(part)) for x, y, part in layout.parts)
    return Layout(layout.width, layout.height, layout.items, parts, is_read=True, overflow=layout.overflow)


# ---------------------------------------------------------------- places with cards


def _seat(place: Place, style: Style, face: float, room: float, form: str = "row") -> Seat:
    """A stack of backs, the face-up cards beside it (below it if there is no room), and the label in lines under them, all centered.
    Room for cards that come later is an empty card.
    """
    theme, height = style.theme, emblem_height(face)
    parts: list[Put] = []
    x = top = bottom = 0.0
    if place.down:
        layers = min(place.down, 1 if place.down == 1 else 2 if place.down < 6 else 3)
        backs = tuple(place_back_emblem(theme, n * LAYER_MM, n * LAYER_MM, face) for n in reversed(range(layers)))
        x, bottom = face + (layers - 1) * LAYER_MM, height + (layers - 1) * LAYER_MM
        parts.append((0.0, 0.0, Layout(x, bottom, backs)))
    if place.cards:
        is_hand = form == "fan" or (place.position == "bottom" and len(place.cards) > 2)
        lay = _fan if is_hand and len(place.cards) > 2 else _pile if form == "pile" else _rows
        free = room - x - (1.6 if x else 0.0)
        is_below = bool(x) and len(place.cards) * (face + style.card_gap_mm) - style.card_gap_mm > free and lay is _rows
        spread = lay(place.cards, style, face, room if is_below else free)
        right, down = (0.0, bottom + style.card_gap_mm) if is_below else (x + 1.6 if x else 0.0, 0.0)
        parts = [((spread.width - x) / 2 if is_below else 0.0, y, one) for _, y, one in parts]
        parts.append((right, down, Layout(spread.width, spread.bottom, spread.items)))
        x, top, bottom = max(x, right + spread.width), spread.top, max(bottom, down + spread.bottom)
    if not parts and place.position == "center":
        empty = Path(rectangle(0.0, 0.0, face, height, 0.08 * face), None, theme.ink, 0.3, dash_mm=(1.2, 0.9))
        parts.append((0.0, 0.0, Layout(face, height, (empty,))))
        x, bottom = face, height
    dot = "." if place.step.isdigit() else ""  # as in a list, lest it be read as how many
    number = (Span(f"{place.step}{dot} ", bold=True),) if place.step else ()  # of the paragraph that it illustrates
    said = Words(runs_of((*number, Span(place.label))), style.small.middle, "")
    text = said.lay(max(said.least(), min(said.natural(), max(room, face))))
    width, foot = max(x, text.width), bottom - top + (1.0 if parts else 0.0)
    placed = [(left + (width - x) / 2, y - top, one) for left, y, one in parts]
    placed.append(((width - text.width) / 2, foot, text))
    items: tuple[Item, ...] = ()
    if place.marked:
        items = (
            Path(
                rectangle(-1.6, -1.6, width + 3.2, foot + text.height + 3.2, 2.4),
                style.shade,
                theme.ink,
                0.5,
                dash_mm=(1.6, 1.2),
            ),
        )
    return Seat(grouped(placed, width, foot + text.height, items=items), foot)


def _rows(cards: Sequence[AnyCard], style: Style, face: float, room: float) -> Spread:
    """Cards side by side, in as few rows of about one length as the room allows."""
    gap, height = style.card_gap_mm, emblem_height(face)
    fit = max(1, int((room + gap) / (face + gap)))
    rows = -(-len(cards) // fit)
    across = -(-len(cards) // rows)
    items = tuple(
        place_emblem(card, style.theme, index % across * (face + gap), index // across * (height + gap), face)
        for index, card in enumerate(cards)
    )
    return Spread(items, across * (face + gap) - gap, 0.0, rows * (height + gap) - gap)


def _fan(cards: Sequence[AnyCard], style: Style, face: float, _room: float) -> Spread:
    """Cards in a hand, each turned a little more about a point below them; a fan takes the room it needs."""
    height, spread = emblem_height(face), FAN_DEGREES if len(cards) < 6 else OPEN_FAN_DEGREES
    pivot_x, pivot_y = face / 2, height * (1.75 if len(cards) < 6 else 2.6)
    items: list[Item] = []
    corners: list[Point] = []
    for i, card in enumerate(cards):
        lean = (i - (len(cards) - 1) / 2) * spread
        turn = compose(rotate(lean, pivot_x, pivot_y), shift(-pivot_x, -pivot_y))
        items.append(Group((place_emblem(card, style.theme, 0.0, 0.0, face),), turn))
        corners += [apply(turn, x, y) for x, y in ((0, 0), (face, 0), (face, height), (0, height))]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    return Spread(tuple(Group((item,), shift(-left, 0.0)) for item in items), right - left, top, bottom)


def _pile(cards: Sequence[AnyCard], style: Style, face: float, room: float) -> Spread:
    """A pile from its bottom card to the top one, each so far to the right that those below show their index."""
    step = min(face * 0.42, max(0.0, room - face) / max(1, len(cards) - 1))
    items = tuple(place_emblem(card, style.theme, i * step, 0.0, face) for i, card in enumerate(cards))
    return Spread(items, face + (len(cards) - 1) * step, 0.0, emblem_height(face))


def _side_by_side(seats: Sequence[Seat], room: float, gap: float) -> Layout:
    """In as few rows as hold them, each row centered and its labels on one line."""
    rows: list[list[Seat]] = [[]]
    for one in seats:
        used = sum(other.width + gap for other in rows[-1])
        if rows[-1] and used + one.width > room:
            rows.append([])
        rows[-1].append(one)
    parts: list[Put] = []
    y = 0.0
    for row in rows:
        width = sum(one.width for one in row)
        space = min(14.0, (room - width) / (len(row) + 1)) if len(row) > 1 else 0.0
        x = (room - width - space * (len(row) - 1)) / 2
        foot = max(one.foot for one in row)
        for one in row:
            parts.append((x, y + foot - one.foot, one.layout))
            x += one.width + space
        y += max(foot - one.foot + one.height for one in row) + 3.0
    return grouped(parts, room, y - 3.0)


def _below_each_other(seats: Sequence[Seat]) -> Layout:
    width = max(one.width for one in seats)
    parts: list[Put] = []
    y = 0.0
    for one in seats:
        parts.append(((width - one.width) / 2, y, one.layout))
        y += one.height + GAP_MM
    return grouped(parts, width, y - GAP_MM)


# ---------------------------------------------------------------- the kinds of figure


def _cards(figure: Figure, style: Style) -> Layout:
    form = next(iter(figure.arguments), "row")
    room = style.column_mm / len(figure.places) - 3.0
    seats = [_seat(place, style, style.figure_face_mm, room, form) for place in figure.places]
    return _side_by_side(seats, style.column_mm, 4.0)


def _table(figure: Figure, style: Style) -> Layout:
    """The table from above, as you sit at it: players around it, the center in its middle."""
    face, width = style.table_face_mm, style.column_mm
    sides = {
        side: [one for one in figure.places if one.position == side]
        for side in ("top", "left", "center", "right", "bottom")
    }
    side_room = width * (0.25 if sides["center"] else 0.4)
    middle_room = width - 2 * PAD_MM - (side_room + GAP_MM) * (bool(sides["left"]) + bool(sides["right"]))
    laid: dict[str, Layout] = {}
    for side, places in sides.items():
        if places and side in ("left", "right"):
            laid[side] = _below_each_other([_seat(place, style, face, side_room) for place in places])
        elif places:
            room = middle_room * 0.9 if side == "center" else width * 0.8
            own = style.hand_face_mm if side == "bottom" else face
            seats = [_seat(place, style, own if place.cards else face, room) for place in places]
            laid[side] = _side_by_side(seats, middle_room if side == "center" else width - 2 * PAD_MM, GAP_MM)
    parts: list[Put] = []
    y = PAD_MM + 1.0
    if "top" in laid:
        parts.append((PAD_MM, y, laid["top"]))
        y += laid["top"].height + GAP_MM + 1.0
    middle = max((laid[side].height for side in ("left", "center", "right") if side in laid), default=0.0)
    for side in ("left", "center", "right"):
        if side in laid:
            one = laid[side]
            left = {"left": PAD_MM, "right": width - PAD_MM - one.width, "center": (width - one.width) / 2}[side]
            if side == "center" and ("left" in laid) != ("right" in laid):
                left = width - PAD_MM - one.width if "left" in laid else PAD_MM
            parts.append((left, y + (middle - one.height) / 2, one))
    y += middle + (GAP_MM + 1.0 if middle else 0.0)
    if "bottom" in laid:
        parts.append((PAD_MM, y, laid["bottom"]))
        y += laid["bottom"].height + 1.0
    y += PAD_MM
    felt = Path(rectangle(0.3, 0.3, width - 0.6, y - 0.6, 9.0), None, style.theme.ink, 0.6)
    rim = Path(rectangle(1.7, 1.7, width - 3.4, y - 3.4, 7.8), None, style.theme.inks["grey"], 0.25)
    return grouped(parts, width, y, items=(felt, rim))


def _chits(figure: Figure, style: Style) -> Layout:
    return chits_layout(figure.arguments, style, style.column_mm)


def chits_layout(values: Sequence[str], style: Style, width: float) -> Layout:
    """The three chits, each with its pointer at the value named."""
    theme, layout, gap = style.theme, chit_layout(), 3.0
    across = 3 if width > 100 else 2 if width > 70 else 1
    factor = (width - (across - 1) * gap) / across / theme.height_mm
    whole = factor * find_font(DISPLAY).size_for_cap(layout.small_cap) >= em_mm(style.least_pt)
    tall = theme.width_mm if whole else layout.bracket_y - layout.bracket_pitch / 2
    height = tall * factor
    items: list[Item] = []
    for index, variable in enumerate(VARIABLES):
        x, y = (index % across) * (theme.height_mm * factor + gap), (index // across) * (height + gap)
        inside: list[Item] = [Path(rectangle(0, 0, theme.height_mm, tall, 3.0), theme.paper, theme.ink, 0.7)]
        shown = tuple(
            item for item in draw_chit(variable, theme).items if whole or _can_be_read(item, factor, tall, style)
        )
        inside += without_text(Drawing(theme.height_mm, tall, shown, ""))
        value = values[index] if index < len(values) else VALUES[variable][0]
        lane = layout.lane(VALUES[variable].index(value))
        left, arrow_width = lane.left + lane.width * 0.14, lane.width * 0.72
        pointer = draw_pointer(theme, Rect(left, lane.top - 2.0, arrow_width, lane.height + 1.5))
        items.append(Group(reduced((*inside, *pointer), factor), scale(factor, x, y)))
    return Layout(width, (2 // across + 1) * (height + gap) - gap, tuple(items))


def _can_be_read(item: Item, factor: float, tall: float, style: Style) -> bool:
    """Whether a part of a chit still says something at this size: no small print, and not the lines beside it."""
    if isinstance(item, Text):
        return item.size_mm * factor >= em_mm(style.least_pt)
    return not isinstance(item, Path) or bounds(item.d).bottom < tall


def _deck(figure: Figure, style: Style) -> Layout:
    """All cards of a deck as one picture: a block for each color after its letter, a row for each of its shapes, in the order
    of the numbers.
    """
    cards = DECKS[next(iter(figure.arguments), "full")]
    blocks = [
        [row for shape in VALUES["shape"] if (row := [c for c in cards if (c.color, c.shape) == (color, shape)])]
        for color in VALUES["color"]
    ]
    blocks = [block for block in blocks if block]
    widest, tallest = max(len(row) for block in blocks for row in block), max(map(len, blocks))
    gap, between, below = 0.7, 6.0, 4.0
    fit = int(style.column_mm / (widest * (style.deck_face_mm + gap) + between))
    across = max(1, min(3, len(blocks), fit))
    face = min((style.column_mm - across * between) / across / widest - gap, style.deck_face_mm)
    step, block_mm = emblem_height(face) + gap, widest * (face + gap) - gap
    items: list[Item] = []
    for index, block in enumerate(blocks):
        row_of, column = divmod(index, across)
        in_row = min(across, len(blocks) - row_of * across)
        left = (style.column_mm - in_row * block_mm - (in_row - 1) * between) / 2 + column * (block_mm + between)
        top = row_of * (tallest * step + below - gap)
        color = block[0][0].color
        if color == "black":  # it has four dots in the place of a letter
            side = 0.6 * emblem_height(face)
            items += draw_value(style.theme, "color", color, Rect(left - 1.4 - side, top, side, side))
        else:
            y = top + emblem_height(face) * 0.66
            said = Text(
                left - 1.4,
                y,
                style.theme.words.letters[color],
                DISPLAY,
                em_mm(max(LETTER_PT, style.least_pt)),
                style.theme.ink,
                "end",
            )
            items += without_text(Drawing(0.0, 0.0, (said,), ""))
        for line_number, row in enumerate(block):
            items += [
                place_emblem(card, style.theme, left + number * (face + gap), top + line_number * step, face)
                for number, card in enumerate(row)
            ]
    rows = -(-len(blocks) // across)
    return Layout(style.column_mm, rows * (tallest * step - gap + below) - below, tuple(items))


def _card(figure: Figure, style: Style) -> Layout:
    """A card, and its corner so large that every letter can be read, between labels with a line from each to the part that
    it names; one of the `places` names the card.
    """
    theme = style.theme
    card = next(card for place in figure.places for card in place.cards)
    face, heights, tab = style.figure_face_mm * 1.8, part_heights_mm(theme), theme.tab
    factor, foot = style.large_face_mm / theme.width_mm, max(heights[place.step] for place in figure.places) + CORNER_MM
    shown = Rect(-0.5, -0.5, 0.5 + factor * (tab.x + tab.width + CORNER_MM), 0.5 + factor * foot)
    labels = [Words(runs_of((Span(place.label),)), style.small, "") for place in figure.places]
    before = max(each.natural() for each, place in zip(labels, figure.places, strict=True) if place.position == "left")
    start, wide = face + 3.0, before + shown.right + 2 * LEADER_MM
    if style.column_mm - start - wide < LEAST_LABEL_MM:
        start = 0.0  # a narrow column has the corner alone
    left, room = start + before + LEADER_MM, style.column_mm - start - wide
    corner = Group((place_face(card, theme, 0.0, 0.0, style.large_face_mm),), clip=shown.path())
    whole = Layout(face, face_height(theme, face), (place_face(card, theme, 0.0, 0.0, face),))
    parts: list[Put] = [(0.0, 0.0, whole)] if start else []
    items: list[Item] = [Group((corner,), shift(left, 0.0))]
    ends = dict.fromkeys(("left", "right"), 0.0)
    for words, place in zip(labels, figure.places, strict=True):
        is_left = place.position == "left"
        laid = words.lay(before if is_left else room)
        part_y, half = factor * heights[place.step], style.small.leading / 2
        y = max(ends[place.position], part_y - half)
        ends[place.position] = y + laid.height + 1.0
        parts.append((start if is_left else style.column_mm - room, y, laid))
        away = left - LEADER_MM + 1.3 if is_left else style.column_mm - room - 1.3
        near = left - 1.6 if is_left else left + shown.right + 1.6
        edge = left + factor * (tab.x if is_left else tab.x + tab.width) + (-0.2 if is_left else 0.2)
        bend = away + (1.6 if is_left else -1.6)
        points = [(away, y + half), (bend, y + half), (near, part_y), (edge, part_y)]
        items.append(Path(polygon(points, closed=False), stroke=theme.ink, width_mm=0.3))
    height = max(whole.height if start else 0.0, shown.bottom, *ends.values())
    return grouped(parts, style.column_mm, height, items=tuple(items))


def _order(figure: Figure, style: Style) -> Layout:
    """Rows of cards, each after its label; what is not named is a face-down pile before its label."""
    labels = [Words(runs_of((Span(place.label),)), style.small, "") for place in figure.places]
    before = max(each.natural() for each, place in zip(labels, figure.places, strict=True) if place.cards) + 2.0
    longest = max(len(place.cards) for place in figure.places)
    face = min(style.table_face_mm, (style.column_mm - before) / longest - style.card_gap_mm)
    is_all_open = all(place.cards for place in figure.places)  # else a label goes on to the column's edge
    width = before + longest * (face + style.card_gap_mm) - style.card_gap_mm if is_all_open else style.column_mm
    parts: list[Put] = []
    y = 0.0
    for words, place in zip(labels, figure.places, strict=True):
        if place.cards:
            items = tuple(place_emblem(card, style.theme, before + number * (face + style.card_gap_mm), 0.0, face)
                          for number, card in enumerate(place.cards))  # fmt: skip
            text, left = words.lay(before), 0.0
        else:
            items = tuple(
                place_back_emblem(style.theme, 2 * LAYER_MM - n, 2 * LAYER_MM - n, face) for n in (0.0, LAYER_MM)
            )
            left = before if before > face + 4.0 else face + 4.0
            text = words.lay(style.column_mm - left)
        height = emblem_height(face) + (0.0 if place.cards else 2 * LAYER_MM)
        parts += [(0.0, y, Layout(width, height, items)), (left, y + (height - text.height) / 2, text)]
        y += height + style.card_gap_mm
    return grouped(parts, width, y - style.card_gap_mm)


def _turn(figure: Figure, style: Style) -> Box:
    """Numbered boxes one below the other, in the order of play."""
    steps = []
    for number, spans in enumerate(figure.steps, 1):
        disc = numbered_disc(number, style.body.leading * 0.56, style)
        row = Row([disc, Words(runs_of(spans, style), style.body)], [disc.width, Share()], 2.2)
        steps.append(Tagged("LI", Tagged("LBody", Keep(Framed(row, 2.2, style.theme.ink, 0.4, 2.4)))))
    parts = [Part(step, style.block_gap_mm if index else 0.0, 1.0, 4.0) for index, step in enumerate(steps)]
    caption = Part(label(figure.caption, style, "Caption"), 1.2, 0.0, NEVER)
    return Flow([Part(Tagged("L", Flow(parts))), *([caption] if figure.caption else [])])


FIGURES: dict[str, Callable[[Figure, Style], Layout]] = {
    "cards": _cards, "table": _table, "chits": _chits, "deck": _deck, "card": _card,
    "order": _order,
}  # fmt: skip
