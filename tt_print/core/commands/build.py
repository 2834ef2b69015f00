"""Everything at once, part by part. A new product is one more part, and only that."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tt_print.core.commands.common import Answer, Command, calibration_said, look_of, paper_said
from tt_print.problems import Action, FileName, Said
from tt_print.requests.listings import Ink, Paper, Printer, Theme_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tt_print.core.environment import Call


@dataclass(frozen=True)
class Build(Command):
    """Pictures of all cards, the start pages, the deck, booklets, reference cards, and score sheets."""

    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"
    printer: Printer = ""

    verb = "build"

    def answer(self, call: Call) -> Answer:
        from tt_print.outputs import picture_files
        from tt_print.sheets.plan import find_paper

        theme, warnings = self.look()
        paper = find_paper(self.paper or call.environment.paper)
        profile = call.environment.find_profile(self.printer, paper.name)
        own = replace(call, environment=replace(call.environment, paper=paper.name), report=None)
        parts, made = self._parts(), dict[str, Answer]()
        for name, request in parts.items():
            call.step(f"Making {name}", len(made), len(parts) + 1)
            made[name] = request.answer(own)
        call.step("Making cards", len(made), len(parts) + 1)
        pictures = picture_files(theme)
        files = {name: data for each in made.values() for name, data in each.files.items()}
        chosen = {"paper": self.paper}
        measured = Action("calibrate", {"measured": "100,100", **chosen})
        text = [
            *made["start"].text[1:3],  # after its paper: its pages, and the first game
            *(each.text[0] for name, each in made.items() if name != "start"),
            Said("build.cards", folder=FileName(f"{next(iter(pictures)).partition('/')[0]}/"), count=len(pictures)),
            *calibration_said(profile, self.printer, paper.name, call),
            "",
            paper_said(paper, is_chosen=bool(self.paper)),
            Said("build.print", file=FileName(next(iter(files))), count=made["start"].data["pages"]),
            Said("build.check") if profile else Said("build.measured", calibrate=measured),
            Said("build.then", deck=Action("deck", {"without_start": True, **chosen, **look_of(theme)})),
            Said("build.play", deal=Action("deal", {"game": "craziness", "players": "Ann,Bo,Cy"})),
            Said("build.more"),
        ]
        return Answer({}, files | pictures, warnings=warnings, text=text)

    def _parts(self) -> Mapping[str, Command]:
        """What is made, in the order of the report: other commands, as they are by default."""
        from tt_print.core.commands.books import Booklet, Quickref, Scoresheet
        from tt_print.core.commands.deck import Deck
        from tt_print.core.commands.start import Start
        from tt_print.games import game_names

        ink, theme, printer = self.ink, self.theme, self.printer
        return {
            "start": Start(ink=ink, theme=theme, printer=printer, svg=True),
            "deck": Deck(ink=ink, theme=theme, printer=printer, svg=True),
            "quickref": Quickref(("all",), ink=ink, theme=theme, printer=printer),
            **{f"scores {game}": Scoresheet((game,), ink=ink, theme=theme) for game in game_names()},
            **{f"booklet {game}": Booklet(game, ink=ink, theme=theme) for game in game_names()},
        }
