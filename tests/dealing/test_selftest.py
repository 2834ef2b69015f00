"""The self test passes the shuffle, sees every broken one, and can itself go wrong."""

from __future__ import annotations

import json
import math
from functools import cache

import pytest

from tests.commands import process, tt
from tt_print.dealing import selftest
from tt_print.dealing.mutants import MUTANTS, honest
from tt_print.dealing.selftest import REJECT, SEEN, first_fifth, fixed_points, measure, seeded, upper_tail
from tt_print.dealing.shuffle import Drawn


@cache
def seen_in(place):
    _, make, cards, deals = MUTANTS[place]
    return measure(make(seeded(b"mutant")), cards, deals)


@pytest.mark.parametrize("place", range(len(MUTANTS)), ids=[name for name, *_ in MUTANTS])
def test_each_broken_shuffle_is_seen_with_room_to_spare(place):
    """Below the square of what rejects (a chance of one in a million squared), or twice the same whole deal."""
    chances = seen_in(place)
    assert set(chances) == set(SEEN) and min(chances.values()) < REJECT**2, chances


@pytest.mark.parametrize("cards", [27, 64, 65, 66, 125, 126, 127])
def test_the_shuffle_passes_for_every_deck(cards):
    chances = measure(honest(seeded(b"honest")), cards, 1500)
    assert min(chances.values()) > 1e-3, chances


def test_each_statistic_is_needed():
    """For each there is a mutant that it sees, and no statistic sees them all."""
    seen = {name: set() for name in SEEN}
    for place in range(len(MUTANTS)):
        for statistic, chance in seen_in(place).items():
            if chance < REJECT:
                seen[statistic].add(place)
    assert all(seen.values()) and all(len(names) < len(MUTANTS) for names in seen.values())


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
    from itertools import permutations

    counts = [0] * 8
    for order in permutations(range(7)):
        counts[min(7, sum(a == b for a, b in enumerate(order)))] += 1
    assert [round(p * math.factorial(7)) for p in fixed_points(7)][:6] == counts[:6]
    assert math.isclose(sum(fixed_points(125)), 1) and math.isclose(sum(first_fifth(27)), 1)


def test_it_says_what_each_statistic_saw(capsys, monkeypatch):
    monkeypatch.setattr(selftest, "HONEST", ((27, 2000),))
    ran = tt(capsys, "deal", "--selftest")
    assert ran.status == 0 and "The shuffle passes, and every broken one is seen." in ran.out
    assert ran.out.count("  seen\n") == len(MUTANTS) == 11 and ran.out.count("  passes\n") == 1
    assert "256 of 256 ranges" in ran.out and ran.err == ""
    monkeypatch.setattr(selftest, "MUTANTS", MUTANTS[:3])
    told = json.loads(tt(capsys, "deal", "--selftest", "--json").out)
    assert told["passed"] and len(told["shuffles"]) == 4 and all(s["as_it_should"] for s in told["shuffles"])


def test_a_bar_moves_on_a_terminal_only(capsys, monkeypatch):
    monkeypatch.setattr(selftest, "HONEST", ((27, 500),))
    monkeypatch.setattr(selftest, "MUTANTS", MUTANTS[:1])
    assert tt(capsys, "deal", "--selftest").err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert "Dealing" in tt(capsys, "deal", "--selftest").err
    assert (
        tt(capsys, "deal", "--selftest", "--quiet").err == "" and tt(capsys, "deal", "--selftest", "--json").err == ""
    )


def test_a_broken_shuffle_fails_the_self_test(capsys, monkeypatch):
    """With a mutant in the place of the shuffle, and with an honest one in the place of a mutant."""
    monkeypatch.setattr(selftest, "HONEST", ((27, 4000),))
    monkeypatch.setattr(selftest, "MUTANTS", MUTANTS[:1])
    monkeypatch.setattr(selftest, "honest", MUTANTS[0][1])
    ran = tt(capsys, "deal", "--selftest")
    assert ran.status == 1 and "FAILS" in ran.out and "THE SELF TEST FAILED" in ran.out
    monkeypatch.undo()
    monkeypatch.setattr(selftest, "HONEST", ((27, 500),))
    monkeypatch.setattr(selftest, "MUTANTS", (("no mutant", honest, 27, 500),))
    ran = tt(capsys, "deal", "--selftest")
    assert ran.status == 1 and "NOT SEEN" in ran.out


@pytest.mark.slow
def test_the_whole_self_test_from_the_shell(tmp_path):
    ran = process("deal", "--selftest", cwd=tmp_path)
    assert ran.status == 0 and "passes" in ran.out and ran.err == ""
