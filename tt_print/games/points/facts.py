"""Another game: what a table says of it, and that nothing else is known."""

from __future__ import annotations

from typing import Any, NoReturn

from tt_print.engine.house import NEXT_DEALER, House, Option
from tt_print.engine.notation import parse_seat, seat_name
from tt_print.errors import InputError
from tt_print.numbers import read_whole
from tt_print.records import dataclass

NAME = "points"
MAX_TARGET = 1_000_000
MAX_ROUNDS = 1_000
MAX_SEATS = 60
MAX_LETTERS = 40  # of the game's name
NO_TEAMS = "none"


def read_called(value: Any) -> str:
    """A name without blanks, which stand in it as `_`. Raises ValueError for none, or one that is too long."""
    text = "_".join(str(value).replace("_", " ").split())
    if not text or len(text) > MAX_LETTERS or any(sign in text for sign in "=,;"):
        raise ValueError("a name")
    return text


def read_teams(value: Any) -> Any:
    """`none`, or teams as tuples of the engine's names for seats, from `Ann+Cy/Bo+Di` or lists. Raises ValueError."""
    if isinstance(value, str):
        if value.strip().lower() == NO_TEAMS:
            return NO_TEAMS
        value = [team.split("+") for team in value.split("/")]
    teams = [sorted(map(_seat, team)) for team in value if not isinstance(team, str)]
    seats = [seat for team in teams for seat in team]
    if len(teams) < 2 or len(set(seats)) < len(seats):
        raise ValueError("at least two teams, each player in one")
    return tuple(tuple(map(seat_name, team)) for team in sorted(teams))


def _seat(member: Any) -> int:
    number = read_whole(member) if isinstance(member, str) else member
    seat = parse_seat(member) if number is None else number - 1
    if not 0 <= seat < MAX_SEATS:
        raise ValueError("no such seat")
    return seat


OPTIONS = (
    Option("best", "many", "G-4", "which points are good: many or few", values=("many", "few")),
    Option("target_points", "none", "G-4", "points at which the game is over", values=("none",), minimum=1, maximum=MAX_TARGET),
    Option("rounds", "none", "G-4", "hands after which the game is over", values=("none",), minimum=1, maximum=MAX_ROUNDS),
    Option("teams", NO_TEAMS, "G-4", "none, or whose points count together, such as Ann+Cy/Bo+Di", read=read_teams),
    Option("called", "none", "G-4", f"what your game is called, in at most {MAX_LETTERS} letters", read=read_called),
    NEXT_DEALER,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class State:
    """What the engine knows of it: who plays by which house rules."""

    house: House
    hands: tuple[tuple[()], ...]
    phase: str = "deal"
    turn: int = 0
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()


def start(players: int, house: House, dealer: int) -> State:
    """Raises InputError where the teams are not those who play."""
    teams = house["teams"]
    if teams != NO_TEAMS and sorted(parse_seat(name) for team in teams for name in team) != list(range(players)):
        raise InputError(f"teams must name each of the {players} players once. Write --option teams=Ann+Cy/Bo+Di.")
    return State(house, ((),) * players)


def unknown(*asked: Any) -> NoReturn:
    """Raises InputError."""
    raise InputError("of another game only the score is kept; tt-print knows neither its cards nor its rules.")
