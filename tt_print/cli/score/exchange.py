"""`tt-print score export` and `import`: a night for a spreadsheet, another computer, or the wall."""

from __future__ import annotations

from pathlib import Path

import typer

from tt_print.cli.common import JSON, OUT, PAPER, QUIET, default_paper, echo, print_lines, print_result
from tt_print.cli.score.common import FILE, NIGHT, find_night, read_events, save


def export(
    as_csv: bool = typer.Option(False, "--csv", help="For a spreadsheet."),
    as_json: bool = typer.Option(False, "--json", help="Everything, for another computer or to keep."),
    as_pdf: bool = typer.Option(False, "--pdf", help="A clean sheet to print."),
    paper: str = PAPER,
    out: Path = OUT,
    night: int | None = NIGHT,
    file: Path | None = FILE,
    quiet: bool = QUIET,
) -> None:
    """Write a night to a file. --csv, --json, --pdf, or several of them.

    \b
    Examples:
      tt-print score export --csv
      tt-print score export --json
      tt-print score export --pdf --paper letter
    """
    from tt_print.cli.writing import write_files
    from tt_print.errors import InputError
    from tt_print.score.events import by_night
    from tt_print.score.exchange import night_csv, night_json, night_stem

    if not (as_csv or as_json or as_pdf):
        raise InputError("write what? Add --csv for a spreadsheet, --json for another computer, or --pdf to print.")
    events = read_events(file)
    found = find_night(events, night, file)
    if found.is_dropped:
        raise InputError(f"night {found.number} is dropped. To bring it back: {found.place.typed('undo')}")
    own = by_night(events)[found.number]
    stem = f"scores/{night_stem(found)}"
    files: dict[str, bytes] = {}
    if as_csv:
        files[f"{stem}.csv"] = night_csv(found).encode("utf-8-sig")  # the mark tells a spreadsheet that it is UTF-8
    if as_json:
        files[f"{stem}.json"] = night_json(own).encode()
    if as_pdf:
        from tt_print.outputs import night_pdf
        from tt_print.score.sheet import night_texts

        name, data, warnings = night_pdf(night_texts(found), stem, paper or default_paper())
        files[name] = data
        for warning in warnings:
            echo(f"warning: {warning}", err=True)
    written = write_files(out, files)
    names = [path.as_posix() for path in written]
    print_lines([f"Wrote {name}" for name in names], quiet, names)


def import_(
    source: Path = typer.Argument(help="A file that score export --json wrote.", metavar="FILE"),
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Read a night that was exported, as a new night of its own.

    \b
    Examples:
      tt-print score import friends.json
    """
    from tt_print.incoming import read_text
    from tt_print.score.brought import MAX_FILE_BYTES
    from tt_print.score.exchange import import_night
    from tt_print.score.table import night_lines
    from tt_print.terminal import columns

    text = read_text(source, MAX_FILE_BYTES, "Name a file that score export --json wrote.")
    import_night([], text, str(source))  # a mistake in it is found before there is a file of nights
    events = save(file, lambda events: import_night(events, text, str(source)), create=True)
    night = find_night(events, None, file)
    print_result(
        [f"Imported as night {night.number}, which is the current one now.", *night_lines(night, columns())],
        "score",
        night.as_json(),
        as_json,
        quiet,
    )
