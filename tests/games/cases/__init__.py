"""What the common tests need to know about each game: a module here with the game's name.

RECORDS      file name to how its game began: dict(players=, seed=, options={...})
MUTANTS      name of a deliberate fault to a function that plants it with a `Fault`
CHECKS       functions without arguments that raise AssertionError: exact counts and the like, quick
near_misses  (state, rng) -> events that may well be illegal, for the state at hand
box          (state) -> the cards in play by the rules of the deck; only where that is not the game's
             whole deck and its jokers
STORIES      for each reason of a refusal a story whose last event or question is refused for it
EVENTS       for each kind of event a story that ends in one, which is legal; THE DECK stands for all its cards
RULES        more stories, so that with those above and the examples each rule decides one that is legal and one that is not
ONE_SIDED    rules that no story is legal by, or none illegal, each with its reason
BAD          (arguments of tt-print judge GAME, part of the message)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from tt_print.games import find_game, game_names


def cases(name: str) -> Any:
    return import_module(f"tests.games.cases.{name.replace('-', '_')}")


def every_game():
    """Marks a test to run for each game that is there."""
    return pytest.mark.parametrize("name", game_names())


class Fault:
    """Plants faults in a game and takes them out again."""

    def __init__(self, name: str) -> None:
        self.game = find_game(name)
        self.packages = tuple(filter(None, (self.game.package, self.game.family)))
        self.game.scene(self.game.house())  # loads the scene now: loaded later, it would keep the fault for good
        self._undo: list[tuple[Any, str, Any]] = []

    def replace(self, name: str, new: Any) -> Any:
        """Puts `new` in place of `name` wherever the game uses it; gives the old one."""
        return self.wrap(name, lambda old: new)

    def wrap(self, name: str, make: Callable[[Any], Any]) -> Any:
        """Puts `make(old)` in place of `name` wherever the game uses it; gives the old one."""
        users = [m for m in self._modules() if not isinstance(vars(m).get(name, sys), type(sys))]
        if not users:
            raise LookupError(f"{self.game.package} has no {name} to replace")
        old = vars(users[0])[name]
        new = make(old)
        for module in users:
            self._set(module, name, new)
        for field, value in list(vars(self.game).items()):
            if value is old:
                self._set(self.game, field, new)
        self.forget()
        return old

    def change(self, holder: Any, name: str, new: Any) -> Any:
        """Puts `new` in place of an attribute of a class or object; gives the old one."""
        old = getattr(holder, name)
        self._set(holder, name, new)
        self.forget()
        return old

    def heal(self) -> None:
        for holder, name, old in reversed(self._undo):
            _put(holder, name, old)
        self._undo.clear()
        self.forget()

    def forget(self) -> None:
        """Empties the game's caches."""
        for module in self._modules():
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()

    def _modules(self) -> list[Any]:
        """Those loaded of the rules; score entry has names of its own (`places` of six_suit.entry is another function)."""
        below = tuple(f"{package}." for package in self.packages)
        loaded = [m for n, m in sorted(sys.modules.items()) if n in self.packages or n.startswith(below)]
        return [m for m in loaded if not m.__name__.rpartition(".")[2].startswith("entry")]

    def _set(self, holder: Any, name: str, new: Any) -> None:
        self._undo.append((holder, name, vars(holder)[name] if name in vars(holder) else getattr(holder, name)))
        _put(holder, name, new)


def _put(holder: Any, name: str, value: Any) -> None:
    if isinstance(holder, (type, type(sys))):
        setattr(holder, name, value)
    else:
        object.__setattr__(holder, name, value)  # a Game is frozen
