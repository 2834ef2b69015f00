"""The page to measure a printer with, what was read off it, and the printers that are known."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tt_print.core.commands.common import Answer, Command
from tt_print.problems import Problem
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Kind, Switch
from tt_print.requests.listings import Flip, Paper
from tt_print.requests.notes import Local, NotIn, Word

if TYPE_CHECKING:
    from pathlib import Path

    from tt_print.calibration.readings import ScaleVerdict
    from tt_print.calibration.store import PrinterStore
    from tt_print.core.environment import Call
    from tt_print.printer_profile import PrinterProfile

Name = Annotated[str, Choice(of.measured_printers, str, is_open=True), Local()]


class Reading(NamedTuple):
    """What was read off a page: how true it is, the printer as it is known then, None if the readings are no use, and whether pages come out
    differently from then on. `store` has all printers if this one was kept."""

    verdict: ScaleVerdict | None
    profile: PrinterProfile | None
    corrects: bool = False
    store: PrinterStore | None = None


class Printers(NamedTuple):
    """The printers that are known, and the one that was `changed`."""

    store: PrinterStore
    changed: str = ""


@dataclass(frozen=True)
class Calibrate(Command):
    """`sides` 1 leaves out what concerns backs."""

    measured: Annotated[str, Kind("X,Y", is_list=True), NotIn("listed", "forget", "default"), Local()] = ""
    back_read: Annotated[str, Kind("READINGS", is_list=True), NotIn("listed", "forget", "default"), Local()] = ""
    printer: Name = ""
    tray: Annotated[str, Choice(None, str, is_open=True, narrowed=of.trays), Local()] = ""
    paper: Paper = ""
    flip: Flip = "long"
    sides: Annotated[int, Choice(of.sides, metavar="1|2")] = 2
    listed: Annotated[bool, Switch(), Word("list"), NotIn("forget", "default"), Local()] = False
    forget: Annotated[Name, NotIn("default")] = ""
    default: Name = ""
    dry_run: Annotated[bool, Switch(), Local()] = False

    verb = "calibrate"

    @property
    def has_readings(self) -> bool:
        return bool(self.measured or self.back_read)

    def answer(self, call: Call) -> Answer:
        """`made` are the pages, a Reading, or Printers. Raises InputError, and MachineError if nothing can be kept."""
        if self.listed or self.forget or self.default:
            return self._printers(call)
        if self.has_readings:
            return self._read(call)
        from tt_print.calibration.page import make_calibration_pages
        from tt_print.calibration.readings import long_rulers
        from tt_print.calibration.store import profile_names
        from tt_print.outputs import calibration_pdf

        names = profile_names(self.printer, self.tray) if self.printer or self.tray else ("", "")
        made = make_calibration_pages(
            self.paper or call.environment.paper, self.flip if self.sides == 2 else "", *names
        )
        return Answer(
            {"rulers": asdict(long_rulers(made.paper))}, dict([calibration_pdf(made)]), made, kind="calibrate page"
        )

    def _printers(self, call: Call) -> Answer:
        """All printers, without one that is forgotten, or with another default."""
        from tt_print.calibration.store import own_store, write_store

        store, name = own_store(), ""
        if self.forget or self.default:
            name = store.find_printer(self.forget or self.default)
            store = store.without(name) if self.forget else store.with_default(name)
            write_store(_folder(call), store)
        data = {"default": store.default or None, "profiles": [asdict(profile) for profile in store.profiles]}
        return Answer(data, {}, Printers(store, name), kind="calibrate printers")

    def _read(self, call: Call) -> Answer:
        """Keeps what was read, unless it is of no use or was only tried."""
        from tt_print.calibration.store import read_store, write_store
        from tt_print.sheets.plan import find_paper

        reading, data = self._read_off(find_paper(self.paper or call.environment.paper).name)
        files: list[str] = []
        if reading.profile is not None and not self.dry_run:
            store = read_store(_folder(call)).with_profile(reading.profile)
            files = [write_store(_folder(call), store).as_posix()]
            reading = reading._replace(store=store)
        data |= {"saved": reading.store is not None, "files": files}
        return Answer(data, {}, reading, kind="calibrate reading")

    def _read_off(self, paper: str) -> tuple[Reading, dict[str, Any]]:
        """What the readings say of a printer, added to what is known of it."""
        from tt_print.calibration.readings import OFFER, judge_scale, parse_holes, parse_measured
        from tt_print.calibration.solve import solve_back, solve_front
        from tt_print.calibration.store import own_store, profile_names
        from tt_print.printer_profile import PrinterProfile
        from tt_print.sheets.plan import find_paper

        sheet, store = find_paper(paper), own_store()
        holes = parse_holes(self.back_read) if self.back_read else None
        scales = parse_measured(self.measured, sheet) if self.measured else None
        printer = self.printer or store.default
        printer, tray = profile_names(printer, self.tray or _only_tray(store, printer, paper))
        profile = next((p for p in store.profiles if p.key == (printer.casefold(), tray.casefold(), paper)), None)
        if profile is None and not scales:
            raise Problem("calibration.front_first", "measured", printer=printer, tray=tray, paper=paper)
        profile, verdict = profile or PrinterProfile(printer, tray, paper), None
        data: dict[str, Any] = {"printer": profile.printer, "tray": profile.tray, "paper": paper}
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
        return Reading(verdict, profile, bool(holes) or (verdict is not None and verdict.worst == OFFER)), data


def _folder(call: Call) -> Path:
    """Where measured printers are kept."""
    assert call.environment.settings is not None
    return call.environment.settings


def _percent(scale: float) -> float:
    return _rounded(100 * scale, 2)


def _rounded(number: float, digits: int) -> float:
    """Without a minus before nothing."""
    return round(number, digits) + 0.0


def _only_tray(store: PrinterStore, printer: str, paper: str) -> str:
    """The tray that was measured before, if there is but one for this printer and paper."""
    trays = [p.tray for p in store.profiles if p.printer.casefold() == printer.strip().casefold() and p.paper == paper]
    return trays[0] if len(trays) == 1 else ""
