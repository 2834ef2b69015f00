"""The parts of a score sheet from top to bottom, each with the height it needs: a game's table in one of three
layouts, a strip for pointers, lines to write in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from tt_print.cards.chits import draw_value
from tt_print.cards.icons import draw_icon
from tt_print.deck import VALUES
from tt_print.drawing.geometry import Rect, line, rectangle
from tt_print.drawing.shapes import Group, Item, Path
from tt_print.drawing.structure import Element, marked
from tt_print.drawing.text import BOLD, TEXT, break_lines, find_font
from tt_print.engine.table_facts import holds
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass
from tt_print.scoresheets.cells import (
    Style,
    boxes,
    column_head,
    data_cell,
    fields,
    figure,
    frame,
    head,
    heavy,
    name,
    name_to_write,
    row_head,
    shaded,
)
from tt_print.scoresheets.template import ColumnEntry, Field, GameSheet, PageMeasures, RowEntry, WrittenLines


@dataclass(frozen=True, slots=True)
class SheetContext:
    """What every block of one sheet is drawn from: the template, the table's numbers, the names by seat."""

    style: Style
    sheet: GameSheet
    facts: Mapping[str, Any]
    names: tuple[str, ...]  # as many as there are rows or columns for players; "" for an empty one
    width_mm: float
    numbered: int | None  # the last hand that has a number; None: none has


@dataclass(frozen=True, slots=True)
class Block:
    """`fixed_mm` and so many `rows`, whose height the page decides; `draw(x, y, row_mm)` gives the picture."""

    fixed_mm: float
    rows: int
    draw: Callable[[float, float, float], list[Item]]

    def height_mm(self, row_mm: float) -> float:
        return self.fixed_mm + self.rows * row_mm


def hand_blocks(context: SheetContext, count: int) -> list[Block]:
    """So many blocks, the hands in them one after another."""
    make = _players_down if context.sheet.layout == "players-down" else _players_across
    return [make(context, hand) for hand in range(1, count + 1)]


def _fields_of(context: SheetContext, entries: Sequence[Field], hand: int) -> list[tuple[str, str, float]]:
    """Label, value and share of each field of a hand's own line."""
    found = []
    for field in entries:
        if not holds(field.when, context.facts):
            continue
        numbered = field.number and context.numbered is not None and hand <= context.numbered
        value = str(hand) if numbered else _known(field.value, context.facts)
        found.append((field.label, value, 0.7 if field.number else field.share))
    return found


# Players below one another


def _players_down(context: SheetContext, hand: int) -> Block:
    style, sheet, page = context.style, context.sheet, context.style.page
    columns = set_widths(find_columns(sheet.columns, context.facts), context.width_mm, page)
    heads = head_lines(columns, page)
    head_mm = max(map(len, heads)) * page.head_pitch + 2 * page.head_pad
    top_mm = page.field_height

    def draw(x: float, y: float, row_mm: float) -> list[Item]:
        xs = list(accumulate((width for _, width in columns), initial=x))
        ys = [y + top_mm, *(y + top_mm + head_mm + row * row_mm for row in range(len(context.names) + 1))]
        items = fields(style, _fields_of(context, sheet.fields, hand), x, y, context.width_mm)
        items.append(shaded(style, Rect(x, ys[0], context.width_mm, head_mm)))
        items += [shaded(style, Rect(left, ys[1], width, ys[-1] - ys[1]))
                  for (column, width), left in zip(columns, xs, strict=False) if column.total]  # fmt: skip
        items += frame(style, xs, ys)
        table = Element("Table")
        row = Element("TR", table)
        for (column, width), lines, left in zip(columns, heads, xs, strict=False):
            drawn = head(style, lines, Rect(left, ys[0], width, head_mm), column.kind != "name")
            items.append(column_head(row, column.label, drawn))
        for seat, who in enumerate(context.names):
            row = Element("TR", table)
            items += [_cell(context, column, who, seat, Rect(left, ys[seat + 1], width, row_mm), row)
                      for (column, width), left in zip(columns, xs, strict=False)]  # fmt: skip
        return items

    return Block(top_mm + head_mm, len(context.names), draw)


def _cell(context: SheetContext, column: Column, who: str, seat: int, cell: Rect, row: Element) -> Item:
    style = context.style
    if column.kind == "name":
        return row_head(row, *_name(context, who, seat, cell))
    if column.kind in ("boxes", "tick"):
        count = column.count if column.kind == "boxes" else 1
        return data_cell(row, style.page.words.to_tick.format(count=count), boxes(style, count, cell))
    words = _printed(context, column, seat)
    return data_cell(row, words, figure(style, words, cell))


