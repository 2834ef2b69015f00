"""The examples of the rule books against the engine: the request, which `cli.verify` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tt_print.core.commands.common import Command
from tt_print.core.commands.games import find_game, games_and_all, games_left
from tt_print.requests.kinds import Choice, Items, Number
from tt_print.requests.notes import Bare


@dataclass(frozen=True)
class Verify(Command):
    """`games`: only these; () for all. `soak`: how many random games of each are played besides, beginning with `seed`."""

    games: Annotated[
        tuple[str, ...],
        Items("choice", Choice(games_and_all, find_game, narrowed=games_left), metavar="GAME..."),
        Bare(),
    ] = ()
    soak: Annotated[int, Number(0)] = 0
    seed: Annotated[int, Number()] = 1

    verb = "verify"
    shown_by = ("as_json",)
