"""Pages of a deal by its code, and a first game, for those who have no command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands.common import Answer, Command, Names, Rules, games
from tt_print.requests.kinds import Choice, Items, Number
from tt_print.requests.listings import Ink, Paper, Text, Theme_

if TYPE_CHECKING:
    from tt_print.core.environment import Call

PAGES = {"slips": "slips to fold, one hand each", "sheet": "a setup sheet"}


def page_kinds() -> Mapping[str, str]:
    return PAGES


@dataclass(frozen=True)
class DealPages(Command):
    """As `tt-print deal --code CODE --slips --sheet`. `pages`: slips, sheet."""

    code: Text
    pages: Annotated[tuple[str, ...], Items("choice", Choice(page_kinds), many=True)] = ("slips",)
    players: Annotated[tuple[str, ...], Names()] = ()
    deal: Annotated[int, Number(1)] = 1
    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"
    house: Rules = ()

    verb = "deal_pages"

    def answer(self, call: Call) -> Answer:
        from tt_print.core.commands.deal import Deal

        shown = {name: getattr(self, name) for name in ("code", "players", "deal", "paper", "ink", "theme", "house")}
        answer = Deal(slips="slips" in self.pages, sheet="sheet" in self.pages, **shown).answer(call)
        return Answer({"warnings": [*map(str, answer.warnings)]}, answer.files)


@dataclass(frozen=True)
class Lesson(Command):
    """As `tt-print deal GAME --lesson`."""

    game: Annotated[str, Choice(games)]
    players: Annotated[tuple[str, ...], Names()] = ()
    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"

    verb = "lesson"

    def answer(self, call: Call) -> Answer:
        from tt_print.core.deal_pages import lesson

        return lesson(self, call)
