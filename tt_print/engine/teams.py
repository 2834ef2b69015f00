"""The house rule `teams`: whose seats play together, in every game that has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tt_print.engine.notation import parse_seat, seat_name
from tt_print.typed_words import read_whole

NO_TEAMS = "none"
MAX_SEATS = 60


def read_teams(value: Any) -> Any:
    """`none`, or teams as tuples of the names of seats, from `Ann+Cy/Bo+Di`, seats from 1 (`1+3/2+4`), or lists of either.

    Raises ValueError for anything else. Whether the teams fit those who play is for the game to check.
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
    if not 0 <= seat < MAX_SEATS:
        raise ValueError("no such seat")
    return seat


def own_value(rule: str, value: Any, names: Sequence[str]) -> Any:
    """A house rule's value: teams (`Ann+Cy/Bo+Di`, named by their seats) by the players' own names, any other as it is."""
    if rule != "teams" or value == NO_TEAMS:
        return value
    return "/".join("+".join(names[parse_seat(member)] for member in team.split("+")) for team in value.split("/"))
