"""The sheet of a night: hands down, players across, totals and places below, in letters that are read from a wall.

Knows a table of texts and nothing of games.
"""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.cards.theme import find_theme
from tt_print.drawing.fitting import draw_words, name_on_paper
from tt_print.drawing.geometry import line
from tt_print.drawing.shapes import Drawing, Item, Path, Text
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, break_lines, find_font, missing_letters, width_of
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
    title_gap: float
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
    total: str
    wins: str
    place: str
    entry: str
    credit: str
    page: str


class NightFile(TemplateTable):
    page: NightPage
    words: NightWords


def make_night_sheets(night: NightTable, paper: str) -> list[Drawing]:
    """The pages. A name with letters that the fonts lack stands there boxed, with its seat behind it."""
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
        items.append(Text(width / 2, height - page.margin + 4, foot, TEXT, 3.5, sheet.ink, anchor="middle"))
        drawings.append(Drawing(width, height, tuple(items), night.title, "; ".join(night.lead)))
    return drawings


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
            self._cells(("", "", *self.night.names), BOLD)
        for label, *cells in self.night.sums:
            self._cells((label, "", *cells), BOLD)
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
            self.items.append(Text(self.left, self.y, self.night.title, DISPLAY, size, self.ink))
            for lead in self.night.lead:
                self._text(lead)
            self.y += page.gap
        if self.night.wide_rows:
            self._cells((self.words.hand, self.words.entry), BOLD, spans=True)
        else:
            self._cells((self.words.hand, self.words.dealer, *self.night.names), BOLD)
        self._rule(page.heavy_rule)

    def _need(self, height: float) -> None:
        if self.y + height > self.bottom:
            self.done.append(self.items)
            self._open()

    def _row(self, row: Sequence[str], lines: Sequence[str]) -> None:
        if not self.night.wide_rows:
            self._cells(row, TEXT)
        else:
            self._cells((row[0], lines[0]), TEXT, spans=True)
            for text in lines[1:]:
                self.y += self.page.line
                self._put(
                    self.left + self.page.number,
                    text,
                    TEXT,
                    self.right - self.left - self.page.number,
                    "start",
                    0,
                )
        self._rule(self.page.rule)

    def _cells(self, cells: Sequence[str], font: str, spans: bool = False) -> None:
        """One row: the first two to the left, each player's to the right of its column."""
        page = self.page
        self.y += page.row
        first, second, *rest = cells
        room = self.right - self.left - page.number
        # a label of the rows below may run on into the dealer's empty column
        self._put(self.left, first, font, page.number + (0 if second else page.dealer), "start")
        self._put(self.left + page.number, second, font, room if spans else page.dealer - page.gap, "start")
        each = (room - page.dealer) / max(1, len(self.night.names))
        for column, cell in enumerate(rest, 1):
            self._put(self.left + page.number + page.dealer + column * each, cell, font, each - page.gap, "end")

    def _put(self, x: float, text: str, font: str, room: float, anchor: str, lift: float = 2.7) -> None:
        text = self.instead.get(text, text)
        measure, size = find_font(font), self.page.text_size
        if not text:
            return
        if missing_letters(text, font):  # boxes cannot be set narrower, only smaller
            size *= min(1.0, room / width_of(text, font, size))
            self.items += draw_words(x, self.y - lift, text, font, size, self.ink, anchor)
            return
        stretch = min(1.0, room / measure.width_mm(text, size))
        if stretch < self.page.min_stretch:
            stretch = self.page.min_stretch
            while len(text) > 1 and measure.width_mm(text + ".", size, stretch) > room:
                text = text[:-1]
            text += "."
        self.items.append(Text(x, self.y - lift, text, font, size, self.ink, anchor=anchor, stretch=stretch))

    def _wrapped(self, text: str) -> list[str]:
        for name, other in self.instead.items():
            text = text.replace(name, other)
        return break_lines(text, TEXT, self.page.text_size, self.right - self.left - self.page.number) or [""]

    def _text(self, text: str) -> None:
        for name, other in self.instead.items():
            text = text.replace(name, other)
        for part in break_lines(text, TEXT, self.page.text_size, self.right - self.left):
            if self.done or self.y > self.page.margin + 60:
                self._need(self.page.line)
            self.y += self.page.line
            self.items += draw_words(self.left, self.y, part, TEXT, self.page.text_size, self.ink)

    def _rule(self, width: float) -> None:
        self.items.append(Path(line(self.left, self.y, self.right, self.y), stroke=self.ink, width_mm=width))
