"""Perforated cards and labels: sheets on which the maker has decided where the cards lie (`templates/sheets/stocks.toml`)."""

from __future__ import annotations

from dataclasses import field

from tt_print.files.user_data import UserTables, describe_invalid_files, read_user_tables
from tt_print.problems import pick
from tt_print.records import dataclass
from tt_print.sheets.plan import CardSize, Plan, find_paper
from tt_print.templates import TABLE_NAME, read_table

MAX_PLACES = 20  # in a row


@dataclass(frozen=True, slots=True)
class Stock:
    """Places on an upright sheet. All pairs are across and down, in millimeters; `first_mm` is from the upper left corner."""

    name: str = field(metadata=TABLE_NAME)
    title: str
    paper: str
    columns: int
    rows: int
    place_mm: tuple[float, float]
    first_mm: tuple[float, float]
    pitch_mm: tuple[float, float]
    corner_mm: float = 0.0

    def plan(self) -> Plan:
        """Cards are upright: if places are on their side, so is the paper."""
        paper = find_paper(self.paper)
        (width, height), (left, top), (across, down) = self.place_mm, self.first_mm, self.pitch_mm
        if width <= height:
            card = CardSize(self.name, width, height, self.corner_mm)
            return Plan(paper, card, self.columns, self.rows, origin_mm=(left, top), pitch_mm=(across, down))
        # a quarter turn: what was down is across, and the right edge is the upper one
        card = CardSize(self.name, height, width, self.corner_mm)
        upper = paper.width_mm - left - (self.columns - 1) * across - width
        return Plan(paper.turned(), card, self.rows, self.columns, origin_mm=(top, upper), pitch_mm=(down, across))


def _stocks() -> dict[str, Stock]:
    return read_table(dict[str, Stock], "sheets/stocks.toml")


def own_stocks() -> UserTables[Stock]:
    """Those in the person's own folder."""
    return read_user_tables("stocks", Stock, _stocks(), _check_own)


def known_stocks() -> list[Stock]:
    """Ours in the order of their template, then the user's own."""
    return [*_stocks().values(), *own_stocks().found.values()]


def find_stock(name: str) -> Stock:
    """Raises InputError for one that does not exist."""
    known = {stock.name: stock for stock in known_stocks()}
    return known[pick("stock", name, known, "sheets.no_stock", wrong=describe_invalid_files(own_stocks().wrong))]


def _check_own(stock: Stock) -> None:
    """Raises ValueError for places that overlap or are beyond the paper."""
    paper = find_paper(stock.paper)
    if not (1 <= stock.columns <= MAX_PLACES and 1 <= stock.rows <= MAX_PLACES):
        raise ValueError(f"{stock.columns} x {stock.rows} places: give 1 to {MAX_PLACES} each way.")
    if min(stock.place_mm) < 20 or min(stock.first_mm) < 0:
        raise ValueError("a place has sides of 20 mm or more, and begins on the paper.")
    if not 0 <= stock.corner_mm <= min(stock.place_mm) / 2:
        raise ValueError(f"corner_mm = {stock.corner_mm:g}: give the radius of a place's corner, 0 for a sharp one.")
    for count, side, first, pitch, length in (
        (stock.columns, stock.place_mm[0], stock.first_mm[0], stock.pitch_mm[0], paper.width_mm),
        (stock.rows, stock.place_mm[1], stock.first_mm[1], stock.pitch_mm[1], paper.height_mm),
    ):
        if count > 1 and pitch < side:
            raise ValueError(f"places of {side:g} mm every {pitch:g} mm lie on each other.")
        if first + (count - 1) * pitch + side > length + 0.01:
            raise ValueError(f"{count} places of {side:g} mm end beyond the paper, which has {length:g} mm.")
