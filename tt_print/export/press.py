"""One PDF for a press: a card a page, in the inks and the order that the profile wants.

PDF/X-1a:2003 is ISO 15930-4, PDF/X-4 is ISO 15930-7. What a check asks of these a file is in `expected`; the tests read it with other programs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from tt_print.drawing.shapes import Drawing, Ink, Path
from tt_print.export.choices import Choices
from tt_print.export.expected import Expected, ExpectedPdf, FileFacts, Finding
from tt_print.export.ink_coverage import Build, drawing_ink_coverage
from tt_print.export.job import Content, Job
from tt_print.export.pdf_reading import PdfFacts
from tt_print.export.profile_tables import PressProfile
from tt_print.problems import Problem, pick
from tt_print.progress import Progress

if TYPE_CHECKING:
    from tt_print.render.standards import Standards

# What lies on the pages, as (code of the card, "front" or "back"), for the codes of all fronts in order.
Side = tuple[str, str]
ORDERS: dict[str, Callable[[Sequence[str]], list[Side]]] = {
    "back-first": lambda codes: [(code, side) for code in codes for side in ("back", "front")],
    "alternating": lambda codes: [(code, side) for code in codes for side in ("front", "back")],
    "fronts-then-backs": lambda codes: [(code, side) for side in ("front", "back") for code in codes],
    "one-back": lambda codes: [*((code, "front") for code in codes), ("", "back")],
}


class Press(Job[PressProfile]):
    options = frozenset({"cut_line", "order", "back"})

    def resolve(self) -> Choices:
        """The choices without what is the profile's own way anyway. Raises Problem for what it does not want."""
        profile, choices = self.profile, self.choices
        if choices.cut_line and not profile.cut_line:
            raise Problem("unwanted", "cut_line", profile=profile.title)
        usual, *others = profile.orders
        order = choices.order
        if order and not others and order.strip().lower() != usual:
            raise Problem("unwanted", "order", value=order, profile=profile.title, usual=profile.orders[usual])
        order = pick("order", order or usual, profile.orders)
        return replace(choices, order="" if order == usual else order)

    @property
    def order(self) -> str:
        """The usual one where there is none of the name."""
        orders = self.profile.orders
        return self.choices.order if self.choices.order in orders else next(iter(orders))

    @property
    def sides(self) -> list[Side]:
        """What is on each page."""
        return ORDERS[self.order](self.codes)

    @cached_property
    def back(self) -> Drawing:
        """A picture on it must keep what the press asks for."""
        from tt_print.artwork.draw import PressLimits

        limits = PressLimits(self.profile.press.max_total_ink, self.profile.press.min_image_dpi)
        return self.box.draw_back(self.theme, self.artwork, limits)

    @cached_property
    def fullest(self) -> Build:
        """The build of the fullest place on any page."""
        overprints = self.profile.press.overprints
        builds = (drawing_ink_coverage(drawing, overprints) for drawing in [self.back, *self.drawings.values()])
        return max(builds, key=lambda build: (build.percent, build))

    def draw_files(self, progress: Progress) -> dict[str, Content]:
        """The deck as one PDF. Raises TemplateError where the theme has no CMYK build for an ink."""
        from tt_print.render.inks import Press
        from tt_print.render.pdf import DocumentFacts, Page, render_pdf

        press, box = self.profile.press, self.box
        pages = []
        fronts, back = (
            {code: self._with_line(front) for code, front in self.drawings.items()},
            self._with_line(self.back),
        )
        for code, side in self.sides:
            if side == "front":
                pages.append(Page(fronts[code], code, f"{code}: {fronts[code].title}", box.trim, box.whole))
            else:
                label = f"back of {code}" if code else "back"
                pages.append(Page(back, label, label.capitalize(), box.trim, box.whole))
        title = f"Triple Topper, {self.title}, {self.product.title}"
        subject = f"{press.standard} for {press.condition_info}; {self.profile.orders[self.order]}."
        facts = DocumentFacts(title, subject, {"DisplayDocTitle": "true"}, press.version, self._standards())
        return {f"{self.stem}.pdf": render_pdf(pages, facts, inks=Press(press.overprints))}

    def _with_line(self, drawing: Drawing) -> Drawing:
        """Where wanted with the trim and its round corners, in a spot ink that every cutter's software looks for by name."""
        line = self.profile.cut_line
        if line is None or not self.choices.cut_line:
            return drawing
        ink = Ink(line.rgb, line.cmyk, line.name, f"cut_line of {self.profile.name}")
        path = Path(self.box.trim.path(self.box.corner_mm), None, ink, line.width_mm)
        return replace(drawing, items=(*drawing.items, path))

    def _standards(self) -> Standards:
        from tt_print.render.standards import OutputIntent, Standards
        from tt_print.templates import template_path

        press = self.profile.press
        held = template_path(f"icc/{press.icc}").read_bytes() if press.icc else None
        kinds = ("GTS_PDFX", "GTS_PDFA1") if press.archive else ("GTS_PDFX",)
        intents = tuple(OutputIntent(kind, press.condition, press.condition_info, held) for kind in kinds)
        return Standards(intents, pdfa=press.archive, pdfx=press.standard)

    def how_to_words(self) -> dict[str, object]:
        profile, box, line = self.profile, self.box, self.profile.cut_line
        return {
            "pages": len(self.sides), "order_told": profile.orders[self.order],
            "first": f"the {self.fronts[0].drawing.title.lower()}",
            "standard": profile.press.standard, "condition": profile.press.condition_info,
            "most_ink": profile.press.max_total_ink, "ink_told": f"{self.fullest.percent:g} % ({self.fullest})",
            "bleed": f"{box.bleed_mm:g}", "corner": f"{box.corner_mm:g}",
            "line_told": "" if line is None else line.words if self.choices.cut_line else line.without,
        }  # fmt: skip

    def check_inks(self) -> list[Finding]:
        """A theme may hold more ink than the printer's paper takes."""
        fullest, limit = self.fullest, self.profile.press.max_total_ink
        if fullest.percent <= limit:
            return []
        return [Finding("ink", "the theme", f"{fullest.percent:g}% ({fullest})", f"at most {limit:g}%")]

    def expected_files(self, found: Collection[str]) -> dict[str, Expected]:
        """One PDF of any name."""
        count = None if self.choices.codes is None else len(self.sides)
        size_mm = self.box.width_mm, self.box.height_mm
        return {"*.pdf": ExpectedPdf((size_mm,), count, self.box.trim, self.profile, self.choices.cut_line)}

    def check_together(self, found: Mapping[str, FileFacts]) -> list[Finding]:
        """One file; and a front and a back a card, where nobody says how many cards there are."""
        pages = {name: len(file.held.pages) for name, file in found.items() if isinstance(file.held, PdfFacts)}
        findings = [Finding("files", name, "one more PDF", "one for the whole deck") for name in sorted(pages)[1:]]
        if self.choices.codes is not None or "one-back" in self.profile.orders:
            return findings
        return findings + [
            Finding("page count", name, f"{count} pages", "an even number, a front and a back a card")
            for name, count in pages.items() if count % 2
        ]  # fmt: skip


KINDS = {"press": Press}
