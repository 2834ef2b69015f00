"""A box, read back: its cuts and creases against the stack that goes in, and its print against the glue."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor
from typing import Any

from tt_print.drawing.outline import CREASE
from tt_print.errors import InputError
from tt_print.export.job import Facts
from tt_print.export.profiles import Product, Profile
from tt_print.export.tuckbox import divided, divider_lines, place_dividers, plan_of
from tt_print.export.tuckbox_plan import BoxPlan
from tt_print.preflight.cut_files import ReadLine, compare_cuts, read_dxf
from tt_print.preflight.findings import Finding

MM = 25.4


def check(profile: Profile, product: Product, files: Mapping[str, bytes], facts: Facts) -> list[Finding]:
    """Needs the manifest: without the number of cards and their thickness no box can be right or wrong."""
    if not all(key in facts for key in ("codes", "thickness", "paper", "deck", "copies")):
        return [Finding(
            "contents", "manifest.json", "does not tell cards and thickness",
            "the whole folder of one export, as tt-print made it",
        )]  # fmt: skip
    stack, plan = plan_of(profile, product, facts)
    keys, findings = divided(facts), []
    if keys:
        way, _ = place_dividers(profile, stack, keys, facts["paper"])
        lines, tolerance = divider_lines(profile, stack, keys, facts["paper"]), profile.checks["cut_tolerance_mm"]
        findings = compare_cuts(dict(files), lines, (way.width_mm, way.height_mm), tolerance, "dividers")
    inside = (stack.wide_mm, stack.high_mm + stack.tab_mm, stack.deep_mm)
    return check_box(profile, files, plan, inside, pages=len(plan.pieces) + bool(keys)) + findings


def check_box(
    profile: Profile, files: Mapping[str, bytes], plan: BoxPlan, stack_mm: tuple[float, float, float], pages: int
) -> list[Finding]:
    """`stack_mm` is what goes in: across, upright, through; `pages` are those of the PDF, dividers too."""
    stems = ["box"] if len(plan.pieces) == 1 else ["box-1", "box-2"]
    findings: list[Finding] = []
    for place, stem in enumerate(stems):
        paper = plan.papers[place]
        size = (paper.width_mm, paper.height_mm)
        found = compare_cuts(dict(files), plan.lines(place), size, profile.checks["cut_tolerance_mm"], stem)
        findings += found or _check_fit(
            profile, f"{stem}.dxf", read_dxf(files[f"{stem}.dxf"], paper.height_mm), stack_mm
        )
    return findings + _check_print(profile, files, plan, pages)


def _check_fit(
    profile: Profile, name: str, lines: list[ReadLine], stack_mm: tuple[float, float, float]
) -> list[Finding]:
    """Distances between upright creases are sides and faces in turn, those between level ones the height."""
    creases = [line.box for line in lines if line.layer == CREASE]
    upright = sorted({round(left, 2) for left, top, right, bottom in creases if right - left < 0.01})
    level = [round(bottom - top, 2) for left, top, right, bottom in creases if right - left < 0.01]
    cut = max((line.box for line in lines if line.closed), key=lambda box: box[2] - box[0])
    walls = [b - a for a, b in zip(upright, [*upright[1:], cut[2]], strict=True)]
    across, high, deep = stack_mm
    board = profile["box"]["board"]
    least, most = profile.checks["least_play_mm"], profile.checks["most_play_mm"]
    findings = []
    for place, wall in enumerate(walls):
        what, wanted = ("side", deep) if place % 2 == 0 else ("face", across)
        if not least <= wall - board - wanted <= most:
            said = f"a {what} of {wall - board:.1f} mm inside"
            findings.append(Finding("fit", name, said, f"{wanted + least:.1f} to {wanted + most:.1f} mm for the stack"))
    if not all(least <= side - board - high <= most for side in level):
        said = f"{min(level, default=0) - board:.1f} mm high inside"
        findings.append(Finding("fit", name, said, f"{high + least:.1f} to {high + most:.1f} mm for the cards"))
    return findings


def _check_print(profile: Profile, files: Mapping[str, bytes], plan: BoxPlan, wanted: int) -> list[Finding]:
    """Pages and their size; the front printed to its cut; the glue flap free, but for the strip beside its crease."""
    from tt_print.render.pixels import open_pages
    from tt_print.render.png import page_picture

    dpi, bleed = profile.checks["check_dpi"], profile["box"]["bleed"]
    findings: list[Finding] = []
    try:
        with open_pages(files["box.pdf"]) as pages:
            if len(pages) != wanted:
                return [Finding("page count", "box.pdf", f"{len(pages)} pages", str(wanted))]
            for place, (net, paper) in enumerate(zip(plan.pieces, plan.papers, strict=True)):
                wide, high = (points * MM / 72 for points in pages.page_points(place))
                if abs(wide - paper.width_mm) > 0.05 or abs(high - paper.height_mm) > 0.05:
                    said, size = f"{wide:.1f} x {high:.1f} mm", f"{paper.width_mm:g} x {paper.height_mm:g} mm"
                    findings.append(Finding("page size", f"box.pdf, page {place + 1}", said, size))
                    continue
                grey = page_picture(pages, place, dpi).convert("L")
                x, y = plan.corner(place)
                glue = net.panels["glue"]
                # the word on it is grey and in the middle; what glue must hold on is the flap's outer half
                strip = (x + 1, y + glue.top_mm + 10, x + glue.width_mm / 2 - 2.5, y + glue.bottom_mm - 10)
                if _crop(grey, strip, dpi).getextrema()[0] < 250:
                    findings.append(Finding(
                        "glue", f"box.pdf, page {place + 1}", "print on the glue flap", "bare card, which glue holds on"
                    ))  # fmt: skip
                last = net.panels["back" if "back" in net.panels else "front"]
                edge = (
                    x + last.right_mm + 0.3,
                    y + last.top_mm + 5,
                    x + last.right_mm + bleed - 0.1,
                    y + last.bottom_mm - 5,
                )
                if _crop(grey, edge, dpi).getextrema()[0] > 200:
                    findings.append(Finding(
                        "bleed", f"box.pdf, page {place + 1}", "print ends at the right cut", f"{bleed:g} mm beyond it"
                    ))  # fmt: skip
    except KeyError:
        findings.append(Finding("files", "box.pdf", "missing", "the box to print"))
    except (InputError, OSError, ValueError, RuntimeError) as error:
        findings.append(Finding("box", "box.pdf", f"cannot be read ({error})", "a whole PDF"))
    return findings


def _crop(grey: Any, box: tuple[float, float, float, float], dpi: int) -> Any:
    left, top, right, bottom = (edge * dpi / MM for edge in box)
    return grey.crop((ceil(left), ceil(top), floor(right), floor(bottom)))
