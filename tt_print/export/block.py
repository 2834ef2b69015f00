"""Pictures of blocks of cards with one cut file for all of them, for machines whose software prints its own marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product as every
from math import floor
from typing import Any

from tt_print.drawing.geometry import compose, quarter_turn, rectangle, shift
from tt_print.drawing.outline import Outline, rounded
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.export.cardbox import MM, CardBox
from tt_print.export.cut_files import plan_cuts, write_cuts
from tt_print.export.job import Job, Progress
from tt_print.export.kinds import Kind
from tt_print.export.look_over import Planned, PlannedPicture
from tt_print.export.profiles import Product, Profile
from tt_print.export.raster import render_sized
from tt_print.sheets.plan import Box


@dataclass(frozen=True, slots=True)
class Block:
    """Cards in rows, lying on their side where `lying`; the picture ends at the outer cuts."""

    box: CardBox
    columns: int
    rows: int
    gap_mm: float
    lying: bool

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def card_mm(self) -> tuple[float, float]:
        wide, high = self.box.trim.width_mm, self.box.trim.height_mm
        return (high, wide) if self.lying else (wide, high)

    @property
    def size_mm(self) -> tuple[float, float]:
        (wide, high), gap = self.card_mm, self.gap_mm
        return self.columns * (wide + gap) - gap, self.rows * (high + gap) - gap

    @property
    def size_px(self) -> tuple[int, int]:
        return tuple(round(side * self.box.dpi / MM) for side in self.size_mm)  # type: ignore[return-value]

    @property
    def trims(self) -> list[Box]:
        (wide, high), gap = self.card_mm, self.gap_mm
        return [
            Box(c * (wide + gap), r * (high + gap), wide, high) for r in range(self.rows) for c in range(self.columns)
        ]

    @property
    def cuts(self) -> list[Outline]:
        return [rounded(b.left_mm, b.top_mm, b.width_mm, b.height_mm, self.box.corner_mm) for b in self.trims]


def plan_block(profile: Profile, product: Product) -> Block:
    """The block that holds most cards; among equals the one with a gap, because it saves no cut to share one."""
    most, gap = profile["block"]["most_mm"], profile["block"]["gap_mm"]
    found = []
    for lying, between in every((False, True), (gap, 0.0)):
        one = Block(product.box, 1, 1, between, lying)
        columns, rows = (
            floor((side + between) / (card + between) + 1e-9) for side, card in zip(most, one.card_mm, strict=True)
        )
        if columns and rows:
            found.append(Block(product.box, columns, rows, between, lying))
    return max(found, key=lambda block: (block.count, block.gap_mm))


def write(job: Job, progress: Progress) -> dict[str, bytes]:
    """`blocks/block-01.png` and so on, and `cut.svg` and `cut.dxf` for all of them."""
    block = plan_block(job.profile, job.product)
    pages = [drawing for _, drawing in job.pages()]
    drawings = [_draw(block, pages[i : i + block.count], job) for i in range(0, len(pages), block.count)]
    pictures = render_sized(drawings, block.size_px, block.box.dpi, progress)
    files = {f"blocks/block-{number:02}.png": data for number, data in enumerate(pictures, 1)}
    return files | write_cuts(block.cuts, *block.size_mm, f"Cuts of {block.count} cards")


def _draw(block: Block, cards: Sequence[Drawing], job: Job) -> Drawing:
    wide, high = block.size_mm
    items: list[Item] = [Path(rectangle(0, 0, wide, high), job.theme.paper)]
    for card, trim in zip(cards, block.trims, strict=False):
        matrix = shift(trim.left_mm, trim.top_mm)
        if block.lying:
            matrix = compose(matrix, quarter_turn(trim.width_mm, 0))
        items.append(Group(card.items, matrix))
    return Drawing(wide, high, tuple(items), ", ".join(card.title for card in cards))


def how_to_words(job: Job, files: Mapping[str, bytes]) -> dict[str, Any]:
    block = plan_block(job.profile, job.product)
    wide, high = block.size_mm
    return {
        "blocks": -(-len(job.fronts) // block.count), "per_block": block.count, "wide": round(wide, 2),
        "wide_in": wide / MM,
        "high_in": high / MM, "cut_wide_in": wide / MM,
    }  # fmt: skip


def planned_files(job: Job) -> dict[str, Planned]:
    block = plan_block(job.profile, job.product)
    blocks = -(-len(job.fronts) // block.count)
    pictures = {f"blocks/block-{number:02}.png": PlannedPicture(block.size_px) for number in range(1, blocks + 1)}
    return pictures | plan_cuts(block.cuts, *block.size_mm)


KIND = Kind(write, planned_files, how_to_words)
