"""A book as pages: a family book, whose fields have their places and never shrink, and a book made of paragraphs, which flows in columns.

In a family book a chapter begins a page and stays on it, or on those that its breaks make. What does not fit its page stops the build,
with the number of letters to lose. Large print has the same fields on more pages, each field whole; a pocket fold has the pages that the
book names. A book of paragraphs has its chapters in columns, and the last one on the back; as a pocket fold a cover and seven panels, each of
which must hold its text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, count, groupby, repeat
from typing import Any, NamedTuple

from tt_print.booklets.blocks import (
    Block,
    Book,
    Bullets,
    Chapter,
    Field,
    Figure,
    Heading,
    HouseRule,
    PageEnd,
    Paragraph,
    RenderedExample,
    Round,
    Span,
    Table,
    plain,
)
from tt_print.booklets.blocks import Box as FramedText
from tt_print.booklets.cover import cover_page, draw_picture, read_cover
from tt_print.booklets.field_boxes import LETTERS_PER_EM, field_box, longest_words, panels_box
from tt_print.booklets.figures import Examples, figure_box
from tt_print.booklets.prose import (
    FixedBox,
    Flow,
    Part,
    Style,
    bullets_box,
    choices_box,
    em_mm,
    framed_text,
    heading_box,
    paragraph_box,
    runs_of,
    table_box,
    title_box,
)
from tt_print.cards.scene import draw_scene, scene_height
from tt_print.drawing.geometry import Rect, line, rectangle
from tt_print.drawing.shapes import Bookmark, Path, ReadingPage, Text
from tt_print.drawing.text import BOLD, TEXT
from tt_print.errors import LayoutError
from tt_print.page.boxes import (
    NEVER,
    UNWILLING,
    Box,
    Layout,
    Stack,
    Strip,
    Tag,
    Tagged,
    Words,
    first_words,
    grouped,
    height_of,
    stacked,
)
from tt_print.page.flow import Document, Put, balanced, paginate
from tt_print.page.text import NO_BREAK, SUM_MM
from tt_print.records import replace

POCKET_PAGES = 8
SCENE = "tips"  # on a page that is left over
SUMMARY = "summary"  # the chapter on the back
PUZZLES = "puzzles"  # a chapter of the sheets of puzzles
SMALL, SMALLER = "words", 0.88  # the chapter in smaller type, but not in large print
LONELY = 25.0  # what it costs if a page ends after the first block of a numbered chapter
TITLE_BREAK = -40.0  # what it costs to end a page of large print before a chapter
FULL_PAGE = 0.72  # a last page of a section from here on is filled by its gaps
ABOVE_FOOT_MM = 1.5  # no gap grows so far that the last line comes nearer to the foot
POCKET_STRETCH = 2.5  # how much more than elsewhere the gaps of the pocket fold may grow
LESSON_PICTURE = 0.5  # its height, in widths of a column
LESSON_SIZES = (1.25, 1.15, 1.08, 1.0)  # of its type and cards
BOXES: dict[type[Block], Callable[[Any, Style], Box]] = {
    Paragraph: paragraph_box, Heading: heading_box, Bullets: bullets_box, Table: table_box, Round: panels_box, Field: field_box,
    FramedText: framed_text, Figure: figure_box,
}  # fmt: skip
ALIKE_BOXES: dict[type[Block], Callable[[Any, Style], Box]] = {RenderedExample: Examples, HouseRule: choices_box}
ALIKE = (RenderedExample, HouseRule)  # neighbors of one of these kinds are set together
AROUND_PICTURE_MM = 0.8  # more above a picture in a column
BREAK_COSTS = {
    Heading: -1.0,
    Table: 2.0,
    HouseRule: 2.0,
    Field: 2.0,
    Figure: 2.0,
    FramedText: 4.0,
}  # of a break before it


# ---------------------------------------------------------------- chapters


def chapter_box(chapter: Chapter, style: Style) -> Box:
    """A chapter's title and blocks. Examples stay with the paragraph before them as long as a page allows."""
    parts = [Part(title_box(chapter.number, chapter.title, chapter.key, style))]
    style = style.grown(SMALLER) if chapter.kind == SMALL and not style.is_large else style
    before: type[Block] | None = None
    is_announced = False  # a line that ends with a colon stays with what it announces
    for kind, run in groupby(chapter.blocks, type):
        blocks = list(run)
        for some in [blocks] if kind in ALIKE else [[block] for block in blocks]:
            part = _part(some, style)
            first = before is None
            if first or before is Heading or is_announced or kind is HouseRule:
                gap = (
                    style.title_after_mm
                    if first
                    else style.section_after_mm
                    if before is Heading
                    else min(part.before, style.paragraph_gap_mm)
                )
                part = part._replace(before=gap, cost=NEVER, stretch=0.0 if first else part.stretch)
            elif len(parts) == 2 and chapter.number:
                part = part._replace(cost=LONELY)
            elif kind is RenderedExample or (before is Paragraph and kind in (Bullets, Table, Round)):
                part = part._replace(cost=UNWILLING)
            parts.append(part)
            before = kind
        last = blocks[-1]
        is_announced = isinstance(last, Paragraph) and last.spans[-1].text.rstrip().endswith(":")
    return Tagged("Sect", Flow(parts))


