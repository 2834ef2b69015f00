"""What stands in which column, and how wide columns are: numbers and words, no picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tt_print.drawing.text import BOLD, break_lines, find_font
from tt_print.engine.table_facts import holds
from tt_print.errors import TemplateError


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `kind` is name, seat, figure, boxes, tick, check or write; `count` boxes stand in each row.

    `value` is what a figure says in every row.
    """

    key: str
    label: str
    kind: str = "write"
    share: float = 1.0
    value: str = ""
    count: int = 0
    total: bool = False
    lines: tuple[str, ...] = ()
    width_mm: float = 0.0


def find_columns(table: dict[str, Any], facts: dict[str, Any]) -> list[Column]:
    """The columns that hold by these house rules."""
    return [_column(entry, facts) for entry in table["columns"] if holds(entry.get("when", []), facts)]


def _column(entry: dict[str, Any], facts: dict[str, Any]) -> Column:
    value = _known(entry.get("value", ""), facts)
    count = int(_known(entry.get("count", "0"), facts))
    kind = entry.get("kind", "write")
    return Column(entry["key"], entry["label"], kind if value or kind != "figure" else "write", entry.get("share", 1.0),
                  value, count, entry.get("total", False))  # fmt: skip


def _known(text: str, facts: dict[str, Any]) -> str:
    """The text filled in; empty where the table of players is not known yet."""
    try:
        return text.format(**facts)
    except KeyError:
        return ""


def set_widths(columns: Sequence[Column], width_mm: float, page: dict[str, Any]) -> list[tuple[Column, float]]:
    """Each column with its width: no head's word is ever broken, and what is left goes by shares."""
    least = [_least(column, page) for column in columns]
    left, shares = width_mm - sum(least), sum(column.share for column in columns)
    if left < 0:
        labels = ", ".join(column.label for column in columns)
        raise TemplateError(f"templates/scoresheets: these columns need {-left:.0f} mm more: {labels}.")
    return [(column, base + left * column.share / shares) for column, base in zip(columns, least, strict=True)]


def _least(column: Column, page: dict[str, Any]) -> float:
    measure = find_font(BOLD)
    widest = max((measure.width_mm(word, page["label"]) for word in column.label.split()), default=0.0)
    widest = max(widest, column.count * (page["box"] + 2.0))
    widest = max(widest, page["least"].get(column.kind, 0.0))
    return widest + 2 * page["head_side"]


def head_lines(columns: Sequence[tuple[Column, float]], page: dict[str, Any]) -> list[list[str]]:
    """Each head in lines that fit its column."""
    return [
        break_lines(column.label, BOLD, page["label"], width - 2 * page["head_side"] + 1e-6)
        for column, width in columns
    ]
