"""Pictures of blocks of cards with one cut file for all of them, for machines whose software prints its own marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product as every
from math import ceil, floor
from typing import Any

from tt_print.drawing.geometry import compose, quarter_turn, rectangle, shift
from tt_print.drawing.outline import Outline, rounded
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.errors import InputError
from tt_print.export.cardbox import MM, CardBox
from tt_print.export.cut_files import compare_cuts, read_svg, write_cuts
from tt_print.export.job import Facts, Job
from tt_print.export.preflight import Finding
from tt_print.export.profiles import Product, Profile
from tt_print.export.raster import on_all_cores, render_sized
from tt_print.sheets.plan import Box

OPTIONS: frozenset[str] = frozenset()


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


def write(job: Job, progress: Any) -> dict[str, bytes]:
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


def check(profile: Profile, product: Product, files: Mapping[str, bytes], facts: Facts) -> list[Finding]:
    block = plan_block(profile, product)
    most = profile["block"]["most_mm"]
    findings = compare_cuts(dict(files), block.cuts, block.size_mm, profile.checks["cut_tolerance_mm"])
    if "cut.svg" in files and not findings:
        size, _ = read_svg(files["cut.svg"])
        if any(side > limit + 0.01 for side, limit in zip(size, most, strict=True)):
            findings.append(
                Finding("block size", "cut.svg", "{:g} x {:g} mm".format(*size), "at most {} x {} mm".format(*most))
            )
    blocks = {name: data for name, data in files.items() if name.endswith(".png")}
    if "codes" in facts and len(blocks) != (wanted := ceil(len(facts["codes"]) / block.count)):
        findings.append(Finding("count", "blocks", f"{len(blocks)} pictures", str(wanted)))
    looked = on_all_cores(lambda item: _check_block(block, *item), blocks.items())
    return findings + [finding for found in looked for finding in found]


def _check_block(block: Block, name: str, data: bytes) -> list[Finding]:
    from tt_print.render.png import read_picture

    try:
        image = read_picture(data)
    except InputError as error:
        return [Finding("format", name, str(error), "a whole PNG file")]
    dpi = block.box.dpi
    if not all(abs(value - dpi) < 0.05 for value in image.info.get("dpi", (0, 0))):
        return [Finding("density", name, f"{image.info.get('dpi')} dpi", f"{dpi} dpi")]
    if image.size != block.size_px:
        return [Finding("pixels", name, "{} x {}".format(*image.size), "{} x {}".format(*block.size_px))]
    # all but each card's safe area is paper: painted over with it, the picture is bare
    bare, inside = image.convert("L"), block.box.safe.left_mm - block.box.trim.left_mm
    for trim in block.trims:
        edges = (trim.left_mm + inside, trim.top_mm + inside, trim.right_mm - inside, trim.bottom_mm - inside)
        left, top, right, bottom = (edge * dpi / MM for edge in edges)
        bare.paste(255, (floor(left), floor(top), ceil(right), ceil(bottom)))
    if box := bare.point(lambda value: 255 - value).getbbox():
        return [Finding(
            "safe area", name, f"ink at the cuts, first at {box[0]}, {box[1]} pixels",
            f"{inside:g} mm of paper inside each cut",
        )]  # fmt: skip
    return [] if image.convert("L").getextrema()[0] < 128 else [Finding("empty", name, "no ink at all", "faces")]


def words(job: Job, files: Mapping[str, bytes]) -> dict[str, Any]:
    block = plan_block(job.profile, job.product)
    wide, high = block.size_mm
    return {
        "blocks": -(-len(job.fronts) // block.count), "per_block": block.count, "wide": round(wide, 2),
        "wide_in": wide / MM,
        "high_in": high / MM, "cut_wide_in": wide / MM,
    }  # fmt: skip
