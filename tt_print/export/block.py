"""Pictures of blocks of cards with one cut file for all of them, for machines whose software prints its own marks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product as every
from math import floor

from tt_print.drawing.geometry import Rect, compose, quarter_turn, rectangle, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.export.cardbox import MM_PER_INCH, CardBox
from tt_print.export.cut_files import expected_cuts, write_card_cuts
from tt_print.export.expected import Expected, ExpectedPicture
from tt_print.export.job import Job, Spec
from tt_print.export.kinds import Kind
from tt_print.export.profile_tables import BlockProfile
from tt_print.export.raster import render_pages
from tt_print.progress import Progress
from tt_print.records import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """Cards in rows, lying on their side where `landscape`; the picture ends at the outer cuts."""

    box: CardBox
    columns: int
    rows: int
    gap_mm: float
    landscape: bool

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def card_mm(self) -> tuple[float, float]:
        width, height = self.box.trim.width, self.box.trim.height
        return (height, width) if self.landscape else (width, height)

    @property
    def size_mm(self) -> tuple[float, float]:
        (width, height), gap = self.card_mm, self.gap_mm
        return self.columns * (width + gap) - gap, self.rows * (height + gap) - gap

    @property
    def size_px(self) -> tuple[int, int]:
        width, height = self.size_mm
        return round(width * self.box.dpi / MM_PER_INCH), round(height * self.box.dpi / MM_PER_INCH)

    @property
    def trims(self) -> list[Rect]:
        (width, height), gap = self.card_mm, self.gap_mm
        return [
            Rect(column * (width + gap), row * (height + gap), width, height)
            for row in range(self.rows) for column in range(self.columns)
        ]  # fmt: skip


def _plan(spec: Spec[BlockProfile]) -> Block:
    """The block that holds most cards; among equals the one with a gap, because it saves no cut to share one."""
    limits, gap = spec.profile.block_mm, spec.profile.gap_mm
    found = []
    for landscape, between in every((False, True), (gap, 0.0)):
        one = Block(spec.product.box, 1, 1, between, landscape)
        columns, rows = (
            floor((side + between) / (card + between) + 1e-9) for side, card in zip(limits, one.card_mm, strict=True)
        )
        if columns and rows:
            found.append(Block(spec.product.box, columns, rows, between, landscape))
    return max(found, key=lambda block: (block.count, block.gap_mm))


def _draw(block: Block, cards: Sequence[Drawing], job: Job[BlockProfile]) -> Drawing:
    width, height = block.size_mm
    items: list[Item] = [Path(rectangle(0, 0, width, height), job.theme.paper)]
    for card, trim in zip(cards, block.trims, strict=False):
        matrix = shift(trim.left, trim.top)
        if block.landscape:
            matrix = compose(matrix, quarter_turn(trim.width, 0))
        items.append(Group(card.items, matrix))
    return Drawing(width, height, tuple(items), ", ".join(card.title for card in cards))


class BlockKind(Kind[BlockProfile]):
    options = frozenset({"dpi"})

    def write(self, job: Job[BlockProfile], progress: Progress) -> dict[str, bytes]:
        """`blocks/block-01.png` and so on, and `cut.svg` and `cut.dxf` for all of them."""
        block = _plan(job)
        cards = [front.drawing for front in job.fronts]
        drawings = [_draw(block, cards[i : i + block.count], job) for i in range(0, len(cards), block.count)]
        pictures = render_pages(drawings, block.size_px, block.box.dpi, progress)
        files = {f"blocks/block-{number:02}.png": data for number, data in enumerate(pictures, 1)}
        return files | write_card_cuts(block.box, block.trims, block.size_mm)

    def how_to_words(self, job: Job[BlockProfile]) -> dict[str, object]:
        block = _plan(job)
        width, height = block.size_mm
        return {
            "blocks": -(-len(job.fronts) // block.count), "per_block": block.count, "wide": round(width, 2),
            "wide_in": width / MM_PER_INCH, "high_in": height / MM_PER_INCH, "cut_wide_in": width / MM_PER_INCH,
        }  # fmt: skip

    def expected_files(self, spec: Spec[BlockProfile], found: Collection[str]) -> dict[str, Expected]:
        block, codes = _plan(spec), spec.choices.codes
        blocks = sum(name.startswith("blocks/") for name in found) if codes is None else -(-len(codes) // block.count)
        cuts = write_card_cuts(block.box, block.trims, block.size_mm)
        names = [f"blocks/block-{number:02}.png" for number in range(1, blocks + 1)]
        return {
            **dict.fromkeys(names, ExpectedPicture(block.size_px, block.box.dpi)),
            **expected_cuts(cuts, spec.profile.checks.cut_tolerance_mm),
        }

    def usual_name(self, name: str) -> str:
        """Blocks in any folder."""
        base = name.rpartition("/")[2]
        return f"blocks/{base}" if base.startswith("block-") else name


KIND = BlockKind()
