"""How a hand is entered in a game whose hands one player wins: the scorer of a game that brings no module `entry`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tt_print.engine.standing import Groups, Standing, by_points
from tt_print.errors import InputError
from tt_print.score.scorer import Entry, Name, Outcome, Question, Schema, Yes, ask_who
from tt_print.score.seats import ScoredTable

ENTRY = Schema(Name("winner", "who won the hand"), Yes("nobody", "nobody won the hand"), together=("winner", "nobody"))


def example(table: ScoredTable) -> Entry:
    return {"winner": table.names[0]}


def settle(said: Entry, table: ScoredTable, standing: Standing) -> Entry:
    """`{"winner": name}` or `{"nobody": True}`."""
    if len(said) != 1:
        raise InputError("who won the hand, or did nobody?")
    return said


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    return f"{entry.get('winner', 'nobody')} won"


def places(standing: Standing) -> Groups:
    return by_points(standing.living, standing.scores, highest_first=True)


def ask(said: Entry, table: ScoredTable, standing: Standing) -> Question | None:
    def take(name: str) -> Entry:
        return {"winner": name} if name else {"nobody": True}

    return None if said else ask_who("Who won the hand?", take, table, standing.living, "nobody")


def counted_by(after_hand: Callable[[Standing, int | None], Standing]) -> Callable[..., Outcome]:
    """`count` of a scorer: what the game's own `after_hand` makes of a hand that somebody won, or nobody."""

    def count(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
        after = after_hand(standing, table.seat(entry["winner"]) if "winner" in entry else None)
        gained: Any = zip(after.scores, standing.scores, strict=True)
        return Outcome(after, tuple(now - before for now, before in gained))

    return count
