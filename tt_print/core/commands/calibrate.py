"""The page to measure a printer with. What was read off it is a matter of the machine that the printer belongs to."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands.common import Answer, Command
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Kind, Switch
from tt_print.requests.listings import Flip, Paper
from tt_print.requests.notes import Local, NotIn, Word

if TYPE_CHECKING:
    from tt_print.core.world import Call

Name = Annotated[str, Choice(of.measured_printers, str, is_open=True), Local()]


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

    def answer(self, call: Call) -> Answer:
        from tt_print.calibration.page import make_calibration_pages
        from tt_print.calibration.readings import long_rulers
        from tt_print.calibration.store import profile_names
        from tt_print.outputs import calibration_pdf

        names = profile_names(self.printer, self.tray) if self.printer or self.tray else ("", "")
        made = make_calibration_pages(self.paper or call.world.paper, self.flip if self.sides == 2 else "", *names)
        return Answer(
            {"rulers": asdict(long_rulers(made.paper))}, dict([calibration_pdf(made)]), made, kind="calibrate page"
        )
