"""A whole booklet as pages: cover, contents, chapters, what fills the last sheet, and the summary on the back; and
the pocket fold, a cover and seven panels, each of which must hold its text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tt_print.booklets.blocks import Block, Book, Figure, Pocket, Span
from tt_print.booklets.cover import draw_cover
from tt_print.booklets.filler_pages import make_filler_pages
from tt_print.booklets.galley import Strip, baseline_in, merged, moved, stacked, text_strips
from tt_print.booklets.lines import set_lines, width_of
from tt_print.booklets.paginate import Columns, Placed, paginate
from tt_print.booklets.style import Style, em_mm
from tt_print.booklets.typeset import read_words, set_chapter
from tt_print.drawing.geometry import Rect, line
from tt_print.drawing.shapes import Path, Text
from tt_print.drawing.structure import Bookmark, Element, Piece, ReadingPage
from tt_print.drawing.text import BOLD, TEXT
from tt_print.errors import LayoutError

POCKET_PAGES = 8
SUMMARY_TYPE = (1.22, 1.1)  # how much larger than in the book the summary may be set


def make_pages(book: Book[Block], style: Style, multiple: int = 4) -> list[ReadingPage]:
    """The pages in reading order, their number a multiple of `multiple`.

    The summary stands on the back cover. Where chapters end before the last sheet does, pages for the table follow
    them: all the cards of the deck, lines for notes.
    """
    running = [strip for chapter in book.chapters if chapter.kind != "summary" for strip in set_chapter(chapter, style)]
    summary = set_summary(book, style)
    body = _pages(paginate(running, style.depth_mm, style.stretch_mm, style.min_fill), style)
    back = _pages(paginate(summary, style.depth_mm, 0.0, style.min_fill), style) if summary else []
    for front in range(1, 9):  # how many pages the contents take depends on what they name, and that on their number
        fill = make_filler_pages(book, style, -(1 + front + len(body) + len(back)) % multiple)
        sheets = [*body, *fill, *back]
        starts = {
            mark.key: (mark.title, 2 + front + i)
            for i, page in enumerate(sheets) if page not in fill for mark in _bookmarks(page) if mark.level == 0
        }  # fmt: skip
        contents = _contents(book, style, starts)
        if len(contents) == front:
            break
    pages = [_cover(book, style)]
    pages += [text_page(page, style, number, book.title) for number, page in enumerate([*contents, *sheets], 2)]
    pages[1] = replace(pages[1], bookmarks=(Bookmark("contents", read_words().contents), *pages[1].bookmarks))
    return pages


def set_summary(book: Book[Block], style: Style) -> list[Strip]:
    """The summary's strips: in the largest type that keeps it on one page, else with narrower gaps, else unpictured."""
    whole = [chapter for chapter in book.chapters if chapter.kind == "summary"]
    bare = [replace(each, blocks=tuple(b for b in each.blocks if not isinstance(b, Figure))) for each in whole]
    for chapters in (whole, bare):
        grown, closer = (style.grown(part) for part in SUMMARY_TYPE), (style.closer(part) for part in (1.0, 0.7, 0.4))
        for tried in (*grown, *closer):
            strips = [strip for chapter in chapters for strip in set_chapter(chapter, tried)]
            if len(paginate(strips, style.depth_mm)) <= style.columns:
                return strips
    return [strip for chapter in whole for strip in set_chapter(chapter, style)]


def _pages(columns: Sequence[list[Placed]], style: Style) -> list[Columns]:
    per_page = style.columns
    return [list(columns[i : i + per_page]) for i in range(0, len(columns), per_page)]


def _bookmarks(page: Columns) -> list[Bookmark]:
    return [mark for column in page for placed in column for mark in placed.strip.bookmarks]


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
            bookmarks += [replace(mark, y_mm=max(0.0, mark.y_mm + y)) for mark in placed.strip.bookmarks]
    pieces.append(_footer(style, number, title, left))
    return ReadingPage(width, height, merged(pieces), str(number), tuple(bookmarks))


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


