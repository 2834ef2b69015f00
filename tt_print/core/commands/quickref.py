"""Reference cards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands.common import Answer, Command, color_warnings
from tt_print.core.commands.games import Games, HouseFile, Rules, load_houses, own_file
from tt_print.requests import listings as of
from tt_print.requests.kinds import Switch
from tt_print.requests.listings import Card, Cuts, Ink, Paper, Printer, StartAt, Svg, Theme_
from tt_print.requests.notes import Without

if TYPE_CHECKING:
    from tt_print.core.environment import Call
    from tt_print.quickref.statements import Leaf


@dataclass(frozen=True)
class Quickref(Command):
    """Cards with the rules of each game, `large` four to a page."""

    games: Games
    large: Annotated[bool, Switch(), Without("card")] = False
    house_file: HouseFile = ""
    house: Rules = ()
    paper: Paper = ""
    card: Card = "standard"
    ink: Ink = "color"
    theme: Theme_ = "tab"
    start_at: StartAt = 1
    cuts: Cuts = "ticks"
    printer: Printer = ""
    svg: Svg = False

    verb = "quickref"

    def answer(self, call: Call) -> Answer:
        from tt_print.outputs import quickref_pdf, sheet_svg_files
        from tt_print.quickref.make import QuickrefChoices, make_quickref

        path = own_file(self.games[0]) if self.games else None
        games = () if path else tuple(load_houses(self.games, self.house_file, self.house))
        paper = of.find_paper(self.paper or call.environment.paper)
        profile = call.environment.find_profile(self.printer, paper)
        made = make_quickref(QuickrefChoices(
            games, paper, self.large, self.card, self.ink, self.cuts, self.start_at, profile, _own_card(path) if path else None, self.theme,
        ))  # fmt: skip
        warnings = color_warnings(made.theme)
        files = dict([quickref_pdf(made)])
        if self.svg:
            files |= sheet_svg_files(made.stem, made.sheets)
        data = {
            "sheets": len(made.sheets), "cards": len(made.cards), "per_sheet": made.per_sheet,
            "slots": [list(sheet.codes) for sheet in made.sheets], "text_pt": round(made.text_pt, 2),
            "house": {game.name: rules.as_json() for game, rules in games}, "printer": profile.printer if profile else None,
        }  # fmt: skip
        return Answer(data, files, made, warnings)


def _own_card(path: Path) -> tuple[str, Leaf]:
    """The card of somebody's own game, with its name."""
    from tt_print.booklets.own_book import read_own_book, read_own_text
    from tt_print.quickref.statements import leaf_of

    text = read_own_text(path)
    return text.name, leaf_of(read_own_book(text), text.file)
