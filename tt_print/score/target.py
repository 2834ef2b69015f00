"""The target of a command of `score`: its file of nights, and the night."""

from __future__ import annotations

from pathlib import Path

from tt_print.records import dataclass


@dataclass(frozen=True, slots=True)
class ScoreTarget:
    """`night`: its number; None for the current one. `file`: the file of nights; None for the user's own.

    `named` says whether a hint must name the night: it was asked for, or is not the current one.
    """

    night: int | None = None
    file: Path | None = None
    named: bool = True

    def __str__(self) -> str:
        """Nothing of where the file is, because an error may go over a network."""
        return "" if self.night is None else f"night {self.night}"


CURRENT = ScoreTarget()
