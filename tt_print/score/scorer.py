"""How a game's hands are entered and counted: the schema of an entry, what only the game knows of one, and a hand asked question by question.

A game declares the parts of its entry once, and how they are typed, kept, and changed follows:

    ENTRY = Schema(Name("out", "who went out", "went-out"), Numbers("points", "everyone's points", bare=True))

An entry is plain data, as it is stored: a dict of names, numbers, and card codes. Words and answers are read as a dict of the same form with the parts
that were said; the game's `settle` completes it, or refuses it. `discrepancies` names what does not add up, which a table may overrule; `play` never
refuses, because an entry that was right can be overtaken by the correction of an earlier one: it says so in `problems`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache, partial
from importlib import import_module
from typing import Any

from tt_print.engine.house import House
from tt_print.engine.standing import Groups, Standing, insert_seat, remove_seat
from tt_print.errors import InputError, join_words
from tt_print.games import find_scored_game
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.score.seats import MAX_POINTS, ScoredTable, add_pair, split_names, split_pairs
from tt_print.score.typed import ListMeaning, Query, Switch, parse_query

Entry = dict[str, Any]
Spell = Callable[[str], str]


def typed(flag: str, *texts: str) -> list[str]:
    """The words that `score.typed` reads as a field."""
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


# ---------------------------------------------------------------- questions, and what a hand does


FORCED = "anyway"  # the key of an entry that was saved with --force


class Words(tuple[str, ...]):
    """What could be typed, as a value of a problem: only a command line shows it."""

    def __str__(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one entry did. `points` are those of the hand by seat, None in a game without points.

    `lines` explain it; `problems` say what does not fit the hands before it. `following` deals the next game
    of a series, once this one is over.
    """

    standing: Standing
    points: tuple[int, ...] | None = None
    lines: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    following: int | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """One of the answers to choose from: `value` as data, `text` for people."""

    value: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Way:
    """One way to answer: its `kind` (seat, seats, number, numbers, cards, choice), and what it may be.

    `numbers` are one for each of `names`. With `keeps` a number that does not go with the others can be kept anyway.
    """

    kind: str
    text: str = ""
    minimum: int | None = None
    maximum: int | None = None
    names: tuple[str, ...] = ()
    keeps: bool = False

    def takes(self, value: Any) -> bool:
        """Whether an answer is of this kind."""
        match self.kind:
            case "number":
                return type(value) is int
            case "numbers":
                return isinstance(value, dict) and bool(value) and all(type(each) is int for each in value.values())
            case "cards" | "seats":
                return isinstance(value, list) and bool(value) and all(isinstance(each, str) for each in value)
        return value is None or isinstance(value, str)


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    `ask` is what is asked, `ways` are how it is answered, the first one foremost, `picks` are answers to choose from. `take` turns
    an answer as data into parts of an entry, and raises InputError.

    `who` is the player it is about, for large type. `default` is the answer that is most likely; with `follows` it follows from
    earlier answers, and nobody is asked. `topic` is what several questions are about.
    """

    ask: str
    take: Callable[[Any], Entry]
    ways: tuple[Way, ...]
    who: str = ""
    default: str | int | None = None
    follows: bool = False
    topic: str = ""
    picks: tuple[Pick, ...] = ()

    def answer(self, value: Any) -> Entry:
        """As `take`: a name, None for nobody, a number, a list of cards or names, numbers by name.

        A number that does not go with the others is kept as `{"keep": number}`. Raises InputError for an answer of another kind.
        """
        answer, is_kept = kept(value)
        if not any(way.takes(answer) and (way.keeps or not is_kept) for way in self.ways):
            raise InputError(f"{value!r} is not an answer to: {self.ask}")
        return self.take(value)


@dataclass(frozen=True, slots=True)
class Scorer:
    """One game's scoring. The module `entry` of its package has these functions, and its schema as `ENTRY`; in a game without
    that module one player wins each hand (`score.winner`), and its `after_hand` says what that is worth.

    - `example(table)`: parts that enter a hand, with the players of a table.
    - `settle(said, table, standing)`: the entry from the parts that were typed. Raises InputError.
    - `count(entry, table, standing)`: the `Outcome` of an entry that fits.
    - `describe_entry(entry, table)`: the entry in a few words.
    - `places(standing)`: best first.
    - `ask(said, table, standing)`: the next question, None when everything is known. `said` are the parts of the entry that were answered, and
      keys that only lead from one question to the next.

    A game may leave out the others:

    - `fit(entry, table, standing)`: what of an entry still holds where an earlier hand was corrected, and sentences about
      what does not. `play` counts that much, and an edit begins with it. A new entry that does not hold is refused.
    - `is_series(house)`: whether a night is many games; without it a game without points is.
    - `shorten(entry)`: the entry without what follows from the rest of it, which nobody types.
    - `merge(entry, said, table)`: an old entry with the parts that are typed now in its place, to be settled.
    - `discrepancies(entry, table, standing)`: what does not add up.
    - `join(standing, seat, points)`: with one more player, before a game or in the middle of one that is no series.
    - `leave(standing, seat)`: without a player, in the middle of a game: with one seat less, or with that one out.
    - `under(standing, house)`: from now on by these house rules. This and `join` are followed by `at_the_limit(standing)`,
      where the module has it: who is out, or has won, by the points that there are now.
    """

    schema: Schema
    example: Callable[[ScoredTable], Entry]
    settle: Callable[[Entry, ScoredTable, Standing], Entry]
    count: Callable[[Entry, ScoredTable, Standing], Outcome]
    describe_entry: Callable[[Entry, ScoredTable], str]
    places: Callable[[Standing], Groups]
    ask: Callable[[Entry, ScoredTable, Standing], Question | None]
    fit: Callable[[Entry, ScoredTable, Standing], tuple[Entry, tuple[str, ...]]]
    is_series: Callable[[House], bool]
    shorten: Callable[[Entry], Entry]
    merge: Callable[[Entry, Entry, ScoredTable], Entry]
    discrepancies: Callable[[Entry, ScoredTable, Standing], Sequence[str | Problem]]
    join: Callable[[Standing, int, int], Standing]
    leave: Callable[[Standing, int], Outcome]
    under: Callable[[Standing, House], Standing]

    @property
    def flags(self) -> Mapping[str, str]:
        """Option to meaning, for `tt-print score hand`."""
        return self.schema.flags

    def read(self, words: Sequence[str], table: ScoredTable, standing: Standing, old: Entry | None = None) -> Entry:
        """The entry that was typed, or an `old` one with what was typed instead of what it says, as far as it still holds. Raises InputError."""
        query = parse_query([*words], self.flags, table.game.title)
        said = self.schema.read(query, table, self.example_of(table, standing))
        if old is not None:
            kept, _ = self.fit(old, table, standing)
            said = self.merge(self.shorten(kept), said, table)
        return self.settled(said, table, standing)

    def example_of(self, table: ScoredTable, standing: Standing) -> Words:
        """Words that enter a hand, with those who play it."""
        return self.example_words(replace(table, names=table.all(standing.living) or table.names))

    def example_words(self, table: ScoredTable) -> Words:
        return Words(self.schema.words(self.example(table)))

    def settled(self, said: Entry, table: ScoredTable, standing: Standing) -> Entry:
        """The entry with these parts. Raises InputError for one that the table cannot have."""
        entry = self.settle(said, table, standing)
        _, problems = self.fit(entry, table, standing)
        if problems:
            raise Problem("score.unfit", reason=problems[0], example=self.example_of(table, standing))
        return entry

    def play(self, entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
        """What the entry does, as far as it holds."""
        kept, problems = self.fit(entry, table, standing)
        return replace(self.count(kept, table, standing), problems=problems)

    def words(self, entry: Entry) -> list[str]:
        """What to type to enter it again."""
        return self.schema.words(self.shorten(entry))


@cache
def find_scorer(game: str) -> Scorer:
    """The scorer of the game of this name, out of the module `entry` of its package."""
    found = find_scored_game(game)
    winner = None if found.find("entry", "ENTRY") else import_module("tt_print.score.winner")
    find: Callable[..., Any] = partial(found.find, "entry") if winner is None else partial(getattr, winner)
    schema: Schema = find("ENTRY")
    at_the_limit: Callable[[Standing], Standing] = find("at_the_limit", lambda standing: standing)
    defaults: dict[str, Any] = {
        "fit": lambda entry, table, standing: (entry, ()),
        "is_series": lambda house: not found.has_points(house),
        "shorten": lambda entry: entry,
        "merge": lambda entry, said, table: schema.merge(entry, said),
        "discrepancies": lambda entry, table, standing: [],
        "join": lambda standing, seat, points: at_the_limit(insert_seat(standing, seat, points)),
        "leave": lambda standing, seat: Outcome(remove_seat(standing, seat)),
        "under": lambda standing, house: at_the_limit(replace(standing, house=house)),
    }
    if found.after_hand is not None:
        defaults["count"] = find("counted_by")(found.after_hand)
    _, *functions = (field.name for field in fields(Scorer))
    own: list[Any] = [find(name, defaults.get(name)) for name in functions]
    if None in own:
        raise AttributeError(f"the entry of {found.name} has no function {functions[own.index(None)]}")
    return Scorer(schema, *own)


def kept(answer: Any) -> tuple[Any, bool]:
    """The answer in `{"keep": answer}`, and whether it was in there."""
    return (answer["keep"], True) if isinstance(answer, dict) and set(answer) == {"keep"} else (answer, False)


def seat_picks(table: ScoredTable, seats: Sequence[int], nobody: str = "") -> tuple[Pick, ...]:
    """The players on these seats, and `nobody` where that is an answer."""
    found = tuple(Pick(name, name) for name in table.all(seats))
    return (*found, Pick(None, nobody)) if nobody else found


class CountError(Problem):
    """A number that does not go with the others. It can be kept, because a card may be lost."""

    kind = "count"


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A hand that is being entered. `said` are the parts of its entry that were answered so far, with all that follows from them."""

    scorer: Scorer
    table: ScoredTable
    standing: Standing
    said: Entry

    @property
    def question(self) -> Question | None:
        """What is to be asked now; None when the hand is known."""
        return self.scorer.ask(self.said, self.table, self.standing)

    @property
    def answered(self) -> str:
        """`went out Ann; Bo=4`: what was answered, nearly in the words of `tt-print score hand`, and what led to it."""
        parts = {part.key: part for part in self.scorer.schema.parts}
        texts = [
            " ".join(parts[key].words(said)) if key in parts else f"{key} {said}" for key, said in self.said.items()
        ]
        return "; ".join(re.sub(r"--(\S+)", lambda flag: flag[1].replace("-", " "), text) for text in texts if text)

    @property
    def entry(self) -> Entry:
        """Raises InputError for answers that do not go together, and while a question is open."""
        if (question := self.question) is not None:
            raise InputError(f"something is missing: {question.ask}")
        keys = {part.key for part in self.scorer.schema.parts}
        said = {key: value for key, value in self.said.items() if key in keys}
        return self.scorer.settled(said, self.table, self.standing)

    def give(self, answers: Sequence[Any]) -> Dialogue:
        """After answers as data, each to one question (see `Question.answer`). Raises InputError."""
        dialogue = self._with({})
        for value in answers:
            if (question := dialogue.question) is None:
                raise InputError(f"{value!r} is one answer too many.")
            dialogue = dialogue._with(question.answer(value))
        return dialogue

    def _with(self, answer: Entry) -> Dialogue:
        """With an answer, and all that follows from it."""
        dialogue = replace(self, said=_merged(self.said, answer))
        question = dialogue.question
        return dialogue._with(question.take(question.default)) if question and question.follows else dialogue


