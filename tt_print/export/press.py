"""One PDF for a press: a card a page, in the inks and the order that the profile wants.

PDF/X-1a:2003 is ISO 15930-4, PDF/X-4 is ISO 15930-7. What `export --check` asks of such a file stands in `expected`; the tests read it with other programs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tt_print.drawing.geometry import Rect, rectangle
from tt_print.drawing.shapes import Ink, Path
from tt_print.export.expected import Expected, ExpectedPdf, FileFacts, Finding
from tt_print.export.ink_coverage import Build, drawing_ink_coverage
from tt_print.export.job import Choices, Job, Spec
from tt_print.export.kinds import Kind
from tt_print.export.pdf_reading import PdfFacts
from tt_print.export.profile_tables import CutLine, PressProfile
from tt_print.problems import Problem, pick
from tt_print.progress import Progress

if TYPE_CHECKING:
    from tt_print.render.pdf import Page
    from tt_print.render.standards import Standards

# What lies on the pages, as (code of the card, "front" or "back"), for the codes of all fronts in order.
Side = tuple[str, str]
ORDERS: dict[str, Callable[[Sequence[str]], list[Side]]] = {
    "back-first": lambda codes: [(code, side) for code in codes for side in ("back", "front")],
    "alternating": lambda codes: [(code, side) for code in codes for side in ("front", "back")],
    "fronts-then-backs": lambda codes: [(code, side) for side in ("front", "back") for code in codes],
    "one-back": lambda codes: [*((code, "front") for code in codes), ("", "back")],
}


class PressKind(Kind[PressProfile]):
    options = frozenset({"cut_line", "order", "back"})

    def resolve(self, spec: Spec[PressProfile]) -> Choices:
        """The choices without what is the profile's own way anyway. Raises Problem for what it does not want."""
        profile, choices = spec.profile, spec.choices
        if choices.cut_line and not profile.cut_line:
            raise Problem("unwanted", "cut_line", profile=profile.title)
        usual, *others = profile.orders
        order = choices.order
        if order and not others and order.strip().lower() != usual:
            raise Problem("unwanted", "order", value=order, profile=profile.title, usual=profile.orders[usual])
        order = pick("order", order or usual, profile.orders)
        return replace(choices, order="" if order == usual else order)

    def write(self, job: Job[PressProfile], progress: Progress) -> dict[str, bytes]:
        """The deck as one PDF. Raises TemplateError where the theme has no CMYK build for an ink."""
        from tt_print.render.inks import Press
        from tt_print.render.pdf import DocumentFacts, render_pdf

        press, intent = job.profile.press, job.profile.intent
        title = f"Triple Topper, {job.title}, {job.product.title}"
        subject = f"{press.standard} for {intent.info}; {_order(job)}."
        facts = DocumentFacts(title, subject, {"DisplayDocTitle": "true"}, press.version, _standards(job.profile))
        return {f"{job.stem}.pdf": render_pdf(_pages(job), facts, inks=Press(press.overprints))}

    def how_to_words(self, job: Job[PressProfile]) -> dict[str, object]:
        fullest = _ink_coverage(job)
        profile, box, line = job.profile, job.product.box, job.profile.cut_line
        line_words = "" if line is None else line.words if job.choices.cut_line else line.without
        return {
            "pages": len(_sides(job)), "order_told": _order(job), "first": f"the {job.fronts[0].drawing.title.lower()}",
            "standard": profile.press.standard, "condition": profile.intent.info,
            "most_ink": profile.checks.max_total_ink, "ink_told": f"{fullest.percent:g} % ({fullest})",
            "bleed": f"{box.bleed_mm:g}", "corner": f"{box.corner_mm:g}", "line_told": line_words,
        }  # fmt: skip

    def check_inks(self, job: Job[PressProfile]) -> list[Finding]:
        """A theme may hold more ink than the printer's paper takes."""
        fullest, limit = _ink_coverage(job), job.profile.checks.max_total_ink
        if fullest.percent <= limit:
            return []
        return [Finding("ink", "the theme", f"{fullest.percent:g}% ({fullest})", f"at most {limit:g}%")]

    def expected_files(self, spec: Spec[PressProfile], found: Collection[str]) -> dict[str, Expected]:
        """One PDF of any name."""
        box, choices = spec.product.box, spec.choices
        count = None if choices.codes is None else len(_sides(spec))
        return {"*.pdf": ExpectedPdf(((box.width_mm, box.height_mm),), count, box.trim, spec.profile, choices.cut_line)}

    def check_together(self, spec: Spec[PressProfile], found: Mapping[str, FileFacts]) -> list[Finding]:
        """A front and a back a card, where nobody says how many cards there are."""
        if spec.choices.codes is not None or "one-back" in spec.profile.orders:
            return []
        return [
            Finding("page count", name, f"{len(file.held.pages)} pages", "an even number, a front and a back a card")
            for name, file in found.items() if isinstance(file.held, PdfFacts) and len(file.held.pages) % 2
        ]  # fmt: skip


KIND = PressKind()


def _order(spec: Spec[PressProfile]) -> str:
    """The order of the pages, in words."""
    return spec.profile.orders[spec.profile.order_name(spec.choices.order)]


def _sides(spec: Spec[PressProfile]) -> list[Side]:
    """What lies on each page."""
    order = spec.choices.order if spec.choices.order in spec.profile.orders else ""
    return ORDERS[spec.profile.order_name(order)](spec.choices.codes or ())


def _ink_coverage(job: Job[PressProfile]) -> Build:
    """The build of the fullest place on any page."""
    overprints = job.profile.press.overprints
    builds = (drawing_ink_coverage(drawing, overprints) for drawing in [job.back, *job.drawings.values()])
    return max(builds, key=lambda build: (build.percent, build))


def _pages(job: Job[PressProfile]) -> list[Page]:
    from tt_print.render.pdf import Page

    box = job.product.box
    trim, bleed = box.trim, Rect(0.0, 0.0, box.width_mm, box.height_mm)
    cut_line = job.profile.cut_line if job.choices.cut_line else None
    line = (_cut_line(job, cut_line),) if cut_line else ()
    drawings = {("", "back"): job.back, **{(code, "front"): front for code, front in job.drawings.items()}}
    drawings = {side: replace(drawing, items=(*drawing.items, *line)) for side, drawing in drawings.items()}
    pages = []
    for code, side in _sides(job):
        if side == "front":
            front = drawings[code, side]
            pages.append(Page(front, code, f"{code}: {front.title}", trim, bleed))
        else:
            label = f"back of {code}" if code else "back"
            pages.append(Page(drawings["", side], label, label.capitalize(), trim, bleed))
    return pages


def _cut_line(job: Job[PressProfile], line: CutLine) -> Path:
    """The trim with its rounded corners, in a spot ink that every cutter's software looks for by name."""
    ink, trim = Ink(line.rgb, line.cmyk, line.name, f"cut_line of {job.profile.name}"), job.product.box.trim
    d = rectangle(trim.left, trim.top, trim.width, trim.height, job.product.box.corner_mm)
    return Path(d, None, ink, line.width_mm)


def _standards(profile: PressProfile) -> Standards:
    from tt_print.render.standards import OutputIntent, Standards
    from tt_print.templates import template_path

    press, intent = profile.press, profile.intent
    held = template_path(f"icc/{intent.profile}").read_bytes() if intent.profile else None
    kinds = ("GTS_PDFX", "GTS_PDFA1") if press.archive else ("GTS_PDFX",)
    intents = tuple(OutputIntent(kind, intent.identifier, intent.info, held) for kind in kinds)
    return Standards(intents, pdfa=press.archive, pdfx=press.standard)