def _printed(context: SheetContext, column: Column, seat: int) -> str:
    """What stands in a player's cell before anybody writes."""
    if column.kind == "team":
        teams: tuple[str, ...] = context.facts.get("teams_by_seat", ())
        return teams[seat] if teams else ""
    return str(seat + 1) if column.kind == "seat" else column.value if column.kind == "figure" else ""


def _name(context: SheetContext, who: str, seat: int, cell: Rect, centered: bool = False) -> tuple[str, list[Item]]:
    """A player's name as it is read and as it is drawn; where it is still to be written, only the former."""
    if who:
        return who, name(context.style, who, context.names, cell, centered)
    return context.style.page.words.player.format(seat=seat + 1), name_to_write(context.style, cell)


# Players beside one another


def _players_across(context: SheetContext, hand: int) -> Block:
    style, sheet, page = context.style, context.sheet, context.style.page
    rows = sheet.rows
    checks = [row.check.format(**context.facts) for row in rows]
    label_mm, check_mm = sheet.label_width, sheet.check_width
    each = (context.width_mm - label_mm - check_mm) / len(context.names)
    top_mm, head_mm = page.field_height, sheet.head_height

    def draw(x: float, y: float, row_mm: float) -> list[Item]:
        count = len(context.names)
        xs = [x, *(x + label_mm + seat * each for seat in range(count + 1)), x + context.width_mm]
        ys = [y + top_mm, *(y + top_mm + head_mm + row * row_mm for row in range(len(rows) + 1))]
        items = fields(style, _fields_of(context, sheet.fields, hand), x, y, context.width_mm)
        items.append(shaded(style, Rect(x, ys[0], context.width_mm, head_mm)))
        items += [
            shaded(style, Rect(x, top, context.width_mm, row_mm))
            for top, row in zip(ys[1:], rows, strict=False)
            if row.total
        ]
        items += _halves(context, xs, ys)
        items += frame(style, xs, ys)
        table = Element("Table")
        row = Element("TR", table)
        drawn = head(style, [sheet.row_label], Rect(x, ys[0], label_mm, head_mm), centered=False)
        items.append(column_head(row, sheet.row_label, drawn))
        for seat, who in enumerate(context.names):
            cell = Rect(xs[seat + 1], ys[0], each, head_mm)
            items.append(column_head(row, *_name(context, who, seat, cell, centered=True)))
        drawn = head(style, [sheet.check_label], Rect(xs[-2], ys[0], check_mm, head_mm))
        items.append(column_head(row, sheet.check_label, drawn))
        for entry, check, top in zip(rows, checks, ys[1:], strict=False):
            row = Element("TR", table)
            items += _row_label(context, entry, Rect(x, top, label_mm, row_mm), row)
            items += [data_cell(row) for _ in range(count)]
            items.append(data_cell(row, check, figure(style, check, Rect(xs[-2], top, check_mm, row_mm))))
        return items

    return Block(top_mm + head_mm, len(rows), draw)


def _row_label(context: SheetContext, entry: RowEntry, cell: Rect, row: Element) -> list[Item]:
    """What a row counts: its icon, its name, and what it is worth at the right."""
    style, page = context.style, context.style.page
    middle = cell.top + cell.height / 2
    base = middle + 0.34 * page.label
    items: list[Item] = []
    if entry.icon:
        code = entry.icon.format(**context.facts)
        icon = draw_icon(style.theme, code, cell.left + page.cell_pad + page.icon / 2, middle, page.icon)
        items.append(Group((*icon,), miniature=True))
    label, worth = entry.label.format(**context.facts), entry.worth.format(**context.facts)
    words = [style.label(cell.left + page.cell_pad + page.icon + 2.0, base, label)]
    if worth:
        words.append(style.label(cell.left + cell.width - page.cell_pad, base, worth, "end", TEXT))
    return [*items, row_head(row, f"{label} {worth}".rstrip(), words)]


def _halves(context: SheetContext, xs: Sequence[float], ys: Sequence[float]) -> list[Item]:
    """A dotted line between the count and the points of each cell."""
    d = []
    for row, top, bottom in zip(context.sheet.rows, ys[1:], ys[2:], strict=False):
        if not row.total:
            middles = [(a + b) / 2 for a, b in pairwise(xs[1:-1])]
            d += [line(x, top + 1, x, bottom - 1) for x in middles]
    grey = context.style.theme.inks["grey"]
    return [Path(" ".join(d), stroke=grey, width_mm=0.25, dash_mm=(0.8, 0.8))]


# Hands below one another, players beside one another with a few narrow columns each: a whole game on a page


