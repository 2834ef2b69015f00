"""The course of a night: its hands in order, and between them who came, who went and which house rule was changed.

Computed from the ledger before anything is counted: corrections are put in their place, removed hands left out, and every
name is written as it is by now. A person is a number, from 0 in the order in which they were first named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tt_print.people import plain
from tt_print.records import dataclass
from tt_print.score.events import JOIN, LEAVE, REMOVE, RENAME, RULE, Event, Ledger
from tt_print.score.schema import Entry

Rename = Callable[[Entry, Callable[[str], str]], Entry]  # how a game writes other names into an entry


@dataclass(frozen=True, slots=True)
class Entered:
    """A hand in force: its event, its entry as last corrected, and the corrections."""

    event: Event
    entry: Entry
    edits: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody sits down: new behind another, or again where they sat before. `points` is None where none were said.

    `waits`: only with the next game.
    """

    event: Event
    person: int
    points: int | None = None
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Left:
    event: Event
    person: int


@dataclass(frozen=True, slots=True)
class Ruled:
    """House rules changed, by name, each value as it is written."""

    event: Event
    rules: Mapping[str, str]
    waits: bool = False


Step = Entered | Joined | Left | Ruled


@dataclass(frozen=True, slots=True)
class Remark:
    """A note of the night, or of the hand that the event `of` entered."""

    event: Event
    text: str
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """`names` by person; `circle` has all persons clockwise, also those who left; `first` sat down at the start."""

    names: tuple[str, ...]
    circle: tuple[int, ...]
    first: int
    steps: tuple[Step, ...]
    remarks: tuple[Remark, ...]


class _Course:
    """The same while it is read."""

    def __init__(self, ledger: Ledger, rename: Rename) -> None:
        self.names: list[str] = list(ledger.start.data["players"])
        self.circle = list(range(len(self.names)))
        self.first = len(self.names)
        self.steps: list[Step] = []
        self.remarks: list[Remark] = []
        self.known = {name: person for person, name in enumerate(self.names)}  # by the name of that time
        self.then: dict[int, dict[str, int]] = {}  # by the number of an event, the names that its entry has
        self.rename = rename
        self.is_renamed = any(event.kind == RENAME for event in ledger.changes)
        read = {
            "hand": self.read_hand,
            "edit": self.read_edit,
            "note": self.read_note,
            REMOVE: self.read_remove,
            JOIN: self.read_join,
            LEAVE: self.read_leave,
            RENAME: self.read_rename,
            RULE: self.read_rule,
        }
        for event in ledger.changes:
            if event.kind in read:
                read[event.kind](event)

    def hand_places(self) -> list[int]:
        """Where in `steps` each hand stands."""
        return [place for place, step in enumerate(self.steps) if isinstance(step, Entered)]

    def person(self, name: str) -> int:
        """Raises KeyError for a name that nobody had then."""
        if name in self.known:
            return self.known[name]
        return {plain(known): person for known, person in self.known.items()}[plain(name)]

    def add(self, step: Step, data: dict[str, Any]) -> None:
        """At the end, or before the hand that `data` says."""
        places = self.hand_places()
        before = data.get("from", len(places) + 1)
        if not 1 <= before <= len(places) + 1:
            raise IndexError(before)
        self.steps.insert(places[before - 1] if before <= len(places) else len(self.steps), step)

    def read_hand(self, event: Event) -> None:
        self.then[event.sequence] = self.known
        self.steps.append(Entered(event, event.data["entry"]))

    def read_edit(self, event: Event) -> None:
        place = self.place_of(event.data["hand"])
        step = self.steps[place]
        assert isinstance(step, Entered)
        self.then[event.sequence] = self.known
        self.steps[place] = Entered(step.event, event.data["entry"], (*step.edits, event))

    def read_remove(self, event: Event) -> None:
        step = self.steps.pop(self.place_of(event.data["hand"]))
        self.remarks = [remark for remark in self.remarks if remark.of != step.event.sequence]

    def read_note(self, event: Event) -> None:
        hand = event.data.get("hand")
        of = self.steps[self.place_of(hand)].event.sequence if hand else None
        self.remarks.append(Remark(event, event.data["text"], of))

    def place_of(self, hand: int) -> int:
        places = self.hand_places()
        if not 1 <= hand <= len(places):
            raise IndexError(hand)
        return places[hand - 1]

    def read_join(self, event: Event) -> None:
        data = event.data
        try:
            person = self.person(data["name"])
        except KeyError:
            person = len(self.names)
            self.names.append(data["name"])
            behind = self.circle.index(self.person(data["after"])) if data.get("after") else len(self.circle) - 1
            self.circle.insert(behind + 1, person)
            self.known = {**self.known, data["name"]: person}
        self.add(Joined(event, person, data.get("points"), bool(data.get("waits"))), data)

    def read_leave(self, event: Event) -> None:
        self.add(Left(event, self.person(event.data["name"])), event.data)

    def read_rename(self, event: Event) -> None:
        person = self.person(event.data["old"])
        self.known = {name: other for name, other in self.known.items() if other != person} | {
            event.data["new"]: person
        }
        self.names[person] = event.data["new"]

    def read_rule(self, event: Event) -> None:
        self.add(Ruled(event, event.data["rules"], bool(event.data.get("waits"))), event.data)

    def finished(self) -> Course:
        steps = map(self.respelled, self.steps) if self.is_renamed else self.steps
        return Course(tuple(self.names), tuple(self.circle), self.first, tuple(steps), tuple(self.remarks))

    def respelled(self, step: Step) -> Step:
        """A hand with every name as it is now."""
        if not isinstance(step, Entered):
            return step
        then = self.then[(step.edits[-1] if step.edits else step.event).sequence]
        entry = self.rename(step.entry, lambda name: self.names[then[name]] if name in then else name)
        return Entered(step.event, entry, step.edits)


def read_course(ledger: Ledger, rename: Rename) -> Course:
    """Raises LookupError for a record in which something refers to what is not there."""
    return _Course(ledger, rename).finished()
