"""A whole booklet as pages: cover, spreads, rules, what fills the last sheet, and the summary on the back; and the
pocket fold, a cover and seven panels, each of which must hold its text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from tt_print.booklets.blocks import Block, Book, Chapter, Figure, Paragraph, Pocket, Span
from tt_print.booklets.cover import draw_cover
from tt_print.booklets.filler_pages import fill_last_page, make_filler_pages
from tt_print.booklets.galley import NEVER, MarginNote, Strip, baseline_in, merged, moved, stacked, text_strips
from tt_print.booklets.lines import set_lines, width_of
from tt_print.booklets.moves import set_framed
from tt_print.booklets.paginate import Columns, Placed, balance, fill_column, natural_height, paginate
from tt_print.booklets.room import verify_room
from tt_print.booklets.style import Style, em_mm
from tt_print.booklets.typeset import set_chapter
from tt_print.booklets.words import read_words
from tt_print.cards.key import key_text, read_key_words
from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import Rect, line
from tt_print.drawing.shapes import Path, Text
from tt_print.drawing.structure import Bookmark, Element, Piece, ReadingPage
from tt_print.drawing.text import BOLD, TEXT
from tt_print.errors import LayoutError

POCKET_PAGES = 8
UNLISTED = ("contents", "notes", "games")  # in the list of contents
MOST_FILLERS = 3  # one of them is for notes
SUMMARY_TYPE = (1.35, 1.22, 1.1, 1.0)  # how much larger than in the book the summary may be set
SPREADS = ("start", "round")  # chapters that fill a spread each, in this order, before the rules
SPREAD_TYPE = (1.24, 1.16, 1.08, 1.0)  # how much larger than in the book a spread may be set
LARGER_PICTURES = {  # and its cards
    "start": (1.8, 1.65, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0),
    "round": (1.55, 1.45, 1.35, 1.25, 1.15, 1.1, 1.0),
}
SUMMARY_PICTURES = (1.3, 1.2, 1.1, 1.0)
ABOVE_FOOT_MM = 1.0  # no gap grows so far that the last line comes nearer to the foot
POCKET_STRETCH = 2.5  # and those of a page of the pocket fold
SPREAD_STRETCH = 4.0  # how much more than elsewhere the gaps of a spread may grow
TIGHTEST = 0.88  # how small the panels of a round may become


def make_pages(book: Book[Block], style: Style, multiple: int = 4) -> list[ReadingPage]:
    """The pages in reading order, their number a multiple of `multiple`.

    After the cover come the spreads, each on facing pages; then the rules, under a list of what is in the book. The summary
    stands on the back cover. Where chapters end before the last sheet does, pages for the table follow them: all the
    cards of the deck, lines for notes.
    """
    spreads = [page for kind in SPREADS for page in _set_spread(book, kind, style)]
    open_pages = style.without_margin()
    running = [
        strip for chapter in book.chapters if chapter.kind not in (*SPREADS, "summary")
        for strip in set_chapter(chapter, style)
    ]  # fmt: skip
    back = _pages(set_summary(book, style), style)
    starts: dict[str, tuple[str, int]] = {}
    for _ in range(4):  # the list of contents names pages, and they depend on how long it is
        opening = _opening(book, style, starts)
        body = _pages(
            paginate([*opening, *running, _credit(book, style)], style.depth_mm, style.stretch_mm, style.min_fill),
            style,
        )
        count = -(1 + len(spreads) + len(body) + len(back)) % multiple
        has_notes = fill_last_page(book, body[-1], style, more=count == MOST_FILLERS)
        fill = make_filler_pages(book, open_pages, count, has_notes)
        sheets = [*spreads, *body, *fill, *back]
        before, starts = starts, {
            mark.key: (mark.title, 2 + i)
            for i, page in enumerate(sheets) if page not in fill for column in page for placed in column
            for mark in placed.strip.bookmarks
            if mark.level == 0 and mark.key not in UNLISTED
        }  # fmt: skip
        if starts == before:
            break
    if not book.checked:  # nobody has looked over what somebody brings
        for page in [*body, *back]:
            verify_room(page, style)
        for page in spreads:
            verify_room(page, open_pages)
    return [
        _cover(book, style),
        *(
            text_page(page, open_pages if page in spreads or page in fill else style, number, book.title)
            for number, page in enumerate(sheets, 2)
        ),
    ]


def _set_spread(book: Book[Block], kind: str, style: Style) -> list[Columns]:
    """The chapters of a kind on two facing pages, in the largest type and with the largest pictures that they allow; in
    large print on as many pages as they take.

    Raises LayoutError for a text too long.
    """
    chapters = [chapter for chapter in book.chapters if chapter.kind == kind]
    if not chapters:
        return []
    style = style.without_margin()
    counts: tuple[int, ...] = (2, 3, 4, 5) if style.format.endswith("-large") else (2,)
    if style.columns > 1 and kind == "round":  # panels of half a column would be too narrow
        style, counts = replace(style, columns=1), (1, 2)
    for count in counts:
        columns = _fitted(chapters, style, count, SPREAD_TYPE, LARGER_PICTURES[kind])
        if columns is not None:
            return _pages(columns, style)
    strips = _strips(chapters, style.closer(0.4).tighter(TIGHTEST))
    over = paginate(strips, style.depth_mm)[counts[-1] :]
    beyond = sum(placed.strip.height_mm + placed.strip.before_mm for column in over for placed in column)
    raise LayoutError(f"{book.title}: {chapters[0].title!r} is {beyond:.0f} mm too long for its two pages.")


def _fitted(
    chapters: Sequence[Chapter[Block]], style: Style, count: int, type_sizes: Sequence[float], pictures: Sequence[float]
) -> list[list[Placed]] | None:
    """The chapters in so many columns, all of them filled: in the largest type of `type_sizes` (parts of the usual one)
    that they hold, else with narrower gaps, else with smaller panels; with cards as large as that leaves room for. None
    where even the smallest is too large."""
    larger, closer = (style.grown(part) for part in type_sizes), (style.closer(part) for part in (0.7, 0.4))
    tighter = (style.closer(0.4).tighter(part) for part in (0.96, 0.92, TIGHTEST))

    @cache
    def strips_of(tried: Style) -> list[Strip]:
        return _strips(chapters, tried)

    def columns_of(tried: Style) -> list[list[Placed]]:
        return paginate(strips_of(tried), style.depth_mm, 0.0, 0.0)

    fitting = next((tried for tried in (*larger, *closer, *tighter) if len(columns_of(tried)) <= count), None)
    if fitting is None:
        return None
    pictured = [fitting.pictured(part) for part in pictures]
    best = next(tried for tried in pictured if len(columns_of(tried)) <= count)
    sizes = balance(strips_of(best), style.depth_mm, count)
    columns, start = [], 0
    for size in sizes:
        # a column that has room has larger cards than the others
        same = (strips for strips in map(strips_of, pictured) if len(strips) == sum(sizes))
        parts = (strips[start : start + size] for strips in same)
        part = next(part for part in parts if natural_height(part) <= style.depth_mm + 1e-6)
        columns.append(fill_column(part, style.depth_mm, SPREAD_STRETCH * style.stretch_mm))
        start += size
    return columns


def _strips(chapters: Sequence[Chapter[Block]], style: Style) -> list[Strip]:
    return [strip for chapter in chapters for strip in set_chapter(chapter, style)]


def set_summary(book: Book[Block], style: Style) -> list[list[Placed]]:
    """The summary's columns: one page in the largest type that it holds, else unpictured; in large print two pages."""
    whole = [chapter for chapter in book.chapters if chapter.kind == "summary"]
    if not whole:
        return []
    bare = [replace(each, blocks=tuple(b for b in each.blocks if not isinstance(b, Figure))) for each in whole]
    for chapters, pages in ((whole, 1), (bare, 1), (whole, 2)):
        columns = _fitted(chapters, style, pages * style.columns, SUMMARY_TYPE, SUMMARY_PICTURES)
        if columns is not None:
            return columns
    return paginate(_strips(whole, style), style.depth_mm)


