"""Which card is lost: the request, which `cli.recount` answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from tt_print.core.commands import listings as of
from tt_print.core.commands.common import Command
from tt_print.requests.kinds import Choice, Items, Kind, Number


def read_cards(text: str) -> Iterable[Any]:
    from tt_print.deck import parse_card

    return [parse_card(part) for part in text.split(",") if part.strip()]


Counts = Annotated[str, Kind("COUNTS", is_list=True)]
Cards = Annotated[tuple[Any, ...], Items("cards", Choice(of.cards), read_cards, "CARDS")]


@dataclass(frozen=True)
class Recount(Command):
    """`colors`, `shapes`, `numbers`: how many cards each pile has, as `score.recount.parse_counts` reads them."""

    colors: Counts = ""
    shapes: Counts = ""
    numbers: Counts = ""
    jokers: Annotated[int | None, Number(0)] = None
    deck: Annotated[str, Choice(of.decks, of.find_deck, "DECK")] = "full"
    copies: Annotated[int, Number(1, 20)] = 1
    have: Cards = ()
    missing: Cards = ()

    verb = "recount"
    shown_by = ("as_json", "quiet")
