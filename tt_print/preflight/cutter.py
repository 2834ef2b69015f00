"""Sheets for a cutting machine: the cuts, and the prints as pixels: size, marks, room round them, no ink in the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import Any

from tt_print.export.cutter import CutterPlan, draw_mark_boxes, plan_of
from tt_print.export.job import Facts
from tt_print.export.profiles import Product, Profile
from tt_print.preflight.cut_files import ReadLine, compare_cuts, read_dxf
from tt_print.preflight.findings import Finding
from tt_print.sheets.plan import Box

MM = 25.4
BoxMm = tuple[float, float, float, float]  # left, top, width, height


def check(profile: Profile, product: Product, files: Mapping[str, bytes], facts: Facts) -> list[Finding]:
    """The cuts against the plan, and the printed sheets against the cuts as they stand in the file."""
    paper = facts.get("paper")
    if paper not in profile["marks"]["papers"]:
        said = f"paper {paper!r}" if paper else "no manifest that tells the paper"
        return [Finding("paper", "manifest.json", said, "the whole folder of one export, as tt-print made it")]
    plan = plan_of(profile, product, paper)
    size = (plan.paper.width_mm, plan.paper.height_mm)
    findings = compare_cuts(dict(files), plan.cuts, size, profile.checks["cut_tolerance_mm"])
    if "sheets.pdf" not in files:
        return [*findings, Finding("files", "sheets.pdf", "missing", "the sheets to print")]
    return findings or check_sheets(
        profile, plan, files, facts, draw_mark_boxes(plan, facts.get("marks", 3), profile["marks"])
    )


def check_sheets(
    profile: Profile, plan: CutterPlan, files: Mapping[str, bytes], facts: Facts, marks: Sequence[BoxMm]
) -> list[Finding]:
    """The PDF is drawn by pdfium; where the cuts run is read from the DXF that goes to the machine."""
    from tt_print.render.pixels import open_pages
    from tt_print.render.png import page_picture

    dpi, backs = profile.checks["check_dpi"], bool(facts.get("backs"))
    cuts = read_dxf(files["cut.dxf"], plan.paper.height_mm)
    findings: list[Finding] = []
    try:
        with open_pages(files["sheets.pdf"]) as pages:
            findings += _count(len(pages), plan, facts, backs)
            for place in range(len(pages)):
                where = f"sheets.pdf, page {place + 1}"
                wide, high = (points * MM / 72 for points in pages.page_points(place))
                if abs(wide - plan.paper.width_mm) > 0.05 or abs(high - plan.paper.height_mm) > 0.05:
                    wanted = f"{plan.paper.width_mm:g} x {plan.paper.height_mm:g} mm"
                    findings.append(Finding("page size", where, f"{wide:.1f} x {high:.1f} mm", wanted))
                    continue
                grey = page_picture(pages, place, dpi).convert("L")
                if backs and place % 2:
                    findings += _check_backs(grey, dpi, where, cuts)
                else:
                    findings += _check_marks(grey, dpi, where, plan, marks, profile["marks"]["clear"])
                    findings += _check_faces(grey, dpi, where, plan, cuts)
    except (OSError, ValueError, RuntimeError) as error:  # pdfium's own error is a RuntimeError
        findings.append(Finding("sheets", "sheets.pdf", f"cannot be read ({error})", "a whole PDF"))
    return findings


def _count(pages: int, plan: CutterPlan, facts: Facts, backs: bool) -> list[Finding]:
    if "codes" not in facts:
        return []
    wanted = -(-len(facts["codes"]) // plan.count) * (2 if backs else 1)
    return [] if pages == wanted else [Finding("page count", "sheets.pdf", f"{pages} pages", str(wanted))]


def _pixels(box: BoxMm, dpi: int, grow_mm: float = 0.0) -> tuple[int, int, int, int]:
    """The pixels that lie wholly inside a box (grown on all sides)."""
    left, top, width, height = box
    k = dpi / MM
    return (ceil((left - grow_mm) * k), ceil((top - grow_mm) * k),
            floor((left + width + grow_mm) * k), floor((top + height + grow_mm) * k))  # fmt: skip


def _check_marks(
    grey: Any, dpi: int, where: str, plan: CutterPlan, marks: Sequence[BoxMm], clear_mm: float
) -> list[Finding]:
    findings = []
    for number, mark in enumerate(marks, 1):
        low, high = grey.crop(_pixels(mark, dpi)).getextrema()
        if high > 60:
            findings.append(Finding("marks", where, f"bar {number} is broken or pale", "solid black"))
    # with the marks painted over, the corners must be bare; two pixels more, since a page's size is rounded to pixels
    blank = grey.copy()
    for mark in marks:
        left, top, right, bottom = _pixels(mark, dpi)
        blank.paste(255, (left - 2, top - 2, right + 2, bottom + 2))
    for corner in plan.corners:
        low, _ = blank.crop(_pixels(_tuple(corner), dpi, clear_mm - 0.1)).getextrema()
        if low < 250:
            findings.append(Finding(
                "marks", where, "something is printed in a mark's corner", f"{clear_mm:g} mm of bare paper round it"
            ))  # fmt: skip
    return findings


def _check_faces(grey: Any, dpi: int, where: str, plan: CutterPlan, cuts: Sequence[ReadLine]) -> list[Finding]:
    """Between each card's safe area and the end of its bleed there is paper only."""
    bare = plan.box.safe.left_mm - plan.box.trim.left_mm
    for number, cut in enumerate(cuts, 1):
        left, top, right, bottom = cut.box
        out = plan.box.bleed_mm
        strips = [
            (left - out, top - out, bare + out, bottom - top + 2 * out),
            (right - bare, top - out, bare + out, bottom - top + 2 * out),
            (left - out, top - out, right - left + 2 * out, bare + out),
            (left - out, bottom - bare, right - left + 2 * out, bare + out),
        ]  # fmt: skip
        if any(grey.crop(_pixels(strip, dpi)).getextrema()[0] < 250 for strip in strips):
            return [
                Finding("safe area", where, f"ink at the cut of card {number}", f"{bare:g} mm of paper inside each cut")
            ]
    return []


def _check_backs(grey: Any, dpi: int, where: str, cuts: Sequence[ReadLine]) -> list[Finding]:
    """A strip of three millimeters, a whole repeat, round all cards holds the pattern as the cards do."""
    left, top = min(cut.box[0] for cut in cuts), min(cut.box[1] for cut in cuts)
    right, bottom = max(cut.box[2] for cut in cuts), max(cut.box[3] for cut in cuts)
    cover = _cover(grey.crop(_pixels((left, top, right - left, bottom - top), dpi)))
    strips = {
        "left": (left - 3, top, 3, bottom - top), "right": (right, top, 3, bottom - top),
        "top": (left, top - 3, right - left, 3), "bottom": (left, bottom, right - left, 3),
    }  # fmt: skip
    return [
        Finding("bleed", where, f"the backs end at the {side} cut", "the pattern 3 mm beyond it")
        for side, strip in strips.items() if not 0.7 * cover <= _cover(grey.crop(_pixels(strip, dpi))) <= 1.3 * cover
    ]  # fmt: skip


def _cover(grey: Any) -> float:
    counts = grey.histogram()
    return sum((255 - value) * count for value, count in enumerate(counts)) / (255 * max(1, sum(counts)))


def _tuple(box: Box) -> BoxMm:
    return box.left_mm, box.top_mm, box.width_mm, box.height_mm
