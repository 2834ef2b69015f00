"""`deal --selftest`: the shuffle passes it, its statistics see every broken shuffle, and their figures are those of tables."""

from __future__ import annotations

import json
import math
from functools import cache
from hashlib import shake_256
from itertools import permutations
from statistics import NormalDist

import pytest

from tests.commands import process, tt
from tests.shuffles.broken import BROKEN, never_stays
from tt_print.dealing import selftest
from tt_print.dealing.selftest import (
    REJECT,
    STATISTICS,
    Report,
    Tally,
    both_tails,
    deal_shuffle,
    first_fifth,
    fit,
    fixed_points,
    measure,
    seeded,
    upper_tail,
)
from tt_print.dealing.shuffle import Drawn, draw, unrank


@cache
def chances_of(index):
    _, make, cards, deals = BROKEN[index]
    return measure(make(seeded(b"mutant")), cards, deals)


# Broken shuffles


@pytest.mark.parametrize("index", range(len(BROKEN)), ids=[name for name, *_ in BROKEN])
def test_each_broken_shuffle_is_seen_with_room_to_spare(index):
    """Below the square of what rejects (a chance of one in a million squared), or twice the same whole deal."""
    chances = chances_of(index)
    assert set(chances) == set(STATISTICS) and min(chances.values()) < REJECT**2, chances


@pytest.mark.parametrize("cards", [27, 64, 65, 66, 125, 126, 127])
def test_the_shuffle_passes_for_every_deck(cards):
    chances = measure(deal_shuffle(seeded(b"honest")), cards, 1500)
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


# Figures


def test_the_tails_are_those_of_chi_square():
    """Against tables: 5 % of chi-square with 10, 100 and 676 degrees lies above 18.307, 124.342 and 737.6."""
    for freedom, x in ((10, 18.307), (100, 124.342), (676, 737.6)):
        assert abs(upper_tail(x, freedom) - 0.05) < 0.001


@pytest.mark.parametrize(("cells", "x"), [(4, 7.815), (6, 11.070), (11, 18.307), (31, 43.773)])
def test_a_fit_has_a_degree_of_freedom_less_than_cells(cells, x):
    """Counts that lie off so that chi-square is the tables' 5 % for 3, 5, 10 and 30 degrees: one for each cell but one."""
    deals = 10_000 * cells
    off = math.sqrt(x * 10_000 / 2)  # in two cells: 2 off^2 / 10,000 = x
    counts = [10_000 + off, 10_000 - off, *[10_000] * (cells - 2)]
    assert fit(counts, [1 / cells] * cells, deals) == pytest.approx(0.05, abs=0.001)


def tally_of(n, deals):
    """A tally of fair counts, as if they had come out even."""
    tally = Tally(n)
    tally.deals = deals
    tally.positions = [deals / n] * (n * n)
    tally.follow = [deals / n] * (n * n)
    return tally


def test_places_have_a_degree_of_freedom_for_each_choice_that_rows_and_columns_leave():
    """27 cards: (27 - 1)^2 = 676 degrees, 5 % above 737.6; where both tails are suspicious, twice that.

    100 of each card in each place, but in 26 squares of four cells, two up and two down by `off`, so that rows and
    columns keep their sums: chi-square, 26 * 4 off^2 / 100, times 26/27.
    """
    tally = tally_of(27, 2700)
    off = math.sqrt(737.6 * 27 / 26 * 100 / (4 * 26))
    for row in range(0, 26, 2):
        for column in (0, 2):
            for y, x, sign in ((0, 0, 1), (1, 1, 1), (0, 1, -1), (1, 0, -1)):
                tally.positions[(row + y) * 27 + column + x] += sign * off
    assert tally.chances()["place"] == pytest.approx(0.10, abs=0.002)


def test_neighbors_have_a_degree_of_freedom_for_each_pair_less_one_a_card():
    """27 cards: 27 * 26 pairs less 27 leave 675 degrees, 5 % above 736.5; where both tails are suspicious, twice that."""
    tally = tally_of(27, 2700)
    tally.follow[1] += math.sqrt(736.5 * 100 / 2)
    tally.follow[2] -= math.sqrt(736.5 * 100 / 2)
    assert tally.chances()["follow"] == pytest.approx(0.10, abs=0.002)


