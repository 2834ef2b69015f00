"""One limit around the work on a file that somebody brings: a few bytes may ask for years, or for all memory.

Readers of fonts and pictures count nothing themselves. A second thread ends work that takes too long, on every system; memory is
limited by Linux alone. Text and pixels are limited by their size, before they are read.
"""

from __future__ import annotations

import threading
import time
from types import TracebackType

from tt_print.errors import InputError

MAX_SECONDS = 30.0  # a font takes 0.1, and 51 million pixels take 4
# Chances for what was raised just as the work ended to come out. It cannot be taken back: CPython 3.11 would go on looking for it,
# and any tracing of the thread would never end.
LATE = 100
MAX_BYTES = 2_000_000_000  # more than before; so many pixels take 0.7


class WorkLimit:
    """A context for the work on one file, whose seconds are counted together however often it is entered.

    Raises InputError out of work that takes too long or too much memory.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.seconds = MAX_SECONDS

    def __enter__(self) -> None:
        self._thread, self._began = threading.get_ident(), time.monotonic()
        self._has_fired = False
        self._timer = threading.Timer(self.seconds, self._stop_work)
        self._timer.daemon = True
        self._memory = _limit_memory()
        self._timer.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            self._timer.cancel()
            self._timer.join()
            for _ in range(LATE if self._has_fired else 0):
                time.sleep(0)
        except _TooLongError:  # the work was done just then
            pass
        self.seconds = max(0.0, self.seconds - (time.monotonic() - self._began))
        if self._memory is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, self._memory)
        if isinstance(error, _TooLongError | MemoryError):
            what = f"longer than {MAX_SECONDS:g} seconds" if isinstance(error, _TooLongError) else "too much memory"
            raise InputError(f"{self.name} takes {what} to read. Take another one.") from None

    def _stop_work(self) -> None:
        """Has the working thread raise `_TooLongError` where it is."""
        import ctypes

        self._has_fired = True
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(_TooLongError))


class _TooLongError(BaseException):
    """No Exception, which a reader would take for a damaged file."""


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
