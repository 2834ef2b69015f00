"""Casino Macedonia, a score sheet's sums: what they may be when nobody has seen the cards aside (rules 1, 6 to 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from tt_print.engine.house import House
from tt_print.games.casino.deal import set_aside_size
from tt_print.games.casino.facts import box
from tt_print.games.casino.score import PLURALITIES, Counts, count_cards, full_total, leaders, weights

CATEGORIES = tuple(Counts.__slots__)


def hidden_size(players: int, house: House) -> int:
    """How many cards are in nobody's pile at the end of a hand: those set aside, if they stay out of play
    (C-1, C-2)."""
    size = set_aside_size(players, house)
    # the one card of rule 1; the three of rule 9a are out of play by its own words (C-1)
    given = house["aside_card"] == "last_taker" and house["deck"] == "full" and not house["jokers"]
    return size - given


@cache
def whole_counts(house: House) -> Counts:
    """All cards in play."""
    return count_cards(box(house), house)


def total_counts(counts: Sequence[Counts]) -> Counts:
    return sum(counts, Counts(*(0,) * len(CATEGORIES)))


def missing_counts(counts: Sequence[Counts], house: House) -> Counts:
    """What is in nobody's pile; negative where there is too much."""
    whole, total = whole_counts(house), total_counts(counts)
    return Counts(*(getattr(whole, name) - getattr(total, name) for name in CATEGORIES))


def allowed_sums(hidden: int, house: House) -> dict[str, tuple[int, int]]:
    """The least and the most of each category together, when `hidden` unseen cards are in nobody's pile."""
    whole = whole_counts(house)
    sums = {name: (max(0, getattr(whole, name) - hidden), getattr(whole, name)) for name in CATEGORIES}
    return sums | {"cards": (whole.cards - hidden,) * 2}


def can_be_hidden(missing: Counts, house: House) -> bool:
    """Whether there are cards in play that count just so: one missing red and one missing circle can be one card
    only if a red circle is missing."""
    return _find(tuple(getattr(missing, name) for name in CATEGORIES), _classes(house))


@cache
def _classes(house: House) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Cards that count alike, and how many there are; those that count most first."""
    alike = Counter(tuple(getattr(count_cards([card], house), name) for name in CATEGORIES) for card in box(house))
    return tuple(sorted(alike.items(), reverse=True, key=lambda row: (sum(row[0]), row[0])))


def _find(missing: tuple[int, ...], classes: tuple[tuple[tuple[int, ...], int], ...]) -> bool:
    if any(number < 0 for number in missing):
        return False
    if not any(missing):
        return True
    if not classes:
        return False
    (each, there), *rest = classes
    most = min([there, *(number // part for number, part in zip(missing, each, strict=True) if part)])
    return any(
        _find(tuple(number - taken * part for number, part in zip(missing, each, strict=True)), tuple(rest))
        for taken in range(most, -1, -1)
    )


def lost_points(counts: Sequence[Counts], house: House) -> dict[str, int]:
    """Why a hand adds up to less than `full_total`: points by category that nobody gets, from the counts alone."""
    by, missing = weights(house), missing_counts(counts, house)
    lost = {name: getattr(by, name) for name, seat in leaders(counts).items() if seat is None}
    lost |= {
        "ones": missing.ones * by.one,
        "red_circles": missing.red_circles * by.red_circle,
        "special": missing.special * by.special,
    }
    if all(each.hearts < by.all_hearts for each in counts):
        lost["hearts"] = by.hearts
    return {name: points for name, points in lost.items() if points}


@cache
def possible_totals(hidden: int, house: House) -> frozenset[int]:
    """What a hand's points can add up to (C-33): all categories, less tied pluralities, less hearts that are not in
    one hand, less ones, red circles and the special card among `hidden` cards."""
    by = weights(house)
    # (how many cards are hidden, points that they take along, whether a yellow heart is among them)
    reached = {(0, 0, False)}
    for card in box(house):
        one = count_cards([card], house)
        worth = one.ones * by.one + one.red_circles * by.red_circle + one.special * by.special
        reached |= {(n + 1, lost + worth, heart or bool(one.hearts)) for n, lost, heart in reached if n < hidden}
    ties = {0}
    for name in PLURALITIES:
        ties |= {lost + getattr(by, name) for lost in ties}
    return frozenset(
        full_total(house) - lost - tied - hearts
        for n, lost, heart in reached
        if n == hidden
        for tied in ties
        for hearts in ((by.hearts,) if heart else (0, by.hearts))
    )
