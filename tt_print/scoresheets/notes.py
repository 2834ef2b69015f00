"""What stands beside the table: the dealer's checklist, how to judge, what must add up, the house rules in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tt_print.drawing.geometry import line, rectangle
from tt_print.drawing.shapes import Item, Path, Text
from tt_print.drawing.structure import Element, marked
from tt_print.drawing.styled import StyledText, draw_styled, keep_together, set_styled
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font, width_of
from tt_print.engine.stated import print_line
from tt_print.engine.table_facts import holds
from tt_print.records import dataclass
from tt_print.scoresheets.blocks import Block
from tt_print.scoresheets.cells import Style, column_head, data_cell, title
from tt_print.scoresheets.template import ChecklistLine, GameSheet, PageMeasures, PageWords


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its sentences; `numbered` as a checklist, `boxed` in a frame of its own. Or with a `table`, whose
    first row is its head.
    """

    heading: str
    lines: tuple[str, ...]
    numbered: bool = False
    boxed: bool = False
    table: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class _Chunk:
    """What is never parted: `paragraphs` with their marks, below a heading where there is one. Marked ones belong to a
    list, which may go on in the next chunk.
    """

    heading: str
    numbers: Element
    paragraphs: tuple[tuple[str, StyledText], ...]
    boxed: bool
    height_mm: float
    table: tuple[tuple[str, ...], ...] = ()


def sections_of(sheet: GameSheet, facts: Mapping[str, Any], house: Sequence[str], figures: Sequence[str],
                words: PageWords, blank: bool) -> list[Section]:  # fmt: skip
    """The sections that hold here. `figures` are the numbers for every table, where it is for any."""

    def sentences(entries: Sequence[ChecklistLine]) -> tuple[str, ...]:
        return tuple(print_line(entry.text(blank), entry.rules, facts) for entry in entries if holds(entry.when, facts))

    sections = [Section(words.checklist, sentences(sheet.checklist), numbered=True)]
    if house or sheet.figures.each:  # a sheet that somebody brings knows of no house rules
        sections.append(Section(words.house, tuple(house) or (words.no_house,)))
    if figures:
        columns = sheet.figures.columns
        rows = (columns, *(tuple(figure.split("|")) for figure in figures)) if columns else ()
        sections.append(Section(sheet.figures.heading, () if columns else tuple(figures), table=rows))
    return sections + [Section(box.heading, sentences(box.lines), boxed=True) for box in sheet.boxes]


def notes_block(sections: Sequence[Section], style: Style, width_mm: float, columns: int) -> Block:
    """The sections side by side in columns of about the same height."""
    gap = style.page.column_gap
    each = (width_mm - (columns - 1) * gap) / columns
    chunks = [chunk for section in sections for chunk in _chunks(section, style, each)]
    height = max(chunk.height_mm for chunk in chunks)
    while len(laid := _lay(chunks, height, style)) > columns:
        height += 0.5

    def draw(x: float, y: float, row_mm: float) -> list[Item]:
        items: list[Item] = []
        for index, column in enumerate(laid):
            top = y
            for number, chunk in enumerate(column):
                top += style.page.section_gap if number and chunk.heading else 0.0
                items += _draw(chunk, style, x + index * (each + gap), top, each)
                top += chunk.height_mm
        return items

    return Block(height, 0, draw)


def _lay(chunks: Sequence[_Chunk], height: float, style: Style) -> list[list[_Chunk]]:
    columns: list[list[_Chunk]] = [[]]
    used = 0.0
    for chunk in chunks:
        gap = style.page.section_gap if columns[-1] and chunk.heading else 0.0
        if columns[-1] and used + gap + chunk.height_mm > height + 1e-6:
            columns.append([])
            used = gap = 0.0
        columns[-1].append(chunk)
        used += gap + chunk.height_mm
    return columns


