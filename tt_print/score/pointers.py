"""Where the three pointers are through a night, in a game that has some."""

from __future__ import annotations

from typing import Any

from tt_print.deck import VARIABLES
from tt_print.errors import InputError, choose
from tt_print.games import titles_where
from tt_print.score.night import Night

VARIABLE_WORDS = {"1": "color", "2": "shape", "3": "number", "suit": "shape"}


def pointers_of(night: Night) -> tuple[str, ...] | None:
    """The pointed values, in the order color, shape, number; each hand begins at the start. None without pointers."""
    rules = night.table.game.table.pointers
    if rules is None:
        return None
    pointers = rules.start
    for event in night.ledger.changes:
        if event.kind == "hand":
            pointers = rules.start
        elif event.kind == "move":
            pointers = rules.moved(pointers, event.data["to"])
    return pointers


def deck_of(night: Night) -> str:
    return night.table.game.table.deck_in_play(len(night.table.names), night.table.house)


def move_pointer(night: Night, typed: str) -> dict[str, Any]:
    """One step to the right for the pointer of a variable, from the end to the start. Raises InputError."""
    rules, pointers = night.table.game.table.pointers, pointers_of(night)
    if rules is None or pointers is None:
        title = titles_where(lambda game: game.table.pointers is not None)
        raise InputError(f"{night.table.game.title} has no pointers to move; {title} has.")
    word = typed.strip().lower()
    variable = choose("pointer", VARIABLE_WORDS.get(word, word), VARIABLES)
    before = pointers[VARIABLES.index(variable)]
    return {"variable": variable, "from": before, "to": rules.step(deck_of(night), before)}


def pointer_lines(night: Night) -> list[str]:
    """All three rows, the pointed value in brackets, and what may be claimed; empty for a game without pointers."""
    rules, pointers = night.table.game.table.pointers, pointers_of(night)
    if rules is None or pointers is None:
        return []
    deck = deck_of(night)
    rows = []
    for variable, pointed in zip(VARIABLES, pointers, strict=True):
        values = " ".join(f"[{value}]" if value == pointed else value for value in rules.ring(deck, variable))
        rows.append(f"{variable:<7} {values}")
    return [*rows, f"claims  {', '.join(rules.choices(pointers))}"]
