"""Six Suit, rows: what six face-up cards have in common, what may cover what, and why.

Each card has a mask of 12 bits, one for each natural value that it can count as: a natural counts as its
own three values, a wild as all four values of its type (rules 3 and 5). A row is a Six Suit when one bit
is in all six masks. So each variable is checked alone, and one is enough (ruling S-3).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from tt_print.deck import FULL, VALUES, VARIABLES, WILD, Card
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import make_reason

NAME = "six-suit"
because = partial(make_reason, NAME)
Cards = tuple[Card, ...]
ROW = 6  # Set Up
EXAMPLES = 3  # cards named for each card of a row
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
MASKS: dict[str, dict[Card, int]] = {
    mix: {card: counts[card.color] | counts[card.shape] | counts[card.number] for card in FULL}
    for mix, counts in COUNTS_AS.items()
}
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


def eliminated_by(tops: Iterable[Card], mix: str) -> tuple[str, ...]:
    """The values of which all `tops` are, wilds helping, in the order color, shape, number; () for no Six Suit.

    Where every card is wild in a variable the value is the wild itself: six blacks are six of one color (S-2).
    """
    left = common(tops, mix)
    shared = {v: bits for v in VARIABLES if (bits := left & OF_VARIABLE[v])}
    return tuple(next((value for value in VALUES[v][:4] if BITS[value] == bits), WILD[v]) for v, bits in shared.items())


def single_covers(row: Cards, mix: str) -> dict[int, tuple[str, ...]]:
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


def closest(row: Iterable[Card], mix: str) -> tuple[int, tuple[str, ...]]:
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


# ---------------------------------------------------------------- reasons


def explain_row(row: Cards, mix: str) -> list[Reason]:
    """Why a row is a Six Suit, or how near it is and what single covers would make it one."""
    if by := eliminated_by(row, mix):
        return [_explain_out(row, value, mix) for value in by]
    covers = single_covers(row, mix)
    return [_explain_in(row, mix), *(_explain_cover(row, index, values) for index, values in covers.items())]


def _explain_out(row: Cards, value: str, mix: str) -> Reason:
    """Why six cards are one of a kind: naturals alone, wilds helping, or nothing but wilds (rules 3 and 5)."""
    variable = VARIABLE_OF[value]
    natural = sum(getattr(card, variable) == value and variable not in card.wilds for card in row)
    key, *rules, ruling = ("out_with_wilds", "3", "5", "S-1")
    if natural == len(row):
        key, *rules, ruling = ("out", "5", "S-3")
    elif mix == "any_type":
        key = "out_by_any_wild"
    elif not natural:
        key, ruling = "out_all_wild", "S-2"
    return because(
        key, *rules, rulings=(ruling,), variables=(variable,), cards=row,
        value=value, natural=natural, wilds=len(row) - natural, wild=WILD[variable],
    )  # fmt: skip


def _explain_in(row: Cards, mix: str) -> Reason:
    most, values = closest(row, mix)
    if mix == "same_type" and len({v for card in row for v in card.wilds}) > 1:
        return because("in_mixed", "3", "5", rulings=("S-1",), cards=row, most=most, values=values)
    return because("in", "5", cards=row, most=most, values=values)


def _explain_cover(row: Cards, index: int, values: tuple[str, ...]) -> Reason:
    """A card whose covering would do it, with the legal cards that are most like the one there."""
    top = row[index]
    wanted = [card for card in FULL if card not in row and {card.color, card.shape, card.number} & {*values}]
    fits = sorted((card for card in wanted if matches(card, top)), key=lambda card: -len(matches(card, top)))
    return because("one_cover", "1", "5", cards=(top,), instead=tuple(fits[:EXAMPLES]), place=index + 1, values=values)


def explain_cover(card: Card, top: Card) -> Reason:
    """Why a cover is legal: the equal printed values; among wilds, wild on wild (rules 1, 2 and 4)."""
    same = matches(card, top)
    by_wild = any(v in card.wilds for v in same)
    rules, rulings = (("1", "2", "4"), ("S-11",)) if by_wild else (("1", "2"), ())
    values = tuple(getattr(card, v) for v in same)
    return because("may_cover", *rules, rulings=rulings, variables=same, cards=(card, top), values=values)


def illegal_cover_reason(card: Card, top: Card) -> Reason | None:
    """Why `card` may not cover `top`, no matter whose it is (rules 1, 2 and 4, S-11)."""
    if may_cover(card, top):
        return None
    wild = tuple(v for v in VARIABLES if v in card.wilds or v in top.wilds)
    rules = ("1", "2", "4") if wild else ("1", "2")
    return because(
        "wild_for_natural" if wild else "no_match",
        *rules,
        rulings=("S-11",) if wild else (),
        variables=wild,
        cards=(card, top),
        instead=nearest(card, top),
    )


def nearest(card: Card, top: Card) -> tuple[str, ...]:
    """The legal covers one step from `card`, which is none: two variables kept, the third as on `top`."""
    near = (Card(*(getattr(top if v == other else card, v) for v in VARIABLES)) for other in VARIABLES)
    return tuple(each.safe_code for each in near)
