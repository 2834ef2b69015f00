"""The parts of a score sheet from top to bottom, each with the height it needs: one game's table, a strip, treaties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from tt_print.cards.chits import draw_value
from tt_print.cards.icons import draw_emblem
from tt_print.deck import VALUES
from tt_print.drawing.geometry import Rect, line, rectangle
from tt_print.drawing.shapes import Item, Path
from tt_print.drawing.text import BOLD, TEXT
from tt_print.scoresheets.cells import Style, boxes, fields, figure, frame, head, name, shaded
from tt_print.scoresheets.columns import Column, find_columns, head_lines, set_widths

# What was written down already: (hand from 1, seat from 0, column or row key) to the words in that cell. In a cell
# with a count and points the key is the row's for the count and `row.points` for the points; `seat` is the player's.
# Words of a block's own line have seat -1 and the field's label as key: `(1, -1, "Dealer"): "Ann"`.
Entries = Mapping[tuple[int, int, str], str]


@dataclass(frozen=True, slots=True)
class Table:
    """What every block of one sheet is drawn from: the template, the table's numbers, the names by seat."""

    style: Style
    data: Mapping[str, Any]
    facts: Mapping[str, Any]
    names: tuple[str, ...]  # as many as there are rows or columns for players; "" for an empty one
    width_mm: float
    numbered: int | None  # the last hand that has a number; None: none has
    entries: Entries


@dataclass(frozen=True, slots=True)
class Block:
    """`fixed_mm` and so many `rows`, whose height the page decides; `draw(x, y, row_mm)` gives the picture."""

    fixed_mm: float
    rows: int
    draw: Callable[[float, float, float], list[Item]]

    def height_mm(self, row_mm: float) -> float:
        return self.fixed_mm + self.rows * row_mm


def hand_blocks(table: Table, count: int) -> list[Block]:
    """So many blocks, the hands in them one after another."""
    make = {"players-down": _players_down, "players-across": _players_across}[table.data["layout"]]
    return [make(table, 1 + place) for place in range(count)]


def _fields_of(table: Table, told: Sequence[Mapping[str, Any]], hand: int) -> list[tuple[str, str, float]]:
    """Label, value and share of each field of a hand's own line."""
    found = []
    for field in told:
        label, value = field["label"], table.entries.get((hand, -1, field["label"]), "")
        if field.get("number") and not value and table.numbered is not None and hand <= table.numbered:
            value = str(hand)
        if not value and field.get("value"):
            try:
                value = field["value"].format(**table.facts)
            except KeyError:
                value = ""
        found.append((label, value, 0.7 if field.get("number") else field.get("share", 1.0)))
    return found


# Players below one another


def _players_down(table: Table, hand: int) -> Block:
    style, data, page = table.style, table.data, table.style.page
    columns = set_widths(find_columns(data, table.facts), table.width_mm, page)
    heads = head_lines(columns, page)
    head_mm = max(map(len, heads)) * page["head_pitch"] + 2 * page["head_pad"]
    top_mm = page["field_height"]

    def draw(x: float, y: float, row_mm: float) -> list[Item]:
        xs = list(accumulate((width for _, width in columns), initial=x))
        ys = [y + top_mm, *(y + top_mm + head_mm + row * row_mm for row in range(len(table.names) + 1))]
        items = fields(style, _fields_of(table, data["fields"], hand), x, y, table.width_mm)
        items.append(shaded(style, x, ys[0], table.width_mm, head_mm))
        items += [shaded(style, left, ys[1], width, ys[-1] - ys[1])
                  for (column, width), left in zip(columns, xs, strict=False) if column.total]  # fmt: skip
        items += frame(style, xs, ys)
        for (column, width), lines, left in zip(columns, heads, xs, strict=False):
            items += head(style, lines, left, ys[0], width, head_mm, column.kind != "name")
            for seat, who in enumerate(table.names):
                items += _cell(table, column, who, seat, hand, left, ys[seat + 1], width, row_mm)
        return items

    return Block(top_mm + head_mm, len(table.names), draw)


def _cell(
    table: Table, column: Column, who: str, seat: int, hand: int, x: float, y: float, width: float, height: float
) -> list[Item]:
    style = table.style
    entered = table.entries.get((hand, seat, column.key), "")
    if column.kind == "name":
        return name(style, who, x, y, width, height) if who else []
    if column.kind in ("boxes", "tick"):
        drawn = boxes(style, column.count if column.kind == "boxes" else 1, x, y, width, height)
        return drawn + (figure(style, entered, x, y, width, height) if entered else [])
    told = entered or (str(seat + 1) if column.kind == "seat" else column.value if column.kind == "figure" else "")
    return figure(style, told, x, y, width, height) if told else []


# Players beside one another


