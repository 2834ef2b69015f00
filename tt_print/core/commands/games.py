"""Fields that name games, house rules, and players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.problems import Problem
from tt_print.requests.kinds import NOTHING, Choice, File, Items, Kind, Line, Number
from tt_print.requests.notes import Bare, Config, Local, Values, Word
from tt_print.typed_lists import split_at_commas

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.house import House

ALL = "all"
OWN_SUFFIXES = (".md", ".markdown", ".txt", ".toml")  # of files that can be somebody's own game


def games() -> Mapping[str, str]:
    from tt_print.games import GAMES, game_names

    return {name: GAMES[name].title for name in game_names()}


def games_and_all() -> Mapping[str, str]:
    return {**games(), ALL: "all games"}


def find_game(text: str) -> str:
    """The name of a game, or `all`."""
    from tt_print.games import find_game

    return ALL if text.strip().lower() == ALL else find_game(text).name


def scored_games() -> Mapping[str, str]:
    from tt_print.games import POINTS

    return {**games(), POINTS: "any other game"}


def find_one_game(text: str) -> str:
    """The name of a game."""
    from tt_print.games import find_game

    return find_game(text).name


def games_left(line: Line) -> Mapping[str, str]:
    """The games that were not typed yet."""
    typed = {word for words in line.values() for word in words}
    return {name: title for name, title in games_and_all().items() if name not in typed}


class GameNames(Items):
    """Games, or `all`. Somebody who types can name the file of a game of their own."""

    def __init__(self) -> None:
        each = Choice(games_and_all, find_game, narrowed=games_left)
        super().__init__("choice", each, metavar="GAME...", many=True)

    def read(self, text: str) -> tuple[str, ...]:
        return tuple(word if own_file(word) else self.each.read(word) for word in split_at_commas(text) if word)

    def check(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, (list, tuple)):
            raise Problem("type", value=value, wanted="list")
        return tuple(self.each.check(each) for each in value)


class GameName(Choice):
    """A game, or `all`. Somebody who types can name the file of a game of their own."""

    def __init__(self) -> None:
        super().__init__(games_and_all, find_game, "GAME")

    def read(self, text: str) -> Any:
        return text if own_file(text) else find_game(text)

    def check(self, value: Any) -> Any:
        return find_game(str(Kind.check(self, value)))


def own_file(text: str) -> Path | None:
    """The file of somebody's own game that `text` names; None if it means a game of ours."""
    path = Path(text)
    return path if path.suffix.lower() in OWN_SUFFIXES or (path.suffix and path.is_file()) else None


def house_rules(line: Line) -> Mapping[str, str]:
    """`name=value` for every value that is listed, of the games that were typed, or of all; the usual one if a number can be anything."""
    from tt_print.engine.house import show_value
    from tt_print.errors import InputError
    from tt_print.games import find_game, load_games

    found: dict[str, str] = {}
    named: list[Game] = []
    for word in (*line.get("games", ()), *line.get("game", ())):
        try:
            named += load_games() if word == ALL else [find_game(word)]
        except InputError:
            continue
    for game in named or load_games():
        for option in game.options:
            for value in option.values or (option.default,):
                usual = " (usual)" if value == option.default else ""
                found.setdefault(f"{option.name}={show_value(value)}", f"{option.meaning}{usual}")
    return found


class HouseRules(Kind):
    """House rules as `name=value`, one for each use of the option; in JSON also an object."""

    form, is_repeated, types = "house", True, (list, tuple, Mapping)

    def __init__(self) -> None:
        super().__init__("NAME=VALUE")

    def check(self, value: Any) -> tuple[str, ...]:
        from tt_print.core.fields import rule_texts

        value = super().check(value)
        if not isinstance(value, Mapping) and (strange := [each for each in value if not isinstance(each, str)]):
            raise Problem("type", value=strange[0], wanted="text")
        return tuple(rule_texts(value if isinstance(value, Mapping) else tuple(value)))

    def complete(self, part: str, line: Line = NOTHING) -> Iterable[tuple[str, str]]:
        return house_rules(line).items()


class Names(Kind):
    """Players by their names, clockwise."""

    form, is_list, types = "names", True, (list, tuple, str)

    def __init__(self) -> None:
        super().__init__("NAMES")

    def read(self, text: str) -> tuple[str, ...]:
        from tt_print.people import parse_names

        return parse_names(text)

    def check(self, value: Any) -> tuple[str, ...]:
        from tt_print.people import check_names

        value = super().check(value)
        if strange := [each for each in value if not isinstance(each, str)]:
            raise Problem("type", value=strange[0], wanted="text")
        return self.read(value) if isinstance(value, str) else check_names(value)


class Players(Kind):
    """Players by their names, clockwise, or how many they are: then `Player 1` and so on."""

    form, is_list, types = "names", True, (list, tuple, str, int)

    def __init__(self) -> None:
        super().__init__("NAMES|N")

    def check(self, value: Any) -> tuple[str, ...]:
        from tt_print.dealing.settings import MAX_PLAYERS
        from tt_print.people import read_players

        if isinstance(value, (list, tuple)):
            return Names().check(value)
        return read_players(str(super().check(value)), MAX_PLAYERS)


class Seat(Kind):
    """One of the players."""

    form = "seat"

    def __init__(self, metavar: str = "NAME") -> None:
        super().__init__(metavar)


class Night(Number):
    """The number of a game night."""

    form = "night"

    def __init__(self, metavar: str = "NUMBER") -> None:
        super().__init__(metavar=metavar)


def option_values(name: str) -> Callable[[Line], Mapping[str, str]]:
    """The values of a house rule in the game that was typed, or in any that has it."""

    def found(line: Line) -> Mapping[str, str]:
        from tt_print.errors import InputError
        from tt_print.games import find_game, load_games

        try:
            named = [find_game(*line["game"])]
        except (InputError, KeyError, TypeError):
            named = load_games()
        if name == "deck":
            return {deck: "" for game in named for deck, _ in game.table.variants}
        values = (value for game in named for option in game.options if option.name == name for value in option.values)
        return {str(value): "" for value in values}

    return found


OneGame = Annotated[str, Choice(games, find_one_game, "GAME"), Bare()]
Games = Annotated[tuple[str, ...], GameNames(), Bare()]
HouseFile = Annotated[str, File(), Word("house"), Config(key="night.house"), Local()]
Rules = Annotated[tuple[str, ...], HouseRules(), Word("option")]


def house_heeded(values: Values) -> bool:
    """Whether house rules of `config.toml` matter: not for a game of somebody's own, which has no engine."""
    names = _names_of(values)
    return any(names) and not any(own_file(name) for name in names)


def house_problems(values: Values) -> Iterable[Problem]:
    """House rules for a game of somebody's own, or that game beside others."""
    names = _names_of(values)
    if own := next((name for name in names if own_file(name)), None):
        if not Path(own).exists():
            yield Problem("no_own_game", "games", value=own)
        elif len(names) > 1:
            yield Problem("own_game_alone", "games", value=own)
        elif values["house_file"] or values["house"]:
            yield Problem("own_game_rules", "house", value=own)


def _names_of(values: Values) -> list[str]:
    return [*map(str, values.get("games") or (values.get("game") or "",))]


def load_houses(names: Sequence[str], house_file: str, house: Sequence[str]) -> list[tuple[Game, House]]:
    """The games with their house rules. Raises HouseError."""
    from tt_print.core.fields import load_house_rules

    return load_house_rules(names, Path(house_file) if house_file else None, house)
