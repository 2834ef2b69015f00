"""Six Suit, teams: how they are written, which are fair, how many sides play (Players, ruling S-15)."""

from __future__ import annotations

from itertools import chain
from typing import Any

from tt_print.engine.house import House, HouseError, show_value
from tt_print.engine.notation import parse_seat, seat_name
from tt_print.numbers import read_whole

PLAYERS = (2, 12)  # Players
NO_TEAMS = "none"


def read_teams(value: Any) -> Any:
    """`none`, or teams as tuples of player names, from `Ann+Cy/Bo+Di`, seats from 1 (`1+3/2+4`), or lists of either.

    Raises ValueError for anything else; whether the teams are fair is for `check_house`.
    """
    if isinstance(value, str):
        if value.strip().lower() == NO_TEAMS:
            return NO_TEAMS
        value = [team.split("+") for team in value.split("/")]
    teams = [sorted(_seat(member) for member in team) for team in value if not isinstance(team, str)]
    if len(teams) < 2:
        raise ValueError("at least two teams")
    return tuple(tuple(map(seat_name, team)) for team in sorted(teams))


def _seat(member: Any) -> int:
    number = read_whole(member) if isinstance(member, str) else member
    seat = parse_seat(member) if number is None else number - 1
    if not 0 <= seat < PLAYERS[1]:
        raise ValueError("no such seat")
    return seat


def check_house(values: dict[str, Any]) -> None:
    """Raises HouseError for teams that are not equal or whose partners do not sit evenly spaced (S-15)."""
    teams = values["teams"]
    if teams == NO_TEAMS:
        return
    seats = [[parse_seat(member) for member in team] for team in teams]
    shown = f"teams = {show_value(teams)}"
    if sorted(chain(*seats)) != list(range(len(list(chain(*seats))))):
        first = f"{seat_name(0)}, {seat_name(1)} and so on"
        raise HouseError(f"{shown} must name every player once: {first} (ruling S-15).")
    if len(set(map(len, seats))) > 1 or len(seats[0]) < 2:
        raise HouseError(f"{shown}: the rules allow only equal teams, of two players or more (ruling S-15).")
    if any(len({seat % len(teams) for seat in team}) > 1 for team in seats):
        count = len(list(chain(*seats)))
        fair = [[seat_name(seat) for seat in range(first, count, len(teams))] for first in range(len(teams))]
        raise HouseError(f"{shown}: partners sit evenly spaced (ruling S-15). Write {show_value(fair)}.")


def check_teams(players: int, house: House) -> None:
    """Raises HouseError when the teams are not those of so many players (S-15)."""
    teams = house["teams"]
    count = players if teams == NO_TEAMS else sum(map(len, teams))
    if count != players:
        raise HouseError(f"teams = {show_value(teams)} is for {count} players, not {players} (ruling S-15).")


def side_count(house: House, players: int) -> int:
    """How many sides play: the teams, or everyone alone (Players)."""
    return players if house["teams"] == NO_TEAMS else len(house["teams"])