def _contents(book: Book[Block], style: Style, chapters: dict[str, tuple[str, int]]) -> list[Columns]:
    """From page 2 on: what is in the book, the house rules that this copy follows, and who made what.

    `chapters` maps the key of each chapter to its title and the number of its first page.
    """
    words = read_words()
    section = Element("Sect")
    strips = _heading(words.contents, style, section)
    toc = Element("TOC", section)
    for key, (title, number) in chapters.items():
        strips.append(_entry(key, title, number, style, toc))
    if book.in_force:
        strips += _heading(words.house_page, style, section)
        for sentence in book.in_force:
            element = Element("P", section)
            lines = set_lines((Span(sentence),), style.body())
            strips += text_strips(lines, element, style, style.leading_mm, before=style.paragraph_gap_mm)
    credit = text_strips(
        set_lines((Span(book.credit + " "), Span(words.set_by.capitalize() + ".")), style.small(style.column_mm)),
        Element("P", section), style, style.small_leading_mm, before=style.block_gap_mm,
    )  # fmt: skip
    whole = stacked(credit)
    columns = paginate([*strips, whole], style.depth_mm)
    columns[-1][-1] = Placed(style.depth_mm - whole.height_mm, whole)  # at the foot of the last column
    return _pages(columns, style)


def _heading(words: str, style: Style, section: Element) -> list[Strip]:
    measure = style.title(style.column_mm)
    element = Element("H2", section)
    strips = text_strips(set_lines((Span(words),), measure), element, style, style.title_leading_mm,
                         before=style.title_before_mm)  # fmt: skip
    last = strips[-1]
    return [*strips[:-1], replace(last, height_mm=last.height_mm + style.title_after_mm)]


def _entry(key: str, title: str, number: int, style: Style, toc: Element) -> Strip:
    """A line of the contents, which leads to its chapter."""
    size, leading = em_mm(style.body_pt), style.leading_mm * 1.12
    link = Element("Link", Element("TOCI", toc), alt=f"{title}, page {number}")
    y = baseline_in(leading, size)
    name, _, rest = title.partition(" ") if title[:1].isdigit() else ("", "", title)
    indent = style.bullet_indent_mm * 1.75
    ink = style.theme.ink
    items = [
        Text(indent, y, f"{rest} ", TEXT, size, ink),
        Text(style.column_mm, y, str(number), BOLD, size, ink, "end"),
    ]
    if name:
        items.insert(0, Text(0.0, y, f"{name} ", BOLD, size, ink))
    start = indent + width_of(f"{rest} ", TEXT, size)
    stop = style.column_mm - width_of(str(number), BOLD, size) - 1.6
    dots = Path(
        line(start, y - 0.3, max(start, stop), y - 0.3), stroke=ink, width_mm=0.35, cap="round", dash_mm=(0.0, 1.8)
    )
    return Strip(leading, (Piece(tuple(items), link, Rect(0.0, 0.0, style.column_mm, leading), key), Piece((dots,))))


# The pocket fold


def make_pocket(pocket: Pocket, style: Style) -> list[ReadingPage]:
    """Eight pages, in the largest type with which every panel fits its page. Raises LayoutError for a text too long."""
    if len(pocket.panels) != POCKET_PAGES - 1:
        raise LayoutError(
            f"{pocket.title}: the fold has {POCKET_PAGES - 1} panels beside its cover, the text {len(pocket.panels)}."
        )
    steps = int((style.largest_pt - style.body_pt) / 0.2)
    for step in reversed(range(steps + 1)):
        grown = style.grown(1 + step * 0.2 / style.body_pt)
        panels = [paginate(set_chapter(panel, grown), grown.depth_mm) for panel in pocket.panels]
        if all(len(columns) == 1 for columns in panels):
            break
    for panel, columns in zip(pocket.panels, panels, strict=True):
        if len(columns) > 1:
            over = sum(placed.strip.height_mm + placed.strip.before_mm for column in columns[1:] for placed in column)
            raise LayoutError(
                f"{pocket.title}: {panel.title!r} is {over:.0f} mm too long for a page of the pocket fold."
            )
    cover = ReadingPage(
        style.width_mm,
        style.height_mm,
        merged(draw_cover(pocket, style)),
        "1",
        (Bookmark("cover", pocket.title),),
    )
    return [cover, *(text_page(columns, grown, number, pocket.title) for number, columns in enumerate(panels, 2))]
