"""How a game's hands are entered and counted: what only the game knows of an entry, and a hand asked question by question.

An entry is plain data, as it is stored: a dict of names, numbers, and card codes. Words and answers are read as a dict of the same form with the parts
that were said; the game's `settle` completes it, or refuses it. `discrepancies` names what does not add up, which a table may overrule; `play` never
refuses, because an entry that was right can be overtaken by the correction of an earlier one: it says so in `problems`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence, Set
from dataclasses import replace
from typing import Any

from tt_print.engine.base import ScoredGame
from tt_print.engine.entries import MAX_POINTS, Entry, Name, Numbers, Part, ScoredTable, Spell, Yes, parse_query
from tt_print.engine.house import House
from tt_print.engine.standing import Groups, Standing, by_points, insert_seat, remove_seat
from tt_print.errors import InputError, join_words
from tt_print.problems import Problem
from tt_print.records import dataclass

FORCED = "anyway"  # the key of an entry that was saved with --force


class TypedExample(tuple[str, ...]):
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

    `numbers` are one for each of `names`. With `keeps` a number that does not go with the others can be kept anyway. `likely` are the numbers that
    one tap enters, `picks` what may be chosen if that is not what the question lists.
    """

    kind: str
    text: str = ""
    minimum: int | None = None
    maximum: int | None = None
    names: tuple[str, ...] = ()
    keeps: bool = False
    likely: Sequence[int] = ()
    picks: tuple[Pick, ...] = ()

    def takes(self, value: object) -> bool:
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
class EntryQuestion:
    """One question.

    `ask` is what is asked, `ways` are how it is answered, the first one foremost, `picks` are answers to choose from. `take` turns
    an answer as data into parts of an entry, and raises InputError.

    `who` is the player it is about, whose tile has a frame. `default` is the answer that is most likely; with `follows` it follows from
    earlier answers, and nobody is asked.
    """

    ask: str
    take: Callable[[Any], Entry]
    ways: tuple[Way, ...]
    who: str = ""
    default: str | int | None = None
    follows: bool = False
    picks: tuple[Pick, ...] = ()

    def answer(self, value: object) -> Entry:
        """As `take`: a name, None for nobody, a number, a list of cards or names, numbers by name.

        A number that does not go with the others is kept as `{"keep": number}`. Raises InputError for an answer of another kind.
        """
        answer, is_kept = kept(value)
        if not any(way.takes(answer) and (way.keeps or not is_kept) for way in self.ways):
            raise InputError(f"{value!r} is not an answer to: {self.ask}")
        return self.take(value)


