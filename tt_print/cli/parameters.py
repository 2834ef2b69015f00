"""Arguments before typer sees them: lists joined to one word."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from tt_print.typed_lists import count_gathered, join_list

LENGTHS = frozenset({"--measured", "--back-offset"})
_COMMA_NUMBER = re.compile(r"-?\d+,\d+(?:mm)?")


def join_lists(arguments: Sequence[str], lists: Collection[str]) -> list[str]:
    """The words of a command, with each list after an option of `lists` as one word.

    Two lengths with a comma before their parts, as many countries write them, are two lengths: `--measured 99,3 99,4`.
    Games at the end of a list are the games of the command where it names none before: `--players Ann Bo craziness`.
    """
    words: list[str] = []
    rest = list(arguments)
    while rest:
        words.append(rest.pop(0))
        if words[-1] not in lists or not rest:
            continue
        if words[-1] in LENGTHS and sum(bool(_COMMA_NUMBER.fullmatch(word)) for word in rest[:2]) == 2:
            rest[:2] = [word.replace(",", ".") for word in rest[:2]]
        count = count_gathered(rest[0], rest[1:], lambda _: True)
        items, rest = rest[: count + 1], rest[count + 1 :]
        while len(items) > 1 and _names_a_game(items[-1:]) and not _names_a_game(words):
            rest.insert(0, items.pop())
        words.append(join_list(items))
    return words


def _names_a_game(words: Iterable[str]) -> bool:
    from tt_print.games import GAMES

    return any(word.lower() in ("all", *GAMES) for word in words)
