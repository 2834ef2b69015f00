"""A problem with one solution: the cards, what is to be found, and how hard that is."""

from __future__ import annotations

from tt_print.deck import AnyCard
from tt_print.records import dataclass


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together; `role` is a key of `[groups]` in the game's `puzzles.toml`, `form` is row or pile."""

    role: str
    cards: tuple[AnyCard, ...]
    form: str = "row"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`lines` are sentences that belong to the problem, such as claims. `answer` has the parts of its solution, as codes or words.

    `difficulty` counts what can be tried in vain, each game in its own way. `reason` is a key of `[reasons]` in the game's `puzzles.toml`.
    """

    groups: tuple[Group, ...]
    answer: tuple[str, ...]
    difficulty: int
    lines: tuple[str, ...] = ()
    reason: str = ""
