"""A box, read back: its cuts and creases against the stack that goes in, and its print against the glue."""

from __future__ import annotations

from collections.abc import Mapping

from tt_print.drawing.geometry import Rect
from tt_print.drawing.outline import CREASE
from tt_print.errors import InputError
from tt_print.export.cardbox import MM_PER_POINT
from tt_print.export.job import Facts
from tt_print.export.products import Product
from tt_print.export.profile_tables import BoxProfile
from tt_print.export.tuckbox import Stack, divided, divider_lines, place_dividers, plan_of, stem_of
from tt_print.export.tuckbox_plan import BoxPlan
from tt_print.preflight.cut_files import ReadLine, compare_cuts, read_dxf
from tt_print.preflight.findings import Finding
from tt_print.preflight.pixels import darkest_channel, whole_pixels
from tt_print.progress import Progress, unseen, walk


def check(
    profile: BoxProfile, product: Product, files: Mapping[str, bytes], facts: Facts, progress: Progress = unseen
) -> list[Finding]:
    """Needs the manifest: without the number of cards and their thickness no box can be right or wrong."""
    if None in (facts.codes, facts.thickness, facts.paper, facts.deck, facts.copies):
        return [Finding(
            "contents", "manifest.json", "does not tell cards and thickness",
            "the whole folder of one export, as tt-print made it",
        )]  # fmt: skip
    stack, plan = plan_of(profile, product, facts)
    keys, findings, paper_name = divided(facts), [], facts.paper or ""
    if keys:
        way, _ = place_dividers(profile, stack, keys, paper_name)
        lines, tolerance = divider_lines(profile, stack, keys, paper_name), profile.checks.cut_tolerance_mm
        findings = compare_cuts(files, lines, (way.width_mm, way.height_mm), tolerance, "dividers")
    return check_box(profile, files, plan, stack, pages=len(plan.pieces) + bool(keys), progress=progress) + findings


def check_box(
    profile: BoxProfile,
    files: Mapping[str, bytes],
    plan: BoxPlan,
    stack: Stack,
    pages: int,
    progress: Progress = unseen,
) -> list[Finding]:
    """`stack` is what goes in; `pages` are those of the PDF, dividers too."""
    findings: list[Finding] = []
    for index, paper in enumerate(walk(plan.papers, "Looking at cuts", progress)):
        stem, size = stem_of(plan, index), (paper.width_mm, paper.height_mm)
        found = compare_cuts(files, plan.lines(index), size, profile.checks.cut_tolerance_mm, stem)
        findings += found or _check_fit(profile, f"{stem}.dxf", read_dxf(files[f"{stem}.dxf"], paper.height_mm), stack)
    return findings + _check_print(profile, files, plan, pages)


def _check_fit(profile: BoxProfile, name: str, lines: list[ReadLine], stack: Stack) -> list[Finding]:
    """Distances between upright creases are sides and faces in turn, those between level ones the height."""
    walls_at = [line.box for line in lines if line.layer == CREASE and line.box.width < 0.01]
    upright = sorted({round(crease.left, 2) for crease in walls_at})
    heights = [round(crease.height, 2) for crease in walls_at]
    cut = max((line.box for line in lines if line.closed), key=lambda box: box.width)
    walls = [b - a for a, b in zip(upright, [*upright[1:], cut.right], strict=True)]
    inner_height = stack.height_mm + stack.tab_mm
    board, lower, upper = profile.box.board, profile.checks.min_play_mm, profile.checks.max_play_mm
    findings = []
    for index, wall in enumerate(walls):
        what, inner = ("side", stack.depth_mm) if index % 2 == 0 else ("face", stack.width_mm)
        if not lower <= wall - board - inner <= upper:
            actual = f"a {what} of {wall - board:.1f} mm inside"
            findings.append(
                Finding("fit", name, actual, f"{inner + lower:.1f} to {inner + upper:.1f} mm for the stack")
            )
    if not all(lower <= side - board - inner_height <= upper for side in heights):
        actual = f"{min(heights, default=0) - board:.1f} mm high inside"
        expected = f"{inner_height + lower:.1f} to {inner_height + upper:.1f} mm for the cards"
        findings.append(Finding("fit", name, actual, expected))
    return findings


def _check_print(profile: BoxProfile, files: Mapping[str, bytes], plan: BoxPlan, page_count: int) -> list[Finding]:
    """Pages and their size; the front printed to its cut; the glue flap free, but for the strip beside its crease."""
    from tt_print.render.pixels import open_pages
    from tt_print.render.png import page_picture

    dpi, bleed = profile.checks.check_dpi, profile.box.bleed
    findings: list[Finding] = []
    try:
        with open_pages(files["box.pdf"]) as pages:
            if len(pages) != page_count:
                return [Finding("page count", "box.pdf", f"{len(pages)} pages", str(page_count))]
            for index, (net, paper) in enumerate(zip(plan.pieces, plan.papers, strict=True)):
                where = f"box.pdf, page {index + 1}"
                width, height = (points * MM_PER_POINT for points in pages.page_points(index))
                if abs(width - paper.width_mm) > 0.05 or abs(height - paper.height_mm) > 0.05:
                    actual, expected = f"{width:.1f} x {height:.1f} mm", f"{paper.width_mm:g} x {paper.height_mm:g} mm"
                    findings.append(Finding("page size", where, actual, expected))
                    continue
                picture = page_picture(pages, index, dpi)
                x, y = plan.corner(index)
                glue = net.panels["glue"].moved(x, y)
                # the word on it is grey and in the middle; what glue must hold on is the flap's outer half
                strip = Rect.from_edges(x + 1, glue.top + 10, x + glue.width / 2 - 2.5, glue.bottom - 10)
                if darkest_channel(picture.crop(whole_pixels(strip, dpi))) < 250:
                    findings.append(Finding("glue", where, "print on the glue flap", "bare card, which glue holds on"))
                last = net.panels["back" if "back" in net.panels else "front"].moved(x, y)
                edge = Rect.from_edges(last.right + 0.3, last.top + 5, last.right + bleed - 0.1, last.bottom - 5)
                if darkest_channel(picture.crop(whole_pixels(edge, dpi))) > 200:
                    findings.append(Finding("bleed", where, "print ends at the right cut", f"{bleed:g} mm beyond it"))
    except KeyError:
        findings.append(Finding("files", "box.pdf", "missing", "the box to print"))
    except (InputError, OSError, ValueError, RuntimeError) as error:
        findings.append(Finding("box", "box.pdf", f"cannot be read ({error})", "a whole PDF"))
    return findings
