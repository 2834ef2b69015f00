"""Echo, scored: who laid the last card of the hand, or nobody (rule 3)."""

from __future__ import annotations

from echo.rules import after_hand

from tt_print.engine.standing import Groups, Standing, by_points
from tt_print.errors import InputError
from tt_print.score.answers import ask_who
from tt_print.score.schema import Entry, Name, Schema, Yes
from tt_print.score.scorer import Outcome, Question, Typed
from tt_print.score.seats import ScoredTable

ENTRY = Schema(
    Name("winner", "who laid the last card"),
    Yes("nobody", "nobody laid the last card"),
    together=("winner", "nobody"),
)


def example(table: ScoredTable) -> Entry:
    return {"winner": table.names[0]}


def settle(said: Entry, table: ScoredTable, standing: Standing) -> Entry:
    """`{"winner": name}` or `{"nobody": True}`."""
    if len(said) != 1:
        raise InputError("who laid the last card, or did nobody?")
    return said


def count(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
    winner = table.seat(entry["winner"]) if "winner" in entry else None
    points = tuple(int(seat == winner) for seat in range(len(table.names)))
    return Outcome(after_hand(standing, winner), points)


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    return f"{entry.get('winner', 'nobody')} won"


def places(standing: Standing) -> Groups:
    return by_points(standing.living, standing.scores, highest_first=True)


def ask(typed: Typed, table: ScoredTable, standing: Standing) -> Question | None:
    if typed:
        return None
    return ask_who("Who laid the last card?", _take, table, standing.living, "nobody")


def _take(name: str) -> Typed:
    return (("winner", name),) if name else (("nobody", ""),)
