"""Echo, scored: who laid the last card of the hand, or nobody (rule 3)."""

from __future__ import annotations

from echo.rules import after_hand

from tt_print.engine.house import House
from tt_print.engine.query import Query
from tt_print.engine.standing import Groups, Standing, by_points
from tt_print.errors import InputError
from tt_print.score.scorer import Entry, Outcome, Question, Typed, Way, given, quoted, seat_picks
from tt_print.score.seats import ScoredTable

FLAGS = {"winner": "who laid the last card, or nobody"}
NOBODY = "nobody"


def example(table: ScoredTable) -> str:
    return f"--winner {quoted(table.names[0])}"


def counts_points(house: House) -> bool:
    return True


def is_series(house: House) -> bool:
    return False


def read(query: Query, table: ScoredTable, standing: Standing) -> Entry:
    """`{"winner": name or None}`."""
    typed = " ".join(query.words) or query.one("winner")
    if not typed:
        raise InputError(f"who laid the last card? {example(table)}, or --winner {NOBODY}.")
    return {"winner": None if typed == NOBODY else table.name(typed)}


def discrepancies(entry: Entry, table: ScoredTable, standing: Standing) -> list[str]:
    return []


def play(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
    winner = table.seat(entry["winner"]) if entry["winner"] else None
    points = tuple(int(seat == winner) for seat in range(len(table.names)))
    return Outcome(after_hand(standing, winner), points)


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    return f"{entry['winner'] or NOBODY} won"


def words(entry: Entry) -> list[str]:
    return ["--winner", entry["winner"] or NOBODY]


def places(standing: Standing) -> Groups:
    return by_points(standing.living, standing.scores, highest_first=True)


def merge(entry: Entry, query: Query, table: ScoredTable) -> Query:
    return query if query.words or "winner" in query else Query((), {"winner": (entry["winner"] or NOBODY,)})


def ask(typed: Typed, table: ScoredTable, standing: Standing) -> Question | None:
    if given(typed, "winner"):
        return None
    seats = seat_picks(table, standing.living, NOBODY)
    return Question("Who laid the last card?", lambda text: _take(text, table), picks=seats, ways=(Way("seat"),))


def _take(text: str, table: ScoredTable) -> Typed:
    return (("winner", NOBODY if text.strip() == "0" else table.name(text)),)
