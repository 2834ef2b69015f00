"""One PDF for a press: a card a page, in the inks and the order that the profile wants.

PDF/X-1a:2003 is ISO 15930-4, PDF/X-4 is ISO 15930-7. What `export --check` asks of such a file stands in `expected`; the tests read it with other programs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tt_print.drawing.geometry import Rect, rectangle
from tt_print.drawing.shapes import Drawing, Ink, Path
from tt_print.errors import InputError, choose
from tt_print.export.cardbox import CardBox
from tt_print.export.expected import Expected, ExpectedPdf, FileFacts
from tt_print.export.findings import Finding
from tt_print.export.ink_coverage import Build, drawing_ink_coverage
from tt_print.export.job import Choices, Facts, Job
from tt_print.export.kinds import Kind
from tt_print.export.pdf_reading import PdfFacts
from tt_print.export.products import Product
from tt_print.export.profile_tables import CutLine, PressProfile
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


def resolve_options(profile: PressProfile, product: Product, choices: Choices) -> Choices:
    """The choices, with None for whatever is the profile's own way. Raises InputError for what it does not want."""
    if choices.cut_line and not profile.press.cut_line:
        raise InputError(
            f"{profile.title} wants no cut line in the file: its die goes by the page. Leave out --cut-line."
        )
    order, known = choices.order, profile.orders
    if order is not None and len(known) == 1 and order.strip().lower() not in known:
        only = profile.describe_order(None)
        raise InputError(f"--order {order}: {profile.title} wants one order only, {only}. Leave out --order.")
    if order is not None:
        order = choose("page order", order, known, "--order")
    return replace(
        choices, order=None if order == profile.order_name(None) else order, cut_line=choices.cut_line or None
    )


def write(job: Job[PressProfile], progress: Progress) -> dict[str, bytes]:
    """The deck as one PDF. Raises TemplateError where the theme has no CMYK build for an ink."""
    from tt_print.render.inks import Press
    from tt_print.render.pdf import DocumentFacts, render_pdf

    press, intent = job.profile.press, job.profile.intent
    title = f"Triple Topper, {job.title}, {job.product.title}"
    subject = f"{press.standard} for {intent.info}; {job.profile.describe_order(job.choices.order)}."
    facts = DocumentFacts(title, subject, {"DisplayDocTitle": "true"}, press.version, _standards(job.profile))
    return {f"{job.stem}.pdf": render_pdf(_pages(job), facts, inks=Press(press.overprints))}


def how_to_words(job: Job[PressProfile]) -> dict[str, object]:
    fullest = _ink_coverage(job)
    box = job.product.box
    profile, words = job.profile, job.profile.cut_line_words
    return {
        "pages": len(_sides(job)), "order_told": profile.describe_order(job.choices.order),
        "first": f"the {job.fronts[0].drawing.title.lower()}",
        "standard": profile.press.standard, "condition": profile.intent.info,
        "most_ink": profile.checks.max_total_ink, "ink_told": f"{fullest.percent:g} % ({fullest})",
        "bleed": f"{box.bleed_mm:g}", "corner": f"{box.corner_mm:g}", "line_told": words.cut_line if job.choices.cut_line else words.none,
    }  # fmt: skip


def check_inks(job: Job[PressProfile]) -> list[Finding]:
    """A theme may hold more ink than the printer's paper takes."""
    fullest, limit = _ink_coverage(job), job.profile.checks.max_total_ink
    if fullest.percent <= limit:
        return []
    return [Finding("ink", "the theme", f"{fullest.percent:g}% ({fullest})", f"at most {limit:g}%")]


def _ink_coverage(job: Job[PressProfile]) -> Build:
    """The build of the fullest place on any page."""
    drawings = [job.back, *dict(job.pages()).values()]
    overprints = job.profile.press.overprints
    return max((drawing_ink_coverage(drawing, overprints) for drawing in drawings), key=lambda b: (b.percent, b))


def expected_files(
    profile: PressProfile, product: Product, facts: Facts, found: Collection[str]
) -> dict[str, Expected]:
    """One PDF of any name."""
    box, order = product.box, facts.order if facts.order in profile.orders else None
    count = None if facts.codes is None else len(ORDERS[profile.order_name(order)](facts.codes))
    size = (box.width_mm, box.height_mm)
    return {"*.pdf": ExpectedPdf((size,), count, box.trim, profile, facts.cut_line)}


def check_together(
    profile: PressProfile, product: Product, facts: Facts, found: Mapping[str, FileFacts]
) -> list[Finding]:
    """A front and a back a card, where nobody says how many cards there are."""
    if facts.codes is not None or "one-back" in profile.orders:
        return []
    return [
        Finding("page count", name, f"{len(file.held.pages)} pages", "an even number, a front and a back a card")
        for name, file in found.items() if isinstance(file.held, PdfFacts) and len(file.held.pages) % 2
    ]  # fmt: skip


def _sides(job: Job[PressProfile]) -> list[Side]:
    """What lies on each page."""
    return ORDERS[job.profile.order_name(job.choices.order)]([front.code for front in job.fronts])


def _pages(job: Job[PressProfile]) -> list[Page]:
    from tt_print.render.pdf import Page

    box = job.product.box
    trim, bleed = box.trim, Rect(0.0, 0.0, box.width_mm, box.height_mm)
    cut_line = job.profile.cut_line if job.choices.cut_line else None
    line = (_cut_line(job.profile.name, cut_line, box),) if cut_line else ()
    fronts = {code: _with(drawing, line) for code, drawing in job.pages()}
    back = _with(job.back, line)
    pages = []
    for code, side in _sides(job):
        if side == "front":
            pages.append(Page(fronts[code], code, f"{code}: {fronts[code].title}", trim, bleed))
        else:
            label = f"back of {code}" if code else "back"
            pages.append(Page(back, label, label.capitalize(), trim, bleed))
    return pages


def _with(drawing: Drawing, line: tuple[Path, ...]) -> Drawing:
    return replace(drawing, items=(*drawing.items, *line))


def _cut_line(profile_name: str, line: CutLine, box: CardBox) -> Path:
    """The trim with its rounded corners, in a spot ink that every cutter's software looks for by name."""
    ink, trim = Ink(line.rgb, line.cmyk, line.name, f"cut_line of {profile_name}"), box.trim
    d = rectangle(trim.left, trim.top, trim.width, trim.height, box.corner_mm)
    return Path(d, None, ink, line.width_mm)


def _standards(profile: PressProfile) -> Standards:
    from tt_print.render.standards import OutputIntent, Standards
    from tt_print.templates import template_path

    press, intent = profile.press, profile.intent
    held = template_path(f"icc/{intent.profile}").read_bytes() if intent.profile else None
    kinds = ("GTS_PDFX", "GTS_PDFA1") if press.archive else ("GTS_PDFX",)
    intents = tuple(OutputIntent(kind, intent.identifier, intent.info, held) for kind in kinds)
    return Standards(intents, pdfa=press.archive, pdfx=press.standard)


KIND = Kind(
    write, expected_files, how_to_words, frozenset({"cut_line", "order", "back"}), resolve_options, check_inks,
    check_together=check_together,
)  # fmt: skip