def _pages(columns: Sequence[list[Placed]], style: Style) -> list[Columns]:
    per_page = style.columns
    return [list(columns[i : i + per_page]) for i in range(0, len(columns), per_page)]


def text_page(columns: Columns, style: Style, number: int, title: str) -> ReadingPage:
    """A page of text with its number at the outer edge and the book's name at the inner one."""
    width, height = style.width_mm, style.height_mm
    left = style.inner_mm if number % 2 else style.outer_mm
    pieces: list[Piece] = []
    bookmarks: list[Bookmark] = []
    for index, column in enumerate(columns):
        x = left + index * (style.column_mm + style.gutter_mm)
        for placed in column:
            y = style.top_mm + placed.y_mm
            pieces += [moved(piece, x, y) for piece in placed.strip.pieces]
            for note in placed.strip.notes:
                pieces += _margin_note(note, style, x, y, is_left=not number % 2 and style.columns == 1)
            bookmarks += [replace(mark, y_mm=max(0.0, mark.y_mm + y)) for mark in placed.strip.bookmarks]
    pieces.append(_footer(style, number, title, left))
    return ReadingPage(width, height, merged(pieces), str(number), tuple(bookmarks))


def _margin_note(note: MarginNote, style: Style, x: float, y: float, is_left: bool) -> list[Piece]:
    """Small lines in the outer margin, the last one level with the last line of its rule."""
    size = em_mm(style.origin_pt)
    at_x = x - style.note_gap_mm if is_left else x + style.column_mm + style.note_gap_mm
    first = y + note.y_mm - (len(note.lines) - 1) * style.note_leading_mm
    anchor = "end" if is_left else "start"
    return [
        Piece(
            (Text(at_x, first + i * style.note_leading_mm, f"{words} ", TEXT, size, style.theme.ink, anchor),),
            note.element,
        )
        for i, words in enumerate(note.lines)
    ]


