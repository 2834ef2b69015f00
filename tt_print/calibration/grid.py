"""The grids on the test page's back, and the enlarged piece that shows how to read one."""

from __future__ import annotations

from typing import Any

from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import circle, line
from tt_print.drawing.shapes import Item, Path, Text
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font


def draw_grid(theme: Theme, table: dict[str, Any], number: int, x: float, y: float, inward: int) -> list[Item]:
    """A grid about (x, y), its number on the side `inward` (1 right, -1 left).

    A millimeter is too narrow for a letter, so that every other one stands below or at the right.
    """
    grid = table["grid"]
    columns, rows, pitch, out = grid["columns"], grid["rows"], grid["pitch"], grid["overhang"]
    half_x, half_y = (len(columns) - 1) / 2 * pitch, (rows - 1) / 2 * pitch
    size = grid["label_size"]
    cap = size * find_font(BOLD).cap_height / 1000
    fine: list[str] = []
    bold: list[str] = []
    labels: list[Item] = []
    for place, letter in enumerate(columns):
        at, above = x + place * pitch - half_x, place % 2 == 0
        top, bottom = y - half_y - (out if above else 0), y + half_y + (0 if above else out)
        (bold if place == len(columns) // 2 else fine).append(line(at, top, at, bottom))
        labels.append(Text(at, top - 0.4 if above else bottom + 0.4 + cap, letter, BOLD, size, theme.ink, "middle"))
    for place in range(rows):
        at, left = y + place * pitch - half_y, place % 2 == 0
        start, end = x - half_x - (out if left else 0), x + half_x + (0 if left else out)
        (bold if place == rows // 2 else fine).append(line(start, at, end, at))
        beside, anchor = (start - 0.4, "end") if left else (end + 0.4, "start")
        labels.append(Text(beside, at + cap / 2, str(place + 1), BOLD, size, theme.ink, anchor))
    name_cap = table["pins"]["number_cap"]
    name_size = find_font(DISPLAY).size_for_cap(name_cap)
    name = Text(
        x + inward * grid["number_at"], y + name_cap / 2, str(number), DISPLAY, name_size, theme.ink,
        "start" if inward > 0 else "end",
    )  # fmt: skip
    return [
        Path(" ".join(fine), stroke=theme.ink, width_mm=grid["line"]),
        Path(" ".join(bold), stroke=theme.ink, width_mm=grid["middle_line"]),
        *labels, name,
    ]  # fmt: skip


def draw_example(theme: Theme, table: dict[str, Any], text_size: float, text_pitch: float) -> list[Item]:
    """A piece of a grid, enlarged, with a hole in it and how it reads."""
    x, y, pitch, columns = table["x"], table["y"], table["pitch"], table["columns"]
    side = (len(columns) - 1) * pitch
    cap = text_size * find_font(BOLD).cap_height / 1000
    top = y + table["top"]
    items: list[Item] = [Text(x, y + 3.1, table["title"], DISPLAY, find_font(DISPLAY).size_for_cap(3.1), theme.ink)]
    for place, letter in enumerate(columns):
        at, width = x + place * pitch, 0.5 if letter == "H" else 0.2
        items.append(Path(line(at, top - 2, at, top + side + 2), stroke=theme.ink, width_mm=width))
        items.append(Text(at, top - 3, letter, BOLD, text_size, theme.ink, "middle"))
        row = table["first_row"] + place
        level, width = top + place * pitch, 0.5 if row == 8 else 0.2
        items.append(Path(line(x - 2, level, x + side + 2, level), stroke=theme.ink, width_mm=width))
        items.append(Text(x - 3, level + cap / 2, str(row), BOLD, text_size, theme.ink, "end"))
    across, down = table["hole"]
    items.append(Path(circle(x + across * pitch, top + down * pitch, table["radius"]), theme.ink))
    for place, told in enumerate(table["lines"]):
        items.append(Text(x, top + side + 8 + place * text_pitch, told, TEXT, text_size, theme.ink))
    return items
