"""The timeline of a night: its hands in order, and between them joins, departures, and changes of house rules.

Computed from the ledger before anything is counted: corrections are put in their place, removed hands left out, and every
name is written as it is by now. A person is a number, from 0 in the order in which they were first named.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tt_print.people import plain
from tt_print.records import dataclass
from tt_print.score.events import RENAME, Event, Ledger
from tt_print.score.schema import Entry

Rename = Callable[[Entry, Callable[[str], str]], Entry]  # how a game writes other names into an entry


@dataclass(frozen=True, slots=True)
class HandStep:
    """A hand in force: its event, its entry as last corrected, and the corrections."""

    event: Event
    entry: Entry
    edits: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class TableStep:
    """Somebody sits down, new behind another or again where they sat before, or leaves; or house rules change, which is nobody's."""

    event: Event
    person: int = -1


Step = HandStep | TableStep


@dataclass(frozen=True, slots=True)
class Remark:
    """A note of the night, or of the hand that the event `of` entered."""

    event: Event
    text: str
    of: int | None = None


class Timeline:
    """`names` by person; `circle` has all persons clockwise, also those who left; `first` sat down at the start."""

    def __init__(self, ledger: Ledger, rename: Rename) -> None:
        """Raises LookupError for a record in which something refers to what is not there."""
        self.names: list[str] = list(ledger.start.data["players"])
        self.circle = list(range(len(self.names)))
        self.first = len(self.names)
        self.steps: list[Step] = []
        self.remarks: list[Remark] = []
        self.known = {name: person for person, name in enumerate(self.names)}  # by the name of that time
        self.then: dict[int, dict[str, int]] = {}  # by the number of an event, the names that its entry has
        for event in ledger.changes:
            match event.kind:
                case "hand" | "edit":
                    self.read_entry(event)
                case "note":
                    hand = event.data.get("hand")
                    of = self.steps[self.place_of(hand)].event.sequence if hand else None
                    self.remarks.append(Remark(event, event.data["text"], of))
                case "remove":
                    step = self.steps.pop(self.place_of(event.data["hand"]))
                    self.remarks = [remark for remark in self.remarks if remark.of != step.event.sequence]
                case "join":
                    self.add(TableStep(event, self.seated(event.data)))
                case "leave":
                    self.add(TableStep(event, self.person(event.data["name"])))
                case "rename":
                    person, new = self.person(event.data["old"]), event.data["new"]
                    self.known = {name: other for name, other in self.known.items() if other != person} | {new: person}
                    self.names[person] = new
                case "rule":
                    self.add(TableStep(event))
        if any(event.kind == RENAME for event in ledger.changes):
            self.steps = [self.respelled(step, rename) for step in self.steps]

    def hand_places(self) -> list[int]:
        """Where in `steps` each hand is."""
        return [place for place, step in enumerate(self.steps) if isinstance(step, HandStep)]

    def person(self, name: str) -> int:
        """Raises KeyError for a name that nobody had then."""
        if name in self.known:
            return self.known[name]
        return {plain(known): person for known, person in self.known.items()}[plain(name)]

    def add(self, step: TableStep) -> None:
        """At the end, or before the hand that its event says."""
        places = self.hand_places()
        before = step.event.data.get("from", len(places) + 1)
        if not 1 <= before <= len(places) + 1:
            raise IndexError(before)
        self.steps.insert(places[before - 1] if before <= len(places) else len(self.steps), step)

    def read_entry(self, event: Event) -> None:
        """A hand, or what takes the place of one."""
        self.then[event.sequence] = self.known
        if event.kind == "hand":
            self.steps.append(HandStep(event, event.data["entry"]))
            return
        place = self.place_of(event.data["hand"])
        step = self.steps[place]
        assert isinstance(step, HandStep)
        self.steps[place] = HandStep(step.event, event.data["entry"], (*step.edits, event))

    def place_of(self, hand: int) -> int:
        places = self.hand_places()
        if not 1 <= hand <= len(places):
            raise IndexError(hand)
        return places[hand - 1]

    def seated(self, data: dict[str, Any]) -> int:
        """The person who joins, who has a place in the circle from now on."""
        try:
            return self.person(data["name"])
        except KeyError:
            person = len(self.names)
            self.names.append(data["name"])
            behind = self.circle.index(self.person(data["after"])) if data.get("after") else len(self.circle) - 1
            self.circle.insert(behind + 1, person)
            self.known = {**self.known, data["name"]: person}
            return person

    def respelled(self, step: Step, rename: Rename) -> Step:
        """A hand with every name as it is now."""
        if not isinstance(step, HandStep):
            return step
        then = self.then[(step.edits[-1] if step.edits else step.event).sequence]
        entry = rename(step.entry, lambda name: self.names[then[name]] if name in then else name)
        return HandStep(step.event, entry, step.edits)
