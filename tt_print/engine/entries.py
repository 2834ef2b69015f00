"""Who plays a night, and what a person types about a hand: bare words and options by name, and the parts of an entry that they become.

A game declares the parts of its entry once, and how they are typed, described, kept, and changed follows:

    class Scoring(Scorer):
        parts = (Name("out", "who went out", "went-out"), Numbers("points", "everyone's points", is_bare=True))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial
from itertools import zip_longest
from typing import Any, Generic, TypeVar

from tt_print.engine.base import ScoredGame
from tt_print.engine.house import House, show_value
from tt_print.engine.people import find_player, split_group
from tt_print.engine.standing import own_value
from tt_print.errors import InputError, did_you_mean, join_words
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.typed_words import count_gathered, has_figures_only, join_list, read_signed, read_whole

V = TypeVar("V")
MAX_POINTS = 9999  # of one hand; no game comes near it


@dataclass(frozen=True, slots=True)
class ScoredTable:
    """A game with its house rules and its players by seat, clockwise. `shared` is how tied places are numbered."""

    game: ScoredGame
    house: House
    names: tuple[str, ...]
    shared: str = "1224"

    def seat(self, text: str) -> int:
        """As `find_player`."""
        return find_player(text, self.names)

    def name(self, text: str) -> str:
        return self.names[self.seat(text)]

    @property
    def rules(self) -> str:
        """House rules that differ from the default, teams by the players' own names; `-` when there are none.

        Without the one that the title says.
        """
        said = f"{self.game.table.said_by_title}="
        return " ".join(rule for rule in self.changed_rules if not rule.startswith(said)) or "-"

    @property
    def changed_rules(self) -> tuple[str, ...]:
        """As `rules`, one text each; a name in them may hold spaces."""
        return tuple(f"{name}={show_value(value)}" for name, value in self.changed_values.items())

    @property
    def changed_values(self) -> dict[str, object]:
        """As `changed_rules`, each by its name, with its value."""
        return {name: own_value(name, value, self.names) for name, value in self.house.as_json().items()}

    def all(self, seats: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.names[seat] for seat in seats)

    def by_name(self, values: Sequence[V]) -> dict[str, V]:
        """Values by seat as values by name."""
        return dict(zip(self.names, values, strict=True))

    def number(self, text: str, what: str, maximum: int = MAX_POINTS) -> int:
        """A whole number of 0 or more. Raises InputError that names `what`."""
        number = read_whole(text)
        if number is None and not has_figures_only(text):
            raise InputError(f"{what}: {text!r} is not a number. Give a whole number such as 0 or 4.")
        if number is None or number > maximum:
            given = text.strip() if len(text) < 20 else f"a number of {len(text.strip())} digits"
            raise InputError(f"{what}: {given} is too much. The most is {maximum}.")
        return number


# ---------------------------------------------------------------- NAME=VALUE texts


def split_pairs(texts: Iterable[str], table: ScoredTable, what: str) -> dict[str, str]:
    """`Bo=4,Cy=1` and further such texts as name to text, in the order given. A comma separates pairs.

    Spaces about `=` and a comma too many at an end do no harm, and `Bo 4` is also a pair. A number for each player, without names,
    is in the order of the table. Raises InputError for an unknown name, a missing `=`, or a player named twice.
    """
    texts = tuple(texts)
    numbers = " ".join(texts).replace(",", " ").split()
    if numbers and all(read_signed(each) is not None for each in numbers):
        if len(numbers) != len(table.names):
            count = f"{len(numbers)} number{'s' if len(numbers) > 1 else ''} for {len(table.names)} players"
            spelled = zip_longest(table.names, numbers[: len(table.names)], fillvalue="0")
            words = " ".join(f'"{name}={number}"' if " " in name else f"{name}={number}" for name, number in spelled)
            raise InputError(f"{count}. Write a name with each number, such as {words}.")
        return dict(zip(table.names, numbers, strict=True))
    # A name, `=`, and a number are one text, where spaces had torn them apart.
    whole = re.sub(r"\s*=\s*", "=", "\n".join(texts))
    whole = re.sub(r"(^|[\n,])([^=\n,]+)\n(?=\d+,?(\n|$))", r"\1\2=", whole)
    pairs: dict[str, str] = {}
    for text in filter(None, (line.strip(" ,") for line in whole.split("\n"))):
        for part in text.split(","):
            if pairs and has_figures_only(part):
                raise InputError(f"{what} {text!r}: put a comma between players; points and counts are whole numbers.")
            add_pair(pairs, part, table, what)
    return pairs


def add_pair(pairs: dict[str, str], text: str, table: ScoredTable, what: str) -> None:
    typed, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"{what} {text.strip()!r}: write a name, = and the value, such as {table.names[-1]}=4.")
    name = table.name(typed)
    if name in pairs:
        raise InputError(f"{what} of {name} are given twice. Give them once.")
    pairs[name] = value


def split_names(text: str, table: ScoredTable) -> tuple[str, ...]:
    """`Bo+Cy` or `Bo,Cy`: each player once."""
    names = [table.name(one) for part in text.split(",") for one in split_group(part, table.names)]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name} is named twice. Name each player once.")
    return tuple(names)


# ---------------------------------------------------------------- what is typed about a hand


Entry = dict[str, Any]
Spell = Callable[[str], str]


class ListMeaning(str):
    """The meaning of a field that takes a list: with commas, or in words of their own."""


class SwitchMeaning(str):
    """The meaning of a field that takes no value."""


@dataclass(frozen=True, slots=True)
class Query:
    """Bare words, and the texts of each option in order (`left`, `points`, ...)."""

    words: tuple[str, ...] = ()
    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __contains__(self, flag: str) -> bool:
        return flag in self.flags


def _belongs(first: str, is_list: bool, word: str) -> bool:
    """Whether a word goes on with the list that begins with `first`: one of a kind with it.

    Cards go on with cards (`RH3 KB4`, `Ann=RC1 RH3`), counts with counts (`Ann=60 Bo=64`), names and values with such
    (`green heart`, `Bo=red Ann`). Other words stand for themselves, as the points of Cy in `--left Bo=RH3 Cy=5`.
    """
    if not is_list:
        return False
    if _is_pile(word):
        return _is_pile(first.rpartition("=")[2] if not _is_pile(first) else first)
    if "=" in word:
        return all(text.rpartition("=")[2].strip().isdigit() for text in (first, word))
    return not _is_pile(first)


def _is_pile(text: str) -> bool:
    """Whether a text begins with the code of a card."""
    return bool(re.match(r"\s*(?:[rygbk][chtsb][1-4q?]|j[12])(?![^=+/])", text, re.IGNORECASE))


def parse_query(arguments: list[str], known: Mapping[str, str], title: str) -> Query:
    """Typed words as a question. `known` maps each field of the game to what it means.

    `--on RC1`, `--on=RC1`; a field may come again. Raises Problem for an unknown field, one without its value, or a value
    after a switch.
    """
    words: list[str] = []
    flags: dict[str, list[str]] = {}
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--"):
            words.append(word)
            continue
        flag, equals, value = word[2:].partition("=")
        if flag not in known:
            raise _unknown(flag, [*known], title)
        if isinstance(known[flag], SwitchMeaning):
            if equals:
                raise Problem("score.no_value", flag, meaning=known[flag])
        elif not equals:
            if not rest or rest[0].startswith("--"):
                raise Problem("score.needs_value", flag, meaning=known[flag])
            value = rest.pop(0)
            count = count_gathered(value, rest, partial(_belongs, value, isinstance(known[flag], ListMeaning)))
            value, rest = join_list([value, *rest[:count]]), rest[count:]
        flags.setdefault(flag, []).append(value)
    return Query(tuple(words), {name: tuple(values) for name, values in flags.items()})


def _unknown(flag: str, known: list[str], title: str) -> Problem:
    """What is wrong with a field that the game does not have."""
    near = did_you_mean(flag, known).removeprefix(" Did you mean ").removesuffix("?")
    if near:
        return Problem("score.near_field", flag, title=title, other=near, fields=known)
    return Problem("score.unknown_field", flag, title=title, fields=known)


def typed(flag: str, *texts: str) -> list[str]:
    """The words that `parse_query` reads as an option."""
    return [f"--{flag}", *texts]


def only(flag: str, texts: Sequence[str]) -> str:
    """The text of an option that may come once. Raises InputError."""
    if len(texts) > 1:
        raise Problem("score.twice", flag, count=len(texts), given=", ".join(texts))
    return texts[0]


# ---------------------------------------------------------------- the parts of an entry


class Part(Generic[V]):
    """One key of an entry with a value `V`, which is typed with its `flag`, or is only stored.

    In what is stored a name is a text, an item of a list, or a key of a dict.
    """

    takes: Callable[[str], str] = ListMeaning  # what an option takes: a list, one text (str), nothing (Switch)

    def __init__(self, key: str, meaning: str = "", flag: str = "", is_bare: bool = False, shown: str = "{}") -> None:
        """`meaning` is the flag's, for people; `is_bare`: it can also be typed without; `shown` is the value in a few words."""
        self.key, self.flag, self.is_bare, self.shown = key, flag or key, is_bare, shown
        self.flags = {self.flag: self.takes(meaning)} if meaning else {}

    def read(self, query: Query, table: ScoredTable) -> V | None:
        """The value that was typed; None where nothing was. Raises InputError."""
        texts = query.flags.get(self.flag, ())
        return self.parse(texts, table) if texts else None

    def parse(self, texts: Sequence[str], table: ScoredTable) -> V | None:
        """The value of the texts after the option, each time that it is typed."""
        raise NotImplementedError

    def value(self, entry: Entry) -> V | None:
        """The value as it is typed, None where the entry has none."""
        stored: V | None = entry.get(self.key)
        return stored

    def words(self, value: V) -> list[str]:
        """What to type for a value."""
        return [word for text in self.texts(value) for word in typed(self.flag, text)]

    def texts(self, value: V) -> list[str]:
        """The way back from `parse`."""
        return []

    def describe(self, value: V) -> list[str]:
        """The value for people."""
        return list(map(self.shown.format, self.texts(value)))

    def rename(self, value: Any, spell: Spell) -> Any:
        """The value with every name as `spell` writes it."""
        if isinstance(value, dict):
            return {spell(name): each for name, each in value.items()}
        if isinstance(value, list):
            return [self.rename(each, spell) for each in value]
        return spell(value) if isinstance(value, str) else value

    def keep(self, value: Any, names: Sequence[str]) -> Any:
        """What of the value is about these players."""
        if isinstance(value, dict):
            return {name: each for name, each in value.items() if name in names}
        return None if isinstance(value, str) and value not in names else value


