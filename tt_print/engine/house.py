"""House rules: what a table may decide for itself, read from one TOML file or from `name=value`.

    [common]                      # for every game that knows the option
    next_dealer = "winner"

    [craziness]
    elimination_score = 20

Each option belongs to a ruling: a place where the printed rules are silent or contradict themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tt_print.errors import InputError, did_you_mean, join_words
from tt_print.records import dataclass
from tt_print.typed_words import read_signed

if TYPE_CHECKING:
    from pathlib import Path

    from tt_print.engine.base import ScoredGame

MAX_FILE_BYTES = 64_000  # of house rules: all options of all games, with as many words again about each
COMMON = "common"  # the section of a house file that speaks to every game
SPOKEN = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class HouseError(InputError):
    """A house rule that does not exist, a value it cannot have, or two that exclude each other."""


@dataclass(frozen=True, slots=True)
class Option:
    """One decision a table may take: its default, what else it may be, and the ruling behind it.

    `values` lists the allowed values; `minimum` allows whole numbers from there on, up to `maximum`.
    `read` turns another kind of value (a list of teams) into what the game keeps; it raises ValueError
    with what is allowed. `samples` are values to try in tests where `values` does not list them all.
    """

    name: str
    default: object
    ruling: str
    meaning: str
    values: tuple[Any, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    read: Callable[[Any], object] | None = None
    samples: tuple[object, ...] = ()

    @property
    def allowed(self) -> str:
        """What the option may be, in words."""
        words = [show_value(value) for value in self.values]
        if self.minimum is not None:
            words.append(
                f"a whole number from {self.minimum}" + (f" to {self.maximum}" if self.maximum is not None else "")
            )
        return join_words(words) if words else self.meaning

    def trials(self) -> tuple[object, ...]:
        """Every value worth a test: all that are listed, and the samples."""
        return tuple(dict.fromkeys((*self.values, *self.samples, self.default)))

    def parse(self, value: object) -> object:
        """`value` as the game keeps it. Text is understood as on the command line. Raises HouseError."""
        for known in self.values:
            if _same(value, known):
                return known
        try:
            if self.read is not None:
                return self.read(value)
            if self.minimum is not None and isinstance(value, (str, int)) and not isinstance(value, bool):
                number = read_signed(value) if isinstance(value, str) else value
                if number is not None and number >= self.minimum and (self.maximum is None or number <= self.maximum):
                    return number
        except (ValueError, TypeError):
            pass
        near = ""
        if isinstance(value, str) and read_signed(value) is None:
            near = did_you_mean(value, map(show_value, self.values))
        raise HouseError(
            f"{self.name} can't be {_quoted(value)}.{near} Choose {self.allowed} "
            f"(default: {show_value(self.default)}; explained in ruling {self.ruling})."
        )


class House(Mapping[str, Any]):
    """The house rules of one game: every option with its value. Made by `Game.house`, never changed."""

    __slots__ = ("_defaults", "_hash", "_values", "game", "changed")

    def __init__(self, game: str, values: dict[str, object], defaults: dict[str, object]) -> None:
        self.game = game
        self._values = values
        self._defaults = defaults
        self.changed = {name: value for name, value in values.items() if value != defaults[name]}
        self._hash: int | None = None

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, House) and (self.game, self._values) == (other.game, other._values))

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.game, tuple(map(str, self.changed.items()))))
        return self._hash

    def __reduce__(self) -> tuple[type[House], tuple[str, dict[str, object], dict[str, object]]]:
        return House, (self.game, self._values, self._defaults)

    def __str__(self) -> str:
        """The options that differ from their default: `elimination_score=20 must_play=true`, or `-`."""
        return " ".join(f"{name}={show_value(value)}" for name, value in self.changed.items()) or "-"

    def __repr__(self) -> str:
        return f"House({self.game}: {self})"

    def as_json(self) -> dict[str, object]:
        """The options that differ from their default; teams as they are typed."""
        return {name: show_value(value) if isinstance(value, tuple) else value for name, value in self.changed.items()}

    def without(self, name: str) -> House:
        """The same house rules, with this one as it is by default."""
        return House(self.game, {**self._values, name: self._defaults[name]}, self._defaults)


def make_house(game: ScoredGame, changes: Mapping[str, object]) -> House:
    """House rules with `changes` (option name to value, as Python, TOML or text) over the defaults.

    Raises HouseError for an unknown option, a value that it cannot have, or values that exclude each other.
    """
    options = {option.name: option for option in game.options}
    defaults = {name: option.default for name, option in options.items()}
    values = dict(defaults)
    for name, value in changes.items():
        if name not in options:
            near = did_you_mean(name, options)
            raise HouseError(f"{game.title} has no house rule {name!r}.{near} There are:\n{describe_options(game)}")
        values[name] = options[name].parse(value)
    if game.check_house is not None:
        game.check_house(values)
    return _one_house(game.name, tuple(values.items()), tuple(defaults.items()))


@lru_cache(maxsize=512)
def _one_house(game: str, values: tuple[tuple[str, object], ...], defaults: tuple[tuple[str, object], ...]) -> House:
    """One object for the same house rules, so that what is kept by them is found without comparing them."""
    return House(game, dict(values), dict(defaults))


def read_house(
    game: ScoredGame, path: Path | None = None, overrides: Iterable[str] = (), sections: Iterable[str] | None = None
) -> House:
    """The house rules of `game` from a TOML file, with `name=value` texts on top.

    The file's `[common]` speaks to every game that knows the option, a section named after a game to
    that game only, which wins. `sections` are the names of all games, so that a misspelled section is reported; without
    them other sections are taken for those of other games. Raises HouseError, which names what there is.
    """
    changes: dict[str, object] = {}
    if path is not None:
        changes |= _read_file(game, path, sections)
    for text in overrides:
        name, equals, value = text.partition("=")
        if not equals:
            raise HouseError(f"{text!r}: write name=value, as in {_example(game)}.")
        changes[name.strip()] = value.strip()
    return make_house(game, changes)


FORMER = ("force_deck",)  # options that older files of nights name, and on which nothing depends anymore


def parse_house(game: ScoredGame, text: str) -> House:
    """Undoes `str(house)`. Raises HouseError."""
    named = [] if text == "-" else text.split()
    return read_house(game, overrides=[each for each in named if each.partition("=")[0] not in FORMER])


def show_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):  # teams: [[Ann, Cy], [Bo, Di]] is written Ann+Cy/Bo+Di
        return "/".join("+".join(map(str, part)) if isinstance(part, (list, tuple)) else str(part) for part in value)
    return str(value)


def _quoted(value: object) -> str:
    """A value as it is written, and a word in quotes."""
    return repr(value) if isinstance(value, str) and read_signed(value) is None else show_value(value)


def describe_options(game: ScoredGame) -> str:
    """One line an option: name, what it may be, default, ruling, meaning."""
    return "\n".join(
        f"  {o.name} = {o.allowed} (default {show_value(o.default)}; ruling {o.ruling}): {o.meaning}"
        for o in game.options
    )


def _read_file(game: ScoredGame, path: Path, known_sections: Iterable[str] | None) -> dict[str, object]:
    from tt_print.files.data import read_toml

    example = f"House rules are lines such as {_example(game).replace('=', ' = ')}, under [{game.name}]."
    what_to_do = "Write the house rules there, or name another file."
    document = read_toml(path, MAX_FILE_BYTES, what_to_do, HouseError, example)
    data = document.data
    sections = [*dict.fromkeys((COMMON, *(known_sections if known_sections is not None else data), game.name))]
    for name, section in data.items():
        if not isinstance(section, dict):
            raise document.error(f"{name} is outside a section. Write it under [{COMMON}] or [{game.name}].", name)
        if name not in sections:
            near = did_you_mean(name, sections)
            raise document.error(f"there is no section [{name}].{near} Sections: {' '.join(sections)}.", name)
    known = {option.name for option in game.options}
    for name in data.get(COMMON, {}):
        if name not in COMMON_NAMES:
            raise document.error(
                f"[{COMMON}] has no option {name!r}.{did_you_mean(name, COMMON_NAMES)} There: "
                f"{' '.join(COMMON_NAMES)}. Options of one game belong under its name.",
                COMMON,
                name,
            )
    common = {name: value for name, value in data.get(COMMON, {}).items() if name in known}
    own = data.get(game.name, {})
    try:
        make_house(game, {name: value for name, value in common.items() if name not in own})
    except HouseError as error:
        message = f"not in {game.title}: {error} Write it under the games that it is meant for."
        raise document.error(message, COMMON, *_wrong_option(game, common)) from None
    try:
        return dict(make_house(game, common | own).changed)
    except HouseError as error:
        raise document.error(str(error), game.name, *_wrong_option(game, own)) from None


def _wrong_option(game: ScoredGame, values: Mapping[str, object]) -> list[str]:
    """The name of the first option that is wrong alone; empty if only several together are wrong."""
    options = {option.name: option for option in game.options}
    for name, value in values.items():
        try:
            options[name].parse(value)
        except (KeyError, HouseError):
            return [name]
    return []


def _example(game: ScoredGame) -> str:
    option = next((o for o in game.options if o.ruling not in ("G-3", "G-4")), game.options[0])
    return f"{option.name}={show_value(option.default)}"


def _same(value: object, known: object) -> bool:
    if isinstance(value, str):
        if isinstance(known, bool):
            return SPOKEN.get(value.lower()) is known
        return value.lower() == str(known).lower()
    return type(value) is type(known) and value == known


# ---------------------------------------------------------------- options that several games share


def choice(name: str, ruling: str, meaning: str, *values: object) -> Option:
    """An option that is one of these values, by default the first."""
    return Option(name, values[0], ruling, meaning, values)


FIRST_PLAYER = choice(
    "first_player",
    "G-3",
    "who plays first: the dealer's left neighbor, the dealer, or always the first seat",
    "left_of_dealer",
    "dealer",
    "seat",
)
NEXT_DEALER = choice(
    "next_dealer",
    "G-4",
    "who deals next: the next living player to the left, the winner of the round, or its loser",
    "rotate",
    "winner",
    "loser",
)


def jokers_option(*counts: int) -> Option:
    """How many jokers join (ruling G-6)."""
    return choice("jokers", "G-6", "how many jokers join the deck", *counts)


COMMON_NAMES = ("first_player", "next_dealer", "jokers")
