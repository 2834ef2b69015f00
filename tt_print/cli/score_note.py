"""`tt-print score note`: words to keep with the night or with a hand."""

from __future__ import annotations

from pathlib import Path

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.scores import FILE, NIGHT, night_of, reading, store


def note(
    words: list[str] = typer.Argument(help="What to keep.", metavar="WORDS..."),
    hand: int = typer.Option(None, "--hand", help="The hand that it belongs to.", metavar="N"),
    night: int = NIGHT,
    file: Path = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Keep a note with the night. A treaty, a late guest, a ruling that the table made.

    \b
    Examples:
      tt-print score note "Bo left at ten"
      tt-print score note "Cy dealt by mistake" --hand 1
    """
    from tt_print.score.commands import add_note

    with reading(file) as events:
        number = night_of(events, night).number
    after = night_of(store(file, lambda events: add_note(events, number, " ".join(words), hand)), number)
    print_result([f"Noted{f' with hand {hand}' if hand else ''}: {' '.join(words)}"], after.as_json(), as_json, quiet)
