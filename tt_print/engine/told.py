"""A position told in part: what phrases tell of a table, and how a game says which tables are possible.

    class Table(Scene[State]):
        PHRASES = {"{seat:Seat} holds {cards:Cards}": "hands[seat] = cards", ...}

        def position(self, picks):
            return State(turn=picks("turn", living), hands=picks.piles("hands", living, (8, 1, 2)), ...)

Each `picks(...)` is a part of the position that somebody may tell. A told part has the value that somebody told. In an example of a book
an untold one has its first option; in a story about a real table it is drawn at random, many times over (`completion`).
"""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass as mutable
from dataclasses import field, fields, is_dataclass, replace
from functools import cache
from operator import is_
from types import MappingProxyType
from typing import Any, NamedTuple, Never, TypeVar

from tt_print.deck import DECK_MEANING, DECKS, AnyCard, Card, Joker
from tt_print.engine.house import House
from tt_print.engine.notation import Codec, Form
from tt_print.engine.reasons import Verdict
from tt_print.errors import InputError
from tt_print.records import dataclass

T = TypeVar("T")
HOUSE_RULE = "with "  # a phrase `with name=value` puts a house rule in force
USUAL_ONE_IN = 4  # how often a story takes the first option of a part that has many
LEARNED, KEPT = 0.6, 64  # how often a value is drawn again with which a story went further, and of how many of them
STRIDE = 37  # from one card of the deck to another that differs from it in much
NEVER: Mapping[str, Never] = MappingProxyType({})


@cache
def _record_fields(kind: type) -> tuple[str, ...]:
    """The fields of a record that may hold cards: what follows from the others would name them again."""
    return (
        tuple(each.name for each in fields(kind) if each.init)
        if is_dataclass(kind) and not issubclass(kind, House)
        else ()
    )


def cards_in(value: Any) -> list[AnyCard]:
    """Every card that an event names, or a tuple holds, at any depth."""
    if isinstance(value, (Card, Joker)):
        return [value]
    parts = (
        value
        if isinstance(value, (tuple, list))
        else [getattr(value, name) for name in _record_fields(value.__class__)]
    )
    return [card for each in parts for card in cards_in(each)]


def check_in_deck(cards: tuple[AnyCard, ...], deck: str, jokers: int, title: str) -> None:
    """Raises InputError for a card that is not in the deck in play."""
    for card in cards:
        if isinstance(card, Card) and card not in DECKS[deck]:
            raise InputError(
                f"{card.name} is not in the {deck} deck ({DECK_MEANING[deck]}), with which {title} is played."
            )
        if not isinstance(card, Card) and not jokers:
            raise InputError(f"this game of {title} has no jokers, so {card.name} cannot be there.")


def once(values: Iterable[object]) -> tuple[object, ...]:
    """The values in some tuples, those that are no cards once: a question may name a pile twice, and a card not."""
    found: list[object] = []
    for value in values:
        for each in once(value) if isinstance(value, tuple) else (value,):
            if isinstance(each, (Card, Joker)) or each not in found:
                found.append(each)
    return tuple(found)


def swapped(value: Any, changes: Mapping[AnyCard, AnyCard], unmoved: Sequence[str] = ()) -> Any:
    """A state, or any part of it, with cards in each other's places; fields of the names `unmoved` stay as they are."""
    if isinstance(value, (Card, Joker)):
        return changes.get(value, value)
    if isinstance(value, tuple):
        cards = (Card, Joker)
        found = [changes.get(each, each) if isinstance(each, cards) else swapped(each, changes) for each in value]
        return value if all(map(is_, found, value)) else tuple(found)
    moved = {}
    for name in _record_fields(value.__class__):
        old = getattr(value, name)
        if old and name not in unmoved and (new := swapped(old, changes)) is not old:
            moved[name] = new
    return replace(value, **moved) if moved else value


# ---------------------------------------------------------------- phrases


@dataclass(frozen=True, slots=True)
class Setting:
    """What a phrase tells of one part: `hands[seat] = cards`. `source` is a place of its form or a literal; `adds` for `+=`."""

    part: str
    adds: bool
    source: str

    @property
    def index(self) -> str:
        """The place whose value is in the brackets of the part, "" for a part without any."""
        found = re.search(r"\[(\w+)\]", self.part)
        return found[1] if found else ""

    def name(self, index: object) -> str:
        """The part with this value in its brackets."""
        return re.sub(r"\[\w+\]", f"[{index}]", self.part)


