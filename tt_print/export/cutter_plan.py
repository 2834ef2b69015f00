"""Cards on a sheet with registration marks: numbers only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tt_print.drawing.outline import Outline, rounded
from tt_print.errors import LayoutError
from tt_print.export.cardbox import CardBox
from tt_print.sheets.plan import Box, Paper


@dataclass(frozen=True, slots=True)
class CutterPlan:
    """A block of cards in the middle of a sheet, each with its bleed round it; `arm_mm` is a mark's length.

    `corners` are the squares that the marks take, clockwise from the top left: in them and round them nothing else.
    """

    paper: Paper
    box: CardBox
    columns: int
    rows: int
    inset_mm: float
    arm_mm: float

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def trims(self) -> list[Box]:
        """What remains of each card after cutting, row by row."""
        box = self.box
        left = (self.paper.width_mm - self.columns * box.width_mm) / 2 + box.bleed_mm
        top = (self.paper.height_mm - self.rows * box.height_mm) / 2 + box.bleed_mm
        return [
            Box(left + column * box.width_mm, top + row * box.height_mm, box.trim.width_mm, box.trim.height_mm)
            for row in range(self.rows) for column in range(self.columns)
        ]  # fmt: skip

    @property
    def cuts(self) -> list[Outline]:
        return [rounded(b.left_mm, b.top_mm, b.width_mm, b.height_mm, self.box.corner_mm) for b in self.trims]

    @property
    def corners(self) -> list[Box]:
        arm, far = self.arm_mm, self.inset_mm + self.arm_mm
        right, bottom = self.paper.width_mm - far, self.paper.height_mm - far
        return [Box(x, y, arm, arm) for x, y in ((self.inset_mm, self.inset_mm), (right, self.inset_mm),
                                                 (right, bottom), (self.inset_mm, bottom))]  # fmt: skip


def plan_cutter(paper: Paper, box: CardBox, marks: Mapping[str, Any]) -> CutterPlan:
    """The way of the paper, and the block, that hold most cards; among equals the one with the longer marks.

    An arm is as long as the cards leave room for, at most `most_arm`. Raises LayoutError when no card fits.
    """
    inset, clear = marks["inset"], marks["clear"]
    best: CutterPlan | None = None
    for way in (paper.turned(), paper):
        for columns in range(1, int((way.width_mm - 2 * inset) // box.width_mm) + 1):
            for rows in range(1, int((way.height_mm - 2 * inset) // box.height_mm) + 1):
                beside = (way.width_mm - columns * box.width_mm) / 2 - inset - clear
                above = (way.height_mm - rows * box.height_mm) / 2 - inset - clear
                arm = int(10 * min(marks["most_arm"], max(beside, above))) / 10
                plan = CutterPlan(way, box, columns, rows, inset, arm)
                if arm >= marks["least_arm"] and (best is None or (plan.count, arm) > (best.count, best.arm_mm)):
                    best = plan
    if best is None:
        size = f"{box.trim.width_mm:g} x {box.trim.height_mm:g} mm"
        raise LayoutError(
            f"no card of {size} fits between the marks on {paper.title}. Choose larger paper with --paper."
        )
    return best
