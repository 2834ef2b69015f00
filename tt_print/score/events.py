"""What can happen to a night's record, and which of it is in force.

`start` opens a night and `resume` returns to one. `hand`, `edit`, `note` and `move` change it; `undo` takes the
last change back, `redo` brings the last one taken back into force again. Nothing is ever removed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Any

from tt_print.errors import InputError
from tt_print.records import dataclass

START, RESUME, UNDO, REDO = "start", "resume", "undo", "redo"
CHANGES = ("hand", "edit", "note", "move")
KINDS = (START, RESUME, *CHANGES, UNDO, REDO)


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the record. `sequence` counts from 1 over all nights; `at` is ISO 8601 with its offset."""

    sequence: int
    night: int
    at: str
    who: str
    kind: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ledger:
    """One night's changes: those in force, in order, and those taken back, the latest last."""

    start: Event
    changes: tuple[Event, ...] = ()
    undone: tuple[Event, ...] = ()

    @property
    def hands(self) -> tuple[Event, ...]:
        return tuple(event for event in self.changes if event.kind == "hand")

    @property
    def notes(self) -> tuple[Event, ...]:
        return tuple(event for event in self.changes if event.kind == "note")


class BrokenRecord(InputError):
    """Events that cannot follow each other: the file was changed by something other than tt-print."""


def read_ledger(events: Iterable[Event]) -> Ledger:
    """The ledger of one night from its events in order. Raises BrokenRecord."""
    start: Event | None = None
    done: list[Event] = []
    undone: list[Event] = []
    for event in events:
        if (start is None) is not (event.kind == START):
            raise BrokenRecord(f"night {event.night} has no beginning, or two (line {event.sequence} of the record)")
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
            raise BrokenRecord(f"line {event.sequence} of the record is of no known kind ({event.kind!r})")
    if start is None:
        raise BrokenRecord("a night without a beginning")
    return Ledger(start, tuple(done), tuple(undone))


def by_night(events: Iterable[Event]) -> dict[int, list[Event]]:
    nights: dict[int, list[Event]] = {}
    for event in events:
        nights.setdefault(event.night, []).append(event)
    return nights


def current_night(events: Iterable[Event]) -> int | None:
    """The night that was started or resumed last; None when there is none."""
    found = None
    for event in events:
        if event.kind in (START, RESUME):
            found = event.night
    return found
