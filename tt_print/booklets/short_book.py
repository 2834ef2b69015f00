"""One booklet of several games, each in short: the panels of the pocket fold as running text, a game on pages of its own.

cover | contents | game, game, ... | notes, cards | who made it
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tt_print.booklets.blocks import Block, Book, CoverPicture, Pocket, Span
from tt_print.booklets.cover import draw_cover, draw_picture, read_cover
from tt_print.booklets.filler_pages import fill_last_page, make_filler_pages
from tt_print.booklets.galley import NEVER, Strip, baseline_in, merged, moved, stacked, text_strips
from tt_print.booklets.lines import set_lines, width_of
from tt_print.booklets.pages import key_spans, text_page, with_key
from tt_print.booklets.paginate import Columns, Placed, fill_column, natural_height, paginate
from tt_print.booklets.style import Style, em_mm, find_style
from tt_print.booklets.typeset import set_chapter
from tt_print.cards.mark import draw_mark
from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import Rect, line
from tt_print.drawing.shapes import Path, Text
from tt_print.drawing.structure import Bookmark, Element, Piece, ReadingPage
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font
from tt_print.errors import LayoutError
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
    pockets: Sequence[Pocket], format_: str, theme: Theme, deck: str, max_pages: int
) -> list[ReadingPage]:
    """Pages in reading order, their number a multiple of four, with the measures of `format_` in style.toml.

    The type is as large as `max_pages` allow, and no smaller than `least_pt`. One game has its own cover and no list of
    contents. What the theme's cards call otherwise stands below the contents, or among the rules of one game. Raises
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
    pockets: Sequence[Pocket], styles: Sequence[Style], plain: Style, book: ShortBook, deck: str
) -> list[ReadingPage]:
    several = len(pockets) > 1
    whole = _book_of(pockets, book, deck)
    sheets: list[tuple[Columns, Style, str]] = []
    starts: list[tuple[Pocket, int]] = []
    has_notes = False
    for pocket, style in zip(pockets, styles, strict=True):
        starts.append((pocket, len(sheets)))
        pages = [[column] for column in _set_game(pocket, style, book, several)]
        has_notes = fill_last_page(whole, pages[-1], style) or has_notes
        sheets += [(page, style, pocket.title) for page in pages]
    title = book.title if several else pockets[0].title
    lists = _set_contents(starts, plain, book) if several else []
    count = -(1 + len(lists) + len(sheets) + several) % 4  # the last page of several says who made it
    sheets += [(page, plain, title) for page in make_filler_pages(whole, plain, count, has_notes, has_deck=False)]
    sheets[:0] = [(page, plain, title) for page in lists]
    front = _front_of(whole, book) if several else pockets[0]
    made = [_cover(front, replace(plain, body_pt=max(plain.body_pt, COVER_PT)))]
    made += [text_page(columns, style, number, name) for number, (columns, style, name) in enumerate(sheets, 2)]
    return [*made, _last_page(plain, book, len(made) + 1)] if several else made


def _sized(style: Style, part: float, book: ShortBook) -> Style:
    """The same with smaller type, labels and footers no smaller than they may be."""
    grown, least = style.grown(part), book.least_pt
    return replace(grown, small_pt=max(least, grown.small_pt), origin_pt=max(least, grown.origin_pt))


def _cover(book: Book[Block] | Pocket, style: Style) -> ReadingPage:
    return ReadingPage(
        style.width_mm, style.height_mm, merged(draw_cover(book, style)), "1", (Bookmark("cover", book.title),)
    )


def _book_of(pockets: Sequence[Pocket], book: ShortBook, deck: str) -> Book[Block]:
    facts = tuple((label, text.format(games=len(pockets), deck=book.deck[deck])) for label, text in book.facts)
    return Book(
        "", book.title, book.tagline, facts, (), book.credit, author=pockets[0].author, deck=deck, cover=book.cover
    )


def _front_of(whole: Book[Block], book: ShortBook) -> Pocket:
    return Pocket("", whole.title, whole.tagline, whole.facts, (), book.cover_credit, cover=book.cover)


def _set_game(pocket: Pocket, style: Style, book: ShortBook, several: bool) -> list[list[Placed]]:
    """The panels of a game, under its name where there are several games."""
    panels = pocket.panels if several else with_key(pocket.panels, style)
    strips = [strip for panel in panels for strip in set_chapter(panel, style)]
    if several:
        strips = [_band(pocket, style, book), _picture(pocket, style, book), *strips]
    return paginate(strips, style.depth_mm, style.stretch_mm)


def _picture(pocket: Pocket, style: Style, book: ShortBook) -> Strip:
    """The cards of the game's cover, under its name."""
    room = Rect(0.0, 0.0, style.column_mm, style.column_mm * book.picture_part)
    picture = pocket.cover or read_cover(pocket.game)
    return Strip(room.height, merged(draw_picture(picture, style, Element("Sect"), room)), book.band_after_mm, NEVER)


