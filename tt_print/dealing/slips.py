"""Slips to fold, one hand each: the cards' codes inside, the player's name outside.

A slip is printed on one side and has three panels, from the top: a flap, which is folded down over the codes; the codes; and a cover, which is
folded back behind them, with the name and what is face up.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from tt_print.cards.theme import Theme
from tt_print.dealing.page_tables import slip_table
from tt_print.deck import AnyCard, Card
from tt_print.drawing.fitting import draw_words
from tt_print.drawing.geometry import Rect, line, rectangle, shift
from tt_print.drawing.page import verify_words_inside
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.structure import paragraphs
from tt_print.drawing.text import BOLD, CODE, DISPLAY, TEXT, find_font, width_of
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass
from tt_print.sheets.compose import Sheet
from tt_print.sheets.plan import Paper

SPACE, WIDEST = "  ", "GHQ"  # between two codes, and the code that takes most room


@dataclass(frozen=True, slots=True)
class Slip:
    """What one slip holds: `cards` inside, `open_cards` outside. `what` names game and deal on the outside, `table` what is face up for all, inside."""

    owner: str
    cards: tuple[AnyCard, ...]
    open_cards: tuple[AnyCard, ...]
    what: str
    table: str


@dataclass(frozen=True, slots=True)
class SlipPlan:
    """Slips of one size: `across` and `down` a page, each with three panels of `panel_mm`."""

    paper: Paper
    across: int
    down: int
    width_mm: float
    panel_mm: float

    @property
    def per_page(self) -> int:
        return self.across * self.down

    def position(self, number: int) -> tuple[float, float]:
        """The top left corner of a page's slip, from 0."""
        table = slip_table()
        row, column = divmod(number, self.across)
        top = table.margin + table.header
        return table.margin + column * self.width_mm, top + row * 3 * self.panel_mm


def plan_slips(paper: Paper, cards: int, open_cards: int = 0) -> SlipPlan:
    """The way with the most slips a page, for so many cards inside and outside at most. Raises LayoutError for paper on which they do not fit."""
    table = slip_table()
    least = width_of(table.fold, TEXT, table.small_size) + 2 * table.pad
    for across, down in table.ways:
        width = (paper.width_mm - 2 * table.margin) / across
        panel = (paper.height_mm - 2 * table.margin - table.header) / down / 3
        most = _in_row(width) * floor((panel - table.band - table.pad) / table.code_pitch)
        if width >= least and most >= max(cards, open_cards):
            return SlipPlan(paper, across, down, width, panel)
    size = {"width": paper.width_mm, "height": paper.height_mm}
    raise LayoutProblem("deal.slip_paper", "paper", name=paper.name, cards=max(cards, open_cards), **size)


def _in_row(width: float) -> int:
    """How many codes of cards there is room for side by side."""
    table = slip_table()
    space = width_of(SPACE, CODE, table.code_size)
    return floor((width - 2 * table.pad + space) / (width_of(WIDEST, CODE, table.code_size) + space))


