"""`tt-print score restore`: the way on when the file of nights or its copy was lost, damaged, or replaced."""

from __future__ import annotations

from pathlib import Path

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.score.common import FILE, find_night, read_events, store_path


def restore(
    keep_file: bool = typer.Option(
        False, "--keep-file", help="Go on with the file as it is when its copy has other entries; the copy is kept."
    ),
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Put the copy of all nights in place of a file that was lost, emptied, damaged, or replaced.

    Every entry is saved in the file and in one copy beside it (its name and .copy), so either can be lost. What gives
    way here is kept beside it under another name.

    \b
    Examples:
      tt-print score restore
      tt-print score restore --keep-file
    """
    from tt_print.cli.streams import current_run
    from tt_print.score.events import current_night
    from tt_print.score.table import night_lines
    from tt_print.terminal import columns, wrap_commands

    text = _keep_file(store_path(file)) if keep_file else _restore(store_path(file))
    current_run().saved = True
    lines, events = wrap_commands(text, columns()), read_events(file)
    if not events:
        print_result(lines, "score nights", {"nights": [], "current": None, "dropped": []}, as_json, quiet)
        return
    night = find_night(events, current_night(events) or events[-1].night, file)
    print_result([*lines, *night_lines(night, columns())], "score", night.as_json(), as_json, quiet)


def _restore(path: Path) -> str:
    from tt_print.score.store import restore

    file, copy, done, kept = restore(path)
    if not done:
        held = f"is {copy.fault}" if copy.fault else "holds no more"
        return f"{path.name} is whole, with {file.summary}, and {copy.path.name} {held}: nothing needs to be restored."
    before = f" What was there is kept as {kept.name}." if kept is not None else ""
    return f"{copy.path.name} is in place, with {copy.summary}.{before} Compare the last entries with memory:"


def _keep_file(path: Path) -> str:
    from tt_print.score.store import keep_file

    kept = keep_file(path)
    return "The file goes on as it is." + (f" The other copy is kept as {kept.name}." if kept is not None else "")
