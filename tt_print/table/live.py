"""What is sent to every phone as it happens: server-sent events. Each message is the whole state, so a phone that was away reads the
newest and knows all; one that is slow misses what was between, and is never waited for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

PULSE_S = 15.0
PULSE = "event: pulse\ndata: {}\n\n"
END = "event: end\ndata: {}\n\n"


class Hub:
    """The newest message. `number` counts the messages of this run."""

    def __init__(self) -> None:
        self.text, self.number, self.is_closing = "", 0, False
        self._changed = asyncio.Event()

    def publish(self, text: str) -> None:
        """Sends `text` to all, unless it is what they have."""
        if text != self.text:
            self.text, self.number = text, self.number + 1
            self._wake()

    def close(self) -> None:
        """Every stream ends, and its phone knows why."""
        self.is_closing = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def listen(self) -> AsyncIterator[str]:
        """The messages from now on, the newest at once."""
        seen = -1
        while not self.is_closing:
            changed = self._changed
            if seen != self.number:
                seen = self.number
                yield f"id: {seen}\ndata: {self.text}\n\n"
                continue
            try:
                await asyncio.wait_for(changed.wait(), PULSE_S)
            except TimeoutError:
                yield PULSE
        yield END
