"""A whole booklet as pages: cover, deck, setup, how to play, a sample round, rules, and the summary on the back; and the pocket fold,
a cover and seven panels, each of which must hold its text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from tt_print.booklets.blocks import (
    Block,
    Book,
    Bullets,
    Chapter,
    Figure,
    Gallery,
    Heading,
    HouseRule,
    Paragraph,
    RenderedExample,
    Span,
    Steps,
    Table,
    numbered,
)
from tt_print.booklets.blocks import Box as FramedText
from tt_print.booklets.cover import cover_page, draw_picture, read_cover
from tt_print.booklets.figures import figure_box
from tt_print.booklets.filler_pages import LEAST_NOTES_MM, MOST_FILLERS, filler_pages, notes_box
from tt_print.booklets.panels import Examples, gallery_box, ladder_box, round_box, steps_box
from tt_print.booklets.prose import (
    FixedBox,
    Flow,
    Part,
    bullets_box,
    choices_box,
    frame,
    framed_text,
    heading_box,
    paragraph_box,
    runs_of,
    table_box,
    ticks_box,
    title_box,
)
from tt_print.booklets.style import Style, em_mm
from tt_print.booklets.words import read_words
from tt_print.cards.faces import key_text, read_key_words
from tt_print.cards.scene import draw_scene, scene_height
from tt_print.drawing.geometry import Rect, line
from tt_print.drawing.shapes import Bookmark, Path, ReadingPage, Text
from tt_print.drawing.text import BOLD, TEXT
from tt_print.errors import LayoutError
from tt_print.page.boxes import (
    NEVER,
    UNWILLING,
    Box,
    Framed,
    Keep,
    Layout,
    Row,
    Rule,
    Share,
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
from tt_print.page.flow import Columns, Document, Put, balanced, paginate
from tt_print.page.text import SUM_MM, TextStyle, text_width
from tt_print.records import replace

POCKET_PAGES = 8
TICKS = "ticks"  # the key of the house rules to agree on
UNLISTED_KINDS = ("deck", "champions", "house")
SMALL, SMALLER = ("words", "champions"), 0.88  # chapters in smaller type, but not in large print
OPENERS = ("deck", "setup", "start", "round", "gallery")  # the kinds of chapter that begin a page
LONELY = 25.0  # what it costs if a page ends after the first block of a numbered chapter
SPREADS = ("start", "round")  # those whose pages are about as full as one another
SPREAD_TYPE = (1.3, 1.24, 1.18, 1.12, 1.06)  # how much larger than in the rules the first spread may be
SUMMARY_TYPE = (1.2, 1.1, 1.0, 0.93, 0.86)  # how much larger or smaller than in the book the summary may be
TIPS_SCENE, LEAST_SCENE_MM, MOST_SCENE_MM = (
    "tips",
    50.0,
    90.0,
)  # Toppers below tips that end early, and how wide they are
PARTLY_FULL = 0.6  # in large print, below how much of a page the next section may begin
FULL_PAGE = 0.72  # a last page of a section from here on is filled by its gaps
ABOVE_FOOT_MM = 1.5  # no gap grows so far that the last line comes nearer to the foot
POCKET_STRETCH = 2.5  # how much more than elsewhere the gaps of the pocket fold may grow
SPREAD_STRETCH = 4.0  # and those of a spread
LESSON_PICTURE = 0.5  # its height, in widths of a column
ALIKE = (RenderedExample, HouseRule)  # neighbors of one of these kinds are set together


# ---------------------------------------------------------------- chapters


def chapter_box(chapter: Chapter[Block], style: Style) -> Box:
    """A chapter's title and blocks. Examples stay with the paragraph before them as long as a page allows."""
    parts = [Part(title_box(chapter.number, chapter.title, chapter.key, style))]
    style = style.grown(SMALLER) if chapter.kind in SMALL and not style.is_large else style
    before: type[Block] | None = None
    is_announced = False  # a line that ends with a colon stays with what it announces
    for kind, run in groupby(chapter.blocks, type):
        blocks = list(run)
        for some in [blocks] if kind in ALIKE else [[block] for block in blocks]:
            part = _part(some, style, chapter.kind)
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
            elif kind is RenderedExample or (before is Paragraph and kind in (Bullets, Table, Steps)):
                part = part._replace(cost=UNWILLING)
            parts.append(part)
            before = kind
        last = blocks[-1]
        is_announced = isinstance(last, Paragraph) and last.spans[-1].text.rstrip().endswith(":")
    return Tagged("Sect", Flow(parts))


