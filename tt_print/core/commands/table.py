"""A table that phones see: the request, which `cli.table` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tt_print.core.commands.common import Command
from tt_print.core.commands.games import Rules, scored_games
from tt_print.requests.kinds import Choice, File, Number, Switch, Words
from tt_print.requests.notes import Bare, Local, With, Word


class People(Words):
    """Players, clockwise, each a word or several with commas."""

    form = "names"


@dataclass(frozen=True)
class Table(Command):
    """`game` and `names` begin a new night; `lan`: whether phones reach the table, None if the host is asked."""

    game: Annotated[str, Choice(scored_games, str, "GAME"), Bare()] = ""
    names: Annotated[tuple[str, ...], People("NAMES..."), Bare(), With("game")] = ()
    house: Annotated[Rules, With("game")] = ()
    lan: Annotated[bool | None, Switch(), Word(no="local")] = None
    port: Annotated[int, Number()] = 0
    show: Annotated[bool, Switch(), Word("open")] = False
    file: Annotated[str, File(), Local()] = ""

    verb = "table"
    shown_by = ("quiet",)
