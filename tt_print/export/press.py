"""One PDF for a press: a card a page, in the inks and the order that the profile wants.

PDF/X-1a:2003 is ISO 15930-4, PDF/X-4 is ISO 15930-7; the tests read what was written with other programs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tt_print.drawing.shapes import Drawing, Group, Ink, Path, Picture
from tt_print.export.choices import Choices
from tt_print.export.job import Content, Job
from tt_print.export.profile_tables import PressProfile
from tt_print.problems import Problem, pick
from tt_print.render.canvas import build_of, is_pure_black
from tt_print.render.progress import Progress

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


@dataclass(frozen=True, slots=True, order=True)
class Build:
    """The four process inks of a flat color, each from 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def parts(self) -> tuple[float, float, float, float]:
        return self.cyan, self.magenta, self.yellow, self.black

    @property
    def percent(self) -> float:
        """Of all four inks together."""
        return round(100 * sum(self.parts), 2)

    @property
    def fullness(self) -> tuple[float, Build]:
        """By which the fullest is found."""
        return self.percent, self

    def __str__(self) -> str:
        """`60/40/40/100`."""
        return "/".join(f"{round(100 * part, 1):g}" for part in self.parts)


def ink_coverage(drawing: Drawing, overprints: bool) -> Build:
    """The build of the fullest place that a drawing can make, as `render.inks.Press(overprints)` prints it.

    Black that overprints keeps the other inks below (PDF 1.7, 8.6.7, mode 1); spot inks are plates of their own, and no ink
    overprints a picture. Where things lie is not looked at: the figure is never too small. Raises TemplateError for an
    ink without a CMYK build.
    """
    pictures: list[Build] = []
    inks: set[Ink | None] = set()
    seen: set[int] = set()
    waiting = list(drawing.items)
    while waiting:
        item = waiting.pop()
        if isinstance(item, Group):
            if id(item.items) not in seen:
                seen.add(id(item.items))
                waiting += item.items
        elif isinstance(item, Picture):
            pictures += [Build(*item.fullest)] if item.fullest else []
        else:
            inks |= {item.fill, item.stroke if isinstance(item, Path) else item.halo}
    process = {ink for ink in inks if ink is not None and not ink.spot}
    black = 1.0 if overprints and any(map(is_pure_black, process)) else 0.0
    builds = [Build(0.0, 0.0, 0.0, black), *(Build(*(part / 100 for part in build_of(ink))) for ink in process)]
    fullest = [Build(*build.parts[:3], max(black, build.black)) for build in builds]
    return max([*fullest, *pictures], key=lambda build: build.fullness)


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
        return self.choices.order or next(iter(self.profile.orders))

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
        builds = (ink_coverage(drawing, overprints) for drawing in [self.back, *self.drawings.values()])
        return max(builds, key=lambda build: build.fullness)

    def draw_files(self, progress: Progress) -> dict[str, Content]:
        """The deck as one PDF. Raises TemplateError where the theme has no CMYK build for an ink, and ExportError where it
        holds more ink than the printer's paper takes.
        """
        from tt_print.render.canvas import Press
        from tt_print.render.pdf import DocumentFacts, Page, render_pdf

        press, box, fullest = self.profile.press, self.box, self.fullest
        if fullest.percent > press.max_total_ink:
            said = f"{fullest.percent:g}% ({fullest}); wanted: at most {press.max_total_ink:g}%"
            raise self.broken(f"the theme: ink: {said}")
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


KINDS = {"press": Press}
