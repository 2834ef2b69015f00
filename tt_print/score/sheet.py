"""A night as the texts of its sheet, which `tt_print.sheets.night` draws, as a spreadsheet, a picture, and a message."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from tt_print.errors import join_words
from tt_print.file_names import file_stem, short_hash
from tt_print.problems import Said
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


# ---------------------------------------------------------------- to send to friends


def night_picture(night: Night) -> dict[str, Any]:
    """The picture of a night: title, a row a player, best first, and who has won. Of a night of many games those who are ahead have."""
    won: Sequence[str] = night.winners
    if night.is_series:
        won = [name for name, rank in night.ranks.items() if rank == 1 and night.games]
    numbers = night.by_name(night.wins if night.totals is None else night.totals)
    most = max([1, *numbers.values()])
    best_first = sorted(night.names, key=lambda name: night.ranks.get(name, len(night.names)))
    rows = [(name, _result(night, numbers[name]), max(0, numbers[name]) / most, name in won) for name in best_first]
    outcome = Said("score.going_on", hands=count(len(night.hands), "hand"))
    if won:
        outcome = Said("score.wins" if len(won) == 1 else "score.win_together", names=join_words(won, "and"))
    title = Said("score.title", title=night.table.game.title, date=long_date(night.at))
    is_few = night.totals is not None and night.table.game.table.good_points == "few"
    notes = [outcome, *([Said("score.few")] if is_few else [])]
    return {"title": str(title), "rows": rows, "notes": [*map(str, notes)]}


def night_message(night: Night) -> str:
    """A night to paste into a message: a line a player, best first."""
    picture = night_picture(night)
    rows = [f"{night.ranks.get(name, '-')}. {name}: {shown}".rstrip() for name, shown, *_ in picture["rows"]]
    return "\n".join([picture["title"], *rows, picture["notes"][0], ""])


def _result(night: Night, number: int) -> str:
    """Points, or games won, of which a game that is the whole night has one."""
    if night.totals is not None:
        return count(number, "point")
    return count(number, "win") if number or night.is_series else ""


def count(number: int, what: str) -> str:
    """`1 hand`, `2 hands`."""
    return f"{number} {what}{'' if abs(number) == 1 else 's'}"


def long_date(at: str) -> str:
    """`27 November 2026`; months are written, because 3/4 means two days."""
    day = date.fromisoformat(at[:10])
    return f"{day.day} {day:%B} {day.year}"
