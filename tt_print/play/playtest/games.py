"""Whole games one after another, however many processes or machines play them.

A game's number and the seed decide everything in it, and what a worker that died had in hand is played again: so the result is the same
as one process gives, game by game. Anyone who stops has the first games, as if fewer had been asked for.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from typing import Any

from tt_print import __version__
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.play import SENSIBLE
from tt_print.errors import TTPrintError
from tt_print.games import find_game
from tt_print.problems import MachineProblem, Problem
from tt_print.records import dataclass

LIMIT = 20_000  # events after which a game counts as one that did not end
UNFINISHED = "unfinished"
CHUNK_S = 0.5  # about how long a chunk takes
WORTH_S = 3.0  # below that other processes are not worth their start
MAX_CHUNK = 2000
MAX_WORKERS = 61  # the most of which Windows tells one process whether they live (concurrent.futures refuses more)
DEATHS = 5  # workers that die in a row, without a game being finished in between

Chunk = tuple[int, int]  # the first game's number, and how many


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

    def win_shares(self) -> list[float]:
        """The part of the win that each seat has: 1 to a winner, shared where several won; nothing in a game without one."""
        return [1 / len(self.winners) if seat in self.winners else 0.0 for seat in range(len(self.held))]


# ---------------------------------------------------------------- one game


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
    return [_play(game, house, setup, number) for number in range(first, first + count)]


def _play(game: Game, house: House, setup: Setup, number: int) -> GameRecord:
    """One game to its end, or to the limit. Every event that a player chooses is checked by the rules."""
    hooks = game.playing
    chance, choice = random.Random(f"{setup.seed}/{number}/cards"), random.Random(f"{setup.seed}/{number}/players")
    seating = hooks.seat(setup.seated(), choice)
    state = game.start(setup.players, house, setup.players - 1)
    used: Counter[str] = Counter()
    turns = rounds = 0
    end = UNFINISHED
    for _ in range(setup.limit):
        event, before = hooks.next_event(state, seating, chance, choice), state
        state = game.apply(before, event)
        turns += type(event) in hooks.turns
        rounds += hooks.rounds(before, event, state)
        used.update(hooks.used(before, event, state))
        if game.is_over(state):
            end = hooks.end(before, event, state)
            break
    return GameRecord(turns, rounds, tuple(state.winners), end, hooks.held(state), tuple(used.items()))


# ---------------------------------------------------------------- many games


def play_games(
    setup: Setup, games: int, workers: int | None = None, cluster: str = ""
) -> Generator[GameRecord, None, None]:
    """Games 0 to `games` - 1, in order, each as soon as it and all before it are played.

    `workers` are processes; None for as many as there are cores, where that is worth while. `cluster` is the address of a Dask
    scheduler, whose workers play instead. Raises InputError at once for what cannot be played, and while they are played
    MachineError where workers die again and again.
    """
    return _play_all(setup, *check_setup(setup), games, workers, cluster)


def _play_all(
    setup: Setup, game: Game, house: House, games: int, workers: int | None, cluster: str
) -> Generator[GameRecord, None, None]:
    if cluster:
        yield from _on_cluster(setup, chunks(0, games, max(1, min(MAX_CHUNK, games // 64))), cluster)
        return
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count, number, began = min(workers or cores, MAX_WORKERS), 0, time.perf_counter()
    while number < games:
        yield _play(game, house, setup, number)
        number += 1
        elapsed_s = time.perf_counter() - began  # the first games show how long one takes
        is_long = elapsed_s > CHUNK_S and elapsed_s / number * (games - number) > WORTH_S
        if count > 1 and (is_long if workers is None else True):
            size = round(CHUNK_S * number / max(elapsed_s, 1e-6))
            size = max(1, min(MAX_CHUNK, size, -(-(games - number) // count)))
            yield from _in_processes(setup, chunks(number, games, size), count)
            return


def chunks(first: int, games: int, size: int) -> list[Chunk]:
    return [(number, min(size, games - number)) for number in range(first, games, size)]


def _in_processes(setup: Setup, work: list[Chunk], workers: int) -> Iterator[GameRecord]:
    """In the standard library's process pool; a pool that a dead worker broke is opened again for what is left."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    deaths, others = 0, set(active_children())
    while work:
        # spawned, not forked: a progress bar has threads, and the same holds on every system
        pool = ProcessPoolExecutor(min(workers, len(work)), get_context("spawn"), initializer=_start_worker)
        try:
            for found in _in_order(setup, work, 2 * workers, pool.submit):
                deaths = 0
                yield from found
        except BrokenProcessPool:
            deaths += 1
            if deaths == DEATHS:
                raise MachineProblem("playtest.died", "workers", count=DEATHS) from None
        finally:
            # The pool itself would wait forever for a worker that it was starting when another died, and for one to which a
            # dead one never gave the queue back.
            for worker in set(active_children()) - others:
                worker.terminate()
            pool.shutdown(wait=True, cancel_futures=True)


def _start_worker() -> None:
    """Ctrl-C reaches every process of a terminal; the first one alone decides what is still of use."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _in_order(setup: Setup, work: list[Chunk], ahead: int, submit: Callable[..., Any]) -> Iterator[list[GameRecord]]:
    """The results of the chunks, in their order; each is taken off `work` when its result is there."""
    waiting: list[Any] = []
    while work:
        for chunk in work[len(waiting) : ahead]:
            waiting.append(submit(play_chunk, setup, *chunk))
        found = waiting[0].result()
        waiting.pop(0)
        work.pop(0)
        yield found


def _on_cluster(setup: Setup, work: list[Chunk], address: str) -> Iterator[GameRecord]:
    """On the workers of a Dask scheduler, which plays again elsewhere what a worker that was lost had in hand.

    The workers need the same version of tt_print. Raises InputError where Dask is missing or nobody answers, MachineError for
    whatever else Dask, the way to it or its workers fail with.
    """
    try:
        import distributed
    except ImportError:
        raise Problem("playtest.no_dask", "cluster") from None
    try:
        make: Any = distributed.Client  # typed or not, as the installed release is
        client: Any = make(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise Problem("playtest.no_scheduler", "cluster", address=address, why=str(error)) from None
    try:
        with client:
            ahead = 4 * max(1, sum(client.nthreads().values()))
            for found in _in_order(setup, work, ahead, lambda *call: client.submit(*call, pure=False, retries=DEATHS)):
                yield from found
    except TTPrintError:
        raise
    except Exception as error:  # KilledWorker, a lost scheduler, a worker without tt_print: each release has its own
        why = f"{type(error).__name__}: {str(error).rstrip('.')}"
        raise MachineProblem("playtest.cluster", "cluster", address=address, why=why, version=__version__) from error
