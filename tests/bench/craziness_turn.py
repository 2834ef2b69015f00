"""One random Craziness turn with every check on, as a ratio to one shuffle of 125 cards in the same process.

    python -m tests.bench.craziness_turn        budget: at most 2

A turn is: list what is legal, choose, verify, apply, check that every card is there once.
"""

from __future__ import annotations

import random
from time import perf_counter

from tt_print.deck import FULL
from tt_print.engine.play import play_out
from tt_print.games import find_game

GAMES, SHUFFLES, ROUNDS = 12, 2000, 7


def measure() -> tuple[float, float]:
    """Seconds a turn and seconds a shuffle, the best of some rounds taken in turn."""
    game = find_game("craziness")
    turns, shuffles = [], []
    for number in range(ROUNDS):
        rng, cards = random.Random(number), list(FULL)
        began = perf_counter()
        for _ in range(SHUFFLES):
            rng.shuffle(cards)
        shuffles.append((perf_counter() - began) / SHUFFLES)
        began, events = perf_counter(), 0
        for players in range(2, 2 + GAMES - 1):
            events += sum(1 for _ in play_out(game, game.start(players, game.house(), 0), rng))
        turns.append((perf_counter() - began) / events)
    return min(turns), min(shuffles)


if __name__ == "__main__":
    turn, shuffle = measure()
    print(
        f"craziness turn {turn * 1e6:.1f} us, shuffle of 125 {shuffle * 1e6:.1f} us, ratio {turn / shuffle:.2f} (budget 2)"
    )