def split_seats(count: int, max_beside: int) -> list[range]:
    """Seats by sheet, as even as can be: twelve players at most five a sheet are 4, 4 and 4."""
    sheets = -(-count // max_beside)
    ends = [count * (sheet + 1) // sheets for sheet in range(sheets)]
    return [range(start, end) for start, end in zip([0, *ends], ends, strict=False)]


def hands_block(context: SheetContext, first_hand: int, count: int, seats: range) -> Block:
    """So many hands from `first_hand` on for these seats, and a last row for when somebody was out."""
    style, sheet, page = context.style, context.sheet, context.style.page
    own, each = sheet.own, sheet.each
    own_mm = [_own_width(context, column.label) for column in own]
    cell_mm = (context.width_mm - sum(own_mm)) / (len(seats) * len(each))
    if cell_mm < sheet.min_cell:
        raise LayoutProblem(
            "scoresheets.narrow_cells", "paper", players=len(seats), width=max(0.0, cell_mm), title=sheet.title
        )
    label_mm = page.head_pitch + 2 * page.head_pad
    top_mm = sheet.name_height + label_mm

    def draw(x: float, y: float, row_mm: float) -> list[Item]:
        xs = list(accumulate(own_mm, initial=x))
        starts = [xs[-1] + i * len(each) * cell_mm for i in range(len(seats) + 1)]
        rows = [y + top_mm + row * row_mm for row in range(count + 1)]
        foot, right = rows[-1] + row_mm, starts[-1]
        items: list[Item] = [
            shaded(style, Rect(x, y, right - x, top_mm)),
            shaded(style, Rect(x, rows[-1], right - x, row_mm)),
        ]
        for start in starts[:-1]:
            items += [shaded(style, Rect(start + i * cell_mm, rows[0], cell_mm, rows[-1] - rows[0]))
                      for i, column in enumerate(each) if column.total]  # fmt: skip
        cells = [start + i * cell_mm for start in starts[:-1] for i in range(len(each))]
        items += frame(style, [*xs[:-1], *cells, right], rows)
        # heads and the foot are one cell a player
        tops = [rectangle(a, y, b - a, top_mm) for a, b in pairwise(xs)]
        tops += [rectangle(start, y, end - start, sheet.name_height) for start, end in pairwise(starts)]
        tops += [rectangle(start, y + sheet.name_height, end - start, label_mm)
                 for start, end in pairwise(starts)]  # fmt: skip
        tops += [rectangle(a, rows[-1], b - a, row_mm) for a, b in zip([x, *starts], starts, strict=False)]
        items.append(Path(" ".join(tops), stroke=style.ink, width_mm=page.line, join="miter"))
        items.append(Path(rectangle(x, y, right - x, foot - y), stroke=style.ink, width_mm=page.frame, join="miter"))
        items += [heavy(style, start, y, foot) for start in starts[:-1]]
        table = Element("Table")
        row = Element("TR", table)
        for left, width, column in zip(xs, own_mm, own, strict=False):
            lines = break_lines(column.label, BOLD, page.label, width - 2 * page.head_side + 1e-6)
            drawn = head(style, lines, Rect(left, y, width, top_mm))
            items.append(column_head(row, column.label, drawn, rows=2))
        for seat, start, end in zip(seats, starts, starts[1:], strict=False):
            cell = Rect(start, y, end - start, sheet.name_height)
            spoken, drawn = _name(context, context.names[seat], seat, cell, centered=True)
            items.append(column_head(row, spoken, drawn, columns=len(each)))
        row = Element("TR", table)
        for start in starts[:-1]:
            items += _column_labels(context, start, cell_mm, y + sheet.name_height, label_mm, row)
        for index in range(count):
            row = Element("TR", table)
            for left, width, shared in zip(xs, own_mm, own, strict=False):
                words = str(first_hand + index) if shared.number else ""
                drawn = figure(style, words, Rect(left, rows[index], width, row_mm))
                items.append(row_head(row, words, drawn) if shared.number else data_cell(row))
            items += [data_cell(row) for _ in seats for _ in each]
        row = Element("TR", table)
        drawn = head(style, [sheet.foot], Rect(x, rows[-1], starts[0] - x, row_mm), centered=False)
        items.append(row_head(row, sheet.foot, drawn, columns=len(own)))
        items += [data_cell(row, columns=len(each)) for _ in seats]
        return items

    return Block(top_mm, count + 1, draw)


def _own_width(context: SheetContext, label: str) -> float:
    page = context.style.page
    return max(find_font(BOLD).width_mm(word, page.label) for word in label.split()) + 2 * page.head_side


def _column_labels(
    context: SheetContext, x: float, cell_mm: float, y: float, height: float, row: Element
) -> list[Item]:
    """The labels of a player's columns, in line."""
    style = context.style
    cells = [Rect(x + i * cell_mm, y, cell_mm, height) for i in range(len(context.sheet.each))]
    return [
        column_head(row, column.label, head(style, [column.label], cell))
        for column, cell in zip(context.sheet.each, cells, strict=True)
    ]


# The columns of a table


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table, its texts filled in (see `template.ColumnEntry`); `count` boxes stand in each row."""

    label: str
    kind: str = "write"
    share: float = 1.0
    value: str = ""
    count: int = 0
    total: bool = False


def find_columns(entries: Sequence[ColumnEntry], facts: Mapping[str, Any]) -> list[Column]:
    """The columns that hold by these house rules."""
    return [_column(entry, facts) for entry in entries if holds(entry.when, facts)]


def _column(entry: ColumnEntry, facts: Mapping[str, Any]) -> Column:
    value = _known(entry.value, facts)
    kind = entry.kind if value or entry.kind != "figure" else "write"
    return Column(entry.label, kind, entry.share, value, int(_known(entry.count, facts)), entry.total)


def _known(text: str, facts: Mapping[str, Any]) -> str:
    """The text filled in; empty where the table of players is not known yet."""
    try:
        return text.format(**facts)
    except KeyError:
        return ""


def set_widths(columns: Sequence[Column], width_mm: float, page: PageMeasures) -> list[tuple[Column, float]]:
    """Each column with its width: no head's word is ever broken, and what is left goes by shares."""
    least = [_least(column, page) for column in columns]
    left, shares = width_mm - sum(least), sum(column.share for column in columns)
    if left < 0:
        labels = ", ".join(column.label for column in columns)
        raise LayoutProblem("scoresheets.narrow_columns", "paper", lacking=-left, labels=labels)
    return [(column, base + left * column.share / shares) for column, base in zip(columns, least, strict=True)]


def _least(column: Column, page: PageMeasures) -> float:
    measure = find_font(BOLD)
    widest = max((measure.width_mm(word, page.label) for word in column.label.split()), default=0.0)
    widest = max(widest, column.count * (page.box + 2.0))
    widest = max(widest, page.least.get(column.kind, 0.0))
    return widest + 2 * page.head_side


def head_lines(columns: Sequence[tuple[Column, float]], page: PageMeasures) -> list[list[str]]:
    """Each head in lines that fit its column."""
    return [break_lines(column.label, BOLD, page.label, width - 2 * page.head_side + 1e-6) for column, width in columns]


# Beside the tables


def lines_block(context: SheetContext, lines: WrittenLines) -> Block:
    """Lines that the table writes in, such as who promises what."""
    style, page = context.style, context.style.page
    columns = [Column(entry.label, share=entry.share) for entry in lines.columns]
    widths = set_widths(columns, context.width_mm, page)
    head_mm = page.head_pitch + 2 * page.head_pad

    def draw(x: float, y: float, row_mm: float) -> list[Item]:
        xs = list(accumulate((width for _, width in widths), initial=x))
        ys = [y, *(y + head_mm + row * row_mm for row in range(lines.rows + 1))]
        items: list[Item] = [shaded(style, Rect(x, y, context.width_mm, head_mm)), *frame(style, xs, ys)]
        table = Element("Table")
        row = Element("TR", table)
        for (column, width), left in zip(widths, xs, strict=False):
            label = f"{lines.heading}: {column.label[0].lower()}{column.label[1:]}" if left == x else column.label
            drawn = head(style, [label], Rect(left, y, width, head_mm), centered=False)
            items.append(column_head(row, label, drawn))
        for _ in range(lines.rows):
            row = Element("TR", table)
            items += [data_cell(row) for _ in widths]
        return items

    return Block(head_mm, lines.rows, draw)


def pointer_block(context: SheetContext, label: str) -> Block:
    """A strip with the values in play of each variable and a lane below them, for a bead or a pencil mark."""
    style, page = context.style, context.style.page
    count = context.facts.get("in_play", 5)
    gap, height, lane = 9.0, 10.5, 9.0
    each = (context.width_mm - (len(VALUES) - 1) * gap) / (len(VALUES) * count)
    top = 7.5

    def draw(x: float, y: float, row_mm: float) -> list[Item]:
        items: list[Item] = [marked(Element("P"), [style.label(x, y + 5.0, label, font=BOLD)])]
        for index, (variable, values) in enumerate(VALUES.items()):
            left = x + index * (count * each + gap)
            drawn: list[Item] = []
            for i, value in enumerate(values[:count]):
                value_box = Rect(left + i * each, y + top, each, height)
                drawn.append(Group((*draw_value(style.theme, variable, value, value_box),), miniature=True))
            alt = page.words.lane.format(variable=variable, values=", ".join(values[:count]))
            box = Rect(left, y + top, count * each, height)
            items.append(marked(Element("Figure", alt=alt, box_mm=box), drawn))
            lanes = " ".join(rectangle(left + i * each, y + top + height, each, lane) for i in range(count))
            items.append(Path(lanes, stroke=style.ink, width_mm=page.line, join="miter"))
        return items

    return Block(top + height + lane, 0, draw)
