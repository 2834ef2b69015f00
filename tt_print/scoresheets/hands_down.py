"""Hands below one another, players beside one another with a few narrow columns each: a whole game on a page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from tt_print.drawing.geometry import line, rectangle
from tt_print.drawing.shapes import Item, Path
from tt_print.drawing.text import BOLD, break_lines, find_font
from tt_print.errors import TemplateError
from tt_print.scoresheets.blocks import Block, Table
from tt_print.scoresheets.cells import figure, frame, head, heavy, name, shaded


def split_seats(count: int, most: int) -> list[range]:
    """Seats by sheet, as even as can be: twelve players at most five a sheet are 4, 4 and 4."""
    sheets = -(-count // most)
    ends = [count * (place + 1) // sheets for place in range(sheets)]
    return [range(start, end) for start, end in zip([0, *ends], ends, strict=False)]


def hands_block(table: Table, first_hand: int, count: int, seats: range) -> Block:
    """So many hands from `first_hand` on for these seats, and a last row for when somebody was out."""
    style, data, page = table.style, table.data, table.style.page
    own, each = data["own"], data["each"]
    own_mm = [_own_width(table, entry["label"]) for entry in own]
    cell_mm = (table.width_mm - sum(own_mm)) / (len(seats) * len(each))
    if cell_mm < data["cell_least"]:
        raise TemplateError(
            f"templates/scoresheets: {len(seats)} players leave cells of {cell_mm:.1f} mm in {data['title']}."
        )
    label_mm = 2 * page["head_pitch"] + 2 * page["head_pad"]
    top_mm = data["name_height"] + label_mm

    def draw(x: float, y: float, row_mm: float) -> list[Item]:
        xs = list(accumulate(own_mm, initial=x))
        starts = [xs[-1] + place * len(each) * cell_mm for place in range(len(seats) + 1)]
        rows = [y + top_mm + row * row_mm for row in range(count + 1)]
        foot, right = rows[-1] + row_mm, starts[-1]
        items: list[Item] = [shaded(style, x, y, right - x, top_mm), shaded(style, x, rows[-1], right - x, row_mm)]
        for start in starts[:-1]:
            items += [shaded(style, start + place * cell_mm, rows[0], cell_mm, rows[-1] - rows[0])
                      for place, entry in enumerate(each) if entry.get("total")]  # fmt: skip
        cells = [start + place * cell_mm for start in starts[:-1] for place in range(len(each))]
        items += frame(style, [*xs[:-1], *cells, right], rows)
        # heads and the foot are one cell a player
        tops = [rectangle(a, y, b - a, top_mm) for a, b in zip(xs, xs[1:], strict=False)]
        tops += [
            rectangle(start, y, right_ - start, data["name_height"])
            for start, right_ in zip(starts, starts[1:], strict=False)
        ]
        tops += [rectangle(start, y + data["name_height"], end - start, label_mm)
                 for start, end in zip(starts, starts[1:], strict=False)]  # fmt: skip
        tops += [rectangle(a, rows[-1], b - a, row_mm) for a, b in zip([x, *starts], starts, strict=False)]
        items.append(Path(" ".join(tops), stroke=style.ink, width_mm=page["line"], join="miter"))
        items.append(Path(rectangle(x, y, right - x, foot - y), stroke=style.ink, width_mm=page["frame"], join="miter"))
        for left, width, entry in zip(xs, own_mm, own, strict=False):
            lines = break_lines(entry["label"], BOLD, page["label"], width - 2 * page["head_side"] + 1e-6)
            items += head(style, lines, left, y, width, top_mm)
        for seat, start, end in zip(seats, starts, starts[1:], strict=False):
            if table.names[seat]:
                items += name(style, table.names[seat], start, y, end - start, data["name_height"], centered=True)
            items += _labels(table, start, cell_mm, y + data["name_height"], label_mm)
            items.append(heavy(style, start, y, foot))
        items += head(style, [data["foot"]], x, rows[-1], starts[0] - x, row_mm, centered=False)
        for place in range(count):
            items += _row(table, first_hand + place, seats, xs, starts, rows[place], row_mm, cell_mm)
        return items

    return Block(top_mm, count + 1, draw)


def _own_width(table: Table, label: str) -> float:
    page = table.style.page
    return max(find_font(BOLD).width_mm(word, page["label"]) for word in label.split()) + 2 * page["head_side"]


def _labels(table: Table, x: float, cell_mm: float, y: float, height: float) -> list[Item]:
    """The labels of narrow columns on two lines in turn, those of the upper line with a stroke down to their column."""
    style, page, each = table.style, table.style.page, table.data["each"]
    side = page["head_side"]
    halves = [find_font(BOLD).width_mm(entry["label"], page["label"]) / 2 for entry in each]
    at = [
        min(max((place + 0.5) * cell_mm, side + half), len(each) * cell_mm - side - half)
        for place, half in enumerate(halves)
    ]
    for place in range(2, len(each)):  # two words' distance from the label before it on the same line
        at[place] = max(at[place], at[place - 2] + halves[place - 2] + 2 * side + halves[place])
    low, strokes, items = y + height - page["head_pad"] - 1.0, [], []
    for place, entry in enumerate(each):
        base = low - (0 if place % 2 else page["head_pitch"])
        items.append(style.label(x + at[place], base, entry["label"], "middle"))
        if not place % 2:
            # between the labels of the lower line, as near to the middle of the column as they let it
            left = at[place - 1] + halves[place - 1] if place else 0.0
            right = at[place + 1] - halves[place + 1]
            middle = (left + right) / 2 if right - left < cell_mm else (place + 0.5) * cell_mm
            strokes.append(line(x + middle, base + 1.7, x + middle, y + height - 1.0))
    return [*items, Path(" ".join(strokes), stroke=style.ink, width_mm=0.35)]


def _row(
    table: Table,
    hand: int,
    seats: range,
    xs: Sequence[float],
    starts: Sequence[float],
    y: float,
    row_mm: float,
    cell_mm: float,
) -> list[Item]:
    """A hand's number, and what is known of it already."""
    style, own, each = table.style, table.data["own"], table.data["each"]
    items: list[Item] = []
    for left, right, entry in zip(xs, xs[1:], own, strict=False):
        told = table.entries.get((hand, -1, entry["label"]), str(hand) if entry.get("number") else "")
        items += figure(style, told, left, y, right - left, row_mm) if told else []
    for seat, start in zip(seats, starts, strict=False):
        for place, entry in enumerate(each):
            told = table.entries.get((hand, seat, entry["key"]), "")
            items += figure(style, told, start + place * cell_mm, y, cell_mm, row_mm) if told else []
    return items
