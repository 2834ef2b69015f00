"""`tt-print score hand`: the next entry, typed at once or asked line by line.

When it asks, wrong answers are reported at once, and nothing is saved before the end.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, QUIET, echo, print_result
from tt_print.cli.prompting import at_terminal
from tt_print.cli.score.common import (
    FILE,
    FORCE,
    NIGHT,
    NOTE,
    PASS_THROUGH,
    find_night,
    now,
    read_events,
    save,
    store_path,
)

if TYPE_CHECKING:
    from tt_print.cli.prompting import Keyboard
    from tt_print.cli.score.asking import Asked
    from tt_print.engine.query import Query
    from tt_print.score.commands import RepeatedError
    from tt_print.score.night import Night
    from tt_print.score.schema import Entry

CONTEXTS = {"hand": PASS_THROUGH}


def hand(
    context: typer.Context,
    note: str = NOTE,
    force: bool = FORCE,
    number: int | None = typer.Option(
        None, "--hand", help="The hand's number, to be safe from entering it twice.", metavar="N"
    ),
    another: bool = typer.Option(
        False, "--another", help="It is another hand, although it is the same as one of this minute."
    ),
    night: int | None = NIGHT,
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Enter the next hand. On a terminal without words after it: asked line by line, digits and Enter will do.

    \b
    Craziness    --went-out Ann --left Bo=RH3,KB4 --left Cy=GC2, or Ann=0 Bo=4 Cy=1; --blocked
    Casino       --cards Ann=60,Bo=64 --reds ... --circles ... --ones ... --red-circles ...
                 --special Ann --hearts none; or --captured Ann=RC1,RH3 --rest Bo --aside KB4;
                 or Ann=60 Bo=90
    Push It      --went-out Ann --right Bo=2,Cy=1 --wrong Ann=1 --caught Ann=3 --potential Bo=7
    Six Suit     --out Bo=red,Ann (by which value, whose card), again for the next; --places Ann,Cy,Bo
    War games    --out Bo, --back Bo, --winner Ann, --places Ann,Cy,Bo; --cards Ann=40,Bo=24

    \b
    Examples:
      tt-print score hand --went-out Ann --left Bo=RH3,KB4 --left "Cy=green circle 2"
      tt-print score hand --went-out Bo Ann=3 Cy=5 --note "Cy spilled the tea"
      tt-print score hand --blocked Ann=4 Bo=2 Cy=1
    """
    from tt_print.cli.prompting import Keyboard
    from tt_print.engine.query import parse_query
    from tt_print.score.commands import RepeatedError
    from tt_print.score.draft import drop_draft

    before = find_night(read_events(file), night, file)
    typed = list(context.args)
    keyboard = Keyboard() if at_terminal() and not as_json else None
    if keyboard and not typed and not (before.is_over or before.is_dropped):
        asked = _ask(before, keyboard, file, note)
        query, number, force, note = asked.query, asked.number, asked.force, asked.note
    else:
        try:
            query = parse_query(typed, before.scorer.flags, before.table.game.title)
        except ValueError as error:
            raise _unsaved(error) from None
    try:
        after = store_hand(before, query, file, number, force, note, another, keyboard)
    except RepeatedError:
        drop_draft(store_path(file))
        echo("Nothing more is saved.")
        return
    warn_of_a_double(after)
    mistake = f"A mistake? {after.place.typed('undo')}"
    print_result(hand_text(after, mistake), "score", after.as_json(), as_json, quiet)