def _chunks(section: Section, style: Style, width: float) -> list[_Chunk]:
    page = style.page
    indent = page.mark if section.numbered else 0.0
    room = width - indent - (2 * page.boxed_pad if section.boxed else 0.0)
    marks = [f"{number}" if section.numbered else "" for number in range(1, len(section.lines) + 1)]
    paragraphs = (set_styled(keep_together(line), page.body, room) for line in section.lines)
    lines, numbers = list(zip(marks, paragraphs, strict=True)), Element("L")
    if section.table:
        parts = _parts(section.table, page, width)
        height = page.heading_pitch + (len(parts[0]) + 1) * page.body_pitch + page.table_gap + page.item_gap
        return [_Chunk(section.heading, numbers, (), False, height, section.table)]
    if section.boxed:
        height = page.heading_pitch + sum(_height(p, page) for _, p in lines) + 2 * page.boxed_pad - page.item_gap
        return [_Chunk(section.heading, numbers, tuple(lines), True, height)]
    first = _Chunk(section.heading, numbers, tuple(lines[:1]), False, page.heading_pitch + _height(lines[0][1], page))
    return [first, *(_Chunk("", numbers, (line,), False, _height(line[1], page)) for line in lines[1:])]


def _widths(table: Sequence[Sequence[str]], page: PageMeasures) -> list[float]:
    """Of a table's columns, as their longest words need."""
    head, *rows = table
    return [
        max(width_of(label, BOLD, page.body), *(width_of(row[column], TEXT, page.body) for row in rows))
        + page.table_pad
        for column, label in enumerate(head)
    ]


def _parts(table: Sequence[tuple[str, ...]], page: PageMeasures, width: float) -> list[list[tuple[str, ...]]]:
    """A table's rows without its head, in as many parts as go side by side, the first ones as long as any."""
    rows = list(table[1:])
    count = max(1, int((width + page.column_gap) / (sum(_widths(table, page)) + page.column_gap)))
    each = -(-len(rows) // count)
    return [rows[start : start + each] for start in range(0, len(rows), each)]


def _draw_table(table: Sequence[tuple[str, ...]], style: Style, x: float, y: float, width: float) -> list[Item]:
    """The parts side by side, each below the head; who hears the table hears the head once."""
    page, widths = style.page, _widths(table, style.page)
    element = Element("Table")
    first = y + find_font(DISPLAY).cap_height / 1000 * page.body + 0.5
    items: list[Item] = []
    for index, rows in enumerate(_parts(table, page, width)):
        left = x + index * (sum(widths) + page.column_gap)
        middles = [left + sum(widths[:column]) + widths[column] / 2 for column in range(len(widths))]
        heads = [Text(middle, first, label, BOLD, page.body, style.ink, "middle")
                 for middle, label in zip(middles, table[0], strict=True)]  # fmt: skip
        if index:
            items += heads
        else:
            row = Element("TR", element)
            items += [column_head(row, head.string, [head]) for head in heads]
        rule = first + page.table_rule
        items.append(Path(line(left, rule, left + sum(widths), rule), stroke=style.ink, width_mm=page.line))
        for number, cells in enumerate(rows, 1):
            row, base = Element("TR", element), first + page.table_gap + number * page.body_pitch
            items += [data_cell(row, words, [Text(middle, base, words, TEXT, page.body, style.ink, "middle")])
                      for middle, words in zip(middles, cells, strict=True)]  # fmt: skip
    return items


def _height(paragraph: StyledText, page: PageMeasures) -> float:
    return len(paragraph.lines) * page.body_pitch + page.item_gap


def _draw(chunk: _Chunk, style: Style, x: float, y: float, width: float) -> list[Item]:
    page = style.page
    items: list[Item] = []
    if chunk.boxed:
        items.append(Path(rectangle(x, y, width, chunk.height_mm, 2), stroke=style.ink, width_mm=0.5))
        x, y = x + page.boxed_pad, y + page.boxed_pad
    if chunk.heading:
        heading = title(style, chunk.heading, x, y + page.heading_cap, page.heading_cap)
        items.append(marked(Element("H2"), [heading]))
        y += page.heading_pitch
    if chunk.table:
        items += _draw_table(chunk.table, style, x, y, width)
    for mark, paragraph in chunk.paragraphs:
        base = y + find_font(DISPLAY).cap_height / 1000 * page.body + 0.5
        body = Element("P")
        if mark:
            entry = Element("LI", chunk.numbers)
            body = Element("LBody", entry)
            number = Text(x + page.mark - 2.2, base, mark, BOLD, page.body * 1.1, style.ink, "end")
            items.append(marked(Element("Lbl", entry), [number]))
        lines = draw_styled(paragraph, x + (page.mark if mark else 0.0), base, page.body_pitch, style.ink)
        items.append(marked(body, lines))
        y += _height(paragraph, page)
    return items
