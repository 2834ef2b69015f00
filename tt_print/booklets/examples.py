"""An example as a picture: the cards that the engine saw, with what each of them is, the verdict and its reason."""

from __future__ import annotations

from tt_print.booklets.blocks import Group as CardGroup
from tt_print.booklets.blocks import Shown, ShownCard, Span
from tt_print.booklets.galley import Strip, baseline_in, line_pieces, merged, moved
from tt_print.booklets.lines import Line, Measure, set_lines, set_width
from tt_print.booklets.pictures import check_mark, cross_mark, face_height, place_face
from tt_print.booklets.style import Style
from tt_print.deck import VALUES
from tt_print.drawing.geometry import rectangle
from tt_print.drawing.shapes import Item, Path
from tt_print.drawing.structure import Element, Piece

MARKS = {"yes": check_mark, "no": cross_mark}


def set_shown(shown: Shown, style: Style, parent: Element) -> list[Strip]:
    """One strip: the mark of the verdict at the left; what happens; the cards; what the engine says of them."""
    example = Element("Div", parent)
    room = style["mark_room_mm"]
    width = style.column_mm - room
    pieces: list[Piece] = []
    y = 0.0
    answer = _answer(shown)
    block = _set_groups(shown.groups, style, example, width)
    if shown.words and block is None:  # nothing to look at between what happens and the verdict
        answer = (Span(f"{shown.words} "), *answer)
    elif shown.words:
        y = _write(pieces, (Span(shown.words),), example, style, room, y, width)
    if block is None:
        y = _write(pieces, answer, example, style, room, y, width)
    else:
        cards, cards_width, cards_height = block
        beside = width - cards_width - style["group_gap_mm"]
        y += 0.8 if shown.words else 0.0
        if beside >= max(0.36 * width, min(set_width(answer, style.body()), 0.55 * width)):
            told: list[Piece] = []
            high = _write(told, answer, example, style, room + cards_width + style["group_gap_mm"], 0.0, beside)
            first = min(max(0.0, (face_height(style.theme, style["example_face_mm"]) - high) / 2), 6.0)
            pieces += [moved(piece, room, y) for piece in cards]
            pieces += [moved(piece, 0.0, y + first) for piece in told]
            y += max(cards_height, first + high)
        else:
            pieces += [moved(piece, room, y) for piece in cards]
            y = _write(pieces, answer, example, style, room, y + cards_height + 0.6, width)
    if shown.caption:
        y = _write(pieces, shown.caption, example, style, room, y + 0.4, width)
    return [Strip(y, merged([*_verdict(shown, style, y), *pieces]), style["example_gap_mm"], 4.0, True)]


def _answer(shown: Shown) -> tuple[Span, ...]:
    words = (Span(f"{shown.answer}. ", bold=True),) if shown.answer else ()
    return (*words, Span(shown.outcome)) if shown.outcome else words


def _write(
    pieces: list[Piece], spans: tuple[Span, ...], parent: Element, style: Style, x: float, y: float, width: float
) -> float:
    """Adds a paragraph from `y` on and gives where it ends."""
    measure, leading = style.body(width), style["leading_mm"]
    if not any(span.text.strip() for span in spans):
        return y
    element = Element("P", parent)
    for one in set_lines(spans, measure):
        pieces += line_pieces(one, element, style, x, y + baseline_in(leading, measure.size_mm))
        y += leading
    return y


def _verdict(shown: Shown, style: Style, height: float) -> list[Piece]:
    """The mark, and a bar down the example's side. The word beside it says the same, so they are decoration."""
    size, theme = style["mark_mm"], style.theme
    bar = Path(rectangle(size / 2 - 0.2, size + 1.1, 0.4, max(0.0, height - size - 1.6)), theme.ink)
    items: list[Item] = [bar] if height > size + 3 else []
    if shown.verdict in MARKS:
        items += MARKS[shown.verdict](size / 2, size / 2 + 0.6, size, theme.ink, theme.paper)
    else:
        items = [Path(rectangle(size / 2 - 0.2, 0.6, 0.4, height - 1.2), theme.ink)]
    return [Piece(tuple(items))]


# Cards in groups


