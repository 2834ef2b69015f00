"""Rule booklets, for the printer and for the screen."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands.common import Answer, Command
from tt_print.core.commands.games import ALL, GameName, HouseFile, Rules, own_file
from tt_print.problems import Problem
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Millimeters, Switch
from tt_print.requests.listings import Flip, Ink, Theme_
from tt_print.requests.notes import Bare, Config, Values, Without, Word

if TYPE_CHECKING:
    from tt_print.booklets.choices import Booklet as MadeBooklet
    from tt_print.booklets.choices import BookletChoices
    from tt_print.core.environment import Call
    from tt_print.engine.house import House


@dataclass(frozen=True)
class Booklet(Command):
    """The rules of a game or of all; without a `format` folded to half of the paper."""

    game: Annotated[str, GameName(), Bare()]
    format: Annotated[str, Choice(of.formats, metavar="FORMAT"), Word(letter="f")] = ""
    large: Annotated[bool, Switch(), Word("large-print"), Without("format", "pocket")] = False
    house_file: HouseFile = ""
    house: Rules = ()
    ink: Ink = "color"
    theme: Theme_ = "tab"
    paper: Annotated[str, Choice(of.folded_papers, of.find_paper, "PAPER"), Word(letter="p"), Config()] = ""
    flip: Flip = "short"
    thickness: Annotated[float, Millimeters(0, 1)] = 0.1

    verb = "booklet"

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        if name == "paper":  # another one is what sheets are printed on, and the booklet has its half
            return values["paper"] not in {*of.papers()} - {*of.folded_papers()}
        return super().heeds(name, values, given)

    def problems(self) -> Iterable[Problem]:
        from tt_print.booklets.choices import FOLDED, half_of

        yield from super().problems()
        if self.game == ALL and self.house:
            yield Problem("house_of_all", "house")
        if self.paper and self.paper not in FOLDED:
            yield Problem("not_folded", "paper", value=self.paper, choices=[*FOLDED])
        elif self.paper and (whole := half_of(self.format)) not in ("", self.paper):
            near = FOLDED[self.paper]
            yield Problem("half", "format", value=self.format, other="paper", whole=whole, near=near)

    def answer(self, call: Call) -> Answer:
        """`made` are the choices, and each booklet."""
        from tt_print.booklets.choices import BookletChoices, choose_format
        from tt_print.booklets.make import make_booklet
        from tt_print.games import GAMES, find_game, load_games

        found, paper = choose_format(self.format, self.paper, call.environment.paper)
        _, warnings = self.look()
        choices = BookletChoices(paper, found, self.large, None, self.ink, self.flip, self.thickness, self.theme)
        made: list[MadeBooklet] = []
        if path := own_file(self.game):
            houses: list[House | None] = [None]
            made.append(_own_booklet(path, choices))
        else:
            games = load_games() if self.game == ALL else [find_game(self.game)]
            file = Path(self.house_file) if self.house_file else None
            houses = [game.read_house(file, self.house, GAMES) if file or self.house else None for game in games]
            for number, (game, house) in enumerate(zip(games, houses, strict=True)):
                call.step(f"Making booklet {game.name}", number, len(games))
                made.append(make_booklet(game.name, replace(choices, house=house)))
        rows = [
            {
                "game": each.game, "pages": each.pages, "sheets": each.sheets, "house": house.as_json() if house else {},
                "print": each.print_name, "read": each.read_name,
            }
            for each, house in zip(made, houses, strict=True)
        ]  # fmt: skip
        files = {name: data for each in made for name, data in each.files.items()}
        return Answer({"booklet_format": found, "paper": paper, "booklets": rows}, files, (choices, made), warnings)


def _own_booklet(path: Path, choices: BookletChoices) -> MadeBooklet:
    """The book of somebody's own game."""
    from tt_print.booklets.make import Source, set_booklet
    from tt_print.booklets.own_book import read_own_book, read_own_pocket, read_own_text, where_in
    from tt_print.problems import LayoutProblem

    text = read_own_text(path)
    source = Source(text.name, text.facts.accent, lambda: read_own_book(text), lambda: read_own_pocket(text))
    try:
        return set_booklet(source, choices)
    except LayoutProblem as wrong:
        raise where_in(text, wrong) from None