def _part(blocks: Sequence[Block], style: Style, kind: str) -> Part:
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
            return Part(
                Examples([one for one in blocks if isinstance(one, RenderedExample)], style), style.example_gap_mm, 1.0
            )
        case HouseRule():
            return Part(choices_box([one for one in blocks if isinstance(one, HouseRule)], style), gap, 1.0, 2.0)
        case Steps():
            make = {"round": round_box, "ladder": ladder_box}.get(block.kind)
            return Part(make(block, style) if make else steps_box(block, style, kind == "start"), gap, 1.0)
        case Gallery():
            return Part(gallery_box(block, style), gap, 1.0)
        case FramedText():
            return Part(framed_text(block, style), gap, 1.0, 4.0)
        case Figure():
            return Part(figure_box(block, style), gap + 0.8, 1.0, 2.0)


def chapters_flow(chapters: Sequence[Chapter[Block]], style: Style) -> list[Part]:
    return [Part(chapter_box(chapter, style), style.title_before_mm, 1.0, -2.0) for chapter in chapters]


# ---------------------------------------------------------------- pages


def make_pages(book: Book[Block], style: Style, multiple: int = 4) -> list[ReadingPage]:
    """The pages in reading order, their number a multiple of `multiple`.

    After the cover come the sections, each from a new page on, and on the back cover the summary. Where they end before the last sheet does,
    there are pages to write on.
    """
    document, back = Document(), _summary(book, style)
    groups = _joined(book, _groups(book), style) if style.is_large else _groups(book)
    sections = [_section(book, groups, index, style, {}) for index in range(len(groups))]
    starts = _starts(_sheets(sections, back, style, multiple))
    at = _contents_at(groups)  # the list of contents names pages, and is as long with any numbers
    sections[at] = _section(book, groups, at, style, starts)
    sheets = _sheets(sections, back, style, multiple)
    made = [document.reading_page(cover_page(book, style), style.width_mm, style.height_mm, "1")]
    made[0] = replace(made[0], bookmarks=(Bookmark("cover", book.title),))
    rules = _rule_pages(book, style, starts)
    for number, page in enumerate(sheets, 2):
        name = f"{book.title} · {read_words().numbers}" if number in rules else book.title
        made.append(text_page(document, page, style, number, name))
    return made


def _rule_pages(book: Book[Block], style: Style, starts: Mapping[str, int]) -> set[int]:
    """The pages whose rules have the small numbers of the original behind them."""
    if not (style.numbers_rules and book.checked):
        return set()
    found = [(starts[each.key], _has_numbers(each)) for each in book.chapters if each.key in starts]
    return {page for (first, has), (after, _) in pairwise(found) if has for page in range(first, max(after, first + 1))}


def _has_numbers(chapter: Chapter[Block]) -> bool:
    return any(isinstance(each, Paragraph) and each.number and numbered(each.sources) for each in chapter.blocks)


def _sheets(sections: Sequence[list[Layout]], back: list[Page], style: Style, multiple: int) -> list[Page]:
    """The pages between the cover and the end, filled up to a multiple of `multiple`."""
    body = _pages([column for section in sections for column in section], style)
    count = -(1 + len(body) + len(back)) % multiple
    body, has_notes = _with_notes(body, style, more=count == MOST_FILLERS)
    return [*body, *([layout] for layout in filler_pages(style, count, has_notes)), *back]


def make_appendix(book: Book[Block], style: Style, first: int) -> list[ReadingPage]:
    """What only the screen shows, from page number `first` on: all house rules, and which rule of the original each rule is."""
    document, words = Document(), read_words()
    parts = chapters_flow([each for each in book.chapters if each.kind == "house" and "house" in _apart(book)], style)
    rules = [
        block for chapter in book.chapters for block in chapter.blocks
        if isinstance(block, Paragraph) and block.number and block.origin and book.checked
    ]  # fmt: skip
    if rules:
        rows = tuple(
            ((Span(rule.number),), (Span(", ".join(rule.sources)),), (Span(", ".join(rule.rulings)),)) for rule in rules
        )
        heads = tuple((Span(text),) for text in words.origin_columns)
        blocks: tuple[Block, ...] = (Paragraph("", (Span(f"{words.origin_text} {words.set_by}"),)), Table(heads, rows))
        table = Chapter("", words.origin_title, "origins", blocks)
        parts += chapters_flow([table], style)
    if not parts:
        return []
    columns = filled(Flow(parts).strips(style.column_mm), style)
    return [
        text_page(document, page, style, number, book.title)
        for number, page in enumerate(_pages(columns, style), first)
    ]


Page = list[Layout]  # its columns


