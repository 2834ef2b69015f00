"""One booklet of several games, each in short: the panels of the pocket fold as running text, a game on pages of its own.

cover | contents | game, game, ... | notes, cards | who made it
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tt_print.booklets.blocks import Block, Book, CoverPicture, Span
from tt_print.booklets.cover import cover_page, draw_picture, read_cover
from tt_print.booklets.filler_pages import LEAST_NOTES_MM, filler_pages, notes_box
from tt_print.booklets.pages import chapters_flow, filled, key_spans, text_page, with_key
from tt_print.booklets.prose import FixedBox, Flow, Part, runs_of
from tt_print.booklets.style import Style, em_mm, find_style
from tt_print.booklets.words import read_words
from tt_print.cards.mark import draw_mark
from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import Rect, line
from tt_print.drawing.shapes import Path, Text
from tt_print.drawing.structure import Bookmark, ReadingPage
from tt_print.drawing.text import DISPLAY, find_font, width_of
from tt_print.errors import LayoutError
from tt_print.page.boxes import NEVER, Box, Layout, Row, Rule, Share, Stack, Tag, Tagged, Words, grouped
from tt_print.page.emit import Document
from tt_print.records import dataclass
from tt_print.templates import read_table

TEMPLATE = "booklets/short.toml"
BEYOND_MM = 30.0  # a band runs on so far beyond its column, over the edge of the page
TYPE_STEP_PT = 0.2
COVER_PT = 8.8  # the smallest line of a cover is 0.8 of it


@dataclass(frozen=True, slots=True)
class ShortBook:
    """The words and measures of `templates/booklets/short.toml`; `deck` says by name what the deck is."""

    title: str
    tagline: str
    facts: tuple[tuple[str, str], ...]
    credit: str
    cover_credit: str
    contents: str
    players: str
    least_pt: float
    band_mm: float
    band_pt: float
    band_after_mm: float
    picture_part: float
    deck: Mapping[str, str]
    cover: CoverPicture


def read_short_book() -> ShortBook:
    return read_table(ShortBook, TEMPLATE)


def make_short_pages(
    pockets: Sequence[Book[Block]], format_: str, theme: Theme, deck: str, max_pages: int
) -> list[ReadingPage]:
    """Pages in reading order, their number a multiple of four, with the measures of `format_` in style.toml.

    The type is as large as `max_pages` allow, and no smaller than `least_pt`. One game has its own cover and no list of
    contents. What the theme's cards rename is below the contents, or among the rules of one game. Raises
    LayoutError where even the smallest type takes more pages.
    """
    book = read_short_book()
    styles = [find_style(format_, False, theme, (pocket.cover or read_cover(pocket.game)).accent) for pocket in pockets]
    plain = find_style(format_, False, theme, book.cover.accent) if len(pockets) > 1 else styles[0]
    largest = plain.body_pt
    sizes = [largest - TYPE_STEP_PT * step for step in range(int((largest - book.least_pt) / TYPE_STEP_PT + 1e-6) + 1)]
    for size in sizes:
        part = size / largest
        made = _make(pockets, [_sized(style, part, book) for style in styles], _sized(plain, part, book), book, deck)
        if len(made) <= max_pages:
            return made
    raise LayoutError(
        f"the rules in short of {len(pockets)} games take {len(made)} pages of this size, and a booklet has "
        f"{max_pages} at most. Choose fewer games, or another size."
    )


def _make(
    pockets: Sequence[Book[Block]], styles: Sequence[Style], plain: Style, book: ShortBook, deck: str
) -> list[ReadingPage]:
    several = len(pockets) > 1
    sheets: list[tuple[Layout, Style, str]] = []
    starts: list[tuple[Book[Block], int]] = []
    has_notes = False
    for pocket, style in zip(pockets, styles, strict=True):
        starts.append((pocket, len(sheets)))
        pages = _set_game(pocket, style, book, several)
        pages[-1], is_noted = _with_notes(pages[-1], style)
        has_notes = has_notes or is_noted
        sheets += [(page, style, pocket.title) for page in pages]
    title = book.title if several else pockets[0].title
    lists = _set_contents(starts, plain, book) if several else []
    count = -(1 + len(lists) + len(sheets) + several) % 4  # the last page of several says who made it
    sheets += [(page, plain, title) for page in filler_pages(plain, count, has_notes)]
    sheets[:0] = [(page, plain, title) for page in lists]
    front = replace(_book_of(pockets, book, deck), credit=book.cover_credit) if several else pockets[0]
    document, first = Document(), replace(plain, body_pt=max(plain.body_pt, COVER_PT))
    cover = document.reading_page(cover_page(front, first, in_short=True), plain.width_mm, plain.height_mm, "1")
    made = [replace(cover, bookmarks=(Bookmark("cover", front.title),))]
    made += [text_page(document, [page], style, number, name) for number, (page, style, name) in enumerate(sheets, 2)]
    return [*made, _last_page(plain, book, len(made) + 1)] if several else made


def _sized(style: Style, part: float, book: ShortBook) -> Style:
    """The same with smaller type, labels and footers no smaller than they may be."""
    grown, least = style.grown(part), book.least_pt
    return replace(grown, small_pt=max(least, grown.small_pt), note_pt=max(least, grown.note_pt), least_pt=least)


def _with_notes(page: Layout, style: Style) -> tuple[Layout, bool]:
    """Lines for notes below what ends on a page, if there is room."""
    y = page.height + style.title_before_mm
    if style.depth_mm - y < LEAST_NOTES_MM:
        return page, False
    words = read_words()
    notes = notes_box(style, style.depth_mm - y, words.notes_title, words.notes_text).lay(style.column_mm)
    return grouped([(0.0, 0.0, page), (0.0, y, notes)], page.width, y + notes.height), True


def _book_of(pockets: Sequence[Book[Block]], book: ShortBook, deck: str) -> Book[Block]:
    facts = tuple((label, text.format(games=len(pockets), deck=book.deck[deck])) for label, text in book.facts)
    return Book(
        "", book.title, book.tagline, facts, (), book.credit, author=pockets[0].author, deck=deck, cover=book.cover
    )


def _set_game(pocket: Book[Block], style: Style, book: ShortBook, several: bool) -> list[Layout]:
    """The panels of a game, under its name where there are several games."""
    if not several:
        return filled(Flow(chapters_flow(with_key(pocket.chapters, style), style)).strips(style.column_mm), style)
    opening = [Part(_band(pocket, style, book)), Part(_picture(pocket, style, book), book.band_after_mm, 0.0, NEVER)]
    return filled(Flow([*opening, *chapters_flow(pocket.chapters, style)]).strips(style.column_mm), style)


def _picture(pocket: Book[Block], style: Style, book: ShortBook) -> Box:
    """The picture of the game's cover, under its name."""
    room = Rect(0.0, 0.0, style.column_mm, style.column_mm * book.picture_part)
    drawn = draw_picture(pocket.cover or read_cover(pocket.game), style, room)
    return FixedBox(grouped(drawn, room.width, room.height, tag=Tag("Sect")))


