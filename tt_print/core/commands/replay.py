"""A night of somebody else's: let in if our own commands would have stored each of its events, in its place.

So whatever is let in can be shown, logged, exported, taken back, and corrected as if it had been entered here. A new kind of event needs a line
in `REPLAYED`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from tt_print.core.commands.hands import AddNote, Hand, Move, Redo, Remove, Undo, checked, played_hand
from tt_print.core.commands.night import Change, Drop, start_draft
from tt_print.core.commands.roster import Join, Leave, Rename, Rule
from tt_print.engine.house import parse_house
from tt_print.engine.teams import own_value
from tt_print.errors import InputError, choose
from tt_print.games import find_scored_game
from tt_print.input_files import Document, mend
from tt_print.people import check_names
from tt_print.problems import Problem
from tt_print.requests.reading import from_data
from tt_print.score.commands import check_open
from tt_print.score.events import (
    DROP,
    JOIN,
    LEAVE,
    REDO,
    REMOVE,
    RENAME,
    RESUME,
    RULE,
    START,
    UNDO,
    Event,
    by_night,
    dropped_nights,
)
from tt_print.score.exchange import FREE_TEXT, ImportedEvent, own_numbers, read_night_file
from tt_print.score.night import Night, read_night
from tt_print.score.scorer import FORCED
from tt_print.score.seats import ScoredTable
from tt_print.score.store import Draft
from tt_print.score.target import ScoreTarget

NIGHT = 1  # the number of the only night of a file
PLACES = ("1224", "1223")
Data = dict[str, Any]
TYPES: dict[str, Any] = {
    "hand": int, "of": int, "from": int | str, "points": int, "waits": bool, "players": tuple[str, ...], "entry": dict[str, Any], "rules": dict[str, str],
}  # fmt: skip
"""Of the data of events, by their keys; all others are texts."""


def import_night(events: Sequence[Event], text: str, name: str) -> list[Draft]:
    """The night of a file that `night_json` wrote, as a new night.

    Raises InputError, with file and line, for anything else and for an event that could not have been entered so, and for a night that is here
    already.
    """
    try:
        brought = read_import(text, name)
    except Problem:
        raise
    except InputError as error:
        text = str(error)
        raise InputError(f"{text}{'' if text[-1] in '.?' else '.'} Nothing is imported.") from error
    rows = [asdict(event) for event in brought if event.kind != RESUME]
    nights = by_night(events)
    dropped = dropped_nights(events)
    for number, own in nights.items():
        kept = own[:-1] if number in dropped else own
        if mend(own_numbers(kept), FREE_TEXT) == rows:
            code = "score.here_but_dropped" if number in dropped else "score.here_already"
            raise Problem(code, name=name, night=number, place=ScoreTarget(number))
    number, first = len(nights) + 1, len(events)
    moved = [event.data | ({"of": event.data["of"] + first} if "of" in event.data else {}) for event in brought]
    return [Draft(number, event.kind, data, event.at, event.who) for event, data in zip(brought, moved, strict=True)]


def read_import(text: str, name: str) -> tuple[ImportedEvent, ...]:
    """The events of a night's file, each checked; who, notes and their like hold no sign that a terminal would obey.

    Raises InputError with file and line.
    """
    document, events = read_night_file(text, name)
    before: list[Event] = []
    night: Night | None = None
    for index, row in enumerate(events):
        for key in row.data:
            document.read(TYPES.get(key, str), "events", index, "data", key)
        try:
            if (night is None) is not (row.kind == START):
                raise InputError("a night has one beginning, which comes first.")
            (draft,) = start(row.data) if night is None else replayed(night, row)
            if _text(draft.data) != _text(row.data):
                raise InputError(f"it would have been stored as {draft.data}.")
            before.append(Event(index + 1, NIGHT, row.at, row.who, row.kind, row.data))
            night = read_night(before)
        except ValueError as error:
            raise _refusal(document, index, error) from None
        except KeyError as error:
            raise _refusal(document, index, f"its data have no {error}.") from error
        except (LookupError, TypeError, AttributeError) as error:
            raise _refusal(document, index, f"its data have not the form of ours ({error!r}).") from error
    return events


def _text(data: Data) -> str:
    """Data that are stored alike have the same text: 1 is neither 1.0 nor true."""
    return json.dumps(data, sort_keys=True)


def _refusal(document: Document, index: int, why: object) -> Exception:
    return document.error(f"event {index + 1} is not one that can be replayed: {why}", "events", index)


# ---------------------------------------------------------------- what our own commands store of the same


def start(data: Data) -> list[Draft]:
    game, names = find_scored_game(data["game"]), check_names(data["players"])
    game.check_players(len(names))
    house = parse_house(game, data["house"])
    game.check_table(len(names), house)
    dealer = ScoredTable(game, house, names).name(data["dealer"])
    return [start_draft(NIGHT, game, names, house, dealer, choose("way to count places", data["places"], PLACES))]


def replayed(night: Night, row: ImportedEvent) -> Sequence[Draft]:
    if row.kind == RESUME:
        return [Draft(NIGHT, RESUME, {})]
    if row.kind == "edit":
        return _edit(night, row.data)
    shape, fields_of = REPLAYED[row.kind]
    request: Change = from_data(shape, fields_of(night, row.data))
    if not request.may_be_dropped:
        check_open(night)
    return request.drafts(night, (), row.at)


def _hand(night: Night, data: Data) -> Data:
    """An entry in the words in which it would be typed, its note, and whether it was overruled."""
    entry = data["entry"]
    return {"words": night.scorer.words(entry), "force": entry.get(FORCED), "note": entry.get("note"), "another": True}


def _edit(night: Night, data: Data) -> list[Draft]:
    """The entry as a whole: nothing of the old one stays."""
    check_open(night)
    asked = from_data(Hand, _hand(night, data))
    before = played_hand(night, data["hand"]).before
    entry = night.scorer.read(
        night.scorer.parse(asked.words or (), night.table.game.title), before.table, before.standing
    )
    return [
        Draft(NIGHT, "edit", {"hand": data["hand"], "entry": checked(night, before, entry, asked.force, asked.note)})
    ]


def _rule(night: Night, data: Data) -> Data:
    """House rules as one would type them, teams by the players' own names."""
    names = night.next_table.names
    return _since(night, data) | {
        "house": {name: own_value(name, value, names) for name, value in data["rules"].items()}
    }


def _since(night: Night, data: Data) -> Data:
    """A change from a hand on, or from the next game."""
    own = {key: value for key, value in data.items() if key not in ("from", "waits", "rules")}
    return own | {"from_hand": data.get("from")} | ({"next_game": data["waits"]} if "waits" in data else {})


Fields = Callable[[Night, Data], Data]
REPLAYED: dict[str, tuple[Any, Fields]] = {
    "hand": (Hand, _hand),
    "note": (AddNote, lambda night, data: {"text": data["text"], "number": data.get("hand")}),
    "move": (Move, lambda night, data: {"variable": data["variable"]}),
    REMOVE: (Remove, lambda night, data: {"number": data["hand"]}),
    DROP: (Drop, lambda night, data: {"night": NIGHT}),
    JOIN: (Join, _since),
    LEAVE: (Leave, _since),
    RENAME: (Rename, lambda night, data: data),
    RULE: (Rule, _rule),
    UNDO: (Undo, lambda night, data: {}),
    REDO: (Redo, lambda night, data: {}),
}
"""The request of each kind of event but `start`, `edit`, and `resume`, and its fields from the data of one: nobody can bring a change that could not
be made here."""
