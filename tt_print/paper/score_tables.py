"""The tables of a score sheet as boxes: a hand with its players down or across, hands below one another, lines to write in, pointers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tt_print.deck import VALUES
from tt_print.draw.geometry import Rect, rectangle
from tt_print.draw.shapes import Group, Ink, Path
from tt_print.draw.text import BOLD, TEXT
from tt_print.engine.printed_lines import holds
from tt_print.faces.chits import draw_value
from tt_print.faces.scene import draw_icon
from tt_print.faces.theme import Theme
from tt_print.page.boxes import Box, Framed, Keep, Picture, Row, Rule, Share, Space, Stack, Width, Words, entries
from tt_print.page.flow import Cell, Column, Columns, Table, TableRow, TableStyle, sized
from tt_print.page.text import TextStyle, display_style, gray, word_width
from tt_print.paper.score_template import ChecklistLine, GameSheet, SheetField, WrittenLines
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass, replace
from tt_print.templates import Measures

LINE = 1.16  # the leading of names and figures, in ems
CLEAR_MM = 0.6  # above and below a name or a figure in its cell
BOX_GAP = 2.0  # between two boxes to tick
LEAST_WRITE_MM = 11.0  # a column to write a word in


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What every table of one sheet is made from: the template, the table's numbers, the names by seat.

    There are as many `names` as rows or columns for players, "" for an empty one; `written` are those that our fonts can write. `numbered` is the last hand that has a number; None: none has.
    """

    theme: Theme
    page: Measures
    template: GameSheet
    facts: Mapping[str, Any]
    names: tuple[str, ...]
    written: tuple[str, ...]
    width: float
    numbered: int | None

    @property
    def shade(self) -> Ink:
        return gray(self.page.shade_percent)

    @property
    def look(self) -> TableStyle:
        return TableStyle(self.theme.ink, self.page.line, self.page.frame, pad=self.page.head_side)

    @property
    def label(self) -> TextStyle:
        return TextStyle(self.page.label, self.page.head_pitch, BOLD, ink=self.theme.ink, align="middle")

    @property
    def start(self) -> TextStyle:
        return replace(self.label, align="start")

    @property
    def text(self) -> TextStyle:
        return replace(self.start, font=TEXT)

    def known(self, text: str) -> str:
        """The text filled in; empty while the table of players is not known."""
        try:
            return text.format(**self.facts)
        except KeyError:
            return ""


def hand_box(sheet: ScoreSheet, hand: int, row_mm: float) -> Box:
    """One hand: its line of fields, and a table for its players."""
    make = _players_down if sheet.template.layout == "players-down" else _players_across
    return Keep(Stack([_fields(sheet, hand), Space(sheet.page.field_base - 0.8), make(sheet, row_mm)]))


def _fields(sheet: ScoreSheet, hand: int) -> Box:
    """Labels with a line to write on, or with what is known already."""
    shown: list[Box] = []
    widths: list[Width] = []
    for field in sheet.template.fields:
        if not holds(field.when, sheet.facts):
            continue
        is_numbered = field.number and sheet.numbered is not None and hand <= sheet.numbered
        value = str(hand) if is_numbered else sheet.known(field.value)
        shown.append(write_on(f"**{field.label}** {value}".rstrip(), sheet.text, bool(value)))
        widths.append(None if value else Share(0.7 if field.number else field.share))
    return Stack([Space(1.2), Row(shown, widths, sheet.page.field_gap, "baseline")]) if shown else Space(0.0)


def write_on(label: str, text: TextStyle, is_known: bool = False) -> Box:
    """A label, and a line to write on after it if there is nothing known."""
    words = Words(label, text)
    return words if is_known else Row([words, Rule(ink=text.ink)], (None, Share()), 2.0, "baseline")


# ---------------------------------------------------------------- cells


def _head(sheet: ScoreSheet, label: str, rows: int = 1, is_first: bool = False, pad: float | None = None) -> Cell:
    if is_first:
        return Cell(Words(label, sheet.start, ""), 1, rows, "Column", "start", pad=sheet.page.cell_pad)
    return Cell(Words(label, sheet.label, ""), 1, rows, "Column", "middle", pad=pad)


