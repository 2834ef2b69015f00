"""What is played agrees with what can be counted exactly."""

import random
from math import comb

from tt_print.deck import FULL, VARIABLES, WILD
from tt_print.games import find_game

DEALS = 1500


def dealt(name, players):
    """The states after the deals with which the games of seed 1 begin."""
    game = find_game(name)
    hooks = game.playing
    for number in range(DEALS):
        state = game.start(players, None, players - 1)
        seating = hooks.seat(("random",) * players, random.Random(0))
        chance = random.Random(f"1/{number}/cards")
        yield game.apply(state, hooks.next_event(state, seating, chance, random.Random(0)))


def traits(showing, card):
    """In how many of color, shape and number a card matches a plain one, its wilds standing for what fits."""
    return sum(getattr(card, v) in (getattr(showing, v), WILD[v]) for v in VARIABLES)


def agrees(found, exact):
    """Within four standard errors: wrong once in 16,000 times, and the deals are always the same."""
    return abs(found / DEALS - exact) <= 4 * (exact * (1 - exact) / DEALS) ** 0.5


def test_first_cards_and_first_toppers_of_craziness_are_as_often_as_they_can_be_counted():
    """61 of 125 cards are wild. On a natural one all can be laid but the 27 naturals that differ from it in everything: 97 of the
    other 124. A hand of 8 has none of them in C(27, 8) of C(124, 8) deals."""
    states = list(dealt("craziness", 4))
    assert agrees(sum(state.phase == "declare" for state in states), 61 / 125)
    natural = [state for state in states if state.phase == "turn"]
    fitting = [{card for card in FULL if card != state.showing and traits(state.showing, card)} for state in natural]
    assert {len(cards) for cards in fitting} == {97}
    none = comb(27, 8) / comb(124, 8)
    stuck = sum(cards.isdisjoint(state.hands[state.turn]) for state, cards in zip(natural, fitting, strict=True))
    assert none < 1e-5 and stuck == 0
    # a card of the first player's that matches in all three needs wilds: 7 cards of the deck do, beside the one that shows
    triple = 1 - comb(124 - 7, 8) / comb(124, 8)
    first = sum(any(traits(state.showing, card) == 3 for card in state.hands[state.turn]) for state in natural)
    assert abs(first / len(natural) - triple) <= 4 * (triple * (1 - triple) / len(natural)) ** 0.5


def test_equal_first_cards_of_world_war_3_are_as_often_as_they_can_be_counted():
    """Of the 63 cards that the other may turn up 15 have the same number."""
    ties = sum(state.hands[0][-1].number == state.hands[1][-1].number for state in dealt("ww3", 2))
    assert agrees(ties, 15 / 63)
