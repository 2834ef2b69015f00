"""A night of somebody else's: let in where our own verbs would have stored each of its events, in its place.

So whatever is let in can be shown, logged, exported, taken back and corrected as if it had been entered here. A new kind of
event needs a line in `KINDS_BROUGHT`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tt_print.engine.house import parse_house
from tt_print.engine.teams import own_value
from tt_print.errors import InputError, choose
from tt_print.games import find_scored_game
from tt_print.incoming import Document, parse_json
from tt_print.people import check_names
from tt_print.score import commands, company
from tt_print.score.events import DROP, JOIN, LEAVE, REDO, REMOVE, RENAME, RESUME, RULE, START, UNDO, Event
from tt_print.score.night import Night, Sitting, read_night
from tt_print.score.pointers import move_pointer
from tt_print.score.schema import Entry
from tt_print.score.scorer import FORCED
from tt_print.score.seats import ScoredTable
from tt_print.score.store import Draft
from tt_print.terminal import harmless
from tt_print.typed_data import from_key

FORMAT = "tt_print night"
FORMAT_VERSION = 2  # of the layout; a file of another one is refused
MAX_FILE_BYTES = 2_000_000
FREE_TEXT = ("who", "text", "note")  # the keys of what people write as they like
MAX_EVENTS = 500  # of one night; a long one has sixty
MAX_WHO = 200
NIGHT = 1  # the number of the only night of a file
PLACES = ("1224", "1223")
_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})?")


@dataclass(frozen=True, slots=True)
class BroughtEvent:
    """One event of a file. Its number is its place in the night, from 1."""

    at: str
    who: str
    kind: str
    data: dict[str, Any]

    def __post_init__(self) -> None:
        try:
            if not _AT.fullmatch(self.at):
                raise ValueError
            datetime.fromisoformat(self.at)
        except ValueError:
            raise ValueError(f"at = {self.at[:40]!r} is no time such as 2026-11-21T20:00:00+01:00.") from None
        if len(self.who) > MAX_WHO or "\n" in self.who:
            raise ValueError(f"who is one line of at most {MAX_WHO} letters.")
        if self.kind not in KINDS_BROUGHT:
            raise ValueError(f"kind = {self.kind[:40]!r} is none of {', '.join(KINDS_BROUGHT)}.")


@dataclass(frozen=True, slots=True)
class BroughtNight:
    """A file as `exchange.night_json` writes it. `result` is for other programs; here it is computed anew."""

    format: str
    version: int
    events: tuple[BroughtEvent, ...]
    result: Any = None

    def __post_init__(self) -> None:
        if not 0 < len(self.events) <= MAX_EVENTS:
            raise ValueError(f"a night has 1 to {MAX_EVENTS} events, and this one {len(self.events)}.")


def read_brought(text: str, name: str) -> tuple[BroughtEvent, ...]:
    """The events of a night's file, each checked; who, notes and their like hold no sign that a terminal would obey.

    Raises InputError with file and line.
    """
    document = parse_json(text, name, free_text=FREE_TEXT, example="A night is a file that score export --json wrote.")
    if not isinstance(document.data, dict) or document.data.get("format") != FORMAT:
        raise InputError(f"{name} is not a night that tt-print exported. Export one: tt-print score export --json")
    if (version := document.data.get("version")) != FORMAT_VERSION or isinstance(version, bool):
        raise InputError(
            f"{name} has a layout that this tt-print does not know (version {harmless(str(version))[:20]}, and here it is "
            f"{FORMAT_VERSION}). Update this tt-print if a newer one wrote it, or export the night again."
        )
    events = document.read(BroughtNight).events
    before: list[Event] = []
    night: Night | None = None
    for index, row in enumerate(events):
        shape, compose = KINDS_BROUGHT[row.kind]
        data = document.read(shape, "events", index, "data")
        try:
            if (night is None) is not (row.kind == START):
                raise InputError("a night has one beginning, which comes first.")
            if night is not None and row.kind not in (UNDO, REDO, RESUME):
                commands.check_open(night)
            (draft,) = compose(night, data)
            if _text(draft.data) != _text(row.data):
                raise InputError(f"it would have been stored as {draft.data}.")
            before.append(Event(index + 1, NIGHT, row.at, row.who, row.kind, row.data))
            night = read_night(before)
        except ValueError as error:
            raise _refusal(document, index, error) from None
        except (LookupError, TypeError, AttributeError) as error:
            raise _refusal(document, index, f"its data have not the form of ours ({error!r}).") from error
    return events


def _text(data: dict[str, Any]) -> str:
    """Data that are stored alike have the same text: 1 is neither 1.0 nor true."""
    return json.dumps(data, sort_keys=True)


def _refusal(document: Document, index: int, why: object) -> Exception:
    return document.error(f"event {index + 1} is not one that can be replayed: {why}", "events", index)


# ---------------------------------------------------------------- what each kind of event holds


@dataclass(frozen=True, slots=True)
class _Start:
    game: str
    players: tuple[str, ...]
    house: str
    dealer: str
    places: str = "1224"


@dataclass(frozen=True, slots=True)
class _Hand:
    entry: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Edit:
    hand: int
    entry: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Note:
    text: str
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class _Move:
    variable: str
    before: str = field(metadata=from_key("from"))
    to: str


@dataclass(frozen=True, slots=True)
class _Step:
    of: int


@dataclass(frozen=True, slots=True)
class _Nothing:
    pass


@dataclass(frozen=True, slots=True)
class _Remove:
    hand: int


@dataclass(frozen=True, slots=True)
class _Join:
    name: str
    after: str = ""
    points: int | None = None
    since: int | None = field(default=None, metadata=from_key("from"))
    waits: bool = False


@dataclass(frozen=True, slots=True)
class _Leave:
    name: str
    since: int | None = field(default=None, metadata=from_key("from"))


@dataclass(frozen=True, slots=True)
class _Rename:
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class _Rule:
    rules: dict[str, str]
    since: int | None = field(default=None, metadata=from_key("from"))
    waits: bool = False


# ---------------------------------------------------------------- what our own commands store of the same


def _start(night: None, said: _Start) -> list[Draft]:
    game, names = find_scored_game(said.game), check_names(said.players)
    game.check_players(len(names))
    house = parse_house(game, said.house)
    game.start(len(names), house, 0)
    dealer = ScoredTable(game, house, names).name(said.dealer)
    places = choose("way to count places", said.places, PLACES)
    return [commands.start_night(NIGHT, game, names, house, dealer, places)]


def _hand(night: Night, said: _Hand) -> list[Draft]:
    commands.check_next(night)
    entry, force, note = _typed_again(said.entry, night, night.now)
    return commands.enter_hand(night, entry, force, note, another=True)


def _edit(night: Night, said: _Edit) -> list[Draft]:
    before = commands.played_hand(night, said.hand).before
    entry, force, note = _typed_again(said.entry, night, before)
    commands.check_entry(entry, night, force, note, before)
    return [Draft(NIGHT, "edit", {"hand": said.hand, "entry": commands.with_note(entry, force, note)})]


def _typed_again(entry: Entry, night: Night, before: Sitting) -> tuple[Entry, bool, str]:
    """What an entry is when its words are typed again, whether it was overruled, and its note."""
    again = night.scorer.read(commands.entry_query(entry, night), before.table, before.standing)
    return again, bool(entry.get(FORCED)), entry.get("note", "")


def _rule(night: Night, said: _Rule) -> list[Draft]:
    """House rules as one would type them, teams by the players' own names."""
    names = night.next_table.names
    texts = [f"{name}={own_value(name, value, names)}" for name, value in said.rules.items()]
    return company.change_rules(night, texts, said.since, said.waits)