def _band(pocket: Book[Block], style: Style, book: ShortBook) -> Box:
    """The name of a game on its color, which runs over three edges of the page; under it who can play."""
    height, size = book.band_mm - style.top_mm / 2, em_mm(book.band_pt)
    size *= min(1.0, style.column_mm / width_of(pocket.title, DISPLAY, size))
    capitals = size * find_font(DISPLAY).cap_height / 1000
    band = Rect.from_edges(-BEYOND_MM, -BEYOND_MM, style.column_mm + BEYOND_MM, height)
    title = Text(0.0, height / 2 - style.top_mm / 8 + capitals / 2, pocket.title, DISPLAY, size, style.on_accent)
    edge = line(-BEYOND_MM, band.bottom, style.column_mm + BEYOND_MM, band.bottom)
    ground = (Path(band.path(), style.accent), Path(edge, stroke=style.theme.ink, width_mm=style.keyline_mm))
    mark = Bookmark(f"game {pocket.game}", pocket.title)
    name = Layout(style.column_mm, height, (title,), tag=Tag("H1"), bookmark=mark)
    head = FixedBox(grouped([(0.0, 0.0, name)], style.column_mm, height, items=ground))
    facts = [Span(text) for _, text in pocket.facts[:1]]
    players = (Span(f"{book.players}: ", bold=True), *facts)
    parts = [
        Part(head),
        *([Part(Words(runs_of(players), style.body), book.band_after_mm, 0.0, NEVER)] if facts else []),
    ]
    return Tagged("Sect", Flow(parts))


def _set_contents(starts: Sequence[tuple[Book[Block], int]], style: Style, book: ShortBook) -> list[Layout]:
    """One page; a second one where the words of somebody's cards are long. `starts` count from the page behind them."""
    pages = 1
    while True:
        strips = _contents([(pocket, index + 2 + pages) for pocket, index in starts], style, book).strips(
            style.column_mm
        )
        made = filled(strips, style)
        if len(made) <= pages:
            return made
        pages = len(made)


def _contents(starts: Sequence[tuple[Book[Block], int]], style: Style, book: ShortBook) -> Box:
    """Each game with its players and its first page, and below them what the theme's cards rename."""
    name = replace(style.body, size=style.body.size * 1.12, leading=style.leading_mm * 1.25).strong
    grey = Rule(style.line_mm, style.theme.inks["grey"], 0.0)
    entries = []
    for pocket, number in starts:
        row = Row([Words(pocket.title, name, ""), Words(str(number), name, "")], [Share(), None])
        players = [Words(text, style.body, "") for _, text in pocket.facts[:1]]
        link = Tagged("Link", Stack([row, *players]), f"{pocket.title}, page {number}", f"game {pocket.game}")
        entries.append(Tagged("TOCI", Stack([grey, link])))
    parts = [Part(Words(book.contents, style.title, "H2", keeps=True))]
    parts += [Part(Tagged("TOC", Flow([Part(one, style.block_gap_mm, 1.0) for one in entries])), style.block_gap_mm)]
    if key := key_spans(style.theme):
        parts.append(Part(Words(runs_of(key), style.body), style.block_gap_mm))
    return Tagged("Sect", Flow(parts))


def _last_page(style: Style, book: ShortBook, number: int) -> ReadingPage:
    """The mark, and whose work it is, on the back cover."""
    width, height = style.width_mm, style.height_mm
    mark = Layout(width, height, tuple(draw_mark(style.theme, width / 2, height * 0.36, width * 0.34)))
    said = Tagged("Sect", Words(runs_of((Span(book.credit),)), replace(style.body, even=True))).lay(style.column_mm)
    return Document().reading_page(
        [(0.0, 0.0, mark), (style.outer_mm, height * 0.62, said)], width, height, str(number)
    )
