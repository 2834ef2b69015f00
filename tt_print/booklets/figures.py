"""The pictures of a book: what is in the box, the table when play begins, a turn in boxes, the chits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tt_print.booklets.blocks import Figure, Place, Span
from tt_print.booklets.galley import (
    NEVER,
    UNWILLING,
    Strip,
    at,
    baseline_in,
    line_pieces,
    merged,
    moved,
    stacked,
    text_strips,
)
from tt_print.booklets.lines import Line, Measure, set_lines
from tt_print.booklets.pictures import emblem_height, place_back_emblem, place_emblem, without_text
from tt_print.booklets.style import Style, em_mm
from tt_print.cards.chits import chit_layout, draw_chit, draw_pointer
from tt_print.deck import VALUES, VARIABLES, AnyCard
from tt_print.drawing.geometry import (
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
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.structure import Element, Piece
from tt_print.drawing.text import DISPLAY, find_font
from tt_print.records import dataclass

LEAST_PT = 6.0  # smaller words are left out of a picture


@dataclass(frozen=True, slots=True)
class Laid:
    """Items about their own top left corner, and the room that they take; their label begins at `foot_mm`."""

    items: tuple[Item, ...]
    width_mm: float
    height_mm: float
    foot_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards side by side or in a fan, the first one's left edge at 0; a fan reaches above its first card's corner."""

    items: tuple[Item, ...]
    width_mm: float
    top_mm: float
    bottom_mm: float


def set_figure(figure: Figure, style: Style, parent: Element) -> list[Strip]:
    if figure.kind == "turn":
        return _set_turn(figure, style, parent)
    laid = FIGURES[figure.kind](figure, style)
    left = max(0.0, (style.column_mm - laid.width_mm) / 2)
    element = Element("Figure", parent, alt=figure.alt)
    piece = moved(Piece(laid.items, element, Rect(0.0, 0.0, laid.width_mm, laid.height_mm)), left, 0.0)
    picture = Strip(laid.height_mm, (piece,), style.block_gap_mm + 0.8, 0.0, True)
    strips = [picture, *_caption(figure, style, parent)]
    whole = stacked(strips)
    return [replace(whole, height_mm=whole.height_mm + 1.2, cost=2.0)]


def _caption(figure: Figure, style: Style, parent: Element) -> list[Strip]:
    if not figure.caption:
        return []
    measure = style.small(style.column_mm)
    lines = set_lines(figure.caption, measure)
    element = Element("Caption", parent)
    strips = []
    leading = style.small_leading_mm
    for index, one in enumerate(lines):
        left = max(0.0, (style.column_mm - one.width_mm) / 2)
        pieces = line_pieces(one, element, style, left, baseline_in(leading, measure.size_mm))
        strips.append(Strip(leading, merged(pieces), 1.2 if index == 0 else 0.0, NEVER))
    return strips


# One place: cards in a row or a stack, with its label beneath


def _place(place: Place, style: Style, face: float, room: float, form: str = "row") -> Laid:
    """A stack of backs, the face-up cards beside it (beneath it where the room is short), and the label in lines under
    them, all centered. Room for cards that come later is an empty card."""
    theme, height = style.theme, emblem_height(face)
    items: list[Item] = []
    x = top = bottom = 0.0
    if place.down:
        layers = min(place.down, 1 if place.down == 1 else 2 if place.down < 6 else 3)
        for layer in reversed(range(layers)):
            items.append(place_back_emblem(theme, layer * 0.7, layer * 0.7, face))
        x, bottom = face + (layers - 1) * 0.7, height + (layers - 1) * 0.7
    if place.cards:
        make = {"fan": _fan if len(place.cards) > 2 else _rows, "pile": _overlapping}.get(form, _rows)
        free = room - x - (1.6 if x else 0.0)
        needed = len(place.cards) * (face + style.card_gap_mm) - style.card_gap_mm
        beneath = bool(x) and needed > free and make is _rows
        spread = make(place.cards, style, face, room if beneath else free)
        right, down = (0.0, bottom + style.card_gap_mm) if beneath else (x + 1.6 if x else 0.0, 0.0)
        if beneath:
            items = [_at(item, (spread.width_mm - x) / 2, 0.0) for item in items]
        items += [_at(item, right, down) for item in spread.items]
        x = max(x, right + spread.width_mm)
        top, bottom = spread.top_mm, max(bottom, down + spread.bottom_mm)
    if not items and place.position == "center":
        empty = rectangle(0.0, 0.0, face, height, 0.08 * face)
        items.append(Path(empty, None, theme.ink, 0.3, dash_mm=(1.2, 0.9)))
        x, bottom = face, height
    measure = style.small(max(room, face))
    label = set_lines((Span(place.label),), measure)
    width = max([x, *(one.width_mm for one in label)])
    centered = [_at(item, (width - x) / 2, -top) for item in items]
    y = foot = bottom - top + (1.0 if items else 0.0)
    for one in label:
        centered += _label(one, measure, style, (width - one.width_mm) / 2, y)
        y += style.small_leading_mm
    if place.marked:
        box = rectangle(-1.6, -1.6, width + 3.2, y + 3.2, 2.4)
        centered.insert(0, Path(box, style.shade, theme.ink, 0.5, dash_mm=(1.6, 1.2)))
    return Laid(tuple(centered), width, y, foot)


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