def store_hand(
    before: Night,
    query: Query,
    file: Path | None,
    number: int | None,
    force: bool = False,
    note: str = "",
    another: bool = False,
    keyboard: Keyboard | None = None,
) -> Night:
    """The night with one more hand, which is stored; a draft of it is gone.

    What was entered already a moment ago is asked about, if there is a `keyboard`. Raises InputError and MachineError that
    say that nothing is stored, and what to type again; of them RepeatedError for what the person says is the same hand.
    """
    from tt_print.errors import MachineError
    from tt_print.score.commands import RepeatedError, enter_hand, hand_command
    from tt_print.score.draft import drop_entered

    def read(current: Night) -> Entry:
        return current.scorer.read(query, current.table, current.standing)

    at = now()
    try:
        after = save(file, lambda events: enter_hand(events, before.place, read, number, force, note, at, another))
    except RepeatedError as repeated:
        if keyboard:
            if _is_another(repeated, keyboard):
                return store_hand(before, query, file, None, force, note, another=True)
            raise
        again = hand_command(before.place, _as_typed(before, query), note, force, another=True)
        raise _unsaved(repeated, again) from None
    except MachineError as error:
        again = hand_command(before.place, _as_typed(before, query), note, force, another)
        raise MachineError(
            f"{error}\nHand {len(before.hands) + 1} is NOT saved. Write it down, or type it again later:\n  {again}"
        ) from error
    except ValueError as error:
        again = hand_command(before.place, _as_typed(before, query), note, force, another) if number else ""
        raise _unsaved(error, again) from None
    night = find_night(after, before.place)
    drop_entered(store_path(file), night)
    return night


def _is_another(repeated: RepeatedError, keyboard: Keyboard) -> bool:
    """Whether the person says that they mean another hand."""
    echo(f"{repeated.said[0].upper()}{repeated.said[1:]}.")
    try:
        answer = keyboard.ask("Another hand that ended the same? y saves it, too; Enter does not")
    except EOFError:
        return False
    return answer.lower() in ("y", "yes")


def _ask(night: Night, keyboard: Keyboard, file: Path | None, note: str) -> Asked:
    """Raises typer.Exit or KeyboardInterrupt when the person stops."""
    from tt_print.cli.score.asking import HandAsker, StoppedError

    try:
        return HandAsker(night, keyboard, store_path(file)).ask(note)
    except StoppedError as stopped:
        if stopped.interrupted:
            raise KeyboardInterrupt from None
        echo(str(stopped), err=True)
        raise typer.Exit(1) from None


def _as_typed(night: Night, query: Query) -> list[str]:
    """The entry as it would be typed; what was typed where it could not be understood any more."""
    try:
        return night.scorer.words(night.scorer.read(query, night.table, night.standing))
    except ValueError:
        return [
            *query.words,
            *(word for flag, texts in query.flags.items() for text in texts for word in (f"--{flag}", text) if word),
        ]


def _unsaved(error: ValueError, again: str = "") -> ValueError:
    """The same error, which also says that nothing is stored, and what to type to try it `again`."""
    from tt_print.errors import InputError

    message = str(error)
    if "Nothing saved" not in message:
        message += "\nNothing saved." if "\n" in message else " Nothing saved."
    if again:
        message += f"\n  {again}"
    return InputError(message)


def hand_text(night: Night, mistake: str) -> list[str]:
    """The last hand as lines for people; `mistake` says how it is taken back."""
    from tt_print.score.table import hand_lines, next_line, team_lines
    from tt_print.terminal import columns, wrap_cut

    last = night.hands[-1]
    lines = [*hand_lines(last, night, columns()), *team_lines(night), next_line(night)]
    lines = [part for line in lines for part in wrap_cut(line, columns(), hang=4)]
    lines.append("Saved." + ("" if night.is_over else f"  {mistake}"))
    return lines


def warn_of_a_double(night: Night) -> None:
    """Two hands in a row hardly end with the same points; without points two games may well end alike.

    Of one that came within a minute somebody has said already that it is another.
    """
    from tt_print.score.commands import find_repeated

    if len(night.hands) < 2:
        return
    ahead, last = night.hands[-2:]
    asked = find_repeated(last.entry, night.hands[:-1], last.event.at) is not None
    if ahead.entry == last.entry and last.points is not None and not asked:
        echo(
            f"warning: hand {last.number} is the same as hand {ahead.number}, entered by {ahead.event.who}. "
            f"If it was entered twice: {night.place.typed('undo')}",
            err=True,
        )
