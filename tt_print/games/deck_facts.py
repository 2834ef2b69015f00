"""Facts about the deck that no single game owns, for the examples of `templates/deck/book.md`."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from tt_print.deck import VARIABLES, Card, make_deck
from tt_print.engine.notation import plain_card
from tt_print.engine.scenes import Scene
from tt_print.errors import InputError
from tt_print.games import find_game

if TYPE_CHECKING:
    from tt_print.engine.base import Game

DECK_FACTS = "deck"


class DeckScene(Scene):
    """Cards in a box: how many, of what, and what is wild."""

    PHRASES: ClassVar[dict[str, str]] = {
        "deck {deck:str}[ times {copies:int}]": "open_deck",
        "card {card:Card}": "look_at",
        "jokers of {name:str}": "ask_jokers",
    }
    COMMON: ClassVar[dict[str, str]] = {}
    game: Game

    def __init__(self, house: list[str]) -> None:
        if house:
            raise InputError(f"the deck has no house rules such as {house[0]}.")
        self.facts: dict[str, Any] = {}
        self.rules: list[str] = []
        self.reasons = []

    def run_phrase(self, phrase: str) -> None:
        for form, method in self.forms():
            values = form.read(phrase)
            if values is not None:
                getattr(self, method)(**values)
                return
        raise InputError(f"{phrase!r} is not a phrase about the deck. Phrases: {'; '.join(self.PHRASES)}.")

    def open_deck(self, deck: str, copies: int = 1) -> None:
        cards = tuple(map(plain_card, make_deck(deck, copies)))
        counts = {v: Counter(getattr(card, v) for card in cards) for v in VARIABLES}
        self.facts |= {
            "cards": len(cards),
            "different": len(set(cards)),
            "of_each_value": sorted({count for counter in counts.values() for count in counter.values()}),
            "alike_in_at_most": max(
                _alike(a, b) for a, b in combinations(sorted(set(cards), key=lambda c: c.index), 2)
            ),
            "naturals": sum(card.is_natural for card in cards),
            "with_one_wild": sum(len(card.wilds) == 1 for card in cards),
            "with_two_wilds": sum(len(card.wilds) == 2 for card in cards),
            "with_three_wilds": sum(len(card.wilds) == 3 for card in cards),
        }
        self.facts |= {f"{v}s": sorted(counts[v], key=str) for v in VARIABLES}
        self.rules.append("deck")

    def look_at(self, card: Card) -> None:
        self.facts |= {"wild_in": card.wilds, "in_west": card.in_west, "natural": card.is_natural}
        self.rules.append("deck")

    def ask_jokers(self, name: str) -> None:
        option = next((o for o in find_game(name).options if o.name == "jokers"), None)
        self.facts["jokers"] = option.values if option else (0,)
        self.rules.append("deck")


def _alike(a: Card, b: Card) -> int:
    return sum(getattr(a, v) == getattr(b, v) for v in VARIABLES)
