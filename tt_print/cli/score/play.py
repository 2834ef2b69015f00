"""`tt-print score play`: one command for the evening, open until somebody leaves."""

from __future__ import annotations

from pathlib import Path

from tt_print.cli.common import FILE


def play(file: Path | None = FILE) -> None:
    """Keep score all evening: stays open and asks for each hand.

    Goes on with the night that was scored last, or asks who plays what. Enter asks for the next hand; ? lists what else
    can be typed: undo, correct, note, join, leave. If the window closes in the middle of a hand, its answers are kept.

    \b
    Examples:
      tt-print score play
    """
    from tt_print.cli.score.evening import play_evening

    play_evening(file)
