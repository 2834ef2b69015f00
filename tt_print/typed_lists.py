"""Lists as people type them: `Ann,Bo,Cy`, `Ann, Bo, Cy`, and `Ann Bo Cy`.

The last is what PowerShell makes of the first: to it a comma parts the words of a command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_OPTION = re.compile(r"-(?![\d.])")  # not -1, which is a number


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
