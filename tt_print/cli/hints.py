"""What to type: hints that name a night which is not the current one, and the words of problems for people who type.

A hint ends its sentence or its clause: after it comes a stop, a comma, a bracket or the end of the line.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from tt_print.cli.text import Text, quoted
from tt_print.problems import CodedError, Named, sentence, typed_name
from tt_print.score.target import ScoreTarget

WITHOUT_NIGHT = ("nights", "show", "resume", "stats", "start")  # verbs that take it as a word, or not at all


def file_note(texts: Iterable[str], file: object) -> str:
    """What the commands in these texts need if they are about `file`; "" if it is None, or if there are no commands."""
    needed = file is not None and any("tt-print " in text for text in texts)
    return f"Add --file {quoted(str(file))} to these commands." if needed else ""


def typed(place: ScoreTarget, verb: str = "", *words: str) -> str:
    """What to type: `tt-print score undo --night 2`."""
    command = ["tt-print", "score", *([verb] if verb else []), *map(quoted, words)]
    if place.night is not None and verb not in WITHOUT_NIGHT:
        command += ["--night", str(place.night)]
    return " ".join(command)


class _Hint:
    """A place in a sentence: `{place:rename @old @new --all}`, where `@old` is another value of the problem, word for word."""

    def __init__(self, place: ScoreTarget, values: Mapping[str, Any]) -> None:
        self.place, self.values = place, values

    def __format__(self, spec: str) -> str:
        return typed(self.place, *(word for part in shlex.split(spec) for word in self._words(part)))

    def _words(self, part: str) -> list[str]:
        """`--option@rules` is one option for each of the rules."""
        option, is_value, name = part.partition("@")
        if not is_value:
            return [part]
        value = self.values[name]
        words = [*map(str, value)] if isinstance(value, (list, tuple)) else [str(value)]
        return [each for word in words for each in ((option, word) if option else (word,))]


def _shown(value: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(value, ScoreTarget):
        return _Hint(value, values)
    if isinstance(value, tuple):
        return " ".join(map(quoted, value))
    return Text(value) if isinstance(value, str) else value


def typed_sentence(error: CodedError, named: Named = typed_name) -> str:
    """What is wrong, in words for people who type."""
    values = {name: _shown(value, error.values) for name, value in error.values.items()}
    return sentence(CodedError(error.code, error.field, **values), named, typed=True)


def typed_text(error: object) -> str:
    """As `typed_sentence`, of any error, or of a sentence that needs no other words."""
    return typed_sentence(error) if isinstance(error, CodedError) else str(error)
