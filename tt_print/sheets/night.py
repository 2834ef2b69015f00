"""The sheet of a night: hands down, players across, totals and places below, in letters that are read from a wall.

Knows a table of texts and nothing of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from tt_print.cards.mark import draw_mark, mark_width
from tt_print.cards.theme import find_theme
from tt_print.drawing.geometry import line
from tt_print.drawing.shapes import Drawing, Item, Path, Text
from tt_print.drawing.structure import Element, marked, unspoken
from tt_print.drawing.text import (
    BOLD,
    DISPLAY,
    TEXT,
    break_lines,
    draw_words,
    find_font,
    missing_letters,
    name_on_paper,
    verify_words_inside,
    width_of,
)
from tt_print.records import dataclass
from tt_print.sheets.plan import find_paper
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
    title_cap: float
    mark_height: float
    text_size: float
    line: float
    row: float
    number: float
    dealer: float
    gap: float
    min_stretch: float
    rule: float
    heavy_rule: float
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


def make_night_sheets(night: NightTable, paper: str) -> list[Drawing]:
    """The pages. A name with letters that the fonts lack is there boxed, with its seat behind it."""
    table = read_table(NightFile, "sheets/night.toml")
    page, words = table.page, table.words
    found = find_paper(paper)
    portrait = night.wide_rows or len(night.names) <= page.max_upright
    width, height = (found.width_mm, found.height_mm) if portrait else (found.height_mm, found.width_mm)
    instead = {
        name: name_on_paper(name, seat) for seat, name in enumerate(night.names, 1) if missing_letters(name, BOLD)
    }
    sheet = _Sheet(night, page, words, width, height, instead)
    pages = sheet.pages()
    drawings = []
    for number, items in enumerate(pages, 1):
        foot = words.credit + ("  " + words.page.format(number=number, count=len(pages)) if len(pages) > 1 else "")
        line_ = Text(width / 2, height - page.margin + 4, foot, TEXT, 3.5, sheet.ink, anchor="middle")
        items.append(marked(Element("P"), [line_]) if number == len(pages) else line_)
        verify_words_inside(items, width, height, found.unprintable_mm)
        drawings.append(Drawing(width, height, tuple(items), night.title, "; ".join(night.lead)))
    return drawings


class Row(Enum):
    """What a row of the table is: the heads of the columns, the same again on a further page, a hand, a sum."""

    HEAD = auto()
    REPEATED = auto()
    HAND = auto()
    SUM = auto()


class _Sheet:
    """Draws row by row from the top, and turns the page where one is full."""

    def __init__(
        self,
        night: NightTable,
        page: NightPage,
        words: NightWords,
        width: float,
        height: float,
        instead: dict[str, str],
    ) -> None:
        self.night, self.page, self.words, self.instead = night, page, words, instead
        self.width, self.height, self.ink = width, height, find_theme().ink
        self.left, self.right = page.margin, width - page.margin
        self.bottom = height - page.margin - 4
        self.done: list[list[Item]] = []
        self.table = Element("Table")
        self.items: list[Item] = []
        self.y = 0.0

    def pages(self) -> list[list[Item]]:
        self._open()
        for row in self.night.rows:
            lines = self._wrapped(row[1]) if self.night.wide_rows else [""]
            self._need(self.page.row + (len(lines) - 1) * self.page.line)
            self._row(row, lines)
        self._need(self.page.row * (len(self.night.sums) + (1 if self.night.wide_rows else 0)))
        self._rule(self.page.heavy_rule)
        if self.night.wide_rows:
            self.table = Element("Table")
            self._cells(("", "", *self.night.names), BOLD, Row.HEAD)
        for label, *cells in self.night.sums:
            self._cells((label, "", *cells), BOLD, Row.SUM)
            self._rule(self.page.rule)
        if self.night.notes:
            self.y += self.page.gap
            for note in self.night.notes:
                self._text(note)
        self.done.append(self.items)
        return self.done

    def _open(self) -> None:
        page = self.page
        self.items, self.y = [], page.margin
        if not self.done:
            self.y += page.title_cap
            size = find_font(DISPLAY).size_for_cap(page.title_cap)
            title = Text(self.left, self.y, self.night.title, DISPLAY, size, self.ink)
            self.items.append(marked(Element("H1"), [title]))
            half = page.mark_height / 2
            middle = self.right - mark_width(page.mark_height) / 2
            self.items += draw_mark(find_theme(), middle, self.y - page.title_cap + half, page.mark_height)
            for lead in self.night.lead:
                self._text(lead)
            self.y += page.gap
        heads = (self.words.entry,) if self.night.wide_rows else (self.words.dealer, *self.night.names)
        # a table that goes on has heads for the eye only
        self._cells((self.words.hand, *heads), BOLD, Row.REPEATED if self.done else Row.HEAD, self.night.wide_rows)
        self._rule(page.heavy_rule)

    def _need(self, height: float) -> None:
        if self.y + height > self.bottom:
            self.done.append(self.items)
            self._open()

    def _row(self, row: Sequence[str], lines: Sequence[str]) -> None:
        if not self.night.wide_rows:
            self._cells(row, TEXT, Row.HAND)
        else:
            self._cells((row[0], row[1]), TEXT, Row.HAND, spans=True, second=lines)
        self._rule(self.page.rule)

    def _cells(
        self, cells: Sequence[str], font: str, kind: Row, spans: bool = False, second: Sequence[str] | None = None
    ) -> None:
        """One row: the first two to the left, each player's to the right of its column. `second` are the lines of the
        second cell, if it has several.
        """
        page = self.page
        self.y += page.row
        first, middle, *rest = cells
        room = self.right - self.left - page.number
        # a label of the rows below may run on into the dealer's empty column
        drawn = [self._put(self.left, first, font, page.number + (0 if middle else page.dealer), "start")]
        lines = second or [middle]
        drawn.append(
            self._put(self.left + page.number, lines[0], font, room if spans else page.dealer - page.gap, "start")
        )
        each = (room - page.dealer) / max(1, len(self.night.names))
        for column, cell in enumerate(rest, 1):
            x = self.left + page.number + page.dealer + column * each
            drawn.append(self._put(x, cell, font, each - page.gap, "end"))
        for text in lines[1:]:
            self.y += page.line
            drawn[1] += self._put(self.left + page.number, text, font, room, "start", 0)
        self._mark(cells, drawn, kind)

    def _mark(self, cells: Sequence[str], drawn: Sequence[list[Item]], kind: Row) -> None:
        """What is drawn as the cells of a row of the table."""
        if kind is Row.REPEATED:
            self.items += [item for items in drawn for item in items]
            return
        row = Element("TR", self.table)
        for column, (words, items) in enumerate(zip(cells, drawn, strict=True)):
            if kind is Row.SUM and column == 1:
                continue  # the label before it spans both
            role, scope = "TD", ""
            if words and (kind is Row.HEAD or column == 0):
                role, scope = "TH", "Column" if kind is Row.HEAD else "Row"
            span = 2 if kind is Row.SUM and column == 0 else 1
            element = Element(role, row, scope=scope, text=unspoken(words, items), column_span=span)
            self.items.append(marked(element, items))

    def _put(self, x: float, text: str, font: str, room: float, anchor: str, lift: float = 2.7) -> list[Item]:
        text = self.instead.get(text, text)
        measure, size = find_font(font), self.page.text_size
        if not text:
            return []
        if missing_letters(text, font):  # boxes cannot be set narrower, only smaller
            size *= min(1.0, room / width_of(text, font, size))
            return draw_words(x, self.y - lift, text, font, size, self.ink, anchor)
        stretch = min(1.0, room / measure.width_mm(text, size))
        if stretch < self.page.min_stretch:
            stretch = self.page.min_stretch
            while len(text) > 1 and measure.width_mm(text + ".", size, stretch) > room:
                text = text[:-1]
            text += "."
        return [Text(x, self.y - lift, text, font, size, self.ink, anchor=anchor, stretch=stretch)]

    def _wrapped(self, text: str) -> list[str]:
        for name, other in self.instead.items():
            text = text.replace(name, other)
        return break_lines(text, TEXT, self.page.text_size, self.right - self.left - self.page.number) or [""]

    def _text(self, text: str) -> None:
        """A paragraph."""
        element = Element("P", text=text if missing_letters(text, TEXT) else "")
        for name, other in self.instead.items():
            text = text.replace(name, other)
        for part in break_lines(text, TEXT, self.page.text_size, self.right - self.left):
            if self.done or self.y > self.page.margin + 60:
                self._need(self.page.line)
            self.y += self.page.line
            drawn = draw_words(self.left, self.y, f"{part} ", TEXT, self.page.text_size, self.ink)
            self.items.append(marked(element, drawn))

    def _rule(self, width: float) -> None:
        self.items.append(Path(line(self.left, self.y, self.right, self.y), stroke=self.ink, width_mm=width))
