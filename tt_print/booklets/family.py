"""A family book as pages: a chapter begins a page and stays on it, or on those that its breaks make, in fields that never shrink.

What does not fit its page stops the build, with the number of letters to lose. Large print has the same fields on more pages, each field
whole. A pocket fold has those pages that the book names.
"""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.booklets.blocks import (
    Block,
    Book,
    Bullets,
    Chapter,
    Field,
    Figure,
    Heading,
    PageEnd,
    Paragraph,
    Round,
    Span,
    Table,
    plain,
)
from tt_print.booklets.cover import cover_page
from tt_print.booklets.field_boxes import field_box, panels_box
from tt_print.booklets.figures import figure_box
from tt_print.booklets.pages import spare_page, text_page
from tt_print.booklets.prose import FixedBox, Flow, Part, bullets_box, heading_box, paragraph_box, runs_of, table_box
from tt_print.booklets.style import Style
from tt_print.drawing.geometry import rectangle
from tt_print.drawing.shapes import Bookmark, Path, ReadingPage
from tt_print.errors import LayoutError, TemplateError
from tt_print.page.boxes import NEVER, Box, Layout, Stack, Words, grouped, height_of, stacked
from tt_print.page.flow import Document, paginate
from tt_print.page.text import SUM_MM
from tt_print.records import replace

BAND_PART = 0.115  # of a page's height: the band of the game's color over how to play
BAND_TYPE = 22 / 17  # its title, by that of other pages
BAND_PAD_MM, SMALL_FOOT = 1.6, 0.16  # of a pocket
BAND_FOOT = 0.12  # of its height, below the words
LOW_BAND = 0.5  # the visible height of the band on a page that goes on: it has the goal alone
LETTERS_PER_EM = 2.05  # of running text
WHITE_MM = 5.2  # that a home printer leaves at the edges of the paper


def is_family(book: Book[Block]) -> bool:
    """Whether a book is made of fields with a fixed place. In one that somebody brings, which nobody checked, fields flow."""
    return book.checked and any(isinstance(block, Field) for chapter in book.chapters for block in chapter.blocks)


def make_family(book: Book[Block], style: Style, multiple: int, in_short: bool = False) -> list[ReadingPage]:
    """The pages in reading order, their number a multiple of `multiple`; the last chapter is the back. Raises LayoutError."""
    document = Document()
    *before, back = [_chapter_pages(book, chapter, style) for chapter in book.chapters]
    pages = [page for chapter in before for page in chapter]
    spare = -(1 + len(pages) + len(back)) % multiple
    pages += [*[(spare_page(style), 0.0)] * spare, *back]
    made = [document.reading_page(cover_page(book, style, in_short), style.width_mm, style.height_mm, "1")]
    made[0] = replace(made[0], bookmarks=(Bookmark("cover", book.title),))
    for number, (page, band_mm) in enumerate(pages, 2):
        band = [(0.0, 0.0, _band(style, band_mm))] if band_mm else []
        made.append(text_page(document, [page], style, number, "", band))
    return made


def _chapter_pages(book: Book[Block], chapter: Chapter[Block], style: Style) -> list[tuple[Layout, float]]:
    """The pages of a chapter, each with the foot of its band, from the top of the page in millimeters; 0 without a band."""
    goal = next((block for block in chapter.blocks if isinstance(block, Paragraph)), None)
    runs: list[list[Block]] = [[]]
    for block in chapter.blocks:
        if not isinstance(block, PageEnd):
            runs[-1].append(block)
        elif not style.is_large:
            runs.append([])
    has_band = chapter.kind == "start" and goal is not None
    made: list[tuple[Layout, float]] = []
    for index, blocks in enumerate(runs):
        is_titled = index % 2 == 0 if has_band else index == 0  # at the left of each spread
        mark = None if index else Bookmark(chapter.key, chapter.title, 0, -4.0)
        parts = _parts(chapter if is_titled else None, mark, blocks, style, goal if has_band else None)
        strips = Flow(parts).strips(style.column_mm)
        columns = paginate(strips, style.depth_mm, 0.0, 0.0) if style.is_large else [strips]
        for column in columns:
            if (over := height_of(column) - style.depth_mm) > SUM_MM:
                raise LayoutError(f"{book.title}, {chapter.title}, page {index + 1}: {_too_many(over, style)}")
            band_mm = _band_mm(style, is_titled) if has_band and column is columns[0] else 0.0
            made.append((stacked(column, style.column_mm), band_mm))
    return made


