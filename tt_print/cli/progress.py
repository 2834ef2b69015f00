"""A line on the terminal for work that takes a while: what is done, and how far it is. It is gone when the work is done."""

from __future__ import annotations

import os
import sys
import time

from tt_print.cli.streams import write
from tt_print.cli.terminal import columns, cut

WAIT_S = 1.0  # before that nobody misses it


class ProgressLine:
    """The line on stderr. In pipes, dumb terminals, and if it is `silent` nothing is shown."""

    def __init__(self, silent: bool) -> None:
        self._is_wanted = not silent and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._started, self._shown = time.monotonic(), ""

    def report(self, label: str, done: int, total: int) -> None:
        if self._is_wanted and time.monotonic() - self._started > WAIT_S:
            self._show(cut(f"{label}: {done} of {total}", columns() - 1) if done < total else "")

    def clear(self) -> None:
        """Leaves nothing of it on the screen."""
        self._show("")

    def _show(self, text: str) -> None:
        if text != self._shown:
            self._shown = text
            write(f"\r\x1b[K{text}", sys.stderr)
