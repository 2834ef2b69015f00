"""`tt-print score hand`: the next entry, typed at once or asked line by line.

When it asks, wrong answers are reported at once, and nothing is saved before the end.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, QUIET, echo, print_result
from tt_print.cli.score.common import FILE, FORCE, NIGHT, NOTE, PASS_THROUGH, find_night, read_events, save

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tt_print.engine.query import Query
    from tt_print.score.night import Night
    from tt_print.score.scorer import Entry, Question, Typed

CONTEXTS = {"hand": PASS_THROUGH}
STOPPED = "Stopped; nothing is saved."


def hand(
    context: typer.Context,
    blocked: bool = typer.Option(False, "--blocked", help="Nobody could play or draw, so everyone scores."),
    note: str = NOTE,
    force: bool = FORCE,
    number: int | None = typer.Option(
        None, "--hand", help="The hand's number, to be safe from entering it twice.", metavar="N"
    ),
    big: bool = typer.Option(False, "--big", help="Ask, and show the table, in large letters."),
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
    from tt_print.engine.query import Query, parse_query
    from tt_print.errors import MachineError
    from tt_print.score.commands import enter_hand, hand_command

    before = find_night(read_events(file), night)
    typed = list(context.args)
    if not typed and not blocked and sys.stdin.isatty() and not as_json:
        query, note, force, number = _ask_hand(before, note, big)
    else:
        try:
            query = parse_query(typed, before.scorer.flags, before.table.game.title)
        except ValueError as error:
            raise _unsaved(error) from None
        if blocked:
            query = Query(query.words, {**query.flags, "blocked": ("",)})

    def read(current: Night) -> Entry:
        return current.scorer.read(query, current.table, current.standing)

    try:
        after = save(file, lambda events: enter_hand(events, before.number, read, number, force, note))
    except MachineError as error:
        again = hand_command(_as_typed(before, query), note, force)
        raise MachineError(
            f"{error}\nHand {len(before.hands) + 1} is NOT saved. Write it down, or type it again later:\n  {again}"
        ) from error
    except ValueError as error:
        raise _unsaved(error, _as_typed(before, query) if number is not None else ()) from None
    _print_hand(find_night(after, before.number), big, as_json, quiet)


def _as_typed(night: Night, query: Query) -> list[str]:
    """The entry as it would be typed; what was typed where it could not be understood any more."""
    try:
        return night.scorer.words(night.scorer.read(query, night.table, night.standing))
    except ValueError:
        return [
            *query.words,
            *(word for flag, texts in query.flags.items() for text in texts for word in (f"--{flag}", text)),
        ]


def _unsaved(error: ValueError, again: Sequence[str] = ()) -> ValueError:
    """The same error, which also says that nothing is stored, and repeats what would have been."""
    from tt_print.errors import InputError
    from tt_print.score.scorer import quoted

    message = str(error)
    if "Nothing saved" not in message:
        message += "\nNothing saved." if "\n" in message else " Nothing saved."
    if again:
        message += f"\n  tt-print score hand {' '.join(map(quoted, again))}"
    return InputError(message)


def _print_hand(night: Night, big: bool, as_json: bool, quiet: bool) -> None:
    from tt_print.score.table import hand_lines, next_line
    from tt_print.terminal import can_draw, columns, rows, wrap_cut

    last = night.hands[-1]
    lines = [*hand_lines(last, night, columns()), next_line(night)]
    lines = [part for line in lines for part in wrap_cut(line, columns(), hang=4)]
    lines.append("Saved." + ("" if night.is_over else "  A mistake? tt-print score undo"))
    _warn_of_a_double(night)
    if big and not as_json:
        from tt_print.score.big import big_lines

        lines += big_lines(night, columns(), rows(), can_draw())
    print_result(lines, night.as_json(), as_json, quiet)


def _warn_of_a_double(night: Night) -> None:
    """Two terminals may enter one hand twice; without points two games in a row may well end alike."""
    if len(night.hands) < 2:
        return
    ahead, last = night.hands[-2:]
    if ahead.entry == last.entry and (ahead.event.who != last.event.who or last.points is not None):
        echo(
            f"warning: hand {last.number} is the same as hand {ahead.number}, entered by {ahead.event.who}. "
            "If it was entered twice: tt-print score undo",
            err=True,
        )


# ---------------------------------------------------------------- asked line by line


def _ask_hand(night: Night, note: str, big: bool) -> tuple[Query, str, bool, int | None]:
    """What was answered, the note, whether to save what does not add up, and the number of the hand meant.

    Raises typer.Exit when the person stops.
    """
    from tt_print.cli.streams import current_run
    from tt_print.errors import InputError
    from tt_print.score.scorer import as_query

    if night.is_over:  # `enter_hand` says so; no use asking first
        return as_query((), night.scorer.flags), note, False, None
    current_run().farewell = f"\n{STOPPED}"
    number = len(night.hands) + 1
    echo(f"Hand {number}, dealt by {night.dealer}. Enter answers; - goes back, stop ends without saving.")
    answers: list[Typed] = []
    while True:
        while question := night.scorer.ask(_joined(answers), night.table, night.standing):
            answer = _ask_line(question, big)
            if answer in ("-", "back"):
                answers = answers[:-1]
                continue
            try:
                answers.append(question.take(answer))
            except InputError as error:
                echo(f"  {error}")
        query = as_query(_joined(answers), night.scorer.flags)
        decision = _confirm(night, query, note)
        if decision is not None:
            return query, *decision, number
        answers = answers[:-1]


def _joined(answers: Sequence[Typed]) -> Typed:
    return tuple(pair for answer in answers for pair in answer)


def _confirm(night: Night, query: Query, note: str) -> tuple[str, bool] | None:
    """The note, and whether to overrule the sums; None to go back."""
    from tt_print.errors import InputError
    from tt_print.score.commands import is_reason, is_refusal

    try:
        entry = night.scorer.read(query, night.table, night.standing)
    except InputError as error:
        echo(f"  {error}")
        echo("  Going back.")
        return None
    echo(f"  {night.scorer.describe_entry(entry, night.table)}")
    discrepancies = night.scorer.discrepancies(entry, night.table, night.standing)
    for discrepancy in discrepancies:
        echo(f"  {discrepancy}")
    if not discrepancies:
        while (answer := _prompt("Enter saves; - goes back").lower()) not in ("", "y", "yes", "-", "back"):
            echo(f"  {answer!r} is neither. Nothing is saved yet.")
        return None if answer in ("-", "back") else (note, False)
    while True:
        answer = _prompt("Enter goes back; to save it all the same, say why")
        if not answer or is_refusal(answer):
            return None
        if is_reason(answer):  # neither a slip on the number pad nor a yes
            return answer, True
        echo("  Say why in words: they stand in the record.")


def _ask_line(question: Question, big: bool) -> str:
    """An answer that is not empty."""
    if big:
        from tt_print.score.big import big_text
        from tt_print.terminal import can_draw, columns

        word = question.who or question.text.split("?")[0].split("  ")[0]
        echo("\n" + "\n".join(big_text(word, columns(), can_draw())) + "\n")
    while True:
        answer = _prompt(question.text)
        if answer:
            return answer
        echo("  Nothing is a number too here: type 0 for none.")


def _prompt(text: str) -> str:
    """One line from the terminal. Raises typer.Exit at its end and for `stop`."""
    try:
        answer = input(f"{text}: ").strip()
    except EOFError:
        echo(f"\n{STOPPED}", err=True)
        raise typer.Exit(1) from None
    if answer.lower() in ("stop", "quit", "q!"):
        echo(STOPPED, err=True)
        raise typer.Exit(1)
    return answer