def _figure(sheet: ScoreSheet, words: str, wide: float, high: float, columns: int = 1, head: str = "") -> Cell:
    """A number, or what is known already, as large as the cell allows; nothing for no words."""
    if not words:
        return Cell(columns=columns, head=head)
    base = TextStyle(1.0, LINE, ink=sheet.theme.ink, align="middle")
    style = sized(words, base, sheet.page.figure_sizes, wide - 1.0, high - CLEAR_MM)
    return Cell(Words(words, style, ""), columns, 1, head, pad=0.5)


def _name(sheet: ScoreSheet, seat: int, wide: float, high: float, columns: int = 1, head: str = "Column") -> Cell:
    """A player's name, as large as those of the others can be in cells like it; else room to write one."""
    pad, is_row = sheet.page.cell_pad, head == "Row"
    if not (name := sheet.written[seat]):
        spoken = sheet.names[seat] or sheet.page.words.player.format(seat=seat + 1)
        return Cell(Words(" ", sheet.label, ""), columns, 1, head, spoken=spoken)
    base = TextStyle(1.0, LINE, BOLD, BOLD, sheet.theme.ink, "start" if is_row else "middle")
    styles = [
        sized(each, base, sheet.page.name_sizes, wide - 2 * pad, high - CLEAR_MM)
        for each in filter(None, sheet.written)
    ]
    smallest = min(styles, key=lambda style: style.size)
    own = sized(name, base, (smallest.size,), wide - 2 * pad, high - CLEAR_MM)
    return Cell(Words(name, own, ""), columns, 1, head, "start" if is_row else "middle", pad=pad)


def _boxes(sheet: ScoreSheet, count: int) -> Cell:
    """Boxes to tick."""
    side, gap = sheet.page.box, BOX_GAP
    d = " ".join(rectangle(index * (side + gap), 0, side, side, 0.8) for index in range(count))
    shown = Picture((Path(d, stroke=sheet.theme.ink, width_mm=0.3),), max(0.0, count * (side + gap) - gap), side)
    return Cell(shown, spoken=sheet.page.words.to_tick.format(count=count))


# ---------------------------------------------------------------- a row for each player


def _players_down(sheet: ScoreSheet, row_mm: float) -> Box:
    page, entries = sheet.page, [entry for entry in sheet.template.columns if holds(entry.when, sheet.facts)]
    kinds = ["write" if e.kind == "figure" and not sheet.known(e.value) else e.kind for e in entries]
    least = [
        max(page.least.get(kind, 0.0), _box_count(sheet, entry) * (page.box + BOX_GAP) + 2 * page.head_side)
        for entry, kind in zip(entries, kinds, strict=True)
    ]
    shades = [sheet.shade if entry.total else None for entry in entries]
    shares = [Column(Share(entry.share, mm), shade) for entry, mm, shade in zip(entries, least, shades, strict=True)]
    heads = [_head(sheet, entry.label, is_first=entry.kind == "name") for entry in entries]
    try:
        widths = Table(shares, [TableRow(heads)], sheet.look).widths(sheet.width)
    except LayoutProblem as wrong:
        lacking = wrong.values["needed"] - wrong.values["width"]
        labels = ", ".join(entry.label for entry in entries)
        raise LayoutProblem("scoresheets.narrow_columns", "paper", lacking=lacking, labels=labels) from None
    columns = [*zip(entries, kinds, widths, strict=True)]
    high = max(Words(entry.label, sheet.label, "").lay(wide - 2 * page.head_side).height for entry, _, wide in columns)
    rows = [TableRow(heads, high + 2 * page.head_pad, sheet.shade)]
    for seat in range(len(sheet.names)):
        rows.append(TableRow([_player_cell(sheet, *column, seat, row_mm) for column in columns], row_mm))
    return Table([*map(Column, widths, shades)], rows, sheet.look)


def _box_count(sheet: ScoreSheet, entry: SheetField) -> int:
    return int(sheet.known(entry.count) or 0)


def _player_cell(sheet: ScoreSheet, entry: SheetField, kind: str, wide: float, seat: int, high: float) -> Cell:
    if kind == "name":
        return _name(sheet, seat, wide, high, head="Row")
    if kind in ("boxes", "tick"):
        return _boxes(sheet, _box_count(sheet, entry) if kind == "boxes" else 1)
    teams = sheet.facts.get("teams_by_seat", ())
    printed = {"team": teams[seat] if teams else "", "seat": str(seat + 1), "figure": sheet.known(entry.value)}
    return _figure(sheet, printed.get(kind, ""), wide, high)


