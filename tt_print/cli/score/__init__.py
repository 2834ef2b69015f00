"""`tt-print score`: the table of the night, and the verbs that keep it.

They are derived from the commands of `core.commands.score`: see `cli.score.running`.
"""

from __future__ import annotations

from pathlib import Path

import typer

from tt_print.cli.common import FILE, JSON, QUIET
from tt_print.core.commands.score import COMMANDS

NIGHT = typer.Option(None, "--night", "-n", help="Another night than the current one.", metavar="NUMBER")
SUBVERBS = dict.fromkeys(COMMANDS, "score.running")
"""In the order of `tt-print score --help`, each with the module that has it or runs it."""


def command(
    context: typer.Context,
    night: int | None = NIGHT,
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Keep score through a night; alone it shows the table as it is.

    \b
    Examples:
      tt-print score start craziness Ann Bo Cy
      tt-print score hand --went-out Ann --left Bo=RH3,KB4 --left Cy=GC2
      tt-print score hand Ann=5 Bo=0 Cy=1
      tt-print score
      tt-print score undo
    """
    from tt_print.cli.score.running import run
    from tt_print.errors import InputError

    if context.invoked_subcommand is None:
        run("score show", {"night": night, "file": file, "as_json": as_json, "quiet": quiet})
    elif as_json or quiet or night is not None or file is not None:
        own = (
            f"--night {night}" if night is not None else "--json" if as_json else "--quiet" if quiet else "--file FILE"
        )
        raise InputError(f"options come after the command, as in: tt-print score {context.invoked_subcommand} {own}.")
