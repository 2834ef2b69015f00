"""A night as a file that another computer can read, and as a spreadsheet; and back in again."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from tt_print.errors import InputError
from tt_print.file_names import file_stem, short_hash
from tt_print.people import check_names
from tt_print.score.events import KINDS, Event, by_night
from tt_print.score.night import Hand, Night, read_night
from tt_print.score.store import Draft

FORMAT = "tt_print night"
FORMAT_VERSION = 1


def night_json(events: Sequence[Event]) -> str:
    """One night's events, counted from 1, and what they come to. The same night gives the same text anywhere."""
    rows = _own_numbers(events)
    result = read_night(events).as_json()
    del result["night"]
    data = {"format": FORMAT, "version": FORMAT_VERSION, "events": rows, "result": result}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def night_stem(night: Night) -> str:
    """`craziness-2026-11-21-night-1-3f2a91`: the digits tell nights of two files apart that have the same number."""
    start = night.ledger.start
    identity = json.dumps([start.at, start.who, start.data], sort_keys=True)
    return file_stem(night.table.game.name, night.at[:10], f"night-{night.number}", short_hash(identity, 6))


def _own_numbers(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Events with places within the night in place of sequence numbers; which night was current is left out."""
    kept = [event for event in events if event.kind != "resume"]
    numbers = {event.sequence: number for number, event in enumerate(kept, 1)}
    return [
        {
            "at": event.at,
            "who": event.who,
            "kind": event.kind,
            "data": event.data | ({"of": numbers[event.data["of"]]} if "of" in event.data else {}),
        }
        for event in kept
    ]


def import_night(events: Sequence[Event], text: str, name: str) -> list[Draft]:
    """The night of a file that `night_json` wrote, as a new night. Raises InputError for anything else, and for a
    night that is here already."""
    rows = _read_rows(text, name)
    nights = by_night(events)
    for number, own in nights.items():
        if _own_numbers(own) == rows:
            raise InputError(f"{name}: that night is here already, as night {number}.")
    number, first = len(nights) + 1, len(events)
    drafts = [
        Draft(
            number,
            row["kind"],
            row["data"] | ({"of": row["data"]["of"] + first} if "of" in row["data"] else {}),
            row["at"],
            row["who"],
        )
        for row in rows
    ]
    try:
        read_night(
            [
                Event(sequence, draft.night, draft.at, draft.who, draft.kind, draft.data)
                for sequence, draft in enumerate(drafts, first + 1)
            ]
        ).as_json()
        check_names(drafts[0].data["players"])  # of another program's file a terminal might obey one
    except (InputError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise InputError(f"{name} is not a night that can be replayed ({error}). Nothing is imported.") from error
    return drafts


def _read_rows(text: str, name: str) -> list[dict[str, Any]]:
    """The file's events, each with its four parts. Raises InputError."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise KeyError("format")
        if data["version"] > FORMAT_VERSION:
            raise InputError(f"{name} was written by a newer tt-print. Update this one.")
        rows = [{part: row[part] for part in ("at", "who", "kind", "data")} for row in data["events"]]
        right = all(isinstance(row[part], str) for row in rows for part in ("at", "who", "kind"))
        if not (right and rows and all(row["kind"] in KINDS and isinstance(row["data"], dict) for row in rows)):
            raise KeyError("events")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{name} is not a night that tt-print exported. Export one: tt-print score export --json"
        ) from None
    return rows


def night_csv(night: Night) -> str:
    """A row a hand, a column a player, totals below; for spreadsheets."""
    output = io.StringIO()
    writer = csv.writer(output)
    writer.writerow(map(_safe, ["hand", "game", "dealer", *night.table.names, "entry", "note"]))
    for hand in night.hands:
        description = night.scorer.describe_entry(hand.entry, night.table)
        cells = hand_cells(hand, night)
        writer.writerow(
            [hand.number, hand.game, *map(_safe, [hand.dealer, *cells, description, hand.entry.get("note", "")])]
        )
    if night.totals is not None:
        writer.writerow(["total", "", "", *night.totals, "", ""])
    else:
        writer.writerow(["wins", "", "", *night.wins, "", ""])
    writer.writerow(["place", "", "", *(night.ranks[name] for name in night.table.names), "", ""])
    for event in night.ledger.notes:
        writer.writerow(["note", "", "", *([""] * len(night.table.names)), "", _safe(event.data["text"])])
    return output.getvalue()


def hand_cells(hand: Hand, night: Night) -> list[Any]:
    """What one hand means for each player: points; without points `out` and, at the end of a game, places."""
    names = night.table.names
    if hand.points is not None:
        dealt = [seat in hand.outcome.standing.living or name in hand.eliminated for seat, name in enumerate(names)]
        return [points if there else "" for points, there in zip(hand.points, dealt, strict=True)]
    if hand.outcome.standing.is_over:
        from tt_print.engine.standing import place_numbers

        numbers = place_numbers(night.scorer.places(hand.outcome.standing), night.table.shared)
        return [numbers[seat] for seat in range(len(names))]
    return ["out" if name in hand.eliminated else "" for name in names]


def _safe(cell: Any) -> Any:
    """A spreadsheet must not take a note for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t") else cell