# ---------------------------------------------------------------- a column for each player


def _players_across(sheet: ScoreSheet, row_mm: float) -> Box:
    """Each player's column is halved between a count and its points."""
    template, count = sheet.template, len(sheet.names)
    each = (sheet.width - template.label_width - template.check_width) / count
    halves = [half for _ in range(count) for half in (Column(each / 2), Column(each / 2, dotted=True))]
    columns = [Column(template.label_width), *halves, Column(template.check_width)]
    names = [_name(sheet, seat, each, template.head_height, columns=2) for seat in range(count)]
    first = _head(sheet, template.row_label, is_first=True)
    rows = [TableRow([first, *names, _head(sheet, template.check_label)], template.head_height, sheet.shade)]
    for entry in template.rows:
        cells = [Cell(columns=2)] * count if entry.total else [Cell()] * (2 * count)
        check = _figure(sheet, entry.check.format(**sheet.facts), template.check_width, row_mm)
        rows.append(TableRow([_row_label(sheet, entry), *cells, check], row_mm, sheet.shade if entry.total else None))
    return Table(columns, rows, sheet.look)


def _row_label(sheet: ScoreSheet, entry: SheetField) -> Cell:
    """What a row counts: its icon, its name, and what it is worth at the right."""
    size, pad = sheet.page.icon, sheet.page.cell_pad
    icon = draw_icon(sheet.theme, entry.icon.format(**sheet.facts), size / 2, size / 2, size) if entry.icon else ()
    shown = Picture((Group((*icon,), miniature=True),) if icon else (), size, size)
    label = Words(entry.label.format(**sheet.facts), sheet.start, "")
    worth = Words(entry.worth.format(**sheet.facts), sheet.text.end, "")
    row = Row([shown, Space(0.0), label, worth], (size, 2.0, Share(), None), align="middle")
    return Cell(row, head="Row", across="start", pad=pad)


# ---------------------------------------------------------------- hands below one another


def hands_box(sheet: ScoreSheet, first: int, count: int, seats: range, row_mm: float) -> Box:
    """A few narrow columns for each player beside one another, and a last row for anyone who is out."""
    template, page = sheet.template, sheet.page
    own_mm = [word_width(column.label, sheet.label) + 2 * page.head_side for column in template.own]
    cell = (sheet.width - sum(own_mm)) / (len(seats) * len(template.each))
    if cell < template.min_cell:
        values = {"players": len(seats), "width": max(0.0, cell), "title": template.title}
        raise LayoutProblem("scoresheets.narrow_cells", "paper", **values)
    theirs = [Column(cell, sheet.shade if c.total else None, heavy=not i) for i, c in enumerate(template.each)]
    names = [_name(sheet, seat, cell * len(template.each), template.name_height, len(template.each)) for seat in seats]
    label_mm = page.head_pitch + 2 * page.head_pad
    rows = [
        TableRow([*(_head(sheet, c.label, rows=2) for c in template.own), *names], template.name_height, sheet.shade),
        TableRow([_head(sheet, c.label, pad=0.0) for _ in seats for c in template.each], label_mm, sheet.shade),
    ]
    for hand in range(first, first + count):
        own = [
            _figure(sheet, str(hand) if c.number else "", wide, row_mm, head="Row" if c.number else "")
            for c, wide in zip(template.own, own_mm, strict=True)
        ]
        rows.append(TableRow([*own, *([Cell()] * (len(theirs) * len(seats)))], row_mm))
    foot = Cell(Words(template.foot, sheet.start, ""), len(own_mm), 1, "Row", "start", pad=page.cell_pad)
    rows.append(TableRow([foot, *[Cell(columns=len(template.each)) for _ in seats]], row_mm, sheet.shade))
    return Table([*map(Column, own_mm), *(theirs * len(seats))], rows, sheet.look, heads=2)


# ---------------------------------------------------------------- beside the tables


