"""The list of games, and how people may call them. A game's module is loaded when it is asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tt_print.errors import InputError, did_you_mean, join_words

if TYPE_CHECKING:
    from tt_print.engine.base import Game


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a game is: its full title, and `module:attribute` under `tt_print.engine`."""

    title: str
    place: str
    also: tuple[str, ...] = ()


# In the order of the source's files.
GAMES: dict[str, Entry] = {
    "ww3": Entry("World War 3", "war:WW3", ("world war three",)),
    "armageddon": Entry("Armageddon", "war:ARMAGEDDON"),
    "six-suit": Entry("Six Suit", "six_suit:GAME"),
    "casino": Entry("Casino Macedonia", "casino:GAME", ("cassino",)),
    "craziness": Entry("Craziness", "craziness:GAME"),
    "push-it": Entry("Push It Real Good", "push_it:GAME"),
}


@cache
def game_names() -> list[str]:
    """The names of the games whose module is there, in the order of `GAMES`."""
    return [name for name, entry in GAMES.items() if find_spec(f"tt_print.games.{entry.place.split(':')[0]}")]


def load_games() -> list[Game]:
    return [_load(name) for name in game_names()]


def find_game(text: str) -> Game:
    """The game that `text` names: its name, its title, or a beginning of either that fits only one game.

    Case, spaces and hyphens do not matter. Raises InputError with the list of games.
    """
    wanted = _plain(text)
    spellings = {name: {_plain(word) for word in (name, entry.title, *entry.also)} for name, entry in GAMES.items()}
    found = [name for name, words in spellings.items() if wanted in words]
    found = found or [name for name, words in spellings.items() if wanted and any(w.startswith(wanted) for w in words)]
    games = f"Games: {' '.join(GAMES)}."
    if len(found) > 1:
        raise InputError(f"{text!r} could be {join_words(found)}. Write one of them. {games}")
    if not found:
        raise InputError(f"there is no game {text!r}.{did_you_mean(text, GAMES)} {games}")
    if found[0] not in game_names():
        raise InputError(f"{GAMES[found[0]].title} is missing from this copy of tt_print; install it again.")
    return _load(found[0])


@cache
def _load(name: str) -> Game:
    module, attribute = GAMES[name].place.split(":")
    return getattr(import_module(f"tt_print.games.{module}"), attribute)


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())
