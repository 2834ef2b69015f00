"""How many cards a sheet holds and where: numbers only, no picture.

Cards touch, so that neighbors share a cut: 8 cuts for nine cards instead of 12.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from tt_print.errors import InputError, LayoutError, choose, join_words
from tt_print.templates import read_toml

# Beyond the printer's dead zone a cut mark needs this to be seen.
MARK_ROOM_MM = 1.0


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper, upright. `dead_mm` at each edge cannot be trusted to print."""

    name: str
    title: str
    width_mm: float
    height_mm: float
    dead_mm: float

    def turned(self) -> Paper:
        return Paper(self.name, self.title, self.height_mm, self.width_mm, self.dead_mm)


@dataclass(frozen=True, slots=True)
class CardSize:
    name: str
    width_mm: float
    height_mm: float
    corner_mm: float


@dataclass(frozen=True, slots=True)
class Slot:
    """Place of one card: its top left corner in millimeters from the sheet's."""

    x_mm: float
    y_mm: float
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Plan:
    """One block of touching cards in the middle of the paper (which may lie on its side)."""

    paper: Paper
    card: CardSize
    columns: int
    rows: int

    @property
    def width_mm(self) -> float:
        return self.columns * self.card.width_mm

    @property
    def height_mm(self) -> float:
        return self.rows * self.card.height_mm

    @property
    def left_mm(self) -> float:
        return (self.paper.width_mm - self.width_mm) / 2

    @property
    def top_mm(self) -> float:
        return (self.paper.height_mm - self.height_mm) / 2

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Row by row from the top left."""
        return tuple(
            Slot(self.left_mm + column * self.card.width_mm, self.top_mm + row * self.card.height_mm, row, column)
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @property
    def upright_cuts(self) -> tuple[float, ...]:
        """x of each cut from top to bottom, left to right."""
        return tuple(self.left_mm + i * self.card.width_mm for i in range(self.columns + 1))

    @property
    def level_cuts(self) -> tuple[float, ...]:
        """y of each cut from left to right, top to bottom."""
        return tuple(self.top_mm + i * self.card.height_mm for i in range(self.rows + 1))

    @property
    def long_way_upright(self) -> bool:
        """Whether the first cuts, which go the long way of the block, are the upright ones."""
        return self.height_mm >= self.width_mm


def find_paper(name: str) -> Paper:
    """Raises InputError for a paper that there is not, LayoutError for one too small for a sheet."""
    data = read_toml("sheets/papers.toml")
    usable = [key for key, value in data.items() if not value.get("too_small")]
    key = name.strip().lower()
    if key in data and key not in usable:
        paper = _paper(key)
        fits = plan_sheet(paper, find_card_size("standard"))
        count = fits.columns * fits.rows
        raise LayoutError(
            f"{paper.title} paper holds only {count} cards a sheet and is not supported. Choose {join_words(usable)}."
        )
    return _paper(choose("paper", name, usable, "--paper"))


def _paper(name: str) -> Paper:
    value = read_toml("sheets/papers.toml")[name]
    return Paper(name, value["title"], value["width_mm"], value["height_mm"], value["dead_mm"])


def find_card_size(name: str) -> CardSize:
    """Raises InputError for a size that there is not."""
    data = read_toml("sheets/cards.toml")
    name = choose("card size", name, data, "--card")
    value = data[name]
    return CardSize(name, value["width_mm"], value["height_mm"], value["corner_mm"])


def plan_sheet(paper: Paper, card: CardSize) -> Plan:
    """The way of the paper that holds more cards; upright when both hold the same.

    Raises LayoutError when not even one fits.
    """
    best = max((_block(way, card) for way in (paper, paper.turned())), key=lambda plan: plan.columns * plan.rows)
    if not best.columns * best.rows:
        raise LayoutError(f"no {card.name} card fits on {paper.title}: {card.width_mm:g} x {card.height_mm:g} mm.")
    return best


def _block(paper: Paper, card: CardSize) -> Plan:
    edge = 2 * (paper.dead_mm + MARK_ROOM_MM)
    columns = floor((paper.width_mm - edge) / card.width_mm + 1e-9)
    rows = floor((paper.height_mm - edge) / card.height_mm + 1e-9)
    return Plan(paper, card, columns, rows)


def count_sheets(cards: int, plan: Plan, start_at: int = 1) -> int:
    """Sheets for so many cards when the first of them takes slot `start_at` (1 is the first slot)."""
    per_sheet = plan.columns * plan.rows
    if not 1 <= start_at <= per_sheet:
        raise InputError(f"--start-at {start_at}: a sheet has slots 1 to {per_sheet}, row by row from the top left.")
    return -(-(cards + start_at - 1) // per_sheet)
