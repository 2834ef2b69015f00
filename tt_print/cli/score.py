"""`tt-print score`: the table of the night, and the verbs that keep it."""

from __future__ import annotations

from pathlib import Path

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.scores import FILE, NIGHT, columns, night_of, reading

# In the order of `tt-print score --help`; each module holds a function of the verb's name.
SUBVERBS: dict[str, str] = {
    "start": "score_start",
    "hand": "score_hand",
    "undo": "score_undo",
    "redo": "score_undo",
    "edit": "score_edit",
    "note": "score_note",
    "move": "score_move",
    "nights": "score_nights",
    "resume": "score_nights",
    "show": "score_nights",
    "players": "score_players",
    "log": "score_log",
    "export": "score_export",
    "import": "score_export",
}


def command(
    context: typer.Context,
    big: bool = typer.Option(False, "--big", help="Names and totals in large figures, to read across the room."),
    night: int = NIGHT,
    file: Path = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Keep score through a night. Alone it shows the table as it stands; the commands below do the rest.

    \b
    Examples:
      tt-print score start craziness Ann Bo Cy
      tt-print score hand --went-out Ann --left Bo=RH3,KB4 --left Cy=GC2
      tt-print score hand Ann=5 Bo=0 Cy=1
      tt-print score
      tt-print score --big
      tt-print score undo
      tt-print score hand
    """
    if context.invoked_subcommand is not None:
        if big or as_json or quiet or night is not None or file is not None:
            from tt_print.errors import InputError

            verb = context.invoked_subcommand
            raise InputError(f"options come after the command, as in: tt-print score {verb} --night 1.")
        return
    with reading(file) as events:
        found = night_of(events, night)
    if big:
        from tt_print.cli.scores import can_draw, rows
        from tt_print.score.big import big_lines

        lines = big_lines(found, columns(), rows(), can_draw())
    else:
        from tt_print.score.table import night_lines

        lines = night_lines(found, columns())
    print_result(lines, found.as_json(), as_json, quiet)
