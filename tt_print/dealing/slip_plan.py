"""How many slips a page holds, and where the signs of the cards lie on them: numbers only, no picture."""

from __future__ import annotations

from math import ceil, floor

from tt_print.dealing.page_tables import slip_table
from tt_print.drawing.geometry import Rect
from tt_print.errors import LayoutError
from tt_print.records import dataclass
from tt_print.sheets.plan import Paper


@dataclass(frozen=True, slots=True)
class SlipPlan:
    """Where things lie on slips of one size, in millimeters.

    `across` and `down` are slips a page; a slip is `width_mm` wide and has three panels of `panel_mm`. A sign is
    `sign_mm` wide, `in_row` of them in a row. `window` is where a panel's signs may lie, with what their camouflage
    reaches beyond them; on the flaps, which are turned over the signs, it lies as far from the fold.
    """

    paper: Paper
    across: int
    down: int
    width_mm: float
    panel_mm: float
    sign_mm: float
    in_row: int
    max_cards: int
    window: Rect

    @property
    def per_page(self) -> int:
        return self.across * self.down

    @property
    def turned_window(self) -> Rect:
        """The window on a flap."""
        return Rect(self.window.left, self.panel_mm - self.window.bottom, self.window.width, self.window.height)

    @property
    def cover(self) -> float:
        """How much of a flap's third of the slip is camouflage."""
        return self.window.width * self.window.height / (self.width_mm * self.panel_mm)

    def position(self, number: int) -> tuple[float, float]:
        """The top left corner of a page's slip, from 0."""
        table = slip_table()
        row, column = divmod(number, self.across)
        top = table.margin + table.header
        return table.margin + column * self.width_mm, top + row * 3 * self.panel_mm

    def places(self, count: int) -> list[Rect]:
        """Where so many signs lie on the middle panel, row by row, each row in the middle."""
        table, found = slip_table(), []
        rows = ceil(count / self.in_row) if count else 0
        pitch, height = self.sign_mm + table.gap, self.sign_mm * table.sign_sides
        top = self.window.center[1] - (rows * (height + table.gap) - table.gap) / 2
        for index in range(count):
            row, column = divmod(index, self.in_row)
            here = min(self.in_row, count - row * self.in_row)
            left = self.window.center[0] - (here * pitch - table.gap) / 2
            found.append(Rect(left + column * pitch, top + row * (height + table.gap), self.sign_mm, height))
        return found


def plan_slips(paper: Paper, cards: int, open_cards: int = 0) -> SlipPlan:
    """The way with the most slips a page whose camouflage is not more ink than a slip may cost.

    A hand that fits no slip goes on several: `max_cards` says how many cards one takes. Raises LayoutError for paper on
    which no slip takes one.
    """
    table = slip_table()
    for parts in range(1, max(1, cards) + 1):
        for across, down in table.ways:
            plan = None if open_cards and across > 1 else _way(paper, across, down, ceil(cards / parts), open_cards)
            if plan is not None:
                return plan
    raise LayoutError(
        f"paper {paper.name} of {paper.width_mm:g} x {paper.height_mm:g} mm is too small for a slip with even one card. "
        "Print slips on a larger one, such as --paper a4."
    )


def _way(paper: Paper, across: int, down: int, cards: int, open_cards: int) -> SlipPlan | None:
    """With the largest signs that fit; None where they would be too small, or their window too large."""
    table = slip_table()
    width = (paper.width_mm - 2 * table.margin) / across
    panel = (paper.height_mm - 2 * table.margin - table.header) / down / 3
    reach, gap = table.reach, table.gap
    sign = table.max_sign
    while sign >= table.min_sign - 1e-9:
        height = sign * table.sign_sides
        rows = min(floor((panel - table.band - table.pad - 2 * reach + gap) / (height + gap)), max(1, cards))
        columns = floor((width - 2 * table.pad - 2 * reach + gap) / (sign + gap))
        if rows > 0 and rows * columns >= cards:
            in_row = max(1, ceil(cards / rows) if cards > columns else cards)
            rows = ceil(cards / in_row) if cards else 1
            window_width = in_row * (sign + gap) - gap + 2 * reach
            window_height = rows * (height + gap) - gap + 2 * reach
            left = table.pad if open_cards else (width - window_width) / 2
            top = table.band + (panel - table.band - table.pad - window_height) / 2
            window = Rect(left, top, window_width, window_height)
            plan = SlipPlan(paper, across, down, width, panel, sign, in_row, cards, window)
            if plan.cover <= table.max_cover:
                return plan
        sign -= table.sign_step
    return None
