"""The page to measure a printer with, and what was read off it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tt_print.core.commands.common import Answer, Command
from tt_print.problems import Problem
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Kind
from tt_print.requests.listings import Flip, Paper
from tt_print.requests.notes import Local

if TYPE_CHECKING:
    from tt_print.calibration.readings import ScaleVerdict
    from tt_print.core.environment import Call
    from tt_print.printer_profile import PrinterProfile


class Reading(NamedTuple):
    """What was read off a page: how true it is, and the printer as it is known from then on, None if the readings are no use.

    `usual` is the printer that counts if none is named.
    """

    verdict: ScaleVerdict | None
    profile: PrinterProfile | None
    usual: str = ""


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
        """`made` are the pages, or a Reading. Raises InputError, and MachineError if nothing can be kept."""
        if self.measured or self.back_read:
            return self._read(call)
        from tt_print.calibration.page import make_calibration_pages
        from tt_print.calibration.readings import long_rulers
        from tt_print.calibration.store import check_name
        from tt_print.outputs import calibration_pdf

        name = check_name(self.printer) if self.printer else ""
        made = make_calibration_pages(self.paper or call.environment.paper, self.flip, name)
        return Answer(
            {"rulers": asdict(long_rulers(made.paper))}, dict([calibration_pdf(made)]), made, kind="calibrate page"
        )

    def _read(self, call: Call) -> Answer:
        """Keeps what was read, unless it is of no use."""
        from tt_print.calibration.store import keep_profile, usual_printer
        from tt_print.sheets.plan import find_paper

        reading, data = self._read_off(find_paper(self.paper or call.environment.paper).name)
        files: list[str] = []
        if reading.profile is not None:
            files = [keep_profile(reading.profile).as_posix()]
            reading = reading._replace(usual=usual_printer())
        data |= {"saved": reading.profile is not None, "files": files}
        return Answer(data, {}, reading, kind="calibrate reading")

    def _read_off(self, paper: str) -> tuple[Reading, dict[str, Any]]:
        """What the readings say of a printer, added to what is known of it."""
        from tt_print.calibration.readings import judge_scale, parse_holes, parse_measured
        from tt_print.calibration.solve import solve_back, solve_front
        from tt_print.calibration.store import check_name, read_printers, usual_printer
        from tt_print.calibration.tables import calibrate_file
        from tt_print.printer_profile import PrinterProfile
        from tt_print.sheets.plan import find_paper

        sheet = find_paper(paper)
        holes = parse_holes(self.back_read) if self.back_read else None
        scales = parse_measured(self.measured, sheet) if self.measured else None
        printer = check_name(self.printer or usual_printer() or calibrate_file().names.printer)
        new, verdict = PrinterProfile(printer, paper), None
        profile = next((known for known in read_printers() if known.key == new.key), None)
        if profile is None and not scales:
            raise Problem("calibration.front_first", "measured", printer=printer, paper=paper)
        profile = profile or new
        data: dict[str, Any] = {"printer": profile.printer, "paper": paper}
        if scales:
            verdict = judge_scale(*scales, "letter" if paper == "a4" else "a4")
            data |= {
                "verdict": verdict.worst,
                "across_percent": _percent(scales[0]),
                "down_percent": _percent(scales[1]),
            }
            if not verdict.usable:
                return Reading(verdict, None), data
            profile = solve_front(profile, *scales)
        if holes:
            profile = solve_back(profile, holes, sheet, self.flip)
            data["back"] = {
                "offset_mm": [_rounded(profile.offset_x_mm, 2), _rounded(profile.offset_y_mm, 2)],
                "skew_deg": _rounded(profile.skew_deg, 3),
                "across_percent": _percent(profile.back_scale_x), "down_percent": _percent(profile.back_scale_y),
            }  # fmt: skip
        return Reading(verdict, profile), data


def _percent(scale: float) -> float:
    return _rounded(100 * scale, 2)


def _rounded(number: float, digits: int) -> float:
    """Without a minus before nothing."""
    return round(number, digits) + 0.0
