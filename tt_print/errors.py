"""What can go wrong, in sentences for people: what was wrong, what is allowed, what to type.

The library raises these; only `tt_print.cli` prints them and chooses the exit status.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


class TTPrintError(Exception):
    """The root of all errors that tt_print raises on purpose. `kind` and `details` tell a program what the sentence tells a person."""

    exit_status = 2
    kind = "input"
    advice: object = None
    """A sentence on what to do now, a `Said`, which people read after the error."""

    @property
    def details(self) -> dict[str, object]:
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


class ExportError(TTPrintError):
    """Files that were just made break the rules of the printer they are for; none of them was handed over."""

    exit_status = 1


def capitalized(text: str) -> str:
    """The same with a capital at its beginning, and no other letter changed."""
    return text[:1].upper() + text[1:]


def join_words(words: Iterable[str], last: str = "or") -> str:
    """`a, b, or c`; nothing for none."""
    if not (listed := list(words)):
        return ""
    *head, tail = listed
    comma = "," if len(head) > 1 else ""
    return f"{', '.join(head)}{comma} {last} {tail}" if head else tail


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """` Did you mean craziness?` if one of `allowed` is a slip of the finger away from `word`, or a part of it, else nothing.

    Words that merely share some letters (`corners` and `jokers`) are no guess.
    """
    from difflib import get_close_matches

    typed, names = word.lower(), list(allowed)
    parts = [name for name in names if min(len(typed), len(name)) > 2 and _is_part(typed, name.lower())]
    slips = get_close_matches(typed, names, n=1, cutoff=0.75 if len(typed) > 3 else 0.66)
    near = slips or get_close_matches(typed, parts, n=1, cutoff=0)
    return f" Did you mean {near[0]}?" if near else ""


def _is_part(one: str, other: str) -> bool:
    """Whether either begins or ends with the other, as `suit` ends `six-suit`."""
    return one.startswith(other) or one.endswith(other) or other.startswith(one) or other.endswith(one)


def choose(what: str, word: str, allowed: Iterable[str]) -> str:
    """`word`, in the spelling of `allowed`, which is matched in either case.

    `what` names the thing in the message ("deck"). Raises InputError that lists what is allowed.
    """
    names = list(allowed)
    for name in names:
        if word.strip().lower() == name.lower():
            return name
    raise InputError(f"there is no {what} {word!r}.{did_you_mean(word, names)} Choose {join_words(names)}.")


# ---------------------------------------------------------------- texts of others


# What a terminal would obey, or what changes how the letters round it stand, or cannot be written: control characters but
# newline and tab (also those above 127, DEL, a carriage return of its own), bidirectional embeddings, overrides and
# isolates, breaks of lines and paragraphs, annotations, the byte order mark, halves of letters.
_HARMFUL_SIGN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufff9-\ufffb]|\r(?!\n)"
)


def harmless(text: str) -> str:
    """`text` with a replacement sign for each one that a terminal would obey; line breaks and tabs stay."""
    return text if text.isascii() and text.isprintable() else _HARMFUL_SIGN.sub("\N{REPLACEMENT CHARACTER}", text)


def harmless_json(text: str) -> str:
    """JSON in which such characters are written as `\\u009b`, which programs read as what they were."""
    return _HARMFUL_SIGN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
