"""Whole games that the engine plays: the request, which `cli.playtest` answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated

from tt_print.core.commands import games as of
from tt_print.core.commands.common import Command
from tt_print.problems import Problem
from tt_print.requests.kinds import Choice, File, Items, Kind, Millimeters, Number, Switch
from tt_print.requests.notes import Local

CHARTS = (".svg", ".pdf", ".png")


def kinds() -> Mapping[str, str]:
    from tt_print.engine.play_hooks import PLAYERS

    return dict.fromkeys(PLAYERS, "")


class Players(Items):
    """Who plays, for one option with commas or for several."""

    is_repeated = True


@dataclass(frozen=True)
class Playtest(Command):
    """`against`: house rules to compare with; `seconds`: what a turn takes; `check`: look after every event whether a card was lost."""

    game: of.OneGame
    players: Annotated[int, Number(1)] = 4
    games: Annotated[int, Number(1, 10_000_000)] = 1000
    player: Annotated[tuple[str, ...], Players("choice", Choice(kinds), metavar="KIND")] = ("sensible",)
    house: of.Rules = ()
    against: Annotated[tuple[str, ...], of.HouseRules()] = ()
    house_file: of.HouseFile = ""
    seed: Annotated[int, Number()] = 1
    seconds: Annotated[float | None, Millimeters(0.1, 3600, "S")] = None
    workers: Annotated[int | None, Number(1, 1024)] = None
    cluster: Annotated[str, Kind("ADDRESS")] = ""
    check: Annotated[bool, Switch()] = False
    csv: Annotated[str, File(), Local()] = ""
    chart: Annotated[str, File(), Local()] = ""

    verb = "playtest"
    shown_by = ("as_json", "quiet")

    def problems(self) -> Iterable[Problem]:
        if self.chart and PurePath(self.chart).suffix.lower() not in CHARTS:
            yield Problem("suffix", "chart", value=self.chart, choices=[*CHARTS])
