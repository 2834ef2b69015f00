"""World War 3: records, deliberate faults, exact counts and bad questions for the common tests."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.cases import Fault, war
from tt_print.deck import JOKERS, SQUARES
from tt_print.games import find_game
from tt_print.games.war import pile as piles
from tt_print.games.ww3.facts import WorldWar3

near_misses, STORIES, EVENTS = war.near_misses, war.STORIES, war.EVENTS
RULES, ONE_SIDED = war.RULES, war.ONE_SIDED

RECORDS: dict[str, dict[str, Any]] = {
    "ww3-2-players": dict(players=2, seed=71),
    "ww3-3-players": dict(players=3, seed=238),
    "ww3-jokers": dict(players=3, seed=90, options={"jokers": 2}),
    "ww3-jokers-as-they-read": dict(
        players=4,
        seed=131,
        options={"jokers": 2, "joker_slap": "literal", "joker_control": "copy", "starter_rule": "defined_plus_one"},
    ),
    "ww3-blank-jokers": dict(
        players=3,
        seed=202,
        options={"jokers": 2, "joker_slap": "never", "joker_beneath": "blank", "starter_joker_rank": 5},
    ),
    "ww3-hurry-up": dict(
        players=3, seed=225, options={"hurry_up": 3, "runout": "next_continues", "next_starter": "left_of_winner"}
    ),
    "ww3-no-grave-slaps": dict(
        players=4, seed=207, options={"grave_slaps": False, "last_opponent_controls": "literal"}
    ),
    "ww3-penalties": dict(players=4, seed=221, options={"wrong_slap_penalty": 5, "illegal_slap_reward": 1}),
}


# ---------------------------------------------------------------- exact counts


def check_pairs() -> None:
    """All 64 x 63 = 4,032 ordered pairs of different naturals.

    On a given card, a variable agrees in 1 value and differs in 3, so 27 cards agree in nothing, 3 x 9 = 27 in
    one variable, 3 x 3 = 9 in two (3 is the card itself). A slap needs two: 64 x 9 = 576. Control needs color
    or shape: 15 other cards of the color, 15 of the shape, 3 of both, so 27: 64 x 27 = 1,728. Each two of three
    variables include color or shape, so every slap is control too. On the top card each number comes as often:
    1,728 / 4 = 432 for each number of chances.
    """
    house = find_game("ww3").house()
    agree, verdicts, chances = Counter(), Counter(), Counter()
    for pair in war.pairs(SQUARES):
        below, top = piles.resolve(house, pair)
        agree[len(piles.match(top, below))] += 1
        gained = piles.control(house, pair)
        verdicts[bool(piles.slap(house, pair)), gained is not None] += 1
        chances[gained] += 1
    assert agree == {0: 64 * 27, 1: 64 * 27, 2: 64 * 9}
    assert verdicts == {(True, True): 576, (False, True): 1728 - 576, (False, False): 4032 - 1728}
    assert chances == {1: 432, 2: 432, 3: 432, 4: 432, None: 2304}


def check_jokers() -> None:
    """With both jokers: J on a natural (2 x 64) is a slap and no control; a natural on J (64 x 2) and J on J are
    neither; natural, J, natural is a slap when any variable agrees, 36 of 63 on each, but control for 27.
    """
    house = find_game("ww3").house(jokers=2)
    for natural in SQUARES:
        for joker, other in (JOKERS, JOKERS[::-1]):
            assert piles.slap(house, (natural, joker)) == ("joker",) and piles.control(house, (natural, joker)) is None
            assert not piles.slap(house, (joker, natural)) and piles.control(house, (joker, natural)) is None
            assert piles.slap(house, (natural, joker, other)) == ("joker",)
            covered = [(natural, joker, top) for top in SQUARES if top is not natural]
            # the joker makes three cards of two, so one variable is enough
            assert sum(bool(piles.slap(house, pile)) for pile in covered) == 36
            assert sum(piles.control(house, pile) is not None for pile in covered) == 27
    assert not piles.slap(house, JOKERS) and piles.resolve(house, JOKERS) == [None, None]


CHECKS = (check_pairs, check_jokers)


# ---------------------------------------------------------------- deliberate faults


def _number_gives_control(fault: Fault) -> None:
    fault.replace("takes_control", lambda house, agree: len(agree) >= 1)


def _control_needs_two(fault: Fault) -> None:
    fault.replace("takes_control", lambda house, agree: len(agree) >= 2)


def _one_variable_is_a_slap(fault: Fault) -> None:
    fault.change(WorldWar3, "slaps", ((2, 1, "two_variables"), (3, 1, "one_variable_on_three")))


def _two_on_three(fault: Fault) -> None:
    fault.change(WorldWar3, "slaps", ((2, 2, "two_variables"), (3, 2, "one_variable_on_three")))


def _joker_at_the_bottom(fault: Fault) -> None:
    fault.replace("joker_can_be_slapped", lambda house, is_defined: True)


def _joker_takes_control(fault: Fault) -> None:
    def as_copy(old: Any) -> Any:
        return lambda house, pile: old(fault.game.house(**{**house.changed, "joker_control": "copy"}), pile)

    fault.wrap("control", as_copy)


def _joker_is_nothing(fault: Fault) -> None:
    def blank(old: Any) -> Any:
        return lambda house, pile: [
            None if card in JOKERS else value for card, value in zip(pile, old(house, pile), strict=True)
        ]

    fault.wrap("resolve", blank)


def _joker_looks_up(fault: Fault) -> None:
    def from_above(old: Any) -> Any:
        def resolve(house: Any, pile: Any) -> list:
            return list(reversed(old(house, tuple(reversed(pile)))))

        return resolve

    fault.wrap("resolve", from_above)


def _joker_counts_for_the_starter(fault: Fault) -> None:
    fault.replace("start_is_complete", lambda house, pile: len(pile) >= 2)


MUTANTS = war.FAULTS | {
    "a number gives control": _number_gives_control,
    "control needs two variables": _control_needs_two,
    "one variable on two cards is a slap": _one_variable_is_a_slap,
    "three cards need two variables": _two_on_three,
    "a joker is slappable at the bottom": _joker_at_the_bottom,
    "a joker takes control": _joker_takes_control,
    "a covered joker is nothing": _joker_is_nothing,
    "a joker looks up": _joker_looks_up,
    "a joker is one of the starter's two cards": _joker_counts_for_the_starter,
}

BAD = [
    ("", "name the cards of the pile from bottom to top. Ask like:"),
    ("RX2", "x is not a shape"),
    ("RC2 RC2", "red circle 2 is named twice"),
    ("J1 J1", "joker 1 is named twice"),
    ("J3", "jokers are J1 and J2"),
    ("RC2 KC2", "black circle 2 is not in the squares deck (no black, no blob, no ?), with which World War 3"),
    ("RC2 --on RC3", "World War 3 has no --on"),
    ("RC2 --option joker_slap=perhaps", "joker_slap = perhaps is not possible. It may be on_defined_pot, literal, "),
    ("RC2 --option joker_defines=true", "World War 3 has no house rule 'joker_defines'"),
]