def _fan(cards: Sequence[AnyCard], style: Style, face: float, _room: float, spread: float = 13.0) -> Spread:
    """Cards, each turned by `spread` degrees more about a point below them; a fan takes the room it needs."""
    height = emblem_height(face)
    pivot_x, pivot_y = face / 2, height * 1.75
    items: list[Item] = []
    corners: list[Point] = []
    for i, card in enumerate(cards):
        lean = (i - (len(cards) - 1) / 2) * spread
        turn = compose(rotate(lean, pivot_x, pivot_y), shift(-pivot_x, -pivot_y))
        items.append(Group((place_emblem(card, style.theme, 0.0, 0.0, face),), turn))
        corners += [apply(turn, x, y) for x, y in ((0, 0), (face, 0), (face, height), (0, height))]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    return Spread(tuple(_at(item, -left, 0.0) for item in items), right - left, top, bottom)


def _overlapping(cards: Sequence[AnyCard], style: Style, face: float, room: float) -> Spread:
    """A pile from its bottom card to the top one, each so far to the right that those beneath show their index."""
    step = min(face * 0.42, max(0.0, room - face) / max(1, len(cards) - 1))
    items = tuple(place_emblem(card, style.theme, i * step, 0.0, face) for i, card in enumerate(cards))
    return Spread(items, face + (len(cards) - 1) * step, 0.0, emblem_height(face))


def _at(item: Item, x: float, y: float) -> Item:
    return at((item,), x, y)


def _label(one: Line, measure: Measure, style: Style, x: float, y: float) -> list[Item]:
    baseline = y + baseline_in(style.small_leading_mm, measure.size_mm)
    return [
        Text(x + bit.x_mm, baseline, bit.text, bit.font, bit.size_mm, style.theme.ink) for bit in one.bits if bit.text
    ]


def _in_rows(laid: list[Laid], room: float, gap: float) -> Laid:
    """Side by side, in as few rows as hold them, each row centered and its labels on one line."""
    rows: list[list[Laid]] = [[]]
    for one in laid:
        used = sum(other.width_mm + gap for other in rows[-1])
        if rows[-1] and used + one.width_mm > room:
            rows.append([])
        rows[-1].append(one)
    items: list[Item] = []
    y = 0.0
    for row in rows:
        width = sum(one.width_mm for one in row)
        space = min(14.0, (room - width) / (len(row) + 1)) if len(row) > 1 else 0.0
        x = (room - width - space * (len(row) - 1)) / 2
        foot = max(one.foot_mm for one in row)
        for one in row:
            items += [_at(item, x, y + foot - one.foot_mm) for item in one.items]
            x += one.width_mm + space
        y += max(foot - one.foot_mm + one.height_mm for one in row) + 3.0
    return Laid(tuple(items), room, y - 3.0)


# The kinds of figure


def _cards(figure: Figure, style: Style) -> Laid:
    face, width = style.figure_face_mm, style.column_mm
    form = next(iter(figure.arguments), "row")
    laid = [_place(place, style, face, width / len(figure.places) - 3.0, form) for place in figure.places]
    return _in_rows(laid, width, 4.0)


def _table(figure: Figure, style: Style) -> Laid:
    """The table from above: players round it, the center in its middle."""
    face, width = style.table_face_mm, style.column_mm
    pad, gap = 4.0, 4.0
    sides = {
        position: [place for place in figure.places if place.position == position]
        for position in ("top", "left", "center", "right", "bottom")
    }
    side_room = width * (0.25 if sides["center"] else 0.4)
    middle_room = width - 2 * pad - (side_room + gap) * (bool(sides["left"]) + bool(sides["right"]))
    laid = {
        position: _in_columns([_place(place, style, face, side_room) for place in places])
        if position in ("left", "right")
        else _in_rows([_place(place, style, face, width * 0.8 if position != "center" else middle_room * 0.9)
                       for place in places],
                      width - 2 * pad if position in ("top", "bottom") else middle_room, gap)
        for position, places in sides.items() if places
    }  # fmt: skip
    items: list[Item] = []
    y = pad + 1.0
    if "top" in laid:
        items += [_at(item, pad, y) for item in laid["top"].items]
        y += laid["top"].height_mm + gap + 1.0
    middle = max((laid[side].height_mm for side in ("left", "center", "right") if side in laid), default=0.0)
    for side in ("left", "center", "right"):
        if side in laid:
            one = laid[side]
            left = {"left": pad, "right": width - pad - one.width_mm, "center": (width - one.width_mm) / 2}[side]
            if side == "center" and ("left" in laid) != ("right" in laid):
                left = width - pad - one.width_mm if "left" in laid else pad
            items += [_at(item, left, y + (middle - one.height_mm) / 2) for item in one.items]
    y += middle + (gap + 1.0 if middle else 0.0)
    if "bottom" in laid:
        items += [_at(item, pad, y) for item in laid["bottom"].items]
        y += laid["bottom"].height_mm + 1.0
    y += pad
    felt = Path(rectangle(0.3, 0.3, width - 0.6, y - 0.6, 9.0), None, style.theme.ink, 0.6)
    rim = Path(rectangle(1.7, 1.7, width - 3.4, y - 3.4, 7.8), None, style.theme.inks["grey"], 0.25)
    return Laid((felt, rim, *items), width, y)