def _players_across(table: Table, hand: int) -> Block:
    style, data, page = table.style, table.data, table.style.page
    rows = data["rows"]
    check = [_filled(row.get("check", ""), table.facts) for row in rows]
    label_mm, check_mm = data["label_width"], data["check_width"]
    each = (table.width_mm - label_mm - check_mm) / len(table.names)
    top_mm, head_mm = page["field_height"], data["head_height"]

    def draw(x: float, y: float, row_mm: float) -> list[Item]:
        count = len(table.names)
        xs = [x, *(x + label_mm + place * each for place in range(count + 1)), x + table.width_mm]
        ys = [y + top_mm, *(y + top_mm + head_mm + row * row_mm for row in range(len(rows) + 1))]
        items = fields(style, _fields_of(table, data["fields"], hand), x, y, table.width_mm)
        items.append(shaded(style, x, ys[0], table.width_mm, head_mm))
        items += [
            shaded(style, x, ys[place + 1], table.width_mm, row_mm)
            for place, row in enumerate(rows)
            if row.get("total")
        ]
        items += _halves(table, xs, ys)
        items += frame(style, xs, ys)
        items += head(style, [data["row_label"]], x, ys[0], label_mm, head_mm, centered=False)
        items += head(style, [data["check_label"]], xs[-2], ys[0], check_mm, head_mm)
        for place, who in enumerate(table.names):
            items += name(style, who, xs[place + 1], ys[0], each, head_mm, centered=True) if who else []
        for place, row in enumerate(rows):
            items += _row(table, row, check[place], hand, xs, ys[place + 1], row_mm, label_mm, each, check_mm)
        return items

    return Block(top_mm + head_mm, len(rows), draw)


def _row(
    table: Table, row: Mapping[str, Any], check: str, hand: int, xs: Sequence[float], y: float, height: float,
    label_mm: float, each: float, check_mm: float,
) -> list[Item]:  # fmt: skip
    style, page = table.style, table.style.page
    middle = y + height / 2
    base = middle + 0.34 * page["label"]
    items: list[Item] = []
    indent = page["cell_pad"] + page["icon"] + 2.0
    if "icon" in row:
        code = row["icon"].format(**table.facts)
        items += draw_emblem(style.theme, code, xs[0] + page["cell_pad"] + page["icon"] / 2, middle, page["icon"])
    items.append(style.label(xs[0] + indent, base, row["label"].format(**table.facts)))
    if "worth" in row:
        told = row["worth"].format(**table.facts)
        items.append(style.label(xs[0] + label_mm - page["cell_pad"], base, told, "end", TEXT))
    if check:
        items += figure(style, check, xs[-2], y, check_mm, height)
    for seat in range(len(table.names)):
        left = xs[seat + 1]
        if row.get("total"):
            told = table.entries.get((hand, seat, row["key"]), "")
            items += figure(style, told, left, y, each, height) if told else []
            continue
        for part, key in enumerate((row["key"], f"{row['key']}.points")):
            told = table.entries.get((hand, seat, key), "")
            items += figure(style, told, left + part * each / 2, y, each / 2, height) if told else []
    return items


def _halves(table: Table, xs: Sequence[float], ys: Sequence[float]) -> list[Item]:
    """A dotted line between the count and the points of each cell."""
    d = []
    for place, row in enumerate(table.data["rows"]):
        if not row.get("total"):
            d += [line((a + b) / 2, ys[place + 1] + 1, (a + b) / 2, ys[place + 2] - 1)
                  for a, b in zip(xs[1:-1], xs[2:-1], strict=False)]  # fmt: skip
    grey = table.style.theme.inks["grey"]
    return [Path(" ".join(d), stroke=grey, width_mm=0.25, dash_mm=(0.8, 0.8))]


def _filled(text: str, facts: Mapping[str, Any]) -> str:
    return text.format(**facts) if text else ""


# Beside the tables


def treaty_block(table: Table) -> Block:
    """Lines for treaties: who, what they promise, who broke it."""
    style, page, told = table.style, table.style.page, table.data["treaties"]
    columns = [Column(entry["key"], entry["label"], share=entry["share"]) for entry in told["columns"]]
    widths = set_widths(columns, table.width_mm, page)
    head_mm = page["head_pitch"] + 2 * page["head_pad"]

    def draw(x: float, y: float, row_mm: float) -> list[Item]:
        xs = list(accumulate((width for _, width in widths), initial=x))
        ys = [y, *(y + head_mm + row * row_mm for row in range(told["rows"] + 1))]
        items: list[Item] = [shaded(style, x, y, table.width_mm, head_mm), *frame(style, xs, ys)]
        for (column, width), left in zip(widths, xs, strict=False):
            label = f"{told['heading']}: {column.label[0].lower()}{column.label[1:]}" if left == x else column.label
            items += head(style, [label], left, y, width, head_mm, centered=False)
        return items

    return Block(head_mm, told["rows"], draw)


def pointer_block(table: Table) -> Block:
    """A strip with the values in play of each variable and a lane below them, for a bead or a pencil mark."""
    style, page = table.style, table.style.page
    count = table.facts.get("in_play", 5)
    gap, high, lane = 9.0, 10.5, 9.0
    each = (table.width_mm - (len(VALUES) - 1) * gap) / (len(VALUES) * count)
    top = 7.5

    def draw(x: float, y: float, row_mm: float) -> list[Item]:
        items: list[Item] = [style.label(x, y + 5.0, table.data["pointers"], font=BOLD)]
        for place, (variable, values) in enumerate(VALUES.items()):
            left = x + place * (count * each + gap)
            for i, value in enumerate(values[:count]):
                items += draw_value(style.theme, variable, value, Rect(left + i * each, y + top, each, high))
            lanes = " ".join(rectangle(left + i * each, y + top + high, each, lane) for i in range(count))
            items.append(Path(lanes, stroke=style.ink, width_mm=page["line"], join="miter"))
        return items

    return Block(top + high + lane, 0, draw)