def _groups(book: Book[Block]) -> list[list[Chapter[Block]]]:
    """The chapters of what begins on a page of its own: deck, setup, how to play, a sample round, the rules, and so on."""
    groups: list[list[Chapter[Block]]] = []
    for chapter in book.chapters:
        if chapter.kind in _apart(book):
            continue
        begins = chapter.kind in OPENERS or (groups and groups[-1][-1].kind in OPENERS)
        if not groups or (begins and groups[-1][-1].kind != chapter.kind):
            groups.append([])
        groups[-1].append(chapter)
    return groups


def _joined(book: Book[Block], groups: list[list[Chapter[Block]]], style: Style) -> list[list[Chapter[Block]]]:
    """The groups, two of them together if the last page of the first is only partly full."""
    index = 0
    while index + 1 < len(groups):
        if _depth(_section(book, groups, index, style, {})[-1]) < PARTLY_FULL * style.depth_mm:
            groups = [*groups[:index], groups[index] + groups[index + 1], *groups[index + 2 :]]
        else:
            index += 1
    return groups


def _contents_at(groups: Sequence[Sequence[Chapter[Block]]]) -> int:
    """Which group holds the list of contents: the deck, in a book without one the rules."""
    kinds = [group[0].kind for group in groups]
    return next((kinds.index(kind) for kind in ("deck", "rules") if kind in kinds), 0)


def _section(
    book: Book[Block], groups: Sequence[list[Chapter[Block]]], index: int, style: Style, starts: Mapping[str, int]
) -> list[Layout]:
    """The columns of a group, with what is beside its chapters: house rules to tick, the list of contents, and the credit."""
    group = groups[index]
    kind = group[0].kind
    parts = chapters_flow(group, _spread_style(group, style) if kind == "start" else style)
    has_tips = any(chapter.kind == "well" for chapter in group)
    if has_tips and (ticks := _ticks(book)):
        at = next(i for i, chapter in enumerate(group) if chapter.kind == "well") + 1
        heading = title_box("", read_words().ticks_title, TICKS, style)
        text = Part(Words(read_words().ticks_text, style.note), style.title_after_mm, 0.0, NEVER)
        choices = Part(ticks_box(ticks, style), style.paragraph_gap_mm, 1.0, NEVER)
        box = Tagged("Sect", Flow([Part(heading), text, choices]))
        parts.insert(at, Part(box, style.title_before_mm, 1.0))
    if index == _contents_at(groups) and kind != "puzzles":
        contents = _contents(book, style, starts)
        if kind == "deck":
            parts.insert(1, Part(contents, style.block_gap_mm, 1.0))
        else:
            parts = [Part(contents, style.title_before_mm, 1.0), *parts]
    if index == len(groups) - 1 and kind != "puzzles":
        parts.append(Part(_credit(book, style), style.block_gap_mm, 1.0))
    columns = filled(Flow(parts).strips(style.column_mm), style, is_spread=kind in SPREADS and group[-1].kind == kind)
    return (
        [*(_with_toppers(column, style) for column in columns[:-1]), columns[-1]] if has_tips else columns
    )  # notes fill the last one


def _spread_style(chapters: Sequence[Chapter[Block]], style: Style) -> Style:
    """The largest type and cards with which chapters fill two facing pages."""
    if style.columns > 1 or style.is_large:
        return style
    for factor in SPREAD_TYPE:
        grown = style.grown(factor).pictured(factor)
        columns = paginate(Flow(chapters_flow(chapters, grown)).strips(style.column_mm), style.depth_mm, 0.0, 0.0)
        if len(columns) <= 2:
            return grown
    return style


def filled(strips: Sequence[Strip], style: Style, is_spread: bool = False) -> list[Layout]:
    """Strips as columns, filled by their gaps; the last one too if it is nearly full."""
    columns = paginate(strips, style.depth_mm, style.stretch_mm, style.min_fill)
    limit = style.stretch_mm
    if is_spread and len(columns) > 1:
        even = balanced(strips, len(columns))
        columns = even if all(height_of(column) <= style.depth_mm + SUM_MM for column in even) else columns
        limit *= SPREAD_STRETCH
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


def _with_notes(body: list[Page], style: Style, more: bool) -> tuple[list[Page], bool]:
    """Lines for notes below what ends on the last page, and whether there was room; there may be `more` pages for notes."""
    *rest, page = body
    free = style.depth_mm - _depth(page[-1]) - style.title_before_mm
    if free < LEAST_NOTES_MM:
        return body, False
    words = read_words()
    notes = notes_box(
        style, free, words.more_notes_title if more else words.notes_title, "" if more else words.notes_text
    ).lay(style.column_mm)
    y = _depth(page[-1]) + style.title_before_mm
    whole = grouped([(0.0, 0.0, page[-1]), (0.0, y, notes)], style.column_mm, y + notes.height)
    return [*rest, [*page[:-1], whole]], not more


