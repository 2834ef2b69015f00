"""The night that a hint is for."""

from __future__ import annotations

from tt_print.records import dataclass


@dataclass(frozen=True, slots=True)
class ScoreTarget:
    """`night`: its number; None for the current one, which a hint need not name."""

    night: int | None = None

    def __str__(self) -> str:
        return "" if self.night is None else f"night {self.night}"


CURRENT = ScoreTarget()