def _footer(style: Style, number: int, title: str, left: float) -> Piece:
    size, y = em_mm(style.footer_pt), style.height_mm - style.footer_up_mm
    right = style.width_mm - (style.outer_mm if number % 2 else style.inner_mm)
    ink = style.theme.ink
    outer, inner = (right, left) if number % 2 else (left, right)
    rule = Path(line(left, y - size * 1.25, right, y - size * 1.25), stroke=ink, width_mm=style.line_mm)
    name = Text(inner, y, title, TEXT, size, ink, "start" if number % 2 else "end")
    figure = Text(outer, y, str(number), BOLD, size * 1.1, ink, "end" if number % 2 else "start")
    return Piece((rule, name, figure))


def _cover(book: Book[Block], style: Style) -> ReadingPage:
    mark = Bookmark("cover", book.title)
    return ReadingPage(style.width_mm, style.height_mm, merged(draw_cover(book, style)), "1", (mark,))


def _opening(book: Book[Block], style: Style, chapters: dict[str, tuple[str, int]]) -> list[Strip]:
    """What is in the book, on which page; and the house rules that this copy follows.

    `chapters` maps the key of each chapter to its title and the number of its first page.
    """
    words = read_words()
    section = Element("Sect")
    strips = _heading(words.contents, style, section)
    strips[0] = replace(strips[0], bookmarks=(Bookmark("contents", words.contents),))
    toc = Element("TOC", section)
    entries = [_entry(key, title, number, style, toc) for key, (title, number) in chapters.items()]
    strips += _in_two_columns(entries, style)
    if book.in_force:
        inside = style.indented(2 * style.box_pad_mm + 2.0)
        box = _heading(words.house_page, inside, section)
        for sentence in book.in_force:
            box += text_strips(
                set_lines((Span(sentence),), inside.body()), Element("P", section), style, style.leading_mm,
                before=style.paragraph_gap_mm,
            )  # fmt: skip
        strips.append(set_framed(box, style))
    return strips


