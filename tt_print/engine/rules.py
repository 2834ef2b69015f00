"""What the rules of a game are made of: guards, each the one place where an event is refused, and lists of legal events.

An event is checked once, before a rule reads it. What a field must hold is read off the event's own dataclass, by the type as written:
`Seat`, `Card`, `AnyCard`, `Value`, `int`, `bool`, `str`, `X | None`, `tuple[X, ...]`, or another dataclass of the game with fields of
these types. So a game gets these checks by declaring its events. Types are exact: no bool for a number, no list for a tuple.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import permutations
from reprlib import Repr
from typing import TYPE_CHECKING, Generic, Never, TypeVar, cast

from tt_print.deck import VALUES, AnyCard, Card, Joker
from tt_print.engine.notation import Seat, seat_name, unwrap
from tt_print.engine.reasons import Reason
from tt_print.records import dataclass

if TYPE_CHECKING:
    import random

    from tt_print.engine.base import GameState


S = TypeVar("S", bound="GameState")
E = TypeVar("E")
C = TypeVar("C", bound=AnyCard)
Guard = Callable[..., Reason | None]  # of a state and one kind of event


def guarded(
    guards: Mapping[str, Mapping[type, Guard]], not_now: Callable[[S, E], Reason | None]
) -> Callable[[S, E], Reason | None]:
    """`refusal` of a game: what the guard of this phase and this kind of event says, or where there is none, `not_now`.

    A guard gives the first rule against an event, None for a legal one. The function has the `phases` in which something may come.
    """
    nothing: Mapping[type, Guard] = {}

    def refusal(state: S, event: E) -> Reason | None:
        guard = guards.get(state.phase, nothing).get(type(event))
        return not_now(state, event) if guard is None else guard(state, event)

    refusal.phases = tuple(guards)  # type: ignore[attr-defined]  # a function takes attributes
    return refusal


def make_reason(
    game: str,
    key: str,
    /,
    *rules: str,
    rulings: tuple[str, ...] = (),
    variables: tuple[str, ...] = (),
    cards: tuple[AnyCard, ...] = (),
    instead: Iterable[object] = (),
    **values: object,
) -> Reason:
    """A `Reason` by these rules. Each game has this for itself: `because = partial(make_reason, NAME)`."""
    return Reason(game, key, rules, rulings, variables, cards, tuple(instead), tuple(values.items()))


def wrong_player(game: str, turn: Seat, seat: Seat, *rules: str) -> Reason:
    """Why `seat` may not act while it is the turn of `turn`."""
    return make_reason(game, "wrong_player", *rules, rulings=("G-2",), turn=seat_name(turn), seat=seat_name(seat))


def illegal_order_reason(
    game: str, order: tuple[AnyCard, ...], wanted: tuple[AnyCard, ...], *rules: str
) -> Reason | None:
    """Why this order of cards is no shuffle of `wanted`, None when it is one."""
    return None if Counter(order) == Counter(wanted) else make_reason(game, "wrong_cards", *rules, count=len(wanted))


class Choices(Generic[S, E]):
    """The legal events of a state, one by one from `walk(state)`. `pick(state, rng)` chooses one, by default any of them."""

    __slots__ = ("pick", "state", "walk")

    def __init__(
        self, state: S, walk: Callable[[S], Iterable[E]], pick: Callable[[S, random.Random], E] | None = None
    ) -> None:
        self.state, self.walk, self.pick = state, walk, pick

    def __iter__(self) -> Iterator[E]:
        return iter(self.walk(self.state))

    def choose(self, rng: random.Random) -> E:
        return rng.choice(list(self)) if self.pick is None else self.pick(self.state, rng)


@dataclass(frozen=True, slots=True)
class Orders(Generic[C, E]):
    """The legal outcomes of a shuffle: every order of `cards`, each as `make(order)`."""

    cards: tuple[C, ...]
    make: Callable[[tuple[C, ...]], E]

    def __iter__(self) -> Iterator[E]:
        return map(self.make, permutations(self.cards))

    def choose(self, rng: random.Random) -> E:
        order = list(self.cards)
        rng.shuffle(order)
        return self.make(tuple(order))


class Nothing:
    """The legal events of a game that is over."""

    def __iter__(self) -> Iterator[Never]:
        return iter(())

    def choose(self, rng: random.Random) -> Never:
        raise IndexError("the game is over; nothing is legal")


Check = Callable[[object, int], str | None]  # an event and the number of seats: the first field that is wrong
_NAMES = {
    "Card": Card,
    "CARDS": frozenset({Card, Joker}),
    "VALUES": frozenset(value for row in VALUES.values() for value in row),
}
_REPR = Repr()
_REPR.maxstring = _REPR.maxother = 40
# By type as written: when `{0}` is wrong at a table of `seats`, and in words what belongs there.
SIMPLE = {
    "Seat": ("type({0}) is not int or not 0 <= {0} < seats", "a seat at this table, a number from 0"),
    "Card": ("type({0}) is not Card", "a card"),
    "AnyCard": ("type({0}) not in CARDS", "a card"),
    "Value": ("type({0}) is not str or {0} not in VALUES", "a value such as red"),
    "int": ("type({0}) is not int", "a whole number"),
    "bool": ("type({0}) is not bool", "True or False"),
    "str": ("type({0}) is not str", "text"),
}
# Whole decks are dealt, so their cards are not walked one by one.
ALL_OF = {"Card": "{0} and set(map(type, {0})) != {{Card}}", "AnyCard": "not CARDS.issuperset(map(type, {0}))"}


class InvariantError(RuntimeError):
    """The engine broke its own promise: a card lost, a game without end. Never a player's fault."""


