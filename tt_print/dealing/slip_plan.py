"""How many slips a page holds, and where the symbols of the cards lie on them: numbers only, no picture."""

from __future__ import annotations

from math import ceil, floor

from tt_print.dealing.page_tables import slip_table
from tt_print.drawing.geometry import Rect
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass
from tt_print.sheets.plan import Paper


@dataclass(frozen=True, slots=True)
class SlipPlan:
    """Where things lie on slips of one size, in millimeters.

    `across` and `down` are slips a page; a slip is `width_mm` wide and has three panels of `panel_mm`. A sign is
    `sign_mm` wide; `max_cards` are as many as one slip takes of a hand.
    """

    paper: Paper
    across: int
    down: int
    width_mm: float
    panel_mm: float
    sign_mm: float
    max_cards: int

    @property
    def per_page(self) -> int:
        return self.across * self.down

    def position(self, number: int) -> tuple[float, float]:
        """The top left corner of a page's slip, from 0."""
        table = slip_table()
        row, column = divmod(number, self.across)
        top = table.margin + table.header
        return table.margin + column * self.width_mm, top + row * 3 * self.panel_mm

    def places(self, count: int) -> list[Rect]:
        """Where so many symbols lie on a panel, in as few rows as hold them, each row in the middle."""
        table, found = slip_table(), []
        pitch, height = self.sign_mm + table.gap, self.sign_mm * table.sign_sides
        in_row = ceil(count / ceil(count / _columns(self.width_mm, self.sign_mm))) if count else 1
        rows = ceil(count / in_row)
        bottom = self.panel_mm - table.pad
        top = (table.band + bottom - rows * (height + table.gap) + table.gap) / 2
        for index in range(count):
            row, column = divmod(index, in_row)
            here = min(in_row, count - row * in_row)
            left = (self.width_mm - here * pitch + table.gap) / 2
            found.append(Rect(left + column * pitch, top + row * (height + table.gap), self.sign_mm, height))
        return found


def plan_slips(paper: Paper, cards: int, open_cards: int = 0) -> SlipPlan:
    """The way with the most slips a page, for so many cards inside and outside at most, with the largest symbols that fit.

    A hand that fits no slip goes on several. Raises LayoutError for paper on which no slip takes one card.
    """
    for parts in range(1, max(1, cards) + 1):
        for across, down in slip_table().ways:
            plan = _way(paper, across, down, ceil(cards / parts), open_cards)
            if plan is not None:
                return plan
    raise LayoutProblem("deal.slip_paper", "paper", name=paper.name, width=paper.width_mm, height=paper.height_mm)


def _columns(width: float, sign: float) -> int:
    """How many symbols lie side by side, each with room to be tossed."""
    table = slip_table()
    return floor((width - 2 * table.pad) / (sign + table.gap))


def _way(paper: Paper, across: int, down: int, cards: int, open_cards: int) -> SlipPlan | None:
    """None where the symbols would be too small."""
    table = slip_table()
    width = (paper.width_mm - 2 * table.margin) / across
    panel = (paper.height_mm - 2 * table.margin - table.header) / down / 3
    sign = table.max_sign
    while sign >= table.min_sign - 1e-9:
        rows = floor((panel - table.band - table.pad) / (sign * table.sign_sides + table.gap))
        if rows * _columns(width, sign) >= max(1, cards, open_cards):
            return SlipPlan(paper, across, down, width, panel, sign, cards)
        sign -= table.sign_step
    return None
