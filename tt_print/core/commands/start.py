"""The four pages to print first, and a first game with their cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tt_print.core.commands.common import Answer, Command, calibration_said, color_warnings, look_of, paper_said
from tt_print.problems import Action, FileName, Line, Said
from tt_print.requests import listings as of
from tt_print.requests.listings import Ink, Paper, Printer, Svg, Theme_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tt_print.core.environment import Call
    from tt_print.printer_profile import PrinterProfile
    from tt_print.sheets.start import StartSheets


@dataclass(frozen=True)
class Start(Command):
    """Rulers, chits, rules, and the 27 West cards; beside them a game that explains itself."""

    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"
    printer: Printer = ""
    svg: Svg = False

    verb = "start"

    def answer(self, call: Call) -> Answer:
        from tt_print.outputs import sheet_svg_files, start_pdfs
        from tt_print.sheets.start import make_start_sheets

        paper = of.find_paper(self.paper or call.environment.paper)
        profile = call.environment.find_profile(self.printer, paper)
        made = make_start_sheets(paper, self.ink, profile, self.theme)
        warnings = color_warnings(made.theme)
        files = start_pdfs(made)
        if self.svg:
            files |= sheet_svg_files(made.stem, made.sheets)
        return Answer(
            {"pages": len(made.sheets)}, files, warnings=warnings, text=self._text(made, profile, files, call)
        )

    def _text(
        self, made: StartSheets, profile: PrinterProfile | None, files: Mapping[str, bytes], call: Call
    ) -> list[Line]:
        pages, game, *_ = files
        paper = {"paper": self.paper}
        measured = Action("calibrate", {"measured": (100.0, 100.0), **paper})
        return [
            paper_said(made.paper, is_chosen=bool(self.paper)),
            Said("start.pages", file=FileName(pages), count=len(made.sheets)),
            Said("start.game", file=FileName(game)),
            *calibration_said(profile, self.printer, made.paper.name, call),
            "",
            Said("start.how"),
            *([] if profile else [Said("start.measured", calibrate=measured)]),
            Said("start.then", deck=Action("deck", {"without_start": True, **paper, **look_of(made.theme)})),
        ]
