"""The games of a setup, in order of their numbers, however many processes or machines play them.

Games are handed out in chunks, a chunk's place decides nothing, and what a worker that died had in hand is played again: so the
result is the same as one process gives, game by game. Anyone who stops has the first games, as if fewer had been asked for.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tt_print import __version__
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.errors import InputError, TTPrintError
from tt_print.playtest.games import GameRecord, Setup, check_setup, play_chunk, play_game
from tt_print.problems import MachineProblem, Problem

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

CHUNK_S = 0.5  # about how long a chunk takes
WORTH_S = 3.0  # below that other processes are not worth their start
MAX_CHUNK = 2000
WINDOWS_WORKERS = 61  # the most of which Windows tells one process whether they live (concurrent.futures refuses more)
DEATHS = 5  # workers that die in a row, without a game being finished in between

Chunk = tuple[int, int]  # the first game's number, and how many


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_games(
    setup: Setup, games: int, workers: int | None = None, cluster: str = ""
) -> Generator[GameRecord, None, None]:
    """Games 0 to `games` - 1, in order, each as soon as it and all before it are played.

    `workers` are processes; None for as many as there are cores, where that is worth while. `cluster` is the address of a Dask
    scheduler, whose workers play instead. Raises InputError at once for what cannot be played, and while they are played
    MachineError where workers die again and again.
    """
    game, house = check_setup(setup)
    if games < 1:
        raise InputError(f"{games} games: give 1 or more.")
    return _played(setup, game, house, games, workers, cluster)


def _played(
    setup: Setup, game: Game, house: House, games: int, workers: int | None, cluster: str
) -> Generator[GameRecord, None, None]:
    if cluster:
        yield from _on_cluster(setup, chunks(0, games, max(1, min(MAX_CHUNK, games // 64))), cluster)
        return
    number, began = 0, time.perf_counter()
    while number < games and not (number and _wants_processes(workers, number, games, time.perf_counter() - began)):
        yield play_game(game, house, setup, number)
        number += 1
    if number == games:
        return
    size = round(CHUNK_S * number / max(time.perf_counter() - began, 1e-6))
    size = max(1, min(MAX_CHUNK, size, -(-(games - number) // (workers or cores()))))
    yield from _in_processes(setup, chunks(number, games, size), workers or cores())


def chunks(first: int, games: int, size: int) -> list[Chunk]:
    return [(number, min(size, games - number)) for number in range(first, games, size)]


def count_processes(workers: int, work: int, is_windows: bool = os.name == "nt") -> int:
    """How many are started for so many chunks of work."""
    return min(workers, work, WINDOWS_WORKERS) if is_windows else min(workers, work)


def _wants_processes(workers: int | None, done: int, games: int, elapsed_s: float) -> bool:
    """Whether others should play on, after the first games have shown how long one takes."""
    if workers is not None:
        return workers > 1
    return cores() > 1 and elapsed_s > CHUNK_S and elapsed_s / done * (games - done) > WORTH_S


def _in_processes(setup: Setup, work: list[Chunk], workers: int) -> Iterator[GameRecord]:
    """In the standard library's process pool; a pool that a dead worker broke is opened again for what is left."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    deaths, others = 0, set(active_children())
    while work:
        # spawned, not forked: a progress bar has threads, and the same holds on every system
        count = count_processes(workers, len(work))
        pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_start_worker)
        try:
            for found in _in_order(setup, work, 2 * workers, _submitting(pool)):
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


def _in_order(
    setup: Setup, work: list[Chunk], ahead: int, submit: Callable[..., Future[list[GameRecord]]]
) -> Iterator[list[GameRecord]]:
    """The results of the chunks, in their order; each is taken off `work` when its result is there."""
    waiting: list[Future[list[GameRecord]]] = []
    sent = 0
    while work:
        while sent < len(work) and len(waiting) < ahead:
            waiting.append(submit(play_chunk, setup, *work[sent]))
            sent += 1
        found = waiting[0].result()
        waiting.pop(0)
        work.pop(0)
        sent -= 1
        yield found


def _submitting(pool: ProcessPoolExecutor) -> Callable[..., Future[list[GameRecord]]]:
    """`pool.submit`, with processes that do not run the caller's program again: theirs may lack a guard for that."""

    def submit(*call: Any) -> Future[list[GameRecord]]:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            return pool.submit(*call)
        finally:
            sys.modules["__main__"] = main

    return submit


def _start_worker() -> None:
    """Ctrl-C reaches every process of a terminal; the first one alone decides what is still of use."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


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
        raise InputError(f"no Dask scheduler answers at {address!r} ({error}). Start one: dask scheduler") from None
    try:
        with client:
            ahead = 4 * max(1, sum(client.nthreads().values()))

            def submit(*call: Any) -> Any:
                return client.submit(*call, pure=False, retries=DEATHS)

            for found in _in_order(setup, work, ahead, submit):
                yield from found
    except TTPrintError:
        raise
    except Exception as error:  # KilledWorker, a lost scheduler, a worker without tt_print: each release has its own
        why = f"{type(error).__name__}: {str(error).rstrip('.')}"
        raise MachineProblem("playtest.cluster", "cluster", address=address, why=why, version=__version__) from error
