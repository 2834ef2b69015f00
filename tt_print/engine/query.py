"""What a person asks the judge: cards by place and by `--flag`, checked before a game answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import partial
from types import MappingProxyType

from tt_print.deck import DECK_MEANING, DECKS, VALUES, VARIABLES, AnyCard, Card
from tt_print.engine.notation import intern_card
from tt_print.errors import InputError, did_you_mean
from tt_print.records import dataclass
from tt_print.typed_lists import count_gathered, join_list


class Listed(str):
    """The meaning of a flag that takes a list: with commas, or in words of their own."""


class Switch(str):
    """The meaning of a flag that takes no value."""


@dataclass(frozen=True, slots=True)
class Query:
    """One question: bare words, and the texts given for each flag in order (`on`, `play`, ...)."""

    words: tuple[str, ...] = ()
    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __contains__(self, flag: str) -> bool:
        return flag in self.flags

    @property
    def listed_cards(self) -> tuple[AnyCard, ...]:
        """The bare words as cards, with blanks or commas between them."""
        return tuple(card for word in self.words for card in split_cards(word))

    def one(self, flag: str) -> str | None:
        """The text after `--flag`, None when it is not there. Raises InputError when it is given twice."""
        found = self.flags.get(flag, ())
        if len(found) > 1:
            raise InputError(f"--{flag} is given {len(found)} times: {', '.join(found)}. Give it once.")
        return found[0] if found else None

    def need(self, flag: str, why: str) -> str:
        """As `one`, but raises InputError with `why` and what to type when the flag is missing."""
        found = self.one(flag)
        if not found:
            raise InputError(why)
        return found

    def card(self, flag: str, why: str) -> AnyCard:
        return intern_card(self.need(flag, why))

    def cards(self, flag: str) -> tuple[AnyCard, ...]:
        """Cards after `--flag`, separated by commas; none for an empty text."""
        return split_cards(self.one(flag) or "")


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


def split_cards(text: str) -> tuple[AnyCard, ...]:
    return tuple(intern_card(part) for part in text.split(",") if part.strip())


def parse_query(
    arguments: list[str],
    known: Mapping[str, str],
    title: str,
    others: Mapping[str, str] = MappingProxyType({}),
) -> Query:
    """Command-line words as a question. `known` maps each flag of the game to what it means, `others` those that are read
    elsewhere.

    `--flag value`, `--flag=value`; a flag may come again. Raises InputError for an unknown flag, a flag without its value,
    or a value after a switch.
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
            near = did_you_mean(flag, [*known, *others]).replace("mean ", "mean --")
            listed = "\n".join(f"  --{name:<9} {meaning}" for name, meaning in {**known, **others}.items())
            there = f" There are:\n{listed}" if listed else ""
            raise InputError(f"{title} has no --{flag}.{near}{there}")
        if isinstance(known[flag], Switch):
            if equals:
                raise InputError(f"--{flag} takes no value: {known[flag]}.")
        elif not equals:
            if not rest or rest[0].startswith("--"):
                raise InputError(f"--{flag} needs a value: {known[flag]}.")
            value = rest.pop(0)
            count = count_gathered(value, rest, partial(_belongs, value, isinstance(known[flag], Listed)))
            value, rest = join_list([value, *rest[:count]]), rest[count:]
        flags.setdefault(flag, []).append(value)
    return Query(tuple(words), {name: tuple(values) for name, values in flags.items()})


def make_query(words: Iterable[object], flags: Mapping[str, object], known: Mapping[str, str], title: str) -> Query:
    """As `parse_query`, from Python values: cards, numbers, texts; a list gives its flag several times."""
    arguments = list(map(str, words))
    for name, value in flags.items():
        each = value if isinstance(value, (list, tuple)) else [value]
        arguments += [f"--{name.rstrip('_').replace('_', '-')}={part}" for part in each]
    return parse_query(arguments, known, title)


def check_distinct(cards: tuple[AnyCard, ...], copies: int = 1) -> None:
    """Raises InputError when a card is named more often than the box has it."""
    for card in cards:
        count = cards.count(card)
        if count > copies:
            has = "one" if copies == 1 else str(copies)
            raise InputError(f"{card.name} is named {'twice' if count == 2 else f'{count} times'}. The deck has {has}.")


def check_in_deck(cards: tuple[AnyCard, ...], deck: str, jokers: int, title: str) -> None:
    """Raises InputError for a card that is not in the deck in play."""
    for card in cards:
        if isinstance(card, Card) and card not in DECKS[deck]:
            raise InputError(
                f"{card.name} is not in the {deck} deck ({DECK_MEANING[deck]}), with which {title} is played."
            )
        if not isinstance(card, Card) and not jokers:
            raise InputError(f"{title} is played without jokers here; {card.name} cannot lie there.")


def parse_values(text: str) -> dict[str, str]:
    """Values by variable from words or a list: `red`, `red,heart`, `green 3`. Raises InputError."""
    found: dict[str, str] = {}
    for typed in re.split(r"[\s,]+", text.strip().lower()):
        word = "?" if typed == "q" else typed
        variable = next((v for v in VARIABLES if word in VALUES[v]), None)
        if variable is None:
            everything = "; ".join(" ".join(VALUES[v]) for v in VARIABLES)
            raise InputError(
                f"{word!r} is not a value.{did_you_mean(word, [w for v in VARIABLES for w in VALUES[v]])} "
                f"Values: {everything}."
            )
        if found.get(variable, word) != word:
            raise InputError(f"{text!r} names two {variable}s: {found[variable]} and {word}. Name one.")
        found[variable] = word
    return found
