"""`tt-print score`: the table of the night, and the verbs that keep it."""

from __future__ import annotations

from pathlib import Path

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.score.common import FILE, NIGHT, find_night, read_events

# In the order of `tt-print score --help`, each with the module that holds a function of its name.
SUBVERBS: dict[str, str] = {
    "play": "score.play",
    "start": "score.start",
    "hand": "score.hand",
    "undo": "score.changes",
    "redo": "score.changes",
    "edit": "score.changes",
    "remove": "score.changes",
    "note": "score.changes",
    "move": "score.changes",
    "join": "score.company",
    "leave": "score.company",
    "rename": "score.company",
    "rule": "score.company",
    "finish": "score.company",
    "nights": "score.nights",
    "resume": "score.nights",
    "show": "score.nights",
    "drop": "score.nights",
    "players": "score.nights",
    "log": "score.nights",
    "export": "score.exchange",
    "import": "score.exchange",
    "restore": "score.restore",
}


def command(
    context: typer.Context,
    night: int | None = NIGHT,
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Keep score through a night. `play` asks for everything; alone it shows the table as it stands.

    \b
    Examples:
      tt-print score play
      tt-print score start craziness Ann Bo Cy
      tt-print score hand --went-out Ann --left Bo=RH3,KB4 --left Cy=GC2
      tt-print score hand Ann=5 Bo=0 Cy=1
      tt-print score
      tt-print score undo
      tt-print score hand
    """
    if context.invoked_subcommand is not None:
        if as_json or quiet or night is not None or file is not None:
            from tt_print.errors import InputError
            from tt_print.score.place import Place

            verb = context.invoked_subcommand
            command = Place(1 if night is None else night, file).typed(verb)
            raise InputError(f"options come after the command, as in: {command}.")
        return
    from tt_print.score.table import night_lines
    from tt_print.terminal import columns

    found = find_night(read_events(file), night, file)
    print_result(night_lines(found, columns()), "score", found.as_json(), as_json, quiet)
