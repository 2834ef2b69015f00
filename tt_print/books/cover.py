"""The front of a booklet: the game's name over a scene that tells what it is about, in the game's color between two bands, framed like a card."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.books.blocks import Book, CoverPicture, Span, read_words
from tt_print.books.pictures import face_height, place_back, place_face, without_text
from tt_print.books.prose import Style, em_mm, runs_of
from tt_print.deck import parse_card
from tt_print.draw.geometry import Rect, compose, place_shape, rectangle, rotate, shift
from tt_print.draw.shapes import Drawing, Group, Ink, Item, Path, Text
from tt_print.draw.text import BOLD, DISPLAY, TEXT, find_font, width_of
from tt_print.faces.faces import key_text, read_key_words
from tt_print.faces.scene import draw_scene, flood_of, scene_height, scene_table
from tt_print.faces.theme import Theme
from tt_print.faces.toppers import draw_mark, mark_width
from tt_print.games import game_names
from tt_print.page.boxes import SLACK, Box, Layout, Picture, Row, Share, Stack, Tag, Tagged, Words, grouped
from tt_print.page.flow import Put
from tt_print.page.text import TextLine, TextStyle, set_lines, text_width
from tt_print.records import replace
from tt_print.templates import Measures, read_measures, read_table

WIDE_MM = 148.0  # on a wider page words are larger, too
LEADING = 1.16  # in ems
BAND = "band"  # the ground above and below the scene


def read_cover_layout() -> Measures:
    """Where things are on every cover: `*_part` are parts of the page's width or of the size of the body's type."""
    return read_measures("booklets/covers.toml")


def read_cover(game: str) -> CoverPicture:
    return read_table(CoverPicture, f"games/{game}/cover.toml")


def covered_games() -> tuple[str, ...]:
    """The games of the series, in its order: those whose cover is a scene."""
    return tuple(name for name in game_names() if read_cover(name).scene)


def cover_page(book: Book, style: Style) -> list[Put]:
    """The cover, in reading order: title, tagline, picture, symbols, credit; smaller on a pocket fold."""
    in_short = style.format == "pocket"
    layout, theme, width = read_cover_layout(), style.theme, style.width_mm
    frame = Rect(0.0, 0.0, width, style.height_mm).inset(_rim(style, layout))
    inner = Rect(
        frame.left + width * layout.pad_part, frame.top, frame.width - 2 * width * layout.pad_part, frame.height
    )
    size = em_mm(style.body_pt) * (0.8 if style.is_large else 1.0) * max(1.0, width / WIDE_MM)
    parts: list[Put] = []

    def write(boxes: Sequence[Box], y: float) -> float:
        """Below one another from `y` on; gives where they end."""
        laid = Stack(boxes).lay(inner.width)
        parts.append((inner.left, y, laid))
        return y + laid.height

    band, on = width * layout.band_part, flood_of(theme, BAND)
    title_mm = _title_size(book.title, width * layout.title_part, inner.width, layout.one_line)
    title = TextStyle(title_mm, title_mm * layout.title_leading, DISPLAY, DISPLAY, text_ink(style), even=True)
    runs, hook = runs_of((Span(book.tagline),)), _text(size * layout.tagline_part, text_ink(style))
    narrower = 0.995 * inner.width / max(text_width(runs, hook), inner.width)
    hook = replace(hook.times(narrower if narrower >= layout.tagline_least else 1.0), even=True)
    y = write([Words(book.title, title, "H1")], frame.top + band + width * layout.title_gap_part)
    y = write([Words(runs, hook)], y + size * 0.3)
    least = em_mm(style.small_pt) if style.is_large else 0.0  # large print
    credit = book.credit if in_short else str(read_words().game_by.format(author=book.author))
    small = _text(max(size * (0.8 if in_short else 0.88), least), on.on)
    symbols = [_symbols(book, style, size, inner.width)] if book.symbols else []
    foot = Stack([*symbols, Words(credit, small)], size * 0.5)
    depth = foot.lay(inner.width).height + 2 * width * layout.foot_part
    top = frame.bottom - depth
    if key := key_text(theme):
        told = Words(
            runs_of((Span(f"{read_key_words().title}: ", bold=True), Span(key))), _text(size * 0.95, text_ink(style))
        )
        top -= told.lay(inner.width).height + size * 0.3
        parts.append((inner.left, top, told.lay(inner.width)))
    side = width * layout.side_part
    room = Rect(frame.left + side, y + size * 0.5, frame.width - 2 * side, top - y - size)
    parts += draw_picture(book.cover or read_cover(book.game), style, room)
    write([foot], frame.bottom - depth + width * layout.foot_part)
    around = _frame(book, style, frame, (band, depth))
    return [(0.0, 0.0, around), (0.0, 0.0, grouped(parts, width, style.height_mm, tag=Tag("Sect")))]


def _text(size_mm: float, ink: Ink) -> TextStyle:
    return TextStyle(size_mm, size_mm * LEADING, TEXT, BOLD, ink)


def _symbols(book: Book, style: Style, size: float, width: float) -> Box:
    """Players, minutes, age, and cards: a picture and a number each, side by side, or below one another where that would make them small."""
    layout, on = read_cover_layout(), flood_of(style.theme, BAND)
    ink = on.on if style.theme.is_low else style.theme.colors[layout.icon_color].ink
    text, gap = replace(_text(size * layout.symbol_part, on.on), font=DISPLAY), size * layout.symbol_gap_part

    def symbols(text: TextStyle) -> list[Box]:
        high, made = text.size * layout.icon_part, list[Box]()
        for icon, words, spoken in book.symbols:
            picture = Path(place_shape(getattr(layout.icons, icon), high / 2, high / 2, high / 2), ink)
            label = Words(words, text, "LBody", spoken=spoken)
            made.append(
                Tagged("LI", Row([Picture((picture,), high, high), label], [None, Share()], 0.3 * text.size, "middle"))
            )
        return made

    wide = sum(each.natural() for each in symbols(text)) + gap * (len(book.symbols) - 1)
    part = 0.99 * min(1.0, width / max(wide, SLACK))
    if part < layout.symbol_least:
        return Tagged("L", Stack(symbols(text)))
    side_by_side = symbols(text.times(part))
    return Tagged("L", Row(side_by_side, [Share(least=each.natural()) for each in side_by_side]))


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


def _frame(book: Book, style: Style, frame: Rect, depths: tuple[float, float]) -> Layout:
    """A page like a card: the game's color between two bands, of which the upper one has our mark, the deck's name, and which of the games it is."""
    layout, theme, unit = read_cover_layout(), style.theme, style.width_mm / WIDE_MM
    (band, foot), on = depths, flood_of(theme, BAND)
    card = frame.path(layout.corner_mm * unit)
    field = Rect(frame.left, frame.top + band, frame.width, frame.height - band - foot)
    flood = theme.paper if theme.is_low else style.accent
    left, middle = frame.left + style.width_mm * layout.pad_part, frame.top + band / 2
    mark, cap = band * layout.mark_part, band * layout.name_part
    name = Text(
        left + mark_width(mark) + 0.25 * band, middle + cap / 2, read_words().deck_name, DISPLAY,
        find_font(DISPLAY).size_for_cap(cap), on.on,
    )  # fmt: skip
    items: list[Item] = [
        Path(card, on.ink), Path(field.path(), flood, theme.ink, style.keyline_mm), *draw_mark(theme, left + mark_width(mark) / 2, middle, mark), name,
        *_places(book.game, theme, Rect(left, middle - cap, frame.right - left - style.width_mm * layout.pad_part, 2 * cap)),
        Path(card, stroke=theme.ink, width_mm=0.7),
    ]  # fmt: skip
    return Layout(
        style.width_mm, style.height_mm, without_text(Drawing(style.width_mm, style.height_mm, tuple(items), ""))
    )


def _places(game: str, theme: Theme, room: Rect) -> list[Item]:
    """A small card for each game of the series at the right of the room, that of `game` filled, with its number."""
    games, on, wide = covered_games(), flood_of(theme, BAND), 0.72 * room.height
    if game not in games:
        return []
    fill = on.on if theme.is_low else theme.colors["yellow"].ink
    left = room.right - (1.3 * len(games) - 0.3) * wide
    cards = [
        rectangle(left + 1.3 * wide * place, room.top, wide, room.height, 0.18 * wide) for place in range(len(games))
    ]
    cap, middle = room.height * read_cover_layout().place_part, left + (1.3 * games.index(game) + 0.5) * wide
    number = Text(
        middle, room.center[1] + cap / 2, str(games.index(game) + 1), DISPLAY, find_font(DISPLAY).size_for_cap(cap), on.ink, "middle"
    )  # fmt: skip
    drawn = [Path(d, fill if name == game else None, fill, 0.1 * wide) for name, d in zip(games, cards, strict=True)]
    return [*drawn, number]


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
