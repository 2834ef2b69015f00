"""How each game is entered and added up: one module a game, the same parts in the same order."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from importlib import import_module

from tt_print.score.scorer import Scorer

MODULES = {
    "ww3": "war",
    "armageddon": "war",
    "six-suit": "six_suit",
    "casino": "casino",
    "craziness": "craziness",
    "push-it": "push_it",
}


@cache
def find_scorer(game: str) -> Scorer:
    """The scorer of the game of this name, out of what its module holds."""
    module = import_module(f"tt_print.games.{MODULES[game]}.entry")
    _, *functions = (field.name for field in fields(Scorer))
    return Scorer(module.FLAGS, *(getattr(module, name) for name in functions))