# The form of each kind's data, and what our own command makes of the same: nobody can bring a change that could not be
# made here. Raises ValueError.
KINDS_BROUGHT: dict[str, tuple[type[Any], Callable[[Any, Any], list[Draft]]]] = {
    START: (_Start, _start),
    "hand": (_Hand, _hand),
    "edit": (_Edit, _edit),
    "note": (_Note, lambda night, said: commands.add_note(night, said.text, said.hand)),
    "move": (_Move, lambda night, said: [Draft(NIGHT, "move", move_pointer(night, said.variable))]),
    REMOVE: (_Remove, lambda night, said: commands.remove_hand(night, said.hand)),
    DROP: (_Nothing, lambda night, said: commands.drop_night(night)),
    JOIN: (
        _Join,
        lambda night, said: company.join(night, said.name, said.after, said.points, said.since, said.waits),
    ),
    LEAVE: (_Leave, lambda night, said: company.leave(night, said.name, said.since)),
    RENAME: (_Rename, lambda night, said: company.rename(night, said.old, said.new)),
    RULE: (_Rule, _rule),
    UNDO: (_Step, lambda night, said: commands.undo(night)),
    REDO: (_Step, lambda night, said: commands.redo(night)),
    RESUME: (_Nothing, lambda night, said: [Draft(NIGHT, RESUME, {})]),
}
