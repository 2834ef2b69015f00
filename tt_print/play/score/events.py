"""What can happen to a night's record, and which of it is in force.

`start` opens a night and `resume` returns to one. Everything in `CHANGES` changes it; `undo` takes the last change
back, `redo` brings the last one taken back into force again. Nothing is ever removed: a hand that was entered by mistake
is put out of force by `remove`, as a whole night was by `drop`, which no command stores anymore.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import field
from typing import Any

from tt_print.errors import InputError
from tt_print.problems import Problem
from tt_print.records import dataclass

START, RESUME, UNDO, REDO = "start", "resume", "undo", "redo"
REMOVE, DROP, JOIN, LEAVE, RENAME, RULE = "remove", "drop", "join", "leave", "rename", "rule"
CHANGES = ("hand", "edit", "note", "move", REMOVE, DROP, JOIN, LEAVE, RENAME, RULE)


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the record. `sequence` counts from 1 over all nights; `at` is ISO 8601 with its offset."""

    sequence: int
    night: int
    at: str
    who: str
    kind: str
    data: dict[str, Any] = field(default_factory=dict)

    def seconds_to(self, at: str) -> int | None:
        """How far it is from another time; None where one of them is no time that can be compared."""
        from datetime import datetime

        with suppress(ValueError, TypeError):
            return int(abs((datetime.fromisoformat(at) - datetime.fromisoformat(self.at)).total_seconds()))
        return None


@dataclass(frozen=True, slots=True)
class Ledger:
    """One night's changes: those in force, in order, and those taken back, the latest last."""

    start: Event
    changes: tuple[Event, ...] = ()
    undone: tuple[Event, ...] = ()

    @property
    def is_dropped(self) -> bool:
        """Whether the whole night is out of force; then this was the last change."""
        return any(event.kind == DROP for event in self.changes)


class NoNightError(Problem):
    """No night is kept here."""

    kind = "night"


class BrokenRecord(InputError):
    """Events that cannot follow each other: the file was changed by another program."""


def read_ledger(events: Iterable[Event]) -> Ledger:
    """The ledger of one night from its events in order. Raises BrokenRecord."""
    start: Event | None = None
    done: list[Event] = []
    undone: list[Event] = []
    for event in events:
        if (start is None) is not (event.kind == START):
            raise BrokenRecord(f"game night {event.night} has no start, or two (line {event.sequence} of the log)")
        if event.kind == START:
            start = event
        elif event.kind in CHANGES:
            done.append(event)
            undone.clear()  # what was taken back before a new change stays so
        elif event.kind in (UNDO, REDO):
            source, target = (done, undone) if event.kind == UNDO else (undone, done)
            if not source or source[-1].sequence != event.data.get("of"):
                raise BrokenRecord(f"line {event.sequence} of the record takes back what was not the last")
            target.append(source.pop())
        elif event.kind != RESUME:
            raise BrokenRecord(
                f"line {event.sequence} of the record is of no kind that this version knows ({event.kind!r}). It was "
                "written by a newer one: update this one."
            )
    if start is None:
        raise BrokenRecord("a night without a beginning")
    return Ledger(start, tuple(done), tuple(undone))


def by_night(events: Iterable[Event]) -> dict[int, list[Event]]:
    nights: dict[int, list[Event]] = {}
    for event in events:
        nights.setdefault(event.night, []).append(event)
    return nights


def dropped_nights(events: Iterable[Event]) -> frozenset[int]:
    """The nights that count nowhere anymore."""
    maybe = {night: own for night, own in by_night(events).items() if any(event.kind == DROP for event in own)}
    return frozenset(night for night, own in maybe.items() if read_ledger(own).is_dropped)


def current_night(events: Sequence[Event]) -> int | None:
    """The night that was started or resumed last and is not dropped; None when there is none."""
    dropped = dropped_nights(events)
    turned_to = [event.night for event in events if event.kind in (START, RESUME) and event.night not in dropped]
    return turned_to[-1] if turned_to else None


def former_names(events: Sequence[Event]) -> list[str]:
    """Everybody who was ever scored, those of the latest entries first; who was renamed under both names."""
    from tt_print.engine.people import plain

    named = {START: "players", JOIN: "name", RENAME: "new"}
    found: dict[str, str] = {}
    for event in reversed(events):
        if event.kind in named:
            names = event.data[named[event.kind]]
            for name in [names] if isinstance(names, str) else names:
                found.setdefault(plain(name), name)
    return list(found.values())
