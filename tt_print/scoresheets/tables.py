"""The tables of a score sheet as boxes: a hand with its players down or across, hands below one another, lines to write in, pointers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tt_print.cards.chits import draw_value
from tt_print.cards.icons import draw_icon
from tt_print.cards.theme import Theme
from tt_print.deck import VALUES
from tt_print.drawing.geometry import Rect, rectangle
from tt_print.drawing.shapes import Group, Ink, Path
from tt_print.drawing.text import BOLD, TEXT
from tt_print.engine.table_facts import holds
from tt_print.page.boxes import Box, Keep, Picture, Row, Rule, Share, Space, Stack, Width, Words
from tt_print.page.flow import sized
from tt_print.page.table import Cell, Column, Table, TableRow, TableStyle
from tt_print.page.text import TextStyle, word_width
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass
from tt_print.scoresheets.template import ColumnEntry, GameSheet, PageMeasures, RowEntry, WrittenLines

LINE = 1.16  # the leading of names and figures, in ems
CLEAR_MM = 0.6  # above and below a name or a figure in its cell
LEAST_WRITE_MM = 11.0  # a column to write a word in


@dataclass(frozen=True, slots=True)
class Sheet:
    """What every table of one sheet is made from: the template, the table's numbers, the names by seat.

    There are as many `names` as rows or columns for players, "" for an empty one. `numbered` is the last hand that has a number; None: none has.
    """

    theme: Theme
    page: PageMeasures
    template: GameSheet
    facts: Mapping[str, Any]
    names: tuple[str, ...]
    width: float
    numbered: int | None

    @property
    def shade(self) -> Ink:
        return Ink(self.page.shade.rgb.upper(), self.page.shade.cmyk)

    @property
    def look(self) -> TableStyle:
        return TableStyle(self.theme.ink, self.page.line, self.page.frame, pad=self.page.head_side)

    @property
    def label(self) -> TextStyle:
        return TextStyle(self.page.label, self.page.head_pitch, BOLD, ink=self.theme.ink, align="middle")

    @property
    def text(self) -> TextStyle:
        return replace(self.label, font=TEXT, align="start")

    def known(self, text: str) -> str:
        """The text filled in; empty while the table of players is not known."""
        try:
            return text.format(**self.facts)
        except KeyError:
            return ""


def hand_box(sheet: Sheet, hand: int, row_mm: float) -> Box:
    """One hand: its line of fields, and a table for its players."""
    make = _players_down if sheet.template.layout == "players-down" else _players_across
    return Keep(Stack([_fields(sheet, hand), Space(sheet.page.field_base - 0.8), make(sheet, row_mm)]))


def _fields(sheet: Sheet, hand: int) -> Box:
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


def _head(
    sheet: Sheet, label: str, columns: int = 1, rows: int = 1, is_first: bool = False, pad: float | None = None
) -> Cell:
    style = replace(sheet.label, align="start") if is_first else sheet.label
    return Cell(Words(label, style, ""), columns, rows, "Column", "start" if is_first else "middle", pad=pad)


def _figure(sheet: Sheet, words: str, wide: float, high: float, columns: int = 1, head: str = "") -> Cell:
    """A number, or what is known already, as large as the cell allows; nothing for no words."""
    if not words:
        return Cell(columns=columns, head=head)
    base = TextStyle(1.0, LINE, ink=sheet.theme.ink, align="middle")
    style = sized(words, base, sheet.page.figure_sizes, wide - 1.0, high - CLEAR_MM)
    return Cell(Words(words, style, ""), columns, 1, head, pad=0.5)


def _name(sheet: Sheet, seat: int, wide: float, high: float, columns: int = 1, head: str = "Column") -> Cell:
    """A player's name, as large as those of the others can be in cells like it; else room to write one."""
    pad, is_row = sheet.page.cell_pad, head == "Row"
    if not sheet.names[seat]:
        blank = Words(" ", sheet.label, "")
        return Cell(blank, columns, 1, head, spoken=sheet.page.words.player.format(seat=seat + 1))
    base = TextStyle(1.0, LINE, BOLD, BOLD, sheet.theme.ink, "start" if is_row else "middle")
    styles = [
        sized(each, base, sheet.page.name_sizes, wide - 2 * pad, high - CLEAR_MM) for each in filter(None, sheet.names)
    ]
    smallest = min(styles, key=lambda style: style.size)
    own = sized(sheet.names[seat], base, (smallest.size,), wide - 2 * pad, high - CLEAR_MM)
    return Cell(Words(sheet.names[seat], own, ""), columns, 1, head, "start" if is_row else "middle", pad=pad)


