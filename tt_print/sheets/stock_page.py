"""The test page of perforated cards and labels, and a stock whose places are corrected by what was read on it.

A scale lies across the perforation where the maker's figures have it, so what is read is how far the perforation runs from
there. Two readings each way tell where the places begin and how far apart they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tt_print.cards.theme import Theme, find_theme
from tt_print.drawing.geometry import Rect, line, rectangle
from tt_print.drawing.shapes import Drawing, Item, Path, Text
from tt_print.drawing.text import DISPLAY, TEXT, find_font
from tt_print.errors import InputError
from tt_print.numbers import read_length
from tt_print.own import MAX_LETTERS
from tt_print.printer_profile import PrinterProfile, front_correction
from tt_print.records import dataclass
from tt_print.sheets.backs import transformed
from tt_print.sheets.compose import Sheet
from tt_print.sheets.guides import Body, draw_text
from tt_print.sheets.plan import Paper, find_paper
from tt_print.sheets.stock import Stock, known_stocks
from tt_print.templates import TemplateTable, read_table

HOME = "-home"  # what the corrected stock is called
SCALES = ("A", "B", "C", "D")  # across and down near the first place, across and down near the last one


class StockWords(TemplateTable):
    """Each step stands in a place of its own."""

    title: str
    steps: tuple[str, ...]


class StockPageTable(TemplateTable):
    """`templates/sheets/stock-page.toml`."""

    reach: float
    step: float
    mark: float
    half: float
    mark_line: float
    zero_line: float
    label_size: float
    label_gap: float
    at: float
    from_edge: float
    place_line: float
    dash: tuple[float, float]
    inset: float
    number_cap: float
    body: Body
    words: StockWords


@dataclass(frozen=True, slots=True)
class Perforation:
    """A line on the upright sheet: the x or y where it should run, and where along it a scale lies."""

    position_mm: float
    along_mm: float


@dataclass(frozen=True, slots=True)
class Perforations:
    """Two across (A, C) and two down (B, D), each pair as far apart as the sheet allows."""

    a: Perforation
    b: Perforation
    c: Perforation
    d: Perforation


def stock_page_table() -> StockPageTable:
    return read_table(StockPageTable, "sheets/stock-page.toml")


def places(stock: Stock) -> list[Rect]:
    """Row by row on the upright sheet, from the upper left."""
    (width, height), (left, top), (across, down) = stock.place_mm, stock.first_mm, stock.pitch_mm
    return [
        Rect(left + column * across, top + row * down, width, height)
        for row in range(stock.rows)
        for column in range(stock.columns)
    ]


def find_perforations(stock: Stock) -> Perforations:
    """The outer sides of the first and the last place, or their inner ones where the printer would not reach a scale."""
    table, paper = stock_page_table(), find_paper(stock.paper)
    first, last = places(stock)[0], places(stock)[-1]
    free = paper.unprintable_mm + table.from_edge + table.reach
    left = first.left if first.left >= free else first.right
    right = last.right if last.right <= paper.width_mm - free else last.left
    top = first.top if first.top >= free else first.bottom
    bottom = last.bottom if last.bottom <= paper.height_mm - free else last.top
    return Perforations(
        Perforation(left, first.top + (1 - table.at) * first.height),
        Perforation(top, first.left + (1 - table.at) * first.width),
        Perforation(right, last.top + table.at * last.height),
        Perforation(bottom, last.left + table.at * last.width),
    )


def make_stock_page(stock: Stock, profile: PrinterProfile | None = None) -> Sheet:
    """One page, upright, corrected for the printer as cards on this stock are."""
    table, paper, theme = stock_page_table(), find_paper(stock.paper), find_theme()
    items: list[Item] = []
    for place in places(stock):
        outline = rectangle(place.left, place.top, place.width, place.height, stock.corner_mm)
        items.append(Path(outline, stroke=theme.ink, width_mm=table.place_line, dash_mm=table.dash))
    found = find_perforations(stock)
    for letter, where in zip(SCALES, (found.a, found.b, found.c, found.d), strict=True):
        items += _scale(theme, table, letter, where)
    items += _texts(theme, table, stock)
    title = f"Triple Topper: test page for {stock.name}"
    description = "Dashed outlines of the places, and four scales on which the perforation is read."
    drawing = Drawing(paper.width_mm, paper.height_mm, tuple(items), title, description)
    sheet = Sheet(drawing, (), Rect(0.0, 0.0, paper.width_mm, paper.height_mm))
    return transformed(sheet, front_correction(profile, paper.width_mm, paper.height_mm))


def _scale(theme: Theme, table: StockPageTable, letter: str, where: Perforation) -> list[Item]:
    """Marks along the perforation, the zero thicker; both ends have their number. A and C run across."""
    across = letter in "AC"
    count = round(table.reach / table.step)
    whole = round(1 / table.step)
    thin: list[str] = []
    items: list[Item] = []
    for index in range(-count, count + 1):
        at, middle = where.position_mm + index * table.step, where.along_mm
        half = table.mark / 2 * (1 if index % whole == 0 else table.half)
        d = line(at, middle - half, at, middle + half) if across else line(middle - half, at, middle + half, at)
        if index == 0:
            items.append(Path(d, stroke=theme.ink, width_mm=table.zero_line))
        else:
            thin.append(d)
        if abs(index) == count:
            items.append(_label(theme, table, across, at, middle, f"{index / whole:+g}"))
    beyond = table.reach + 1.5
    size = find_font(DISPLAY).size_for_cap(table.number_cap * 0.7)
    x, y = (where.position_mm - beyond, where.along_mm) if across else (where.along_mm, where.position_mm - beyond)
    anchor = "end" if across else "middle"
    name = Text(x, y + (table.number_cap * 0.35 if across else 0), letter, DISPLAY, size, theme.ink, anchor)
    return [Path(" ".join(thin), stroke=theme.ink, width_mm=table.mark_line), *items, name]


def _label(theme: Theme, table: StockPageTable, across: bool, at: float, middle: float, text: str) -> Text:
    cap = find_font(TEXT).cap_height * table.label_size / 1000
    reach = table.mark / 2 + table.label_gap
    if across:
        return Text(at, middle + reach + cap, text, TEXT, table.label_size, theme.ink, "middle")
    return Text(middle + reach, at + cap / 2, text, TEXT, table.label_size, theme.ink)


def _texts(theme: Theme, table: StockPageTable, stock: Stock) -> list[Item]:
    """The steps, each in a place of its own, from the second on; the first and the last place are full of scales."""
    room = places(stock)[1:-1]
    command = f'tt-print calibrate --stock {stock.name} --stock-read "A,B,C,D"'
    filled = {"stock": stock.name, "command": command, "new": home_name(stock)}
    items: list[Item] = []
    size = find_font(DISPLAY).size_for_cap(table.number_cap)
    for number, (place, step) in enumerate(zip(room, table.words.steps, strict=False), 1):
        x, y, width = (
            place.left + table.inset,
            place.top + table.inset + table.number_cap,
            place.width - 2 * table.inset,
        )
        items.append(Text(x, y, str(number), DISPLAY, size, theme.ink))
        y += table.body.gap + table.body.pitch
        items += draw_text(theme, step.format(**filled), x, y, width, table.body)
    return items


def home_name(stock: Stock) -> str:
    """What the corrected stock is called: `avery-5371-home`, or `-home-2` where there is one already."""
    taken = {known.name for known in known_stocks()}
    base = stock.name.partition(HOME)[0][: MAX_LETTERS - len(HOME) - 3].rstrip("-")
    names = (f"{base}{HOME}{f'-{number}' if number > 1 else ''}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def parse_readings(text: str) -> tuple[float, float, float, float]:
    """`0.5,-1,0.5,-0.5`: on A, B, C and D. Raises InputError for what cannot be read on a scale."""
    reach = stock_page_table().reach
    example = 'Type for example: --stock-read "0.5,-1,0.5,-0.5"'
    words = [word.strip() for word in text.split(",")]
    if len(words) != len(SCALES):
        raise InputError(f"--stock-read {text!r}: give what you read on A, B, C and D. {example}")
    read = [read_length(word) for word in words]
    for letter, word, value in zip(SCALES, words, read, strict=True):
        if value is None or abs(value) > reach:
            raise InputError(
                f"--stock-read: {word!r} on {letter} is no reading from -{reach:g} to {reach:g}. {example}"
            )
    a, b, c, d = (value for value in read if value is not None)
    return a, b, c, d


def corrected(stock: Stock, readings: tuple[float, float, float, float]) -> Stock:
    """The stock as its perforation runs on this printer, to hundredths of a millimeter.

    Raises InputError for readings that no sheet and printer can have, such as places beyond the paper.
    """
    found = find_perforations(stock)
    a, b, c, d = readings
    across = _stretch(found.a.position_mm, found.c.position_mm, a, c)
    down = _stretch(found.b.position_mm, found.d.position_mm, b, d)
    for letters, near, far in (("A and C", a, c), ("B and D", b, d)):
        if abs(near - far) > 2.0:
            raise InputError(
                f"{letters} read {near:g} and {far:g}: a sheet is not so much larger than its maker says. "
                "Print the page again at 100 %, and read it once more."
            )
    first = (round(across(stock.first_mm[0]), 2), round(down(stock.first_mm[1]), 2))
    pitch = (
        round(across(stock.pitch_mm[0]) - across(0.0), 2),
        round(down(stock.pitch_mm[1]) - down(0.0), 2),
    )
    place = (min(stock.place_mm[0], pitch[0]), min(stock.place_mm[1], pitch[1]))
    return replace(stock, name=home_name(stock), first_mm=first, pitch_mm=pitch, place_mm=place)


def _stretch(near: float, far: float, first: float, last: float) -> Callable[[float], float]:
    """Where something comes to lie, when `near` and `far` lie so much further on than they should."""
    factor = (last - first) / (far - near) if far - near > 1.0 else 0.0
    return lambda position: position + first + (position - near) * factor


def stock_toml(stock: Stock, paper: Paper, note: str) -> str:
    """The stock as a file of one's own folder, `note` as its first line."""
    rows = [
        f"# {note}", f"[{stock.name}]", f'title = "{stock.title}"', f'paper = "{paper.name}"',
        f"columns = {stock.columns}", f"rows = {stock.rows}",
        *(f"{key} = [{pair[0]!r}, {pair[1]!r}]" for key, pair in (
            ("place_mm", stock.place_mm), ("first_mm", stock.first_mm), ("pitch_mm", stock.pitch_mm))),
        f"corner_mm = {stock.corner_mm!r}",
    ]  # fmt: skip
    return "\n".join(rows) + "\n"
