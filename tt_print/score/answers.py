"""What people answer when they are asked: numbers, players and cards in a line, as a game's `ask` reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from tt_print.errors import InputError, join_words
from tt_print.people import plain
from tt_print.problems import CodedError
from tt_print.score.scorer import Pick, Question, Typed, Way, flag_values, seat_picks, seats_shown
from tt_print.score.seats import MAX_POINTS, ScoredTable

NOBODY_WORDS = ("0", "nobody", "none", "no one", "noone")


class LineError(InputError):
    """A line that is wrong as a whole, and would be misread as several answers."""


class CountError(CodedError, LineError):
    """A number that does not go with the others. It can be kept, because a card may be lost."""

    kind = "count"


def split_answers(line: str) -> list[str]:
    """The words of a line: spaces, commas and semicolons all part."""
    return [word for word in re.split(r"[\s,;]+", line) if word]


def is_figure(text: str) -> bool:
    """Whether a number was meant, be it one that cannot be here (`-3`, `²`, `1.5`)."""
    word = text.strip()
    return any(letter.isnumeric() for letter in word) and not any(letter.isalpha() for letter in word)


def named_values(line: str, names: Sequence[str]) -> dict[str, str]:
    """`Ann 60, Bo 64` or `Bo=rh3,kb4` as name to text, in order; empty unless it begins with a name that something
    follows.

    What has no name of its own belongs to the name before it. Raises InputError for a name that comes twice.
    """
    found: dict[str, str] = {}
    last = ""
    for part in re.split(r"[,;]", line):
        if not part.strip():
            continue
        name, value = _split_name(part.strip(), names)
        if not name or not value:
            if not last:
                return {}
            found[last] += f",{part}"
            continue
        if name in found:
            raise InputError(f"{name} is named twice. Name each player once.")
        found[name], last = value, name
    return found


def _split_name(text: str, names: Sequence[str]) -> tuple[str, str]:
    """A player's name, or a beginning of it that only one has, and what follows; "" for no name."""
    if _meant(text, names):
        return "", ""
    for end in reversed([found.start() for found in re.finditer(r"[\s=:]+", text)]):
        name, value = _meant(text[:end], names), text[end:].strip(" \t=:")
        if name and value:
            return name, value
    return "", ""


def _meant(text: str, names: Sequence[str]) -> str:
    """The one name that this is, or begins; else ""."""
    head = plain(text)
    whole = [name for name in names if plain(name) == head]
    begun = [name for name in names if head and plain(name).startswith(head)]
    return whole[0] if whole else begun[0] if len(begun) == 1 else ""


def first_answer(line: str, names: Sequence[str]) -> tuple[str, str]:
    """A line's first answer and the rest: a player's whole name, spaces and all, or a word."""
    text = line.strip(" ,;\t")
    for name in sorted(names, key=len, reverse=True):
        if text[: len(name)].casefold() == name.casefold() and text[len(name) : len(name) + 1] in (" ", ",", ";"):
            return text[: len(name)], text[len(name) :].strip(" ,;\t")
    word = split_answers(text)[0] if split_answers(text) else ""
    return word, text[len(word) :].strip(" ,;\t")


# ---------------------------------------------------------------- questions that several games ask


def ask_who(
    text: str, take: Callable[[str], Typed], table: ScoredTable, seats: Sequence[int], nobody: str = ""
) -> Question:
    """Who of `seats`? `nobody` is what 0 means, where that is an answer; with one seat and no such answer it follows.

    `take` is given a name, or "" for nobody.
    """
    names = table.all(seats)
    listed = seats_shown(table, seats, nobody)

    def read(answer: str) -> Typed:
        if nobody and answer.strip().lower() in NOBODY_WORDS:
            return take("")
        name = table.name(answer)
        if name not in names:
            raise InputError(f"{name} is not one of them: {listed}")
        return take(name)

    alone = len(names) == 1 and not nobody
    zero = ", or 0 for nobody" if nobody else ""
    return Question(
        text,
        read,
        default=names[0] if alone else "",
        follows=alone,
        nothing=f"Somebody must be named: a name, a number of the list{zero}.",
        words=names,
        picks=seat_picks(table, seats, nobody),
        ways=(Way("seat"),),
    )


def ask_choice(
    text: str,
    picks: Sequence[Pick],
    take: Callable[[str], Typed],
    who: str = "",
    words: Sequence[str] = (),
    codes: Mapping[str, str] = MappingProxyType({}),
    after: str = "",
) -> Question:
    """One of `picks`, by its key or a beginning of its words, or one of the other `words`; `codes` are short for some.

    `take` is given the value of a pick ("" for None), or the word.
    """
    exact = {word: word for word in words} | {pick.value: pick.value for pick in picks if pick.value}
    exact |= {pick.key: pick.value or "" for pick in picks}
    listed = join_words([f"{pick.key} ({pick.text})" for pick in picks])

    def read(answer: str) -> Typed:
        word = answer.strip().lower()
        word = codes.get(word, word)
        if word in exact:
            return take(exact[word])
        found = [each for each in words if word and each.startswith(word)] or [
            pick.value or "" for pick in picks if word and any(each.startswith(word) for each in pick.text.split())
        ]
        if len(found) > 1:
            raise InputError(f"{answer!r} could be {join_words(found)}. Write more of it.")
        if not found:
            raise InputError(f"{answer!r} is not one of the answers: {listed}.")
        return take(found[0])

    return Question(
        text,
        read,
        who,
        nothing=f"Give one of the answers: {listed}.",
        words=tuple(exact),
        picks=tuple(picks),
        after=after,
        ways=(Way("choice"),),
    )


def ask_tally(
    typed: Typed,
    flag: str,
    what: str,
    names: Sequence[str],
    table: ScoredTable,
    follows: Mapping[str, int] | None = None,
    hints: Mapping[str, str] | None = None,
    read: Callable[[str, str], int] | None = None,
    limits: Callable[[str], tuple[int, int]] | None = None,
    keeps: bool = False,
) -> Question | None:
    """A number of each of `names` that has none yet, one after the other; None when all have one.

    `follows` are numbers that follow from those before; one of 0 is not asked. `hints` say what a number may be. `read`
    makes the number of a name and an answer, and raises InputError for one that cannot be. `limits` gives the fewest and the most that
    a name can have; with `keeps` others can be kept anyway.
    """
    had = {text.partition("=")[0] for text in flag_values(typed, flag)}
    left = [name for name in names if name not in had]
    if not left:
        return None
    name = left[0]

    def take(answer: str) -> Typed:
        number = read(name, answer) if read else table.number(answer, f"{what} of {name}")
        return ((flag, f"{name}={number}"),)

    known = (follows or {}).get(name)
    hint = (hints or {}).get(name)
    low, high = limits(name) if limits else (0, MAX_POINTS)
    return Question(
        f"{what.capitalize()} of {join_words(left, 'and')}" + (f" ({hint})" if hint else ""),
        take,
        name,
        default="" if known is None else str(known),
        follows=known == 0,
        words=table.names,
        topic=what,
        ways=(Way("number", f"{what.capitalize()} of {name}", low, high, keeps=keeps),),
    )
