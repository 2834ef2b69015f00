"""A question at the table, or what happened there: the request, which `cli.judge` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tt_print.core.commands import games as of
from tt_print.core.commands.common import Command
from tt_print.requests.kinds import Kind, Switch, Words
from tt_print.requests.notes import Bare


@dataclass(frozen=True)
class Judge(Command):
    """`question`: cards, and flags of the game, which reads them. `scene`: a story, the file of one, or `-`."""

    game: of.OneGame
    question: Annotated[tuple[str, ...], Words("QUESTION..."), Bare()] = ()
    scene: Annotated[str | None, Kind("STORY")] = None
    check: Annotated[bool, Switch()] = False
    house_file: of.HouseFile = ""
    house: of.Rules = ()

    verb = "judge"
    shown_by = ("as_json", "quiet")
