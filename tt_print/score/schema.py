"""The schema of a score entry: a game declares the parts of its entry once, and how they are typed, kept, and changed follows.

    ENTRY = Schema(Name("out", "who went out", "went-out"), Numbers("points", "everyone's points", bare=True))

An entry is a dict, as it is stored. Words are read as a dict of the same form with the parts that were typed; the game's
`settle` completes it, or refuses it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tt_print.engine.query import ListMeaning, Query, Switch
from tt_print.errors import join_words
from tt_print.problems import Problem
from tt_print.score.seats import ScoredTable, add_pair, split_names, split_pairs

Entry = dict[str, Any]
Spell = Callable[[str], str]


def typed(flag: str, *texts: str) -> list[str]:
    """The words that `engine.query` reads as a field."""
    return [f"--{flag}", *texts]


class Part:
    """One key of an entry. `flag` is its option, with what it means to people.

    In its value a name is a text, an item of a list, or a key of a dict.
    """

    takes: Callable[[str], str] = ListMeaning  # what an option takes: a list, one text (str), nothing (Switch)

    def __init__(self, key: str, meaning: str, flag: str = "", is_bare: bool = False) -> None:
        """`is_bare`: it can also be typed without its option."""
        self.key, self.flag, self.is_bare = key, flag or key, is_bare
        self.flags = {self.flag: self.takes(meaning)}

    def read(self, query: Query, table: ScoredTable) -> Any:
        """The value that was typed; None where nothing was. Raises InputError."""
        raise NotImplementedError

    def words(self, value: Any) -> list[str]:
        """What to type for a value."""
        return [word for text in self.texts(value) for word in typed(self.flag, text)]

    def texts(self, value: Any) -> list[str]:
        """What is after the option, each time that it is typed."""
        raise NotImplementedError

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

    def merge(self, old: Any, new: Any) -> Any:
        """A new value over an old one: by player, where they have values of their own."""
        return old | new if isinstance(old, dict) else new


class Name(Part):
    """One player."""

    takes = str

    def read(self, query: Query, table: ScoredTable) -> str | None:
        if self.flag not in query:
            return None
        if not (name := query.one(self.flag)):
            raise Problem("score.no_name", self.flag)
        return table.name(name)

    def texts(self, value: str | None) -> list[str]:
        return [value] if value else []


class Yes(Part):
    """An option without a value. It is stored only where it was typed."""

    takes = Switch

    def read(self, query: Query, table: ScoredTable) -> bool | None:
        return self.flag in query or None

    def words(self, value: bool) -> list[str]:
        return typed(self.flag) if value else []


class Numbers(Part):
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


class Cards(Part):
    """Cards of each player: `--left Bo=RH3,KB4 --left Cy=GC2`."""

    def __init__(self, key: str, meaning: str, read: Callable[[str, str, ScoredTable], list[str]]) -> None:
        """`read` is given the text, the player's name, and the table, and raises InputError."""
        super().__init__(key, meaning)
        self.parse = read

    def read(self, query: Query, table: ScoredTable) -> dict[str, list[str]] | None:
        pairs: dict[str, str] = {}
        for text in query.flags.get(self.flag, ()):
            add_pair(pairs, text, table, "cards")
        return {name: self.parse(text, name, table) for name, text in pairs.items()} or None

    def texts(self, value: dict[str, list[str]]) -> list[str]:
        return [f"{name}={','.join(codes)}" for name, codes in value.items()]


class Names(Part):
    """Players, in order: `--back Bo --back Ann`."""

    def read(self, query: Query, table: ScoredTable) -> list[str] | None:
        return [name for text in query.flags.get(self.flag, ()) for name in split_names(text, table)] or None

    def texts(self, value: list[str]) -> list[str]:
        return value


class Moments(Part):
    """Players in order, those of one moment together: `--out Bo --out Ann+Cy`. The value is a list of lists of names."""

    def read(self, query: Query, table: ScoredTable) -> list[list[str]] | None:
        return [list(split_names(text, table)) for text in query.flags.get(self.flag, ())] or None

    def texts(self, value: list[list[str]]) -> list[str]:
        return list(map("+".join, value))


class Order(Part):
    """A whole game at once, the winner first: `--places Ann,Cy+Di,Bo`. The value is a list of lists of names."""

    def read(self, query: Query, table: ScoredTable) -> list[list[str]] | None:
        text = query.one(self.flag)
        return [list(split_names(part, table)) for part in text.split(",")] if text else None

    def check(self, value: list[list[str]], names: Sequence[str]) -> None:
        """Raises InputError where somebody who is in has no place, or somebody has two."""
        if sorted(name for group in value for name in group) != sorted(names):
            raise Problem("score.everyone_once", self.flag, names=join_words(names, "and"))


class Number(Part):
    """One number, which belongs to nobody."""

    takes = str

    def read(self, query: Query, table: ScoredTable) -> int | None:
        text = query.one(self.flag)
        return table.number(text, self.flag) if text else None

    def texts(self, value: int) -> list[str]:
        return [str(value)]


class Schema:
    """The parts of a game's entry, in the order in which they are stored and typed.

    Of the parts in `once` a player has one value: who has a new one, or is a new `Name`, has no other. The parts in `together`
    answer one question: an answer now replaces all that was answered then.
    """

    def __init__(self, *parts: Part, once: Sequence[str] = (), together: Sequence[str] = ()) -> None:
        self.parts, self.once, self.together = parts, once, together
        self.flags = {flag: meaning for part in parts for flag, meaning in part.flags.items()}

    def read(self, query: Query, table: ScoredTable, example: tuple[str, ...]) -> Entry:
        """What was typed. Raises InputError, for a word without an option with an `example`."""
        if query.words and not any(part.is_bare for part in self.parts):
            raise Problem("score.no_option", word=query.words[0], example=example)
        values = {part.key: part.read(query, table) for part in self.parts}
        return {key: value for key, value in values.items() if value is not None}

    def words(self, entry: Entry) -> list[str]:
        """What to type to enter it again."""
        return [word for part in self.parts if part.key in entry for word in part.words(entry[part.key])]

    def rename(self, entry: Entry, spell: Spell) -> Entry:
        return entry | {part.key: part.rename(entry[part.key], spell) for part in self.parts if part.key in entry}

    def keep(self, entry: Entry, names: Sequence[str]) -> Entry:
        """What of an entry is about these players."""
        return entry | {part.key: part.keep(entry[part.key], names) for part in self.parts if part.key in entry}

    def merge(self, old: Entry, new: Entry) -> Entry:
        """What is typed now over what an old entry has."""
        gone = self.together if any(key in new for key in self.together) else ()
        named = {name for key in self.once for name in new.get(key, ())}
        named |= {new[part.key] for part in self.parts if isinstance(part, Name) and part.key in new}
        merged = {}
        for part in self.parts:
            key, value = part.key, old.get(part.key)
            if key in self.once and value:
                value = {name: each for name, each in value.items() if name not in named}
            elif isinstance(part, Name) and value in named:
                value = None
            if key in gone or value in (None, {}, []):
                merged[key] = new.get(key)
            else:
                merged[key] = part.merge(value, new[key]) if key in new else value
        return {key: value for key, value in merged.items() if value is not None}