class Tells:
    """A phrase about a table: its form, and what it tells of which parts, `hands[seat] = cards; phase = 'turn'`."""

    def __init__(self, form: str, sets: str, codecs: Mapping[str, Codec]) -> None:
        self.form, self.name = Form(form, more=codecs), phrase_name(form)
        self._optional = {blank.name for blank in self.form.blanks if not blank.needed}
        found = [re.fullmatch(r"(\S+) (\+?)= (.+)", each.strip()) for each in sets.split(";")]
        self.settings = tuple(Setting(each[1], bool(each[2]), each[3]) for each in found if each)

    def tell(self, parts: dict[str, Any], values: Mapping[str, object]) -> None:
        """Adds what the phrase tells with these values in its places."""
        for each in self.settings:
            name = each.name(values[each.index]) if each.index else each.part
            if each.source in self.form.codecs:
                if each.source not in values:  # an optional place that is empty
                    continue
                value = values[each.source]
            else:
                value = ast.literal_eval(each.source)
            parts[name] = (*parts.get(name, ()), value) if each.adds else value

    def write(self, parts: Mapping[str, Any], index: object) -> Iterator[str]:
        """The phrases of this form that tell these parts; `index` is in the brackets of those that have one."""
        adding = next((each for each in self.settings if each.adds), None)
        if adding is None:
            values = self._values(parts, index)
            if values is not None:
                yield self._show(values)
            return
        about = {adding.index: index} if adding.index else {}
        for value in parts.get(adding.name(index), ()):
            yield self._show({**about, adding.source: value})

    def _show(self, values: Mapping[str, object]) -> str:
        return self.form.show({**dict.fromkeys(self.form.codecs), **values})

    def _values(self, parts: Mapping[str, object], index: object) -> dict[str, object] | None:
        """What is in the places where these are the parts; None where the phrase does not tell them."""
        values: dict[str, object] = {}
        last = {each.part: each for each in self.settings}  # of two settings of a part the later one counts
        for each in last.values():
            name = each.name(index) if each.index else each.part
            is_place = each.source in self.form.codecs
            if name not in parts:
                if not is_place or each.source not in self._optional:
                    return None
                continue
            if is_place and parts[name] is None and each.source not in self._optional:
                return None
            if is_place:
                values[each.source] = parts[name]
            elif parts[name] != ast.literal_eval(each.source):
                return None
            if each.index:
                values.setdefault(each.index, index)
        return values or ({} if not self.form.codecs else None)


@cache
def phrase_name(form: str) -> str:
    """The name of a phrase: its words and the places beside the first player's, such as `holds cards`, `on center`, `lay card`."""
    needed = re.sub(r"\[[^\]]*\]", "", form)
    return " ".join(re.sub(r"\{(\w+)[^}]*\}", r"\1", needed.removeprefix("{seat:Seat} ")).split())


# ---------------------------------------------------------------- what people tell


