"""A bar on the terminal for work that takes a while: its stages, how much is done, and the time left.

On stderr, and gone when the work is done. rich draws it; it is loaded only when the work turns out to be long.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tt_print.progress import Bar, Progress, unseen

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

WAIT_S = 0.5  # before that nobody misses a bar
LONG_S = 2.0  # what takes less is over before one has looked; to load rich takes a fortieth of that
REFRESH_HZ = 5


@contextmanager
def shown_progress(silent: bool, clock: Callable[[], float] = time.monotonic) -> Iterator[Progress]:
    """For `--quiet`, `--json`, pipes and dumb terminals (`silent`, or what stderr says of itself) nothing is shown.

    Whatever ends the work, Ctrl-C too: nothing of it is left on the screen.
    """
    if silent or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield unseen
        return
    opened: list[Stage] = []

    @contextmanager
    def stage(label: str, total: int) -> Iterator[Bar]:
        opened.append(Stage(label, total, clock))
        yield opened[-1]
        opened[-1].close()

    try:
        yield stage
    finally:
        for one in opened:
            one.close()


class Stage:
    """A stage whose bar appears when it is clear that it takes long."""

    def __init__(self, label: str, total: int, clock: Callable[[], float]) -> None:
        self.label, self.total, self.done = label, total, 0
        self._clock, self._started = clock, clock()
        self._screen: RichProgress | None = None

    def update(self, steps: int) -> None:
        self.done += steps
        if self._screen is None and self._is_long():
            self._screen = _open_screen()
            self._screen.add_task(self.label, total=self.total, completed=self.done)
        elif self._screen is not None:
            self._screen.update(self._screen.task_ids[0], completed=self.done)

    def name(self, label: str) -> None:
        """What is done from now on."""
        self.label = label
        if self._screen is not None:
            self._screen.update(self._screen.task_ids[0], description=label, refresh=True)

    def close(self) -> None:
        if self._screen is not None:
            self._screen.stop()
            self._screen = None

    def _is_long(self) -> bool:
        elapsed = self._clock() - self._started
        return 0 < self.done < self.total and elapsed > WAIT_S and elapsed * self.total / self.done > LONG_S


def _open_screen() -> RichProgress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    screen = Progress(
        *columns, console=Console(file=sys.stderr), transient=True, refresh_per_second=REFRESH_HZ, expand=True
    )
    screen.start()
    return screen
