"""One limit around the work on a file that somebody brings: a few bytes may ask for all memory.

Readers of fonts and pictures count nothing themselves. Memory is limited on Linux alone; the bytes of a file, its pixels, and its text
are limited by their size, before they are read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tt_print.errors import InputError

T = TypeVar("T")

MAX_BYTES = 2_000_000_000  # more than before; 51 million pixels take 0.7


def run_limited(name: str, work: Callable[[], T]) -> T:
    """What the work on the file of this name returns. Raises InputError where it takes too much memory."""
    memory = _limit_memory()
    try:
        return work()
    except MemoryError:
        raise InputError(f"{name} takes too much memory to read. Take another one.") from None
    finally:
        if memory is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, memory)


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
