"""Any other game that is played for points: its score is kept, and nothing is known of its cards and rules.

It is in no list of games; `games.find_scored_game()` finds it.
"""

from __future__ import annotations

from tt_print.engine.base import ScoredGame
from tt_print.engine.house import NEXT_DEALER, House, Option, choice
from tt_print.engine.notation import parse_seat
from tt_print.engine.standing import NO_TEAMS, read_teams
from tt_print.problems import Problem

MAX_LETTERS = 40  # of the game's name


def read_called(value: object) -> str:
    """A name without spaces, which are in it as `_`. Raises ValueError for none, or one that is too long."""
    text = "_".join(str(value).replace("_", " ").split())
    if not text or len(text) > MAX_LETTERS or any(sign in text for sign in "=,;"):
        raise ValueError("a name")
    return text


OPTIONS = (
    choice("best", "G-4", "who wins: the player with many points, or with few", "many", "few"),
    Option("target_points", "none", "G-4", "points at which the game is over", values=("none",), minimum=1, maximum=1_000_000),
    Option("rounds", "none", "G-4", "rounds after which the game is over", values=("none",), minimum=1, maximum=1_000),
    Option("teams", NO_TEAMS, "G-4", "none, or the players whose points count together, such as Ann+Cy/Bo+Di", read=read_teams),
    Option("called", "none", "G-4", f"your game's name, in at most {MAX_LETTERS} letters", read=read_called),
    NEXT_DEALER,
)  # fmt: skip


def check_teams(players: int, house: House) -> None:
    """Raises InputError where the teams are not those who play."""
    teams = house["teams"]
    if teams != NO_TEAMS and sorted(parse_seat(name) for team in teams for name in team) != list(range(players)):
        raise Problem("points.teams", "house", players=players)


GAME = ScoredGame(
    package=__name__,
    name="points",
    title="Another game",
    players=(2, None),
    options=OPTIONS,
    author="",
    check_sides=check_teams,
)