def _boxes(sheet: Sheet, count: int) -> Cell:
    """Boxes to tick."""
    side, gap = sheet.page.box, 2.0
    d = " ".join(rectangle(index * (side + gap), 0, side, side, 0.8) for index in range(count))
    shown = Picture((Path(d, stroke=sheet.theme.ink, width_mm=0.3),), max(0.0, count * (side + gap) - gap), side)
    return Cell(shown, spoken=sheet.page.words.to_tick.format(count=count))


# ---------------------------------------------------------------- a row for each player


def _players_down(sheet: Sheet, row_mm: float) -> Box:
    entries = [entry for entry in sheet.template.columns if holds(entry.when, sheet.facts)]
    kinds = {
        entry.label: "write" if entry.kind == "figure" and not sheet.known(entry.value) else entry.kind
        for entry in entries
    }
    least = sheet.page.least
    columns = [
        Column(
            Share(entry.share, max(least.get(kinds[entry.label], 0.0), _boxes_mm(sheet, entry))),
            sheet.shade if entry.total else None,
        )
        for entry in entries
    ]
    heads = TableRow(
        [
            _head(
                sheet,
                entry.label,
                is_first=entry.kind == "name",
                pad=sheet.page.cell_pad if entry.kind == "name" else None,
            )
            for entry in entries
        ],
        0.0,
        sheet.shade,
    )
    try:
        widths = Table(columns, [heads], sheet.look).widths(sheet.width)
    except LayoutProblem as wrong:
        lacking = wrong.values["needed"] - wrong.values["width"]
        labels = ", ".join(entry.label for entry in entries)
        raise LayoutProblem("scoresheets.narrow_columns", "paper", lacking=lacking, labels=labels) from None
    rows = [
        TableRow(
            [
                _player_cell(sheet, entry, kinds[entry.label], seat, wide, row_mm)
                for entry, wide in zip(entries, widths, strict=True)
            ],
            row_mm,
        )
        for seat in range(len(sheet.names))
    ]
    head_mm = heads_height(sheet, [entry.label for entry in entries], widths)
    return Table(
        [Column(wide, c.shade) for wide, c in zip(widths, columns, strict=True)],
        [replace(heads, height=head_mm), *rows],
        sheet.look,
    )


def _boxes_mm(sheet: Sheet, entry: ColumnEntry) -> float:
    return int(sheet.known(entry.count) or 0) * (sheet.page.box + 2.0) + 2 * sheet.page.head_side


def heads_height(sheet: Sheet, labels: Sequence[str], widths: Sequence[float]) -> float:
    """How high the row of heads is: its longest label in lines, with room above and below."""
    laid = [
        Words(label, sheet.label, "").lay(wide - 2 * sheet.page.head_side).height
        for label, wide in zip(labels, widths, strict=True)
    ]
    return max(laid) + 2 * sheet.page.head_pad


def _player_cell(sheet: Sheet, entry: ColumnEntry, kind: str, seat: int, wide: float, high: float) -> Cell:
    if kind == "name":
        return _name(sheet, seat, wide, high, head="Row")
    if kind in ("boxes", "tick"):
        return _boxes(sheet, int(sheet.known(entry.count) or 0) if kind == "boxes" else 1)
    teams = sheet.facts.get("teams_by_seat", ())
    printed = {"team": teams[seat] if teams else "", "seat": str(seat + 1), "figure": sheet.known(entry.value)}
    return _figure(sheet, printed.get(kind, ""), wide, high)


# ---------------------------------------------------------------- a column for each player


