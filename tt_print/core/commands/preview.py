"""What another command would print: the request, which `cli.preview` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tt_print.core.commands.common import Command
from tt_print.requests.kinds import Kind, Switch, Words
from tt_print.requests.notes import Bare, Word


@dataclass(frozen=True)
class Preview(Command):
    """`command`: another command, `words`: what follows it; `listed`: as text."""

    command: Annotated[str, Kind("COMMAND"), Bare()] = ""
    words: Annotated[tuple[str, ...], Words("OPTIONS..."), Bare()] = ()
    listed: Annotated[bool, Switch(), Word("list")] = False

    verb = "preview"
    shown_by = ("as_json", "quiet")
