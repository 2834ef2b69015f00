"""The list of games, and how people may call them. A game's module is loaded when it is asked for.

A package elsewhere brings a game through the entry-point group `tt_print.games`, under the game's name:

    [project.entry-points."tt_print.games"]
    lucky-seven = "lucky_seven:GAME"

Such games are looked up only when somebody names a game that is not in the list here, or asks for the list of games, so that no start gets
slower. Their templates lie in `templates/` of their own package. `docs/add-a-game.md` leads through it.

May import: engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from tt_print.errors import InputError, did_you_mean, join_words
from tt_print.problems import Problem

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from tt_print.engine.base import Game, ScoredGame
    from tt_print.engine.scorer import Scorer

GROUP = "tt_print.games"


class Listing(NamedTuple):  # a dataclass would cost each start 2 ms
    """Where a game is: its full title, and its package under `tt_print.games`, whose `GAME` it is.

    `first_variant` is the number of its first variant in deal codes of layout 1; they are printed and never change. All numbers are taken, so
    a new game has None, and its codes are of layout 2.
    """

    title: str
    package: str
    first_variant: int | None = None
    also: tuple[str, ...] = ()


# In the order of the source's files.
GAMES: dict[str, Listing] = {
    "ww3": Listing("World War 3", "ww3", 0, ("world war three",)),
    "armageddon": Listing("Armageddon", "armageddon", 3),
    "six-suit": Listing("Six Suit", "six_suit", 6),
    "casino": Listing("Casino Macedonia", "casino", 7, ("cassino",)),
    "craziness": Listing("Craziness", "craziness", 10),
    "push-it": Listing("Push It Real Good", "push_it", 11),
}
VARIANT_COUNT = 16  # numbers of variants in layout 1
POINTS = "points"  # any other game, of which the score alone is kept


@cache
def game_names() -> list[str]:
    """The names of the games whose module is there, in the order of `GAMES`."""
    return [name for name, entry in GAMES.items() if find_spec(f"tt_print.games.{entry.package}")]


def load_games() -> list[Game]:
    """The games of the list, without those of other packages."""
    return [_load(name) for name in game_names()]


def find_game(text: str) -> Game:
    """The game that `text` names: its name, its title, or a beginning of either that fits only one game.

    Case, spaces and hyphens do not matter. If none of the list fits, games of other packages also count. Raises
    InputError with the list of games.
    """
    if text in GAMES and text in game_names():
        return _load(text)
    wanted = _plain(text)
    spellings = {name: {_plain(word) for word in (name, entry.title, *entry.also)} for name, entry in GAMES.items()}
    found = _matching(wanted, spellings) or _matching(wanted, {name: {_plain(name)} for name in other_games()})
    found = found or _matching(wanted, {name: {_plain(_load(name).title)} for name in other_games()})
    known = [*GAMES, *(other_games() if not found or found[0] not in GAMES else ())]
    if len(found) > 1:
        raise InputError(f"{text!r} could be {join_words(found)}. Write one of them.")
    if wanted == POINTS:
        raise Problem("games.points", "game")
    if not found:
        raise InputError(f"there is no game {text!r}.{did_you_mean(str(text), known)} Choose {join_words(known)}.")
    if found[0] in GAMES and found[0] not in game_names():
        raise InputError(f"{GAMES[found[0]].title} is missing from this copy of tt_print; install it again.")
    return _load(found[0])


def find_scored_game(text: str) -> ScoredGame:
    """As `find_game`, for anyone who keeps score: `points` is any other game."""
    if _plain(text) != POINTS:
        return find_game(text)
    game: ScoredGame = import_module(f"tt_print.games.{POINTS}").GAME
    return game


@cache
def find_scorer(game: str) -> Scorer:
    """How hands of the game of this name are entered and counted."""
    from tt_print.engine.scorer import WonHands

    found = find_scored_game(game)
    scoring: type[Scorer] = found.find("entry", "Scoring", WonHands)
    return scoring(found)


def _matching(wanted: str, spellings: dict[str, set[str]]) -> list[str]:
    """The names one of whose spellings is `wanted`; without one those with a spelling that begins so."""
    exact = [name for name, words in spellings.items() if wanted in words]
    return exact or [name for name, words in spellings.items() if wanted and any(w.startswith(wanted) for w in words)]


@cache
def other_games() -> dict[str, EntryPoint]:
    """The games that other installed packages bring, by name; one with the name of a game of the list does not count."""
    from importlib.metadata import entry_points

    return {point.name: point for point in sorted(entry_points(group=GROUP)) if point.name not in GAMES}


def titles_where(fits: Callable[[Game], bool]) -> str:
    """The titles of the games for which `fits` holds, as words: for sentences about what only some games have."""
    return join_words([game.title for game in load_games() if fits(game)], "and")


@cache
def _load(name: str) -> Game:
    """A game of the list, or one of another package, whose templates are made known. Raises InputError where that is broken."""
    if name in GAMES:
        own: Game = import_module(f"tt_print.games.{GAMES[name].package}").GAME
        return own
    from pathlib import Path

    from tt_print.engine.base import Game
    from tt_print.templates import add_game_templates

    point = other_games()[name]
    try:
        game = point.load()
    except (ImportError, AttributeError, TypeError) as error:
        raise InputError(f"the game {name!r} cannot be loaded from {point.value}: {error}.") from error
    if not isinstance(game, Game) or game.name != name:
        raise InputError(f"{point.value} is not a game called {name!r}; install its package again.")
    (folder,) = import_module(game.package).__path__
    add_game_templates(game.name, Path(folder) / "templates")
    return game


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", str(text).lower())  # a program may ask for anything
