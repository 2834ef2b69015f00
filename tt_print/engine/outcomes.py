"""What an event leads to, in the words that all games share: reasons whose keys begin with `then_`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import Reason


def outcome(game: str, key: str, *rules: str, cards: tuple[Any, ...] = (), **values: Any) -> Reason:
    """The sentence `then_KEY` of a game; seats go in as `seat=`, `other=` or `seats=` and come out as names."""
    named: dict[str, Any] = {}
    for name, value in values.items():
        if name in ("seat", "other"):
            value = seat_name(value)
        named[name] = tuple(map(seat_name, value)) if name == "seats" else value
    return Reason(game, f"then_{key}", rules, cards=cards, values=tuple(named.items()))


def change_of_cards(
    game: str, key: str, seat: int, before: int, after: int, *rules: str, is_known: bool = True
) -> Reason:
    """Who takes, draws or gives how many cards: `then_KEY` has the numbers before and after, `then_KEY_some` has not,
    for where nobody has said how many there were."""
    count = abs(after - before)
    if is_known:
        return outcome(game, key, *rules, seat=seat, count=count, before=before, after=after)
    return outcome(game, f"{key}_some", *rules, seat=seat, count=count)


def change_of_points(game: str, before: Iterable[int], after: Iterable[int], *rules: str) -> Iterator[Reason]:
    """What each player scores, those left out who score nothing."""
    for seat, (was, now) in enumerate(zip(before, after, strict=True)):
        if was != now:
            yield outcome(game, "points", *rules, seat=seat, points=now - was, before=was, after=now)


def end_of_game(game: str, winners: tuple[int, ...], *rules: str) -> Reason:
    return outcome(game, "won", *rules, seats=winners) if winners else outcome(game, "nobody_won", *rules)
