"""How many slips a page holds, and how large the faces on them are: numbers only, no picture."""

from __future__ import annotations

from math import ceil

from tt_print.dealing.page_tables import slip_table
from tt_print.records import dataclass
from tt_print.sheets.plan import Paper

SIDES = 63 / 88  # of a face


@dataclass(frozen=True, slots=True)
class SlipPlan:
    """Where things lie on slips of one size, in millimeters.

    `across` and `down` are slips a page; a slip is `width_mm` wide and has three panels of `panel_mm`. A face is
    `face_mm` wide, `in_row` of them in a row; `secret_mm` is how far from the left the faces reach at most.
    """

    paper: Paper
    across: int
    down: int
    width_mm: float
    panel_mm: float
    face_mm: float
    in_row: int
    max_cards: int
    secret_mm: float

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
    """The way with the most slips a page on which the faces of so many cards are large enough to read.

    A hand that fits no slip goes on several: `max_cards` says how many cards one takes.
    """
    table = slip_table()
    for across, down in table.ways:
        if open_cards and across > 1:
            continue
        plan = _way(paper, across, down, cards, open_cards)
        if plan.face_mm >= table.min_face:
            return plan
    parts = 1
    while plan.face_mm < table.min_face_ever:
        parts += 1
        plan = _way(paper, across, down, ceil(cards / parts), open_cards)
    return plan


def _way(paper: Paper, across: int, down: int, cards: int, open_cards: int) -> SlipPlan:
    table = slip_table()
    width = (paper.width_mm - 2 * table.margin) / across
    panel = (paper.height_mm - 2 * table.margin - table.header) / down / 3
    secret = table.secret_side if open_cards else width
    face, in_row = max(_face(secret, panel, cards, rows) for rows in range(1, 8))
    return SlipPlan(paper, across, down, width, panel, face, in_row, cards, secret)


def _face(width: float, panel: float, cards: int, rows: int) -> tuple[float, int]:
    """How wide faces are in so many rows, and how many lie in a row."""
    table = slip_table()
    in_row = ceil(cards / rows)
    across = (width - 2 * table.pad - (in_row - 1) * table.gap) / in_row
    height = (panel - table.band - table.tally - 2 * table.pad - (rows - 1) * table.gap) / rows
    return min(across, height * SIDES, table.row_face), in_row
