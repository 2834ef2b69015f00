"""How each game is entered and added up: one module a game, the same parts in the same order."""

from __future__ import annotations

from importlib import import_module

from tt_print.scoring.games.base import Scorer

MODULES = {
    "ww3": "war",
    "armageddon": "war",
    "six-suit": "six_suit",
    "casino": "casino",
    "craziness": "craziness",
    "push-it": "push_it",
}


def find_scorer(game: str) -> Scorer:
    """The scorer of the game of this name."""
    return import_module(f"tt_print.scoring.games.{MODULES[game]}").SCORER