def _merged(said: Entry, answer: Entry) -> Entry:
    """What was answered before, with one more answer; what is by player or by category is added to what is there."""
    return said | {
        key: _merged(said[key], value) if isinstance(value, dict) and isinstance(said.get(key), dict) else value
        for key, value in answer.items()
    }


# ---------------------------------------------------------------- questions that several games ask


def ask_who(
    text: str, take: Callable[[str], Entry], table: ScoredTable, seats: Sequence[int], nobody: str = ""
) -> Question:
    """Who of `seats`? `nobody` is what None means, where that is an answer; with one seat and no such answer it follows.

    `take` is given a name, or "" for nobody.
    """
    names = table.all(seats)

    def read(answer: str | None) -> Entry:
        if answer is None and nobody:
            return take("")
        name = table.name(answer or "")
        if name not in names:
            raise InputError(f"{name} is not one of them: {join_words(names)}.")
        return take(name)

    alone = len(names) == 1 and not nobody
    default = names[0] if alone else None
    return Question(text, read, (Way("seat"),), default=default, follows=alone, picks=seat_picks(table, seats, nobody))


def ask_choice(text: str, picks: Sequence[Pick], take: Callable[[str | None], Entry], who: str = "") -> Question:
    """One of `picks`. `take` is given its value."""

    def read(answer: str | None) -> Entry:
        if answer not in [pick.value for pick in picks]:
            raise InputError(f"{answer!r} is not one of the answers: {join_words([pick.text for pick in picks])}.")
        return take(answer)

    return Question(text, read, (Way("choice"),), who, picks=tuple(picks))