def _set_groups(
    groups: tuple[CardGroup, ...], style: Style, example: Element, width: float
) -> tuple[list[Piece], float, float] | None:
    """Pieces of all groups, side by side or in rows where one does not hold them; the width and height they take."""
    shown = [group for group in groups if group.cards]
    if not shown:
        return None
    # the wider a role's label may be, the more groups stand below others: the fewest rows win
    tried: list[tuple[list[Piece], float, float]] = []
    for label_mm in style["role_widths_mm"]:
        tried.append(_in_rows(shown, style, example, width, label_mm))
        if tried[-1][2] < 1.8 * face_height(style.theme, style["example_face_mm"]):
            break
    return min(tried, key=lambda found: found[2])


def _in_rows(
    groups: list[CardGroup], style: Style, example: Element, width: float, label_mm: float
) -> tuple[list[Piece], float, float]:
    pieces: list[Piece] = []
    x = y = widest = row_height = 0.0
    for group in groups:
        face = _face_width(group, style, width)
        own, wide, high = _set_group(group, style, example, face, width, label_mm)
        if x and x + wide > width:
            x, y, row_height = 0.0, y + row_height + 1.2, 0.0
        pieces += [moved(piece, x, y) for piece in own]
        x += wide + style["group_gap_mm"]
        widest = max(widest, x - style["group_gap_mm"])
        row_height = max(row_height, high)
    return pieces, widest, y + row_height


def _face_width(group: CardGroup, style: Style, width: float) -> float:
    """Faces shrink a little where a row of many would need a second line."""
    face = style["example_face_mm"]
    count = len(group.cards)
    if group.form == "pile":
        return min(face, width / (1 + (count - 1) * style["pile_step"]))
    in_row = (width + style["card_gap_mm"]) / count - style["card_gap_mm"]
    return max(min(face, in_row), 0.72 * face)


def _set_group(
    group: CardGroup, style: Style, example: Element, face: float, width: float, label_mm: float
) -> tuple[list[Piece], float, float]:
    """Cards with the role of the group beneath them, and what a declared wild counts as."""
    element, theme = Element("P", example), style.theme
    high = face_height(theme, face)
    step = face * style["pile_step"] if group.form == "pile" else face + style["card_gap_mm"]
    a_row = max(1, int((width - face) / step) + 1)
    pieces: list[Piece] = []
    y, wide = 0.0, 0.0
    measure = style.small(face if len(group.cards) > 1 else 1.6 * face)
    for start in range(0, len(group.cards), a_row):
        cards = group.cards[start : start + a_row]
        lowest = 0.0
        for place, card in enumerate(cards):
            x = place * step
            pieces.append(_face(card, element, style, x, y, face, high))
            wide = max(wide, x + face)
            if card.counts_as:
                lines = set_lines((Span(f"as {_unprinted(card)}"),), measure)
                _small(pieces, lines, measure, element, style, x, y + high + 0.4)
                wide = max(wide, x + max(one.width_mm for one in lines))
                lowest = max(lowest, len(lines) * style["small_leading_mm"] + 0.4)
        y += high + lowest + 0.8
    role = style.small(max(wide, min(label_mm, width)))
    if group.role:
        lines = set_lines((Span(group.role),), role)
        _small(pieces, lines, role, element, style, 0.0, y)
        y += len(lines) * style["small_leading_mm"]
        wide = max(wide, max(one.width_mm for one in lines))
    return pieces, wide, y


def _unprinted(card: ShownCard) -> str:
    """What a declared card counts as, without the words that are printed on it: a black circle 2 is `green`."""
    printed = set(card.card.name.split()) - {values[-1] for values in VALUES.values()}
    return " ".join(word for word in card.counts_as.split() if word not in printed) or card.counts_as


def _face(card: ShownCard, element: Element, style: Style, x: float, y: float, face: float, high: float) -> Piece:
    return Piece(
        (place_face(card.card, style.theme, x, y, face),), Element("Figure", element, alt=card.name), (x, y, face, high)
    )


def _small(
    pieces: list[Piece], lines: tuple[Line, ...], measure: Measure, element: Element, style: Style, x: float, y: float
) -> None:
    for place, one in enumerate(lines):
        leading = style["small_leading_mm"]
        pieces += line_pieces(one, element, style, x, y + place * leading + baseline_in(leading, measure.size_mm))
