"""Which card is lost: three sorts of a deck tell.

A whole deck has every value of a variable equally often. Sorted by color, by shape and by number, a lost card is
short in one pile of each sort, and those three values are its name. With two lost cards up to four pairs remain,
and one look at a pile decides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations_with_replacement, islice, product
from typing import Annotated, NamedTuple

from tt_print.core.asking import Call
from tt_print.core.commands.common import Answer, Command
from tt_print.deck import DECKS, VARIABLES, AnyCard, Card, Joker, make_deck, parse_cards, values_in
from tt_print.errors import InputError, join_words
from tt_print.problems import Action, Line, Problem, Said
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Items, Kind, Number, request
from tt_print.typed_words import read_whole

MAX_NAMED = 3  # lost cards whose sets are listed; more are sought by listing what is there
Set = tuple[Card, ...]


class Shelf(NamedTuple):
    """The deck that ought to be there: `deck` as in `DECKS`, so many copies, so many jokers in all."""

    deck: str = "full"
    copies: int = 1
    jokers: int = 2

    @property
    def cards(self) -> tuple[Card, ...]:
        return DECKS[self.deck]

    def values(self, variable: str) -> tuple[str, ...]:
        """The values that are in this deck, in play order."""
        return values_in(self.deck, variable)

    def each(self, variable: str) -> int:
        """How many cards of each value there ought to be."""
        return self.copies * len(self.cards) // len(self.values(variable))


class Finding(NamedTuple):
    """What the counts say. `lost` and `extra` are how many cards are missing or too many; `sets` every set of cards
    that explains the counts, in play order; `jokers` how many jokers are missing (negative: too many).

    With more than `MAX_NAMED` cards `sets` is None.
    """

    lost: int
    extra: int
    sets: tuple[Set, ...] | None
    jokers: int = 0

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
    counts: Mapping[str, Sequence[int]], shelf: Shelf, jokers: int | None, there: Sequence[Card], gone: Sequence[Card]
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


# ---------------------------------------------------------------- the check that decides


class DecidingCheck(NamedTuple):
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


# ---------------------------------------------------------------- the command


MAX_LISTED = 8  # cards or pairs to look for, while another sort would say more
MAX_IN_SENTENCE = 12  # cards of a list that are named one by one


Counts = Annotated[str, Kind("COUNTS", is_list=True)]
Cards = Annotated[tuple[AnyCard, ...], Items("cards", Choice(of.cards), parse_cards, "CARDS")]


@request
class Recount(Command):
    """`colors`, `shapes`, `numbers`: how many cards each pile has, as `parse_counts` reads them."""

    colors: Counts = ""
    shapes: Counts = ""
    numbers: Counts = ""
    jokers: Annotated[int | None, Number(0)] = None
    deck: Annotated[str, Choice(of.decks, of.find_deck, "DECK")] = "full"
    copies: Annotated[int, Number(1, 20)] = 1
    have: Cards = ()
    missing: Cards = ()

    verb = "recount"
    shown_by = ("as_json", "quiet")

    def answer(self, call: Call) -> Answer:
        """What the counts or the list say."""
        shelf, jokers = Shelf(self.deck, self.copies, 2 * self.copies), self.jokers
        texts = {"color": self.colors, "shape": self.shapes, "number": self.numbers}
        counts = {variable: parse_counts(text, variable, shelf) for variable, text in texts.items() if text}
        if self.have and not counts:
            has_jokers = jokers is not None or any(card.safe_code[0] == "J" for card in self.have)
            return _listing_answer(shelf if has_jokers else shelf._replace(jokers=0), self.have)
        if counts:
            finding = solve_counts(counts, shelf, jokers, self._cards(self.have), self._cards(self.missing))
        elif jokers is not None:
            finding = Finding(0, 0, (), shelf.jokers - jokers)
        elif self.missing:
            finding = Finding(len(self.missing), 0, (tuple(self._cards(self.missing)),), 0)
        else:
            each = shelf.each("color")
            full = ",".join([str(each - 1), *[str(each)] * (len(shelf.values("color")) - 1)])
            raise self.refused("nothing", each=each, full=full)
        sets = None if finding.sets is None else [[*map(str, found)] for found in finding.sets]
        data = {
            "deck": shelf.deck, "copies": shelf.copies, "missing": finding.lost, "extra": finding.extra, "sets": sets,
            "cards": sets[0] if sets is not None and len(sets) == 1 else [],
            "look": [*map(str, finding.look.cards)] if finding.look else [], "missing_jokers": finding.jokers,
        }  # fmt: skip
        return Answer(data, {}, text=_finding_lines(finding, shelf, counts))

    def _cards(self, found: Sequence[AnyCard]) -> list[Card]:
        """The cards, none of which may be a joker. Raises RefusedError."""
        if jokers := [card for card in found if isinstance(card, Joker)]:
            raise self.refused("no_pile", "jokers", card=jokers[0].name)
        return [card for card in found if not isinstance(card, Joker)]


def _listing_answer(shelf: Shelf, have: Sequence[AnyCard]) -> Answer:
    """A deck card by card: what is missing, what is there too often, and what belongs to no such deck."""
    want = Counter(make_deck(shelf.deck, shelf.copies))
    want.update({Joker(number): shelf.copies for number in range(1, shelf.jokers // shelf.copies + 1)})
    got = Counter(have)
    strange = [card for card in got if card not in want]
    missing = [*(want - got).elements()]
    extra = [card for card in (got - want).elements() if card not in strange]
    data = {
        "deck": shelf.deck, "copies": shelf.copies, "missing": len(missing), "cards": [*map(str, missing)],
        "extra": [*map(str, extra)], "strange": [*map(str, strange)],
    }  # fmt: skip
    found = {"missing": missing, "listed": extra, "strange": strange}
    text = [_cards_sentence(code, cards) for code, cards in found.items() if cards] or [_whole_sentence(shelf)]
    return Answer(data, {}, kind="recount list", text=text)


def _finding_lines(finding: Finding, shelf: Shelf, counts: Collection[str]) -> list[Line]:
    """Which cards are lost, or what would tell; `counts` are the variables that were counted."""
    text: list[Line] = []
    if not (finding.lost or finding.extra):
        if counts:
            text.append(_whole_sentence(shelf))
        elif not finding.jokers:
            text.append(Said("recount.whole_jokers", count=shelf.jokers))
    elif finding.sets and len(finding.sets) == 1:
        text += [_cards_sentence("missing" if finding.lost else "over", finding.sets[0])]
    else:
        text += _open_lines(finding, [each for each in ("color", "shape", "number") if each not in counts])
    if finding.jokers == shelf.jokers:
        text.append(Said("recount.no_jokers", reprint=_reprint(["J1", "J2"], shelf.copies)))
    elif finding.jokers > 0:
        text.append(Said("recount.jokers", count=finding.jokers, reprint=_reprint(["J1"])))
    elif finding.jokers < 0:
        text.append(Said("recount.more_jokers", count=-finding.jokers, whole=shelf.jokers))
    return text


def _whole_sentence(shelf: Shelf) -> Said:
    return Said("recount.whole", count=len(shelf.cards) * shelf.copies)


def _open_lines(finding: Finding, unsorted: Sequence[str]) -> list[Line]:
    """What fits, if it is more than one set of cards, and what decides."""
    sets, is_lost = finding.sets or (), bool(finding.lost)
    what = "endless" if not sets else "many" if unsorted and len(sets) > MAX_LISTED else "fits"
    then = Said(f"recount.{what}", count=len(sets), have=Action("recount", {"have": ["RC1", "RC2", "..."]}))
    text: list[Line] = [
        Said("recount.lost" if is_lost else "recount.extra", count=finding.lost or finding.extra, then=then)
    ]
    if what == "endless":
        return text
    by = [f"by {each}" for each in unsorted]
    if what == "many":
        return [*text, Said("recount.sort", by=join_words(by, "and"), fields=[f"{each}s" for each in unsorted])]
    text += [f"  {' + '.join(card.safe_code for card in found)}   {_names(found)}" for found in sets]
    if look := finding.look:
        pile = Said("recount.pile", values=" ".join(look.pile)) if look.pile else Said("recount.deck")
        codes = join_words([card.safe_code for card in look.cards], "and")
        text.append(Said("recount.look_lost" if is_lost else "recount.look_extra", pile=pile, cards=codes))
    if unsorted:
        text.append(Said("recount.sort", by=by[0], fields=[f"{unsorted[0]}s"]))
    if is_lost:
        cards = look.cards if look else tuple(card for found in sets for card in found)
        text.append(Said("recount.saw", card=min(cards, key=lambda card: card.index).safe_code))
    return text


def _cards_sentence(code: str, cards: Sequence[AnyCard]) -> Said:
    """A sentence about cards. One print of each is proposed; twice the same card needs another copy of it."""
    if len(cards) > MAX_IN_SENTENCE:
        names = str(Said("recount.range", count=len(cards), first=cards[0].name, last=cards[-1].name))
    else:
        names = _names(cards)
    copies = max(list(cards).count(card) for card in cards)
    codes = list(dict.fromkeys(card.safe_code for card in cards))
    return Said(f"recount.{code}", cards=names, reprint=_reprint(codes, copies))


def _names(cards: Sequence[AnyCard]) -> str:
    return join_words([card.name for card in cards], "and")


def _reprint(codes: Sequence[str], copies: int = 1) -> Action:
    """In the look of the deck that `build` makes."""
    from tt_print.faces import START_THEME

    return Action("deck", {"only": codes, "copies": copies if copies > 1 else None, "theme": START_THEME})
