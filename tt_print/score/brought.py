"""A night of somebody else's: let in where our own verbs would have stored each of its events, in its place.

So whatever is let in can be shown, logged, exported, taken back and corrected as if it had been entered here. A new kind of
event needs a line in `KINDS_BROUGHT`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tt_print.engine.house import parse_house
from tt_print.errors import InputError
from tt_print.games import find_scored_game
from tt_print.incoming import Document, parse_json
from tt_print.people import check_names
from tt_print.score import commands, company
from tt_print.score.commands import read_note
from tt_print.score.events import DROP, JOIN, LEAVE, REDO, REMOVE, RENAME, RESUME, RULE, START, UNDO, Event
from tt_print.score.night import Night, Sitting, read_night
from tt_print.score.pointers import move_pointer
from tt_print.score.schema import Entry
from tt_print.score.scorer import FORCED
from tt_print.score.seats import own_teams
from tt_print.score.store import Draft
from tt_print.terminal import harmless
from tt_print.typed_data import from_key

FORMAT = "tt_print night"
FORMAT_VERSION = 2  # of the layout; a file of another one is refused
MAX_FILE_BYTES = 2_000_000
FREE_TEXT = ("who", "text", "note")  # the keys of what people write as they like
MAX_EVENTS = 500  # of one night; a long one has sixty
MAX_WHO = 200
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
        shape, check = KINDS_BROUGHT[row.kind]
        said = document.read(shape, "events", index, "data")
        event = Event(index + 1, 1, row.at, row.who, row.kind, row.data)
        try:
            check(night, said)
            if row.kind in COMPOSED:
                (draft,) = COMPOSED[row.kind](before, _begun(night), said)
                if draft.data != row.data:
                    raise InputError(f"it would have been stored as {draft.data}.")
            before.append(event)
            night = read_night(before)
        except ValueError as error:
            raise _refusal(document, index, error) from None
        except (LookupError, TypeError, AttributeError) as error:
            raise _refusal(document, index, f"its data have not the form of ours ({error!r}).") from error
    return events


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


def _check_start(night: Night | None, said: _Start) -> None:
    if night is not None:
        raise InputError("a night has one beginning, which comes first.")
    if check_names(said.players) != said.players:
        raise InputError("names are not written as they are kept here, with single blanks and composed accents.")
    if said.places not in ("1224", "1223"):
        raise InputError(f"places = {said.places!r} is neither 1224 nor 1223.")
    if said.dealer not in said.players:
        raise InputError(f"the dealer {said.dealer!r} does not play.")
    game = find_scored_game(said.game)
    game.check_players(len(said.players))
    if game.name != said.game:
        raise InputError(f"game = {said.game!r} is written {game.name!r}.")
    game.start(len(said.players), parse_house(game, said.house), 0)


def _begun(night: Night | None) -> Night:
    if night is None:
        raise InputError("a night has one beginning, which comes first.")
    return night


def _check_hand(night: Night | None, said: _Hand) -> None:
    if _begun(night).is_over:
        raise InputError("the game was over before.")
    _check_entry(said.entry, _begun(night), _begun(night).now)


def _check_edit(night: Night | None, said: _Edit) -> None:
    before = _begun(night).hand(said.hand).before
    if before.standing.is_over:
        raise InputError("the game was over before that hand.")
    _check_entry(said.entry, _begun(night), before)


def _check_entry(entry: Entry, night: Night, before: Sitting) -> None:
    """Typed again it is the same entry; sums that do not add up may have been overruled."""
    note = entry.get("note", "")
    if not isinstance(note, str) or note != read_note(note):
        raise InputError("a note is words with single blanks between.")
    if not isinstance(entry.get(FORCED, False), bool) or (entry.get(FORCED) and not note):
        raise InputError("what was overruled has a reason with it.")
    said = {key: value for key, value in entry.items() if key not in ("note", FORCED)}
    again = night.scorer.read(commands.entry_query(said, night), before.table, before.standing)
    nothing_said = {
        key for key, value in said.items() if value == {} and key in night.scorer.flags and key not in again
    }
    if again != {key: value for key, value in said.items() if key not in nothing_said}:
        raise InputError(f"the entry would have been stored as {again}.")


def _check_note(night: Night | None, said: _Note) -> None:
    if said.hand is not None:
        _begun(night).hand(said.hand)
    if not said.text or said.text != read_note(said.text):
        raise InputError("a note is words with single blanks between.")


def _check_move(night: Night | None, said: _Move) -> None:
    if move_pointer(_begun(night), said.variable) != {"variable": said.variable, "from": said.before, "to": said.to}:
        raise InputError(f"the pointer of {said.variable!r} does not go from {said.before!r} to {said.to!r}.")


def _check_begun(night: Night | None, said: Any) -> None:
    if _begun(night).is_dropped:
        raise InputError("the night was dropped before.")


def _check_nothing(night: Night | None, said: _Step | _Nothing) -> None:
    """To return to a night changes nothing; that a step back or forth is of the last change the ledger checks."""


# The form of each kind's data, and whether our own verb would have stored them in this night. Raises ValueError.
KINDS_BROUGHT: dict[str, tuple[type[Any], Callable[[Night | None, Any], None]]] = {
    START: (_Start, _check_start),
    "hand": (_Hand, _check_hand),
    "edit": (_Edit, _check_edit),
    "note": (_Note, _check_note),
    "move": (_Move, _check_move),
    REMOVE: (_Remove, _check_begun),
    DROP: (_Nothing, _check_begun),
    JOIN: (_Join, _check_begun),
    LEAVE: (_Leave, _check_begun),
    RENAME: (_Rename, _check_begun),
    RULE: (_Rule, _check_begun),
    UNDO: (_Step, _check_nothing),
    REDO: (_Step, _check_nothing),
    RESUME: (_Nothing, _check_nothing),
}

# What our own command makes of the same words: nobody can bring a change that could not be made here.
COMPOSED: dict[str, Callable[[list[Event], Night, Any], list[Draft]]] = {
    REMOVE: lambda events, night, said: commands.remove_hand(events, None, said.hand),
    DROP: lambda events, night, said: commands.drop_night(events, None),
    JOIN: lambda events, night, said: company.join(
        events, None, said.name, said.after, said.points, said.since, said.waits
    ),
    LEAVE: lambda events, night, said: company.leave(events, None, said.name, said.since),
    RENAME: lambda events, night, said: company.rename(events, None, said.old, said.new),
    RULE: lambda events, night, said: company.change_rules(
        events, None, _as_typed(said.rules, night), said.since, said.waits
    ),
}


def _as_typed(rules: dict[str, str], night: Night) -> list[str]:
    """House rules as one would type them, teams by the players' own names."""
    names = night.next_table.names
    return [f"{name}={own_teams(value, names) if name == 'teams' else value}" for name, value in rules.items()]
