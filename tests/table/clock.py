"""Time and chance that are the same in every run: an hour passes between two entries."""

from __future__ import annotations

from hashlib import sha256
from itertools import count


class Clock:
    def __init__(self) -> None:
        self._hours, self._drawn = count(), count()

    def now(self) -> str:
        hour = next(self._hours)
        return f"2026-11-{1 + hour // 24 % 28:02}T{hour % 24:02}:00:00+01:00"

    def random_bytes(self, size: int) -> bytes:
        return b"".join(sha256(f"{next(self._drawn)}".encode()).digest() for _ in range(size // 32 + 1))[:size]