def _part(blocks: Sequence[Block], style: Style) -> Part:
    """A block, or neighbors that are set together, with the space above."""
    kind = type(blocks[0])
    above = _gap_above(kind, style) + (AROUND_PICTURE_MM if kind in (Field, Figure) else 0.0)
    return Part(_box(blocks, style, is_free=True), above, 1.0, BREAK_COSTS.get(kind, 0.0))


def _gap_above(kind: type[Block], style: Style) -> float:
    gaps = {
        Heading: style.section_before_mm,
        Paragraph: style.paragraph_gap_mm,
        Bullets: style.paragraph_gap_mm,
        RenderedExample: style.example_gap_mm,
    }
    gap: float = gaps.get(kind, style.block_gap_mm)
    return gap


def _box(blocks: Sequence[Block], style: Style, is_free: bool = False) -> Box:
    """A block, or neighbors that are set together. A field that `is_free` may be longer than its place, and then says so."""
    block = blocks[0]
    if isinstance(block, ALIKE):
        return ALIKE_BOXES[type(block)](blocks, style)
    box = BOXES[type(block)](block, style)
    if not (is_free and isinstance(block, Field)):
        return box
    laid = box.lay(style.column_mm)
    over = "" if laid.height <= style.depth_mm + SUM_MM else longest_words(block)
    return FixedBox(replace(laid, overflow=laid.overflow or over))


def chapters_flow(chapters: Sequence[Chapter], style: Style) -> list[Part]:
    return [Part(chapter_box(chapter, style), style.title_before_mm, 1.0, -2.0) for chapter in chapters]


# ---------------------------------------------------------------- pages


class Page(NamedTuple):
    """The columns of a page, and what is under them, such as the band over how to play."""

    columns: Sequence[Layout]
    under: Sequence[Put] = ()


def make_pages(book: Book, style: Style, multiple: int = 4) -> list[ReadingPage]:
    """The pages in reading order, their number a multiple of `multiple`: the cover, the chapters one after the other, and the summary
    on the back.
    """
    body = _columns([each for each in book.chapters if each.kind != SUMMARY], book.credit, style)
    back = _columns([each for each in book.chapters if each.kind == SUMMARY], "", style)
    return _with_cover(book, style, body, back, multiple, book.title.replace(NO_BREAK, " "))


def _with_cover(
    book: Book,
    style: Style,
    body: Sequence[Page],
    back: Sequence[Page],
    multiple: int,
    title: str = "",
    in_short: bool = False,
    cover_style: Style | None = None,
) -> list[ReadingPage]:
    """The cover and all pages, those before the back filled up to a multiple of `multiple`; `title` is at the foot of each."""
    document, first = Document(), cover_style or style
    spare = -(1 + len(body) + len(back)) % multiple
    left_over = [Page([spare_page(style)]), *[Page([])] * (spare - 1)][:spare]  # one picture is enough
    cover = document.reading_page(cover_page(book, first, in_short), style.width_mm, style.height_mm, "1")
    return [
        replace(cover, bookmarks=(Bookmark("cover", book.title.replace(NO_BREAK, " ")),)),
        *(
            text_page(document, page.columns, style, number, title, page.under)
            for number, page in enumerate([*body, *left_over, *back], 2)
        ),
    ]


def _columns(chapters: Sequence[Chapter], credit: str, style: Style) -> list[Page]:
    """The pages of chapters one after the other, with the credit below the last one."""
    parts = chapters_flow(chapters, style)
    if parts and credit:
        parts.append(Part(Tagged("Sect", Words(runs_of((Span(credit),)), style.small)), style.block_gap_mm))
    strips = Flow(parts).strips(style.column_mm)
    columns = filled(strips, style) if parts else []
    if any(each.kind == PUZZLES for each in chapters):  # as many on one page as on the next
        columns = [stacked(column, style.column_mm) for column in balanced(strips, len(columns))]
    return _pages(columns, style)


