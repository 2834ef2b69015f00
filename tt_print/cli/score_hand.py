"""`tt-print score hand`: the next entry, typed at once or asked line by line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.scores import FILE, NIGHT, can_draw, columns, night_of, reading, rows, store

if TYPE_CHECKING:
    from tt_print.score.events import Event
    from tt_print.score.night import Night

# A game's own options (--went-out, --cards, --out, ...) pass through; the game knows them.
CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}


def hand(
    context: typer.Context,
    blocked: bool = typer.Option(False, "--blocked", help="Craziness: nobody could play or draw; everyone scores."),
    note: str = typer.Option("", "--note", help="Words to keep with the hand.", metavar="WORDS"),
    anyway: bool = typer.Option(False, "--anyway", help="Save what does not add up; say why with --note."),
    number: int = typer.Option(
        None, "--hand", help="The hand's number, to be safe from entering it twice.", metavar="N"
    ),
    big: bool = typer.Option(False, "--big", help="Ask, and show the table, in large letters."),
    night: int = NIGHT,
    file: Path = FILE,
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
    from tt_print.engine.query import parse_asked
    from tt_print.errors import MachineError
    from tt_print.score.commands import enter_hand, hand_command

    with reading(file) as events:
        before = night_of(events, night)
    typed = list(context.args)
    if not typed and not blocked and sys.stdin.isatty() and not as_json:
        from tt_print.cli.score_asked import ask_hand

        asked, note, anyway, number = ask_hand(before, note, big)
    else:
        try:
            asked = parse_asked(typed, before.scorer.flags, before.table.game.title)
        except ValueError as error:
            raise _unsaved(error) from None
        if blocked:
            from tt_print.engine.query import Asked

            asked = Asked(asked.words, {**asked.flags, "blocked": ("",)})

    def read(current: Night):
        return current.scorer.read(asked, current.table, current.standing)

    try:
        after = store(file, lambda all_events: enter_hand(all_events, before.number, read, number, anyway, note))
    except MachineError as error:
        again = hand_command(before, _as_typed(before, asked, read), note, anyway)
        raise MachineError(
            f"{error}\nHand {len(before.hands) + 1} is NOT saved. Write it down, or type it again later:\n  {again}"
        ) from error
    except ValueError as error:
        raise _unsaved(error, _as_typed(before, asked, read) if number is not None else ()) from None
    _tell(night_of(after, before.number), after, big, as_json, quiet)


def _as_typed(night: Night, asked, read) -> list[str]:
    """The entry as it would be typed; what was typed where it could not be understood any more."""
    try:
        return night.scorer.words(read(night))
    except ValueError:
        return [
            *asked.words,
            *(word for flag, texts in asked.flags.items() for text in texts for word in (f"--{flag}", text)),
        ]


def _unsaved(error: ValueError, again=()) -> ValueError:
    """The same error, which also says that nothing is stored, and repeats what would have been."""
    from tt_print.errors import InputError
    from tt_print.score.scorer import quoted

    said = str(error)
    if "Nothing saved" not in said:
        said += "\nNothing saved." if "\n" in said else " Nothing saved."
    if again:
        said += f"\n  tt-print score hand {' '.join(map(quoted, again))}"
    return InputError(said)


def _tell(night: Night, events: list[Event], big: bool, as_json: bool, quiet: bool) -> None:
    from tt_print.score.table import hand_lines, next_line, wrap

    last = night.hands[-1]
    lines = [*hand_lines(last, night, columns()), next_line(night)]
    lines = [part for line in lines for part in wrap(line, columns(), hang=4)]
    lines.append("Saved." + ("" if night.is_over else "  A mistake? tt-print score undo"))
    if len(night.hands) > 1:
        ahead = night.hands[-2]
        # without points two games in a row may well end alike
        if ahead.entry == last.entry and (ahead.event.who != last.event.who or last.points is not None):
            typer.echo(
                f"warning: hand {last.number} is the same as hand {ahead.number}, entered by {ahead.event.who}. "
                "If it was entered twice: tt-print score undo",
                err=True,
            )
    if big and not as_json:
        from tt_print.score.big import big_lines

        lines += big_lines(night, columns(), rows(), can_draw())
    print_result(lines, night.as_json(), as_json, quiet)
