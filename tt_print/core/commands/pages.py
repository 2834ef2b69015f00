"""Pages of a deal by its code, a first game, and the sheet of a promised deal, for those who have no command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands.common import Answer, Command
from tt_print.core.commands.games import Names, Rules, games
from tt_print.requests.kinds import Choice, Items, Number, Switch
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
    full_code: Annotated[bool, Switch()] = False
    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"
    house: Rules = ()

    verb = "deal_pages"

    def answer(self, call: Call) -> Answer:
        from tt_print.core.commands.deal import Deal

        shown = {name: getattr(self, name) for name in ("code", "deal", "full_code", "paper", "ink", "theme", "house")}
        deal = Deal(players=",".join(self.players), slips="slips" in self.pages, sheet="sheet" in self.pages, **shown)
        answer = deal.answer(call)
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
        from tt_print.core.deal_pages import lesson_files

        theme, _ = self.look()
        paper = self.paper or call.environment.paper
        return Answer(*lesson_files(self.game, ",".join(self.players), paper, theme))


@dataclass(frozen=True)
class CommitmentSheet(Command):
    """The sheet of a commitment: as `tt-print deal --commit --sheet`. `pending` is that of `deal.commit`."""

    pending: Text
    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"

    verb = "commitment"

    def answer(self, call: Call) -> Answer:
        from tt_print.core.commands.deal import Deal
        from tt_print.core.deal import read_pending

        pending = read_pending(self.pending)
        files, _ = Deal(paper=self.paper, ink=self.ink, theme=self.theme).sheet_of(pending, call)
        return Answer({"id": pending.commitment.id}, files)
