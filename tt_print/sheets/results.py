"""A result as a picture to share: players with bars, and a Topper that laughs beside those who have won.

Knows a list of rows and nothing of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tt_print.cards.mark import draw_mark, mark_width
from tt_print.cards.theme import Theme, find_theme
from tt_print.cards.topper import Topper, draw_topper, turned
from tt_print.drawing.geometry import Rect
from tt_print.drawing.shapes import Drawing, Item, Path
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, break_lines, draw_words, width_of
from tt_print.records import dataclass
from tt_print.templates import TemplateTable, read_table

TOPPERS = (("yellow", "heart"), ("red", "circle"), ("green", "triangle"), ("blue", "square"), ("black", "blob"))


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A player, what is written behind the bar, and how long the bar is, in parts of the longest."""

    name: str
    text: str
    part: float
    is_winner: bool = False


class ResultStyle(TemplateTable):
    """`templates/sheets/results.toml`, in millimeters."""

    width: float
    margin: float
    title_size: float
    text_size: float
    small_size: float
    row: float
    bar: float
    topper: float
    name_part: float
    value_part: float
    line: float


def draw_results(title: str, rows: Sequence[ResultRow], notes: Sequence[str]) -> Drawing:
    """The title, a row a player, and sentences below."""
    style, theme = read_table(ResultStyle, "sheets/results.toml"), find_theme("color")
    room = style.width - 2 * style.margin
    size = min(style.title_size, style.title_size * room / width_of(title, DISPLAY, style.title_size))
    top = style.margin + style.title_size * 1.6
    lines = [line for note in notes for line in break_lines(note, TEXT, style.text_size, room)]
    notes_y = top + len(rows) * style.row + style.text_size
    foot = notes_y + len(lines) * 1.4 * style.text_size + style.margin
    height = foot + style.small_size
    mark = 1.8 * style.small_size
    items: list[Item] = [
        Path(Rect(0.0, 0.0, style.width, height).path(), theme.paper),
        *draw_words(style.margin, style.margin + size, title, DISPLAY, size, theme.ink),
    ]
    for index, row in enumerate(rows):
        items += _row(row, index, top + index * style.row, style, theme)
    for number, line in enumerate(lines, 1):
        y = notes_y + 1.4 * style.text_size * (number - 0.4)
        items += draw_words(style.margin, y, line, TEXT, style.text_size, theme.ink)
    items += draw_mark(theme, style.width - style.margin - mark_width(mark) / 2, height - style.margin, mark)
    said = "; ".join(f"{row.name}: {row.text}" for row in rows)
    return Drawing(style.width, height, tuple(items), title, " ".join([f"{said}.", *notes]))


def _row(row: ResultRow, index: int, y: float, style: ResultStyle, theme: Theme) -> Iterator[Item]:
    room = style.width - 2 * style.margin
    left, middle = style.margin + 2.4 * style.topper, y + style.row / 2
    name_mm, value_mm = style.name_part * room, style.value_part * room
    color, shape = TOPPERS[index % len(TOPPERS)]
    mood = "laughing" if row.is_winner else "calm"
    topper = draw_topper(theme, Topper(color, shape, looks=0.0, mood=mood), style.topper)
    yield turned(topper, style.margin + style.topper, middle)
    size = min(style.text_size, style.text_size * (name_mm - 2.0) / width_of(row.name, BOLD, style.text_size))
    yield from draw_words(left, middle + 0.36 * size, row.name, BOLD, size, theme.ink)
    longest = style.width - style.margin - value_mm - left - name_mm
    bar = Rect(left + name_mm, middle - style.bar / 2, max(style.line, longest * row.part), style.bar)
    yield Path(bar.path(1.0), theme.colors[color].ink, theme.ink, style.line)
    yield from draw_words(bar.right + 2.0, middle + 0.36 * style.text_size, row.text, TEXT, style.text_size, theme.ink)