def _with_toppers(column: Layout, style: Style) -> Layout:
    """A scene at the foot of a page that ends early."""
    free = style.depth_mm - _depth(column) - style.title_before_mm
    width = min(style.column_mm, free / scene_height(TIPS_SCENE, 1.0), MOST_SCENE_MM)
    if width < LEAST_SCENE_MM:
        return column
    scene = Layout(width, scene_height(TIPS_SCENE, width), (draw_scene(style.theme, TIPS_SCENE, width),))
    place = ((style.column_mm - width) / 2, style.depth_mm - scene.height, scene)
    return grouped([(0.0, 0.0, column), place], style.column_mm, style.depth_mm)


def _depth(layout: Layout) -> float:
    """How far down the last part of a column reaches."""
    return max((y + part.height for _, y, part in layout.parts), default=layout.height)


def _apart(book: Book[Block]) -> tuple[str, ...]:
    """The kinds of chapter that are not in the body: the house rules are in the appendix if those that families choose are among the tips."""
    return ("house", "summary") if _ticks(book) else ("summary",)


def _ticks(book: Book[Block]) -> list[HouseRule]:
    return [
        block for chapter in book.chapters for block in chapter.blocks if isinstance(block, HouseRule) and block.tick
    ]


def _starts(sheets: Sequence[Page]) -> dict[str, int]:
    """The page of each chapter by its key."""
    found = ((mark, number) for number, page in enumerate(sheets, 2) for column in page for mark in _bookmarks(column))
    return {mark.key: number for mark, number in found if mark.level == 0}


def _bookmarks(layout: Layout) -> Iterator[Bookmark]:
    if layout.bookmark:
        yield layout.bookmark
    for _, _, part in layout.parts:
        yield from _bookmarks(part)


