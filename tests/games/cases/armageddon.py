"""Armageddon: records, deliberate faults, exact counts and bad questions for the common tests."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from tests.games.cases import Fault, war
from tt_print.deck import FULL, JOKERS, VALUES, VARIABLES, WILD
from tt_print.games import find_game
from tt_print.games.armageddon.facts import Armageddon
from tt_print.games.war import pile as piles

near_misses, STORIES, EVENTS = war.near_misses, war.STORIES, war.EVENTS
RULES, ONE_SIDED = war.RULES, war.ONE_SIDED

RECORDS: dict[str, dict[str, Any]] = {
    "armageddon-2-players": dict(players=2, seed=7),
    "armageddon-3-players": dict(players=3, seed=145, options={"jokers": 1}),
    "armageddon-blank-jokers": dict(
        players=3, seed=85, options={"jokers": 2, "joker_defines": False, "starter_wild_rank": 0}
    ),
    "armageddon-hurry-up": dict(
        players=3, seed=120, options={"hurry_up": 3, "runout": "next_continues", "next_starter": "left_of_winner"}
    ),
    "armageddon-no-grave-slaps": dict(
        players=3,
        seed=144,
        options={
            "grave_slaps": False,
            "last_opponent_controls": "literal",
            "wrong_slap_penalty": 5,
            "illegal_slap_reward": 1,
        },
    ),
}


# ---------------------------------------------------------------- exact counts


def check_pairs() -> None:
    """All 125 x 124 = 15,500 ordered pairs of different cards.

    In one variable there are 25 pairs of printed values. A wild on top agrees with all 5 beneath (with a wild
    beneath, undefined with undefined); a natural on top agrees with itself only: 5 + 4 = 9 agree, 16 do not.
    Pairs that agree in k variables: C(3,k) x 9^k x 16^(3-k) = 4096, 6912, 3888, 729; of the last, 125 are a card
    on itself, which leaves 604. Control needs two: 3888 + 604 = 4,492. A slap on two cards needs three: 604.

    5 chances: ? on ?, 1 of the 25 pairs of numbers, and color or shape agrees as well: 25 x 25 - 16 x 16 = 369,
    less 25 cards on themselves: 344. The four naturals share the rest: (4492 - 344) / 4 = 1,037 each.
    """
    house = find_game("armageddon").house()
    agree, chances, slaps = Counter(), Counter(), Counter()
    for pair in war.pairs(FULL):
        below, top = piles.resolve(house, pair)
        agree[len(piles.match(top, below))] += 1
        chances[piles.control(house, pair)] += 1
        slaps[piles.slap(house, pair)] += 1
    assert agree == {0: 4096, 1: 6912, 2: 3888, 3: 604}
    assert chances == {1: 1037, 2: 1037, 3: 1037, 4: 1037, 5: 344, None: 15500 - 4492}
    assert slaps == {("triple_topper",): 604, (): 15500 - 604}


RUNS = {1: 376, 2: 152, 3: 64, 4: 33}


def check_runs_in_one_variable() -> None:
    """All 5^4 = 625 ways to print one variable on four cards, by how many cards from the top agree.

    A card agrees with a natural beneath in 2 ways of 5 (the same, a wild), with an undefined wild in 1 (a wild);
    n cards are undefined in 1 way, all wild. So the top two agree in (125 - 1) x 2 + 1 = 249 ways, the top three
    in (25 - 1) x 2 x 2 + 1 = 97, all four in (5 - 1) x 2 x 2 x 2 + 1 = 33. Runs of exactly 1, 2, 3, 4:
    625 - 249 = 376, 249 - 97 = 152, 97 - 33 = 64, 33.
    """
    house = find_game("armageddon").house()
    values = ("red", "yellow", "green", "blue", "black")
    cards = {value: next(card for card in FULL if card.color == value) for value in values}
    found = Counter()
    for colors in product(values, repeat=4):
        resolved = piles.resolve(house, tuple(cards[color] for color in colors))
        found[max(count for count in (1, 2, 3, 4) if count == 1 or "color" in piles.same(resolved, count))] += 1
    assert found == RUNS


def check_fours_by_patterns() -> None:
    """All fours by patterns: a run length for each variable, 4^3 = 64 patterns; see `test_war` for the fours that hold
    a card twice. The verdict of a pattern is read off the rule here, and asked of the engine for cards that show it.

    No slap: no run of 4, at most one of 3, and not all three of 2 or more. Without a run of 3: (376 + 152)^3 -
    152^3 = 143,686,144. With one, in 3 places: 3 x 64 x ((376 + 152)^2 - 152^2) = 49,090,560. So of 625^3 =
    244,140,625 fours (cards may repeat) 192,776,704 are no slap and 51,363,921 are one.
    """
    house = find_game("armageddon").house()
    slaps = 0
    for runs in product((1, 2, 3, 4), repeat=3):
        # from the bottom: naturals that differ, then the value of the run
        cards = tuple(
            next(
                card
                for card in FULL
                if all(
                    getattr(card, v) == VALUES[v][3 if index >= 4 - run else index]
                    for v, run in zip(VARIABLES, runs, strict=True)
                )
            )
            for index in range(4)
        )
        expected = (all(run >= 2 for run in runs), sum(run >= 3 for run in runs) >= 2, 4 in runs)
        names = tuple(name for _, _, name in Armageddon.slaps)
        wanted = tuple(name for name, yes in zip(names, expected, strict=True) if yes)
        assert piles.slap(house, cards) == wanted, (runs, cards)
        slaps += any(expected) * RUNS[runs[0]] * RUNS[runs[1]] * RUNS[runs[2]]
    assert slaps == 51_363_921 == 625**3 - (528**3 - 152**3) - 3 * 64 * (528**2 - 152**2)


def check_jokers_are_black_blob_questions() -> None:
    """Summary 1: in every pair a joker counts as KB?; there are 2 x 125 + 125 x 2 + 2 pairs with a joker."""
    house = find_game("armageddon").house(jokers=2)
    wild = next(card for card in FULL if len(card.wilds) == 3)
    for card in FULL:
        for joker in JOKERS:
            for pair in ((card, joker), (joker, card)):
                plain = tuple(wild if c is joker else c for c in pair)
                assert piles.resolve(house, pair) == piles.resolve(house, plain)
                assert piles.slap(house, pair) == piles.slap(house, plain)
                assert piles.control(house, pair) == piles.control(house, plain)
    assert piles.slap(house, JOKERS) == ("triple_topper",) and piles.control(house, JOKERS) == 5


CHECKS = (check_pairs, check_runs_in_one_variable, check_fours_by_patterns, check_jokers_are_black_blob_questions)


# ---------------------------------------------------------------- deliberate faults


def _wild_looks_up(fault: Fault) -> None:
    fault.wrap("resolve", lambda old: lambda house, pile: list(reversed(old(house, tuple(reversed(pile))))))


def _wild_matches_anything_above(fault: Fault) -> None:
    """A wild beneath is still wild for the card on it."""

    def loosely(top: Any, below: Any) -> tuple[str, ...]:
        return tuple(v for v, one, other in zip(VARIABLES, top, below, strict=True) if one == other or other is None)

    fault.replace("match", loosely)


def _undefined_matches_nothing(fault: Fault) -> None:
    fault.wrap(
        "match", lambda old: lambda top, below: tuple(v for v in old(top, below) if top[VARIABLES.index(v)] is not None)
    )


def _wild_is_a_fifth_value(fault: Fault) -> None:
    fault.replace(
        "resolve",
        lambda house, pile: [
            tuple(None if value == WILD[v] else value for v, value in zip(VARIABLES, piles.PRINTED[card], strict=True))
            for card in pile
        ],
    )


def _question_is_always_five(fault: Fault) -> None:
    def five(old: Any) -> Any:
        def control(house: Any, pile: Any) -> int | None:
            gained = old(house, pile)
            return 5 if gained and piles.PRINTED[pile[-1]][2] == "?" else gained

        return control

    fault.wrap("control", five)


def _undefined_is_four(fault: Fault) -> None:
    fault.replace("UNDEFINED_CHANCES", 4)


def _one_variable_controls(fault: Fault) -> None:
    fault.replace("takes_control", lambda house, agree: len(agree) >= 1)


def _number_does_not_control(fault: Fault) -> None:
    fault.replace("takes_control", lambda house, agree: "color" in agree and "shape" in agree)


def _double_on_two_is_a_slap(fault: Fault) -> None:
    fault.change(Armageddon, "slaps", ((2, 2, "triple_topper"), *Armageddon.slaps[1:]))


def _single_on_three_is_a_slap(fault: Fault) -> None:
    fault.change(Armageddon, "slaps", (*Armageddon.slaps[:2], (3, 1, "same_single_on_four")))


def _joker_is_blank_at_the_bottom(fault: Fault) -> None:
    def blank(old: Any) -> Any:
        return lambda house, pile: old(fault.game.house(**{**house.changed, "joker_defines": False}), pile)

    fault.wrap("resolve", blank)


MUTANTS = war.FAULTS | {
    "a wild looks up": _wild_looks_up,
    "a wild beneath matches whatever covers it": _wild_matches_anything_above,
    "an undefined wild does not match its like": _undefined_matches_nothing,
    "a wild is only a fifth value": _wild_is_a_fifth_value,
    "a ? is worth 5 although a number lies beneath": _question_is_always_five,
    "an undefined ? is worth 4": _undefined_is_four,
    "one variable takes control": _one_variable_controls,
    "number does not count for control": _number_does_not_control,
    "a double on two cards is a slap": _double_on_two_is_a_slap,
    "a single on three cards is a slap": _single_on_three_is_a_slap,
    "an opening joker is blank": _joker_is_blank_at_the_bottom,
}

BAD = [
    ("", "name the cards of the pile from bottom to top. Ask like:"),
    ("RC2 RC5", "5 is not a number"),
    ("KBQ KB?", "black blob ? is named twice"),
    ("RC2,RC2", "red circle 2 is named twice"),
    ("J0", "jokers are J1 and J2"),
    ("RC2 --top RC3", "Armageddon has no --top"),
    ("RC2 --option joker_slap=always", "Armageddon has no house rule 'joker_slap'"),
    ("RC2 --option jokers=3", "jokers = 3 is not possible. It may be 0, 1 or 2"),
]
