"""What can go wrong, in sentences for people: what was wrong, what is allowed, what to type.

The library raises these; only `tt_print.cli` prints them and chooses the exit status.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class TTPrintError(Exception):
    """The root of all errors that tt_print raises on purpose. `kind` and `details` tell a program what the sentence tells a person."""

    exit_status = 2
    kind = "input"

    @property
    def details(self) -> dict[str, Any]:
        return {}


class InputError(TTPrintError, ValueError):
    """Somebody asked for what does not exist or cannot be: a card, an option, a number."""


class NotationError(InputError):
    """A text that should name a card, a pile or a deal does not."""


class LayoutError(InputError):
    """The paper cannot hold what was asked for."""


class TemplateError(TTPrintError, ValueError):
    """A file under `templates/` does not say what it must; the message names file and place."""


class ExampleError(TTPrintError, ValueError):
    """A check failed: an example of a rule text is not what the engine says."""

    exit_status = 1


class MachineError(TTPrintError, OSError):
    """The machine refused: no permission, no space, another's file in the way."""

    exit_status = 1
    kind = "machine"


class PreflightError(TTPrintError):
    """Files that were just made break the rules of the printer they are for; none of them was handed over."""

    exit_status = 1


def join_words(words: Iterable[str], last: str = "or") -> str:
    """`a, b or c`; nothing for none."""
    if not (listed := list(words)):
        return ""
    *head, tail = listed
    return f"{', '.join(head)} {last} {tail}" if head else tail


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """` Did you mean "craziness"?` where one of `allowed` is near `word`, else nothing."""
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), list(allowed), n=1, cutoff=0.6)
    return f" Did you mean {near[0]}?" if near else ""


def choose(what: str, word: str, allowed: Iterable[str], option: str = "") -> str:
    """`word`, in the spelling of `allowed`, which is matched in either case.

    `what` names the thing in the message ("paper"), `option` what to type ("--paper").
    Raises InputError that lists what is allowed.
    """
    names = list(allowed)
    for name in names:
        if word.strip().lower() == name.lower():
            return name
    cure = f"Choose {option + ' ' if option else ''}{join_words(names)}."
    raise InputError(f"there is no {what} {word!r}.{did_you_mean(word, names)} {cure}")
