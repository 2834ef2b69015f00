"""`deal --selftest`: the shuffle passes it, its statistics see every broken shuffle, and their figures are those of tables."""

from __future__ import annotations

import json
import math
from functools import cache
from itertools import permutations

import pytest

from tests.commands import process, tt
from tests.shuffles.broken import BROKEN, never_stays
from tt_print.dealing import selftest
from tt_print.dealing.selftest import (
    REJECT,
    STATISTICS,
    Tally,
    deal_shuffle,
    first_fifth,
    fit,
    fixed_points,
    measure,
    seeded,
    upper_tail,
)
from tt_print.dealing.shuffle import Drawn


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


# What people see


def test_it_says_what_each_statistic_saw(capsys, monkeypatch):
    monkeypatch.setattr(selftest, "SAMPLES", ((27, 2000), (64, 500)))
    ran = tt(capsys, "deal", "--selftest")
    assert ran.status == 0 and ran.out.endswith("The shuffle passes.\n")
    assert all(f"  {name}" in ran.out for name in STATISTICS) and ran.out.count("  passes\n") == 2
    assert "256 of 256 ranges" in ran.out and ran.err == ""
    printed = json.loads(tt(capsys, "deal", "--selftest", "--json").out)
    assert printed["passed"] and printed["fair_ranges"] == 256 and printed["ranks_hold"]
    assert [(s["cards"], s["deals"], s["rejected_by"]) for s in printed["shuffles"]] == [(27, 2000, []), (64, 500, [])]
    assert all(set(s["chances"]) == set(STATISTICS) and s["as_it_should"] for s in printed["shuffles"])


def test_a_bar_moves_on_a_terminal_only(capsys, monkeypatch):
    monkeypatch.setattr(selftest, "SAMPLES", ((27, 500),))
    assert tt(capsys, "deal", "--selftest").err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert "Dealing" in tt(capsys, "deal", "--selftest").err
    assert (
        tt(capsys, "deal", "--selftest", "--quiet").err == "" and tt(capsys, "deal", "--selftest", "--json").err == ""
    )


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