class Name(Part[str]):
    """One player."""

    takes = str

    def parse(self, texts: Sequence[str], table: ScoredTable) -> str:
        if not (name := only(self.flag, texts)):
            raise Problem("score.no_name", self.flag)
        return table.name(name)

    def texts(self, value: str) -> list[str]:
        return [value] if value else []


class Yes(Part[bool]):
    """An option without a value. It is stored only where it was typed."""

    takes = SwitchMeaning

    def parse(self, texts: Sequence[str], table: ScoredTable) -> bool:
        return True

    def words(self, value: bool) -> list[str]:
        return typed(self.flag) if value else []

    def describe(self, value: bool) -> list[str]:
        return [self.shown] if value else []


class Numbers(Part[dict[str, int]]):
    """A number of each player: `--right Bo=2,Cy=1`; with `is_bare` also `Bo=2 Cy=1`."""

    def read(self, query: Query, table: ScoredTable) -> dict[str, int] | None:
        texts = (*(query.words if self.is_bare else ()), *query.flags.get(self.flag, ()))
        pairs = split_pairs(texts, table, self.flag)
        return {name: self.number(text, f"{self.flag} of {name}", table) for name, text in pairs.items()} or None

    def number(self, text: str, what: str, table: ScoredTable) -> int:
        """Raises InputError."""
        return table.number(text, what)

    def words(self, value: dict[str, int]) -> list[str]:
        pairs = [f"{name}={number}" for name, number in value.items()]
        return pairs if self.is_bare or not pairs else typed(self.flag, ",".join(pairs))

    def describe(self, value: dict[str, int]) -> list[str]:
        return [self.shown.format(", ".join(f"{name} {number}" for name, number in value.items()))] if value else []


