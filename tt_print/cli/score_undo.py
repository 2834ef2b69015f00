"""`tt-print score undo` and `redo`: the last change out of force, and back."""

from __future__ import annotations

from pathlib import Path

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.scores import FILE, NIGHT, columns, night_of, reading, store


def undo(night: int = NIGHT, file: Path = FILE, as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """Take back the last entry, correction, note or pointer move. The record keeps it; redo brings it back.

    \b
    Examples:
      tt-print score undo
      tt-print score undo --json
    """
    _step(False, night, file, as_json, quiet)


def redo(night: int = NIGHT, file: Path = FILE, as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """Bring back what undo took, as long as nothing was entered since.

    \b
    Examples:
      tt-print score redo
    """
    _step(True, night, file, as_json, quiet)


def _step(again: bool, wanted: int | None, file: Path | None, as_json: bool, quiet: bool) -> None:
    from tt_print.score.changes import changes, told_change
    from tt_print.score.commands import find_night, redo, undo
    from tt_print.score.table import wrap

    with reading(file) as events:
        number = night_of(events, wanted).number
    seen = {}

    def compose(events):
        seen["before"] = find_night(events, number)
        return (redo if again else undo)(events, number)

    after = night_of(store(file, compose), number)
    before = seen["before"]
    told = told_change((before.ledger.undone if again else before.ledger.changes)[-1], after if again else before)
    cure = "Take it back: tt-print score undo" if again else "Repeat it: tt-print score redo"
    lines = [f"{'Redone' if again else 'Undone'}: {told}. {cure}", *changes(before, after)]
    print_result([part for line in lines for part in wrap(line, columns())], after.as_json(), as_json, quiet)
