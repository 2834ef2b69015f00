"""A hand asked on a terminal: one question a line, wrong answers said at once, nothing saved before the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from tt_print.cli.scores import can_draw, columns

if TYPE_CHECKING:
    from tt_print.engine.query import Asked
    from tt_print.score.night import Night
    from tt_print.score.scorer import Question

STOPPED = "Stopped; nothing is saved."


def ask_hand(night: Night, note: str, big: bool) -> tuple[Asked, str, bool, int]:
    """What was answered, the note, whether to save what does not add up, and the number of the hand meant.

    Raises typer.Exit when the person stops.
    """
    from tt_print.errors import InputError
    from tt_print.score.scorer import as_asked

    number = len(night.hands) + 1
    if night.is_over:  # `enter_hand` says so; no use asking first
        return as_asked((), night.scorer.flags), note, False, None
    typer.echo(f"Hand {number}, dealt by {night.dealer}. Enter answers; - goes back, stop ends without saving.")
    answers: list = []
    while True:
        while question := night.scorer.ask(
            tuple(pair for typed in answers for pair in typed), night.table, night.standing
        ):
            answer = _line(question, big, night)
            if answer in ("-", "back"):
                answers = answers[:-1]
                continue
            try:
                answers.append(question.take(answer))
            except InputError as error:
                typer.echo(f"  {error}")
        typed = tuple(pair for answer in answers for pair in answer)
        asked = as_asked(typed, night.scorer.flags)
        decision = _confirm(night, asked, note)
        if decision is None:
            answers = answers[:-1]
            continue
        note, anyway = decision
        return asked, note, anyway, number


def _confirm(night: Night, asked: Asked, note: str) -> tuple[str, bool] | None:
    """The note, and whether to overrule the sums; None to go back."""
    from tt_print.errors import InputError

    try:
        entry = night.scorer.read(asked, night.table, night.standing)
        discrepancies = night.scorer.discrepancies(entry, night.table, night.standing)
    except InputError as error:
        discrepancies, entry = [str(error)], None
    if entry is not None:
        typer.echo(f"  {night.scorer.describe_entry(entry, night.table)}")
    for miss in discrepancies:
        typer.echo(f"  {miss}")
    if not discrepancies:
        while (answer := _prompt("Enter saves; - goes back").lower()) not in ("", "y", "yes", "-", "back"):
            typer.echo(f"  {answer!r} is neither. Nothing is saved yet.")
        return None if answer in ("-", "back") else (note, False)
    if entry is None:
        typer.echo("  Going back.")
        return None
    while True:
        answer = _prompt("Enter goes back; to save it all the same, say why")
        if not answer or answer in ("-", "back"):
            return None
        if any(letter.isalpha() for letter in answer):  # a slip on the number pad is no reason
            return answer, True
        typer.echo("  Say why in words: they stand in the record.")


def _line(question: Question, big: bool, night: Night) -> str:
    """An answer that is not empty."""
    if big:
        from tt_print.score.big import big_text

        word = question.who or question.text.split("?")[0].split("  ")[0]
        typer.echo("\n" + "\n".join(big_text(word, columns(), can_draw())) + "\n")
    while True:
        answer = _prompt(question.text)
        if answer:
            return answer
        typer.echo("  Nothing is a number too here: type 0 for none.")


def _prompt(text: str) -> str:
    """One line from the terminal. Raises typer.Exit at its end, at Ctrl-C, and for `stop`."""
    try:
        answer = input(f"{text}: ").strip()
    except (EOFError, KeyboardInterrupt):
        typer.echo(f"\n{STOPPED}", err=True)
        raise typer.Exit(1) from None
    if answer.lower() in ("stop", "quit", "q!"):
        typer.echo(STOPPED, err=True)
        raise typer.Exit(1)
    return answer
