"""A night as the texts of its sheet, which `tt_print.sheets.night` draws, and as a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from tt_print.errors import join_words
from tt_print.file_names import file_stem, short_hash
from tt_print.score.night import Hand, Night
from tt_print.score.table import change_line, next_line, out_lines, team_lines
from tt_print.terminal import harmless


def night_stem(night: Night) -> str:
    """`craziness-2026-11-21-night-1-3f2a91`: the digits tell nights of two files apart that have the same number."""
    start = night.ledger.start
    identity = json.dumps([start.at, start.who, start.data], sort_keys=True)
    return file_stem(night.table.game.name, night.at[:10], f"night-{night.number}", short_hash(identity, 6))


def night_texts(night: Night) -> dict[str, Any]:
    """The fields of a `NightTable`."""
    names = night.names
    rules = "House rules: none." if night.table.rules == "-" else f"House rules: {night.table.rules}."
    state = str(next_line(night)) if night.hands else f"Players: {join_words(names, 'and')}."
    lead = [f"{night.at[:10]}, night {night.number}. {rules}", state]
    lead += map(str, [*team_lines(night), *out_lines(night)])
    ranks = ("Place", *(str(night.ranks.get(name, "")) for name in names))
    notes = [f"Hand {hand.number}: {hand.entry['note']}" for hand in night.hands if hand.entry.get("note")]
    notes += [*map(str, map(change_line, night.changes)), *(remark.text for remark in night.course.remarks)]
    notes = [*map(harmless, notes)]  # a store may come from another hand, and a PDF takes no half of a character
    if night.totals is not None:
        rows = [(str(hand.number), hand.dealer, *map(str, hand_cells(hand, night))) for hand in night.hands]
        sums = [("Total", *map(str, night.totals)), ranks]
    else:
        rows = [(str(hand.number), f"Game {hand.game}: {hand.described}") for hand in night.hands]
        sums = [("Wins", *map(str, night.wins))]
    return {
        "title": night.table.game.title,
        "lead": tuple(lead),
        "names": names,
        "rows": tuple(rows),
        "sums": tuple(sums),
        "notes": tuple(notes),
        "wide_rows": night.totals is None,
    }


def night_csv(night: Night) -> str:
    """A row a hand, a column a player, totals below; for spreadsheets."""
    output = io.StringIO()
    writer = csv.writer(output)
    writer.writerow(map(_safe, ["hand", "game", "dealer", *night.names, "entry", "note"]))
    for hand in night.hands:
        description = hand.described
        cells = hand_cells(hand, night)
        writer.writerow(
            [hand.number, hand.game, *map(_safe, [hand.dealer, *cells, description, hand.entry.get("note", "")])]
        )
    if night.totals is not None:
        writer.writerow(["total", "", "", *night.totals, "", ""])
    else:
        writer.writerow(["wins", "", "", *night.wins, "", ""])
    writer.writerow(["place", "", "", *(night.ranks.get(name, "") for name in night.names), "", ""])
    remarks = [("table", str(change_line(change))) for change in night.changes]
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
