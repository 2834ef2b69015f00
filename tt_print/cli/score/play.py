"""`tt-print score play`: one command for the evening, open until one leaves."""

from __future__ import annotations

from pathlib import Path

import typer

from tt_print.cli.score.common import FILE


def play(
    big: bool = typer.Option(False, "--big", help="Ask, and show the table, in large letters."),
    file: Path | None = FILE,
) -> None:
    """Keep score all evening: stays open, asks for each hand, and does the rest in a few keys.

    Goes on with the night that was scored last, or asks who plays what. Enter asks for the next hand; ? lists the other
    keys: take back, correct, deal, judge a question, look up a rule, note. What was answered of a hand is kept when
    the window closes.

    \b
    Examples:
      tt-print score play
      tt-print score play --big
    """
    from tt_print.cli.score.evening import open_evening

    evening = open_evening(file, big)
    if evening is not None:
        evening.stay()
