"""Facts about the deck that no single game owns, for the examples of `templates/deck/book.md`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from tt_print.deck import VARIABLES, Card, make_deck
from tt_print.engine.completion import ExampleTable
from tt_print.engine.notation import Form, plain_card
from tt_print.engine.told import phrase_name
from tt_print.errors import InputError
from tt_print.games import find_game

DECK_FACTS = "deck"


class DeckTable(ExampleTable):
    """Cards in a box, after phrases about it: how many, of what, and what is wild."""

    def __init__(self, phrases: Sequence[str], rules: Sequence[str]) -> None:
        """Raises InputError for a phrase that is none, and for house rules."""
        if rules:
            raise InputError(f"the deck has no house rules such as {rules[0]}.")
        self.facts, self.rules, self.reasons = {}, ("deck",), ()
        for phrase in phrases:
            for form, answer in FORMS:
                if (values := form.read(phrase)) is not None:
                    self.facts |= answer(**values)
                    break
            else:
                forms = "; ".join(form.text for form, _ in FORMS)
                raise InputError(f"{phrase!r} is not a phrase about the deck. Phrases: {forms}.")

    def parse_phrase(self, phrase: str) -> tuple[str, dict[str, Any], Any]:
        values = ((phrase_name(form.text), values) for form, _ in FORMS if (values := form.read(phrase)) is not None)
        return (*next(values), None)


def open_deck(deck: str, copies: int = 1) -> dict[str, Any]:
    """What is in a deck."""
    cards = tuple(map(plain_card, make_deck(deck, copies)))
    counts = {v: Counter(getattr(card, v) for card in cards) for v in VARIABLES}
    pairs = combinations(sorted(set(cards), key=lambda card: card.index), 2)
    found: dict[str, Any] = {
        "cards": len(cards),
        "different": len(set(cards)),
        "of_each_value": sorted({count for counter in counts.values() for count in counter.values()}),
        "alike_in_at_most": max(_alike(one, other) for one, other in pairs),
        "naturals": sum(card.is_natural for card in cards),
        "with_one_wild": sum(len(card.wilds) == 1 for card in cards),
        "with_two_wilds": sum(len(card.wilds) == 2 for card in cards),
        "with_three_wilds": sum(len(card.wilds) == 3 for card in cards),
    }
    return found | {f"{v}s": sorted(counts[v], key=str) for v in VARIABLES}


def look_at(card: Card) -> dict[str, Any]:
    """What is wild about a card."""
    return {"wild_in": card.wilds, "in_west": card.in_west, "natural": card.is_natural}


def count_jokers(name: str) -> dict[str, Any]:
    """How many jokers a game can be played with."""
    option = next((each for each in find_game(name).options if each.name == "jokers"), None)
    return {"jokers": option.values if option else (0,)}


FORMS: tuple[tuple[Form, Callable[..., dict[str, Any]]], ...] = (
    (Form("deck {deck:str}[ times {copies:int}]"), open_deck),
    (Form("card {card:Card}"), look_at),
    (Form("jokers of {name:str}"), count_jokers),
)


def _alike(a: Card, b: Card) -> int:
    return sum(getattr(a, v) == getattr(b, v) for v in VARIABLES)
