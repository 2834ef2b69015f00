"""Shuffled deals in process: secret to order of 125 cards, as a ratio to `random.shuffle` of 125 cards.

python -m tests.bench.shuffled_deals        budget: at least 1.3 times as many
"""

from __future__ import annotations

import random
from time import perf_counter

from tests.bench.measure import Spread, spread_of
from tt_print.dealing.code import DealCode
from tt_print.dealing.settings import settings_of
from tt_print.dealing.shuffle import shuffled
from tt_print.games import find_game

DEALS, ROUNDS = 300, 60  # short rounds, so that little happens within one


def ratios() -> tuple[Spread, Spread]:
    """How many times as fast as `random.shuffle` an order from a message is, and one from a whole code."""
    game = find_game("craziness")
    settings = settings_of(game, 4, game.house())
    rng, cards = random.Random(1), list(range(125))
    messages = [number.to_bytes(16, "big") for number in range(DEALS)]
    codes = [DealCode(settings, message[4:]) for message in messages]
    orders, whole = [], []
    for _ in range(ROUNDS):
        began = perf_counter()
        for _ in messages:
            rng.shuffle(cards)
        plain_s, began = perf_counter() - began, perf_counter()
        for message in messages:
            shuffled(message, 125)
        order_s, began = perf_counter() - began, perf_counter()
        for code in codes:
            code.draw()
        orders.append(plain_s / order_s)
        whole.append(plain_s / (perf_counter() - began))
    return spread_of(orders), spread_of(whole)


if __name__ == "__main__":
    order, whole = ratios()
    print(f"shuffled deals: {order.median:.2f} x as many as random.shuffle of 125 cards ({order.low:.2f} to {order.high:.2f}; "
          f"budget at least 1.3); with reading settings and dealer {whole.median:.2f} x")  # fmt: skip
