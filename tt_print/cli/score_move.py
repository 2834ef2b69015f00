"""`tt-print score move`: one pointer of Push It Real Good goes a step to the right."""

from __future__ import annotations

from pathlib import Path

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.scores import FILE, NIGHT, night_of, reading, store


def move(
    variable: str = typer.Argument("", help="color, shape or number; without it the pointers are shown."),
    night: int = NIGHT,
    file: Path = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Push It Real Good: move a pointer. It goes one step to the right; all three are shown.

    \b
    Examples:
      tt-print score start push-it Ann Bo Cy
      tt-print score move color
      tt-print score move
      tt-print score undo
      tt-print score resume 1
    """
    from tt_print.score.commands import move
    from tt_print.score.pointers import move_pointer, pointer_lines, pointers_of

    with reading(file) as events:
        found = night_of(events, night)
    move_pointer(found, variable or "color")  # refuses another game, and a variable that is none
    if variable:
        found = night_of(store(file, lambda events: move(events, found.number, variable)), found.number)
    print_result(pointer_lines(found), {"night": found.number, "pointers": list(pointers_of(found))}, as_json, quiet)
