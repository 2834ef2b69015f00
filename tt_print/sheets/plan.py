"""How many cards a sheet holds and where: numbers only, no picture.

Without a bleed cards touch, so that neighbors share a cut: 8 cuts for nine cards instead of 12.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf

from tt_print.errors import InputError, LayoutError, choose, join_words
from tt_print.templates import read_toml

# Beyond the printer's dead zone a cut mark needs this to be seen.
MARK_ROOM_MM = 1.0
MOST_BLEED_MM = 5.0


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
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """Place of one card: its top left corner in millimeters from the sheet's."""

    x_mm: float
    y_mm: float
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in millimeters from the sheet's top left corner."""

    left_mm: float
    top_mm: float
    width_mm: float
    height_mm: float

    @property
    def right_mm(self) -> float:
        return self.left_mm + self.width_mm

    @property
    def bottom_mm(self) -> float:
        return self.top_mm + self.height_mm


@dataclass(frozen=True, slots=True)
class Plan:
    """One block of cards on paper that may lie on its side, in the middle of what it is planned for.

    Cards touch unless they have a bleed, which lies round each card, so that two are twice the bleed apart.
    `fold` is "" for cards on the whole paper; with "level" or "upright" the block has its backs beyond
    a fold line of that direction through the paper's middle, which lies in a gutter.
    """

    paper: Paper
    card: CardSize
    columns: int
    rows: int
    bleed_mm: float = 0.0
    margin_mm: float = 0.0  # what was kept free between the paper's edge and the cards with their bleed
    fold: str = ""

    @property
    def gap_mm(self) -> float:
        """Between two cards."""
        return 2 * self.bleed_mm

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def width_mm(self) -> float:
        return self.columns * self.card.width_mm + (self.columns - 1) * self.gap_mm

    @property
    def height_mm(self) -> float:
        return self.rows * self.card.height_mm + (self.rows - 1) * self.gap_mm

    @property
    def left_mm(self) -> float:
        middle = self.paper.width_mm / 2
        return (
            middle - gutter_mm(self.bleed_mm) / 2 - self.width_mm
            if self.fold == "upright"
            else middle - self.width_mm / 2
        )

    @property
    def top_mm(self) -> float:
        middle = self.paper.height_mm / 2
        return (
            middle - gutter_mm(self.bleed_mm) / 2 - self.height_mm
            if self.fold == "level"
            else middle - self.height_mm / 2
        )

    @property
    def block(self) -> Box:
        """The fronts, from the first cut to the last."""
        return Box(self.left_mm, self.top_mm, self.width_mm, self.height_mm)

    @property
    def area(self) -> Box:
        """All cards, backs beyond a fold too: it lies in the paper's middle."""
        block, paper = self.block, self.paper
        wide = paper.width_mm - 2 * block.left_mm
        high = paper.height_mm - 2 * block.top_mm
        return Box(block.left_mm, block.top_mm, wide, high)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Row by row from the top left."""
        across, down = self.card.width_mm + self.gap_mm, self.card.height_mm + self.gap_mm
        return tuple(
            Slot(self.left_mm + column * across, self.top_mm + row * down, row, column)
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @property
    def upright_cuts(self) -> tuple[float, ...]:
        """x of each cut from top to bottom, left to right; neighbors that touch share one."""
        return self._cuts(self.left_mm, self.card.width_mm, self.columns)

    @property
    def level_cuts(self) -> tuple[float, ...]:
        """y of each cut from left to right, top to bottom."""
        return self._cuts(self.top_mm, self.card.height_mm, self.rows)

    def _cuts(self, start: float, side: float, count: int) -> tuple[float, ...]:
        if not self.bleed_mm:
            return tuple(start + i * side for i in range(count + 1))
        return tuple(start + i * (side + self.gap_mm) + end for i in range(count) for end in (0.0, side))

    @property
    def long_way_upright(self) -> bool:
        """Whether the first cuts, which go the long way of the block, are the upright ones."""
        return self.height_mm >= self.width_mm


def gutter_mm(bleed_mm: float) -> float:
    """Between the cards on both sides of a fold line: room for cut marks, and for a fold that is a little off."""
    return max(read_toml("sheets/backs.toml")["fold"]["gutter"], 2 * bleed_mm)


def find_paper(name: str) -> Paper:
    """Raises InputError for a paper that there is not, LayoutError for one too small for a sheet."""
    data = read_toml("sheets/papers.toml")
    usable = [key for key, value in data.items() if not value.get("too_small")]
    key = name.strip().lower()
    if key in data and key not in usable:
        paper = _paper(key)
        fits = plan_sheet(paper, find_card_size("standard"))
        count = fits.count
        raise LayoutError(
            f"{paper.title} paper holds only {count} cards a sheet and is not supported. Choose {join_words(usable)}."
        )
    return _paper(choose("paper", name, usable, "--paper"))


def _paper(name: str) -> Paper:
    value = read_toml("sheets/papers.toml")[name]
    return Paper(name, value["title"], value["width_mm"], value["height_mm"], value["dead_mm"])


def known_papers() -> list[Paper]:
    """All that hold a sheet of cards, in the order of their template."""
    return [_paper(name) for name, value in read_toml("sheets/papers.toml").items() if not value.get("too_small")]


def card_sizes() -> list[CardSize]:
    return [find_card_size(name) for name in read_toml("sheets/cards.toml")]


def find_card_size(name: str) -> CardSize:
    """Raises InputError for a size that there is not."""
    data = read_toml("sheets/cards.toml")
    name = choose("card size", name, data, "--card")
    value = data[name]
    return CardSize(name, value["width_mm"], value["height_mm"], value["corner_mm"], value["meaning"])


def plan_sheet(
    paper: Paper, card: CardSize, bleed_mm: float = 0.0, margin_mm: float | None = None, fold: bool = False
) -> Plan:
    """The way of the paper that holds more cards; upright when both hold the same.

    `margin_mm` is kept free round the cards and their bleed; None means the printer's dead zone and room
    for cut marks. With `fold` each card's back lies on the same side of the paper, beyond a fold line.
    Nothing is ever made smaller to fit. Raises InputError for a margin inside the dead zone, or a bleed
    that is none, and LayoutError when not even one card fits.
    """
    if not 0 <= bleed_mm <= MOST_BLEED_MM:
        raise InputError(f"--bleed {bleed_mm:g}: give 0 to {MOST_BLEED_MM:g} mm; printers ask for 3.")
    if margin_mm is not None and not paper.dead_mm <= margin_mm < inf:
        raise InputError(
            f"--margin {margin_mm:g}: home printers leave up to {paper.dead_mm:g} mm white at each edge of "
            f"{paper.title}. Give {paper.dead_mm:g} or more."
        )
    margin = paper.dead_mm + MARK_ROOM_MM if margin_mm is None else margin_mm
    folds = ("level", "upright") if fold else ("",)
    ways = [_block(way, card, bleed_mm, margin, line) for way in (paper, paper.turned()) for line in folds]
    best = max(ways, key=lambda plan: plan.count)
    if not best.count:
        beside = " and its back beside it" if fold else ""
        raise LayoutError(
            f"no {card.name} card ({card.width_mm:g} x {card.height_mm:g} mm){beside} fits on {paper.title} with a "
            f"margin of {margin:g} mm and {bleed_mm:g} mm bleed. Choose smaller ones, or other paper with --paper."
        )
    return best


def _block(paper: Paper, card: CardSize, bleed: float, margin: float, fold: str) -> Plan:
    columns = _fitting(paper.width_mm, card.width_mm, bleed, margin, fold == "upright")
    rows = _fitting(paper.height_mm, card.height_mm, bleed, margin, fold == "level")
    return Plan(paper, card, columns, rows, bleed, margin, fold)


def _fitting(paper: float, card: float, bleed: float, margin: float, folded: bool) -> int:
    """So many cards in a row: each takes its side and its bleed, and a fold's half ends in half a gutter."""
    room = paper - 2 * (margin + bleed)
    if folded:
        room = (room - gutter_mm(bleed)) / 2
    return max(0, floor((room + 2 * bleed) / (card + 2 * bleed) + 1e-9))


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to plan a sheet, and how many cards it holds: `3 mm bleed`, 6."""

    words: str
    count: int


def other_choices(plan: Plan) -> list[Choice]:
    """The plan's own choice first, then smaller bleeds and margins that hold more cards, when there are any."""
    paper = _paper(plan.paper.name)
    folded = bool(plan.fold)
    found = [Choice(f"{plan.bleed_mm:g} mm bleed" if plan.bleed_mm else f"{plan.margin_mm:g} mm margin", plan.count)]

    def consider(words: str, bleed: float, margin: float) -> None:
        try:
            count = plan_sheet(paper, plan.card, bleed, margin, folded).count
        except LayoutError:
            return
        if count > found[-1].count:
            found.append(Choice(words, count))

    for bleed in (2.0, 1.0, 0.0):
        if bleed < plan.bleed_mm:
            consider(f"{bleed:g} mm", bleed, plan.margin_mm)
    for margin in (paper.dead_mm + MARK_ROOM_MM, paper.dead_mm):
        if margin < plan.margin_mm:
            consider(f"{margin:g} mm margin", 0.0 if plan.bleed_mm else plan.bleed_mm, margin)
    return found


def count_sheets(cards: int, plan: Plan, start_at: int = 1) -> int:
    """Sheets for so many cards when the first of them takes slot `start_at` (1 is the first slot)."""
    per_sheet = plan.count
    if not 1 <= start_at <= per_sheet:
        raise InputError(f"--start-at {start_at}: a sheet has slots 1 to {per_sheet}, row by row from the top left.")
    return -(-(cards + start_at - 1) // per_sheet)
