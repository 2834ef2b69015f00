"""The page to measure a printer with, and what was read off it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import hypot
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import Answer, Command, both_sides, paper_sentence, sheet_files
from tt_print.core.environment import Call
from tt_print.problems import Action, FileName, Line, Problem, Said
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Kind
from tt_print.requests.listings import Flip, Paper
from tt_print.requests.notes import Local

if TYPE_CHECKING:
    from tt_print.sheets.plan import Paper as PaperSize


@dataclass(frozen=True)
class Calibrate(Command):
    """Without readings the test page is made."""

    measured: Annotated[str, Kind("X,Y", is_list=True), Local()] = ""
    back_read: Annotated[str, Kind("READINGS", is_list=True), Local()] = ""
    printer: Annotated[str, Choice(of.measured_printers, str, is_open=True), Local()] = ""
    paper: Paper = ""
    flip: Flip = "long"

    verb = "calibrate"

    def answer(self, call: Call) -> Answer:
        """Raises InputError, and MachineError if nothing can be kept."""
        paper = self.sheet_size(call)
        return self._read_off(paper) if self.measured or self.back_read else self._make_page(paper)

    def _make_page(self, paper: PaperSize) -> Answer:
        from tt_print.calibration.page import make_calibration_pages
        from tt_print.calibration.readings import long_rulers
        from tt_print.calibration.store import check_name

        made = make_calibration_pages(paper, self.flip, check_name(self.printer) if self.printer else "")
        rulers, files = asdict(long_rulers(paper)), sheet_files(made, *both_sides(self.flip), is_tagged=True)
        own = {"printer": self.printer, "paper": self.paper, "flip": self.flip if self.flip == "short" else ""}
        text = [
            paper_sentence(paper, is_chosen=bool(self.paper)),
            Said("calibrate.page", file=FileName(*files)),
            Said("calibrate.how", edge=self.flip.upper()),
            Said(
                "calibrate.rulers",
                **rulers,
                calibrate=Action("calibrate", {"measured": f"{rulers['across_mm']},{rulers['down_mm']}", **own}),
            ),
            Said("calibrate.holes", calibrate=Action("calibrate", {"back_read": "GH7.5,H8,I8,H8.5", **own})),
        ]
        return Answer({"rulers": rulers}, files, kind="calibrate page", text=text)

    def _read_off(self, sheet: PaperSize) -> Answer:
        """What the readings say of a printer, which is kept with what is known of it, unless it is of no use."""
        from tt_print.calibration.readings import (
            OFFER,
            judge_scale,
            parse_holes,
            parse_measured,
            solve_back,
            solve_front,
        )
        from tt_print.calibration.store import USUAL_NAME, check_name, keep_profile, read_printers, usual_printer
        from tt_print.sheets.printer_profile import PrinterProfile

        holes = parse_holes(self.back_read) if self.back_read else None
        scales = parse_measured(self.measured, sheet) if self.measured else None
        printer = check_name(self.printer or usual_printer() or USUAL_NAME)
        new = PrinterProfile(printer, sheet.name)
        known = next((each for each in read_printers() if each.key == new.key), None)
        if known is None and not scales:
            raise Problem("calibration.front_first", "measured", printer=printer, paper=sheet.name)
        profile = known or new
        data: dict[str, Any] = {"printer": profile.printer, "paper": sheet.name}
        text: list[Line] = []
        if scales:
            verdict = judge_scale(*scales, "letter" if sheet.name == "a4" else "a4")
            data |= {
                "verdict": verdict.worst,
                "across_percent": _rounded(100 * scales[0]),
                "down_percent": _rounded(100 * scales[1]),
            }
            text += verdict.lines
            if not verdict.usable:
                data |= {"saved": False, "files": []}
                return Answer(data, {}, kind="calibrate reading", text=[*text, Said("calibrate.nothing")])
            profile = solve_front(profile, *scales)
            grown = {"across": 100 / profile.scale_x - 100, "down": 100 / profile.scale_y - 100}
            text.append(Said("calibrate.larger" if verdict.worst == OFFER else "calibrate.fits", **grown))
        if holes:
            profile = solve_back(profile, holes, sheet, self.flip)
            x, y, skew = profile.offset_x_mm, profile.offset_y_mm, profile.skew_deg
            data["back"] = {
                "offset_mm": [_rounded(x), _rounded(y)], "skew_deg": _rounded(skew, 3),
                "across_percent": _rounded(100 * profile.back_scale_x), "down_percent": _rounded(100 * profile.back_scale_y),
            }  # fmt: skip
            text.append(Said("calibrate.backs", off=hypot(x, y), skew=abs(skew)))
        file = keep_profile(profile).as_posix()
        backs = {"backs": "duplex", "flip": "short" if profile.flip == "short" else ""} if holes else {}
        named = "" if profile.printer == usual_printer() else profile.printer
        text += [
            Said("calibrate.saved", name=profile.name, file=FileName(file)),
            Said("calibrate.next", deck=Action("deck", {**backs, "paper": self.paper, "printer": named})),
        ]
        return Answer(data | {"saved": True, "files": [file]}, {}, kind="calibrate reading", text=text)


def _rounded(number: float, digits: int = 2) -> float:
    """Without a minus before nothing."""
    return round(number, digits) + 0.0
