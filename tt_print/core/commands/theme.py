"""How well the faces of a theme can be read: the request, which `cli.theme` answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from tt_print.core.commands import listings as of
from tt_print.core.commands.common import Command
from tt_print.problems import Problem
from tt_print.requests.kinds import Choice, Switch, fixed
from tt_print.requests.notes import Bare

CHECK = "check"


@dataclass(frozen=True)
class Theme(Command):
    """`action`: `check`, the only one there is."""

    action: Annotated[str, Choice(fixed(CHECK), str, CHECK), Bare()] = ""
    name: Annotated[str, Choice(of.themes, str), Bare()] = ""
    ink: Annotated[str, Choice(of.inks, of.find_ink, "INK")] = "color"
    card: Annotated[str, Choice(of.card_sizes, of.find_card_size, "SIZE", is_open=True)] = "standard"
    all_sizes: Annotated[bool, Switch()] = False

    verb = "theme"
    shown_by = ("as_json", "quiet")

    def problems(self) -> Iterable[Problem]:
        is_check = self.action.strip().lower() == CHECK
        if not (is_check and self.name):
            yield Problem("how", "action", value=self.name or ("" if is_check else self.action) or "tab")
