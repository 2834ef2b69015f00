"""`tt-print score start`: a new night."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, QUIET, print_result
from tt_print.cli.score.common import FILE, NIGHT, find_night, read_events, save, store_path
from tt_print.games import listed_names

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.house import House
    from tt_print.score.place import Place


def start(
    game: str = typer.Argument("", help=f"{listed_names()}. Any other game: points."),
    names: list[str] = typer.Argument(None, help="The players, clockwise.", metavar="NAMES..."),
    dealer: str = typer.Option(
        "", "--dealer", help="Who deals first; without it the first player named.", metavar="NAME"
    ),
    house: Path = typer.Option(None, "--house", metavar="FILE", help="House rules, a TOML file."),
    option: list[str] = typer.Option([], "--option", metavar="NAME=VALUE", help="One house rule; may come again."),
    called: str = typer.Option("", "--name", help="With points: what your game is called.", metavar="NAME"),
    places: str = typer.Option("1224", "--places", help="How shared places count: 1224 or 1223.", metavar="1224|1223"),
    again: bool = typer.Option(False, "--again", help="The same game, players and house rules as last time."),
    night: int | None = NIGHT,
    fresh: bool = typer.Option(
        False, "--fresh", help="Start over: the file of all nights so far and its copy are kept under another name."
    ),
    file: Path | None = FILE,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Start a night. Name the game, the players clockwise, and the house rules.

    \b
    Examples:
      tt-print score start casino Ann Bo Cy Di --dealer Di --option jokers=2
      tt-print score start push-it Ann Bo Cy --option potential=per_challenge --option target_points=5
      tt-print score start craziness "Ann B" Zoë 美咲 --option elimination_score=20
      tt-print score start points Ann Bo Cy --name "Tricky Dick" --option target_points=500 --option best=few
      tt-print score start craziness Ann Bo Cy
      tt-print score start --again
    """
    from tt_print.errors import InputError, choose
    from tt_print.score.commands import start_night
    from tt_print.score.night import following_dealer
    from tt_print.score.place import Place
    from tt_print.score.scorer import quoted
    from tt_print.score.seats import ScoredTable

    named = bool(dealer)
    option = [*option, f"called={called}"] if called else option
    place = Place(file=file)
    if again:
        if game:
            raise InputError("--again takes game and players from last time. Leave them out, or leave out --again.")
        last = find_night(read_events(file), night, file)
        table, first = last.next_table, following_dealer(last)
        found, people, places = table.game, table.names, table.shared
        rules = _read_rules(found, people, house, option, table.house)
    else:
        if night is not None:
            raise InputError(f"--night goes with --again: {Place(night, file).typed('start', '--again')}")
        found, people = _read_table(game, names or [], place)
        rules = _read_rules(found, people, house, option)
        first = people[0]
    places = choose("way to count places", places, ("1224", "1223"), "--places")
    dealer = ScoredTable(found, rules, people).name(dealer) if dealer else first
    before = _set_aside(file) if fresh else []
    events = save(file, lambda events: start_night(events, found, people, rules, dealer, places), create=True)
    begun = find_night(events, None, file)
    example = begun.place.typed("hand", then=begun.scorer.example(begun.table))
    lines = [
        *before,
        f"{begun.table.game.title}, night {begun.number}: {', '.join(people)}",
        f"House rules: {'none' if begun.table.rules == '-' else begun.table.rules}",
        f"{dealer} deals first." + ("" if named else " (Somebody else: start with --dealer NAME.)"),
        f"After the hand:  {example}",
        f"or, asked line by line:  {begun.place.typed('hand')}",
        f"Deal it here, too:  tt-print deal{f' --file {quoted(str(file))}' if file is not None else ''}",
    ]
    print_result(lines, "score", begun.as_json(), as_json, quiet)


def _set_aside(file: Path | None) -> list[str]:
    """Gives the file of nights and its copy another name; says which, and how to look at them."""
    from tt_print.score.place import Place
    from tt_print.score.store import set_aside
    from tt_print.terminal import columns, wrap_commands

    kept = set_aside(store_path(file))
    if kept is None:
        return []
    return wrap_commands(f"The nights so far are kept as {kept.name}: {Place(file=kept).typed('nights')}", columns())


def _read_table(game: str, names: list[str], place: Place) -> tuple[Game, tuple[str, ...]]:
    """Game and players as typed. Raises InputError for those that do not go together."""
    from tt_print.errors import InputError
    from tt_print.games import GAMES, find_scored_game
    from tt_print.people import check_names
    from tt_print.score.place import EXAMPLE_NIGHT

    if not game:
        command = place.typed(*EXAMPLE_NIGHT)
        raise InputError(f"which game, and who plays? {command}. Games: {' '.join(GAMES)}.")
    found = find_scored_game(game)
    if not names:
        raise InputError(f"who plays? {place.typed('start', found.name, *EXAMPLE_NIGHT[2:])}")
    people = check_names([name for text in names for name in text.split(",") if name.strip() or "," not in text])
    found.check_players(len(people))
    return found, people


def _read_rules(
    game: Game, people: tuple[str, ...], house: Path | None, option: list[str], last: House | None = None
) -> House:
    """House rules as typed; where no file gives them, over those of `last` time.

    Raises InputError for what the engine would not play with so many.
    """
    from tt_print.games import GAMES
    from tt_print.people import teams_by_seat

    kept = str(last).split() if last is not None and last.changed and house is None else []
    rules = game.read_house(house, [*kept, *(teams_by_seat(text, people) for text in option)], GAMES)
    game.start(len(people), rules, 0)  # whatever else the engine wants: a deck for so many, fair teams, hands for all
    return rules
