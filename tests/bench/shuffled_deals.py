"""Shuffled deals in process: message to order of 125 cards, as a ratio to `random.shuffle` of 125 cards.

python -m tests.bench random.shuffle        budget: at least 1.3 times as many
"""

import random
from time import perf_counter

from tests.bench.measure import Spread, spread_of
from tt_print.play.dealing.shuffle import draw

DEALS, ROUNDS = 300, 60  # short rounds, so that little happens within one


def ratios() -> Spread:
    """How many times as fast as `random.shuffle` an order from a message is."""
    rng, cards = random.Random(1), list(range(125))
    messages = [number.to_bytes(16, "big") for number in range(DEALS)]
    found = []
    for _ in range(ROUNDS):
        began = perf_counter()
        for _ in messages:
            rng.shuffle(cards)
        plain_s, began = perf_counter() - began, perf_counter()
        for message in messages:
            draw(message, 125)
        found.append(plain_s / (perf_counter() - began))
    return spread_of(found)
