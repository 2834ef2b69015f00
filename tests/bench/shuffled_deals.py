"""Shuffled deals in process: secret to order of 125 cards, as a ratio to `random.shuffle` of 125 cards.

python -m tests.bench.shuffled_deals        budget: at least 1.3 times as many
"""

from __future__ import annotations

import random
from time import perf_counter

from tt_print.dealing.code import DealCode
from tt_print.dealing.settings import settings_of
from tt_print.dealing.shuffle import shuffled
from tt_print.games import find_game

DEALS, ROUNDS = 300, 120  # short rounds, so that the best of each is one that nothing disturbed


def measure() -> tuple[float, float, float]:
    """Seconds for `random.shuffle`, for an order from a message, and for one from a whole code; the best of some rounds in turn."""
    game = find_game("craziness")
    settings = settings_of(game, 4, game.house())
    rng, cards = random.Random(1), list(range(125))
    messages = [number.to_bytes(16, "big") for number in range(DEALS)]
    codes = [DealCode(settings, message[4:]) for message in messages]
    times: list[list[float]] = [[], [], []]
    for _ in range(ROUNDS):
        began = perf_counter()
        for _ in messages:
            rng.shuffle(cards)
        times[0].append(perf_counter() - began)
        began = perf_counter()
        for message in messages:
            shuffled(message, 125)
        times[1].append(perf_counter() - began)
        began = perf_counter()
        for code in codes:
            code.draw()
        times[2].append(perf_counter() - began)
    return tuple(min(seconds) / DEALS for seconds in times)


def line() -> str:
    plain, ours, whole = measure()
    return (f"shuffled deals: random.shuffle of 125 {plain * 1e6:.1f} us, ours {ours * 1e6:.1f} us, {plain / ours:.2f} x as many "
            f"(budget at least 1.3); with reading settings and dealer {whole * 1e6:.1f} us, {plain / whole:.2f} x")  # fmt: skip


if __name__ == "__main__":
    print(line())