class Scorer:
    """One game's scoring: `Scoring` of the module `entry` of its package. In a game without that module one player wins each hand (`WonHands`).

    `parts` are those of an entry, in the order in which they are stored and typed. Of the parts in `once` a player has one value: who has a new one,
    or is a new `Name`, has no other; those in `held` only lose that of a new `Name`. The parts in `together` answer one question: an answer now
    replaces all that was answered then. Of those in `either` an entry has one.

    A game says `example`, `ask`, and `count`, and whatever else differs from what is here.
    """

    parts: tuple[Part[Any], ...]
    once: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    either: tuple[str, ...] = ()

    def __init__(self, game: ScoredGame) -> None:
        """`flags` are the options of `tt-print score hand`, with what they mean."""
        self.game = game
        self.flags = {flag: meaning for part in self.parts for flag, meaning in part.flags.items()}

    # ------------------------------------------------------------ what a game says

    def example(self, table: ScoredTable) -> Entry:
        """Parts that enter a hand, with the players of a table."""
        raise NotImplementedError

    def ask(self, said: Entry, table: ScoredTable, standing: Standing) -> EntryQuestion | None:
        """The next question, None when everything is known. `said` are the parts of the entry that were answered, and keys that only lead from one
        question to the next."""
        raise NotImplementedError

    def settle(self, said: Entry, table: ScoredTable, standing: Standing) -> Entry:
        """The entry from the parts that were typed. Raises InputError."""
        return said

    def fit(self, entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
        """What of an entry still holds where an earlier hand was corrected, and sentences about what does not: `play` counts that much, and
        an edit begins with it. A new entry that does not hold is refused.

        By default what is about players at the table holds, and each of them has one of the values `once`.
        """
        named = dict.fromkeys(name for key in self.once for name in entry.get(key, ()))
        return self.keep(entry, table.names), (*strangers(named, table), *missing(table.names, named))

    def discrepancies(self, entry: Entry, table: ScoredTable, standing: Standing) -> Sequence[str | Problem]:
        """What does not add up."""
        return ()

    def count(self, entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
        """What an entry that fits comes to."""
        raise NotImplementedError

    def describe_entry(self, entry: Entry, table: ScoredTable) -> str:
        """The entry in a few words."""
        return "; ".join(text for part in self.parts if part.key in entry for text in part.describe(entry[part.key]))

    def given(self, said: Entry) -> dict[str, str]:
        """What was answered about each player so far, in a word or a number for the tile of each."""
        found = dict[str, str]()
        for part in self.parts:
            value = said.get(part.key)
            if isinstance(part, Name) and isinstance(value, str):
                found[value] = part.key
            elif isinstance(value, dict):
                found |= {name: str(number) for name, number in value.items()}
        return found

    def places(self, standing: Standing) -> Groups:
        """Best first."""
        return by_points(standing.living, standing.scores, highest_first=True)

    def is_series(self, house: House) -> bool:
        """Whether a night is many games."""
        return not self.game.has_points(house)

    def at_the_limit(self, standing: Standing) -> Standing:
        """With those out who have too many points by now, or with the winners."""
        return standing

    def before_change(self, standing: Standing) -> Standing:
        """With what has to be known before seats come or go."""
        return standing

    def join(self, standing: Standing, seat: int, points: int) -> Standing:
        """With one more player, in the middle of a game that is no series."""
        return self.at_the_limit(insert_seat(self.before_change(standing), seat, points))

    def leave(self, standing: Standing, seat: int) -> Outcome:
        """Without a player, in the middle of a game: with one seat less, or with that one out."""
        return Outcome(self.at_the_limit(remove_seat(self.before_change(standing), seat)))

    def under(self, standing: Standing, house: House) -> Standing:
        """From now on by these house rules."""
        return self.at_the_limit(replace(standing, house=house))

    # ------------------------------------------------------------ what follows

    def read(self, words: Sequence[str], table: ScoredTable, standing: Standing, old: Entry | None = None) -> Entry:
        """The entry that was typed, or an `old` one with what was typed instead of what it says, as far as it still holds. Raises InputError."""
        query = parse_query([*words], self.flags, table.game.title)
        if query.words and not any(part.is_bare for part in self.parts):
            raise Problem("score.no_option", word=query.words[0], example=self.example_of(table, standing))
        said = {part.key: value for part in self.parts if (value := part.read(query, table)) is not None}
        if old is not None:
            said = self.merge(self.fit(old, table, standing)[0], said)
        return self.settled(said, table, standing)

    def example_of(self, table: ScoredTable, standing: Standing) -> TypedExample:
        """Words that enter a hand, with those who play it."""
        return self.example_words(replace(table, names=table.all(standing.living) or table.names))

    def example_words(self, table: ScoredTable) -> TypedExample:
        return TypedExample(self.words(self.example(table)))

    def settled(self, said: Entry, table: ScoredTable, standing: Standing) -> Entry:
        """The entry with the parts that were said. Raises InputError for one that the table cannot have."""
        parts = {part.key: said[part.key] for part in self.parts if part.key in said}
        entry = self.settle(parts, table, standing)
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
        values = self.values(entry)
        return [word for part in self.parts if part.key in values for word in part.words(values[part.key])]

    def values(self, entry: Entry) -> Entry:
        """An entry as it is typed: without the value of a `Name`, which follows."""
        values = {part.key: value for part in self.parts if (value := part.value(entry)) is not None}
        return without(values, self.once, self.players(values))

    def players(self, values: Entry) -> set[str]:
        """The players that are a `Name`."""
        return {values[part.key] for part in self.parts if isinstance(part, Name) and part.key in values}

    def merge(self, old: Entry, new: Entry) -> Entry:
        """What is typed now over what an old entry has."""
        players = self.players(new)
        fresh = players.union(*(new.get(key, ()) for key in self.once))
        old = without(without(self.values(old), self.once, fresh), self.held, players)
        gone = {part.key for part in self.parts if isinstance(part, Name) and old.get(part.key) in fresh}
        gone |= {*self.together} if {*self.together} & {*new} else set()
        gone |= {key for key in self.either if {*self.either} & {*new} - {key}}
        both = merged({key: value for key, value in old.items() if key not in gone and value not in ({}, [])}, new)
        return {part.key: both[part.key] for part in self.parts if part.key in both}

    def rename(self, entry: Entry, spell: Spell) -> Entry:
        """With every name as `spell` writes it."""
        return entry | {part.key: part.rename(entry[part.key], spell) for part in self.parts if part.key in entry}

    def keep(self, entry: Entry, names: Sequence[str]) -> Entry:
        """What of an entry is about these players."""
        return entry | {part.key: part.keep(entry[part.key], names) for part in self.parts if part.key in entry}


def without(entry: Entry, keys: Sequence[str], names: Set[str]) -> Entry:
    """Without what these players have under these keys."""
    left = {key: {name: own for name, own in entry[key].items() if name not in names} for key in keys if key in entry}
    return entry | left


def strangers(named: Iterable[str], table: ScoredTable) -> list[str]:
    """A sentence for each who is named and was not at the table."""
    return [
        f"{name} was not at the table, and does not count" for name in dict.fromkeys(named) if name not in table.names
    ]


def missing(names: Iterable[str], named: Collection[str]) -> list[str]:
    """A sentence on those of `names` without an entry, where there are any."""
    rest = [name for name in names if name not in named]
    return [f"nothing is entered for {join_words(rest, 'and')}"] if rest else []


class WonHands(Scorer):
    """The scoring of a game whose hands one player wins: its own `after_hand` says what that is worth."""

    parts = (
        Name("winner", "who won the round", shown="{} won"),
        Yes("nobody", "nobody won the round", shown="nobody won"),
    )
    together = ("winner", "nobody")

    def example(self, table: ScoredTable) -> Entry:
        return {"winner": table.names[0]}

    def settle(self, said: Entry, table: ScoredTable, standing: Standing) -> Entry:
        """`{"winner": name}` or `{"nobody": True}`."""
        if len(said) != 1:
            raise InputError("who won the round, or did nobody?")
        return said

    def fit(self, entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
        return entry, ()

    def count(self, entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
        assert self.game.after_hand is not None
        after = self.game.after_hand(standing, table.seat(entry["winner"]) if "winner" in entry else None)
        return Outcome(after, tuple(now - before for now, before in zip(after.scores, standing.scores, strict=True)))

    def ask(self, said: Entry, table: ScoredTable, standing: Standing) -> EntryQuestion | None:
        def take(name: str) -> Entry:
            return {"winner": name} if name else {"nobody": True}

        return None if said else ask_who("Who won the round?", take, table, standing.living, "nobody")


def kept(answer: object) -> tuple[Any, bool]:
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
    def question(self) -> EntryQuestion | None:
        """What is to be asked now; None when the hand is known."""
        return self.scorer.ask(self.said, self.table, self.standing)

    @property
    def entry(self) -> Entry:
        """Raises InputError for answers that do not go together, and while a question is open."""
        if (question := self.question) is not None:
            raise InputError(f"something is missing: {question.ask}")
        return self.scorer.settled(self.said, self.table, self.standing)

    def give(self, answers: Sequence[object]) -> Dialogue:
        """After answers as data, each to one question (see `Question.answer`). Raises InputError."""
        dialogue = self._with({})
        for value in answers:
            if (question := dialogue.question) is None:
                raise InputError(f"{value!r} is one answer too many.")
            dialogue = dialogue._with(question.answer(value))
        return dialogue

    def _with(self, answer: Entry) -> Dialogue:
        """With an answer, and all that follows from it."""
        dialogue = replace(self, said=merged(self.said, answer))
        question = dialogue.question
        return dialogue._with(question.take(question.default)) if question and question.follows else dialogue


def merged(said: Entry, answer: Entry) -> Entry:
    """The parts of an entry, with more parts; what is by player or by category is added to what is there."""
    return said | {
        key: merged(said[key], value) if isinstance(value, dict) and isinstance(said.get(key), dict) else value
        for key, value in answer.items()
    }


# ---------------------------------------------------------------- questions that several games ask


def ask_who(
    text: str, take: Callable[[str], Entry], table: ScoredTable, seats: Sequence[int], nobody: str = ""
) -> EntryQuestion:
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
    return EntryQuestion(
        text, read, (Way("seat"),), default=default, follows=alone, picks=seat_picks(table, seats, nobody)
    )


def ask_choice(text: str, picks: Sequence[Pick], take: Callable[[str | None], Entry]) -> EntryQuestion:
    """One of `picks`. `take` is given its value."""

    def read(answer: str | None) -> Entry:
        if answer not in [pick.value for pick in picks]:
            raise InputError(f"{answer!r} is not one of the answers: {join_words([pick.text for pick in picks])}.")
        return take(answer)

    return EntryQuestion(text, read, (Way("choice"),), picks=tuple(picks))


def ask_number(
    part: Numbers, said: Entry, what: str, names: Sequence[str], table: ScoredTable, minimum: int = 0, likely: int = 18
) -> EntryQuestion | None:
    """The number of the first of `names` who has none yet, most often below `likely`; None when all have one."""
    left = [name for name in names if name not in said.get(part.key, ())]
    if not left:
        return None
    name = left[0]

    def take(answer: object) -> Entry:
        return {part.key: {name: part.number(str(answer), f"{what} of {name}", table)}}

    return EntryQuestion(f"{name}: {what}", take, (Way("number", "", minimum, MAX_POINTS, likely=range(likely)),), name)
