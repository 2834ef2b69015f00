"""The front of a booklet: the game's name over cards that tell what it is about, all in the game's color, framed like a card."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.booklets.blocks import Block, Book, CoverPicture, Pocket, Span
from tt_print.booklets.galley import line_pieces
from tt_print.booklets.lines import Line, Measure, set_lines, width_of
from tt_print.booklets.pictures import face_height, place_back, place_face, without_text
from tt_print.booklets.style import Style, em_mm
from tt_print.booklets.words import read_words
from tt_print.cards.key import key_text, read_key_words
from tt_print.cards.mark import draw_mark, mark_width
from tt_print.deck import parse_card
from tt_print.drawing.geometry import Rect, compose, place_shape, rectangle, rotate, shift, star
from tt_print.drawing.shapes import Drawing, Group, Ink, Path
from tt_print.drawing.structure import Element, Piece
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font
from tt_print.records import dataclass
from tt_print.templates import read_table

LAYOUT = "booklets/covers.toml"
WIDE_MM = 148.0  # on a wider page words are larger, too
CLEAR_MM = 1.0  # between title, mark and tagline
LEADING = 1.16  # in ems, as the next two
DESCENDER, ASCENDER = 0.21, 0.75


@dataclass(frozen=True, slots=True)
class CoverLayout:
    """Where things stand on every cover: `*_part` are parts of the page's width or of the size of the body's type."""

    rim_mm: float
    small_rim_mm: float
    corner_mm: float
    title_y: float
    title_part: float
    one_line: float
    tagline_part: float
    picture_mm: tuple[float, float]
    tab_part: float
    inset_part: float
    mark_part: float
    tab_shapes: tuple[str, str, str]


def read_cover_layout() -> CoverLayout:
    return read_table(CoverLayout, LAYOUT)


def read_cover(game: str) -> CoverPicture:
    return read_table(CoverPicture, f"games/{game}/cover.toml")


def draw_cover(book: Book[Block] | Pocket, style: Style) -> list[Piece]:
    """The cover's pieces, in reading order: title, tagline, picture, facts, credit."""
    layout, words = read_cover_layout(), read_words()
    width, height = style.width_mm, style.height_mm
    size = em_mm(style.body_pt) * (0.8 if style.format.endswith("-large") else 1.0) * max(1.0, width / WIDE_MM)
    pieces = [_frame(style, layout)]
    section = Element("Sect")
    room = width - 2 * layout.rim_mm - 12.0 * width / 148.0
    between_tabs = width - 2 * layout.rim_mm - 2 * width * (layout.tab_part + 0.045)
    title_mm = _title_size(book.title, width * layout.title_part, between_tabs, layout.one_line)
    capitals = title_mm * find_font(DISPLAY).cap_height / 1000
    y = max(height * layout.title_y, _mark_foot(style, layout) + CLEAR_MM + capitals - title_mm * LEADING)
    y = _write(pieces, book.title, Element("H1", section), style, y, title_mm, DISPLAY, between_tabs)
    tagline_mm = size * layout.tagline_part
    gap = max(size * 0.3, DESCENDER * title_mm + CLEAR_MM - (LEADING - ASCENDER) * tagline_mm)
    y = _write(pieces, book.tagline, Element("P", section), style, y + gap, tagline_mm, TEXT, room)
    is_book = isinstance(book, Book)
    game_by = words.game_by.format(author=book.author)
    credit = f"{game_by}. {words.book_of}" if is_book else book.credit
    small, narrow = size * (0.88 if is_book else 0.8), room - 2 * width * layout.tab_part
    rows = _lines(credit, small, BOLD if is_book else TEXT, narrow)
    if is_book and len(rows) > 1:  # a sentence a line
        rows = tuple(line for text in (game_by, words.book_of) for line in _lines(text, small, BOLD, narrow))
    foot = height - layout.rim_mm * min(1.0, width / 120) - size * 1.2 - small * LEADING * len(rows)
    measure = Measure(size * 0.95, narrow, even=True)
    key = key_text(style.theme)
    told = [*book.facts, *([(read_key_words().title, key)] if is_book and key else [])]
    facts = [set_lines((Span(f"{label}: ", bold=True), Span(text)), measure) for label, text in told]
    top = foot - size * 0.9 - size * 1.35 * sum(map(len, facts))
    middle, picture_mm = (y + top) / 2 + size * 0.2, width * 0.94 - 2 * layout.rim_mm
    depth = top - y - size
    place = Rect((width - picture_mm) / 2, middle - depth / 2, picture_mm, depth)
    pieces += draw_picture(book.cover or read_cover(book.game), style, section, place)
    list_ = Element("L", section)
    for lines in facts:
        top = _write_lines(pieces, lines, Element("LBody", Element("LI", list_)), style, top, size * 1.35)
    _write_lines(pieces, rows, Element("P", section), style, foot, small * LEADING)
    return pieces


