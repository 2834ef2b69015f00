"""Six Suit, rows: what six face-up cards have in common, and what may cover what.

Each card has a mask of 12 bits, one for each natural value that it can count as: a natural counts as its
own three values, a wild as all four values of its type (rules 3 and 5). A row is a Six Suit when one bit
is in all six masks. So each variable is checked alone, and one is enough (ruling S-3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tt_print.deck import FULL, VALUES, VARIABLES, WILD, Card

ROW = 6  # Set Up
BITS = {value: 1 << index for index, value in enumerate(value for v in VARIABLES for value in VALUES[v][:4])}
OF_VARIABLE = {v: sum(BITS[value] for value in VALUES[v][:4]) for v in VARIABLES}
EVERY = sum(BITS.values())
VARIABLE_OF = {value: v for v in VARIABLES for value in VALUES[v]}

# What a card with this value counts as because of it, by house rule. Wilds of different types do not add
# up, unless any wild makes a card count as everything (ruling S-1).
COUNTS_AS: dict[str, dict[str, int]] = {
    "same_type": {value: BITS.get(value, OF_VARIABLE[v]) for value, v in VARIABLE_OF.items()},
    "any_type": {value: BITS.get(value, EVERY) for value in VARIABLE_OF},
}


def _mask(card: Card, mix: str) -> int:
    counts = COUNTS_AS[mix]
    return counts[card.color] | counts[card.shape] | counts[card.number]


MASKS: dict[str, dict[Card, int]] = {mix: {card: _mask(card, mix) for card in FULL} for mix in COUNTS_AS}


# The same as a number with a digit for each value, in the order of `BITS`: added up they count the cards of each value.
TALLIES: dict[str, dict[Card, int]] = {
    mix: {card: sum(1 << 4 * digit for digit in range(len(BITS)) if mask >> digit & 1) for card, mask in masks.items()}
    for mix, masks in MASKS.items()
}


def tally(cards: Iterable[Card], mix: str) -> list[int]:
    """How many of `cards`, fifteen at most, count as each value, in the order of `BITS`."""
    tallies, total = TALLIES[mix], 0
    for card in cards:
        total += tallies[card]
    return [total >> shift & 15 for shift in range(0, 4 * len(BITS), 4)]


def common(cards: Iterable[Card], mix: str) -> int:
    """The bits that all `cards` can count as; 0 when they are no Six Suit."""
    masks, left = MASKS[mix], EVERY
    for card in cards:
        left &= masks[card]
        if not left:
            return 0
    return left


def eliminated_by(tops: Iterable[Card], mix: str = "same_type") -> tuple[str, ...]:
    """The values of which all `tops` are, wilds helping, in the order color, shape, number; () for no Six Suit.

    Where every card is wild in a variable the value is the wild itself: six blacks are six of one color (S-2).
    """
    left = common(tops, mix)
    found = []
    for v in VARIABLES:
        bits = left & OF_VARIABLE[v]
        if bits:
            natural = next((value for value in VALUES[v][:4] if BITS[value] == bits), None)
            found.append(natural or WILD[v])
    return tuple(found)


def single_covers(row: Sequence[Card], mix: str = "same_type") -> dict[int, tuple[str, ...]]:
    """For each index in the row whose covering alone would make a Six Suit: the values of which one must lie there.

    Empty for a row that is one already. A legal card with such a value always exists: nine cards of the
    deck bear it and match the covered card in another variable, and at most five of them lie in the row.
    """
    if common(row, mix):
        return {}
    found = {}
    for index in range(len(row)):
        others = common((card for at, card in enumerate(row) if at != index), mix)
        values = tuple(value for value, bits in COUNTS_AS[mix].items() if others & bits)
        if values:
            found[index] = values
    return found


def closest(row: Iterable[Card], mix: str = "same_type") -> tuple[int, tuple[str, ...]]:
    """How many cards of the row count as one value at most, and as which values."""
    counts = dict(zip(BITS, tally(row, mix), strict=True))
    most = max(counts.values())
    return most, tuple(value for value, count in counts.items() if count == most)


def matches(card: Card, top: Card) -> tuple[str, ...]:
    """The variables in which the printed values are equal: one is enough to cover `top` (rules 1 and 2, S-11).

    A wild equals only its own kind, both ways (rule 4).
    """
    return tuple(v for v in VARIABLES if getattr(card, v) == getattr(top, v))


def may_cover(card: Card, top: Card) -> bool:
    return card.color == top.color or card.shape == top.shape or card.number == top.number
