"""Whole games, played by a random legal player."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tt_print.engine.base import Game, InvariantError
from tt_print.errors import InputError

PATIENCE = 100_000  # events; a random game that takes longer has no end


def play_out(
    game: Game, state: Any, rng: random.Random, until: Callable[[Any], bool] | None = None
) -> Iterator[tuple[Any, Any]]:
    """Random legal events and the states after them, to the end of the game or until `until(state)`.

    Every state is checked. Raises InvariantError when a check fails or the game does not end.
    """
    for _ in range(PATIENCE):
        if game.is_over(state) or (until is not None and until(state)):
            return
        event = game.legal(state).choose(rng)
        state = game.apply(state, event)
        game.check(state)
        yield event, state
    raise InvariantError(f"{game.title} did not end within {PATIENCE} events: {game.describe(state)}")


def check_players_act(game: Game, state: Any) -> None:
    """Raises InvariantError where something may happen that is no chance, and nobody is named who may do it."""
    if not game.is_over(state) and not game.to_act(state) and not game.legal(state).by_chance:
        raise InvariantError(f"nobody may act in the phase {state.phase!r}: see `acting`, or `to_act` of the rules")


def soak_games(games: Iterable[Game], count: int, seed: int, step: Callable[[], object] = lambda: None) -> list[str]:
    """`count` random games of each, in turn over numbers of players and house rules, checked at every event.

    The lines name each fault with what repeats it.
    """
    faults = []
    for game in games:
        min_players, max_players = game.players
        trials = game.house_trials()
        for number in range(seed, seed + count):
            players = min_players + number % ((max_players or min_players + 8) - min_players + 1)
            house = game.house(**trials[number % len(trials)])
            try:
                start = game.start(players, house, dealer=number % players)
                for _, state in play_out(game, start, random.Random(number)):
                    check_players_act(game, state)
            except (InvariantError, InputError) as fault:
                faults.append(f"{game.name}, {players} players, house {house}, seed {number}: {fault}")
            step()
    return faults
