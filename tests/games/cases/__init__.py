"""What the common tests need to know about each game: a module here with the game's name.

RECORDS      file name to how its game began: dict(players=, seed=, options={...})
box          (state) -> the cards in play by the rules of the deck; only where that is not the game's
             whole deck and its jokers
STORIES      for each reason of a refusal a story whose last event or question is refused for it
BAD          (words after tt-print judge GAME, part of the message)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from tests.commands import ROOT
from tt_print.games import find_game, game_names


def cases(name: str) -> Any:
    return import_module(f"tests.games.cases.{name.replace('-', '_')}")


def every_game():
    """Marks a test to run for each game that is there."""
    return pytest.mark.parametrize("name", game_names())


def source_of(name: str) -> str:
    """The text of all modules of a game."""
    game = find_game(name)
    folders = [ROOT.joinpath(*package.split(".")) for package in (game.package, game.family) if package]
    return "\n".join(path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.glob("*.py")))