def _in_columns(laid: list[Laid]) -> Laid:
    """One below the other, each centered."""
    width = max(one.width_mm for one in laid)
    items: list[Item] = []
    y = 0.0
    for one in laid:
        items += [_at(item, (width - one.width_mm) / 2, y) for item in one.items]
        y += one.height_mm + 4.0
    return Laid(tuple(items), width, y - 4.0)


def _chits(figure: Figure, style: Style) -> Laid:
    """The three strips, each with its pointer at the value named."""
    theme, layout = style.theme, chit_layout()
    width = style.column_mm
    gap = 3.0
    across = 3 if width > 100 else 2 if width > 70 else 1
    chit_mm = (width - (across - 1) * gap) / across
    factor = chit_mm / theme.height_mm
    whole = factor * find_font(DISPLAY).size_for_cap(layout.small_cap) >= em_mm(LEAST_PT)
    tall = theme.width_mm if whole else layout.bracket_y - layout.bracket_pitch / 2
    height = tall * factor
    items: list[Item] = []
    for index, variable in enumerate(VARIABLES):
        x, y = (index % across) * (chit_mm + gap), (index // across) * (height + gap)
        inside: list[Item] = [Path(rectangle(0, 0, theme.height_mm, tall, 3.0), theme.paper, theme.ink, 0.7)]
        shown = tuple(item for item in draw_chit(variable, theme).items if whole or _can_be_read(item, factor, tall))
        inside += without_text(Drawing(theme.height_mm, tall, shown, ""))
        value = figure.arguments[index] if index < len(figure.arguments) else VALUES[variable][0]
        slot = VALUES[variable].index(value)
        lane = layout.lane(slot)
        left, arrow_width = lane.left + lane.width * 0.14, lane.width * 0.72
        pointer = draw_pointer(theme, Rect(left, lane.top - 2.0, arrow_width, lane.height + 1.5))
        items.append(Group((*inside, *pointer), scale(factor, x, y)))
    return Laid(tuple(items), width, (2 // across + 1) * (height + gap) - gap)


def _can_be_read(item: Item, factor: float, tall: float) -> bool:
    """Whether a part of a chit still says something at this size: no small print, and not the lines beside it."""
    if isinstance(item, Text):
        return item.size_mm * factor >= em_mm(LEAST_PT)
    return not isinstance(item, Path) or bounds(item.d).bottom < tall


FIGURES: dict[str, Callable[[Figure, Style], Laid]] = {
    "cards": _cards,
    "table": _table,
    "chits": _chits,
}


# A turn, whose steps are text like any other


def _set_turn(figure: Figure, style: Style, parent: Element) -> list[Strip]:
    """Numbered boxes one below the other with arrows between, in the order of play."""
    strips = []
    pad, disc = 2.2, style.leading_mm * 0.56
    inner = style.column_mm - 3 * pad - 2 * disc
    list_ = Element("L", parent)
    for index, step in enumerate(figure.steps):
        item = Element("LI", list_)
        label, body = Element("Lbl", item), Element("LBody", item)
        lines = set_lines(step, style.body(inner))
        text = stacked(text_strips(lines, body, style, style.leading_mm))
        height = text.height_mm + 2 * pad
        frame = Path(rectangle(0.2, 0, style.column_mm - 0.4, height, 2.4), None, style.theme.ink, 0.4)
        middle_y = pad + style.leading_mm / 2
        ball = Path(circle(pad + disc, middle_y, disc), style.accent, style.theme.ink, style.keyline_mm)
        cap = disc * 1.05
        digit = Text(
            pad + disc, middle_y + cap / 2, str(index + 1), DISPLAY, find_font(DISPLAY).size_for_cap(cap),
            style.on_accent, "middle",
        )  # fmt: skip
        pieces = [
            Piece((frame, ball)),
            Piece((digit,), label),
            *(moved(p, 2 * pad + 2 * disc, pad) for p in text.pieces),
        ]
        before = style.block_gap_mm if index == 0 else 3.6
        if index:
            x = pad + disc
            stem = Path(line(x, -3.6, x, -1.7), stroke=style.theme.ink, width_mm=0.6)
            head = Path(polygon([(x - 1.3, -2.1), (x + 1.3, -2.1), (x, -0.4)]), style.theme.ink)
            pieces.insert(0, Piece((stem, head)))
        strips.append(Strip(height, merged(pieces), before, 2.0 if index == 0 else UNWILLING, index == 0))
    whole = stacked([*strips, *_caption(figure, style, parent)])
    return [whole] if whole.height_mm < style.depth_mm * 0.6 else [*strips, *_caption(figure, style, parent)]