class Phrase(NamedTuple):
    """One phrase that was understood: how the scene writes it, its name, the values in its places, and the event that it tells, None
    for a phrase that sets the table or asks."""

    text: str
    name: str
    values: Mapping[str, object]
    event: object = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a story, about the table as it is then: the function that answers, what it is called with, its text."""

    answer: Callable[..., Verdict]
    values: Mapping[str, object]
    text: str = ""


@mutable(slots=True)
class Told:
    """What people tell of a table: parts by name (`turn`, `hands[0]`, `#hands[1]` for a number of cards) in the order of the story, the
    number of players, and what happens then: events, types of events whose order nobody knows, and questions.
    """

    parts: dict[str, Any] = field(default_factory=dict)
    players: int = 0
    named: int = 0  # players up to the last one that a phrase names
    is_counted: bool = False  # whether somebody said how many play
    happens: list[object] = field(default_factory=list)
    _free: tuple[object, tuple[AnyCard, ...]] = (None, ())  # a box, and the cards of it that are free

    def free_cards(self, box: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
        """Those of which nobody has said where they are. Thousands of tables are drawn from one box, so they are found once."""
        if self._free[0] is not box:
            left = Counter(box)
            left.subtract(cards_in(tuple(self.parts.values())))
            self._free = box, tuple(left.elements())
        return self._free[1]

    @property
    def cards(self) -> set[AnyCard]:
        """Those of which somebody has said where they are."""
        return {*cards_in(tuple(self.parts.values()))}


class Impossible(Exception):
    """No such table is possible."""


class Picks:
    """One way to complete a told table. Without `rng` each untold part has its first option.

    `fixed` are parts with a given value, `good` values with which a story has gone further than with others.
    """

    def __init__(
        self,
        told: Told,
        house: House,
        box: Sequence[AnyCard],
        rng: random.Random | None = None,
        fixed: Mapping[str, Any] = NEVER,
        good: Mapping[str, Sequence[object]] = NEVER,
    ) -> None:
        self.told, self.house, self.players, self.happens = told.parts, house, told.players, told.happens
        self.rng, self.fixed, self.good = rng, fixed, good
        self.made: dict[str, Any] = {}  # what was chosen for each untold part
        self.place = {card: index for index, card in enumerate(box)}
        self.pool = [*told.free_cards(box)]  # the last is next
        if rng:
            draw = rng.random
            self.pool.sort(key=lambda card: draw())  # a tenth of the time of a shuffle
        else:  # a hand of one color would match more than hands do
            self.pool.sort(key=lambda card: self.place[card] * STRIDE % len(self.place))

    def __call__(self, name: str, options: Iterable[T]) -> T:
        """The value of a part: as told, or one of the options."""
        known = self.told if name in self.told else self.made
        if name not in known:
            known[name] = self._choose(name, [*options])
        value: T = known[name]
        return value

    def _choose(self, name: str, options: list[T]) -> T:
        if not options:
            raise Impossible
        if name in self.fixed and self.fixed[name] in options:
            return options[options.index(self.fixed[name])]
        if self.rng is None:
            return options[0]
        good = self.good.get(name, ())[-KEPT:] if self.rng.random() < LEARNED else ()
        if learned := [options[options.index(value)] for value in good if value in options]:
            return self.rng.choice(learned)
        if len(options) > USUAL_ONE_IN and self.rng.random() * USUAL_ONE_IN < 1:
            return options[0]
        return self.rng.choice(options)

    def pile(self, name: str, sizes: Iterable[int]) -> tuple[Any, ...]:
        """The cards of a part: as told, or so many that nobody has named (told as `#name`, or one of the sizes)."""
        known = self.told if name in self.told else self.made
        if known is self.made and name in self.fixed and {*self.fixed[name]} <= {*self.pool}:
            known[name] = self.fixed[name]
            self.drop(self.fixed[name])
        elif known is self.made:
            known[name] = self.take(self(f"#{name}", sizes))
        cards: tuple[Any, ...] = known[name]
        return cards

    def piles(self, name: str, seats: Iterable[int], sizes: Iterable[int]) -> tuple[tuple[Any, ...], ...]:
        """A pile for each of the seats, `name[0]` and so on, and none for the others."""
        some, counts = {*seats}, [*sizes]
        return tuple(self.pile(f"{name}[{seat}]", counts) if seat in some else () for seat in range(self.players))

    def take(self, count: int) -> tuple[Any, ...]:
        """So many cards that nobody has named."""
        if not 0 <= count <= len(self.pool):
            raise Impossible
        taken = tuple(self.pool[len(self.pool) - count :])
        del self.pool[len(self.pool) - count :]
        return taken

    def drop(self, cards: Iterable[AnyCard]) -> None:
        """These cards have their place, so that none of them lies elsewhere."""
        self.pool = [*(Counter(self.pool) - Counter(cards)).elements()]

    def rest(self, name: str) -> tuple[Any, ...]:
        """The cards of a part: as told, or all that are left."""
        if name in self.told:
            told: tuple[Any, ...] = self.told[name]
            return told
        left = self.pool if self.rng else sorted(self.pool, key=self.place.__getitem__)
        self.pool = []
        return tuple(reversed(left))
