"""Everything at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tt_print.core.commands.common import PartsCommand, Plan
from tt_print.requests import listings as of
from tt_print.requests.listings import Force, Ink, Paper, Printer, Theme_

if TYPE_CHECKING:
    from tt_print.core.environment import Call


@dataclass(frozen=True)
class Build(PartsCommand):
    """Pictures of all cards, the start pages, the deck, booklets, reference cards, and score sheets."""

    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"
    printer: Printer = ""
    force: Force = False

    verb = "build"

    def plan(self, call: Call) -> Plan:
        from tt_print.products import build_parts

        theme, warnings = self.look()
        paper = of.find_paper(self.paper or call.environment.paper)
        profile = call.environment.find_profile(self.printer, paper)
        return Plan(
            build_parts(paper, profile, self.ink, self.theme), lambda facts: {}, (paper, theme, profile), warnings
        )
