"""`tt-print score join`, `leave`, `rename`, `rule` and `finish`: who plays, by which rules, and how long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, QUIET
from tt_print.cli.score.changes import change_night, print_step
from tt_print.cli.score.common import FILE, NIGHT, find_night, read_events, save

if TYPE_CHECKING:
    from tt_print.score.events import Event
    from tt_print.score.night import Night
    from tt_print.score.place import Place
    from tt_print.score.store import Draft

FROM = typer.Option(None, "--from", help="From this hand on, in place of the next one.", metavar="HAND")
NEXT_GAME = typer.Option(False, "--next-game", help="Only with the next game of the night.")


def join(
    name: str = typer.Argument(help="Who comes, or comes back.", metavar="NAME"),
    after: str = typer.Option("", "--after", help="Whose left neighbor they are; the last seat else.", metavar="NAME"),
    points: int | None = typer.Option(None, "--points", help="What they begin with; 0 else.", metavar="N"),
    hand: int | None = FROM,
    next_game: bool = NEXT_GAME,
    night: int | None = NIGHT,
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Let somebody play who comes late or comes back. Amid a game of war or Six Suit they wait for the next one.

    \b
    Examples:
      tt-print score join Di --after Bo --points 7
      tt-print score leave Di
      tt-print score join Di
      tt-print score join Ed --from 2
    """
    from tt_print.score.company import join

    _change(
        night, file, lambda events, place: join(events, place, name, after, points, hand, next_game), as_json, quiet
    )


def leave(
    name: str = typer.Argument(help="Who goes.", metavar="NAME"),
    hand: int | None = FROM,
    night: int | None = NIGHT,
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Play on without somebody. Their points stay in the table, behind those who stayed.

    \b
    Examples:
      tt-print score leave Cy
      tt-print score undo
      tt-print score leave Cy --from 2
    """
    from tt_print.score.company import leave

    _change(night, file, lambda events, place: leave(events, place, name, hand), as_json, quiet)


def rename(
    old: str = typer.Argument(help="The name as it stands there.", metavar="OLD"),
    new: str = typer.Argument(help="The name as it should be.", metavar="NEW"),
    everywhere: bool = typer.Option(False, "--all", help="In every night, not in one alone."),
    night: int | None = NIGHT,
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Write a name otherwise in the whole night. So a misspelling no longer makes two players of one.

    \b
    Examples:
      tt-print score rename Cy Cyril
      tt-print score rename Cyril Cy --all
    """
    from tt_print.score.company import rename

    if everywhere:
        _rename_everywhere(old, new, night, file, as_json, quiet)
    else:
        _change(night, file, lambda events, place: rename(events, place, old, new), as_json, quiet)


def rule(
    rules: list[str] = typer.Argument(None, help="The rule with its value.", metavar="NAME=VALUE..."),
    hand: int | None = FROM,
    next_game: bool = NEXT_GAME,
    night: int | None = NIGHT,
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Change a house rule from the next hand on. Amid a game of war or Six Suit it holds from the next game.

    \b
    Examples:
      tt-print score rule elimination_score=20
      tt-print score rule elimination_score=20 --from 1
    """
    from tt_print.score.company import change_rules

    _change(
        night, file, lambda events, place: change_rules(events, place, rules or [], hand, next_game), as_json, quiet
    )


def finish(night: int | None = NIGHT, file: Path | None = FILE, as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """The game is over after this hand, and whoever is ahead has won. For points without a target; undo takes it back.

    \b
    Examples:
      tt-print score finish
    """
    from tt_print.cli.common import print_result
    from tt_print.score.company import finish
    from tt_print.score.table import night_lines
    from tt_print.terminal import columns

    place = find_night(read_events(file), night, file).place
    _, after = change_night(file, place, lambda events: finish(events, place))
    lines = [*night_lines(after, columns()), f"Saved. To play on after all: {after.place.typed('undo')}"]
    print_result(lines, "score", after.as_json(), as_json, quiet)


def _change(
    night: int | None,
    file: Path | None,
    compose: Callable[[Sequence[Event], Place], Sequence[Draft]],
    as_json: bool,
    quiet: bool,
) -> None:
    """Stores it, and says what it does and how to take it back."""
    from tt_print.score.table import next_line

    place = find_night(read_events(file), night, file).place
    before, after = change_night(file, place, lambda events: compose(events, place))
    last = f"{next_line(after)} Take it back: {after.place.typed('undo')}"
    print_step(f"Saved. {_said(after)}{_level(after)}{_begun(after)}", before, after, as_json, quiet, last)


def _said(after: Night) -> str:
    """The last change in a sentence."""
    from tt_print.score.table import change_line

    event = after.ledger.changes[-1]
    found = [change_line(change) for change in after.changes if change.event == event]
    return found[0] if found else f"{event.data['old']} is {event.data['new']} from now on."


def _begun(after: Night) -> str:
    """What to do where a newcomer is counted in with what is being played without them already."""
    from tt_print.score.events import JOIN

    event = after.ledger.changes[-1]
    if event.kind != JOIN or not after.hands or after.next_table.names != after.table.names or "from" in event.data:
        return ""
    if after.is_series:
        return f" Is game {after.games + 1} being played already? Then take it back, and add --next-game."
    return f" Is hand {len(after.hands) + 1} being played already? Then take it back, and join after that hand."


def _level(after: Night) -> str:
    """How a newcomer would not begin with nothing, where others have points."""
    from tt_print.score.events import JOIN

    event, change = after.ledger.changes[-1], after.changes[-1] if after.changes else None
    if event.kind != JOIN or change is None or change.event != event or change.points != 0 or "points" in event.data:
        return ""
    playing = [person for person in after.now.persons(after.standing.living) if after.name(person) != change.name]
    points = after.points[[person for group in after.places for person in group if person in playing][-1]]
    return f" To begin level with the last, take it back and add --points {points}." if points else ""


def _rename_everywhere(old: str, new: str, night: int | None, file: Path | None, as_json: bool, quiet: bool) -> None:
    from tt_print.cli.common import print_result
    from tt_print.errors import join_words
    from tt_print.score.company import rename_everywhere
    from tt_print.score.place import Place
    from tt_print.terminal import columns, wrap_commands

    known = len(read_events(file))
    events = save(file, lambda events: rename_everywhere(events, Place(night, file), old, new))
    numbers = sorted({event.night for event in events[known:]})
    where = f"night{'s' * (len(numbers) > 1)} {join_words(map(str, numbers), 'and')}"
    texts = [f"Saved. {old} is {new} in {where}. Take it back, night by night:"]
    texts += [f"  {Place(number, file).typed('undo')}" for number in numbers]
    lines = [part for text in texts for part in wrap_commands(text, columns())]
    print_result(lines, "score renamed", {"renamed": {"old": old, "new": new, "nights": numbers}}, as_json, quiet)