def sort_hand(cards: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
    """In play order, jokers last."""
    return tuple(sorted(cards, key=lambda card: (card.index, "") if isinstance(card, Card) else (999, str(card))))


def draw_slip_pages(slips: Sequence[Slip], plan: SlipPlan, theme: Theme, game: str) -> list[Sheet]:
    """The pages, each with as many slips as fit, in order; a box for each letter of a name that the fonts lack."""
    table, paper = slip_table(), plan.paper
    sheets = []
    for first in range(0, len(slips), plan.per_page):
        here = slips[first : first + plan.per_page]
        last = first + len(here)
        title = (table.title if len(here) > 1 else table.title_one).format(
            game=game, first=first + 1, last=last, count=len(slips)
        )
        y = table.margin + table.header_size
        items: list[Item] = [Text(table.margin, y, title, BOLD, table.header_size, theme.ink)]
        needs = width_of(title, BOLD, table.header_size) + width_of(table.advice, TEXT, table.header_size)
        if needs + table.header_size <= paper.width_mm - 2 * table.margin:  # on small paper there is no room for both
            items.append(
                Text(paper.width_mm - table.margin, y, table.advice, TEXT, table.header_size, theme.ink, "end")
            )
        for number, slip in enumerate(here):
            items.append(Group(tuple(_slip(slip, plan, theme)), shift(*plan.position(number))))
        verify_words_inside(items, paper.width_mm, paper.height_mm, paper.unprintable_mm)
        description = f"Slips to cut and fold, for {', '.join(slip.owner for slip in here)}."
        drawing = Drawing(paper.width_mm, paper.height_mm, paragraphs(items), f"Triple Topper, {title}", description)
        sheets.append(Sheet(drawing, (), Rect(0.0, 0.0, paper.width_mm, paper.height_mm)))
    return sheets


def _slip(slip: Slip, plan: SlipPlan, theme: Theme) -> list[Item]:
    """The three panels, their fold lines, and the line to cut along."""
    table, width, panel = slip_table(), plan.width_mm, plan.panel_mm
    items: list[Item] = [
        Text(width / 2, panel - table.band / 2 + 1, table.fold, TEXT, table.small_size, theme.ink, "middle"),
        Group((*_heading(slip, plan, theme), *_codes(slip.cards, plan, theme, table.band)), shift(0, panel)),
        Group(tuple(_cover(slip, plan, theme)), shift(0, 2 * panel)),
        Path(rectangle(0, 0, width, 3 * panel), stroke=theme.inks["grey"], width_mm=table.line),
    ]
    for fold in (panel, 2 * panel):
        items.append(Path(line(0, fold, width, fold), stroke=theme.ink, width_mm=table.line, dash_mm=table.dash))
    return items


def _codes(cards: Sequence[AnyCard], plan: SlipPlan, theme: Theme, top: float) -> list[Item]:
    """The codes in as few rows as hold them, in the middle of what the panel has below `top` and beside the band at its other end."""
    table = slip_table()
    rows = max(1, ceil(len(cards) / _in_row(plan.width_mm)))
    each = ceil(len(cards) / rows)
    high = plan.panel_mm - table.band - table.pad
    first = top + (high - rows * table.code_pitch) / 2 + (table.code_pitch + 0.66 * table.code_size) / 2
    return [
        Text(plan.width_mm / 2, first + row * table.code_pitch, SPACE.join(card.safe_code for card in here), CODE,
             table.code_size, theme.ink, "middle")
        for row in range(rows)
        if (here := cards[row * each : (row + 1) * each])
    ]  # fmt: skip


def _heading(slip: Slip, plan: SlipPlan, theme: Theme) -> list[Item]:
    """Whose the cards are, what is face up for all, and how many there are."""
    table = slip_table()
    side = table.pad + 1
    count = len(slip.cards)
    sentence = (table.card if count == 1 else table.cards).format(count=count)
    middle = width_of(slip.table, TEXT, table.small_size)
    end = width_of(sentence, TEXT, table.small_size)
    room = (plan.width_mm - middle) / 2 - side - 3 if slip.table else plan.width_mm - 2 * side - end - 3
    size = min(table.small_size, table.small_size * room / max(0.1, width_of(slip.owner, BOLD, table.small_size)))
    items: list[Item] = draw_words(side, table.band / 2 + 1, slip.owner, BOLD, size, theme.ink)
    items.append(Text(plan.width_mm - side, table.band / 2 + 1, sentence, TEXT, table.small_size, theme.ink, "end"))
    if slip.table:
        items.append(
            Text(plan.width_mm / 2, table.band / 2 + 1, slip.table, TEXT, table.small_size, theme.ink, "middle")
        )
    return items


def _cover(slip: Slip, plan: SlipPlan, theme: Theme) -> list[Item]:
    """Name, game, and deal in the band; above it what is face up on the table."""
    table = slip_table()
    pad, base = table.pad + 1, plan.panel_mm - table.band / 2
    size = find_font(DISPLAY).size_for_cap(table.name_cap)
    right = width_of(slip.what, TEXT, table.small_size)
    room = plan.width_mm - 2 * pad - right - 3
    size = min(size, size * room / max(0.1, width_of(slip.owner, DISPLAY, size)))
    items: list[Item] = [
        *draw_words(pad, base + size * 0.25, slip.owner, DISPLAY, size, theme.ink),
        Text(plan.width_mm - pad, base + 1, slip.what, TEXT, table.small_size, theme.ink, "end"),
    ]
    if slip.open_cards:
        items.append(Text(pad, pad + table.small_size, table.open, TEXT, table.small_size, theme.ink))
        items += _codes(slip.open_cards, plan, theme, table.pad)
    return items
