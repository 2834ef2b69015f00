"""Sheets for a cutting machine: the cuts, and the prints as pixels: size, marks, room round them, no ink in the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tt_print.drawing.geometry import Rect
from tt_print.export.cardbox import MM_PER_INCH, MM_PER_POINT
from tt_print.export.cutter import CutterPlan, draw_marks, plan_of
from tt_print.export.job import Facts
from tt_print.export.products import Product
from tt_print.export.profile_tables import CutterProfile
from tt_print.preflight.cut_files import ReadLine, compare_cuts, read_dxf
from tt_print.preflight.edges import loose_at_cut
from tt_print.preflight.findings import Finding
from tt_print.preflight.pixels import ink_cover, whole_pixels
from tt_print.progress import Progress, unseen, walk


def check(
    profile: CutterProfile, product: Product, files: Mapping[str, bytes], facts: Facts, progress: Progress = unseen
) -> list[Finding]:
    """The cuts against the plan, and the printed sheets against the cuts as they stand in the file."""
    paper = facts.paper
    if paper not in profile.marks.papers:
        actual = f"paper {paper!r}" if paper else "no manifest that tells the paper"
        return [Finding("paper", "manifest.json", actual, "the whole folder of one export, as tt-print made it")]
    plan = plan_of(profile, product, paper)
    size = (plan.paper.width_mm, plan.paper.height_mm)
    findings = compare_cuts(files, plan.cuts, size, profile.checks.cut_tolerance_mm)
    if "sheets.pdf" not in files:
        return [*findings, Finding("files", "sheets.pdf", "missing", "the sheets to print")]
    return findings or _check_sheets(profile, plan, files, facts, progress)


def _check_sheets(
    profile: CutterProfile, plan: CutterPlan, files: Mapping[str, bytes], facts: Facts, progress: Progress
) -> list[Finding]:
    """The PDF is drawn by pdfium; where the cuts run is read from the DXF that goes to the machine."""
    from tt_print.render.pixels import open_pages
    from tt_print.render.png import page_picture

    dpi, backs = profile.checks.check_dpi, bool(facts.backs)
    marks = draw_marks(plan, 3 if facts.marks is None else facts.marks, profile.marks)
    cuts = read_dxf(files["cut.dxf"], plan.paper.height_mm)
    findings: list[Finding] = []
    try:
        with open_pages(files["sheets.pdf"]) as pages:
            findings += _count(len(pages), plan, facts, backs)
            for index in walk(range(len(pages)), "Looking at sheets", progress):
                where = f"sheets.pdf, page {index + 1}"
                width, height = (points * MM_PER_POINT for points in pages.page_points(index))
                if abs(width - plan.paper.width_mm) > 0.05 or abs(height - plan.paper.height_mm) > 0.05:
                    expected = f"{plan.paper.width_mm:g} x {plan.paper.height_mm:g} mm"
                    findings.append(Finding("page size", where, f"{width:.1f} x {height:.1f} mm", expected))
                    continue
                grey = page_picture(pages, index, dpi).convert("L")
                if backs and index % 2:
                    findings += _check_backs(grey, dpi, where, cuts)
                else:
                    findings += _check_marks(grey, dpi, where, plan, marks, profile.marks.clear)
                    findings += _check_faces(grey, dpi, where, plan, cuts)
    except (OSError, ValueError, RuntimeError) as error:  # pdfium's own error is a RuntimeError
        findings.append(Finding("sheets", "sheets.pdf", f"cannot be read ({error})", "a whole PDF"))
    return findings


def _count(pages: int, plan: CutterPlan, facts: Facts, backs: bool) -> list[Finding]:
    if facts.codes is None:
        return []
    expected = -(-len(facts.codes) // plan.count) * (2 if backs else 1)
    return [] if pages == expected else [Finding("page count", "sheets.pdf", f"{pages} pages", str(expected))]


def _check_marks(
    grey: Any, dpi: int, where: str, plan: CutterPlan, marks: Sequence[Rect], clear_mm: float
) -> list[Finding]:
    findings = []
    for number, mark in enumerate(marks, 1):
        lower, upper = grey.crop(whole_pixels(mark, dpi)).getextrema()
        if upper > 60:
            findings.append(Finding("marks", where, f"bar {number} is broken or pale", "solid black"))
    # with the marks painted over, the corners must be bare; two pixels more, since a page's size is rounded to pixels
    blank = grey.copy()
    for mark in marks:
        left, top, right, bottom = whole_pixels(mark, dpi)
        blank.paste(255, (left - 2, top - 2, right + 2, bottom + 2))
    for corner in plan.corners:
        lower, _ = blank.crop(whole_pixels(corner.inset(0.1 - clear_mm), dpi)).getextrema()
        if lower < 250:
            findings.append(Finding(
                "marks", where, "something is printed in a mark's corner", f"{clear_mm:g} mm of bare paper round it"
            ))  # fmt: skip
    return findings


def _check_faces(grey: Any, dpi: int, where: str, plan: CutterPlan, cuts: Sequence[ReadLine]) -> list[Finding]:
    """Between each card's safe area and the end of its bleed there is paper, or color that runs on."""
    bare, out = plan.box.safe_mm, plan.box.bleed_mm
    for number, cut in enumerate(cuts, 1):
        card = cut.box.inset(-out).scaled(dpi / MM_PER_INCH)
        if loose_at_cut(grey, card, (bare + out) * dpi / MM_PER_INCH, slack=5):
            wanted = f"{bare:g} mm inside each cut paper, or color that runs on beyond it"
            return [Finding("safe area", where, f"something begins or ends at the cut of card {number}", wanted)]
    return []


def _check_backs(grey: Any, dpi: int, where: str, cuts: Sequence[ReadLine]) -> list[Finding]:
    """A strip of three millimeters, a whole repeat, round all cards holds the pattern as the cards do."""
    cards = Rect.from_edges(
        min(cut.box.left for cut in cuts), min(cut.box.top for cut in cuts),
        max(cut.box.right for cut in cuts), max(cut.box.bottom for cut in cuts),
    )  # fmt: skip
    cover = ink_cover(grey.crop(whole_pixels(cards, dpi)))
    strips = {
        "left": Rect(cards.left - 3, cards.top, 3, cards.height), "right": Rect(cards.right, cards.top, 3, cards.height),
        "top": Rect(cards.left, cards.top - 3, cards.width, 3), "bottom": Rect(cards.left, cards.bottom, cards.width, 3),
    }  # fmt: skip
    covers = {side: ink_cover(grey.crop(whole_pixels(strip, dpi))) for side, strip in strips.items()}
    return [
        Finding("bleed", where, f"the backs end at the {side} cut", "the pattern 3 mm beyond it")
        for side, found in covers.items()
        if not 0.7 * cover <= found <= 1.3 * cover
    ]
