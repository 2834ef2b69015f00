"""Another game: the points of everyone, hand by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tt_print.engine.house import House
from tt_print.engine.query import Listed, Query
from tt_print.engine.standing import Standing
from tt_print.errors import InputError, join_words
from tt_print.games.points import score
from tt_print.numbers import read_signed
from tt_print.score.answers import ask_tally
from tt_print.score.scorer import Entry, Outcome, Question, Typed, quoted
from tt_print.score.seats import MAX_POINTS, ScoredTable, split_pairs

FLAGS = {"points": Listed("everyone's points, such as Ann=60,Bo=-5")}


def read(query: Query, table: ScoredTable, standing: Standing) -> Entry:
    """`{"points": {name: number}}` for everyone at the table."""
    pairs = split_pairs((*query.words, *query.flags.get("points", ())), table, "points")
    if missing := [name for name in table.names if name not in pairs]:
        raise InputError(
            f"nothing is entered for {join_words(missing, 'and')}. Everyone counts, 0 too: {quoted(missing[0] + '=0')}."
        )
    return {"points": {name: _number(name, pairs[name]) for name in table.names}}


def _number(name: str, text: str) -> int:
    """Points, which may be less than 0. Raises InputError."""
    number = read_signed(text)
    if number is None:
        raise InputError(f"points of {name}: {text!r} is not a number. Give a whole number such as 0, 4 or -10.")
    if abs(number) > MAX_POINTS:
        raise InputError(f"points of {name}: {number} is more than there can be ({MAX_POINTS}).")
    return number


def discrepancies(entry: Entry, table: ScoredTable, standing: Standing) -> list[str]:
    """Nothing is known of what must add up."""
    return []


def fit(entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
    """Without those who were not at the table."""
    points: Mapping[str, int] = entry["points"]
    problems = [f"{name} was not at the table, and does not count" for name in points if name not in table.names]
    problems += [f"nothing is entered for {name}" for name in table.names if name not in points]
    return entry | {"points": {n: number for n, number in points.items() if n in table.names}}, tuple(problems)


def rename(entry: Entry, spelled: Callable[[str], str]) -> Entry:
    return entry | {"points": {spelled(name): number for name, number in entry["points"].items()}}


def play(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
    entry, problems = fit(entry, table, standing)
    points = tuple(entry["points"].get(name, 0) for name in table.names)
    return Outcome(score.after_hand(standing, points), points, problems=problems)


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    return ", ".join(f"{name} {points}" for name, points in entry["points"].items())


def words(entry: Entry) -> list[str]:
    return [f"{name}={points}" for name, points in entry["points"].items()]


def merge(entry: Entry, query: Query, table: ScoredTable) -> Query:
    """What is said now, player by player, and the rest as it was said then."""
    said = split_pairs((*query.words, *query.flags.get("points", ())), table, "points")
    merged = {name: str(number) for name, number in entry["points"].items()} | said
    return Query(tuple(f"{name}={number}" for name, number in merged.items()), {})


def ask(typed: Typed, table: ScoredTable, standing: Standing) -> Question | None:
    """The points of each."""
    return ask_tally(
        typed, "", "points", table.names, table, read=_number, limits=lambda name: (-MAX_POINTS, MAX_POINTS)
    )


def example(table: ScoredTable) -> str:
    return " ".join(quoted(f"{name}={10 * seat}") for seat, name in enumerate(table.names))


def counts_points(house: House) -> bool:
    return True


def is_series(house: House) -> bool:
    return False


def leave(standing: Standing, seat: int) -> Outcome:
    return Outcome(score.leave(standing, seat))


join, under, places = score.join, score.under, score.places