def _band(pocket: Pocket, style: Style, book: ShortBook) -> Strip:
    """The name of a game on its color, which runs over three edges of the page; under it who can play."""
    height, size = book.band_mm, em_mm(book.band_pt)
    size *= min(1.0, style.column_mm / width_of(pocket.title, DISPLAY, size))
    capitals = size * find_font(DISPLAY).cap_height / 1000
    section = Element("Sect")
    band = Rect.from_edges(-BEYOND_MM, -BEYOND_MM, style.column_mm + BEYOND_MM, height - style.top_mm / 2)
    middle = (height - style.top_mm / 2) / 2 - style.top_mm / 8
    title = Text(0.0, middle + capitals / 2, pocket.title, DISPLAY, size, style.on_accent)
    edge = line(-BEYOND_MM, band.bottom, style.column_mm + BEYOND_MM, band.bottom)
    ground = Piece((Path(band.path(), style.accent), Path(edge, stroke=style.theme.ink, width_mm=style.keyline_mm)))
    strips = [Strip(height - style.top_mm / 2, (ground, Piece((title,), Element("H1", section))))]
    facts = [Span(text) for _, text in pocket.facts[:1]]
    players = [Span(f"{book.players}: ", bold=True), *facts] if facts else []
    if players:
        strips += text_strips(
            set_lines(tuple(players), style.body()), Element("P", section), style, style.leading_mm,
            before=book.band_after_mm, cost=NEVER,
        )  # fmt: skip
    mark = Bookmark(f"game {pocket.game}", pocket.title)
    return replace(stacked(strips), bookmarks=(mark,))


def _set_contents(starts: Sequence[tuple[Pocket, int]], style: Style, book: ShortBook) -> list[Columns]:
    """One page; a second one where the words of somebody's cards are long. `starts` count from the page behind them."""
    pages: list[Columns] = [[]]
    for _ in range(2):
        numbered = [(pocket, index + 2 + len(pages)) for pocket, index in starts]
        strips = _contents(numbered, style, book)
        if natural_height(strips) <= style.depth_mm:
            return [[fill_column(strips, style.depth_mm, style.stretch_mm)]]
        pages = [[column] for column in paginate(strips, style.depth_mm, style.stretch_mm)]
    return pages


def _contents(starts: Sequence[tuple[Pocket, int]], style: Style, book: ShortBook) -> list[Strip]:
    """Each game with its players and its first page, and below them what the theme's cards call otherwise."""
    section = Element("Sect")
    title = text_strips(
        set_lines((Span(book.contents),), style.title(style.column_mm)), Element("H2", section), style,
        style.title_leading_mm,
    )  # fmt: skip
    strips = [*title]
    toc = Element("TOC", section)
    size, small = em_mm(style.body_pt) * 1.12, em_mm(style.body_pt)
    for pocket, number in starts:
        link = Element("Link", Element("TOCI", toc), alt=f"{pocket.title}, page {number}")
        first, second = style.leading_mm * 1.25, style.leading_mm
        ink = style.theme.ink
        items = [
            Text(0.0, baseline_in(first, size), f"{pocket.title} ", BOLD, size, ink),
            Text(style.column_mm, baseline_in(first, size), str(number), BOLD, size, ink, "end"),
            *(Text(0.0, first + baseline_in(second, small), text, TEXT, small, ink) for _, text in pocket.facts[:1]),
        ]
        rule = Path(line(0.0, 0.0, style.column_mm, 0.0), stroke=style.theme.inks["grey"], width_mm=style.line_mm)
        box = Rect(0.0, 0.0, style.column_mm, first + second)
        pieces = (Piece((rule,)), Piece(tuple(items), link, box, f"game {pocket.game}"))
        strips.append(Strip(first + second, pieces, style.block_gap_mm, elastic=True))
    if key := key_spans(style.theme):
        strips += text_strips(
            set_lines(key, style.body()), Element("P", section), style, style.leading_mm, before=style.block_gap_mm
        )
    return strips


def _last_page(style: Style, book: ShortBook, number: int) -> ReadingPage:
    """The mark, and whose work it is, on the back cover."""
    theme, width = style.theme, style.width_mm
    mark = Piece(tuple(draw_mark(theme, width / 2, style.height_mm * 0.36, width * 0.34)))
    lines = set_lines((Span(book.credit),), replace(style.body(), even=True))
    section, strips = Element("Sect"), list[Piece]()
    y = style.height_mm * 0.62
    for strip in text_strips(lines, Element("P", section), style, style.leading_mm):
        strips += [moved(piece, style.outer_mm, y) for piece in strip.pieces]
        y += strip.height_mm
    return ReadingPage(width, style.height_mm, merged([mark, *strips]), str(number))
