"""The shuffle passes the statistics for every deck, and each broken shuffle fails them."""

from functools import cache

import pytest

from tests.shuffles.broken import BROKEN
from tests.shuffles.statistics import REJECT, STATISTICS, deal_shuffle, measure, seeded
from tests.walks import slow_but


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
