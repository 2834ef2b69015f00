"""`tt-print score edit`, `remove`, `undo`, `redo`, `note` and `move`: what people change in a night after a hand.

Everything after a corrected hand is computed anew and printed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.score.common import FILE, FORCE, NIGHT, NOTE, PASS_THROUGH, find_night, read_events, save

if TYPE_CHECKING:
    from tt_print.score.events import Event
    from tt_print.score.night import Night
    from tt_print.score.place import Place
    from tt_print.score.store import Draft

CONTEXTS = {"edit": PASS_THROUGH}


def edit(
    context: typer.Context,
    hand: str = typer.Argument(help="The hand's number in the table.", metavar="HAND"),
    note: str = NOTE,
    force: bool = FORCE,
    night: int | None = NIGHT,
    file: Path | None = FILE,
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
    from tt_print.engine.query import parse_query
    from tt_print.errors import InputError
    from tt_print.numbers import read_whole
    from tt_print.score.changes import changes, cures
    from tt_print.score.commands import edit_hand
    from tt_print.score.place import Place
    from tt_print.score.scorer import quoted
    from tt_print.terminal import columns, wrap_commands

    number = read_whole(hand)
    if number is None:
        example = " ".join(map(quoted, [*([hand] if "=" in hand else []), *context.args]))
        command = Place(night, file).typed("edit", "1", then=example)
        raise InputError(f"which hand? Its number in the table comes first, as in: {command}")
    found = find_night(read_events(file), night, file)
    found.hand(number)
    query = parse_query(list(context.args), found.scorer.flags, found.table.game.title)
    if not context.args and not note:
        command = found.place.typed("edit", str(number), then=found.scorer.example(found.table))
        raise InputError(f"what is different in hand {number}? As in: {command}")
    before, after = change_night(
        file, found.place, lambda events: edit_hand(events, found.place, number, query, force, note)
    )
    changed = changes(before, after) or ["Only the note is different."]
    lines = [
        *changed,
        *cures(before, after),
        f"Saved: hand {number} is corrected. Take it back: {after.place.typed('undo')}",
    ]
    print_result(
        [part for line in lines for part in wrap_commands(line, columns(), hang=2)],
        "score",
        after.as_json() | {"changes": changed},
        as_json,
        quiet,
    )


def undo(night: int | None = NIGHT, file: Path | None = FILE, as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """Take back the last entry, correction, note or pointer move. The record keeps it; redo brings it back.

    \b
    Examples:
      tt-print score undo
      tt-print score undo --json
    """
    from tt_print.score.changes import describe_change
    from tt_print.score.commands import place_of_last_step, undo
    from tt_print.score.place import Place

    events = read_events(file)
    place = find_night(events, place_of_last_step(events, Place(night, file))).place
    before, after = change_night(file, place, lambda events: undo(events, place))
    change = describe_change(before.ledger.changes[-1], before)
    print_step(f"Undone: {change}. Repeat it: {after.place.typed('redo')}", before, after, as_json, quiet)


def redo(night: int | None = NIGHT, file: Path | None = FILE, as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """Bring back what undo took, as long as nothing was entered since.

    \b
    Examples:
      tt-print score redo
    """
    from tt_print.score.changes import describe_change
    from tt_print.score.commands import place_of_last_step, redo
    from tt_print.score.place import Place

    events = read_events(file)
    place = find_night(events, place_of_last_step(events, Place(night, file))).place
    before, after = change_night(file, place, lambda events: redo(events, place))
    change = describe_change(before.ledger.undone[-1], after)
    print_step(f"Redone: {change}. Take it back: {after.place.typed('undo')}", before, after, as_json, quiet)


def change_night(
    file: Path | None, place: Place, compose: Callable[[Sequence[Event]], Sequence[Draft]]
) -> tuple[Night, Night]:
    """Saves a change of a night; gives the night as it was within the transaction, and as it is now."""
    before: list[Night] = []

    def remember(events: list[Event]) -> Sequence[Draft]:
        before.append(find_night(events, place))
        return compose(events)

    after = find_night(save(file, remember), place)
    return before[-1], after


def print_step(line: str, before: Night, after: Night, as_json: bool, quiet: bool, last: str = "") -> None:
    """What was done, what came of it, and what to do next."""
    from tt_print.score.changes import changes, cures
    from tt_print.terminal import columns, wrap_commands

    changed = changes(before, after)
    texts = [line, *changed, *cures(before, after), *([last] if last else [])]
    lines = [part for text in texts for part in wrap_commands(text, columns(), hang=2)]
    print_result(lines, "score", after.as_json() | {"changes": changed}, as_json, quiet)


def remove(
    hand: int = typer.Argument(help="The hand's number in the table.", metavar="HAND"),
    night: int | None = NIGHT,
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Take out a hand that never was. Those after it count one less, and are computed anew.

    \b
    Examples:
      tt-print score remove 2
      tt-print score undo
    """
    from tt_print.score.commands import remove_hand

    place = find_night(read_events(file), night, file).place
    before, after = change_night(file, place, lambda events: remove_hand(events, place, hand))
    gone = before.hand(hand)
    described = before.scorer.describe_entry(gone.entry, gone.table)
    line = f"Removed: hand {hand}, entered by {gone.event.who}: {described}. Take it back: {after.place.typed('undo')}"
    print_step(line, before, after, as_json, quiet)


def note(
    words: list[str] = typer.Argument(help="What to keep.", metavar="WORDS..."),
    hand: int | None = typer.Option(None, "--hand", help="The hand that it belongs to.", metavar="N"),
    night: int | None = NIGHT,
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Keep a note with the night. A promise, a late guest, a ruling that the table made.

    \b
    Examples:
      tt-print score note "Bo left at ten"
      tt-print score note "Cy dealt by mistake" --hand 1
    """
    from tt_print.score.commands import add_note

    place = find_night(read_events(file), night, file).place
    after = find_night(save(file, lambda events: add_note(events, place, " ".join(words), hand)), place)
    print_result(
        [f"Noted{f' with hand {hand}' if hand else ''}: {' '.join(words)}"], "score", after.as_json(), as_json, quiet
    )


def move(
    variable: str = typer.Argument("", help="color, shape or number; without it the pointers are shown."),
    night: int | None = NIGHT,
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Push It Real Good: move a pointer. It goes one step to the right; all three are shown.

    \b
    Examples:
      tt-print score start push-it Ann Bo Cy
      tt-print score move color
      tt-print score move
      tt-print score undo
      tt-print score resume 1
    """
    from tt_print.deck import VARIABLES
    from tt_print.score.commands import move
    from tt_print.score.pointers import move_pointer, pointer_lines, pointers_of

    found = find_night(read_events(file), night, file)
    move_pointer(found, variable or "color")  # refuses another game, and a variable that is none
    if variable:
        found = find_night(save(file, lambda events: move(events, found.place, variable)), found.place)
    pointers = dict(zip(VARIABLES, pointers_of(found) or (), strict=True))
    result = {"night": found.number, "pointers": pointers}
    print_result(pointer_lines(found), "score pointers", result, as_json, quiet)
