"""Six Suit, teams: which are fair, how many sides play (Players, ruling S-15)."""

from __future__ import annotations

from itertools import chain
from typing import Any

from tt_print.engine.house import House, HouseError, show_value
from tt_print.engine.notation import parse_seat, seat_name
from tt_print.engine.teams import NO_TEAMS

PLAYERS = (2, 12)  # Players


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
