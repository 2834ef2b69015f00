"""One limit around the work on a file that somebody brings: a few bytes may ask for years, or for all memory.

Readers of fonts and pictures count nothing themselves. Time is limited in the main thread on systems with signals, memory on Linux alone; the
bytes of a file, its pixels, and its text are limited by their size, before they are read.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from tt_print.errors import InputError

T = TypeVar("T")

MAX_SECONDS = 20.0  # of the processor; a font takes 0.1, and 51 million pixels take 4
MAX_BYTES = 2_000_000_000  # more than before; 51 million pixels take 0.7


def run_limited(name: str, work: Callable[[], T]) -> T:
    """What the work on the file of this name returns. Raises InputError where it takes too long or too much memory."""
    memory = _limit_memory()
    try:
        return _run_in_time(work)
    except _TooLongError:
        raise InputError(f"{name} takes longer than {MAX_SECONDS:g} seconds to read. Take another one.") from None
    except MemoryError:
        raise InputError(f"{name} takes too much memory to read. Take another one.") from None
    finally:
        if memory is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, memory)


class _TooLongError(BaseException):
    """No Exception, which a reader would take for a damaged file."""


def _run_in_time(work: Callable[[], T]) -> T:
    """What the work returns. The signal comes once, so that nothing is raised after the timer has stopped."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return work()
    before = signal.signal(signal.SIGVTALRM, _stop)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS)
        return work()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(number: int, frame: FrameType | None) -> None:
    raise _TooLongError


def _limit_memory() -> tuple[int, int] | None:
    """Limits what this process may use, and returns the limit before; None on a system that has none."""
    try:
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        before = resource.getrlimit(resource.RLIMIT_AS)
        if before[0] == resource.RLIM_INFINITY or before[0] > used + MAX_BYTES:
            resource.setrlimit(resource.RLIMIT_AS, (used + MAX_BYTES, before[1]))
        return before
    except (ImportError, OSError, ValueError):
        return None
