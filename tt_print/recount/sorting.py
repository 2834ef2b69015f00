"""Which card is lost, asked pile by pile: colors first, then the shapes of a pile that is off, then the numbers.

Only piles that are not as they should be are sorted further, so that a lost card is found by sorting the deck once, one
color of it again, and a look at four cards. Any number of lost cards is found, and cards of another deck.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from math import prod

from tt_print.deck import VARIABLES, AnyCard, Card
from tt_print.errors import InputError, join_words
from tt_print.numbers import read_whole
from tt_print.records import dataclass
from tt_print.recount.counts import Listing, Shelf

Pile = tuple[str, ...]  # the values that all its cards share: () the deck, ("red",), ("red", "heart")
LOOSE: Pile = ("loose",)  # of a step that counts no pile
ALSO = {"q": "?", "wild": "?"}


@dataclass(frozen=True, slots=True)
class Step:
    """One line: counts of a pile's values from where it stood, or cards that were seen elsewhere."""

    pile: Pile = ()
    counts: tuple[int, ...] = ()
    loose: tuple[AnyCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Sorting:
    """A deck that is being sorted, as far as it is counted."""

    shelf: Shelf
    steps: tuple[Step, ...] = ()

    # ------------------------------------------------------------ what ought to be there, and what is

    @property
    def loose(self) -> tuple[Card, ...]:
        """Cards that were seen elsewhere and are in no pile."""
        return tuple(card for step in self.steps for card in step.loose if isinstance(card, Card))

    def values(self, pile: Pile) -> tuple[str, ...]:
        """The values by which a pile is sorted."""
        return self.shelf.values(VARIABLES[len(pile)])

    def wanted(self, pile: Pile) -> int:
        """How many cards a pile ought to have: one of each combination of the values that are left, in each deck."""
        each = prod(len(self.shelf.values(variable)) for variable in VARIABLES[len(pile) :])
        return self.shelf.copies * each - sum(_fits(card, pile) for card in self.loose)

    def size(self, pile: Pile) -> int | None:
        """How many cards a pile other than the deck has; None while nobody has counted it."""
        counts, index = self.counts(pile[:-1]), self.values(pile[:-1]).index(pile[-1])
        return counts[index] if index < len(counts) else None

    def counts(self, pile: Pile) -> tuple[int, ...]:
        """A pile sorted by its values, as far as it is counted or follows from what was."""
        return _count_piles(self).get(pile, ())

    # ------------------------------------------------------------ what to count next

    @property
    def pile(self) -> Pile | None:
        """The pile to be sorted now; None when all is known."""
        piles = _count_piles(self)
        return next((pile for pile, counts in piles.items() if len(counts) < len(self.values(pile))), None)

    @property
    def value(self) -> str:
        """The value of the pile that is asked for now."""
        assert self.pile is not None
        return self.values(self.pile)[len(self.counts(self.pile))]

    @property
    def names_numbers(self) -> bool:
        """Whether the few cards of the pile are named rather than counted: of one deck each is there once."""
        return self.pile is not None and len(self.pile) == len(VARIABLES) - 1 and self.shelf.copies == 1

    def answer(self, line: str) -> Sorting:
        """With the counts of a line, one or several, or with the numbers that are named. Raises InputError."""
        pile = self.pile
        assert pile is not None
        words = re.findall(r"[^\s,;]+", line)
        counts = self._named(pile, words) if self.names_numbers else self._counted(pile, words)
        return Sorting(self.shelf, (*self.steps, Step(pile, counts)))

    def seen(self, cards: tuple[AnyCard, ...]) -> Sorting:
        """With cards that lie elsewhere. Raises InputError for one that the deck has not, or has not so often."""
        after = Sorting(self.shelf, (*self.steps, Step(pile=LOOSE, loose=cards)))
        for card, often in Counter(after.loose).items():
            if card not in self.shelf.cards:
                raise InputError(f"{card.name} is not in this deck.")
            if often > self.shelf.copies:
                raise InputError(f"{card.name} is named more often than the deck has it.")
        return after

    def back(self) -> Sorting:
        return Sorting(self.shelf, self.steps[:-1])

    def _counted(self, pile: Pile, words: list[str]) -> tuple[int, ...]:
        size, before = (self.size(pile) if pile else None), self.counts(pile)
        room = len(self.values(pile)) - len(before)
        if len(words) > room:
            names = join_words(self.values(pile)[len(before) :], "and")
            raise InputError(f"{len(words)} numbers, and {names} {'is' if room == 1 else 'are'} to be counted.")
        counts = []
        for word in words:
            number = read_whole(word)
            if number is None:
                raise InputError(f"{word!r} is not a number. Give a count such as {self.wanted((*pile, self.value))}.")
            counts.append(number)
        most = self.shelf.copies * len(self.shelf.cards) * 2 if size is None else size - sum(before)
        if sum(counts) > most:
            there = "a deck" if size is None else f"the pile of {size}"
            raise InputError(f"{' + '.join(map(str, counts))} is more than {there} can have. Count again.")
        return tuple(counts)

    def _named(self, pile: Pile, words: list[str]) -> tuple[int, ...]:
        """The numbers that are missing, or there twice, as a count of each number."""
        size, values = self.size(pile), self.values(pile)
        assert size is not None
        off = self.wanted(pile) - size
        named = [ALSO.get(word.lower(), word) for word in words]
        for word in named:
            if word not in values:
                raise InputError(f"{word!r} is not a number of this deck. Give {join_words(values)}.")
            if off > 0 and not self.wanted((*pile, word)):
                raise InputError(f"that {word} lies elsewhere, you said. Which of the others is missing?")
        if len(named) != abs(off) or (off > 0 and len(set(named)) < len(named)):
            what = "missing" if off > 0 else "too many"
            raise InputError(
                f"{_counted_words(abs(off))} {what}: name {'it' if abs(off) == 1 else 'them'}, of {' '.join(values)}."
            )
        sign = 1 if off > 0 else -1
        return tuple(self.wanted((*pile, value)) - sign * named.count(value) for value in values)

    # ------------------------------------------------------------ what is found

    @property
    def found(self) -> Listing:
        """The cards that are missing or too many, in play order, as far as it is known."""
        off: Counter[Card] = Counter()
        for pile, counts in _count_piles(self).items():
            for value, count in zip(self.values(pile), counts, strict=False):
                path = (*pile, value)
                if count == 0 or len(path) == len(VARIABLES):
                    for card in self.shelf.cards:
                        if _fits(card, path):  # none of a pile is none of each of its cards
                            off[card] = self.wanted((card.color, card.shape, card.number)) - count
        in_order = sorted(off, key=lambda card: card.index)
        missing = [card for card in in_order for _ in range(off[card])]
        extra = [card for card in in_order for _ in range(-off[card])]
        return Listing(tuple(missing), tuple(extra))


@lru_cache(maxsize=8)
def _count_piles(sorting: Sorting) -> dict[Pile, tuple[int, ...]]:
    """The piles that are sorted or to be sorted, in the order in which they are asked for, with their counts so far."""
    waiting: list[tuple[Pile, int | None]] = [((), None)]
    piles = {}
    while waiting:
        pile, size = waiting.pop(0)
        counts = piles[pile] = _complete(sorting, pile, size)
        if len(pile) < len(VARIABLES) - 1:
            below = [((*pile, value), count) for value, count in zip(sorting.values(pile), counts, strict=False)]
            waiting += [(each, count) for each, count in below if count and count != sorting.wanted(each)]
    return piles


def _complete(sorting: Sorting, pile: Pile, size: int | None) -> tuple[int, ...]:
    """Counts as they were given, and those that follow: the last from the size of the pile, and all that are as they
    should be once the one that is off is found."""
    given = tuple(n for step in sorting.steps if step.pile == pile for n in step.counts)
    left = sorting.values(pile)[len(given) :]
    if size is None or not left:
        return given
    rest, wanted = size - sum(given), [sorting.wanted((*pile, value)) for value in left]
    is_found = any(n != sorting.wanted((*pile, value)) for n, value in zip(given, sorting.values(pile), strict=False))
    if len(left) == 1:
        return (*given, rest)
    return (*given, *wanted) if is_found and rest == sum(wanted) else given


def _fits(card: Card, pile: Pile) -> bool:
    return all(getattr(card, variable) == value for variable, value in zip(VARIABLES, pile, strict=False))


def _counted_words(count: int) -> str:
    return {1: "one card is", 2: "two cards are", 3: "three cards are"}.get(count, f"{count} cards are")
