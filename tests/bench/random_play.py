"""Random turns of each game, as ratios to one shuffle of 125 cards in the same process.

    python -m tests.bench shuffle

Checked: choose and apply, and look after every event that no card is lost. Bare: choose and make of it the next state, without the
door and the rules; what was chosen is legal.
"""

import random
from collections.abc import Callable
from time import process_time
from typing import Any

from tests.bench.measure import Spread, spread_of
from tt_print.deck import FULL
from tt_print.engine.base import Game
from tt_print.games import find_game

SHUFFLES, ROUNDS, EVENTS = 1000, 7, 3000
PLAYERS = {"push-it": 4, "casino": 4}  # three in the others
MODES = ("bare", "checked")
# At least so many events in the time of a shuffle, by mode. Where a shuffle takes 32 microseconds 60,000 bare and 20,000 checked
# events of Craziness a second are 1.9 and 0.64.
BUDGETS = {
    "ww3": (1.6, 1.0), "armageddon": (1.25, 0.8), "six-suit": (1.6, 0.75), "casino": (0.45, 0.32), "craziness": (2.5, 1.25),
    "push-it": (2.0, 1.05),
}  # fmt: skip


def ratios(name: str, mode: str, rounds: int = ROUNDS) -> Spread:
    """Seconds a shuffle over seconds an event, round by round: how many events are played in the time of a shuffle."""
    return spread_of(shuffle_s() / event_s(name, mode, number) for number in range(rounds))


def shuffle_s() -> float:
    rng, cards = random.Random(0), list(FULL)
    began = process_time()
    for _ in range(SHUFFLES):
        rng.shuffle(cards)
    return (process_time() - began) / SHUFFLES


def event_s(name: str, mode: str, seed: int) -> float:
    game = find_game(name)
    step = _steps(game)[mode]
    rng, events = random.Random(seed), 0
    began = process_time()
    while events < EVENTS:
        state = game.start(PLAYERS.get(name, 3))
        while not game.is_over(state) and events < EVENTS:
            state = step(state, rng)
            events += 1
    return (process_time() - began) / events


def _steps(game: Game) -> dict[str, Callable[[Any, random.Random], Any]]:
    actions, advance, apply, check = game.actions, game.advance, game.apply, game.check

    def checked(state: Any, rng: random.Random) -> Any:
        after = apply(state, actions(state).choose(rng))
        check(after)
        return after

    return {"bare": lambda state, rng: advance(state, actions(state).choose(rng)), "checked": checked}
