"""Where a command of `score` works, and hints that can be typed there: they repeat the night and the file.

A hint ends its sentence or its clause: after it comes a stop, a comma, a bracket or the end of the line.
"""

from __future__ import annotations

from pathlib import Path

from tt_print.records import dataclass
from tt_print.score.scorer import quoted

# what a hint proposes where there is no night yet
EXAMPLE = "tt-print score start craziness Ann Bo Cy"
EXAMPLE_NIGHT = tuple(EXAMPLE.split()[2:])
WITHOUT_NIGHT = ("nights", "show", "resume", "drop", "players", "import")  # verbs that take it as a word, or not at all


@dataclass(frozen=True, slots=True)
class Place:
    """`night`: its number; None for the current one. `file`: the file of nights; None for one's own.

    `named` says whether a hint must name the night: it was typed, or is not the current one.
    """

    night: int | None = None
    file: Path | None = None
    named: bool = True

    def typed(self, verb: str, *words: str, then: str = "") -> str:
        """What to type: `tt-print score undo --night 2 --file club.sqlite`. `then` are words that are quoted already."""
        command = ["tt-print", "score", *([verb] if verb else []), *map(quoted, words), *([then] if then else [])]
        if self.night is not None and self.named and verb not in WITHOUT_NIGHT:
            command += ["--night", str(self.night)]
        if self.file is not None:
            command += ["--file", quoted(str(self.file))]
        return " ".join(command)


CURRENT = Place()
