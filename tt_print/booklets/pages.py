"""A book made of paragraphs as pages: a cover, its chapters in columns, and the last chapter on the back; and such a book as a pocket fold,
a cover and seven panels, each of which must hold its text. Our family books, whose fields have a place, are laid out in family.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tt_print.booklets.blocks import (
    Block,
    Book,
    Bullets,
    Chapter,
    Field,
    Figure,
    Heading,
    HouseRule,
    Paragraph,
    RenderedExample,
    Round,
    Span,
    Table,
)
from tt_print.booklets.blocks import Box as FramedText
from tt_print.booklets.cover import cover_page, draw_picture, read_cover
from tt_print.booklets.field_boxes import field_box, longest_words, panels_box
from tt_print.booklets.figures import figure_box
from tt_print.booklets.panels import Examples
from tt_print.booklets.prose import (
    FixedBox,
    Flow,
    Part,
    bullets_box,
    choices_box,
    framed_text,
    heading_box,
    paragraph_box,
    runs_of,
    table_box,
    title_box,
)
from tt_print.booklets.style import Style, em_mm
from tt_print.cards.scene import draw_scene, scene_height
from tt_print.drawing.geometry import Rect, line
from tt_print.drawing.shapes import Bookmark, Path, ReadingPage, Text
from tt_print.drawing.text import BOLD, TEXT
from tt_print.errors import LayoutError
from tt_print.page.boxes import (
    NEVER,
    UNWILLING,
    Box,
    Layout,
    Strip,
    Tag,
    Tagged,
    Words,
    first_words,
    grouped,
    height_of,
    stacked,
)
from tt_print.page.flow import Document, Put, paginate
from tt_print.page.text import SUM_MM
from tt_print.records import replace

POCKET_PAGES = 8
SCENE = "tips"  # on a page that is left over
SUMMARY = "summary"  # the chapter on the back
SMALL, SMALLER = "words", 0.88  # the chapter in smaller type, but not in large print
LONELY = 25.0  # what it costs if a page ends after the first block of a numbered chapter
FULL_PAGE = 0.72  # a last page of a section from here on is filled by its gaps
ABOVE_FOOT_MM = 1.5  # no gap grows so far that the last line comes nearer to the foot
POCKET_STRETCH = 2.5  # how much more than elsewhere the gaps of the pocket fold may grow
LESSON_PICTURE = 0.5  # its height, in widths of a column
ALIKE = (RenderedExample, HouseRule)  # neighbors of one of these kinds are set together


# ---------------------------------------------------------------- chapters


def chapter_box(chapter: Chapter[Block], style: Style) -> Box:
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
    block, gap = blocks[0], style.block_gap_mm
    match block:
        case Paragraph():
            return Part(paragraph_box(block, style), style.paragraph_gap_mm, 1.0)
        case Heading():
            return Part(heading_box(block, style), style.section_before_mm, 1.0, -1.0)
        case Bullets():
            return Part(bullets_box(block, style), style.paragraph_gap_mm, 1.0)
        case Table():
            return Part(table_box(block, style), gap, 1.0, 2.0)
        case RenderedExample():
            examples = [one for one in blocks if isinstance(one, RenderedExample)]
            return Part(Examples(examples, style), style.example_gap_mm, 1.0)
        case HouseRule():
            return Part(choices_box([one for one in blocks if isinstance(one, HouseRule)], style), gap, 1.0, 2.0)
        case Round():
            return Part(panels_box(block, style), gap, 1.0)
        case Field():
            laid = field_box(block, style, is_free=True).lay(style.column_mm)
            over = "" if laid.height <= style.depth_mm + SUM_MM else longest_words(block)
            return Part(FixedBox(replace(laid, overflow=laid.overflow or over)), gap + 0.8, 1.0, 2.0)
        case FramedText():
            return Part(framed_text(block, style), gap, 1.0, 4.0)
        case Figure():
            return Part(figure_box(block, style), gap + 0.8, 1.0, 2.0)
        case _:
            raise LayoutError(f"no chapter has a {type(block).__name__}.")


def chapters_flow(chapters: Sequence[Chapter[Block]], style: Style) -> list[Part]:
    return [Part(chapter_box(chapter, style), style.title_before_mm, 1.0, -2.0) for chapter in chapters]


# ---------------------------------------------------------------- pages


def make_pages(book: Book[Block], style: Style, multiple: int = 4) -> list[ReadingPage]:
    """The pages in reading order, their number a multiple of `multiple`: the cover, the chapters one after the other, and the summary
    on the back.
    """
    document = Document()
    body = _columns([each for each in book.chapters if each.kind != SUMMARY], book.credit, style)
    back = _columns([each for each in book.chapters if each.kind == SUMMARY], "", style)
    spare = -(1 + len(body) + len(back)) % multiple
    made = [document.reading_page(cover_page(book, style), style.width_mm, style.height_mm, "1")]
    made[0] = replace(made[0], bookmarks=(Bookmark("cover", book.title),))
    for number, page in enumerate([*body, *[[spare_page(style)]] * spare, *back], 2):
        made.append(text_page(document, page, style, number, book.title))
    return made


def _columns(chapters: Sequence[Chapter[Block]], credit: str, style: Style) -> list[Page]:
    """The pages of chapters one after the other, with the credit below the last one."""
    parts = chapters_flow(chapters, style)
    if parts and credit:
        parts.append(Part(Tagged("Sect", Words(runs_of((Span(credit),)), style.small)), style.block_gap_mm))
    columns = filled(Flow(parts).strips(style.column_mm), style) if parts else []
    return _pages(columns, style)


Page = list[Layout]  # its columns


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
    return [list(columns[i : i + style.columns]) for i in range(0, len(columns), style.columns)]


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
    figure = Text(outer, y, str(number), BOLD, size * 1.1, ink, "end" if number % 2 else "start")
    if not title:
        return Layout(style.width_mm, style.height_mm, (figure,))
    rule = Path(line(left, y - size * 1.25, right, y - size * 1.25), stroke=ink, width_mm=style.line_mm)
    name = Text(inner, y, title, TEXT, size, ink, "start" if number % 2 else "end")
    return Layout(style.width_mm, style.height_mm, (rule, name, figure))


def lesson_pages(book: Book[Block], style: Style) -> list[ReadingPage]:
    """The chapters one after the other, under the title and the picture of the game's cover."""
    document, room = Document(), Rect(0.0, 0.0, style.column_mm, LESSON_PICTURE * style.column_mm)
    scene = grouped(draw_picture(read_cover(book.game), style, room), room.width, room.height, tag=Tag("Sect"))
    name, _, rest = book.title.partition(": ")
    large = replace(style.title, size=1.6 * style.title.size, leading=1.6 * style.title.leading)
    opening = [
        Part(Words(name, large, "H1")),
        Part(Words(rest.capitalize(), style.title, "")),
        Part(FixedBox(scene), style.block_gap_mm, 0.0, NEVER),
    ]
    columns = filled(Flow([*opening, *chapters_flow(book.chapters, style)]).strips(style.column_mm), style)
    return [
        text_page(document, page, style, number, book.title) for number, page in enumerate(_pages(columns, style), 1)
    ]


# ---------------------------------------------------------------- the pocket fold


def make_pocket(pocket: Book[Block], style: Style) -> list[ReadingPage]:
    """Eight pages, in the largest type with which every panel fits its page. Raises LayoutError for a text too long."""
    if len(pocket.chapters) != POCKET_PAGES - 1:
        raise LayoutError(
            f"{pocket.title}: the fold has {POCKET_PAGES - 1} panels beside its cover, the text {len(pocket.chapters)}."
        )
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
    document = Document()
    cover = document.reading_page(cover_page(pocket, style, in_short=True), style.width_mm, style.height_mm, "1")
    depth, stretch = grown.depth_mm - ABOVE_FOOT_MM, POCKET_STRETCH * style.stretch_mm
    return [
        replace(cover, bookmarks=(Bookmark("cover", pocket.title),)),
        *(
            text_page(document, [stacked(strips, grown.column_mm, depth, stretch)], grown, number, pocket.title)
            for number, strips in enumerate(panels, 2)
        ),
    ]
