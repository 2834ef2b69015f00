"""A night on paper and as a picture: hands down, players across, in letters that are read from a wall; and a result to share.

Knows tables of texts and nothing of games.
"""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.cards.theme import find_theme
from tt_print.cards.toppers import Topper, draw_mark, draw_topper, mark_width, turned
from tt_print.drawing.geometry import Rect
from tt_print.drawing.shapes import Drawing, Path
from tt_print.page.boxes import Box, Picture, Row, Share, Space, Stack, Width, Words
from tt_print.page.flow import Document, Put, pages, sized
from tt_print.page.table import Cell, Column, Table, TableRow, TableStyle
from tt_print.page.text import TextStyle, display_style, gray
from tt_print.records import dataclass, replace
from tt_print.sheets.plan import Paper
from tt_print.templates import TemplateTable, read_table


@dataclass(frozen=True, slots=True)
class NightTable:
    """A night as texts. `rows` hold a hand each: number, dealer, a cell a player; `sums` a label and a cell a player.

    `wide_rows` says that rows hold number, and what happened across all columns.
    """

    title: str
    lead: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sums: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    wide_rows: bool = False


class NightPage(TemplateTable):
    """`templates/sheets/night.toml`, [page]: millimeters, and how many players an upright sheet holds."""

    margin: float
    foot: float
    title_cap: float
    mark_height: float
    text_size: float
    name_sizes: tuple[float, ...]
    line: float
    row: float
    number: float
    dealer: float
    gap: float
    rule: float
    heavy_rule: float
    shade_percent: int
    max_upright: int


class NightWords(TemplateTable):
    hand: str
    dealer: str
    entry: str
    credit: str
    page: str


class NightFile(TemplateTable):
    page: NightPage
    words: NightWords


def make_night_sheets(night: NightTable, paper: Paper) -> list[Drawing]:
    """The pages."""
    table = read_table(NightFile, "sheets/night.toml")
    page, words = table.page, table.words
    if not night.wide_rows and len(night.names) > page.max_upright:
        paper = paper.turned()
    width, foot = paper.width_mm - 2 * page.margin, paper.height_mm - page.margin
    body = TextStyle(page.text_size, page.line, ink=find_theme().ink, breaks=True)
    texts = Stack([Words(text, body) for text in night.lead])
    tables = [Stack([each, Space(page.gap)]) for each in _tables(night, page, words, body, width)]
    notes = Stack([Words(text, body) for text in night.notes])
    whole = Stack([_title(night.title, page), texts, Space(page.gap), *tables, Space(page.gap), notes])
    layouts = pages(whole, width, foot - page.foot - page.margin, min_fill=0.0)
    document, drawings = Document(), list[Drawing]()
    for number, layout in enumerate(layouts, 1):
        said = words.credit + ("  " + words.page.format(number=number, count=len(layouts)) if len(layouts) > 1 else "")
        line = Words(said, TextStyle(3.5, 3.5, ink=body.ink, align="middle")).lay(width)
        foots: list[Put] = [(page.margin, foot + page.foot - (line.baseline or 0.0), line)]
        is_last = number == len(layouts)
        drawings.append(document.drawing(
            [(page.margin, page.margin, layout), *(foots if is_last else ())], paper.width_mm, paper.height_mm, night.title,
            "; ".join(night.lead), margin=paper.unprintable_mm, repeated=() if is_last else foots,
        ))  # fmt: skip
    return drawings


def _title(title: str, page: NightPage) -> Box:
    theme, height, width = find_theme(), page.mark_height, mark_width(page.mark_height)
    mark = Picture(tuple(draw_mark(theme, width / 2, height / 2, height)), width, height)
    return Row([Words(title, display_style(page.title_cap, theme.ink), "H1"), mark], [Share()], page.gap)


