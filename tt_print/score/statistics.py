"""What a family looks back on: games, wins, and averages of every player over all nights, the longest streak, and the closest game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from tt_print.games import find_scored_game, titles_where
from tt_print.people import plain
from tt_print.problems import Line, Rows, Said
from tt_print.records import dataclass
from tt_print.score.night import Night
from tt_print.score.sheet import count, long_date


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


@dataclass(frozen=True, slots=True)
class Streak:
    """Games that a player won one after the other, of those that they played: how many, and in which nights the first and the last were."""

    name: str
    games: int
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class ClosestGame:
    """The finished game in which the winner and the next player were fewest points apart; `at` is when its night began."""

    game: str
    night: int
    at: str
    winner: str
    next: str
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Over all nights; `streak` is of two games or more. None where there is none."""

    nights: int
    hands: int
    records: tuple[Record, ...]
    streak: Streak | None
    closest: ClosestGame | None

    def as_json(self) -> dict[str, Any]:
        rows = [
            {**asdict(each), "title": find_scored_game(each.game).title, "average": each.average}
            for each in self.records
        ]
        return {
            "nights": self.nights, "hands": self.hands, "players": rows,
            "streak": asdict(self.streak) if self.streak else None,
            "closest": asdict(self.closest) if self.closest else None,
            "lines": [*map(str, self.sentences())],
        }  # fmt: skip

    def sentences(self) -> list[Said]:
        """How many nights, the longest streak, the closest game."""
        if not self.nights:
            return []
        said = [Said("score.kept", nights=count(self.nights, "game night"), hands=count(self.hands, "hand"))]
        if self.streak:
            said.append(Said("score.streak", name=self.streak.name, games=self.streak.games))
        if closest := self.closest:
            title, (first, second) = find_scored_game(closest.game).title, closest.points
            more = {"title": title, "first": first, "second": second, "date": long_date(closest.at)}
            said.append(Said("score.closest", winner=closest.winner, next=closest.next, **more))
        return said

    def text(self) -> list[Line]:
        """A row a player and game, and the sentences."""
        rows = [
            (each.name, find_scored_game(each.game).title, *map(str, (each.nights, each.games, each.wins)),
             "" if each.average is None else f"{each.average:.1f}") for each in self.records
        ]  # fmt: skip
        few = titles_where(lambda game: game.table.good_points == "few")
        many = titles_where(lambda game: game.table.good_points == "many")
        return [
            Rows(("player", "game", "nights", "games", "wins", "points a hand"), tuple(rows), (0, 1)),
            Said("score.good_points", few=few, many=many),
            *self.sentences(),
        ]


def find_statistics(nights: Sequence[Night]) -> Statistics:
    hands = sum(len(night.hands) for night in nights)
    return Statistics(len(nights), hands, tuple(player_records(nights)), longest_streak(nights), closest_game(nights))


def player_records(nights: Iterable[Night]) -> list[Record]:
    """By player, then game, in the order in which they were first seen; a name is written as it was last."""
    found: dict[str, dict[str, Record]] = {}
    spelled: dict[str, str] = {}
    for night in nights:
        for person in range(len(night.course.names)):
            name, game = night.name(person), night.table.game.name
            spelled[plain(name)] = name
            records = found.setdefault(plain(name), {})
            record = records.get(game, Record(name, game))
            points = [hand.points_of(person) for hand in night.hands if hand.was_dealt(person)]
            played = [number for number in points if number is not None]
            records[game] = replace(
                record,
                nights=record.nights + 1,
                wins=record.wins + night.won[person],
                hands=record.hands + len(played),
                games=record.games + night.finished[person],
                points=record.points + sum(played),
            )
    return [replace(each, name=spelled[player]) for player, records in found.items() for each in records.values()]


def longest_streak(nights: Iterable[Night]) -> Streak | None:
    """Of equal ones the first; None where nobody won twice in a row."""
    running: dict[str, Streak] = {}
    best: Streak | None = None
    for night, game in ((each, game) for each in nights for game in each.ended):
        for seat, person in enumerate(game.people):
            name = night.name(person)
            before = running.pop(plain(name), None)
            if seat not in game.standing.winners:
                continue
            now = Streak(name, before.games + 1 if before else 1, before.first if before else night.at, night.at)
            running[plain(name)] = now
            if now.games > (best.games if best else 1):
                best = now
    return best


def closest_game(nights: Iterable[Night]) -> ClosestGame | None:
    """Of equal ones the first; None where no game with points, won by one side alone, is over."""
    found: list[ClosestGame] = []
    for night, game in ((each, game) for each in nights for game in each.ended):
        scores, winners = game.standing.scores, game.standing.winners
        others = [seat for seat in range(game.standing.players) if seat not in winners]
        if len(winners) != 1 or not others or not game.table.game.has_points(game.table.house):
            continue
        near = min(others, key=lambda seat: abs(scores[seat] - scores[winners[0]]))
        names = night.name(game.people[winners[0]]), night.name(game.people[near])
        points = scores[winners[0]], scores[near]
        found.append(ClosestGame(game.table.game.name, night.number, night.at, *names, points))
    return min(found, key=lambda each: abs(each.points[0] - each.points[1]), default=None)