class EventValidator:
    """Whether objects are events of a game, and well formed. Made once for a game; the check of a kind of event is made
    when the first of its kind comes.
    """

    def __init__(self, game: str, title: str, events: Sequence[type]) -> None:
        self._game, self._title, self._events = game, title, frozenset(events)
        self._checks: dict[type, Check] = {}

    def fault(self, event: object, seats: int) -> Reason | None:
        """Why `event` cannot happen at any table of so many seats; None for one that the rules may look at."""
        check = self._checks.get(type(event))
        if check is None:
            if type(event) not in self._events:
                return self._reason("not_an_event", event=_REPR.repr(event), title=self._title)
            check = self._checks[type(event)] = _make_check(type(event))
        try:
            wrong = check(event, seats)
        except AttributeError:  # made without one of its fields
            wrong = next(name for name in _types_of(type(event)) if not hasattr(event, name))
        return None if wrong is None else self._explain(event, wrong, seats)

    def _explain(self, event: object, name: str, seats: int) -> Reason:
        value = getattr(event, name, None)
        wanted = _words(_types_of(type(event))[name])
        found = value if type(value) is tuple else (value,)
        if "seat" in wanted and all(type(each) is int for each in found):
            strangers = [each for each in found if each >= seats]
            if strangers:
                names = tuple(map(seat_name, range(seats)))
                return self._reason("no_such_seat", seat=seat_name(strangers[0]), names=names)
        kind = type(event).__name__
        return self._reason("malformed", event=kind, field=name, wanted=wanted, value=_REPR.repr(value))

    def _reason(self, key: str, **values: object) -> Reason:
        return Reason(self._game, key, values=tuple(values.items()))


def _types_of(kind: type) -> dict[str, str]:
    """The fields of an event by name, each with its type as written."""
    return {field.name: str(field.type) for field in fields(kind)}


def _make_check(kind: type) -> Check:
    """The check of one kind of event, as a function written for it: a walk over the fields by type takes three times as
    long, and this runs at every event of every game. Raises KeyError for a type that cannot be checked.
    """
    names: dict[str, object] = dict(_NAMES)
    lines = ["def check(event, seats):"]
    for field in fields(kind):
        if field.init:
            lines.append(f"    v0 = event.{field.name}")
            lines += _lines(str(field.type), kind, names, f"return {field.name!r}")
    exec("\n".join(lines), names)  # the text is made of the names of fields and types alone
    return cast(Check, names["check"])


def _lines(
    text: str, owner: type, names: dict[str, object], answer: str, value: str = "v0", pad: str = "    "
) -> Iterator[str]:
    """Lines that say `answer` when the variable `value` is not of the type written `text` in the class `owner`."""
    text, wrapper = unwrap(text)
    inner = f"v{int(value[1:]) + 1}"
    if wrapper == "None":
        yield f"{pad}if {value} is not None:"
        yield from _lines(text, owner, names, answer, value, pad + "    ")
    elif wrapper == "tuple":
        yield f"{pad}if type({value}) is not tuple: {answer}"
        if text in ALL_OF:
            yield f"{pad}if {ALL_OF[text].format(value)}: {answer}"
        else:
            yield f"{pad}for {inner} in {value}:"
            yield from _lines(text, owner, names, answer, inner, pad + "    ")
    elif text in SIMPLE:
        yield f"{pad}if {SIMPLE[text][0].format(value)}: {answer}"
    else:
        kind: type = vars(sys.modules[owner.__module__])[text]
        if not is_dataclass(kind):
            raise KeyError(f"{owner.__name__}: no check for {text}")
        names[text] = kind
        yield f"{pad}if type({value}) is not {text}: {answer}"
        for field in fields(kind):
            if field.init:
                yield f"{pad}{inner} = {value}.{field.name}"
                yield from _lines(str(field.type), kind, names, answer, inner, pad)


def _words(text: str) -> str:
    """What a type holds, in words."""
    text, wrapper = unwrap(text)
    if wrapper:
        return f"{_words(text)}, or None" if wrapper == "None" else f"a tuple, each part {_words(text)}"
    return SIMPLE[text][1] if text in SIMPLE else f"a {text.lower()}"