def text_page(document: Document, columns: Sequence[Layout], style: Style, number: int, title: str) -> ReadingPage:
    """A page of text with its number at the outer edge and the book's name at the inner one. Raises LayoutProblem for what sticks out."""
    left = style.inner_mm if number % 2 else style.outer_mm
    parts: list[Put] = [
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
    rule = Path(line(left, y - size * 1.25, right, y - size * 1.25), stroke=ink, width_mm=style.line_mm)
    name = Text(inner, y, title, TEXT, size, ink, "start" if number % 2 else "end")
    figure = Text(outer, y, str(number), BOLD, size * 1.1, ink, "end" if number % 2 else "start")
    return Layout(style.width_mm, style.height_mm, (rule, name, figure))


# ---------------------------------------------------------------- what is not a chapter


def _contents(book: Book[Block], style: Style, starts: Mapping[str, int]) -> Box:
    """What is in the book, on which page; and the house rules that this copy follows."""
    words, is_short = read_words(), any(chapter.kind == "deck" for chapter in book.chapters)
    listed = _listed(book)
    count = 1 if style.is_large else 3 if is_short else 2
    text = style.small if count == 3 else style.body
    longest = max(text_width(title, text) for title in listed.values())
    while count > 1 and text.size * _room_mm(count, text, style) < em_mm(style.least_pt) * longest:
        count -= 1
    room = _room_mm(count, text, style)
    entries = [_entry(key, title, starts.get(key, 0), text, room) for key, title in listed.items()]
    if (high := -(-len(entries) // count) * text.leading) > style.depth_mm - 2 * style.title_leading_mm:
        most = int(len(entries) * (style.depth_mm - 2 * style.title_leading_mm) / high)
        raise LayoutError(
            f"the book has {len(entries)} chapters; its list of contents has room for {most}. Turn some into sections: ### instead of ##."
        )
    toc = Tagged("TOC", Columns(Stack(entries), count, style.group_gap_mm))
    parts = (
        [Part(toc)]
        if is_short
        else [Part(title_box("", words.contents, "contents", style)), Part(toc, style.title_after_mm, 0.0, NEVER)]
    )
    if book.in_force:
        inside = style.indented(2 * style.box_pad_mm + 2.4)
        sentences = [Words(runs_of((Span(sentence),)), inside.body) for sentence in book.in_force]
        house = [Words(words.house_page, inside.section, "H3", keeps=True), *sentences]
        parts.append(Part(frame(Stack(house, style.paragraph_gap_mm), style), style.block_gap_mm, 1.0))
    return Tagged("Sect", Flow(parts))


def _listed(book: Book[Block]) -> dict[str, str]:
    """What the contents list, by its key: each chapter, and in a book with a page about the deck those with numbers or of a page's size."""
    is_short = any(chapter.kind == "deck" for chapter in book.chapters)
    listed = dict[str, str]()
    for chapter in book.chapters:
        if chapter.kind == "house" and "house" in _apart(book):
            continue
        if not is_short or chapter.kind == "rules":
            listed[chapter.key] = f"{chapter.number} {chapter.title}".strip()
        elif chapter.kind not in UNLISTED_KINDS:
            listed[chapter.key] = chapter.title
        if chapter.kind == "well" and _ticks(book):
            listed[TICKS] = read_words().ticks_title
    return listed


def _room_mm(count: int, text: TextStyle, style: Style) -> float:
    """How wide a title is at most in so many columns, with its dots and number behind it."""
    return (style.column_mm - (count - 1) * style.group_gap_mm) / count - text_width("00", text.strong) - 2.0


def _entry(key: str, title: str, number: int, body: TextStyle, room_mm: float) -> Box:
    """A line of the contents, which leads to its chapter. A title that is too long shrinks."""
    text = replace(body, size=body.size * min(1.0, room_mm / text_width(title, body)))
    dots = Rule(0.35, body.ink, -0.3, (0.0, 1.8))
    line = [Words(runs_of((Span(title),)), text, ""), dots, Words(str(number), body.strong, "")]
    row = Row(line, [None, Share(), None], 1.0, "baseline")
    return Tagged("TOCI", Tagged("Link", Keep(row), f"{title}, page {number}", key))


def _credit(book: Book[Block], style: Style) -> Box:
    """Who made what, and what the small numbers behind the rules mean."""
    words = read_words()
    checked = words.number_note if style.numbers_rules else ""
    by = checked if book.checked else words.set_by_unchecked
    return Tagged("Sect", Words(runs_of((Span(f"{book.credit} {by}".strip()),)), replace(style.small, even=False)))


def _summary(book: Book[Block], style: Style) -> list[Page]:
    """The summary on the back cover, framed to be cut off, in the largest type that one page holds; else on pages like any other."""
    chapters = [chapter for chapter in book.chapters if chapter.kind == "summary"]
    if not chapters:
        return []
    pad = 4.0
    for factor in SUMMARY_TYPE if style.columns == 1 and not style.is_large else ():
        grown = style.grown(factor).indented(2 * pad)
        inside = Flow(chapters_flow(chapters, grown)).strips(grown.column_mm)
        depth = style.depth_mm - 2 * pad
        if height_of(inside) <= depth:
            laid = stacked(inside, grown.column_mm, depth, SPREAD_STRETCH * style.stretch_mm)
            ring = Framed(FixedBox(laid), pad, style.theme.ink, 0.35, 5.0, dash=(2.0, 1.6), height=style.depth_mm)
            return [[ring.lay(style.column_mm)]]
    columns = filled(Flow(chapters_flow(chapters, style)).strips(style.column_mm), style)
    return _pages(columns, style)


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


def with_key(panels: Sequence[Chapter[Block]], style: Style) -> Sequence[Chapter[Block]]:
    """What the theme's cards rename (`On your cards: red = rouge, W = O.`), at the end of the panel with the most room: the cover has none."""
    if not (key := key_text(style.theme)):
        return panels
    said = (Span(f"{read_key_words().title}: ", bold=True), Span(f"{key}."))
    emptiest = min(panels, key=lambda panel: chapter_box(panel, style).lay(style.column_mm).height)
    return [panel.with_blocks((*panel.blocks, Paragraph("", said))) if panel is emptiest else panel for panel in panels]


def make_pocket(pocket: Book[Block], style: Style) -> list[ReadingPage]:
    """Eight pages, in the largest type with which every panel fits its page. Raises LayoutError for a text too long."""
    if len(pocket.chapters) != POCKET_PAGES - 1:
        raise LayoutError(
            f"{pocket.title}: the fold has {POCKET_PAGES - 1} panels beside its cover, the text {len(pocket.chapters)}."
        )
    texts = with_key(pocket.chapters, style)
    steps = int((style.largest_pt - style.body_pt) / 0.2)
    for step in reversed(range(steps + 1)):
        grown = style.grown(1 + step * 0.2 / style.body_pt)
        panels = [chapter_box(panel, grown).strips(grown.column_mm) for panel in texts]
        if all(height_of(strips) <= grown.depth_mm + SUM_MM for strips in panels):
            break
    for panel, strips in zip(texts, panels, strict=True):
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