def ask_tally(
    had: Collection[str],
    what: str,
    names: Sequence[str],
    table: ScoredTable,
    take: Callable[[str, int], Entry],
    follows: Mapping[str, int] | None = None,
    read: Callable[[str, Any], int] | None = None,
    limits: Callable[[str], tuple[int, int]] | None = None,
    keeps: bool = False,
) -> Question | None:
    """A number of each of `names` that has none yet, one after the other; None when all have one.

    `take` is given a name and its number. `follows` are numbers that follow from those before; one of 0 is not asked. `read` makes the number of
    a name and an answer, and raises InputError for one that cannot be. `limits` gives the fewest and the most that a name can have; with
    `keeps` others can be kept anyway.
    """
    left = [name for name in names if name not in had]
    if not left:
        return None
    name = left[0]

    def number(answer: Any) -> Entry:
        return take(name, read(name, answer) if read else table.number(str(answer), f"{what} of {name}"))

    known = (follows or {}).get(name)
    low, high = limits(name) if limits else (0, MAX_POINTS)
    way = Way("number", f"{what.capitalize()} of {name}", low, high, keeps=keeps)
    text = f"{what.capitalize()} of {join_words(left, 'and')}"
    return Question(text, number, (way,), name, default=known, follows=known == 0, topic=what)
