"""What is sent to every phone as it happens: server-sent events. Each message is the whole state, so a phone that was away reads the
newest and knows all; one that is slow misses what was between, and is never waited for.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

PULSE_S = 15.0
PER_SESSION, PER_ADDRESS, IN_ALL = 3, 24, 64
PULSE = "event: pulse\ndata: {}\n\n"
END = "event: end\ndata: {}\n\n"


class TooManyStreamsError(Exception):
    """More streams than a family has phones."""


class _Listener:
    def __init__(self, session: str, address: str) -> None:
        self.session, self.address, self.is_open = session, address, True


class Hub:
    """Who listens, and the newest message. `number` counts the messages of this run."""

    def __init__(self, pulse_s: float = PULSE_S) -> None:
        self.text, self.number, self.is_closing = "", 0, False
        self._pulse_s = pulse_s
        self._listeners: list[_Listener] = []
        self._changed = asyncio.Event()

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    def publish(self, text: str) -> bool:
        """Sends `text` to all, unless it is what they have. Says whether it was sent."""
        if text == self.text:
            return False
        self.text, self.number = text, self.number + 1
        self._wake()
        return True

    def close(self) -> None:
        """Every stream ends, and its phone knows why."""
        self.is_closing = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def listen(self, session: str, address: str) -> AsyncIterator[str]:
        """The messages from now on, the newest at once. A phone that opens one too many loses its oldest, which is a page that it left.

        A table that is full drops the oldest of the address that has the most, unless it has no more than this one would.
        Raises TooManyStreamsError for an address, or a table, with too many.
        """
        own = [each for each in self._listeners if each.session == session]
        if len(own) >= PER_SESSION:
            self._drop(own[0])
        shared = Counter(each.address for each in self._listeners)
        if shared[address] >= PER_ADDRESS:
            raise TooManyStreamsError
        if len(self._listeners) >= IN_ALL:
            [(largest, count)] = shared.most_common(1)
            if count <= shared[address] + 1:
                raise TooManyStreamsError
            self._drop(next(each for each in self._listeners if each.address == largest))
        listener = _Listener(session, address)
        self._listeners.append(listener)
        return self._messages(listener)

    def _drop(self, listener: _Listener) -> None:
        listener.is_open = False
        if listener in self._listeners:
            self._listeners.remove(listener)
        self._wake()

    async def _messages(self, listener: _Listener) -> AsyncIterator[str]:
        seen = -1
        try:
            while listener.is_open and not self.is_closing:
                changed = self._changed
                if seen != self.number:
                    seen = self.number
                    yield f"id: {seen}\ndata: {self.text}\n\n"
                    continue
                try:
                    await asyncio.wait_for(changed.wait(), self._pulse_s)
                except TimeoutError:
                    yield PULSE
            if self.is_closing:
                yield END
        finally:
            self._drop(listener)
