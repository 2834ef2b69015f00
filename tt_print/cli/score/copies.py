"""The copies of the file of nights, for people: which there are, putting one in place, and going on without them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tt_print.cli.score.common import store_path


def put_in_place(file: Path | None, number: int | None) -> list[str]:
    """Puts the best copy, or that of this number, in place of the file; says what was done."""
    from tt_print.score.store import restore, summary

    done = restore(store_path(file), number)
    kept = f" What it replaces is kept as {done.kept.name}." if done.kept is not None else ""
    sees = f"{done.copy.path.name} is in place, with {summary(done.copy.rows)}.{kept}"
    return _wrapped(f"{sees} Compare the last entries with memory:")


def go_on_with_file(file: Path | None) -> list[str]:
    """Goes on with the file though a copy holds other entries; says where that one is."""
    from tt_print.score.store import backup_path, keep_file

    kept = keep_file(store_path(file))
    if kept is None:
        return _wrapped("No copy stands against the file; it goes on as it is.")
    return _wrapped(f"The file goes on as it is. The other copy is kept as {backup_path(kept).name}.")


def put_aside(file: Path | None) -> list[str]:
    """Gives the file and its copies another name; says which, and how to look at them."""
    from tt_print.score.place import Place
    from tt_print.score.store import set_aside

    kept = set_aside(store_path(file))
    if kept is None:
        return []
    return _wrapped(f"The nights so far are kept as {kept.name}: {Place(file=kept).typed('nights')}")


def listed(file: Path | None) -> tuple[list[str], dict[str, Any]]:
    """The copies, the best first, for people and as data."""
    from tt_print.score.place import Place
    from tt_print.score.store import last_entry, read_copies, summary
    from tt_print.terminal import columns, wrap_cut

    path = store_path(file)
    copies = read_copies(path)
    lines, rows = [], []
    for number, copy in enumerate(copies, 1):
        held = copy.fault or (summary(copy.rows) if copy.rows else "empty")
        lines += wrap_cut(f"{number:>3}  {copy.path.name}: {held}", columns(), hang=5)
        rows.append(
            {
                "number": number,
                "file": copy.path.name,
                "entries": len(copy.rows),
                "nights": len({row[1] for row in copy.rows}),
                "until": last_entry(copy.rows),
                "fault": copy.fault,
            }
        )
    lines = [*_wrapped(f"Copies of {path}:"), *lines] if lines else _wrapped(f"There is no copy of {path}.")
    if any(copy.rows for copy in copies):
        command = Place(file=file).typed("resume", "--from-backup", "--copy", "NUMBER")
        lines += _wrapped(f"Put one in place of the file, which is kept: {command}")
    return lines, {"file": str(path), "copies": rows}


def _wrapped(text: str) -> list[str]:
    from tt_print.terminal import columns, wrap_commands

    return wrap_commands(text, columns())
