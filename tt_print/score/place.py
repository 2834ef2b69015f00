"""Where a command of `score` works, and hints that can be typed there: they repeat the night and the file.

A hint ends its sentence or its clause: after it comes a stop, a comma, a bracket or the end of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tt_print.records import dataclass
from tt_print.score.scorer import quoted
from tt_print.terminal import cut, width

WITHOUT_NIGHT = ("nights", "show", "resume", "drop", "players", "import")  # verbs that take it as a word, or not at all
_START = "tt-print score"
_WORD = re.compile(r"""\s+(?:\\.|"[^"]*"|'[^']*'|[^\s"'\\])+""")


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
        command = [_START, *([verb] if verb else []), *map(quoted, words), *([then] if then else [])]
        if self.night is not None and self.named and verb not in WITHOUT_NIGHT:
            command += ["--night", str(self.night)]
        if self.file is not None:
            command += ["--file", quoted(str(self.file))]
        return " ".join(command)


CURRENT = Place()


def wrap_hints(text: str, columns: int, hang: int = 0) -> list[str]:
    """As `terminal.wrap_cut`, but a hint stays in one line however long it is, so that it can be copied."""
    if width(text) <= columns:
        return [text]
    lines: list[str] = []
    line = ""
    for word in _words(text):
        indent = " " * hang if lines else ""
        word = word if word.startswith(_START) else cut(word, columns - hang)
        if line and width(f"{indent}{line} {word}") > columns:
            lines.append(indent + line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, (" " * hang if lines else "") + line]


def _words(text: str) -> Iterator[str]:
    """Words of a text; a hint with the stop after it is one."""
    position = 0
    while position < len(text):
        start = text.find(_START, position)
        yield from text[position : start if start >= 0 else len(text)].split()
        if start < 0:
            return
        position = start + len(_START)
        while position < len(text) and not _ends(text[start:position]) and (word := _WORD.match(text, position)):
            position = word.end()
        yield text[start:position].rstrip()


def _ends(hint: str) -> bool:
    return hint[-1] in ".,;)" and not hint.endswith("...")
