"""A folded sheet of puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import Answer, Command
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Number
from tt_print.requests.listings import Ink, Theme_
from tt_print.requests.notes import Config, Word

if TYPE_CHECKING:
    from tt_print.core.environment import Call
    from tt_print.engine.puzzle import Puzzle

MOST = 24  # puzzles of a sheet


def games() -> Mapping[str, str]:
    from tt_print.booklets.puzzles import puzzle_games

    return {game.name: game.title for game in puzzle_games()}


@dataclass(frozen=True)
class Puzzles(Command):
    """Problems with one solution each, from easy to hard, and the answers upside down; another `seed` gives others."""

    game: Annotated[str, Choice(games, metavar="GAME")]
    count: Annotated[int, Number(1, MOST)] = 8
    seed: Annotated[int, Number(0)] = 1
    ink: Ink = "color"
    theme: Theme_ = "tab"
    paper: Annotated[str, Choice(of.folded_papers, of.find_paper, "PAPER"), Word(letter="p"), Config()] = ""

    verb = "puzzles"

    def answer(self, call: Call) -> Answer:
        """The puzzles as data, and their sheet; `made` is a Booklet."""
        from tt_print.booklets.choices import BookletChoices, fold_of
        from tt_print.booklets.puzzles import find_puzzles, make_puzzle_sheet
        from tt_print.games import find_game

        game = find_game(self.game)
        _, warnings = self.look()
        format_, paper = fold_of(self.paper or call.environment.paper)
        found = find_puzzles(game, self.count, self.seed)
        made = make_puzzle_sheet(
            game, found, self.seed, BookletChoices(paper, format_, ink_style=self.ink, theme=self.theme)
        )
        data = {"game": game.name, "seed": self.seed, "puzzles": [_as_json(each) for each in found]}
        return Answer(data, made.files, made, warnings)


def _as_json(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "groups": {group.role: [str(card) for card in group.cards] for group in puzzle.groups},
        "lines": list(puzzle.lines), "answer": list(puzzle.answer), "difficulty": puzzle.difficulty,
    }  # fmt: skip
