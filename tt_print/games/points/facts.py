"""Another game: what a table says of it, and that nothing else is known."""

from __future__ import annotations

from typing import Any, NoReturn

from tt_print.engine.house import NEXT_DEALER, House, Option
from tt_print.errors import InputError
from tt_print.records import dataclass

NAME = "points"
MAX_TARGET = 1_000_000
OPTIONS = (
    Option("best", "many", "G-4", "which points are good: many or few", values=("many", "few")),
    Option("target_points", "none", "G-4", "points at which the game is over", values=("none",), minimum=1, maximum=MAX_TARGET),
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
    return State(house, ((),) * players)


def unknown(*asked: Any) -> NoReturn:
    """Raises InputError."""
    raise InputError("of another game only the score is kept; tt-print knows neither its cards nor its rules.")