def _title_size(title: str, size: float, room: float, one_line: float) -> float:
    """The em at which the title stands on one line, if that does not make it smaller than `one_line` of `size`, else
    on two.
    """
    part = room / width_of(title, DISPLAY, size)
    if part > one_line:
        size *= min(1.0, part * 0.995)
    while _too_wide(_lines(title, size, DISPLAY, room), room):
        size *= 0.96
    return size


def _lines(text: str, size: float, font: str, room: float) -> tuple[Line, ...]:
    return set_lines((Span(text),), Measure(size, room, plain=font, even=True))


def _write(
    pieces: list[Piece], text: str, element: Element, style: Style, y: float, size: float, font: str, room: float
) -> float:
    """Centered lines; gives where they end."""
    return _write_lines(pieces, _lines(text, size, font, room), element, style, y, size * LEADING)


def _write_lines(
    pieces: list[Piece], lines: Sequence[Line], element: Element, style: Style, y: float, leading: float
) -> float:
    for line in lines:
        y += leading
        pieces += line_pieces(line, element, style, (style.width_mm - line.width_mm) / 2, y, text_ink(style))
    return y


def text_ink(style: Style) -> Ink:
    """What reads on the cover: its color fills it, but where ink is to be saved."""
    return style.theme.ink if style.theme.is_low else style.on_accent


def _rim(style: Style, layout: CoverLayout) -> float:
    return layout.rim_mm if style.width_mm > 100 else layout.small_rim_mm


def _mark_foot(style: Style, layout: CoverLayout) -> float:
    return _rim(style, layout) + style.width_mm * (2 * layout.inset_part + layout.mark_part)


def _frame(style: Style, layout: CoverLayout) -> Piece:
    """A page like a card, all of it in the game's color; a tab in one corner, our mark in the next."""
    width, height, theme = style.width_mm, style.height_mm, style.theme
    rim = _rim(style, layout)
    box = rectangle(rim, rim, width - 2 * rim, height - 2 * rim, layout.corner_mm * width / 148.0)
    tab_w, tab_h = width * layout.tab_part, width * layout.tab_part * 2.8
    inset = width * layout.inset_part
    flood = None if theme.is_low else style.accent
    fill, on = (style.accent, style.on_accent) if theme.is_low else (theme.paper, theme.ink)
    tab: list[Path] = [Path(rectangle(0, 0, tab_w, tab_h, width * 0.016), fill, theme.ink, style.keyline_mm)]
    for i, name in enumerate(layout.tab_shapes):
        size = tab_w * 0.29 * theme.shapes[name].tab_size / 2.4
        tab.append(Path(place_shape(theme.shapes[name].d, tab_w / 2, tab_h * (i + 0.5) / 3, size), on))
    corner = Group(tuple(tab), shift(rim + inset, rim + inset))
    mark = width * layout.mark_part
    x, y = width - rim - 2 * inset - mark_width(mark) / 2, rim + 2 * inset + mark / 2
    own = without_text(Drawing(width, height, tuple(draw_mark(theme, x, y, mark)), ""))
    return Piece((Path(box, flood, theme.ink, 0.7), corner, *own))


def _too_wide(lines: tuple[Line, ...], room: float) -> bool:
    return len(lines) > 2 or any(line.width_mm > room for line in lines)


def draw_picture(picture: CoverPicture, style: Style, section: Element, room: Rect) -> list[Piece]:
    """The game's cards about the middle of `room`, as large as it lets them be."""
    (x, y), usual = room.center, read_cover_layout().picture_mm
    factor = min(room.width / usual[0], room.height / usual[1])
    face = picture.card_mm * factor
    height = face_height(style.theme, face)
    pieces: list[Piece] = []
    if picture.burst_mm:
        burst = star(x, y, picture.burst_mm * factor, points=16, waist=0.74)
        fill = style.accent if style.theme.is_low else style.theme.paper
        pieces.append(Piece((Path(burst, fill, style.theme.ink, 0.5),)))
    for name, right, down, degrees in picture.cards:
        middle_x, middle_y = x + right * factor, y + down * factor
        if name == "back":
            group, alt = place_back(style.theme, face), read_words().face_down
        else:
            card = parse_card(name)
            group, alt = place_face(card, style.theme, 0.0, 0.0, face), card.name
        turn = rotate(degrees, middle_x, middle_y)
        placed = Group(group.items, compose(compose(turn, shift(-face / 2, -height / 2)), group.matrix))
        c, s = abs(turn[0]), abs(turn[1])
        box_w = abs(face * c) + abs(height * s)
        box_h = abs(face * s) + abs(height * c)
        figure = Element("Figure", section, alt=alt)
        pieces.append(Piece((placed,), figure, Rect(middle_x - box_w / 2, middle_y - box_h / 2, box_w, box_h)))
    return pieces
