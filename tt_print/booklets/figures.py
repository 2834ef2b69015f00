"""The figures of a book: the table when play begins, the chits, the deck, one of its cards, and cards in an order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tt_print.booklets.blocks import POSITIONS, Figure, Span
from tt_print.booklets.blocks import Place as TablePlace
from tt_print.booklets.pictures import (
    emblem_height,
    face_height,
    place_back_emblem,
    place_emblem,
    place_face,
    without_text,
)
from tt_print.booklets.prose import FixedBox, Style, em_mm, runs_of
from tt_print.cards.chits import chit_layout, draw_chit, draw_pointer, draw_value
from tt_print.cards.faces import part_heights_mm
from tt_print.deck import FULL, VALUES, VARIABLES, AnyCard
from tt_print.drawing.geometry import Rect, apply, bounds, compose, polygon, rectangle, rotate, scale, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text, reduced
from tt_print.drawing.text import DISPLAY
from tt_print.page.boxes import Box, Keep, Layers, Layout, Place, Row, Share, Stack, Words, grouped
from tt_print.records import dataclass

# of a hand of many cards, and of few: degrees between two, and their pivot below their top, in heights of a card
FAN, FAN_OF_FEW = (9.0, 2.6), (13.0, 1.75)
LETTER_PT = 9.0  # of a color's letter beside its cards
LEAST_LABEL_MM = 26.0  # how wide the labels of its corner are at least beside a whole card
CORNER_MM = 3.0  # of a card, below the parts of its corner
TAB_EDGE_MM, FRAME_PAD_MM = 0.4, 0.8  # around the tab of a card: its line, and the paper in the frame
CARD_EDGE_MM = 0.8  # the card's own edge, which is left out of a tab that runs off it
LAYER_MM = 0.7  # between the cards of a stack that lies face down
LEADER_MM = 9.0  # between a large card and the labels of its parts
PAD_MM, GAP_MM = 4.0, 4.0  # from the edge of a table, and between its places
Put = tuple[float, float, Layout]


@dataclass(frozen=True, slots=True)
class Seat:
    """What is at a place of a picture. Its label begins at `foot`, so that the labels of a row are on one line."""

    layout: Layout
    foot: float


def figure_box(figure: Figure, style: Style) -> Box:
    """A picture in the middle of the column, with its caption."""
    drawn = FIGURES[figure.kind](figure, style)
    whole = Layers(drawn.width, drawn.height, [Place(0.0, 0.0, FixedBox(drawn))], alt=figure.alt)
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
        stack = _face_down(1 if place.down == 1 else 2 if place.down < 6 else 3, style, face)
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


def _face_down(layers: int, style: Style, face: float) -> Layout:
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
    sides = {side: [one for one in figure.places if one.position == side] for side in POSITIONS}
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


def _chits(figure: Figure, style: Style) -> Layout:
    return chits_layout(figure.arguments, style, style.column_mm)


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
        lane = layout.lane(VALUES[variable].index(value))
        left, arrow_width = lane.left + lane.width * 0.14, lane.width * 0.72
        inside = (
            Path(rectangle(0, 0, theme.height_mm, tall, 3.0), theme.paper, theme.ink, 0.7),
            *without_text(Drawing(theme.height_mm, tall, shown, "")),
            *draw_pointer(theme, Rect(left, lane.top - 2.0, arrow_width, lane.height + 1.5)),
        )
        items.append(Group(reduced(inside, factor), scale(factor, x, y)))
    return Layout(width, (2 // across + 1) * (height + gap) - gap, tuple(items))


def _can_be_read(item: Item, factor: float, tall: float, style: Style) -> bool:
    """Whether a part of a chit still says something at this size: no small print, and not the lines beside it."""
    if isinstance(item, Text):
        return item.size_mm * factor >= em_mm(style.least_pt)
    return not isinstance(item, Path) or bounds(item.d).bottom < tall


def _deck(_figure: Figure, style: Style) -> Layout:
    """All cards as one picture: a block for each color after its letter, a row for each of its shapes, in the order of the numbers."""
    colors, shapes, numbers = (VALUES[name] for name in VARIABLES)
    gap, between, below = 0.7, 6.0, 4.0
    fit = int(style.column_mm / (len(numbers) * (style.deck_face_mm + gap) + between))
    across = max(1, min(3, fit))
    face = min((style.column_mm - across * between) / across / len(numbers) - gap, style.deck_face_mm)
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
            rows.append(Row([FixedBox(_face_down(3, style, face)), words], [left, Share()], 0.0, "middle"))
    is_all_open = all(place.cards for place in figure.places)  # else a label goes on to the column's edge
    return Stack(rows, gap).lay(before + longest * (face + gap) - gap if is_all_open else style.column_mm)


FIGURES: dict[str, Callable[[Figure, Style], Layout]] = {
    "table": _table, "chits": _chits, "deck": _deck, "card": _card, "order": _order,
}  # fmt: skip
