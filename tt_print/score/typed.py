"""What a person types about a hand: bare words and options by name, before the game reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import partial

from tt_print.errors import did_you_mean
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.typed_words import count_gathered, join_list


class ListMeaning(str):
    """The meaning of a field that takes a list: with commas, or in words of their own."""


class Switch(str):
    """The meaning of a field that takes no value."""


@dataclass(frozen=True, slots=True)
class Query:
    """Bare words, and the texts of each option in order (`left`, `points`, ...)."""

    words: tuple[str, ...] = ()
    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __contains__(self, flag: str) -> bool:
        return flag in self.flags

    def one(self, flag: str) -> str | None:
        """The text of a field, None when it is not there. Raises InputError when it is given twice."""
        found = self.flags.get(flag, ())
        if len(found) > 1:
            raise Problem("judge.twice", flag, count=len(found), given=", ".join(found))
        return found[0] if found else None


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


def parse_query(arguments: list[str], known: Mapping[str, str], title: str, others: Iterable[str] = ()) -> Query:
    """Typed words as a question. `known` maps each field of the game to what it means, `others` those that are read elsewhere.

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
            raise _unknown(flag, [*known, *others], title)
        if isinstance(known[flag], Switch):
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


def _unknown(flag: str, known: Iterable[str], title: str) -> Problem:
    """What is wrong with a field that the game does not have."""
    known = [*known]
    near = did_you_mean(flag, known).removeprefix(" Did you mean ").removesuffix("?")
    if near:
        return Problem("score.near_field", flag, title=title, other=near, fields=known)
    return Problem("score.unknown_field", flag, title=title, fields=known)
