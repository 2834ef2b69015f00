"""Games, wins and averages of every player over all nights."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tt_print.people import plain
from tt_print.records import dataclass
from tt_print.score.night import Night


@dataclass(frozen=True, slots=True)
class Record:
    """One player in one game. `games` and `wins` count games that are over and at the end of which the player was there; a
    shared win is a win.

    `hands` and `points` count every hand with points that the player was dealt, also of games that go on.
    """

    name: str
    game: str
    nights: int = 0
    games: int = 0
    wins: int = 0
    hands: int = 0
    points: int = 0

    @property
    def average(self) -> float | None:
        """Points a hand; None in a game without points."""
        return self.points / self.hands if self.hands else None


def player_records(nights: Iterable[Night]) -> list[Record]:
    """By player, then game, in the order in which they were first seen; a name is written as it was last."""
    found: dict[tuple[str, str], Record] = {}
    spelled: dict[str, str] = {}
    for night in nights:
        for person in range(len(night.course.names)):
            name = night.name(person)
            spelled[plain(name)] = name
            key = (plain(name), night.table.game.name)
            record = found.get(key, Record(name, night.table.game.name))
            points = [hand.points_of(person) for hand in night.hands if hand.was_dealt(person)]
            played = [number for number in points if number is not None]
            found[key] = replace(
                record,
                nights=record.nights + 1,
                wins=record.wins + night.won[person],
                hands=record.hands + len(played),
                games=record.games + night.finished[person],
                points=record.points + sum(played),
            )
    order = list(dict.fromkeys(player for player, _ in found))
    return [
        replace(record, name=spelled[player]) for player in order for (own, _), record in found.items() if own == player
    ]
