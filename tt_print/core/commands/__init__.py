"""The commands, each a request: its fields, what is wrong with them together, and its answer.

`CONTRIBUTING.md` says how to add one.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_print.core.commands.common import Command

MODULES = {
    "books": "booklet puzzles quickref scoresheet", "export": "export site", "own": "list new",
    "play": "playtest scan table verify", "sheets": "build calibrate deck start",
}  # fmt: skip
"""Modules of several commands. Any other command has a module of its name."""


def find_command(verb: str) -> type[Command]:
    """The request of a command, also of one that keeps score (`score hand`); its class has the name of its verb."""
    first, _, second = verb.partition(" ")
    if first == "score":
        from tt_print.core.commands.score import COMMANDS as SCORE

        return SCORE[second]
    module = next((module for module, verbs in MODULES.items() if verb in verbs.split()), verb)
    found: type[Command] = getattr(import_module(f"tt_print.core.commands.{module}"), verb.title().replace("_", ""))
    return found
