"""How a game is entered and added up: its `Scorer`, out of the module `entry` of its package."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

from tt_print.games import find_game
from tt_print.score.scorer import Scorer


@cache
def find_scorer(game: str) -> Scorer:
    """The scorer of the game of this name."""
    module = find_game(game).module("entry")
    _, *functions = (field.name for field in fields(Scorer))
    return Scorer(module.FLAGS, *(getattr(module, name) for name in functions))
