"""`tt-print score log`: who changed what, and when."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.scores import FILE, NIGHT, columns, night_of, reading


def log(night: int = NIGHT, file: Path = FILE, as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """Who changed what, and when. Everything that was ever entered, corrected or taken back.

    \b
    Examples:
      tt-print score log
      tt-print score log --json
    """
    from tt_print.score.changes import log_rows
    from tt_print.score.events import by_night
    from tt_print.score.table import wrap

    with reading(file) as events:
        own = by_night(events)[night_of(events, night).number]
    rows = log_rows(own)
    lines = [
        line
        for event, text in rows
        for line in wrap(f"{event.at[:16].replace('T', ' ')}  {event.who}: {text}", columns(), hang=18)
    ]
    print_result(
        lines, {"night": own[0].night, "log": [{**asdict(event), "text": text} for event, text in rows]}, as_json, quiet
    )
