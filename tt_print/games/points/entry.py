"""Another game: the points of everyone, hand by hand."""

from __future__ import annotations

from collections.abc import Mapping

from tt_print.engine.standing import Standing
from tt_print.errors import InputError, join_words
from tt_print.games.points import score
from tt_print.score.scorer import Entry, Numbers, Outcome, Question, Schema, ask_tally
from tt_print.score.seats import MAX_POINTS, ScoredTable
from tt_print.typed_words import read_signed


class _Points(Numbers):
    def number(self, text: str, what: str, table: ScoredTable) -> int:
        """May be less than 0."""
        number = read_signed(text)
        if number is None:
            raise InputError(f"{what}: {text!r} is not a number. Give a whole number such as 0, 4 or -10.")
        if abs(number) > MAX_POINTS:
            raise InputError(f"{what}: {number} is more than there can be ({MAX_POINTS}).")
        return number


POINTS = _Points("points", "everyone's points, such as Ann=60,Bo=-5", is_bare=True)
ENTRY = Schema(POINTS)


def settle(said: Entry, table: ScoredTable, standing: Standing) -> Entry:
    """`{"points": {name: number}}` for everyone at the table."""
    points = said.get("points", {})
    return {"points": {name: points[name] for name in table.names if name in points}}


def fit(entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
    """Without those who were not at the table."""
    points: Mapping[str, int] = entry["points"]
    problems = [f"{name} was not at the table, and does not count" for name in points if name not in table.names]
    if missing := [name for name in table.names if name not in points]:
        problems.append(f"nothing is entered for {join_words(missing, 'and')}")
    return ENTRY.keep(entry, table.names), tuple(problems)


def count(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
    points = tuple(entry["points"].get(name, 0) for name in table.names)
    return Outcome(score.after_hand(standing, points), points)


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    return ", ".join(f"{name} {points}" for name, points in entry["points"].items())


def ask(said: Entry, table: ScoredTable, standing: Standing) -> Question | None:
    """The points of each."""
    return ask_tally(
        said.get("points", ()),
        "points",
        table.names,
        table,
        lambda name, number: {"points": {name: number}},
        read=lambda name, answer: POINTS.number(str(answer), f"points of {name}", table),
        limits=lambda name: (-MAX_POINTS, MAX_POINTS),
    )


def example(table: ScoredTable) -> Entry:
    return {"points": {name: 10 * seat for seat, name in enumerate(table.names)}}


at_the_limit, places = score.at_the_limit, score.places
