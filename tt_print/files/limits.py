"""One limit around the work on a file that somebody brings: a few bytes may ask for years, or for all memory.

Readers of fonts and pictures count nothing themselves. A second thread ends work that takes too long, on every system; memory is
limited by Linux alone. Text and pixels are limited by their size, before they are read.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from tt_print.errors import InputError

T = TypeVar("T")

MAX_SECONDS = 30.0  # a font takes 0.1, and 51 million pixels take 4
MAX_BYTES = 2_000_000_000  # more than before; so many pixels take 0.7
# Chances for what was raised just as the work ended to come out. It cannot be taken back: CPython 3.11 would go on looking for it,
# and any tracing of the thread would never end.
LATE = 100


class WorkLimit:
    """The limit of the work on one file, called `name`, whose seconds are counted together over all its parts."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seconds = MAX_SECONDS

    def run(self, work: Callable[[], T]) -> T:
        """What the work returns. Raises InputError where it takes too long or too much memory.

        No context manager: what ends the work can be raised between its last step and the manager's first one.
        """
        began, thread, fired = time.monotonic(), threading.get_ident(), threading.Event()
        timer = threading.Timer(self.seconds, _raise_in, (thread, fired))
        timer.daemon = True
        memory = _limit_memory()
        try:
            try:
                timer.start()
                return work()
            finally:
                timer.cancel()
                timer.join()
                for _ in range(LATE if fired.is_set() else 0):
                    time.sleep(0)
        except _TooLongError:
            raise self._error(f"longer than {MAX_SECONDS:g} seconds") from None
        except MemoryError:
            raise self._error("too much memory") from None
        finally:
            self.seconds = max(0.0, self.seconds - (time.monotonic() - began))
            if memory is not None:
                import resource

                resource.setrlimit(resource.RLIMIT_AS, memory)

    def _error(self, what: str) -> InputError:
        return InputError(f"{self.name} takes {what} to read. Take another one.")


class _TooLongError(BaseException):
    """No Exception, which a reader would take for a damaged file."""


def _raise_in(thread: int, fired: threading.Event) -> None:
    """Has a thread raise `_TooLongError` where it is."""
    import ctypes

    fired.set()
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_TooLongError))


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
