"""The front of a booklet: the game's name over cards that tell what it is about, all in the game's color, framed like a card."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.booklets.blocks import Book, CoverPicture, Span, read_words
from tt_print.booklets.pictures import face_height, place_back, place_face, without_text
from tt_print.booklets.prose import Style, em_mm, runs_of
from tt_print.cards.faces import key_text, read_key_words
from tt_print.cards.scene import draw_scene, scene_height, scene_table
from tt_print.cards.toppers import draw_mark, mark_width
from tt_print.deck import parse_card
from tt_print.drawing.geometry import Rect, compose, place_shape, rectangle, rotate, shift, star
from tt_print.drawing.shapes import Drawing, Group, Ink, Path
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font, width_of
from tt_print.page.boxes import Box, Layout, Stack, Tag, Tagged, Words, grouped
from tt_print.page.flow import Put
from tt_print.page.text import TextLine, TextStyle, set_lines, text_width
from tt_print.records import replace
from tt_print.templates import Measures, read_measures, read_table

WIDE_MM = 148.0  # on a wider page words are larger, too
CLEAR_MM = 1.0  # between title, mark and tagline
LEADING = 1.16  # in ems


def read_cover_layout() -> Measures:
    """Where things are on every cover: `*_part` are parts of the page's width or of the size of the body's type."""
    return read_measures("booklets/covers.toml")


def read_cover(game: str) -> CoverPicture:
    return read_table(CoverPicture, f"games/{game}/cover.toml")


def cover_page(book: Book, style: Style, in_short: bool = False) -> list[Put]:
    """The cover, in reading order: title, tagline, picture, facts, credit; `in_short` that of a pocket fold."""
    layout, words = read_cover_layout(), read_words()
    width, height = style.width_mm, style.height_mm
    size = em_mm(style.body_pt) * (0.8 if style.is_large else 1.0) * max(1.0, width / WIDE_MM)
    room = width - 2 * layout.rim_mm - 12.0 * width / 148.0
    between_tabs = width - 2 * layout.rim_mm - 2 * width * (layout.tab_part + 0.045)
    title_mm = _title_size(book.title, width * layout.title_part, between_tabs, layout.one_line)
    capitals = title_mm * find_font(DISPLAY).cap_height / 1000
    parts: list[Put] = []

    def write(boxes: Sequence[Box], y: float, wide: float) -> float:
        """Below one another from `y` on, in the middle; gives where they end."""
        laid = Stack(boxes).lay(wide)
        parts.append(((width - wide) / 2, y, laid))
        return y + laid.height

    y = max(height * layout.title_y, _mark_foot(style, layout) + CLEAR_MM + (capitals - title_mm * LEADING) / 2)
    y = write([Words(book.title, _centered(style, title_mm, DISPLAY), "H1")], y, between_tabs)
    tagline = Words(runs_of((Span(book.tagline),)), _centered(style, size * layout.tagline_part, TEXT))
    y = write([tagline], y + max(size * 0.3, CLEAR_MM), room)
    game_by = words.game_by.format(author=book.author)
    least = em_mm(style.small_pt) if style.is_large else 0.0  # large print
    small, narrow = max(size * (0.8 if in_short else 0.88), least), room - 2 * width * layout.tab_part
    by = _centered(style, small, TEXT if in_short else BOLD)
    credit = [book.credit] if in_short else [f"{game_by}. {words.book_of}"]
    if not in_short and text_width(credit[0], by) > narrow:  # a sentence a line
        credit = [game_by, words.book_of]
    foot = Stack([Words(line, by) for line in credit])
    foot_y = height - layout.rim_mm * min(1.0, width / 120) - size * 1.2 - foot.lay(narrow).height
    key = key_text(style.theme)
    told = [*book.facts, *([(read_key_words().title, key)] if key else [])]
    fact = replace(_centered(style, max(size * 0.95, least), TEXT), leading=max(size, least) * 1.35)
    facts = [
        Tagged("LI", Words(runs_of((Span(f"{label}: ", bold=True), Span(text))), fact, "LBody")) for label, text in told
    ]
    whole = Tagged("L", Stack(facts))
    top = foot_y - size * 0.7 - whole.lay(narrow).height
    middle, picture_mm = (y + top) / 2 + size * 0.2, width * 0.94 - 2 * layout.rim_mm
    depth = top - y - size
    parts += draw_picture(
        book.cover or read_cover(book.game),
        style,
        Rect((width - picture_mm) / 2, middle - depth / 2, picture_mm, depth),
    )
    write([whole], top, narrow)
    write([foot], foot_y, narrow)
    return [(0.0, 0.0, _frame(style, layout)), (0.0, 0.0, grouped(parts, width, height, tag=Tag("Sect")))]


def _centered(style: Style, size_mm: float, font: str) -> TextStyle:
    return TextStyle(
        size_mm, size_mm * LEADING, font, BOLD if font == TEXT else font, text_ink(style), "middle", even=True
    )


def _title_size(title: str, size: float, room: float, one_line: float) -> float:
    """The em at which the title is on one line, if that does not make it smaller than `one_line` of `size`, else on two."""
    part = room / width_of(title, DISPLAY, size)
    if part > one_line:
        size *= min(1.0, part * 0.995)
    while _is_too_wide(set_lines(title, TextStyle(size, size, DISPLAY, DISPLAY, even=True), room), room):
        size *= 0.96
    return size


def _is_too_wide(lines: Sequence[TextLine], room: float) -> bool:
    return len(lines) > 2 or any(line.width > room for line in lines)


def text_ink(style: Style) -> Ink:
    """What reads on the cover: its color fills it, but where ink is to be saved."""
    return style.theme.ink if style.theme.is_low else style.on_accent


def _rim(style: Style, layout: Measures) -> float:
    rim: float = layout.rim_mm if style.width_mm > 100 else layout.small_rim_mm
    return rim


def _mark_foot(style: Style, layout: Measures) -> float:
    return _rim(style, layout) + style.width_mm * float(2 * layout.inset_part + layout.mark_part)


def _frame(style: Style, layout: Measures) -> Layout:
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
    return Layout(width, height, (Path(box, flood, theme.ink, 0.7), corner, *own))


def draw_picture(picture: CoverPicture, style: Style, room: Rect) -> list[Put]:
    """The game's scene or its cards about the middle of `room`, as large as it lets them be."""
    (x, y), usual = room.center, read_cover_layout().picture_mm
    if picture.scene:
        width = min(room.width, room.height / scene_height(picture.scene, 1.0))
        height = scene_height(picture.scene, width)
        scene = Layout(
            width,
            height,
            (draw_scene(style.theme, picture.scene, width),),
            tag=Tag("Figure", scene_table(picture.scene).alt),
        )
        return [(x - width / 2, y - height / 2, scene)]
    factor = min(room.width / usual[0], room.height / usual[1])
    face = picture.card_mm * factor
    height = face_height(style.theme, face)
    parts: list[Put] = []
    if picture.burst_mm:
        fill = style.accent if style.theme.is_low else style.theme.paper
        burst = Path(star(x, y, picture.burst_mm * factor, points=16, waist=0.74), fill, style.theme.ink, 0.5)
        parts.append((0.0, 0.0, Layout(0.0, 0.0, (burst,))))
    for name, right, down, degrees in picture.cards:
        if name == "back":
            group, alt = place_back(style.theme, face), read_words().face_down
        else:
            card = parse_card(name)
            group, alt = place_face(card, style.theme, 0.0, 0.0, face), card.name
        turn = rotate(degrees, 0.0, 0.0)
        c, s = abs(turn[0]), abs(turn[1])
        wide, high = face * c + height * s, face * s + height * c
        placed = Group(
            group.items,
            compose(compose(shift(wide / 2, high / 2), compose(turn, shift(-face / 2, -height / 2))), group.matrix),
        )
        parts.append(
            (
                x + right * factor - wide / 2,
                y + down * factor - high / 2,
                Layout(wide, high, (placed,), tag=Tag("Figure", alt)),
            )
        )
    return parts