def test_the_expected_chances_are_counted_not_guessed():
    counts = [0] * 8
    for order in permutations(range(7)):
        counts[min(7, sum(a == b for a, b in enumerate(order)))] += 1
    assert [round(p * math.factorial(7)) for p in fixed_points(7)][:6] == counts[:6]
    assert math.isclose(sum(fixed_points(125)), 1) and math.isclose(sum(first_fifth(27)), 1)


def chance_above(x, freedom):
    """Chi-square's exact tail: from one or two degrees up in steps of two (Abramowitz and Stegun 26.4.4 and 26.4.5)."""
    tail = math.erfc(math.sqrt(x / 2)) if freedom % 2 else math.exp(-x / 2)
    for lower in range(2 - freedom % 2, freedom, 2):
        tail += (x / 2) ** (lower / 2) * math.exp(-x / 2) / math.gamma(lower / 2 + 1)
    return tail


def beyond(z):
    """The chance that a normal deviate lies so far from its mean on either side."""
    return 2 * NormalDist().cdf(-abs(z))


def in_turn(orders, seats=None):
    """A shuffle that gives these orders one after the other, dealt by these seats."""
    deals = iter(zip(orders, seats or [0] * len(orders), strict=True))

    def shuffle(cards, seats):
        order, seat = next(deals)
        assert sorted(order) == list(range(cards))
        return Drawn(seat, tuple(order))

    return shuffle


DECK = list(range(27))


def cut(order, cards):
    """So many cards from the top put under the others."""
    return [*order[cards:], *order[:cards]]


def chances_of_orders(orders, seats=None):
    return measure(in_turn(orders, seats), 27, len(orders))


def test_rises_are_13_a_deal_with_a_variance_of_28_twelfths():
    """Eulerian numbers: (n - 1) / 2 rises and a variance of (n + 1) / 12. A sorted deck has 26, a reversed one none."""
    up, down = DECK, DECK[::-1]
    assert chances_of_orders([up, down])["rise"] == 1
    assert chances_of_orders([up, down, up])["rise"] == pytest.approx(beyond(13 / math.sqrt(3 * 28 / 12)))
    assert chances_of_orders([down, up, down])["rise"] == pytest.approx(beyond(13 / math.sqrt(3 * 28 / 12)))


def test_a_deal_has_one_card_on_average_where_the_deal_before_or_its_reverse_had_it():
    """Each deal the one before cut by a card: none keeps its place, and one lies where the reverse had it. Or the other way.

    Four times none where one is expected, with a variance of one each: two deviations, and two chances to be odd.
    """
    cuts = [cut(DECK, turn) for turn in range(5)]
    turned = [DECK]
    for _ in range(4):
        turned.append(cut(turned[-1], 1)[::-1])
    for orders in (cuts, turned):
        assert chances_of_orders(orders)["next"] == pytest.approx(2 * beyond(2))
    assert chances_of_orders([DECK])["next"] == pytest.approx(2 * beyond(1))  # nothing before it: none where one may be


def test_a_deal_that_comes_twice_is_no_chance():
    cuts = [cut(DECK, turn) for turn in range(27)]
    assert chances_of_orders(cuts)["again"] == 1 and chances_of_orders([*cuts, DECK])["again"] == 0


def with_fixed(count):
    """An order in which just the first so many cards keep their place."""
    return [*DECK[:count], *cut(DECK[count:], 1)]


def test_cards_in_their_place_are_as_many_as_the_matching_problem_says():
    """Of 100 deals 1/e each with none and with one, half of it with two; the others join in one cell: 3 degrees."""
    orders = [
        with_fixed(count) for count, deals in ((0, 30), (1, 40), (2, 20), (3, 6), (4, 3), (9, 1)) for _ in range(deals)
    ]
    expected = [100 / math.e, 100 / math.e, 50 / math.e, 100 - 250 / math.e]
    x = sum((seen - wanted) ** 2 / wanted for seen, wanted in zip([30, 40, 20, 10], expected, strict=True))
    assert chances_of_orders(orders)["fixed"] == pytest.approx(chance_above(x, 3), abs=0.005)