def filled(strips: Sequence[Strip], style: Style) -> list[Layout]:
    """Strips as columns, filled by their gaps; the last one too if it is nearly full."""
    columns = paginate(strips, style.depth_mm, style.stretch_mm, style.min_fill)
    limit = style.stretch_mm
    made = []
    for index, column in enumerate(columns):
        is_full = index + 1 < len(columns) or height_of(column) > FULL_PAGE * style.depth_mm
        laid = stacked(column, style.column_mm, style.depth_mm if is_full else 0.0, limit)
        over = laid.overflow or (
            "" if height_of(column) <= style.depth_mm + SUM_MM else first_words(laid) or "a picture"
        )
        made.append(replace(laid, overflow=over))
    return made


def _pages(columns: Sequence[Layout], style: Style) -> list[Page]:
    return [Page(columns[i : i + style.columns]) for i in range(0, len(columns), style.columns)]


def spare_page(style: Style) -> Layout:
    """A scene in the middle of a page that is left over."""
    width = 0.8 * style.column_mm
    scene = Layout(width, scene_height(SCENE, width), (draw_scene(style.theme, SCENE, width),))
    return grouped([((style.column_mm - width) / 2, style.depth_mm / 3, scene)], style.column_mm, style.depth_mm)


def text_page(
    document: Document, columns: Sequence[Layout], style: Style, number: int, title: str, under: Sequence[Put] = ()
) -> ReadingPage:
    """A page of text with its number at the outer edge and the book's name at the inner one. Raises LayoutProblem for what sticks out."""
    left = style.inner_mm if number % 2 else style.outer_mm
    parts: list[Put] = [*under]
    parts += [
        (left + index * (style.column_mm + style.gutter_mm), style.top_mm, column)
        for index, column in enumerate(columns)
    ]
    parts.append((0.0, 0.0, _footer(style, number, title, left)))
    page = document.reading_page(parts, style.width_mm, style.height_mm, str(number))
    return replace(page, bookmarks=tuple(replace(mark, y_mm=max(0.0, mark.y_mm)) for mark in page.bookmarks))


def _footer(style: Style, number: int, title: str, left: float) -> Layout:
    size, y = em_mm(style.footer_pt), style.height_mm - style.footer_up_mm
    right = style.width_mm - (style.outer_mm if number % 2 else style.inner_mm)
    ink = style.theme.ink
    outer, inner = (right, left) if number % 2 else (left, right)
    figure = Text(outer, y, str(number), BOLD, size, ink, "end" if number % 2 else "start")
    if not title:
        return Layout(style.width_mm, style.height_mm, (figure,))
    rule = Path(line(left, y - size * 1.25, right, y - size * 1.25), stroke=ink, width_mm=style.line_mm)
    name = Text(inner, y, title, TEXT, size, ink, "start" if number % 2 else "end")
    return Layout(style.width_mm, style.height_mm, (rule, name, figure))


def lesson_pages(book: Book, style: Style) -> list[ReadingPage]:
    """Both sides of a sheet in columns of one height, in the largest type that fits; on small paper as many pages as it takes."""
    sheet, document = 2 * style.columns, Document()
    more = count(sheet + style.columns, style.columns)
    for columns, part in chain(((sheet, part) for part in LESSON_SIZES), zip(more, repeat(1.0))):
        grown = style.grown(part).changed(panel_face_mm=part * style.panel_face_mm, footer_pt=part * style.small_pt)
        strips = _lesson_flow(book, grown).strips(grown.column_mm)
        made = balanced(strips, columns)
        over = max(map(height_of, made)) - grown.depth_mm
        if over <= SUM_MM:
            break
        if columns > len(strips):  # each part has a column, and one is too high for any
            raise LayoutError(f"{book.title}: {_too_many(over, grown)}")
    pages = _pages([stacked(column, grown.column_mm) for column in made], grown)
    return [text_page(document, page.columns, grown, number, book.title) for number, page in enumerate(pages, 1)]


