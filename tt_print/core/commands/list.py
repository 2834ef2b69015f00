"""What can be chosen by name: the request. `cli.list` answers it, with the files of the person who asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tt_print.core.commands.common import Command
from tt_print.requests.kinds import Choice, fixed
from tt_print.requests.notes import Bare

KINDS = ("papers", "cards", "stocks", "themes", "services", "games")


@dataclass(frozen=True)
class List(Command):
    """`kind`: one of `KINDS`, "" for all."""

    kind: Annotated[str, Choice(fixed(*KINDS), metavar="KIND"), Bare()] = ""

    verb = "list"
    shown_by = ("as_json", "quiet")
