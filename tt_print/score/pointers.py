"""Push It Real Good: where the three pointers stand, through a night (rule 2)."""

from __future__ import annotations

from typing import Any

from tt_print.deck import VARIABLES
from tt_print.errors import InputError, choose
from tt_print.games.push_it.deal import deck_for
from tt_print.games.push_it.pointers import START, claims_at, moved, plural, ring, step
from tt_print.score.night import Night

SPOKEN = {"1": "color", "2": "shape", "3": "number", "suit": "shape"}


def pointers_of(night: Night) -> tuple[str, ...] | None:
    """The pointed values; each round begins at red, circle, 1. None in another game."""
    if night.table.game.name != "push-it":
        return None
    pointers = START
    for event in night.ledger.changes:
        if event.kind == "hand":
            pointers = START
        elif event.kind == "move":
            pointers = moved(pointers, event.data["to"])
    return pointers


def deck_of(night: Night) -> str:
    return deck_for(len(night.table.names), night.table.house)


def move_pointer(night: Night, spoken: str) -> dict[str, Any]:
    """One step to the right for the pointer of a variable, from the end to the start. Raises InputError."""
    pointers = pointers_of(night)
    if pointers is None:
        raise InputError(f"{night.table.game.title} has no pointers to move; Push It Real Good has.")
    word = spoken.strip().lower()
    variable = choose("pointer", SPOKEN.get(word, word), VARIABLES)
    before = pointers[VARIABLES.index(variable)]
    return {"variable": variable, "from": before, "to": step(deck_of(night), before)}


def pointer_lines(night: Night) -> list[str]:
    """All three rows, the pointed value in brackets, and what may be claimed (rule 3)."""
    pointers = pointers_of(night)
    deck = deck_of(night)
    rows = []
    for variable, pointed in zip(VARIABLES, pointers, strict=True):
        values = " ".join(f"[{value}]" if value == pointed else value for value in ring(deck, variable))
        rows.append(f"{variable:<7} {values}")
    claims = ", ".join(plural(pair) for pair in claims_at(pointers))
    return [*rows, f"claims  {claims}"]
