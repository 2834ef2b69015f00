"""A deck as somebody who lost cards of it has it."""

from collections.abc import Sequence

from tt_print.deck import FULL, Card


def without(*lost: Card, deck: Sequence[Card] = FULL) -> list[Card]:
    left = list(deck)
    for card in lost:
        left.remove(card)
    return left
