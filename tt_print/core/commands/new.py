"""A file to begin with: the request, which `cli.new` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tt_print.core.commands.common import Command
from tt_print.export import services
from tt_print.requests.kinds import Choice, Kind, fixed
from tt_print.requests.notes import Bare, With

KINDS = ("game", "paper", "card", "stock", "theme", "profile", "house", "config")


@dataclass(frozen=True)
class New(Command):
    """`like`: the profile whose figures another begins with."""

    kind: Annotated[str, Choice(fixed(*KINDS), metavar="KIND"), Bare()]
    name: Annotated[str, Kind("NAME"), Bare()] = ""
    like: Annotated[str, Choice(services.profiles, str, "PROFILE"), With("kind", "profile")] = ""

    verb = "new"
    shown_by = ("quiet",)
