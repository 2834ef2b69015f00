"""The documents that can be printed: of each its choices, the fields for them, and what makes its files.

Each is as the command line's verb of that name makes it, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tt_print.core.fields import Field, HouseRules, rule_texts
from tt_print.core.forms import Form
from tt_print.core.world import Call
from tt_print.errors import InputError, join_words
from tt_print.records import dataclass

Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class DealDocument:
    """Pages of a deal, by its code: as `tt-print deal --code CODE --slips --sheet`. `pages`: slips, sheet."""

    code: str
    pages: tuple[str, ...] = ("slips",)
    players: tuple[str, ...] = ()
    deal: int = 1
    full_code: bool = False
    paper: str = ""
    ink: str = "color"
    theme: str = "tab"
    house: HouseRules = ()


PAGES = ("slips", "sheet")


def _deal_fields(form: Form) -> list[Field]:
    return [
        form.ask("code", "text", needed=True),
        form.own_choice("pages", many=True),
        form.ask("players", "names"),
        form.number("deal", 1, 1),
        form.switch("full_code"),
        form.paper(),
        form.ink(),
        form.theme(),
        form.house(),
    ]


def _make_deal(chosen: DealDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.cards.theme import find_theme
    from tt_print.core.deal import Options, make_deals
    from tt_print.core.deal_pages import Look, page_files, warnings_of
    from tt_print.people import check_names
    from tt_print.sheets.plan import find_paper

    if strange := [page for page in chosen.pages if page not in PAGES]:
        raise InputError(f"there are no pages {strange[0]!r}. Choose {join_words(PAGES)}.")
    names = ",".join(check_names(chosen.players))
    dealts = make_deals(Options(players=names, code=chosen.code, option=tuple(rule_texts(chosen.house))), call)
    look = Look(
        find_paper(chosen.paper or call.world.paper), find_theme(chosen.ink, name=chosen.theme), chosen.full_code
    )
    pages = [page for page in PAGES if page in chosen.pages]
    return page_files(dealts, look, pages, chosen.deal), {"warnings": warnings_of(dealts, pages)}


@dataclass(frozen=True, slots=True)
class CommitmentDocument:
    """The sheet of a commitment: as `tt-print deal --commit --sheet`. `pending` is that of `deal.commit`."""

    pending: str
    paper: str = ""
    ink: str = "color"
    theme: str = "tab"


def _commitment_fields(form: Form) -> list[Field]:
    return [form.ask("pending", "text", needed=True), form.paper(), form.ink(), form.theme()]


def _make_commitment(chosen: CommitmentDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.cards.theme import find_theme
    from tt_print.core.deal import read_pending
    from tt_print.core.deal_pages import commitment_page
    from tt_print.sheets.plan import find_paper

    commitment = read_pending(chosen.pending).commitment
    paper = find_paper(chosen.paper or call.world.paper)
    return commitment_page(commitment, paper, find_theme(chosen.ink, name=chosen.theme)), {"id": commitment.id}


class Document(NamedTuple):
    """What it is chosen by, its fields in a form, and what makes it."""

    shape: type[Any]
    fields: Callable[[Form], list[Field]]
    make: Callable[[Any, Call], tuple[Files, dict[str, Any]]]


DOCUMENTS = {
    "deal": Document(DealDocument, _deal_fields, _make_deal),
    "commitment": Document(CommitmentDocument, _commitment_fields, _make_commitment),
}
