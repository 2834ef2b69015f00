"""A night as a file for another computer, such a file read, and a night as a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tt_print.file_names import file_stem, short_hash
from tt_print.input_files import Document, parse_json
from tt_print.problems import Problem
from tt_print.score.events import KINDS, RESUME, Event
from tt_print.score.night import Hand, Night, read_night
from tt_print.score.table import change_line
from tt_print.terminal import harmless, harmless_json

FORMAT = "tt_print night"
FORMAT_VERSION = 2  # of the layout; a file of another one is refused
MAX_FILE_BYTES = 2_000_000
FREE_TEXT = ("who", "text", "note")  # the keys of what people write as they like
MAX_EVENTS = 500  # of one night; a long one has sixty
MAX_WHO = 200
_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})?")


@dataclass(frozen=True, slots=True)
class ImportedEvent:
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
        if self.kind not in KINDS:
            raise ValueError(f"kind = {self.kind[:40]!r} is none of {', '.join(KINDS)}.")


@dataclass(frozen=True, slots=True)
class ImportedNight:
    """A file as `night_json` writes it. `result` is for other programs; here it is computed again."""

    format: str
    version: int
    events: tuple[ImportedEvent, ...]
    result: Any = None

    def __post_init__(self) -> None:
        if not 0 < len(self.events) <= MAX_EVENTS:
            raise ValueError(f"a night has 1 to {MAX_EVENTS} events, and this one {len(self.events)}.")


def read_night_file(text: str, name: str) -> tuple[Document, tuple[ImportedEvent, ...]]:
    """A file that `night_json` wrote, with its events as they are there; who, notes, and the like hold no sign that a terminal would obey.

    Raises InputError with file and line.
    """
    document = parse_json(text, name, free_text=FREE_TEXT, example="A night is a file that was exported as JSON.")
    if not isinstance(document.data, dict) or document.data.get("format") != FORMAT:
        raise Problem("score.not_exported", name=name)
    if (version := document.data.get("version")) != FORMAT_VERSION or isinstance(version, bool):
        raise Problem("score.other_layout", name=name, version=str(version)[:20], here=FORMAT_VERSION)
    return document, document.read(ImportedNight).events


def night_json(events: Sequence[Event]) -> str:
    """One night's events, counted from 1, and what they come to. The same night gives the same text anywhere."""
    rows = own_numbers(events)
    result = read_night(events).as_json()
    del result["night"]
    data = {"format": FORMAT, "version": FORMAT_VERSION, "events": rows, "result": result}
    return harmless_json(json.dumps(data, ensure_ascii=False, indent=1)) + "\n"


def night_stem(night: Night) -> str:
    """`craziness-2026-11-21-night-1-3f2a91`: the digits tell nights of two files apart that have the same number."""
    start = night.ledger.start
    identity = json.dumps([start.at, start.who, start.data], sort_keys=True)
    return file_stem(night.table.game.name, night.at[:10], f"night-{night.number}", short_hash(identity, 6))


def own_numbers(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Events with places within the night instead of sequence numbers; which night was current is left out."""
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
