"""Arguments before typer sees them: lists joined to one word, numbers and paths read as everywhere else."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from copy import copy
from functools import partial
from typing import Any

from tt_print.errors import InputError
from tt_print.numbers import read_signed
from tt_print.typed_lists import count_gathered, join_list


def _read_path(text: str) -> str | None:
    """Nothing is no path: it would mean the folder where one is."""
    return text or None


READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    "int": (read_signed, "give a whole number in figures, like 2."),
    "path": (_read_path, "give a file or a folder."),
}


def read_parameters(command: Any) -> None:
    """Changes each parameter of a command that is one of these. Typer does not export the classes of click's that it takes."""
    for param in command.params:
        kind = param.type.name
        if kind in READERS:
            changed = copy(param.type)
            changed.convert = partial(_convert, param.type, *READERS[kind])
            param.type = changed


def _convert(kind: Any, read: Callable[[str], Any], cure: str, value: Any, param: Any, context: Any) -> Any:
    if isinstance(value, str):
        meant = read(value)
        if meant is None:
            name = param.opts[0] if param.param_type_name == "option" else param.human_readable_name
            raise InputError(f"{name} {value!r}: {cure} For help: {context.command_path} --help")
        value = meant
    return kind.convert(value, param, context)


GAMES_IN_LIST = frozenset({"--booklet"})
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
        while (
            len(items) > 1 and words[-1] not in GAMES_IN_LIST and _names_a_game(items[-1:]) and not _names_a_game(words)
        ):
            rest.insert(0, items.pop())
        words.append(join_list(items))
    return words


def _names_a_game(words: Iterable[str]) -> bool:
    from tt_print.games import GAMES

    return any(word.lower() in ("all", *GAMES) for word in words)