def _in_two_columns(entries: Sequence[Strip], style: Style) -> list[Strip]:
    """Down the first half, then down the second, in one strip."""
    rows = -(-len(entries) // 2)
    if entries and rows * entries[0].height_mm > (room := style.depth_mm - 2 * style.title_leading_mm):
        most = 2 * int(room / entries[0].height_mm)
        raise LayoutError(
            f"the book has {len(entries)} chapters; its list of contents has room for {most}. Make sections of some: ### in place of ##."
        )
    pieces = [
        moved(piece, (index // rows) * (style.column_mm + style.group_gap_mm) / 2, (index % rows) * entry.height_mm)
        for index, entry in enumerate(entries) for piece in entry.pieces
    ]  # fmt: skip
    return [Strip(rows * entries[0].height_mm, tuple(pieces), 0.0, NEVER)] if entries else []


def _credit(book: Book[Block], style: Style) -> Strip:
    """Who made what, and what the marks in the margin mean."""
    words = read_words()
    by = (
        f"{words.set_by.capitalize()}. {words.margin_note}"
        if book.checked
        else f"{words.set_by_unchecked.capitalize()}."
    )
    said = (Span(f"{book.credit} {by}"),)
    lines = set_lines(said, replace(style.small(style.column_mm), even=False))
    return replace(
        stacked(text_strips(lines, Element("P", Element("Sect")), style, style.small_leading_mm)),
        before_mm=2 * style.block_gap_mm,
    )


def _heading(words: str, style: Style, section: Element) -> list[Strip]:
    measure = style.title(style.column_mm)
    element = Element("H2", section)
    strips = text_strips(set_lines((Span(words),), measure), element, style, style.title_leading_mm,
                         before=style.title_before_mm)  # fmt: skip
    last = strips[-1]
    return [*strips[:-1], replace(last, height_mm=last.height_mm + style.title_after_mm)]


def _entry(key: str, title: str, number: int, style: Style, toc: Element) -> Strip:
    """A line of the contents, half a column wide, which leads to its chapter."""
    width = (style.column_mm - style.group_gap_mm) / 2
    size, leading = em_mm(style.body_pt), style.leading_mm * 1.12
    link = Element("Link", Element("TOCI", toc), alt=f"{title}, page {number}")
    y = baseline_in(leading, size)
    name, _, rest = title.partition(" ") if title[:1].isdigit() else ("", "", title)
    indent = style.bullet_indent_mm * 1.3
    ink = style.theme.ink
    room = width - width_of(str(number), BOLD, size) - 1.6 - indent
    small = size * min(1.0, room / width_of(f"{rest} ", TEXT, size))  # a title that is too long shrinks
    items = [
        Text(indent, y, f"{rest} ", TEXT, small, ink),
        Text(width, y, str(number), BOLD, size, ink, "end"),
    ]
    if name:
        items.insert(0, Text(0.0, y, f"{name} ", BOLD, size, ink))
    start = indent + width_of(f"{rest} ", TEXT, small)
    stop = width - width_of(str(number), BOLD, size) - 1.6
    pitch = 1.8
    dots = Path(line(start, y - 0.3, stop, y - 0.3), stroke=ink, width_mm=0.35, cap="round", dash_mm=(0.0, pitch))
    words = Piece(tuple(items), link, Rect(0.0, 0.0, width, leading), key)
    return Strip(leading, (words, Piece((dots,))) if stop - start > pitch else (words,))


# The pocket fold


def _spaced(column: Sequence[Placed], style: Style, stretch_mm: float) -> list[Placed]:
    return fill_column([placed.strip for placed in column], style.depth_mm - ABOVE_FOOT_MM, stretch_mm)


def key_spans(theme: Theme) -> tuple[Span, ...]:
    """`On your cards: red = rouge, W = O.`; nothing where cards and rules agree."""
    if not (key := key_text(theme)):
        return ()
    return Span(f"{read_key_words().title}: ", bold=True), Span(f"{key}.")


def with_key(panels: Sequence[Chapter[Block]], style: Style) -> Sequence[Chapter[Block]]:
    """What the theme's cards call otherwise, at the end of the panel with the most room: the cover has none."""
    if not (said := key_spans(style.theme)):
        return panels
    emptiest = min(panels, key=lambda panel: natural_height(set_chapter(panel, style)))
    return [panel.with_blocks((*panel.blocks, Paragraph("", said))) if panel is emptiest else panel for panel in panels]


def make_pocket(pocket: Pocket, style: Style) -> list[ReadingPage]:
    """Eight pages, in the largest type with which every panel fits its page. Raises LayoutError for a text too long."""
    if len(pocket.panels) != POCKET_PAGES - 1:
        raise LayoutError(
            f"{pocket.title}: the fold has {POCKET_PAGES - 1} panels beside its cover, the text {len(pocket.panels)}."
        )
    texts = with_key(pocket.panels, style)
    steps = int((style.largest_pt - style.body_pt) / 0.2)
    for step in reversed(range(steps + 1)):
        grown = style.grown(1 + step * 0.2 / style.body_pt)
        panels = [paginate(set_chapter(panel, grown), grown.depth_mm) for panel in texts]
        if all(len(columns) == 1 for columns in panels):
            break
    stretch = POCKET_STRETCH * style.stretch_mm
    for panel, columns in zip(texts, panels, strict=True):
        if len(columns) > 1:
            over = sum(placed.strip.height_mm + placed.strip.before_mm for column in columns[1:] for placed in column)
            raise LayoutError(
                f"{pocket.title}: {panel.title!r} is {over:.0f} mm too long for a page of the pocket fold."
            )
    if not pocket.checked:
        for columns in panels:
            verify_room(columns, grown)
    cover = ReadingPage(
        style.width_mm,
        style.height_mm,
        merged(draw_cover(pocket, style)),
        "1",
        (Bookmark("cover", pocket.title),),
    )
    return [
        cover,
        *(
            text_page([_spaced(columns[0], grown, stretch)], grown, number, pocket.title)
            for number, columns in enumerate(panels, 2)
        ),
    ]