def with_first_fifth(count):
    """An order in which so many of the cards 0 to 4 are among the first seven, the last of them seventh."""
    few, others = DECK[:5][::-1], DECK[5:]
    return [*others[: 7 - count], *few[:count], *few[count:], *others[7 - count :]]


def test_a_hand_of_seven_has_as_many_of_five_cards_as_drawing_without_putting_back_gives():
    """Hypergeometric: of 888,030 hands of 7 of 27 cards 170,544 have none of five, 373,065 one and 263,340 two."""
    orders = [
        with_first_fifth(count)
        for count, deals in ((0, 25), (1, 40), (2, 25), (3, 8), (4, 1), (5, 1))
        for _ in range(deals)
    ]
    expected = [hands / 8880.30 for hands in (170_544, 373_065, 263_340, 81_081)]
    x = sum((seen - wanted) ** 2 / wanted for seen, wanted in zip([25, 40, 25, 10], expected, strict=True))
    assert chances_of_orders(orders)["color"] == pytest.approx(chance_above(x, 3), abs=0.005)


def test_each_seat_deals_equally_often_whatever_the_last_card_is():
    """3 seats and 27 last cards, 80 degrees: ten deals of each, but in 20 pairs five more of one and fewer of the other."""
    orders = [cut(DECK, turn) for turn in range(27) for _ in range(30)]
    even = [seat for _ in range(27) for seat in range(3) for _ in range(10)]
    odd = [
        seat
        for turn in range(27)
        for seat, deals in enumerate((15, 5, 10) if turn < 20 else (10,) * 3)
        for _ in range(deals)
    ]
    assert chances_of_orders(orders, even)["dealer"] == pytest.approx(1)
    assert chances_of_orders(orders, odd)["dealer"] == pytest.approx(chance_above(20 * 2 * 25 / 10, 80), abs=0.001)


@pytest.mark.parametrize(("expected", "counts", "cells"), [
    ((19, 19, 19, 19, 19, 5), (24, 14, 19, 19, 19, 5), 6),  # a cell that expects five stays alone
    ((20, 20, 20, 20, 16, 4), (25, 15, 20, 20, 13, 7), 5),  # one that expects four joins its neighbor, and both are as expected
    ((4, 16, 20, 20, 20, 20), (7, 13, 25, 15, 20, 20), 5),  # on the left, too
    ((40, 40, 15, 2, 2, 1), (45, 35, 15, 0, 0, 5), 4),  # three together
    ((50, 50), (60, 40), 2),
])  # fmt: skip
def test_cells_that_expect_fewer_than_five_are_joined(expected, counts, cells):
    x = sum((seen - wanted) ** 2 / wanted for seen, wanted in zip(counts, expected, strict=True) if wanted >= 19)
    found = fit(counts, [wanted / 100 for wanted in expected], 100)
    assert found == pytest.approx(chance_above(x, cells - 1), abs=0.006)


def test_both_ends_of_chi_square_are_suspicious():
    """10 degrees: 5 % lie above 18.307, 5 % below 3.940, and half above 9.342."""
    assert both_tails(18.307, 10) == pytest.approx(0.10, abs=0.001)
    assert both_tails(3.940, 10) == pytest.approx(0.10, abs=0.001)
    assert both_tails(9.342, 10) == pytest.approx(1, abs=0.002)


def test_one_in_a_million_passes_and_less_is_rejected():
    report = Report("a shuffle", 27, 100, {"place": 1e-6, "fixed": 0.9e-6, "rise": 1.0})
    assert report.rejected_by == ["fixed"] and not report.passed
    assert Report("a shuffle", 27, 100, {"place": 1e-6}).passed


# The run


def test_a_seed_gives_the_same_bytes_anywhere():
    """SHAKE-256 of the seed and the number of the block, from 1 in 8 bytes; a block is as long as is asked for, 4,096 at least."""
    blocks = [shake_256(b"seed" + bytes(7) + bytes([number])).digest(5000) for number in (1, 2, 3)]
    random_bytes = seeded(b"seed")
    assert random_bytes(4000) + random_bytes(96) == blocks[0][:4096]
    assert random_bytes(1) + random_bytes(16) == blocks[1][:17]
    assert random_bytes(5000) == blocks[2]


