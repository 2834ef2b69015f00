"""How long, how fair, and what a house rule does, out of whole games that the engine plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands import common as of
from tt_print.core.commands.common import Answer, Command
from tt_print.problems import FileName, Problem, Said
from tt_print.requests.kinds import Choice, File, Kind, Millimeters, Number
from tt_print.requests.notes import Local

if TYPE_CHECKING:
    from tt_print.core.environment import Call
    from tt_print.playtest.chart import Side
    from tt_print.playtest.games import GameRecord, Setup

CHARTS = (".svg", ".pdf", ".png")
CHART_DPI = 200
STOPPED = 130  # the status after Ctrl-C


def kinds() -> Mapping[str, str]:
    from tt_print.engine.play_hooks import PLAYERS

    return dict.fromkeys(PLAYERS, "")


@dataclass(frozen=True)
class Playtest(Command):
    """`against`: house rules to compare with; `seconds`: what a turn takes."""

    game: of.OneGame
    players: Annotated[int, Number(1)] = 4
    games: Annotated[int, Number(1, 10_000_000)] = 1000
    player: Annotated[str, Choice(kinds, metavar="KIND")] = "sensible"
    house: of.Rules = ()
    against: Annotated[tuple[str, ...], of.HouseRules()] = ()
    house_file: of.HouseFile = ""
    seed: Annotated[int, Number()] = 1
    seconds: Annotated[float | None, Millimeters(0.1, 3600, "S")] = None
    workers: Annotated[int | None, Number(1, 1024)] = None
    cluster: Annotated[str, Kind("ADDRESS")] = ""
    chart: Annotated[str, File(), Local()] = ""

    verb = "playtest"
    shown_by = ("as_json", "quiet")
    folder = ""

    def problems(self) -> Iterable[Problem]:
        if self.chart and Path(self.chart).suffix.lower() not in CHARTS:
            yield Problem("suffix", "chart", value=self.chart, choices=[*CHARTS])

    def answer(self, call: Call) -> Answer:
        """What the games show, also those before Ctrl-C. Raises KeyboardInterrupt if not even one was played."""
        from tt_print.games import GAMES, find_game
        from tt_print.games.play_words import play_words
        from tt_print.playtest.games import Setup, check_setup
        from tt_print.playtest.report import as_data, comparison_data, describe, describe_pair, title
        from tt_print.playtest.summary import compare, summarize

        game = find_game(self.game)
        file, words = Path(self.house_file) if self.house_file else None, play_words(game)
        rules = [self.house, self.against] if self.against else [self.house]
        houses = [str(game.read_house(file, each, GAMES)) for each in rules]
        setups = [Setup(game.name, self.players, house, (self.player,), self.seed) for house in houses]
        for setup in setups:
            check_setup(setup)
        sides, is_stopped = self._play(setups, call)
        if not sides[0]:
            raise KeyboardInterrupt
        first, *others = (summarize(setup, played) for setup, played in zip(setups, sides, strict=False))
        per_turn_s = words.pace.usual if self.seconds is None else self.seconds
        data = {
            "game": game.name, "players": self.players, "seed": self.seed, "player": list(setups[0].seated()),
            "asked": self.games, **as_data(first, words, per_turn_s),
        }  # fmt: skip
        text = title(game.title, first, self.games)
        if others:
            difference = compare(self.players, *sides)
            data["against"] = as_data(others[0], words, per_turn_s)
            data["difference"] = comparison_data(difference, others[0].setup.house)
            text += describe_pair(words, first, others[0], difference)
        else:
            text += describe(words, first, per_turn_s)
        text += [Said("playtest.not_reached", house=setup.house) for setup in setups[len(sides) :]]
        files = {}
        if self.chart:
            files[self.chart] = _chart(game.title, list(zip([first, *others], sides, strict=True)), self.chart)
            text.append(Said("playtest.wrote", file=FileName(self.chart)))
        return Answer(data, files, status=STOPPED if is_stopped else 0, text=text)

    def _play(self, setups: Sequence[Setup], call: Call) -> tuple[list[list[GameRecord]], bool]:
        """The games of each setup, of all as many, or of the first alone if Ctrl-C came before the second; and whether it came."""
        from tt_print.playtest.games import play_games

        sides: list[list[GameRecord]] = [[] for _ in setups]
        is_stopped = False
        with call.progress("Playing", self.games * len(setups)) as bar:
            try:
                for played, setup in zip(sides, setups, strict=True):
                    with closing(play_games(setup, self.games, self.workers, self.cluster)) as run:
                        for each in run:
                            played.append(each)
                            bar.update(1)
            except KeyboardInterrupt:
                is_stopped = True
        shortest = min(map(len, sides))
        return ([played[:shortest] for played in sides] if shortest else [sides[0]]), is_stopped


def _chart(name: str, sides: Sequence[Side], file: str) -> bytes:
    from tt_print.playtest.chart import draw_chart

    drawing = draw_chart(name, sides)
    suffix = Path(file).suffix.lower()
    if suffix == ".svg":
        from tt_print.render.svg import render_svg

        return render_svg(drawing).encode()
    if suffix == ".png":
        from tt_print.render.png import render_png

        return render_png(drawing, CHART_DPI)
    from tt_print.render.pdf import DocumentFacts, Page, render_pdf

    return render_pdf([Page(drawing, "1", drawing.title)], DocumentFacts(drawing.title, drawing.description))
