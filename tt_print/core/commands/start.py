"""The four pages to print first, and a first game with their cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tt_print.core.commands.common import Answer, Command, color_warnings
from tt_print.requests import listings as of
from tt_print.requests.listings import Ink, Paper, Printer, Svg, Theme_

if TYPE_CHECKING:
    from tt_print.core.environment import Call


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
        return Answer({"pages": len(made.sheets)}, files, (made, profile), warnings)
