"""The front of a booklet: the game's name over cards that tell what it is about, framed like a card."""

from __future__ import annotations

import math
from typing import Any

from tt_print.booklets.blocks import Book, Pocket, Span
from tt_print.booklets.galley import line_pieces
from tt_print.booklets.lines import Line, Measure, set_lines, width_of
from tt_print.booklets.pictures import face_height, place_back, place_face
from tt_print.booklets.style import Style
from tt_print.deck import parse_card
from tt_print.drawing.geometry import compose, half_turn, place, rectangle, shift, star
from tt_print.drawing.shapes import Group, Path
from tt_print.drawing.structure import Element, Piece
from tt_print.drawing.text import BOLD, DISPLAY, TEXT
from tt_print.templates import read_toml

TEMPLATE = "booklets/covers.toml"


def draw_cover(book: Book | Pocket, style: Style) -> list[Piece]:
    """The cover's pieces, in reading order: title, tagline, picture, facts, credit."""
    data, layout = read_toml(TEMPLATE)[book.game], read_toml(TEMPLATE)["layout"]
    words = read_toml("booklets/words.toml")
    page, high = style["width_mm"], style["height_mm"]
    size = style.em("body") if not style.format.endswith("-large") else style.em("body") * 0.8
    pieces = [_frame(style, layout)]
    section = Element("Sect")
    room = page - 2 * layout["rim_mm"] - 12.0 * page / 148.0
    title = size * layout["title_part"]
    beside = page - 2 * layout["rim_mm"] - 2 * page * (layout["tab_part"] + 0.045)  # between the tabs
    alone = width_of(book.title, DISPLAY, title)
    if beside / alone > layout["one_line"]:  # one line as long as that does not make it small, else two
        title *= min(1.0, beside / alone * 0.995)
    while _too_wide(_lines(book.title, title, DISPLAY, beside), beside):
        title *= 0.96
    y = high * layout["title_y"]
    y = _write(pieces, book.title, Element("H1", section), style, y, title, DISPLAY, beside)
    y = _write(
        pieces, book.tagline, Element("P", section), style, y + size * 0.3, size * layout["tagline_part"], TEXT, room
    )
    whole = isinstance(book, Book)
    by = f"{words['game_by']}. {words['book_of']}" if whole else book.credit
    small, narrow = size * (0.88 if whole else 0.8), room - 2 * page * layout["tab_part"]
    rows = _lines(by, small, BOLD if whole else TEXT, narrow)
    if whole and len(rows) > 1:  # a sentence a line
        rows = [line for key in ("game_by", "book_of") for line in _lines(words[key], small, BOLD, narrow)]
    foot = high - layout["rim_mm"] * min(1.0, page / 120) - size * 1.2 - small * 1.16 * len(rows)
    facts = [
        (set_lines((Span(f"{label}: ", bold=True), Span(text)), Measure(size * 0.95, narrow)))
        for label, text in book.facts
    ]
    top = foot - size * 0.9 - size * 1.35 * sum(map(len, facts))
    middle, wide = (y + top) / 2 + size * 0.2, page * 0.94 - 2 * layout["rim_mm"]
    pieces += _picture(data, style, section, middle, top - y - size, wide)
    list_ = Element("L", section)
    for lines in facts:
        top = _lines_at(pieces, lines, Element("LBody", Element("LI", list_)), style, top, size * 1.35)
    _lines_at(pieces, rows, Element("P", section), style, foot, small * 1.16)
    return pieces


def _lines(text: str, size: float, font: str, room: float):
    return set_lines((Span(text),), Measure(size, room, plain=font))


def _write(
    pieces: list[Piece], text: str, element: Element, style: Style, y: float, size: float, font: str, room: float
) -> float:
    """Centered lines; gives where they end."""
    return _lines_at(pieces, _lines(text, size, font, room), element, style, y, size * 1.16)


def _lines_at(pieces: list[Piece], lines, element: Element, style: Style, y: float, leading: float) -> float:
    for line in lines:
        y += leading
        pieces += line_pieces(line, element, style, (style["width_mm"] - line.width_mm) / 2, y)
    return y


def _frame(style: Style, layout: dict[str, Any]) -> Piece:
    """The edge of a card round the page, with a tab of the game's color in two corners."""
    rim, page, high = layout["rim_mm"], style["width_mm"], style["height_mm"]
    rim = rim if page > 100 else layout["small_rim_mm"]
    box = rectangle(rim, rim, page - 2 * rim, high - 2 * rim, layout["corner_mm"] * page / 148.0)
    tab_w, tab_h = page * layout["tab_part"], page * layout["tab_part"] * 2.8
    inset = page * 0.017
    theme, items = style.theme, [Path(box, None, style.theme.ink, 0.7)]
    tab: list[Path] = [Path(rectangle(0, 0, tab_w, tab_h, page * 0.016), style.accent, theme.ink, style["keyline_mm"])]
    for i, name in enumerate(layout["tab_shapes"]):
        size = tab_w * 0.29 * theme.shapes[name].tab_size / 2.4
        tab.append(Path(place(theme.shapes[name].d, tab_w / 2, tab_h * (i + 0.5) / 3, size), style.on_accent))
    corner = Group(tuple(tab), shift(rim + inset, rim + inset))
    return Piece((*items, corner, corner.moved(half_turn(page, high))))


def _too_wide(lines: tuple[Line, ...], room: float) -> bool:
    return len(lines) > 2 or any(line.width_mm > room for line in lines)


def _picture(data: dict[str, Any], style: Style, section: Element, y: float, deep: float, wide: float) -> list[Piece]:
    """The game's cards about the middle of the page's width at `y`, as large as the room lets them be."""
    x, size = style["width_mm"] / 2, read_toml(TEMPLATE)["layout"]["picture_mm"]
    factor = min(wide / size[0], deep / size[1])
    face = data["card_mm"] * factor
    high = face_height(style.theme, face)
    pieces: list[Piece] = []
    if data["burst_mm"]:
        burst = star(x, y, data["burst_mm"] * factor, points=16, waist=0.74)
        pieces.append(Piece((Path(burst, style.accent, style.theme.ink, 0.5),)))
    for name, right, down, degrees in data["cards"]:
        a = math.radians(degrees)
        c, s = math.cos(a), math.sin(a)
        middle_x, middle_y = x + right * factor, y + down * factor
        if name == "back":
            group, said = place_back(style.theme, 0.0, 0.0, face), read_toml("booklets/words.toml")["face_down"]
        else:
            card = parse_card(name)
            group, said = place_face(card, style.theme, 0.0, 0.0, face), card.name
        turn = (c, s, -s, c, middle_x, middle_y)
        placed = Group(group.items, compose(compose(turn, shift(-face / 2, -high / 2)), group.matrix))
        wide = abs(face * c) + abs(high * s)
        tall = abs(face * s) + abs(high * c)
        figure = Element("Figure", section, alt=said)
        pieces.append(Piece((placed,), figure, (middle_x - wide / 2, middle_y - tall / 2, wide, tall)))
    return pieces
