"""Every game of a playtest as a row of comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from tt_print.playtest.games import Played, Setup, as_row


def games_csv(sides: Sequence[tuple[Setup, Sequence[Played]]]) -> bytes:
    """A row a game, with the house rules that it was played by; seats are numbered from 1, several joined by +."""
    text = io.StringIO()
    heads = ["house", "seed", "game", "turns", "rounds", "winners", "end", "held"]
    rows = csv.DictWriter(text, heads, lineterminator="\n")
    rows.writeheader()
    for setup, played in sides:
        rows.writerows({"house": setup.house, "seed": setup.seed, **as_row(each)} for each in played)
    return text.getvalue().encode()