class Cards(Part[dict[str, list[str]]]):
    """Cards of each player: `--left Bo=RH3,KB4 --left Cy=GC2`."""

    def __init__(self, key: str, meaning: str, read: Callable[[str, str], list[str]]) -> None:
        """`read` is given the text and the player's name, and raises InputError."""
        super().__init__(key, meaning)
        self.read_cards = read

    def parse(self, texts: Sequence[str], table: ScoredTable) -> dict[str, list[str]]:
        pairs: dict[str, str] = {}
        for text in texts:
            add_pair(pairs, text, table, "cards")
        return {name: self.read_cards(text, name) for name, text in pairs.items()}

    def texts(self, value: dict[str, list[str]]) -> list[str]:
        return [f"{name}={','.join(codes)}" for name, codes in value.items()]


class Names(Part[list[str]]):
    """Players, in order: `--back Bo --back Ann`."""

    def parse(self, texts: Sequence[str], table: ScoredTable) -> list[str]:
        return [name for text in texts for name in split_names(text, table)]

    def texts(self, value: list[str]) -> list[str]:
        return value


class Moments(Part[list[list[str]]]):
    """Players in order, those of one moment together: `--out Bo --out Ann+Cy`. The value is a list of lists of names."""

    def parse(self, texts: Sequence[str], table: ScoredTable) -> list[list[str]]:
        return [list(split_names(text, table)) for text in texts]

    def texts(self, value: list[list[str]]) -> list[str]:
        return list(map("+".join, value))

    def describe(self, value: list[list[str]]) -> list[str]:
        return [self.shown.format(" + ".join(group)) for group in value]


class Order(Part[list[list[str]]]):
    """A whole game at once, the winner first: `--places Ann,Cy+Di,Bo`. The value is a list of lists of names."""

    def parse(self, texts: Sequence[str], table: ScoredTable) -> list[list[str]] | None:
        text = only(self.flag, texts)
        return [list(split_names(part, table)) for part in text.split(",")] if text else None

    def check(self, value: list[list[str]], names: Sequence[str]) -> None:
        """Raises InputError where somebody who is in has no place, or somebody has two."""
        if sorted(name for group in value for name in group) != sorted(names):
            raise Problem("score.everyone_once", self.flag, names=join_words(names, "and"))


class NumberPart(Part[int]):
    """One number, which belongs to nobody."""

    takes = str

    def parse(self, texts: Sequence[str], table: ScoredTable) -> int | None:
        text = only(self.flag, texts)
        return table.number(text, self.flag) if text else None

    def texts(self, value: int) -> list[str]:
        return [str(value)]
