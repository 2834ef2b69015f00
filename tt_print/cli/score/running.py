"""Runs one command of `score`: its options are the fields of its request, and `cli.score.words` has its words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tt_print.cli.common import default_paper
from tt_print.cli.echo import echo, print_lines, print_result
from tt_print.cli.request_commands import given_values, read_request
from tt_print.cli.score.common import OwnBook, call_of
from tt_print.core.commands import find_command
from tt_print.core.commands.hands import Hand
from tt_print.core.commands.night import ScoreCommand, ScoreResult
from tt_print.core.commands.score import Export, Nights, Restore, Stats
from tt_print.core.environment import Call
from tt_print.errors import InputError
from tt_print.score.commands import ReasonError, TallyError

OF_A_GAME = {"ignore_unknown_options": True}  # `--went-out`, `--cards`, ...: the game of the night knows them
CONTEXTS = {"score hand": OF_A_GAME, "score edit": OF_A_GAME}


def run(verb: str, typed: Mapping[str, Any]) -> None:
    """Answers one command line; `typed` are the values of `parameters`, None if nothing was typed. Raises TTPrintError."""
    from tt_print.cli.score import words

    file, as_json, quiet = (
        Path(typed["file"]) if typed["file"] else None,
        bool(typed.get("as_json")),
        bool(typed["quiet"]),
    )
    shape = find_command(verb)
    request, _ = read_request(shape, given_values(shape, typed), as_json or quiet)
    listed = as_json and file is None and isinstance(request, (Nights, Stats))
    book = OwnBook(file, may_be_empty=listed or isinstance(request, Restore))
    if isinstance(request, Export):
        _write(request, book, Path(typed["out"] or "output"), quiet)
        return
    call = call_of(book)
    done = _done(request, call)
    kind, data = words.data(request, done)
    lines = [] if as_json or quiet else words.lines(request, done)
    print_result(lines, kind, data, as_json, quiet)


def _done(request: ScoreCommand, call: Call) -> ScoreResult:
    """What the command comes to. Raises TTPrintError in words of the command line."""
    if isinstance(request, Hand):
        from tt_print.cli.score.hand import enter_hand

        return enter_hand(request, call)
    try:
        return request.done(call)
    except (TallyError, ReasonError) as error:
        from tt_print.cli.score.hand import error_text

        raise InputError(error_text(error)) from None


def _write(request: Export, book: OwnBook, folder: Path, quiet: bool) -> None:
    from tt_print.cli.writing import write_files

    done = request.done(call_of(book, paper=default_paper() if request.prints else ""))
    for warning in done.more:
        echo(f"warning: {warning}", err=True)
    names = [path.as_posix() for path in write_files(folder, done.files)]
    print_lines([f"Wrote {name}" for name in names], quiet, names)
