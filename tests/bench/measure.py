"""Two sides in turn, round by round, so that a machine that is busy with other things slows both.

A ratio is taken within each round; of all rounds the median is quoted, and beside it the quartiles say how far to trust it.
"""

import os
import resource
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
Command = Callable[[Path], list[str]]  # a folder of this round to what Python is called with


@dataclass(frozen=True, slots=True)
class Run:
    """One whole process and the processes that it started. `peak_mib` is that of the largest; below what this process
    has it cannot be known, and is 0.
    """

    cpu_s: float
    wall_s: float
    peak_mib: float


@dataclass(frozen=True, slots=True)
class Spread:
    """Median and quartiles of the ratios of all rounds."""

    median: float
    low: float
    high: float


def spread_of(ratios: Iterable[float]) -> Spread:
    ratios = sorted(ratios)
    if len(ratios) < 2:
        return Spread(*ratios * 3)
    low, median, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return Spread(median, low, high)


def run(arguments: list[str]) -> Run:
    """One whole process, its output thrown away."""
    # what is compiled once is kept, and nobody's own settings or scores are read
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TT_PRINT_DATA": os.devnull, "TT_PRINT_CONFIG": os.devnull}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    quiet = os.open(os.devnull, os.O_WRONLY)
    start = time.perf_counter()
    words, silent = [sys.executable, *arguments], [(os.POSIX_SPAWN_DUP2, quiet, 1)]
    process = os.posix_spawn(sys.executable, words, environment, file_actions=silent)
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - start
    os.close(quiet)
    if status:
        sys.exit(f"{' '.join(arguments)} ended with status {status}")
    own_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # which a new process starts with on Linux
    peak_kib = usage.ru_maxrss if usage.ru_maxrss > own_kib else 0
    return Run(usage.ru_utime + usage.ru_stime, seconds, peak_kib / 1024)


@dataclass(frozen=True, slots=True)
class Compared:
    """What a command takes, as a ratio to another's, by processor time and by the clock; the medians of both in seconds."""

    cpu: Spread
    wall: Spread
    ours_s: float
    least_s: float
    peak_mib: float


def compare(ours: Command, least: Command, folder: Path, rounds: int) -> Compared:
    """Each round has a fresh folder. Who is first changes from round to round; the first round only warms up."""
    pairs: list[tuple[Run, Run]] = []
    for number in range(rounds + 1):
        fresh = folder / str(number)
        fresh.mkdir(parents=True)
        if number % 2:
            other, one = run(least(fresh)), run(ours(fresh))
        else:
            one, other = run(ours(fresh)), run(least(fresh))
        shutil.rmtree(fresh)
        if number:
            pairs.append((one, other))
    return Compared(
        spread_of(one.cpu_s / other.cpu_s for one, other in pairs),
        spread_of(one.wall_s / other.wall_s for one, other in pairs),
        statistics.median(one.cpu_s for one, _ in pairs),
        statistics.median(other.cpu_s for _, other in pairs),
        max(one.peak_mib for one, _ in pairs),
    )
