"""`tt-print score nights`, `show` and `resume`: all nights, one of them, and which one is current."""

from __future__ import annotations

from pathlib import Path

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.scores import FILE, book_path, columns, night_of, reading, store


def nights(file: Path = FILE, as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """All nights that are kept, the latest last.

    \b
    Examples:
      tt-print score nights
      tt-print score nights --json
    """
    from tt_print.errors import join_words
    from tt_print.score.events import current_night
    from tt_print.score.night import read_nights
    from tt_print.score.table import wrap

    with reading(file) as events:
        found, current = read_nights(events), current_night(events)
    lines = []
    for night in found:
        state = f"{join_words(night.winners, 'and')} won" if night.is_over else f"{len(night.hands)} entered"
        mark = "*" if night.number == current else " "
        people = ", ".join(night.table.names)
        lines += wrap(
            f"{mark}{night.number:>3}  {night.at[:10]}  {night.table.game.title}: {people}; {state}", columns(), hang=18
        )
    lines += [
        "* is the current night. Another one:  tt-print score resume NUMBER",
        "Only to look at it:  tt-print score show NUMBER",
    ]
    rows = [night.as_json() | {"current": night.number == current} for night in found]
    print_result(lines, {"nights": rows, "current": current}, as_json, quiet)


def show(
    number: int = typer.Argument(help="The night's number, as tt-print score nights has it.", metavar="NIGHT"),
    file: Path = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """The table of one night; the current night stays what it is.

    \b
    Examples:
      tt-print score show 1
    """
    from tt_print.score.table import night_lines

    with reading(file) as events:
        night = night_of(events, number)
    print_result(night_lines(night, columns()), night.as_json(), as_json, quiet)


def resume(
    number: int = typer.Argument(None, help="The night to go on with; without it the current one.", metavar="NIGHT"),
    from_backup: bool = typer.Option(
        False, "--from-backup", help="Put the copy in place of a damaged file, which is kept."
    ),
    file: Path = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Go on with a night. After a crash or a dead battery too, whatever was saved is there.

    After every entry the file is copied beside itself (its name and .backup). When the file is damaged, every
    command says so and leaves it alone; --from-backup puts the copy in its place and keeps the damaged file.

    \b
    Examples:
      tt-print score resume
      tt-print score resume 1
    """
    from tt_print.score.commands import resume
    from tt_print.score.store import restore
    from tt_print.score.table import night_lines

    lines = []
    if from_backup:
        kept = restore(book_path(file))
        lines.append(
            f"The copy is in place; the damaged file is kept as {kept.name}. Compare the last entries with memory:"
        )
    with reading(file) as events:
        if number is not None:
            night_of(events, number)
    if number is not None:
        events = store(file, lambda events: resume(events, number))
    night = night_of(events, number)
    print_result([*lines, *night_lines(night, columns())], night.as_json(), as_json, quiet)
