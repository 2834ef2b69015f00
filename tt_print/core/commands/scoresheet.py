"""Score sheets, for a table that is known or for any."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands.common import Answer, Command
from tt_print.core.commands.games import Games, HouseFile, Names, Rules, load_houses, own_file
from tt_print.problems import Problem
from tt_print.requests.kinds import Number
from tt_print.requests.listings import Ink, Paper, Theme_

if TYPE_CHECKING:
    from tt_print.core.environment import Call
    from tt_print.engine.base import ScoredGame
    from tt_print.engine.house import House


@dataclass(frozen=True)
class Scoresheet(Command):
    """Without `players` or `names` a sheet is for any table."""

    games: Games
    players: Annotated[int | None, Number()] = None
    names: Annotated[tuple[str, ...], Names()] = ()
    hands: Annotated[int | None, Number()] = None
    house_file: HouseFile = ""
    house: Rules = ()
    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"

    verb = "scoresheet"

    def answer(self, call: Call) -> Answer:
        from tt_print.outputs import score_pdf
        from tt_print.people import teams_by_seat
        from tt_print.scoresheets.choices import SheetChoices
        from tt_print.scoresheets.make import make_score_sheets
        from tt_print.scoresheets.own_sheet import read_own_sheet

        _, warnings = self.look()

        def choices(game: ScoredGame, house: House) -> SheetChoices:
            paper = self.paper or call.environment.paper
            return SheetChoices(game, house, paper, self.players, self.names, self.hands, self.ink, self.theme)

        if path := own_file(self.games[0]) if self.games else None:
            game, own = read_own_sheet(Path(path))
            made = [make_score_sheets(choices(game, game.house()), own=own)]
        else:
            rules = [teams_by_seat(text, self.names) for text in self.house]
            tables = load_houses(self.games, self.house_file, rules)
            made = []
            with call.progress("Making score sheets", len(tables)) as bar:
                for table in tables:
                    made.append(make_score_sheets(choices(*table)))
                    bar.update(1)
        sentences = list(dict.fromkeys(warning for each in made for warning in each.warnings))
        rows = [
            {
                "game": each.choices.game.name, "players": each.choices.players, "names": list(each.choices.names),
                "pages": len(each.pages), "hands": each.hands, "house": each.choices.house.as_json(),
            }
            for each in made
        ]  # fmt: skip
        files = dict(map(score_pdf, made))
        warnings += tuple(Problem("letters", "names", text=text) for text in sentences)
        return Answer({"warnings": sentences, "sheets": rows}, files, made, warnings)