def _tables(night: NightTable, page: NightPage, words: NightWords, body: TextStyle, width: float) -> list[Box]:
    """One table; where a row says what happened, and what that comes to for each player is another one."""
    style = TableStyle(
        body.ink, rules=page.rule, head=page.heavy_rule, pad=page.gap / 2, pad_down=(page.row - page.line) / 2
    )
    each = (width - page.number - page.dealer) / max(1, len(night.names))

    def cell(
        text: str, bold: bool = False, head: str = "", wide: float = 0.0, align: str = "start", columns: int = 1
    ) -> Cell:
        """With a width, in letters that fit: the heads of columns in two lines, others in one."""
        look = replace(body.strong if bold else body, align=align)
        if wide:
            look = sized(text, look, page.name_sizes, wide - page.gap, page.line * (2 if head == "Column" else 1))
        return Cell(Words(text, look, ""), columns, head=head if text else "", across=align)

    def player(text: str, bold: bool = False, head: str = "") -> Cell:
        return cell(text, bold, head, each, "end")

    def row(cells: Sequence[Cell], bold: bool = False) -> TableRow:
        return TableRow(cells, page.row, gray(page.shade_percent) if bold else None)

    def heads(first: Sequence[str], names: Sequence[str] = night.names) -> TableRow:
        return row([*(cell(text, True, "Column") for text in first), *(player(name, True, "Column") for name in names)])

    columns = [Column(page.number), Column(page.dealer), *[Column(each)] * len(night.names)]
    sums = [
        row([cell(label, True, "Row", columns=2), *(player(text, True) for text in rest)], True)
        for label, *rest in night.sums
    ]
    if night.wide_rows:
        hands = [row([cell(number, head="Row"), cell(text)]) for number, text in night.rows]
        happened = Table([Column(page.number), Column(Share())], [heads((words.hand, words.entry), ()), *hands], style)
        return [happened, Table(columns, [heads(("", "")), *sums], style)]
    hands = [
        row([cell(number, head="Row"), cell(dealer, wide=page.dealer), *map(player, rest)])
        for number, dealer, *rest in night.rows
    ]
    return [Table(columns, [heads((words.hand, words.dealer)), *hands, *sums], style)]


# ---------------------------------------------------------------- a result to share

BAR_GAP = 2.0  # to what is written behind a bar
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
    title_sizes: tuple[float, ...]
    name_sizes: tuple[float, ...]
    mark: float
    row: float
    bar: float
    topper: float
    name_part: float
    line: float


def draw_results(title: str, rows: Sequence[ResultRow], notes: Sequence[str]) -> Drawing:
    """The title, a row a player with bars and a Topper that laughs beside those who have won, and sentences below."""
    style, theme = read_table(ResultStyle, "sheets/results.toml"), find_theme("color")
    room, body = (
        style.width - 2 * style.margin,
        TextStyle(style.name_sizes[0], 1.4 * style.name_sizes[0], ink=theme.ink),
    )
    topper_mm, name_mm = 2.4 * style.topper, style.name_part * room
    longest = room - topper_mm - name_mm - BAR_GAP - max(Words(row.text, body).natural() for row in rows)

    def player(index: int, row: ResultRow) -> Box:
        color, shape = TOPPERS[index % len(TOPPERS)]
        topper = draw_topper(
            theme, Topper(color, shape, looks=0.0, mood="laughing" if row.is_winner else "calm"), style.topper
        )
        bar_mm = max(style.line, longest * row.part)
        bar = Path(Rect(0, 0, bar_mm, style.bar).path(1.0), theme.colors[color].ink, theme.ink, style.line)
        face = Picture((turned(topper, style.topper, style.row / 2),), topper_mm, style.row)
        name = Words(row.name, sized(row.name, body.strong, style.name_sizes, name_mm - 2.0, style.row))
        widths: list[Width] = [topper_mm, name_mm, bar_mm + BAR_GAP, Share()]
        return Row([face, name, Picture((bar,), bar_mm, style.bar), Words(row.text, body)], widths, align="middle")

    large = display_style(1.0, theme.ink)
    mark = Picture(
        tuple(draw_mark(theme, mark_width(style.mark) / 2, style.mark / 2, style.mark)),
        mark_width(style.mark),
        style.mark,
    )
    whole = Stack([
        Words(title, sized(title, large, style.title_sizes, room, style.title_sizes[0] * 1.5), "H1"), Space(style.bar),
        *(player(index, row) for index, row in enumerate(rows)), Space(style.bar), *(Words(note, body) for note in notes),
        Row([Words("", body, ""), mark], [Share()]),
    ])  # fmt: skip
    laid = whole.lay(room)
    height = laid.height + 2 * style.margin
    said = "; ".join(f"{row.name}: {row.text}" for row in rows)
    page = Document().drawing(
        [(style.margin, style.margin, laid)], style.width, height, title, " ".join([f"{said}.", *notes])
    )
    return replace(page, items=(Path(Rect(0.0, 0.0, style.width, height).path(), theme.paper), *page.items))
