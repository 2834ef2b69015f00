"""How many cards a sheet holds and where: numbers only, no picture.

Without a bleed cards touch, so that neighbors share a cut: 8 cuts for nine cards instead of 12.
"""

from __future__ import annotations

from dataclasses import field, replace
from math import floor, inf

from tt_print.draw.geometry import Point, Rect
from tt_print.errors import LayoutError
from tt_print.files.user_data import UserTables, describe_invalid_files, read_user_tables
from tt_print.problems import LayoutProblem, Problem, pick
from tt_print.records import dataclass
from tt_print.templates import TABLE_NAME, TemplateTable, read_table
from tt_print.typed_words import read_length

# Beyond the printer's dead zone a cut mark needs this to be seen.
MARK_ROOM_MM = 1.0
MAX_BLEED_MM = 5.0
MIN_PAPER_MM, MAX_PAPER_MM = 50.0, 1200.0  # a side; beyond that it is no paper for a printer
MIN_CARD_MM, MAX_CARD_MM = 20.0, 250.0
MEASURED_UNPRINTABLE_MM = 5.0  # what is kept free at the edges of a paper of which only the sides are known
MEASURED_CORNER_MM = 3.0


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper, upright (`templates/sheets/papers.toml`). `unprintable_mm` at each edge cannot be trusted to print.

    One that `is_small` is in no list, since few cards lie on it. `territories` are those where people buy it
    instead of A4, by their two letters of ISO 3166.
    """

    name: str = field(metadata=TABLE_NAME)
    title: str
    width_mm: float
    height_mm: float
    unprintable_mm: float
    is_small: bool = False
    territories: tuple[str, ...] = ()

    def turned(self) -> Paper:
        return replace(self, width_mm=self.height_mm, height_mm=self.width_mm)


@dataclass(frozen=True, slots=True)
class CardSize:
    """A size of card that people can buy sleeves for (`templates/sheets/cards.toml`)."""

    name: str = field(metadata=TABLE_NAME)
    width_mm: float
    height_mm: float
    corner_mm: float
    meaning: str = ""


class FoldLayout(TemplateTable):
    """`templates/sheets/backs.toml`, [fold]: the line along which fronts and backs on one side are folded."""

    gutter: float
    line: float
    dash: tuple[float, float]
    words: str
    text_size: float


@dataclass(frozen=True, slots=True)
class Plan:
    """One block of cards on paper that may lie on its side, in the middle of what it is planned for.

    Cards touch unless they have a bleed, which lies around each card, so that two are twice the bleed apart.
    `fold` is "" for cards on the whole paper; with "horizontal" or "vertical" the block has its backs beyond
    a fold line of that direction through the paper's middle, which is in a gutter.
    """

    paper: Paper
    card: CardSize
    columns: int
    rows: int
    bleed_mm: float = 0.0
    margin_mm: float = 0.0  # what was kept free between the paper's edge and the cards with their bleed
    fold: str = ""
    origin_mm: tuple[float, float] | None = None  # where the first card begins, on stock whose places are given
    pitch_mm: tuple[float, float] | None = None  # and how far it is to the next, across and down

    @property
    def gap_mm(self) -> float:
        """Between two cards."""
        return 2 * self.bleed_mm

    @property
    def words_margin_mm(self) -> float:
        """How near words may come to the paper's edge: on stock as its maker has it, else not into the dead zone, or the margin asked for."""
        return 0.0 if self.origin_mm else min(self.margin_mm, self.paper.unprintable_mm)

    @property
    def words_room_mm(self) -> float:
        """How long a line of words in the widest margin may be, from where the cards begin to the paper's dead zone."""
        far = self.paper.width_mm - self.area.left if self.area.top >= self.area.left else self.area.bottom
        return far - self.paper.unprintable_mm

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def width_mm(self) -> float:
        return self.card.width_mm + (self.columns - 1) * self.across_mm

    @property
    def height_mm(self) -> float:
        return self.card.height_mm + (self.rows - 1) * self.down_mm

    @property
    def across_mm(self) -> float:
        """From one card to the next in a row."""
        return self.pitch_mm[0] if self.pitch_mm else self.card.width_mm + self.gap_mm

    @property
    def down_mm(self) -> float:
        return self.pitch_mm[1] if self.pitch_mm else self.card.height_mm + self.gap_mm

    @property
    def left_mm(self) -> float:
        if self.origin_mm:
            return self.origin_mm[0]
        middle = self.paper.width_mm / 2
        return (
            middle - gutter_mm(self.bleed_mm) / 2 - self.width_mm
            if self.fold == "vertical"
            else middle - self.width_mm / 2
        )

    @property
    def top_mm(self) -> float:
        if self.origin_mm:
            return self.origin_mm[1]
        middle = self.paper.height_mm / 2
        return (
            middle - gutter_mm(self.bleed_mm) / 2 - self.height_mm
            if self.fold == "horizontal"
            else middle - self.height_mm / 2
        )

    @property
    def block(self) -> Rect:
        """The fronts, from the first cut to the last."""
        return Rect(self.left_mm, self.top_mm, self.width_mm, self.height_mm)

    @property
    def area(self) -> Rect:
        """All cards, backs beyond a fold too: it is in the paper's middle."""
        left, top, paper = self.left_mm, self.top_mm, self.paper
        if self.origin_mm:
            return self.block
        return Rect(left, top, paper.width_mm - 2 * left, paper.height_mm - 2 * top)

    @property
    def slots(self) -> tuple[Point, ...]:
        """The top left corner of each card, row by row from the top left."""
        across, down = self.across_mm, self.down_mm
        return tuple(
            (self.left_mm + column * across, self.top_mm + row * down)
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @property
    def vertical_cuts(self) -> tuple[float, ...]:
        """x of each cut from top to bottom, left to right; neighbors that touch share one."""
        return self._cuts(self.left_mm, self.card.width_mm, self.columns, self.across_mm)

    @property
    def horizontal_cuts(self) -> tuple[float, ...]:
        """y of each cut from left to right, top to bottom."""
        return self._cuts(self.top_mm, self.card.height_mm, self.rows, self.down_mm)

    def _cuts(self, start: float, side: float, count: int, pitch: float) -> tuple[float, ...]:
        if pitch == side:
            return tuple(start + i * side for i in range(count + 1))
        return tuple(start + i * pitch + end for i in range(count) for end in (0.0, side))

    @property
    def vertical_first(self) -> bool:
        """Whether the first cuts, which go the long way of the block, are the vertical ones."""
        return self.height_mm >= self.width_mm


def fold_layout() -> FoldLayout:
    return read_table(FoldLayout, "sheets/backs.toml", "fold")


def gutter_mm(bleed_mm: float) -> float:
    """Between the cards on both sides of a fold line: room for cut marks, and for a fold that is a little off."""
    return max(fold_layout().gutter, 2 * bleed_mm)


def _papers() -> dict[str, Paper]:
    return read_table(dict[str, Paper], "sheets/papers.toml")


def own_papers() -> UserTables[Paper]:
    """Those in the person's own folder."""
    return read_user_tables("papers", Paper, _papers(), _check_paper)


def known_papers() -> list[Paper]:
    """All that are offered: ours in the order of their template, then the user's own."""
    return [paper for paper in (*_papers().values(), *own_papers().found.values()) if not paper.is_small]


def find_paper(name: str) -> Paper:
    """A paper by its name or its sides, `210x330`. Raises InputError for one that does not exist."""
    wanted = name.strip().lower()
    paper = _papers().get(wanted) or _paper_of_sides(wanted)
    if paper is None:
        own = own_papers()
        usable = [paper.name for paper in known_papers()]
        found = pick("paper", name, usable, "sheets.no_paper", wrong=describe_invalid_files(own.wrong))
        paper = _papers().get(found) or own.found[found]
    return paper


def _paper_of_sides(text: str) -> Paper | None:
    """The paper of these sides, upright; None for what are no sides. A paper that we know by name is that paper."""
    sides = read_sides(text)
    if sides is None:
        return None
    width, height = sorted(sides)
    for known in _papers().values():
        if (known.width_mm, known.height_mm) == (width, height):
            return known
    if width < MIN_PAPER_MM or height > MAX_PAPER_MM:
        raise Problem("sheets.paper_sides", "paper", text=text, low=MIN_PAPER_MM, high=MAX_PAPER_MM)
    return Paper(f"{width:g}x{height:g}", f"{width:g} x {height:g} mm", width, height, MEASURED_UNPRINTABLE_MM)


def _check_paper(paper: Paper) -> None:
    """Raises ValueError for measures that no paper has."""
    if not MIN_PAPER_MM <= paper.width_mm <= paper.height_mm <= MAX_PAPER_MM:
        raise ValueError(
            f"{paper.width_mm:g} x {paper.height_mm:g} mm: a paper has sides of {MIN_PAPER_MM:g} to {MAX_PAPER_MM:g} mm, "
            "the shorter one first."
        )
    if not 0 <= paper.unprintable_mm <= paper.width_mm / 4:
        raise ValueError(
            f"unprintable_mm = {paper.unprintable_mm:g}: give what your printer leaves white, such as 5.0."
        )


def read_sides(text: str) -> tuple[float, float] | None:
    """Width and height in millimeters of `210x330`, `57 x 87 mm` or `8.5x13in`; None for anything else."""
    word = text.strip().lower().replace("×", "x")
    inches = word.endswith("in")
    sides = [read_length(part.strip().removesuffix("in")) for part in word.split("x")]
    match sides:
        case [float(width), float(height)]:
            scale = 25.4 if inches else 1.0
            return round(width * scale, 3), round(height * scale, 3)
    return None


def local_paper(territory: str) -> str:
    """The name of the paper that people buy in a territory, two letters of ISO 3166; a4 where it is not known."""
    return next((paper.name for paper in _papers().values() if territory in paper.territories), "a4")


def _card_sizes() -> dict[str, CardSize]:
    return read_table(dict[str, CardSize], "sheets/cards.toml")


def own_card_sizes() -> UserTables[CardSize]:
    """Those in the person's own folder."""
    return read_user_tables("cards", CardSize, _card_sizes(), _check_card)


def card_sizes() -> list[CardSize]:
    """Ours in the order of their template, then the user's own."""
    return [*_card_sizes().values(), *own_card_sizes().found.values()]


def find_card_size(name: str) -> CardSize:
    """A card size by its name or its sides, `57x87`. Raises InputError for one that does not exist."""
    wanted = name.strip().lower()
    size = _card_sizes().get(wanted) or _card_of_sides(wanted)
    if size is None:
        own = own_card_sizes()
        usable = [size.name for size in card_sizes()]
        found = pick("card", name, usable, "sheets.no_card_size", wrong=describe_invalid_files(own.wrong))
        size = _card_sizes().get(found) or own.found[found]
    return size


def _card_of_sides(text: str) -> CardSize | None:
    """The card of these sides, upright or on its side as given; None for what are no sides."""
    sides = read_sides(text)
    if sides is None:
        return None
    for known in _card_sizes().values():
        if (known.width_mm, known.height_mm) == sides:
            return known
    if min(sides) < MIN_CARD_MM or max(sides) > MAX_CARD_MM:
        raise Problem("sheets.card_sides", "card", text=text, low=MIN_CARD_MM, high=MAX_CARD_MM)
    return CardSize(f"{sides[0]:g}x{sides[1]:g}", *sides, MEASURED_CORNER_MM)


def _check_card(size: CardSize) -> None:
    """Raises ValueError for measures that no card has."""
    if not (MIN_CARD_MM <= size.width_mm <= MAX_CARD_MM and MIN_CARD_MM <= size.height_mm <= MAX_CARD_MM):
        raise ValueError(
            f"{size.width_mm:g} x {size.height_mm:g} mm: a card has sides of {MIN_CARD_MM:g} to {MAX_CARD_MM:g} mm."
        )
    if not 0 <= size.corner_mm <= min(size.width_mm, size.height_mm) / 3:
        raise ValueError(f"corner_mm = {size.corner_mm:g}: give the radius of a corner, 0 for a sharp one, or about 3.")


def plan_sheet(
    paper: Paper, card: CardSize, bleed_mm: float = 0.0, margin_mm: float | None = None, fold: bool = False
) -> Plan:
    """The way of the paper that holds more cards; upright when both hold the same.

    `margin_mm` is kept free around the cards and their bleed; None means the printer's dead zone and room
    for cut marks. With `fold` each card's back is on the same side of the paper, beyond a fold line.
    Nothing is ever made smaller to fit. Raises InputError for a margin inside the dead zone, or a bleed
    that is none, and LayoutError when not even one card fits.
    """
    if not 0 <= bleed_mm <= MAX_BLEED_MM:
        raise Problem("sheets.bleed", "bleed", value=bleed_mm, most=MAX_BLEED_MM)
    if margin_mm is not None and not paper.unprintable_mm <= margin_mm < inf:
        raise Problem("sheets.margin", "margin", value=margin_mm, least=paper.unprintable_mm, paper=paper.title)
    margin = paper.unprintable_mm + MARK_ROOM_MM if margin_mm is None else margin_mm
    folds = ("horizontal", "vertical") if fold else ("",)
    ways = [_block(way, card, bleed_mm, margin, line) for way in (paper, paper.turned()) for line in folds]
    best = max(ways, key=lambda plan: plan.count)
    if not best.count:
        raise LayoutProblem(
            "sheets.no_card_and_back_fit" if fold else "sheets.no_card_fits", "paper", paper=paper.title, card=card.name,
            width=card.width_mm, height=card.height_mm, margin=margin, bleed=bleed_mm,
        )  # fmt: skip
    return best


def count_on_sheet(paper: Paper, card: CardSize) -> int:
    """How many cards of a size a deck has on a sheet of this paper, without a bleed; 0 if none fits."""
    try:
        return plan_sheet(paper, card).count
    except LayoutError:
        return 0


def _block(paper: Paper, card: CardSize, bleed: float, margin: float, fold: str) -> Plan:
    columns = _fitting(paper.width_mm, card.width_mm, bleed, margin, fold == "vertical")
    rows = _fitting(paper.height_mm, card.height_mm, bleed, margin, fold == "horizontal")
    return Plan(paper, card, columns, rows, bleed, margin, fold)


def _fitting(paper: float, card: float, bleed: float, margin: float, folded: bool) -> int:
    """So many cards in a row: each takes its side and its bleed, and a fold's half ends in half a gutter."""
    room = paper - 2 * (margin + bleed)
    if folded:
        room = (room - gutter_mm(bleed)) / 2
    return max(0, floor((room + 2 * bleed) / (card + 2 * bleed) + 1e-9))


def count_sheets(cards: int, plan: Plan, start_at: int = 1) -> int:
    """Sheets for so many cards when the first of them takes slot `start_at` (1 is the first slot)."""
    per_sheet = plan.count
    if not 1 <= start_at <= per_sheet:
        raise Problem("sheets.start_at", "start_at", value=start_at, most=per_sheet)
    return -(-(cards + start_at - 1) // per_sheet)


# ---------------------------------------------------------------- stock

# Perforated cards and labels: sheets on which the maker has decided where the cards lie
# (`templates/sheets/stocks.toml`).


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