def test_each_size_of_deck_has_its_deals_from_the_seed_and_the_bar_hears_of_each(monkeypatch):
    samples = ((27, 1250), (64, 500), (27, 1250))
    monkeypatch.setattr(selftest, "SAMPLES", samples)
    steps = []
    reports = selftest.run(b"seed", steps.append)
    assert [step for step in steps if step] == [500, 500, 250, 500, 500, 500, 250]
    assert sum(steps) == selftest.total_deals() == 3000
    monkeypatch.undo()
    assert selftest.total_deals() == 105_000
    monkeypatch.setattr(selftest, "SAMPLES", samples)
    assert [(report.cards, report.deals) for report in reports] == list(samples)
    assert reports == selftest.run(b"seed") and reports[0].chances != reports[2].chances
    assert reports[2].chances == measure(deal_shuffle(seeded(b"seed" + bytes([2]))), 27, 1250)


def test_a_secret_of_a_trial_deal_has_16_bytes():
    asked = []

    def random_bytes(count):
        asked.append(count)
        return bytes(count)

    assert deal_shuffle(random_bytes)(27, 3) == draw(bytes(16), 27, 3) and asked == [16]


def test_without_skipping_bytes_only_powers_of_two_are_fair(monkeypatch):
    """256 bytes go evenly among 1, 2, 4, ... 256 choices, and among no other number."""
    monkeypatch.setattr(selftest, "limit", lambda choices: 256)
    assert selftest.fair_ranges() == 9


def test_an_order_that_loses_its_number_fails_the_self_test(capsys, monkeypatch):
    """For each size of deck: 27, 64 and 125 cards, with jokers, and two decks together."""
    monkeypatch.setattr(selftest, "SAMPLES", ((27, 500),))
    sizes = []

    def lost(number, cards):
        sizes.append(cards)
        order = unrank(number, cards)
        return order if cards < 250 else order[::-1]

    monkeypatch.setattr(selftest, "unrank", lost)
    ran = tt(capsys, "deal", "--selftest")
    assert ran.status == 1 and "Ranks: WRONG: an order is lost." in ran.out and "THE SELF TEST FAILED" in ran.out
    assert sizes == [27, 64, 65, 66, 125, 126, 127, 128, 250]


# What people see


def test_it_says_what_each_statistic_saw(capsys, monkeypatch):
    monkeypatch.setattr(selftest, "SAMPLES", ((27, 2000), (64, 500)))
    ran = tt(capsys, "deal", "--selftest")
    assert ran.status == 0 and ran.out.endswith("The shuffle passes.\n")
    assert all(f"  {name}" in ran.out for name in STATISTICS) and ran.out.count("passes") == 3
    assert "256 of 256 ranges" in ran.out and ran.err == ""
    printed = json.loads(tt(capsys, "deal", "--selftest", "--json").out)
    assert printed["passed"] and printed["fair_ranges"] == 256 and printed["ranks_hold"]
    assert [(s["cards"], s["deals"], s["rejected_by"]) for s in printed["shuffles"]] == [(27, 2000, []), (64, 500, [])]
    assert all(set(s["chances"]) == set(STATISTICS) and s["as_it_should"] for s in printed["shuffles"])


def test_a_broken_shuffle_fails_the_self_test(capsys, monkeypatch):
    """With one in the place of the shuffle."""
    monkeypatch.setattr(selftest, "SAMPLES", ((27, 4000),))
    monkeypatch.setattr(selftest, "deal_shuffle", never_stays)
    ran = tt(capsys, "deal", "--selftest")
    assert ran.status == 1 and "FAILS" in ran.out and "THE SELF TEST FAILED" in ran.out
    printed = json.loads(tt(capsys, "deal", "--selftest", "--json").out)
    assert not printed["passed"] and "fixed" in printed["shuffles"][0]["rejected_by"]


@pytest.mark.slow
def test_the_whole_self_test_from_the_shell(tmp_path):
    ran = process("deal", "--selftest", cwd=tmp_path)
    assert ran.status == 0 and ran.out.count("passes") == 4 and ran.err == ""