def _too_many(over_mm: float, style: Style) -> str:
    letters = round(over_mm / style.leading_mm * style.column_mm / style.body.size * LETTERS_PER_EM)
    return f"{letters} letters too many ({over_mm:.0f} mm)."


def _parts(
    chapter: Chapter[Block] | None, mark: Bookmark | None, blocks: Sequence[Block], style: Style, goal: Paragraph | None
) -> list[Part]:
    """The blocks of a page with the gaps between them, under the title on the first one."""
    parts: list[Part] = []
    if goal:
        parts.append(_heads(chapter, mark, goal, style))
        if not style.is_large:
            blocks = [block for block in blocks if block is not goal]
    elif chapter:
        title = Words(runs_of((Span(chapter.title),)), style.title, "H2", keeps=True, bookmark=mark)
        parts.append(Part(title))
    is_under_heading = False
    for block in blocks:
        is_text = isinstance(block, Paragraph | Bullets)
        before = (
            style.section_before_mm
            if isinstance(block, Heading)
            else style.paragraph_gap_mm
            if is_text
            else style.block_gap_mm
        )
        after_title = len(parts) == 1 and not goal
        parts.append(
            Part(
                _box(block, style),
                style.title_after_mm if after_title else before,
                0.0,
                NEVER if after_title or is_under_heading else 0.0,
            )
        )
        is_under_heading = isinstance(block, Heading)
    return parts


def _heads(chapter: Chapter[Block] | None, mark: Bookmark | None, goal: Paragraph, style: Style) -> Part:
    """What is on the band: the title of the chapter and the goal of the game, or on a page that goes on the goal alone.

    Raises LayoutError for a goal that does not fit.
    """
    ink = style.theme.ink if style.theme.is_low else style.on_accent
    top, height = _band_top_mm(style), _band_mm(style, chapter is not None)
    is_small = style.format == "pocket"
    # in large print the goal is the first line below; the small band of a pocket has the title or the goal
    has_goal = not style.is_large and not (is_small and chapter)
    boxes: list[Box] = [Words(runs_of(goal.spans), replace(style.body.strong, ink=ink))] if has_goal else []
    if chapter:
        text = replace(style.title, size=style.title.size * BAND_TYPE, ink=ink)
        boxes.insert(0, Words(runs_of((Span(chapter.title),)), text, "H2", bookmark=mark))
    pad = BAND_PAD_MM if is_small else 0.0  # away from the edge of the band
    said = Stack(boxes).lay(style.column_mm - 2 * pad)
    foot = (SMALL_FOOT if is_small else BAND_FOOT) * height if chapter else (height - top - said.height) / 2
    down = height - foot - said.height - style.top_mm
    if (over := top - style.top_mm - down) > SUM_MM:
        raise LayoutError(f"the goal {plain(goal.spans)[:30]!r} in its band: {_too_many(over, style)}")
    return Part(FixedBox(grouped([(pad, down, said)], style.column_mm, max(height - style.top_mm, down + said.height))))


def _band_mm(style: Style, is_titled: bool) -> float:
    """The foot of the band, from the top of the page."""
    top = _band_top_mm(style)
    return top + (BAND_PART * style.height_mm - top) * (1.0 if is_titled else LOW_BAND)


def _band_top_mm(style: Style) -> float:
    """A page of the pocket fold has its top where the sheet is folded."""
    return 0.0 if style.format == "pocket" else WHITE_MM


def _band(style: Style, foot_mm: float) -> Layout:
    """Across the top of a page, in the game's color, as far as printers reach; a line where ink is to be saved."""
    top = foot_mm - 0.8 if style.theme.is_low else _band_top_mm(style)
    box = rectangle(WHITE_MM, top, style.width_mm - 2 * WHITE_MM, foot_mm - top)
    ink = style.theme.ink if style.theme.is_low else style.accent
    return Layout(style.width_mm, style.height_mm, (Path(box, ink),))


def _box(block: Block, style: Style) -> Box:
    match block:
        case Field():
            return field_box(block, style)
        case Paragraph():
            return paragraph_box(block, style)
        case Bullets():
            return bullets_box(block, style)
        case Heading():
            return heading_box(block, style)
        case Table():
            return table_box(block, style)
        case Figure():
            return figure_box(block, style)
        case Round():
            return panels_box(block, style)
    raise TemplateError(f"a family book has no {type(block).__name__}.")
