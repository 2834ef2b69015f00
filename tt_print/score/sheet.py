"""A night as the texts of its sheet; `tt_print.sheets.night` draws them."""

from __future__ import annotations

from typing import Any

from tt_print.errors import join_words
from tt_print.score.exchange import hand_cells
from tt_print.score.night import Night
from tt_print.score.table import change_line, next_line, out_line, team_lines
from tt_print.terminal import harmless


def night_texts(night: Night) -> dict[str, Any]:
    """The fields of a `NightTable`."""
    names = night.names
    rules = "House rules: none." if night.table.rules == "-" else f"House rules: {night.table.rules}."
    lead = [
        f"{night.at[:10]}, night {night.number}. {rules}",
        next_line(night) if night.hands else f"Players: {join_words(names, 'and')}.",
    ]
    lead += team_lines(night)
    if night.eliminated and not night.shown.is_over:
        lead.append(out_line(night))
    ranks = ("Place", *(str(night.ranks.get(name, "")) for name in names))
    notes = [f"Hand {hand.number}: {hand.entry['note']}" for hand in night.hands if hand.entry.get("note")]
    notes += [*map(change_line, night.changes), *(remark.text for remark in night.course.remarks)]
    notes = [*map(harmless, notes)]  # a store may come from another hand, and a PDF takes no half of a character
    if night.totals is not None:
        rows = [(str(hand.number), hand.dealer, *map(str, hand_cells(hand, night))) for hand in night.hands]
        sums = [("Total", *map(str, night.totals)), ranks]
    else:
        rows = [
            (str(hand.number), f"Game {hand.game}: {night.scorer.describe_entry(hand.entry, hand.table)}")
            for hand in night.hands
        ]
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
