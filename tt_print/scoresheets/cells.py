"""The strokes of a score sheet: cells, heads, lines to write on, boxes to tick."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tt_print.cards.theme import Theme
from tt_print.drawing.fitting import draw_fitted, draw_words, fit_words
from tt_print.drawing.geometry import Rect, line, rectangle
from tt_print.drawing.shapes import Group, Ink, Item, Path, Text
from tt_print.drawing.structure import Element, marked, unspoken
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font, width_of
from tt_print.records import dataclass
from tt_print.scoresheets.template import PageMeasures

NAME_CLEAR = 0.3  # above and below the lines of a name, whose letters do not fill their lines


@dataclass(frozen=True, slots=True)
class Style:
    """A theme with the measures of all score sheets (`templates/scoresheets/page.toml`)."""

    theme: Theme
    page: PageMeasures

    @property
    def ink(self) -> Ink:
        return self.theme.ink

    @property
    def shade(self) -> Ink:
        return Ink(self.page.shade.rgb.upper(), self.page.shade.cmyk)

    def label(self, x: float, y: float, words: str, anchor: str = "start", font: str = BOLD) -> Text:
        return Text(x, y, words, font, self.page.label, self.ink, anchor)


def column_head(row: Element, words: str, items: Sequence[Item], columns: int = 1, rows: int = 1) -> Group:
    """The head of a column, or of several, or over several rows, as it is drawn and as it is read."""
    spoken = unspoken(words, items)
    return marked(Element("TH", row, scope="Column", text=spoken, column_span=columns, row_span=rows), items)


def row_head(row: Element, words: str, items: Sequence[Item], columns: int = 1) -> Group:
    return marked(Element("TH", row, scope="Row", text=unspoken(words, items), column_span=columns), items)


def data_cell(row: Element, words: str = "", items: Sequence[Item] = (), columns: int = 1) -> Group:
    """A cell with what is known already, or an empty one to write in."""
    spoken = unspoken(words, items) if words else ""
    return marked(Element("TD", row, text=spoken, column_span=columns), items)


def frame(style: Style, xs: Sequence[float], ys: Sequence[float]) -> list[Item]:
    """A table's cells as boxes with thin lines, and a heavier frame round them all."""
    boxes = [rectangle(a, top, b - a, bottom - top) for top, bottom in itertools.pairwise(ys)
             for a, b in itertools.pairwise(xs)]  # fmt: skip
    outer = rectangle(xs[0], ys[0], xs[-1] - xs[0], ys[-1] - ys[0])
    return [Path(" ".join(boxes), stroke=style.ink, width_mm=style.page.line, join="miter"),
            Path(outer, stroke=style.ink, width_mm=style.page.frame, join="miter")]  # fmt: skip


def shaded(style: Style, area: Rect) -> Path:
    return Path(rectangle(area.left, area.top, area.width, area.height), style.shade)


def heavy(style: Style, x: float, top: float, bottom: float) -> Path:
    """A vertical line between two groups of columns."""
    return Path(line(x, top, x, bottom), stroke=style.ink, width_mm=style.page.frame)


def head(style: Style, lines: Sequence[str], cell: Rect, centered: bool = True) -> list[Item]:
    """A column's head in the middle of its cell."""
    page = style.page
    cap = find_font(BOLD).cap_height * page.label / 1000
    first = cell.top + (cell.height - (len(lines) - 1) * page.head_pitch + cap) / 2
    x, anchor = (cell.left + cell.width / 2, "middle") if centered else (cell.left + page.cell_pad, "start")
    return [style.label(x, first + row * page.head_pitch, text, anchor) for row, text in enumerate(lines)]


def name(style: Style, words: str, others: Sequence[str], cell: Rect, centered: bool = False) -> list[Item]:
    """A player's name, never beyond its cell: on more lines, cut short at the very worst, and as large as those of the
    others can be in cells like it.
    """
    pad, sizes = style.page.cell_pad, style.page.name_sizes
    room = cell.width - 2 * pad, cell.height - 2 * NAME_CLEAR
    size = min(fit_words(each, BOLD, *room, sizes).size_mm for each in (words, *filter(None, others)))
    fitted = fit_words(words, BOLD, *room, (size,))
    x, anchor = (cell.left + cell.width / 2, "middle") if centered else (cell.left + pad, "start")
    return draw_fitted(fitted, BOLD, x, cell.top, cell.height, style.ink, anchor)


def figure(style: Style, words: str, cell: Rect) -> list[Item]:
    """A number, or what was written down, in the middle of a cell; nothing for no words."""
    if not words:
        return []
    fitted = fit_words(words, TEXT, cell.width - 1.0, cell.height - 0.6, style.page.figure_sizes)
    return draw_fitted(fitted, TEXT, cell.left + cell.width / 2, cell.top, cell.height, style.ink, "middle")


def name_to_write(style: Style, cell: Rect) -> list[Item]:
    """Nothing to be seen where a name will be written; but there is something that can be read as a head."""
    return [style.label(cell.left, cell.top + cell.height, " ")]


def boxes(style: Style, count: int, cell: Rect) -> list[Item]:
    """Boxes to tick, in the middle of a cell."""
    side, gap = style.page.box, 2.0
    start = cell.left + (cell.width - count * side - (count - 1) * gap) / 2
    top = cell.top + (cell.height - side) / 2
    d = " ".join(rectangle(start + i * (side + gap), top, side, side, 0.8) for i in range(count))
    return [Path(d, stroke=style.ink, width_mm=0.3)]


def fields(style: Style, entries: Sequence[tuple[str, str, float]], x: float, y: float, width: float) -> list[Item]:
    """Words with a line to write on, or with what is known already, side by side: (label, value, share of the width).

    A field with a value takes what it needs; the others share the rest. Each is a paragraph.
    """
    page = style.page
    gap = page.field_gap
    needs = [width_of(label, BOLD, page.label) + (2 + width_of(value, TEXT, page.label) if value else 0)
             for label, value, _ in entries]  # fmt: skip
    shares = sum(share for _, value, share in entries if not value) or 1.0
    left = width - sum(needs) - gap * (len(entries) - 1)
    base = y + page.field_height - page.field_base
    items: list[Item] = []
    for (label, value, share), need in zip(entries, needs, strict=True):
        words = draw_words(x, base, label, BOLD, page.label, style.ink)
        start = x + width_of(label, BOLD, page.label) + 2
        if value:
            words += draw_words(start, base, value, TEXT, page.label, style.ink)
        items.append(marked(Element("P", text=unspoken(f"{label} {value}".rstrip(), words)), words))
        if value:
            x += need + gap
        else:
            end = x + need + left * share / shares
            items.append(Path(line(start, base + 0.8, end, base + 0.8), stroke=style.ink, width_mm=0.25))
            x = end + gap
    return items


def title(style: Style, words: str, x: float, y: float, cap: float) -> Text:
    return Text(x, y, words, DISPLAY, find_font(DISPLAY).size_for_cap(cap), style.ink)
