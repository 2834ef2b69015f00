"""A deck as somebody who lost cards of it has it, and counts it."""

from collections.abc import Sequence

from tt_print.deck import FULL, VARIABLES, Card
from tt_print.score.recount import Shelf


def without(*lost: Card, deck: Sequence[Card] = FULL) -> list[Card]:
    left = list(deck)
    for card in lost:
        left.remove(card)
    return left


def sorted_counts(cards: Sequence[Card], shelf: Shelf) -> dict[str, tuple[int, ...]]:
    """The piles of a deck as somebody would count them."""
    return {v: tuple(sum(getattr(card, v) == value for card in cards) for value in shelf.values(v)) for v in VARIABLES}
