"""`tt-print score players`: games, wins and averages over all nights."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.scores import FILE, reading


def players(
    name: str = typer.Argument("", help="One player; without it everyone.", metavar="[NAME]"),
    file: Path = FILE,
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
    from tt_print.games import find_game
    from tt_print.people import meant_name, plain
    from tt_print.score.night import read_nights
    from tt_print.score.players import player_records
    from tt_print.score.width import pad, width

    with reading(file) as events:
        records = player_records(read_nights(events))
    if name:
        wanted = [record for record in records if plain(record.name) == plain(name)]
        if not wanted:
            raise InputError(
                f"no player called {name!r} has ever been here.{meant_name(name, [r.name for r in records])}"
            )
        records = wanted
    room = max(6, *(width(record.name) for record in records))
    lines = [pad("player", room) + "  game               nights  games  wins  points a hand"]
    for record in records:
        average = "" if record.average is None else f"{record.average:.1f}"
        lines.append(
            f"{pad(record.name, room)}  {find_game(record.game).title:<17}"
            f"{record.nights:>8}{record.games:>7}{record.wins:>6}{average:>15}"
        )
    lines.append(_which_points_are_good())
    data = [{**asdict(record), "average": record.average} for record in records]
    print_result(lines, {"players": data}, as_json, quiet)


def _which_points_are_good() -> str:
    from tt_print.games import titles_where

    few = titles_where(lambda game: game.table.good_points == "few")
    many = titles_where(lambda game: game.table.good_points == "many")
    return f"In {few} few points are good, in {many} many."