def lines_box(sheet: ScoreSheet, lines: WrittenLines, row_mm: float) -> Box:
    """Lines that the table writes in, such as who promises what."""
    first, *others = (column.label for column in lines.columns)
    labels = [f"{lines.heading}: {first[0].lower()}{first[1:]}", *others]
    heads = [_head(sheet, label, is_first=True) for label in labels]
    rows = [TableRow(heads, sheet.page.head_pitch + 2 * sheet.page.head_pad, sheet.shade)]
    rows += [TableRow([Cell()] * len(labels), row_mm) for _ in range(lines.rows)]
    return Table([Column(Share(c.share, LEAST_WRITE_MM)) for c in lines.columns], rows, sheet.look)


def pointers_box(sheet: ScoreSheet, label: str) -> Box:
    """A strip with the values in play of each variable and a lane below them, for a bead or a pencil mark."""
    count, gap, high, lane = sheet.facts.get("in_play", 5), 9.0, 10.5, 9.0
    each = (sheet.width - (len(VALUES) - 1) * gap) / (len(VALUES) * count)
    strips: list[Box] = []
    for variable, values in VALUES.items():
        drawn = [
            item
            for i, value in enumerate(values[:count])
            for item in draw_value(sheet.theme, variable, value, Rect(i * each, 0, each, high))
        ]
        lanes = " ".join(rectangle(i * each, high, each, lane) for i in range(count))
        path = Path(lanes, stroke=sheet.theme.ink, width_mm=sheet.page.line, join="miter")
        alt = sheet.page.words.lane.format(variable=variable, values=", ".join(values[:count]))
        strips.append(Picture((Group((*drawn,), miniature=True), path), count * each, high + lane, alt))
    return Stack([Words(label, sheet.start), Space(2.0), Row(strips, gap=gap)])


# ---------------------------------------------------------------- the checklist, how to judge, what must add up, house rules


def notes_box(
    sheet: ScoreSheet, house: Sequence[str], figures: Sequence[str], is_blank: bool, columns: int, factor: float
) -> Box:
    """All that holds here, in columns of about the same height and type larger by `factor`.

    `figures` are the deals for every number of players, on a sheet for any table, which `is_blank`.
    """
    page, template, words = sheet.page, sheet.template, sheet.page.words
    body, gap = TextStyle(page.body, page.body_pitch, ink=sheet.theme.ink).times(factor), page.item_gap * factor

    def section(title: str, said: Box) -> Box:
        heading = Words(title, display_style(page.heading_cap * factor, body.ink, 1.6), "H2", keeps=True)
        return Stack([heading, Space((page.heading_pitch - 1.6 * page.heading_cap) * factor), said])

    def sentences(lines: Sequence[ChecklistLine]) -> list[str]:
        facts = sheet.facts
        return [line.text(is_blank).format(**facts) for line in lines if holds(line.when, facts)]

    def plain(lines: Sequence[str]) -> Box:
        return Stack([Words(line, body) for line in lines], gap)

    numbered = entries(
        sentences(template.checklist), body, page.mark * factor, gap=gap, label=body.strong.end, apart=2.2 * factor
    )
    boxes = [section(words.checklist, numbered)]
    if house or template.figures.each:  # a sheet that somebody brings knows of no house rules
        boxes.append(section(words.house, plain(house or [words.no_house])))
    if figures:
        said = _figures_table(sheet, figures, body) if template.figures.columns else plain(figures)
        boxes.append(section(template.figures.heading, said))
    for box in template.boxes:
        framed = Framed(section(box.heading, plain(sentences(box.lines))), page.boxed_pad * factor, body.ink)
        boxes.append(Keep(framed))
    return Columns(Stack(boxes, page.section_gap * factor), columns, page.column_gap)


def _figures_table(sheet: ScoreSheet, figures: Sequence[str], body: TextStyle) -> Box:
    """How many cards go where, by the number of players; in as many parts side by side as there is room for."""
    page, heads = sheet.page, sheet.template.figures.columns
    style = TableStyle(body.ink, head=page.line, pad=page.table_pad / 2, pad_down=page.table_gap / 2)
    rows = [TableRow([Cell(Words(head, body.strong.middle, ""), head="Column") for head in heads])]
    for figure in figures:
        rows.append(TableRow([Cell(Words(words, body.middle, "")) for words in figure.split("|")]))
    return Columns(Table([Column() for _ in heads], rows, style), 0, page.column_gap)
