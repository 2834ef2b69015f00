"""The shuffle passes the statistics for every deck, and each broken shuffle fails them."""

from __future__ import annotations

import math
from functools import cache
from itertools import permutations

import pytest

from tests.shuffles.broken import BROKEN
from tests.shuffles.statistics import (
    REJECT,
    STATISTICS,
    both_tails,
    deal_shuffle,
    first_fifth,
    fixed_points,
    measure,
    seeded,
    upper_tail,
)
from tests.walks import slow_but
from tt_print.dealing.shuffle import Drawn


@cache
def chances_of(index):
    _, make, cards, deals = BROKEN[index]
    return measure(make(seeded(b"mutant")), cards, deals)


@pytest.mark.parametrize("index", range(len(BROKEN)), ids=[name for name, *_ in BROKEN])
def test_each_broken_shuffle_is_seen_with_room_to_spare(index):
    """Below the square of what rejects (a chance of one in a million squared), or twice the same whole deal."""
    chances = chances_of(index)
    assert set(chances) == set(STATISTICS) and min(chances.values()) < REJECT**2, chances


@pytest.mark.parametrize("cards", slow_but((27, 66, 127), (27, 64, 65, 66, 125, 126, 127)))
def test_the_shuffle_passes_for_every_deck(cards):
    chances = measure(deal_shuffle(seeded(b"honest")), cards, 1500)
    assert min(chances.values()) > 1e-3, chances


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "deals"), [(27, 30_000), (64, 15_000), (125, 8_000)])
def test_the_shuffle_passes_on_many_more_deals(cards, deals):
    chances = measure(deal_shuffle(seeded(b"many")), cards, deals)
    assert min(chances.values()) > 1e-3, chances


def test_each_statistic_is_needed():
    """For each there is a broken shuffle that it sees, and no statistic sees them all."""
    seen = {name: set() for name in STATISTICS}
    for index in range(len(BROKEN)):
        for statistic, chance in chances_of(index).items():
            if chance < REJECT:
                seen[statistic].add(index)
    assert all(seen.values()) and all(len(names) < len(BROKEN) == 11 for names in seen.values())


def test_too_even_is_suspicious_too():
    """Deals that put each card in each place equally often, in turn, are no chance."""
    turns = iter(range(10**6))

    def rotating(cards, seats):
        turn = next(turns)
        return Drawn(turn % seats, tuple((turn + place) % cards for place in range(cards)))

    assert measure(rotating, 27, 2700)["place"] < REJECT


def test_the_tails_are_those_of_chi_square():
    """Against tables: 5 % of chi-square with 10, 100 and 676 degrees lies above 18.307, 124.342 and 737.6."""
    for freedom, x in ((10, 18.307), (100, 124.342), (676, 737.6)):
        assert abs(upper_tail(x, freedom) - 0.05) < 0.001


def test_the_expected_chances_are_counted_not_guessed():
    counts = [0] * 8
    for order in permutations(range(7)):
        counts[min(7, sum(a == b for a, b in enumerate(order)))] += 1
    assert [round(p * math.factorial(7)) for p in fixed_points(7)][:6] == counts[:6]
    assert math.isclose(sum(fixed_points(125)), 1) and math.isclose(sum(first_fifth(27)), 1)


def test_both_ends_of_chi_square_are_suspicious():
    """10 degrees: 5 % lie above 18.307, 5 % below 3.940, and half above 9.342."""
    assert both_tails(18.307, 10) == pytest.approx(0.10, abs=0.001)
    assert both_tails(3.940, 10) == pytest.approx(0.10, abs=0.001)
    assert both_tails(9.342, 10) == pytest.approx(1, abs=0.002)
