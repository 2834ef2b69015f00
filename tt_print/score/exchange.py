"""A night as a file that another computer can read, and as a spreadsheet; and back in again."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tt_print.errors import InputError
from tt_print.file_names import file_stem, short_hash
from tt_print.incoming import mend
from tt_print.score.brought import FORMAT, FORMAT_VERSION, FREE_TEXT, read_brought
from tt_print.score.events import RESUME, Event, by_night, dropped_nights
from tt_print.score.night import Hand, Night, read_night
from tt_print.score.place import Place
from tt_print.score.store import Draft
from tt_print.score.table import change_line
from tt_print.terminal import harmless, harmless_json


def night_json(events: Sequence[Event]) -> str:
    """One night's events, counted from 1, and what they come to. The same night gives the same text anywhere."""
    rows = _own_numbers(events)
    result = read_night(events).as_json()
    del result["night"]
    data = {"format": FORMAT, "version": FORMAT_VERSION, "events": rows, "result": result}
    return harmless_json(json.dumps(data, ensure_ascii=False, indent=1)) + "\n"


def night_stem(night: Night) -> str:
    """`craziness-2026-11-21-night-1-3f2a91`: the digits tell nights of two files apart that have the same number."""
    start = night.ledger.start
    identity = json.dumps([start.at, start.who, start.data], sort_keys=True)
    return file_stem(night.table.game.name, night.at[:10], f"night-{night.number}", short_hash(identity, 6))


def _own_numbers(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Events with places within the night in place of sequence numbers; which night was current is left out."""
    kept = [event for event in events if event.kind != RESUME]
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
    """The night of a file that `night_json` wrote, as a new night.

    Raises InputError, with file and line, for anything else and for an event that could not have been entered so, and for a
    night that is here already.
    """
    try:
        brought = read_brought(text, name)
    except InputError as error:
        text = str(error)
        if text.endswith("--json"):  # a command ends its line
            raise
        raise InputError(f"{text}{'' if text[-1] in '.?' else '.'} Nothing is imported.") from error
    rows = [asdict(event) for event in brought if event.kind != RESUME]
    nights = by_night(events)
    dropped = dropped_nights(events)
    for number, own in nights.items():
        kept = own[:-1] if number in dropped else own
        if mend(_own_numbers(kept), FREE_TEXT) == rows:
            back = f" It is dropped; to bring it back: {Place(number).typed('undo')}" if number in dropped else ""
            raise InputError(f"{name}: that night is here already, as night {number}.{back}")
    number, first = len(nights) + 1, len(events)
    return [Draft(number, event.kind, _moved(event.data, first), event.at, event.who) for event in brought]


def _moved(data: dict[str, Any], first: int) -> dict[str, Any]:
    """An event's data where `first` events stand before its night."""
    return data | ({"of": data["of"] + first} if "of" in data else {})


def night_csv(night: Night) -> str:
    """A row a hand, a column a player, totals below; for spreadsheets."""
    output = io.StringIO()
    writer = csv.writer(output)
    writer.writerow(map(_safe, ["hand", "game", "dealer", *night.names, "entry", "note"]))
    for hand in night.hands:
        description = night.scorer.describe_entry(hand.entry, hand.table)
        cells = hand_cells(hand, night)
        writer.writerow(
            [hand.number, hand.game, *map(_safe, [hand.dealer, *cells, description, hand.entry.get("note", "")])]
        )
    if night.totals is not None:
        writer.writerow(["total", "", "", *night.totals, "", ""])
    else:
        writer.writerow(["wins", "", "", *night.wins, "", ""])
    writer.writerow(["place", "", "", *(night.ranks.get(name, "") for name in night.names), "", ""])
    remarks = [("table", change_line(change)) for change in night.changes]
    remarks += [("note", remark.text) for remark in night.course.remarks]
    for head, text in remarks:
        writer.writerow([head, "", "", *([""] * len(night.names)), "", _safe(text)])
    return output.getvalue()


def hand_cells(hand: Hand, night: Night) -> list[Any]:
    """What one hand means for each player: points; without points `out` and, at the end of a game, places."""
    if hand.points is not None:
        return [hand.points_of(person) if hand.was_dealt(person) else "" for person in night.people]
    if hand.outcome.standing.is_over:
        from tt_print.engine.standing import place_numbers

        numbers = place_numbers(night.scorer.places(hand.outcome.standing), night.table.shared)
        seats = map(hand.seat_of, night.people)
        return ["" if seat is None else numbers[seat] for seat in seats]
    return ["out" if name in hand.eliminated else "" for name in night.names]


def _safe(cell: Any) -> Any:
    """A spreadsheet must not take a note for a formula, nor a terminal obey it."""
    cell = harmless(cell) if isinstance(cell, str) else cell
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t") else cell