def _lesson_flow(book: Book, style: Style) -> Flow:
    """The chapters one after the other, under the title and the picture of the game's cover."""
    room = Rect(0.0, 0.0, style.column_mm, LESSON_PICTURE * style.column_mm)
    scene = grouped(draw_picture(read_cover(book.game), style, room), room.width, room.height, tag=Tag("Sect"))
    name, _, rest = book.title.partition(": ")
    large = replace(style.title, size=1.6 * style.title.size, leading=1.6 * style.title.leading)
    opening = [
        Part(Words(name, large, "H1")),
        Part(Words(rest.capitalize(), style.title, "")),
        Part(FixedBox(scene), style.block_gap_mm, 0.0, NEVER),
    ]
    return Flow([*opening, *chapters_flow(book.chapters, style)])


# ---------------------------------------------------------------- the pocket fold


def make_pocket(pocket: Book, style: Style) -> list[ReadingPage]:
    """Eight pages, in the largest type with which every panel fits its page. Raises LayoutError for a text too long."""
    steps = int((style.largest_pt - style.body_pt) / 0.2)
    for step in reversed(range(steps + 1)):
        grown = style.grown(1 + step * 0.2 / style.body_pt)
        panels = [chapter_box(panel, grown).strips(grown.column_mm) for panel in pocket.chapters]
        if all(height_of(strips) <= grown.depth_mm + SUM_MM for strips in panels):
            break
    for panel, strips in zip(pocket.chapters, panels, strict=True):
        if (over := height_of(strips) - grown.depth_mm) > SUM_MM:
            raise LayoutError(
                f"{pocket.title}: {panel.title!r} is {over:.0f} mm too long for a page of the pocket fold."
            )
    depth, stretch = grown.depth_mm - ABOVE_FOOT_MM, POCKET_STRETCH * style.stretch_mm
    made = [Page([stacked(strips, grown.column_mm, depth, stretch)]) for strips in panels]
    return _with_cover(pocket, grown, made, (), 1, pocket.title, in_short=True, cover_style=style)


# ---------------------------------------------------------------- family books


BAND_PART = 0.115  # of a page's height: the band of the game's color over how to play
BAND_TYPE = 22 / 17  # its title, by that of other pages
BAND_PAD_MM, SMALL_FOOT = 1.6, 0.16  # of a pocket
BAND_FOOT = 0.12  # of its height, below the words
LOW_BAND = 0.5  # the visible height of the band on a page that goes on and has the goal alone; a pocket needs it whole
WHITE_MM = 5.2  # that a home printer leaves at the edges of the paper


def is_family(book: Book) -> bool:
    """Whether a book is made of fields with a fixed place. In one that somebody brings, which nobody checked, fields flow."""
    return book.checked and any(isinstance(block, Field) for chapter in book.chapters for block in chapter.blocks)


def make_family(book: Book, style: Style, multiple: int, in_short: bool = False) -> list[ReadingPage]:
    """The pages in reading order, their number a multiple of `multiple`; the last chapter is the back. Raises LayoutError."""
    *before, last = book.chapters
    back = _chapter_pages(book, last, style)
    if style.is_large:
        pages = _flowing_pages(book, before, style, lambda count: -(1 + count + len(back)) % multiple)
    else:
        pages = [page for chapter in before for page in _chapter_pages(book, chapter, style)]
    return _with_cover(book, style, pages, back, multiple, "", in_short)


def _flowing_pages(
    book: Book, chapters: Sequence[Chapter], style: Style, count_spare: Callable[[int], int]
) -> list[Page]:
    """Chapters one after the other, each field whole; so many of the last ones begin a page that as few as can be are left over."""
    bands = {chapter.key: _chapter_pages(book, chapter, style) for chapter in chapters if _goal(chapter)}
    strips = dict[str, list[Strip]]()
    for chapter in chapters:
        parts = _parts(chapter, Bookmark(chapter.key, chapter.title, 0, -4.0), _without_breaks(chapter), style, None)
        strips[chapter.key] = [] if _goal(chapter) else Flow(parts).strips(style.column_mm)
    found = []
    for apart in range(len(chapters)):
        made, run = list[Page](), list[Strip]()
        for number, chapter in enumerate(chapters):
            if chapter.key in bands or number >= len(chapters) - apart:
                made, run = [*made, *_large_columns(run, style)], []
            made += bands.get(chapter.key, [])
            if own := strips[chapter.key]:
                run += [replace(own[0], before=style.title_before_mm, cost=TITLE_BREAK), *own[1:]]
        made += _large_columns(run, style)
        found.append((count_spare(len(made)), len(made), made))
    return min(found, key=lambda one: one[:2])[2]


