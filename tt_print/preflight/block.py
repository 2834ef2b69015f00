"""Pictures of blocks of cards and the one cut file for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import ceil, floor

from tt_print.errors import InputError
from tt_print.export.block import Block, plan_block
from tt_print.export.cardbox import MM_PER_INCH
from tt_print.export.job import Facts
from tt_print.export.products import Product
from tt_print.export.profile_tables import BlockProfile
from tt_print.export.raster import on_all_cores, room_for
from tt_print.preflight.cut_files import compare_cuts, read_svg
from tt_print.preflight.density import other_density, wrong_density
from tt_print.preflight.edges import loose_at_cut
from tt_print.preflight.findings import Finding
from tt_print.preflight.pixels import darkest
from tt_print.progress import Progress, unseen


def canvas(profile: BlockProfile, product: Product, dpi: int) -> tuple[int, int]:
    """Pixels of a block at a density."""
    return plan_block(profile, product.at(dpi)).size_px


def check(
    profile: BlockProfile, product: Product, files: Mapping[str, bytes], facts: Facts, progress: Progress = unseen
) -> list[Finding]:
    block = plan_block(profile, product)
    limits = profile.block.max_mm
    findings = compare_cuts(dict(files), block.cuts, block.size_mm, profile.checks.cut_tolerance_mm)
    if "cut.svg" in files and not findings:
        size, _ = read_svg(files["cut.svg"])
        if any(side > limit + 0.01 for side, limit in zip(size, limits, strict=True)):
            findings.append(
                Finding("block size", "cut.svg", "{:g} x {:g} mm".format(*size), "at most {} x {} mm".format(*limits))
            )
    blocks = {name: data for name, data in files.items() if name.endswith(".png")}
    if facts.codes is not None and len(blocks) != (wanted := ceil(len(facts.codes) / block.count)):
        findings.append(Finding("count", "blocks", f"{len(blocks)} pictures", str(wanted)))
    with progress("Looking at blocks", len(blocks)) as bar:
        looked = on_all_cores(
            lambda item: _check_block(profile, product, block, *item),
            blocks.items(),
            done=lambda: bar.update(1),
            max_waiting=room_for(block.size_px),
        )
    return findings + [finding for found in looked for finding in found]


def _check_block(profile: BlockProfile, product: Product, block: Block, name: str, data: bytes) -> list[Finding]:
    from tt_print.render.png import read_picture

    try:
        image = read_picture(data)
    except InputError as error:
        return [Finding("format", name, str(error), "a whole PNG file")]
    dpi = block.box.dpi
    if image.size != block.size_px and (other := other_density(partial(canvas, profile, product), image.size, dpi)):
        return [wrong_density(profile, product, name, image.size, other)]
    if not all(abs(value - dpi) < 0.05 for value in image.info.get("dpi", (0, 0))):
        return [Finding("density", name, f"{image.info.get('dpi')} dpi", f"{dpi} dpi")]
    if image.size != block.size_px:
        return [Finding("pixels", name, "{} x {}".format(*image.size), "{} x {}".format(*block.size_px))]
    # between the cards there is paper: these painted over with it, the picture is bare
    bare, inside = image.convert("L"), block.box.safe_mm
    wanted = f"{inside:g} mm inside each cut paper, or color that runs on to it, and paper outside"
    for number, trim in enumerate(block.trims, 1):
        card = trim.scaled(dpi / MM_PER_INCH)
        if faults := loose_at_cut(image, card, inside * dpi / MM_PER_INCH):
            return [Finding("safe area", name, f"card {number}: {faults[0]}", wanted)]
        left, top, right, bottom = card.edges
        bare.paste(255, (floor(left), floor(top), ceil(right), ceil(bottom)))
    if box := bare.point(lambda value: 255 - value).getbbox():
        return [Finding("safe area", name, f"ink between the cards, first at {box[0]}, {box[1]} pixels", wanted)]
    return [] if darkest(image) < 128 else [Finding("empty", name, "no ink at all", "faces")]
