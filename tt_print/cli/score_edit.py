"""`tt-print score edit`: another entry in place of an old one; everything after it is computed anew."""

from __future__ import annotations

from pathlib import Path

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.scores import FILE, NIGHT, columns, night_of, reading, store

CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}


def edit(
    context: typer.Context,
    hand: str = typer.Argument(help="The hand's number in the table.", metavar="HAND"),
    blocked: bool = typer.Option(False, "--blocked", help="Craziness: nobody went out."),
    note: str = typer.Option("", "--note", help="Words to keep with the hand.", metavar="WORDS"),
    anyway: bool = typer.Option(False, "--anyway", help="Save what does not add up; say why with --note."),
    night: int = NIGHT,
    file: Path = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Correct an earlier hand. Say only what is different, in the words of score hand.

    \b
    Examples:
      tt-print score edit 1 Bo=5
      tt-print score edit 1 --left Bo=RH3,KB4,GC1
      tt-print score edit 1 --note "Bo found a card under the table"
    """
    from tt_print.engine.query import Asked, parse_asked
    from tt_print.errors import InputError
    from tt_print.score.changes import changes
    from tt_print.score.commands import edit_hand, find_night
    from tt_print.score.scorer import quoted
    from tt_print.score.table import wrap

    if not (hand.isascii() and hand.isdigit()):
        said = " ".join(map(quoted, [*([hand] if "=" in hand else []), *context.args]))
        raise InputError(f"which hand? Its number in the table comes first, as in: tt-print score edit 1 {said}")
    number = int(hand)
    with reading(file) as events:
        found = night_of(events, night)
    found.hand(number)
    asked = parse_asked(list(context.args), found.scorer.flags, found.table.game.title)
    if not context.args and not blocked and not note:
        raise InputError(
            f"what is different in hand {number}? As in: tt-print score edit {number} "
            f"{found.scorer.example(found.table)}"
        )
    if blocked:
        asked = Asked(asked.words, {**asked.flags, "blocked": ("",)})
    seen = {}

    def compose(events):
        seen["before"] = find_night(events, found.number)
        return edit_hand(events, found.number, number, asked, anyway, note)

    after = night_of(store(file, compose), found.number)
    told = changes(seen["before"], after) or ["Only the note is different."]
    lines = [*told, f"Saved: hand {number} is corrected. Take it back: tt-print score undo"]
    print_result(
        [part for line in lines for part in wrap(line, columns(), hang=2)],
        after.as_json() | {"changes": told},
        as_json,
        quiet,
    )
