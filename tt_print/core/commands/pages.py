"""Pages of a deal by its code, and the sheet of a promised one, for those who have no command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands.common import Answer, Command, Ink, Paper, Text, Theme_, look_problems
from tt_print.core.commands.games import Names, Rules
from tt_print.requests.kinds import Choice, Items, Number, Switch

if TYPE_CHECKING:
    from tt_print.core.world import Call
    from tt_print.problems import Problem

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

    def problems(self) -> Iterable[Problem]:
        return look_problems(self.ink, self.theme)

    def answer(self, call: Call) -> Answer:
        from tt_print.cards.theme import find_theme
        from tt_print.core.commands.deal import Deal
        from tt_print.core.deal import make_deals
        from tt_print.core.deal_pages import Look, page_files, warnings_of
        from tt_print.sheets.plan import find_paper

        dealts = make_deals(Deal(players=",".join(self.players), code=self.code, house=self.house), call)
        look = Look(find_paper(self.paper or call.world.paper), find_theme(self.ink, name=self.theme), self.full_code)
        pages = [page for page in PAGES if page in self.pages]
        return Answer({"warnings": warnings_of(dealts, pages)}, page_files(dealts, look, pages, self.deal))


@dataclass(frozen=True)
class CommitmentSheet(Command):
    """The sheet of a commitment: as `tt-print deal --commit --sheet`. `pending` is that of `deal.commit`."""

    pending: Text
    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = "tab"

    verb = "commitment"

    def problems(self) -> Iterable[Problem]:
        return look_problems(self.ink, self.theme)

    def answer(self, call: Call) -> Answer:
        from tt_print.cards.theme import find_theme
        from tt_print.core.deal import read_pending
        from tt_print.core.deal_pages import commitment_page
        from tt_print.sheets.plan import find_paper

        commitment = read_pending(self.pending).commitment
        paper = find_paper(self.paper or call.world.paper)
        return Answer({"id": commitment.id}, commitment_page(commitment, paper, find_theme(self.ink, name=self.theme)))
