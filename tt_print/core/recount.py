"""Which card is lost: three sorts of a deck tell.

A whole deck has every value of a variable equally often. Sorted by color, by shape and by number, a lost card is
short in one pile of each sort, and those three values are its name. With two lost cards up to four pairs remain,
and one look at a pile decides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache
from itertools import combinations_with_replacement, islice, product

from tt_print.deck import DECKS, VALUES, VARIABLES, AnyCard, Card, Joker, make_deck
from tt_print.errors import InputError, join_words
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.typed_words import read_whole

MAX_NAMED = 3  # lost cards whose sets are listed; more are sought by listing what is there
Set = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The deck that ought to be there: `deck` as in `DECKS`, so many copies, so many jokers in all."""

    deck: str = "full"
    copies: int = 1
    jokers: int = 2

    @property
    def cards(self) -> tuple[Card, ...]:
        return DECKS[self.deck]

    def values(self, variable: str) -> tuple[str, ...]:
        """The values that are in this deck, in play order."""
        return _values(self.deck, variable)

    def each(self, variable: str) -> int:
        """How many cards of each value there ought to be."""
        return self.copies * len(self.cards) // len(self.values(variable))


@cache
def _values(deck: str, variable: str) -> tuple[str, ...]:
    there = {getattr(card, variable) for card in DECKS[deck]}
    return tuple(value for value in VALUES[variable] if value in there)


@dataclass(frozen=True, slots=True)
class Finding:
    """What the counts say. `lost` and `extra` are how many cards are missing or too many; `sets` every set of cards
    that explains the counts, in play order; `jokers` how many jokers are missing (negative: too many).

    With more than `MAX_NAMED` cards `sets` is None.
    """

    lost: int
    extra: int
    sets: tuple[Set, ...] | None
    jokers: int = 0

    @property
    def candidates(self) -> tuple[Card, ...]:
        """Every card of any set."""
        return tuple(sorted({card for found in self.sets or () for card in found}, key=lambda card: card.index))

    @property
    def look(self) -> DecidingCheck | None:
        """The fewest cards to look for, one in each set and each in one only, in the smallest pile that holds them all.

        None for a single set, and if no one look can decide. Two lost cards always have such a look.
        """
        return _deciding_check(self.sets or ())


def parse_counts(text: str, variable: str, shelf: Shelf) -> tuple[int, ...]:
    """`24,25,25,25,25` in play order, or `red=24` for those piles that are not as they should be.

    Raises InputError with the order and how many were given.
    """
    values, whole = shelf.values(variable), shelf.each(variable)
    order = ",".join(values)
    # a blank for a comma is no mistake
    parts = re.split(r"\s*[,，、]\s*|\s+", re.sub(r"\s*=\s*", "=", text.strip(" ,")))
    if "=" in text:
        counts = dict.fromkeys(values, whole)
        for part in parts:
            name, _, number = part.partition("=")
            word = {"q": "?"}.get(name.strip().lower(), name.strip().lower())
            if word not in counts:
                raise Problem("recount.no_pile", f"{variable}s", part=part, variable=variable, name=name, order=order)
            counts[word] = _number(number, variable, part)
        return tuple(counts.values())
    if len(parts) != len(values):
        spelled = {3: "three", 4: "four", 5: "five"}[len(values)]
        raise Problem("recount.counts", f"{variable}s", wanted=spelled, order=order, given=len(parts))
    return tuple(_number(part, variable, part) for part in parts)


def _number(text: str, variable: str, part: str) -> int:
    number = read_whole(text)
    if number is None:
        raise Problem("recount.no_number", f"{variable}s", part=part, value=text.strip())
    return number


