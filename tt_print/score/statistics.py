"""What a family looks back on: games, wins, and averages of every player over all nights, the longest streak, and the closest game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from datetime import date
from typing import Any

from tt_print.errors import join_words
from tt_print.games import find_scored_game, titles_where
from tt_print.people import plain
from tt_print.problems import Line, Rows, Said
from tt_print.records import dataclass
from tt_print.score.night import Night, Sitting
from tt_print.templates import TemplateTable, read_table


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


def find_statistics(nights: Sequence[Night]) -> Statistics:
    hands = sum(len(night.hands) for night in nights)
    return Statistics(len(nights), hands, tuple(player_records(nights)), longest_streak(nights), closest_game(nights))


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


def longest_streak(nights: Iterable[Night]) -> Streak | None:
    """Of equal ones the first; None where nobody won twice in a row."""
    running: dict[str, Streak] = {}
    best: Streak | None = None
    for night, game in _finished(nights):
        winners = {game.people[seat] for seat in game.standing.winners}
        for person in game.people:
            name, key = night.name(person), plain(night.name(person))
            before = running.pop(key, None)
            if person not in winners:
                continue
            now = Streak(name, before.games + 1 if before else 1, before.first if before else night.at, night.at)
            running[key] = now
            if now.games > (best.games if best else 1):
                best = now
    return best


def closest_game(nights: Iterable[Night]) -> ClosestGame | None:
    """Of equal ones the first; None where no game with points, won by one side alone, is over."""
    found: list[tuple[int, ClosestGame]] = []
    for night, game in _finished(nights):
        house, standing = game.table.house, game.standing
        others = [seat for seat in range(standing.players) if seat not in standing.winners]
        if len(standing.winners) != 1 or not others or not game.table.game.has_points(house):
            continue
        (winner,) = standing.winners
        near = min(others, key=lambda seat: abs(standing.scores[seat] - standing.scores[winner]))
        points = standing.scores[winner], standing.scores[near]
        names = night.name(game.people[winner]), night.name(game.people[near])
        found.append(
            (abs(points[0] - points[1]), ClosestGame(game.table.game.name, night.number, night.at, *names, points))
        )
    return min(found, key=lambda each: each[0])[1] if found else None


def _finished(nights: Iterable[Night]) -> Iterator[tuple[Night, Sitting]]:
    """Every game that is over, in order."""
    return ((night, game) for night in nights for game in night.ended)


# ---------------------------------------------------------------- in words, and as rows of a picture


class StatisticsWords(TemplateTable):
    """`templates/score/statistics.toml`."""

    kept: str
    streak: str
    closest: str
    won: tuple[str, str]
    won_nothing: str
    points: str
    night: str
    date: str
    few: str
    over: str
    going_on: str
    place: str


def read_statistics_words() -> StatisticsWords:
    return read_table(StatisticsWords, "score/statistics.toml")


def statistics_json(found: Statistics) -> dict[str, Any]:
    rows = [
        {**asdict(each), "title": find_scored_game(each.game).title, "average": each.average} for each in found.records
    ]
    return {
        "nights": found.nights, "hands": found.hands, "players": rows,
        "streak": asdict(found.streak) if found.streak else None,
        "closest": asdict(found.closest) if found.closest else None,
        "lines": statistics_lines(found),
    }  # fmt: skip


def statistics_text(found: Statistics) -> list[Line]:
    """A row a player and game, and the sentences."""
    rows = [
        (each.name, find_scored_game(each.game).title, *map(str, (each.nights, each.games, each.wins)),
         "" if each.average is None else f"{each.average:.1f}") for each in found.records
    ]  # fmt: skip
    few = titles_where(lambda game: game.table.good_points == "few")
    many = titles_where(lambda game: game.table.good_points == "many")
    return [
        Rows(("player", "game", "nights", "games", "wins", "points a hand"), tuple(rows), (0, 1)),
        Said("score.good_points", few=few, many=many),
        *statistics_lines(found),
    ]


def statistics_lines(found: Statistics) -> list[str]:
    """Sentences on all nights: how many, the longest streak, the closest game."""
    words = read_statistics_words()
    if not found.nights:
        return []
    lines = [words.kept.format(nights=found.nights, s=_s(found.nights), hands=found.hands, hs=_s(found.hands))]
    if found.streak:
        lines.append(words.streak.format(name=found.streak.name, games=found.streak.games))
    if closest := found.closest:
        first, second = closest.points
        lines.append(words.closest.format(
            winner=closest.winner, next=closest.next, title=find_scored_game(closest.game).title, first=first, second=second,
            date=_date(closest.at),
        ))  # fmt: skip
    return lines


def night_rows(night: Night) -> dict[str, Any]:
    """The picture of a night: title, a row a player, best first, and who has won."""
    words = read_statistics_words()
    title = words.night.format(title=night.table.game.title, date=_date(night.at))
    numbers = _numbers(night)
    most = max([1, *numbers.values()])
    rows = [
        (name, _shown(night, name, numbers[name], words), max(0, numbers[name]) / most, name in _winners(night))
        for name in _ranked(night)
    ]
    few = [words.few] if night.totals is not None and night.table.game.table.good_points == "few" else []
    return {"title": title, "rows": rows, "notes": [_outcome(night, words), *few]}


def night_message(night: Night) -> str:
    """A night to paste into a message: a line a player, best first."""
    words, numbers = read_statistics_words(), _numbers(night)
    title = words.night.format(title=night.table.game.title, date=_date(night.at))
    rows = [
        words.place.format(
            rank=night.ranks.get(name, "-"), name=name, shown=_shown(night, name, numbers[name], words)
        ).rstrip()
        for name in _ranked(night)
    ]
    return "\n".join([title, *rows, _outcome(night, words), ""])


def _ranked(night: Night) -> list[str]:
    return sorted(night.names, key=lambda name: night.ranks.get(name, len(night.names)))


def _numbers(night: Night) -> dict[str, int]:
    """Points, or games won where the game has no points."""
    return night.by_name(night.wins if night.totals is None else night.totals)


def _shown(night: Night, name: str, number: int, words: StatisticsWords) -> str:
    if night.totals is not None:
        return words.points.format(number=number, s=_s(abs(number)))
    return words.won[number != 1].format(number=number) if number or night.is_series else words.won_nothing


def _winners(night: Night) -> tuple[str, ...]:
    """Of a night of many games those who are ahead."""
    if not night.is_series:
        return night.winners
    return tuple(name for name, rank in night.ranks.items() if rank == 1) if night.games else ()


def _outcome(night: Night, words: StatisticsWords) -> str:
    won = _winners(night)
    if not won:
        return words.going_on.format(hands=len(night.hands), s=_s(len(night.hands)))
    return words.over.format(names=join_words(won, "and"), s="" if len(won) > 1 else "s")


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def _date(at: str) -> str:
    """`27 November 2026`; months are written, because 3/4 means two days."""
    day = date.fromisoformat(at[:10])
    return read_statistics_words().date.format(day=day.day, month=day.strftime("%B"), year=day.year)
