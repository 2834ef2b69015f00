"""The door of the engine: every event is looked at once, before a rule reads it.

What a field must hold is read off the event's own dataclass, by the type as written: `Seat`, `Card`, `AnyCard`, `Value`,
`int`, `bool`, `str`, `X | None`, `tuple[X, ...]`, or another dataclass of the game with fields of these types. So a game gets
these checks by declaring its events. Types are exact: no bool for a number, no list for a tuple.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from operator import attrgetter
from reprlib import Repr
from typing import Any

from tt_print.deck import VALUES, Card, Joker
from tt_print.engine.notation import SHORT, seat_name
from tt_print.engine.reasons import Reason

Check = Callable[[Any, int], bool]  # a value and the number of seats: whether the value can stand there
_CARDS = frozenset({Card, Joker})
_VALUES = frozenset(value for row in VALUES.values() for value in row)
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 40


def _is_seat(value: Any, seats: int) -> bool:
    return type(value) is int and 0 <= value < seats


SIMPLE: dict[str, tuple[Check, str]] = {
    "Seat": (_is_seat, "a seat at this table, a number from 0"),
    "Card": (lambda value, seats: type(value) is Card, "a card"),
    "AnyCard": (lambda value, seats: type(value) in _CARDS, "a card"),
    "Value": (lambda value, seats: type(value) is str and value in _VALUES, "a value such as red"),
    "int": (lambda value, seats: type(value) is int, "a whole number"),
    "bool": (lambda value, seats: type(value) is bool, "True or False"),
    "str": (lambda value, seats: type(value) is str, "text"),
}


class EventDoor:
    """Whether objects are events of a game, and well formed. Made once for a game."""

    def __init__(self, game: str, title: str, events: Iterable[type]) -> None:
        self._game, self._title = game, title
        self._checks = {event: _field_checks(event) for event in events}

    def fault(self, event: object, seats: int) -> Reason | None:
        """Why `event` cannot happen at any table of so many seats; None for one that the rules may look at."""
        checks = self._checks.get(type(event))
        if checks is None:
            return self._reason("not_an_event", event=_SHORT.repr(event), title=self._title)
        for name, get, check, wanted in checks:
            try:
                value = get(event)
            except AttributeError:  # made without its fields
                value = None
            if not check(value, seats):
                return self._explain(event, name, wanted, value, seats)
        return None

    def _explain(self, event: object, name: str, wanted: str, value: object, seats: int) -> Reason:
        found = value if type(value) is tuple else (value,)
        if "seat" in wanted and all(type(each) is int for each in found):
            stranger = next(each for each in found if not 0 <= each < seats)
            if stranger >= seats:
                names = tuple(map(seat_name, range(seats)))
                return self._reason("no_such_seat", seat=seat_name(stranger), names=names)
        kind = type(event).__name__
        return self._reason("malformed", event=kind, field=name, wanted=wanted, value=_SHORT.repr(value))

    def _reason(self, key: str, **values: object) -> Reason:
        return Reason(self._game, key, values=tuple(values.items()))


def _field_checks(kind: type) -> tuple[tuple[str, Callable[[Any], Any], Check, str], ...]:
    """For each field that makes the object: its name, how to get it, its check, and in words what it holds."""
    found = []
    for field in fields(kind):
        if field.init:
            check, wanted = _check_of(str(field.type), kind)
            found.append((field.name, attrgetter(field.name), check, wanted))
    return tuple(found)


def _check_of(text: str, owner: type) -> tuple[Check, str]:
    """The check of a type as written in the class `owner`, and in words what it wants. Raises KeyError for another."""
    text = SHORT.get(text.strip(), text.strip())
    if text in SIMPLE:
        return SIMPLE[text]
    if text.endswith("| None"):
        inner, wanted = _check_of(text[: -len("| None")], owner)
        return (lambda value, seats: value is None or inner(value, seats)), f"{wanted}, or None"
    if text.startswith("tuple[") and text.endswith(", ...]"):
        part, wanted = _check_of(text[len("tuple[") : -len(", ...]")], owner)
        return _tuple_check(part), f"a tuple, each part {wanted}"
    kind = vars(sys.modules[owner.__module__])[text]
    if not is_dataclass(kind):
        raise KeyError(f"{owner.__name__}: no check for {text}")
    parts = [(get, check) for _, get, check, _ in _field_checks(kind)]

    def check(value: Any, seats: int) -> bool:
        return type(value) is kind and all(part(get(value), seats) for get, part in parts)

    return check, f"a {text.lower()}"


def _tuple_check(part: Check) -> Check:
    if part is SIMPLE["Card"][0]:  # whole decks are dealt
        return lambda value, seats: type(value) is tuple and set(map(type, value)) <= {Card}
    if part is SIMPLE["AnyCard"][0]:
        return lambda value, seats: type(value) is tuple and _CARDS.issuperset(map(type, value))

    def check(value: Any, seats: int) -> bool:
        if type(value) is not tuple:
            return False
        for each in value:  # noqa: SIM110  a loop is twice as fast as all() here, and this runs at every event
            if not part(each, seats):
                return False
        return True

    return check
