"""`tt-print score nights`, `show`, `resume`, `players` and `log`: what is kept, and which night is current."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.score.common import FILE, NIGHT, find_night, read_events, save

if TYPE_CHECKING:
    from tt_print.score.events import Event


def nights(file: Path | None = FILE, as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """All nights that are kept, the latest last.

    \b
    Examples:
      tt-print score nights
      tt-print score nights --json
    """
    from tt_print.errors import join_words
    from tt_print.score.events import current_night, dropped_nights
    from tt_print.score.night import read_nights
    from tt_print.score.place import Place
    from tt_print.terminal import columns, wrap_cut

    events = _all_events(file, as_json)
    found, current = read_nights(events), current_night(events)
    lines = []
    for night in found:
        state = f"{join_words(night.winners, 'and')} won" if night.is_over else f"{len(night.hands)} entered"
        mark = "*" if night.number == current else " "
        people = ", ".join(night.names)
        lines += wrap_cut(
            f"{mark}{night.number:>3}  {night.at[:10]}  {night.table.game.title}: {people}; {state}", columns(), hang=18
        )
    place = Place(file=file)
    lines += [
        f"* is the current night. Another one:  {place.typed('resume', 'NUMBER')}",
        f"Only to look at it:  {place.typed('show', 'NUMBER')}",
    ]
    dropped = sorted(dropped_nights(events))
    lines += [f"Dropped: night {number}. To bring it back: {Place(number, file).typed('undo')}" for number in dropped]
    rows = [night.as_json() | {"current": night.number == current} for night in found]
    print_result(lines, "score nights", {"nights": rows, "current": current, "dropped": dropped}, as_json, quiet)


def _all_events(file: Path | None, as_json: bool) -> list[Event]:
    """All events; for a program no night is no mistake but an empty list."""
    from tt_print.score.commands import NoNightError

    try:
        return read_events(file)
    except NoNightError:
        if not as_json:
            raise
        return []


def drop(
    number: int = typer.Argument(help="The night's number, as tt-print score nights has it.", metavar="NIGHT"),
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Let a night count nowhere, such as one that was started by mistake. Nothing is erased; undo brings it back.

    \b
    Examples:
      tt-print score drop 1
      tt-print score undo
    """
    from tt_print.score.commands import drop_night
    from tt_print.score.events import current_night
    from tt_print.score.place import Place
    from tt_print.score.table import heading
    from tt_print.terminal import columns, wrap_commands

    place = Place(number, file)
    after = save(file, lambda events: drop_night(events, place))
    dropped, current = find_night(after, place), current_night(after)
    now = f"The current night is {current}." if current is not None else "No night is current now."
    texts = [
        f"Dropped: {heading(dropped)}; {', '.join(dropped.names)}. It counts nowhere any more. {now}",
        f"To bring it back: {dropped.place.typed('undo')}",
    ]
    lines = [part for text in texts for part in wrap_commands(text, columns(), hang=2)]
    print_result(lines, "score", dropped.as_json() | {"current": current}, as_json, quiet)


def show(
    number: int = typer.Argument(help="The night's number, as tt-print score nights has it.", metavar="NIGHT"),
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """The table of one night; the current night stays what it is.

    \b
    Examples:
      tt-print score show 1
    """
    from tt_print.score.table import night_lines
    from tt_print.terminal import columns

    night = find_night(read_events(file), number, file)
    print_result(night_lines(night, columns()), "score", night.as_json(), as_json, quiet)


def resume(
    number: int | None = typer.Argument(
        None, help="The night to go on with; without it the current one.", metavar="NIGHT"
    ),
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Go on with a night. After a crash or a dead battery too, whatever was saved is there.

    \b
    Examples:
      tt-print score resume
      tt-print score resume 1
    """
    from tt_print.score.commands import resume
    from tt_print.score.place import Place
    from tt_print.score.table import night_lines
    from tt_print.terminal import columns

    events = read_events(file)
    if number is not None:
        events = save(file, lambda events: resume(events, Place(number, file)))
    night = find_night(events, Place(number, file, named=False))
    print_result(night_lines(night, columns()), "score", night.as_json(), as_json, quiet)


def players(
    name: str = typer.Argument("", help="One player; without it everyone.", metavar="[NAME]"),
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Games, wins and points a hand of every player, over all nights.

    \b
    Examples:
      tt-print score players
      tt-print score players Ann
    """
    from tt_print.errors import InputError
    from tt_print.games import find_scored_game
    from tt_print.people import meant_name, plain
    from tt_print.score.night import read_nights
    from tt_print.score.place import Place
    from tt_print.score.players import player_records
    from tt_print.terminal import columns, table

    records = player_records(read_nights(_all_events(file, as_json)))
    if name:
        wanted = [record for record in records if plain(record.name) == plain(name)]
        if not wanted:
            meant = meant_name(name, [record.name for record in records])
            raise InputError(
                f"no player called {name!r} has been scored here.{meant} To list them: {Place(None, file).typed('players')}"
            )
        records = wanted
    heads = ("player", "game", "nights", "games", "wins", "points a hand")
    rows = [
        (record.name, find_scored_game(record.game).title, *map(str, (record.nights, record.games, record.wins)),
         "" if record.average is None else f"{record.average:.1f}") for record in records
    ]  # fmt: skip
    lines = [*table(heads, rows, columns(), left=(0, 1)), _which_points_are_good()]
    data = [{**asdict(record), "average": record.average} for record in records]
    print_result(lines, "score players", {"players": data}, as_json, quiet)


def _which_points_are_good() -> str:
    from tt_print.games import titles_where

    few = titles_where(lambda game: game.table.good_points == "few")
    many = titles_where(lambda game: game.table.good_points == "many")
    return f"In {few} few points are good, in {many} many."


def log(night: int | None = NIGHT, file: Path | None = FILE, as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """Who changed what, and when. Everything that was ever entered, corrected or taken back.

    \b
    Examples:
      tt-print score log
      tt-print score log --json
    """
    from tt_print.score.changes import log_rows
    from tt_print.score.events import by_night
    from tt_print.terminal import columns, wrap_cut

    events = read_events(file)
    own = by_night(events)[find_night(events, night, file).number]
    rows = log_rows(own)
    lines = [
        line
        for event, text in rows
        for line in wrap_cut(f"{event.at[:16].replace('T', ' ')}  {event.who}: {text}", columns(), hang=18)
    ]
    result = {"night": own[0].night, "log": [{**asdict(event), "text": text} for event, text in rows]}
    print_result(lines, "score log", result, as_json, quiet)
