"""Lists as people type them: `Ann,Bo,Cy`, `Ann, Bo, Cy`, `Ann Bo Cy`, and `Ann、Bo，Cy`.

The last is what PowerShell makes of the first: to it a comma parts the words of a command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_COMMA = re.compile("[,，、]")
_OPTION = re.compile(r"-(?![\d.])")  # not -1, which is a number


def split_at_commas(text: str) -> list[str]:
    """The parts of a list, of which one is empty where a comma stands alone."""
    return [part.strip() for part in _COMMA.split(text)]


def split_list(text: str) -> list[str]:
    """The parts of a list with commas, as `split_at_commas`, or with nothing but spaces between them."""
    parts = split_at_commas(text)
    return parts if len(parts) > 1 else text.split()


def count_gathered(first: str, rest: Sequence[str], belongs: Callable[[str], bool]) -> int:
    """How many of the words after `first` go on with the list that it begins.

    A list in one word is whole, unless it ends with a comma; a list in several goes on to the first option, or to the
    first word that does not belong to it. A word after a comma belongs to it always.
    """
    open_end = first.endswith(",")
    if "," in first and not open_end:
        return 0
    for index, word in enumerate(rest):
        if _OPTION.match(word) or not (open_end or word.startswith(",") or belongs(word)):
            return index
        open_end = word.endswith(",")
    return len(rest)


def join_list(words: Sequence[str]) -> str:
    """The words of a list as one: `Ann,Bo` of `Ann Bo`, of `Ann, Bo` and of `Ann , Bo`."""
    joined = ""
    for word in words:
        parted = not joined or joined.endswith(",") or word.startswith(",")
        joined += word if parted else f",{word}"
    return joined