def solve_counts(
    counts: Mapping[str, Sequence[int]],
    shelf: Shelf,
    jokers: int | None = None,
    there: Iterable[Card] = (),
    gone: Iterable[Card] = (),
) -> Finding:
    """What counts by variable say; a variable that was not sorted is left out.

    `jokers` is how many were found, None when nobody looked. `there` are cards that were seen, `gone` cards that are
    known to be missing. Raises InputError for counts that contradict each other: a sort was miscounted.
    """
    off = {
        v: dict(zip(shelf.values(v), [shelf.each(v) - count for count in found], strict=True))
        for v, found in counts.items()
    }
    _check_sums(counts)
    lost = max(sum(n for n in values.values() if n > 0) for values in off.values())
    extra = max(-sum(n for n in values.values() if n < 0) for values in off.values())
    missing_jokers = 0 if jokers is None else shelf.jokers - jokers
    if lost and extra:
        short, over = ([v for values in off.values() for v, n in values.items() if n * sign > 0] for sign in (1, -1))
        raise Problem("recount.wrong_pile", short=join_words(short, "and"), over=join_words(over, "and"))
    number = lost or extra
    if number > MAX_NAMED:
        return Finding(lost, extra, None, missing_jokers)
    seen, missing, sets = Counter(there), Counter(gone), list[Set]()
    for cards in _sets(off, number, shelf):
        found = Counter(cards)  # a single copy that is there is not lost
        if missing <= found and all(count + seen[card] <= shelf.copies for card, count in found.items()):
            sets.append(cards)
    if number and not sets:
        why = "with the cards that you have seen" if seen or missing else "of this deck"
        raise InputError(f"no card {why} explains these counts. Sort and count again.")
    return Finding(lost, extra, tuple(sets) if number else (), missing_jokers)


def _check_sums(counts: Mapping[str, Sequence[int]]) -> None:
    sums = {variable: sum(found) for variable, found in counts.items()}
    if len(set(sums.values())) < 2:
        return
    totals = join_words([f"{variable}s to {total}" for variable, total in sums.items()], "and")
    common, often = Counter(sums.values()).most_common(1)[0]
    odd = [variable for variable, total in sums.items() if total != common]
    cure = f"Count the {odd[0]}s again." if often > 1 else "Count again."
    raise InputError(f"the same cards add up differently: {totals}. {cure}")


def _sets(off: Mapping[str, Mapping[str, int]], number: int, shelf: Shelf) -> Iterable[Set]:
    """Every set of so many cards with exactly these values."""
    wanted = {v: Counter({value: abs(n) for value, n in values.items() if n}) for v, values in off.items()}
    fitting = [card for card in shelf.cards if all(getattr(card, v) in values for v, values in wanted.items())]
    for found in combinations_with_replacement(fitting, number):
        if all(Counter(getattr(card, v) for card in found) == values for v, values in wanted.items()):
            yield found


# ---------------------------------------------------------------- listing instead of counting


@dataclass(frozen=True, slots=True)
class Listing:
    """A deck card by card: what is missing, what is there too often, and what belongs to no such deck."""

    missing: tuple[AnyCard, ...]
    extra: tuple[AnyCard, ...]
    strange: tuple[AnyCard, ...] = field(default=())


def compare_listing(have: Iterable[AnyCard], shelf: Shelf) -> Listing:
    """All cards of the deck against those that one has."""
    want = Counter(make_deck(shelf.deck, shelf.copies))
    want.update({Joker(number): shelf.copies for number in range(1, shelf.jokers // shelf.copies + 1)})
    got = Counter(have)
    strange = tuple(card for card in got if card not in want)
    missing = tuple((want - got).elements())
    extra = tuple(card for card in (got - want).elements() if card not in strange)
    return Listing(missing, extra, strange)


# ---------------------------------------------------------------- the check that decides


@dataclass(frozen=True, slots=True)
class DecidingCheck:
    """One check that tells several sets apart: which of `cards` is not there? `pile` is where they lie, as values."""

    cards: tuple[Card, ...]
    pile: tuple[str, ...]


def _deciding_check(sets: Sequence[Set]) -> DecidingCheck | None:
    if len(sets) < 2:
        return None
    own = [[card for card in dict.fromkeys(found) if sum(card in other for other in sets) == 1] for found in sets]
    if not all(own):
        return None
    choices = islice(product(*own), 4096)
    best = min(choices, key=lambda cards: (-len(_shared(cards)), [card.index for card in cards]))
    return DecidingCheck(tuple(sorted(best, key=lambda card: card.index)), _shared(best))


def _shared(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(getattr(cards[0], v) for v in VARIABLES if len({getattr(card, v) for card in cards}) == 1)
