"""Runs one command of `score`: its options are the fields of its request, and `cli.score.words` has its words."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tt_print.cli.common import default_paper
from tt_print.cli.echo import echo, print_lines, print_result
from tt_print.cli.hints import file_note, typed, typed_text
from tt_print.cli.request_commands import given_values, read_request
from tt_print.cli.score.common import OwnBook, call_of
from tt_print.core.commands import find_command
from tt_print.core.commands.hands import Hand
from tt_print.core.commands.night import ScoreCommand, ScoreResult, find
from tt_print.core.commands.score import Export, Nights, Restore, Stats
from tt_print.errors import InputError, MachineError
from tt_print.score.commands import ConflictError, ReasonError, RepeatedError, TallyError, find_repeated
from tt_print.score.night import Night

if TYPE_CHECKING:
    from tt_print.core.environment import Call


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
    lines += [note] if (note := file_note(lines, file)) else []
    print_result(lines, kind, data, as_json, quiet)


def _done(request: ScoreCommand, call: Call) -> ScoreResult:
    """What the command comes to. Raises TTPrintError in words of the command line."""
    if isinstance(request, Hand):
        return enter_hand(request, call)
    try:
        return request.done(call)
    except (TallyError, ReasonError) as error:
        raise InputError(error_text(error)) from None


def _write(request: Export, book: OwnBook, folder: Path, quiet: bool) -> None:
    from tt_print.cli.writing import write_files

    done = request.done(call_of(book, paper=default_paper() if request.prints else ""))
    for warning in done.more:
        echo(f"warning: {warning}", err=True)
    names = [path.as_posix() for path in write_files(folder, done.files)]
    print_lines([f"Wrote {name}" for name in names], quiet, names)


def enter_hand(request: Hand, call: Call) -> ScoreResult:
    """Stores a hand. Raises InputError and MachineError that say that nothing is stored, and what to type again."""
    before, request = find(call, request.night).now, replace(request, words=request.words or ())
    try:
        done = request.done(call)
    except RepeatedError as repeated:
        raise _unsaved(repeated, _typed_again(replace(request, another=True), before)) from None
    except MachineError as error:
        again = _typed_again(request, before)
        raise MachineError(
            f"{typed_text(error)}\nHand {len(before.hands) + 1} is NOT saved. Write it down, or type it again later:\n  {again}"
        ) from error
    except ValueError as error:
        raise _unsaved(error, _typed_again(request, before) if request.hand else "", before) from None
    _warn_of_a_double(done.now)
    return done


def _typed_again(request: Hand, night: Night) -> str:
    """What to type to enter the hand again: the entry in all of its words, or what was typed if that cannot be understood."""
    words = [*(request.words or ())]
    with suppress(ValueError):
        words = night.scorer.words(
            night.scorer.read(night.scorer.parse(words, night.table.game.title), night.table, night.standing)
        )
    note = ["--note", request.note] if request.note else []
    more = [f"--{name}" for name in ("force", "another") if getattr(request, name)]
    return typed(night.place, "hand", *words, *note, *more)


def _unsaved(error: ValueError, again: str = "", night: Night | None = None) -> ValueError:
    """The same error, which also says that nothing is stored, and what to type to try it `again`."""
    message = error_text(error, night)
    if "Nothing saved" not in message:
        message += "\nNothing saved." if "\n" in message else " Nothing saved."
    return InputError(f"{message}\n  {again}" if again else message)


def error_text(error: ValueError, night: Night | None = None) -> str:
    """What is wrong with a hand, and the option with which it can be saved anyway."""
    match error:
        case TallyError():
            return f'{error.sentence(typed_text)} If it is right anyway, say why: --force --note "..."'
        case ReasonError():
            return f'--force {error.wanted}: --note "..."'
        case RepeatedError():
            return f"{typed_text(error)} If it is another hand, add --another."
        case ConflictError() if night is not None and "next" in error.details:
            better = typed(night.place, "edit", str(error.details["hand"]), "...")
            number = error.details["next"]
            return (
                f"{typed_text(error)} Another hand: leave out --hand, or give --hand {number}. "
                f"A better one in its place: say what is different ({better})."
            )
    return typed_text(error)


def _warn_of_a_double(night: Night) -> None:
    """Two hands in a row hardly end with the same points; without points two games may well end alike.

    Of one that came within a minute somebody has said already that it is another.
    """
    if len(night.hands) < 2:
        return
    ahead, last = night.hands[-2:]
    asked = find_repeated(last.entry, night.hands[:-1], last.event.at) is not None
    if ahead.entry == last.entry and last.points is not None and not asked:
        echo(
            f"warning: hand {last.number} is the same as hand {ahead.number}, entered by {ahead.event.who}. "
            f"If it was entered twice: {typed(night.place, 'undo')}",
            err=True,
        )
