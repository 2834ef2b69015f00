"""All examples of all games, and random play, as one report."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from tt_print.engine.base import InvariantError
from tt_print.engine.examples import Failure, example_sources, read_examples, run_example
from tt_print.engine.play import record_game
from tt_print.errors import InputError
from tt_print.games import load_games


@dataclass(frozen=True, slots=True)
class Report:
    """`games` gives for each source of examples how many there are and how many failed."""

    examples: int
    failed: tuple[Failure, ...]
    games: dict[str, dict[str, int]]


def verify_examples() -> Report:
    failed: list[Failure] = []
    games = {}
    for source in example_sources():
        examples = read_examples(source)
        failures = [list(run_example(example)) for example in examples]
        failed += [failure for each in failures for failure in each]
        games[source] = {"examples": len(examples), "failed": sum(map(bool, failures))}
    return Report(sum(row["examples"] for row in games.values()), tuple(failed), games)


def soak_games(count: int, seed: int, step: Callable[[], object] = lambda: None) -> list[str]:
    """`count` random games of each, in turn over numbers of players and house rules, checked at every event.

    The lines name each fault with what repeats it.
    """
    faults = []
    for game in load_games():
        least, most = game.players
        trials = game.house_trials()
        for number in range(seed, seed + count):
            players = least + number % ((most or least + 8) - least + 1)
            house = game.house(**trials[number % len(trials)])
            try:
                record_game(game, players, house, random.Random(number), dealer=number % players)
            except (InvariantError, InputError) as fault:
                faults.append(f"{game.name}, {players} players, house {house}, seed {number}: {fault}")
            step()
    return faults
