"""What is beside the tables: the dealer's checklist, how to judge, what must add up, the house rules in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tt_print.cards.theme import Theme
from tt_print.engine.printed_lines import print_line
from tt_print.engine.table_facts import holds
from tt_print.page.boxes import Box, Framed, Keep, Space, Stack, Words, entries
from tt_print.page.flow import Columns
from tt_print.page.table import Cell, Column, Table, TableRow, TableStyle
from tt_print.page.text import NO_BREAK, TextStyle, display_style
from tt_print.records import dataclass, replace
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


def notes_box(sections: Sequence[Section], page: PageMeasures, theme: Theme, columns: int, factor: float = 1.0) -> Box:
    """The sections in columns of about the same height, in type larger by `factor`."""
    body = TextStyle(page.body, page.body_pitch, ink=theme.ink).times(factor)
    boxes: list[Box] = []
    for index, section in enumerate(sections):
        if index:
            boxes.append(Space(page.section_gap * factor))
        boxes.append(_section(section, page, body, factor))
    return Columns(Stack(boxes), columns, page.column_gap)


def _section(section: Section, page: PageMeasures, body: TextStyle, factor: float) -> Box:
    heading = Words(section.heading, display_style(page.heading_cap * factor, body.ink, 1.6), "H2", keeps=True)
    gap = page.item_gap * factor
    if section.table:
        said: Box = _figures(section.table, page, body)
    elif section.numbered:
        lines = [keep_together(line) for line in section.lines]
        said = entries(lines, body, page.mark * factor, gap=gap, label=body.strong.end, apart=2.2 * factor)
    else:
        said = Stack([Words(keep_together(line), body) for line in section.lines], gap)
    whole = Stack([heading, Space((page.heading_pitch - 1.6 * page.heading_cap) * factor), said])
    return Keep(Framed(whole, page.boxed_pad * factor, body.ink)) if section.boxed else whole


def keep_together(line: str) -> str:
    """A sentence whose brackets at the end, the rules that it states, no line parts."""
    text, bracket, rules = line.rpartition(" [")
    return (
        f"{text} [{rules}".replace(f" [{rules}", f" [{rules.replace(' ', NO_BREAK)}")
        if bracket and rules.endswith("]")
        else line
    )


def _figures(table: Sequence[Sequence[str]], page: PageMeasures, body: TextStyle) -> Box:
    """How many cards go where, by the number of players; in as many parts side by side as there is room for."""
    style = TableStyle(body.ink, head=page.line, pad=page.table_pad / 2, pad_down=page.table_gap / 2)
    heads, *rows = [
        TableRow(
            [
                Cell(
                    Words(words, replace(body, align="middle") if index else body.strong.middle, ""),
                    head="" if index else "Column",
                )
                for words in row
            ]
        )
        for index, row in enumerate(table)
    ]
    return Columns(Table([Column() for _ in table[0]], [heads, *rows], style), 0, page.column_gap)
