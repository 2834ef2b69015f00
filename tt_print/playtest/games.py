"""One game after another: a game's number and the seed decide everything in it, wherever and beside whatever it is played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence

from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.play_hooks import SENSIBLE
from tt_print.games import find_game
from tt_print.problems import Problem
from tt_print.records import dataclass

LIMIT = 20_000  # events after which a game counts as one that did not end
UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played: plain values, to send to other processes and machines.

    `house` is the text of the house rules (`str(house)`); `kinds` the player at each seat, one for all seats or one each.
    Seat 1 sits left of the first dealer.
    """

    game: str
    players: int
    house: str = "-"
    kinds: tuple[str, ...] = (SENSIBLE,)
    seed: int = 1
    limit: int = LIMIT

    def seated(self) -> tuple[str, ...]:
        return self.kinds * self.players if len(self.kinds) == 1 else self.kinds


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game as it went: `winners` by seat, `end` a key of the game's `playing.toml`, `held` cards by seat, `used` how
    often each thing happened, in the order of its first time."""

    turns: int
    rounds: int
    winners: tuple[int, ...]
    end: str
    held: tuple[int, ...]
    used: tuple[tuple[str, int], ...]

    @property
    def is_finished(self) -> bool:
        return self.end != UNFINISHED


def check_setup(setup: Setup) -> tuple[Game, House]:
    """The game and its house rules. Raises InputError in words for what cannot be played."""
    game = find_game(setup.game)
    house = game.read_house(overrides=[] if setup.house == "-" else setup.house.split())
    if SENSIBLE in setup.kinds and not game.playing.has_sensible:
        raise Problem("playtest.no_sensible", "player", title=game.title)
    game.start(setup.players, house, setup.players - 1)
    return game, house


def play_chunk(setup: Setup, first: int, count: int) -> list[GameRecord]:
    """The games with numbers from `first` on. This is what other processes and machines run."""
    game, house = check_setup(setup)
    return [play_game(game, house, setup, number) for number in range(first, first + count)]


def play_game(game: Game, house: House, setup: Setup, number: int) -> GameRecord:
    """One game to its end, or to the limit. Every event that a player chooses is checked by the rules."""
    hooks = game.playing
    chance, choice = random.Random(f"{setup.seed}/{number}/cards"), random.Random(f"{setup.seed}/{number}/players")
    seating = hooks.seat(setup.seated(), choice)
    state = game.start(setup.players, house, setup.players - 1)
    used: Counter[str] = Counter()
    turns = rounds = 0
    end = UNFINISHED
    for _ in range(setup.limit):
        event = hooks.next_event(state, seating, chance, choice)
        after = game.apply(state, event)
        turns += type(event) in hooks.turns
        rounds += hooks.rounds(state, event, after)
        used.update(hooks.used(state, event, after))
        if game.is_over(after):
            end = hooks.end(state, event, after)
            state = after
            break
        state = after
    winners = tuple(state.winners)
    return GameRecord(turns, rounds, winners, end, hooks.held(state), tuple(used.items()))


def count_used(games: Iterable[GameRecord]) -> Counter[str]:
    """How often each thing happened in all of the games."""
    found: Counter[str] = Counter()
    for played in games:
        found.update(dict(played.used))
    return found


def win_shares(played: GameRecord, players: int) -> Sequence[float]:
    """The part of the win that each seat has: 1 to a winner, shared where several won; nothing in a game without one."""
    won: list[float] = [0.0] * players
    for seat in played.winners:
        won[seat] = 1 / len(played.winners)
    return won
