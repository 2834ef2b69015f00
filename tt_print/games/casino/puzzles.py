"""Casino Macedonia, puzzles: with which card you take the most.

How hard one is: how many takes there are, all but the best one in vain.
"""

from __future__ import annotations

import random
from typing import Any

from tt_print.deck import FULL
from tt_print.engine.base import Game
from tt_print.engine.completion import ExampleTable
from tt_print.engine.puzzle import Group, Puzzle
from tt_print.games.casino.facts import Take

YOU = 0
TABLE, HAND = (5, 8), 4  # cards on the table, at least and at most, and in your hand
LEAST, MOST_TAKES = 4, 250  # cards that the best take wins, and takes at most


def make_puzzle(game: Game[Any, Any], chance: random.Random) -> Puzzle | None:
    """A table with one best take; None where this attempt finds none."""
    count = chance.randint(*TABLE)
    cards = chance.sample([card for card in FULL if card.number in "1234"], count + HAND)
    table, hand = tuple(cards[:count]), tuple(cards[count:])
    other = next(card for card in FULL if card not in cards)
    phrases = (f"table {_codes(table)}", f"Ann holds {_codes(hand)}", f"Bo holds {other}")
    state = ExampleTable(game.scene, phrases, game.house()).state
    takes = dict[frozenset[Any], Any]()  # what is won, and a way to win it
    for event in game.legal(state):
        if type(event) is Take:
            won = frozenset(game.layout(game.apply(state, event))["captured"][YOU])
            if takes.get(won, event).on is None or event.on is None:
                takes[won] = event
    ranked = sorted(takes, key=len, reverse=True)[:2]
    if len(ranked) < 2 or len(takes) > MOST_TAKES or not LEAST < len(ranked[0]) > len(ranked[1]):
        return None
    best = takes[ranked[0]]
    if best.on is not None:  # too much for a sheet of paper
        return None
    sets = (" and ".join(str(card) for pile in each for card in pile.cards) for each in best.combinations)
    return Puzzle((Group("table", table), Group("hand", hand)), (best.card.card.name, *sets), len(takes))


def _codes(cards: tuple[Any, ...]) -> str:
    return " ".join(map(str, cards))