def _players_across(sheet: Sheet, row_mm: float) -> Box:
    """Each player's column is halved between a count and its points."""
    template, count = sheet.template, len(sheet.names)
    each = (sheet.width - template.label_width - template.check_width) / count
    halves = [half for _ in range(count) for half in (Column(each / 2), Column(each / 2, dotted=True))]
    columns = [Column(template.label_width), *halves, Column(template.check_width)]
    names = [_name(sheet, seat, each, template.head_height, columns=2) for seat in range(count)]
    first = _head(sheet, template.row_label, is_first=True, pad=sheet.page.cell_pad)
    rows = [TableRow([first, *names, _head(sheet, template.check_label)], template.head_height, sheet.shade)]
    for entry in template.rows:
        cells = [Cell(columns=2)] * count if entry.total else [Cell()] * (2 * count)
        check = _figure(sheet, entry.check.format(**sheet.facts), template.check_width, row_mm)
        rows.append(TableRow([_row_label(sheet, entry), *cells, check], row_mm, sheet.shade if entry.total else None))
    return Table(columns, rows, sheet.look)


def _row_label(sheet: Sheet, entry: RowEntry) -> Cell:
    """What a row counts: its icon, its name, and what it is worth at the right."""
    size, pad = sheet.page.icon, sheet.page.cell_pad
    icon = draw_icon(sheet.theme, entry.icon.format(**sheet.facts), size / 2, size / 2, size) if entry.icon else ()
    shown = Picture((Group((*icon,), miniature=True),) if icon else (), size, size)
    label = Words(entry.label.format(**sheet.facts), replace(sheet.label, align="start"), "")
    worth = Words(entry.worth.format(**sheet.facts), replace(sheet.text, align="end"), "")
    row = Row([shown, Space(0.0), label, worth], (size, 2.0, Share(), None), align="middle")
    return Cell(row, head="Row", across="start", pad=pad)


# ---------------------------------------------------------------- hands below one another


def hands_box(sheet: Sheet, first: int, count: int, seats: range, row_mm: float) -> Box:
    """A few narrow columns for each player beside one another, and a last row for anyone who is out."""
    template, page = sheet.template, sheet.page
    own_mm = [
        max(word_width(word, sheet.label) for word in column.label.split()) + 2 * page.head_side
        for column in template.own
    ]
    cell = (sheet.width - sum(own_mm)) / (len(seats) * len(template.each))
    if cell < template.min_cell:
        raise LayoutProblem(
            "scoresheets.narrow_cells", "paper", players=len(seats), width=max(0.0, cell), title=template.title
        )
    theirs = [
        Column(cell, sheet.shade if c.total else None, heavy=not i) for _ in seats for i, c in enumerate(template.each)
    ]
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
        rows.append(TableRow([*own, *([Cell()] * len(theirs))], row_mm))
    foot = Cell(
        Words(template.foot, replace(sheet.label, align="start"), ""), len(own_mm), 1, "Row", "start", pad=page.cell_pad
    )
    rows.append(TableRow([foot, *[Cell(columns=len(template.each)) for _ in seats]], row_mm, sheet.shade))
    return Table([*map(Column, own_mm), *theirs], rows, sheet.look, heads=2)


# ---------------------------------------------------------------- beside the tables


def lines_box(sheet: Sheet, lines: WrittenLines, row_mm: float) -> Box:
    """Lines that the table writes in, such as who promises what."""
    labels = [
        f"{lines.heading}: {c.label[0].lower()}{c.label[1:]}" if not i else c.label for i, c in enumerate(lines.columns)
    ]
    heads = TableRow(
        [_head(sheet, label, is_first=True, pad=sheet.page.cell_pad) for label in labels],
        sheet.page.head_pitch + 2 * sheet.page.head_pad,
        sheet.shade,
    )
    rows = [TableRow([Cell()] * len(labels), row_mm) for _ in range(lines.rows)]
    return Table([Column(Share(c.share, LEAST_WRITE_MM)) for c in lines.columns], [heads, *rows], sheet.look)


def pointers_box(sheet: Sheet, label: str) -> Box:
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
    return Stack([Words(label, replace(sheet.label, align="start")), Space(2.0), Row(strips, gap=gap)])