def _large_columns(strips: Sequence[Strip], style: Style) -> list[Page]:
    """Pages of strips, none of which is parted. Raises LayoutError for one that is higher than a page."""
    columns = paginate(strips, style.depth_mm, 0.0, 0.0) if strips else []
    for column in columns:
        if (over := height_of(column) - style.depth_mm) > SUM_MM:
            raise LayoutError(f"{first_words(column[0].layout)}: {_too_many(over, style)}")
    return [Page([stacked(column, style.column_mm)]) for column in columns]


def _goal(chapter: Chapter) -> Paragraph | None:
    """What is on the band over how to play."""
    return (
        next((block for block in chapter.blocks if isinstance(block, Paragraph)), None)
        if chapter.kind == "start"
        else None
    )


def _without_breaks(chapter: Chapter) -> list[Block]:
    return [block for block in chapter.blocks if not isinstance(block, PageEnd)]


def _chapter_pages(book: Book, chapter: Chapter, style: Style) -> list[Page]:
    """The pages of a chapter, those of how to play on a band. In large print the back has its first section on a page of its own."""
    goal, runs = _goal(chapter), list[list[Block]]([[]])
    for block in chapter.blocks:
        is_new = (
            isinstance(block, Heading) and chapter.kind == SUMMARY if style.is_large else isinstance(block, PageEnd)
        )
        runs += [[]] if is_new else []
        runs[-1] += [] if isinstance(block, PageEnd) else [block]
    made: list[Page] = []
    for index, blocks in enumerate(runs):
        is_titled = index % 2 == 0 if goal else index == 0  # at the left of each spread
        mark = None if index else Bookmark(chapter.key, chapter.title, 0, -4.0)
        strips = Flow(_parts(chapter if is_titled else None, mark, blocks, style, goal)).strips(style.column_mm)
        columns = paginate(strips, style.depth_mm, 0.0, 0.0) if style.is_large else [strips]
        for column in columns:
            if (over := height_of(column) - style.depth_mm) > SUM_MM:
                raise LayoutError(f"{book.title}, {chapter.title}, page {index + 1}: {_too_many(over, style)}")
            has_own = goal and column is columns[0]
            band = [(0.0, 0.0, _band(style, _band_mm(style, is_titled)))] if has_own else []
            made.append(Page([stacked(column, style.column_mm)], band))
    return made


def _too_many(over_mm: float, style: Style) -> str:
    letters = round(over_mm / style.leading_mm * style.column_mm / style.body.size * LETTERS_PER_EM)
    return f"{letters} letters too many ({over_mm:.0f} mm)."


def _parts(
    chapter: Chapter | None, mark: Bookmark | None, blocks: Sequence[Block], style: Style, goal: Paragraph | None
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
        if len(parts) == 1 and not goal:  # below the title
            parts.append(Part(_box([block], style), style.title_after_mm, 0.0, NEVER))
        else:
            parts.append(
                Part(_box([block], style), _gap_above(type(block), style), 0.0, NEVER if is_under_heading else 0.0)
            )
        is_under_heading = isinstance(block, Heading)
    return parts


def _heads(chapter: Chapter | None, mark: Bookmark | None, goal: Paragraph, style: Style) -> Part:
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
    is_low = not (chapter or is_small)  # the goal in the middle of a band of half the height
    foot = (height - top - said.height) / 2 if is_low else (SMALL_FOOT if is_small else BAND_FOOT) * height
    down = height - foot - said.height - style.top_mm
    if (over := top - style.top_mm - down) > SUM_MM:
        raise LayoutError(f"the goal {plain(goal.spans)[:30]!r} in its band: {_too_many(over, style)}")
    return Part(FixedBox(grouped([(pad, down, said)], style.column_mm, max(height - style.top_mm, down + said.height))))


def _band_mm(style: Style, is_titled: bool) -> float:
    """The foot of the band, from the top of the page."""
    top, is_whole = _band_top_mm(style), is_titled or style.format == "pocket"
    return top + (BAND_PART * style.height_mm - top) * (1.0 if is_whole else LOW_BAND)


def _band_top_mm(style: Style) -> float:
    """A page of the pocket fold has its top where the sheet is folded."""
    return 0.0 if style.format == "pocket" else WHITE_MM


def _band(style: Style, foot_mm: float) -> Layout:
    """Across the top of a page, in the game's color, as far as printers reach; a line where ink is to be saved."""
    top = foot_mm - 0.8 if style.theme.is_low else _band_top_mm(style)
    box = rectangle(WHITE_MM, top, style.width_mm - 2 * WHITE_MM, foot_mm - top)
    ink = style.theme.ink if style.theme.is_low else style.accent
    return Layout(style.width_mm, style.height_mm, (Path(box, ink),))
