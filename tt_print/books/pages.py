"""A book as pages. A field has its place and never shrinks, and what does not fit a page stops the build, with the number of letters to lose.

In a family book a chapter begins a page and stays on it, or on those that its breaks make; a pocket fold has the pages that the book names.
In large print, and in a book without breaks of its own, chapters follow one another, each field whole. The summary is on the back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tt_print.books.blocks import (
    Block,
    Book,
    BookTable,
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
    plain,
)
from tt_print.books.cover import cover_page, draw_picture, read_cover
from tt_print.books.field_boxes import LETTERS_PER_EM, field_box, panels_box
from tt_print.books.figures import example_box, figure_box
from tt_print.books.prose import (
    FixedBox,
    Flow,
    FlowPart,
    Style,
    bullets_box,
    em_mm,
    heading_box,
    house_box,
    paragraph_box,
    runs_of,
    table_box,
)
from tt_print.draw.geometry import Rect, line, rectangle
from tt_print.draw.shapes import Bookmark, Path, ReadingPage, Text
from tt_print.draw.text import BOLD, TEXT
from tt_print.faces.scene import draw_scene, scene_height
from tt_print.page.boxes import NEVER, Box, Layout, Stack, Strip, Tag, Words, first_words, grouped, stacked
from tt_print.page.flow import Document, Put, balanced, paginate
from tt_print.page.text import NO_BREAK, SUM_MM
from tt_print.problems import LayoutProblem
from tt_print.records import replace

POCKET_PAGES = 8
SCENE = "tips"  # on a page that is left over
SUMMARY = "summary"  # the chapter on the back
TITLE_BREAK = -40.0  # what it costs to end a page before a chapter
BAND_LETTERS = 60  # in one line
LESSON_PICTURE = 0.5  # its height, in widths of a column


BOXES: dict[type[Block], Callable[[Any, Style], Box]] = {
    Paragraph: paragraph_box, Heading: heading_box, Bullets: bullets_box, BookTable: table_box, Round: panels_box, Field: field_box,
    Figure: figure_box, RenderedExample: example_box, HouseRule: house_box,
}  # fmt: skip


class BookPage(NamedTuple):
    """The columns of a page, and what is under them, such as the band over how to play."""

    columns: Sequence[Layout]
    under: Sequence[Put] = ()


# ---------------------------------------------------------------- books


def make_pages(book: Book, style: Style, multiple: int = 4) -> list[ReadingPage]:
    """The pages in reading order, their number a multiple of `multiple`: the cover, the chapters, what is left over, and the back.

    Raises LayoutError for what does not fit.
    """
    flows = style.format != "pocket" and (style.is_large or not is_parted(book))
    back = [page for each in book.chapters if each.kind == SUMMARY for page in _chapter_pages(book, each, style, flows)]
    chapters = [each for each in book.chapters if each.kind != SUMMARY]

    def spare(body: Sequence[BookPage]) -> int:
        return -(1 + len(body) + len(back)) % multiple

    laid = [
        _Laid(strips=_chapter_strips(each, style)) if flows and not _goal(each) else _Laid(_chapter_pages(book, each, style, flows))
        for each in chapters
    ]  # fmt: skip
    credit = [FlowPart(Words(runs_of((Span(book.credit),)), style.small), style.block_gap_mm)]
    foot = _strips(credit, style) if flows and not is_parted(book) and book.credit else []
    # where pages are left over, the last chapters begin on pages of their own, rather than leave those empty
    ways = (_body(laid, foot, style, apart) for apart in range(len(chapters) + 1 if flows else 1))
    body = min(ways, key=lambda body: (spare(body) > 1, len(body)))
    # one picture is enough
    left_over = [BookPage([spare_page(style)] if not index else []) for index in range(spare(body))]
    document = Document()
    cover = document.reading_page(cover_page(book, style), style.width_mm, style.height_mm, "1")
    return [
        replace(cover, bookmarks=(Bookmark("cover", book.title.replace(NO_BREAK, " ")),)),
        *(
            text_page(document, page.columns, style, number, "", page.under)
            for number, page in enumerate([*body, *left_over, *back], 2)
        ),
    ]


class _Laid(NamedTuple):
    """A chapter as pages of its own, or as strips that follow those of the chapter before it."""

    pages: Sequence[BookPage] = ()
    strips: Sequence[Strip] = ()


def _body(laid: Sequence[_Laid], foot: Sequence[Strip], style: Style, apart: int) -> list[BookPage]:
    """The pages of the chapters, of which so many, the last ones, begin on a page of their own."""
    body, run = list[BookPage](), list[Strip]()
    for index, chapter in enumerate(laid):
        if chapter.pages or index >= len(laid) - apart:
            body += _flowing(run, style)
            run = []
        body += chapter.pages
        run += chapter.strips
    return [*body, *_flowing([*run, *foot], style)]


def _chapter_strips(chapter: Chapter, style: Style) -> list[Strip]:
    """A chapter that follows the one before it, without its own breaks."""
    blocks = [block for block in chapter.blocks if not isinstance(block, PageEnd)]
    mark = Bookmark(chapter.key, chapter.title, 0, -4.0)
    first, *rest = _strips(_parts(chapter, mark, blocks, style, None), style)
    return [replace(first, before=style.title_before_mm, cost=TITLE_BREAK), *rest]


def is_parted(book: Book) -> bool:
    """Whether its text says where pages end, as family books do."""
    return any(isinstance(block, PageEnd) for chapter in book.chapters for block in chapter.blocks)


def _strips(parts: Sequence[FlowPart], style: Style) -> list[Strip]:
    return Flow(parts).strips(style.column_mm)


def _flowing(strips: Sequence[Strip], style: Style) -> list[BookPage]:
    """As many pages as strips take."""
    return (
        [BookPage([each]) for each in _columns(paginate(strips, style.depth_mm, min_fill=0.0), style)] if strips else []
    )


def _columns(columns: Sequence[Sequence[Strip]], style: Style, place: str = "", where: str = "") -> list[Layout]:
    """Strips of which each column has a page. Raises LayoutProblem for what is higher than that, with where it is or its first words."""
    made = [stacked(column, style.column_mm) for column in columns]
    for layout in made:
        if (over := layout.height - style.depth_mm) > SUM_MM:
            raise _too_long(where or first_words(layout) or "a picture", over, style, place)
    return made


def _too_long(words: str, over_mm: float, style: Style, place: str = "") -> LayoutProblem:
    """Words by which somebody finds what is too long, and how many letters to lose."""
    letters = round(over_mm / style.leading_mm * style.column_mm / style.body.size * LETTERS_PER_EM)
    shown = words if len(words) <= 40 else f"{words[:40]}..."
    return LayoutProblem(
        "booklets.too_long", "format", place=place, words=words, shown=repr(shown), letters=letters, over=over_mm
    )


def _goal(chapter: Chapter) -> Paragraph | None:
    """What is on the band over how to play: the sentence that it begins with. One that is too long for the band stops only a book with fixed pages."""
    first = chapter.blocks[0] if chapter.kind == "start" and chapter.blocks else None
    is_fixed = any(isinstance(block, PageEnd) for block in chapter.blocks)
    return first if isinstance(first, Paragraph) and (is_fixed or len(plain(first.spans)) <= BAND_LETTERS) else None


def _chapter_pages(book: Book, chapter: Chapter, style: Style, flows: bool) -> list[BookPage]:
    """The pages of a chapter, those of how to play on a band. In large print the back has its first section on a page of its own."""
    goal, runs = _goal(chapter), list[list[Block]]([[]])
    for block in chapter.blocks:
        is_new = (
            isinstance(block, Heading) and chapter.kind == SUMMARY if style.is_large else isinstance(block, PageEnd)
        )
        runs += [[]] if is_new else []
        runs[-1] += [] if isinstance(block, PageEnd) else [block]
    made: list[BookPage] = []
    for index, blocks in enumerate(runs):
        is_titled = index % 2 == 0 if goal else index == 0  # at the left of each spread
        mark = None if index else Bookmark(chapter.key, chapter.title, 0, -4.0)
        strips = _strips(_parts(chapter if is_titled else None, mark, blocks, style, goal), style)
        if flows:
            columns = _columns(paginate(strips, style.depth_mm, min_fill=0.0), style)
        else:
            columns = _columns([strips], style, f"{book.title}, page {index + 1} of ", chapter.title)
        band = [(0.0, 0.0, _band(style, _band_mm(style, is_titled)))] if goal else []
        made += [BookPage([column], () if number else band) for number, column in enumerate(columns)]
    return made


def _parts(
    chapter: Chapter | None, mark: Bookmark | None, blocks: Sequence[Block], style: Style, goal: Paragraph | None
) -> list[FlowPart]:
    """The blocks of a page with the gaps between them, under the title on the first one. A line that ends with a colon stays with what it announces."""
    parts: list[FlowPart] = []
    if goal:
        parts.append(_heads(chapter, mark, goal, style))
        if not style.is_large:
            blocks = [block for block in blocks if block is not goal]
    elif chapter:
        title = Words(runs_of((Span(chapter.title),)), style.title, "H2", keeps=True, bookmark=mark)
        parts.append(FlowPart(title))
    is_above = False  # stays with what is below
    for block in blocks:
        if len(parts) == 1 and not goal:  # below the title
            parts.append(FlowPart(block_box(block, style), style.title_after_mm, NEVER))
        else:
            parts.append(FlowPart(block_box(block, style), _gap_above(block, style), NEVER if is_above else 0.0))
        is_above = isinstance(block, Heading) or (
            isinstance(block, Paragraph) and block.spans[-1].text.rstrip().endswith(":")
        )
    return parts


def block_box(block: Block, style: Style) -> Box:
    return BOXES[type(block)](block, style)


def _gap_above(block: Block, style: Style) -> float:
    gaps = {
        Heading: style.section_before_mm,
        Paragraph: style.paragraph_gap_mm,
        Bullets: style.paragraph_gap_mm,
        RenderedExample: style.example_gap_mm,
    }
    gap: float = gaps.get(type(block), style.block_gap_mm)
    return gap


# ---------------------------------------------------------------- pages


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
    """Both sides of a sheet in columns of one height; on small paper as many pages as it takes."""
    document, strips = Document(), _strips(_lesson_parts(book, style), style)
    count = max(2 * style.columns, len(paginate(strips, style.depth_mm, min_fill=0.0)))
    columns = _columns(balanced(strips, count), style, where=book.title)
    return [
        text_page(document, columns[at : at + style.columns], style, at // style.columns + 1, book.title)
        for at in range(0, len(columns), style.columns)
    ]


def _lesson_parts(book: Book, style: Style) -> list[FlowPart]:
    """The chapters one after the other, under the title and the picture of the game's cover."""
    room = Rect(0.0, 0.0, style.column_mm, LESSON_PICTURE * style.column_mm)
    scene = grouped(draw_picture(read_cover(book.game), style, room), room.width, room.height, tag=Tag("Sect"))
    name, _, rest = book.title.partition(": ")
    large = replace(style.title, size=1.6 * style.title.size, leading=1.6 * style.title.leading)
    parts = [
        FlowPart(Words(name, large, "H1")),
        FlowPart(Words(rest.capitalize(), style.title, "")),
        FlowPart(FixedBox(scene), style.block_gap_mm, NEVER),
    ]
    for chapter in book.chapters:
        first, *rest_of = _parts(chapter, Bookmark(chapter.key, chapter.title, 0, -4.0), chapter.blocks, style, None)
        parts += [first._replace(before=style.title_before_mm), *rest_of]
    return parts


# ---------------------------------------------------------------- the band over how to play


BAND_PART = 0.115  # of a page's height: the band of the game's color over how to play
BAND_TYPE = 22 / 17  # its title, by that of other pages
BAND_PAD_MM, SMALL_FOOT = 1.6, 0.16  # of a pocket
BAND_FOOT = 0.12  # of its height, below the words
LOW_BAND = 0.5  # the visible height of the band on a page that goes on and has the goal alone; a pocket needs it whole
WHITE_MM = 5.2  # that a home printer leaves at the edges of the paper


def _heads(chapter: Chapter | None, mark: Bookmark | None, goal: Paragraph, style: Style) -> FlowPart:
    """What is on the band: the title of the chapter and the goal of the game, or on a page that goes on the goal alone.

    Raises LayoutProblem for a goal that does not fit.
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
        raise _too_long(plain(goal.spans), over, style)
    return FlowPart(
        FixedBox(grouped([(pad, down, said)], style.column_mm, max(height - style.top_mm, down + said.height)))
    )


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
