"""One random Craziness turn with every check on, as a ratio to one shuffle of 125 cards in the same process.

    python -m tests.bench.craziness_turn        budget: at most 2

A turn is: list what is legal, choose, verify, apply, check that every card is there once.
"""

from __future__ import annotations

import random
from time import perf_counter

from tests.bench.measure import Spread, spread_of
from tt_print.deck import FULL
from tt_print.engine.play import play_out
from tt_print.games import find_game

GAMES, SHUFFLES, ROUNDS = 12, 2000, 7


def ratios() -> Spread:
    """Seconds a turn over seconds a shuffle, round by round."""
    game = find_game("craziness")
    found = []
    for number in range(ROUNDS):
        rng, cards = random.Random(number), list(FULL)
        began = perf_counter()
        for _ in range(SHUFFLES):
            rng.shuffle(cards)
        shuffle_s = (perf_counter() - began) / SHUFFLES
        began, events = perf_counter(), 0
        for players in range(2, 2 + GAMES - 1):
            events += sum(1 for _ in play_out(game, game.start(players, game.house(), 0), rng))
        found.append((perf_counter() - began) / events / shuffle_s)
    return spread_of(found)


if __name__ == "__main__":
    turn = ratios()
    print(f"Craziness turn : shuffle of 125 cards {turn.median:.2f} ({turn.low:.2f} to {turn.high:.2f}; budget 2)")
