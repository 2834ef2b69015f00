"""What nights come to: one night as the texts of its sheet, which `tt_print.paper.score_sheets` draws, as a spreadsheet, a picture, and a message; and over all
nights games, wins, and averages of every player.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from tt_print.engine.people import plain
from tt_print.engine.standing import place_numbers
from tt_print.errors import harmless, join_words
from tt_print.files.disk import file_stem, short_hash
from tt_print.games import find_scored_game, titles_where
from tt_print.play.score.night import Hand, Night
from tt_print.play.score.table import change_line, next_line, out_lines, team_lines
from tt_print.problems import Line, Rows, Said
from tt_print.records import dataclass


def night_stem(night: Night) -> str:
    """`craziness-2026-11-21-night-1-3f2a91`: the digits tell nights of two files apart that have the same number."""
    start = night.ledger.start
    identity = json.dumps([start.at, start.who, start.data], sort_keys=True)
    return file_stem(night.table.game.name, night.at[:10], f"night-{night.number}", short_hash(identity, 6))


def night_texts(night: Night) -> dict[str, object]:
    """The fields of a `NightTable`."""
    names = night.names
    rules = "House rules: none." if night.table.rules == "-" else f"House rules: {night.table.rules}."
    state = str(next_line(night)) if night.hands else f"Players: {join_words(names, 'and')}."
    lead = [f"{night.at[:10]}, game night {night.number}. {rules}", state]
    lead += map(str, [*team_lines(night), *out_lines(night)])
    notes = [f"Round {hand.number}: {hand.entry['note']}" for hand in night.hands if hand.entry.get("note")]
    # a store may come from another hand, and a PDF takes no half of a character
    notes = [harmless(note) for note in (*notes, *(text for _, text in _remarks(night)))]
    if night.totals is not None:
        rows = [(str(hand.number), hand.dealer, *map(str, hand_cells(hand, night))) for hand in night.hands]
        ranks = ("Place", *(str(night.ranks.get(name, "")) for name in names))
        sums = [("Total", *map(str, night.totals)), ranks]
    else:
        rows = [(str(hand.number), f"Game {hand.game}: {hand.described}") for hand in night.hands]
        sums = [("Wins", *map(str, night.wins))]
    title = {"title": night.table.game.title, "lead": tuple(lead), "names": names}
    return title | {"rows": tuple(rows), "sums": tuple(sums), "notes": tuple(notes), "wide_rows": night.totals is None}


def _remarks(night: Night) -> list[tuple[str, str]]:
    """Who came and went, and what was noted: where it belongs in a spreadsheet, and the text."""
    changes = [("table", str(change_line(change))) for change in night.changes]
    return changes + [("note", remark.text) for remark in night.course.remarks]


def night_csv(night: Night) -> str:
    """A row a hand, a column a player, totals below; for spreadsheets."""
    what, sums = ("wins", night.wins) if night.totals is None else ("total", night.totals)
    rows: list[list[object]] = [["hand", "game", "dealer", *night.names, "entry", "note"]]
    for hand in night.hands:
        cells = hand_cells(hand, night)
        rows.append([hand.number, hand.game, hand.dealer, *cells, hand.described, hand.entry.get("note", "")])
    rows.append([what, "", "", *sums, "", ""])
    rows.append(["place", "", "", *(night.ranks.get(name, "") for name in night.names), "", ""])
    rows += [[head, "", "", *([""] * len(night.names)), "", text] for head, text in _remarks(night)]
    output = io.StringIO()
    csv.writer(output).writerows(map(_safe, row) for row in rows)
    return output.getvalue()


def hand_cells(hand: Hand, night: Night) -> list[object]:
    """What one hand means for each player: points; without points `out` and, at the end of a game, places."""
    if hand.points is not None:
        return [hand.points_of(person) if hand.was_dealt(person) else "" for person in night.people]
    if hand.outcome.standing.is_over:
        numbers = place_numbers(night.scorer.places(hand.outcome.standing), night.table.shared)
        seats = map(hand.seat_of, night.people)
        return ["" if seat is None else numbers[seat] for seat in seats]
    return ["out" if name in hand.eliminated else "" for name in night.names]


def _safe(cell: object) -> object:
    """A spreadsheet must not take a note for a formula, nor a terminal obey it."""
    cell = harmless(cell) if isinstance(cell, str) else cell
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t") else cell


# ---------------------------------------------------------------- to send to friends


def night_picture(night: Night) -> dict[str, Any]:
    """The picture of a night: title, a row a player, best first, and who has won. Of a night of many games those who are ahead have."""
    won: Sequence[str] = night.winners
    if night.is_series:
        won = [name for name, rank in night.ranks.items() if rank == 1 and night.games]
    numbers = night.by_name(night.wins if night.totals is None else night.totals)
    most = max([1, *numbers.values()])
    best_first = sorted(night.names, key=lambda name: night.ranks.get(name, len(night.names)))
    rows = [(name, _result(night, numbers[name]), max(0, numbers[name]) / most, name in won) for name in best_first]
    outcome = Said("score.going_on", hands=count(len(night.hands), "round"))
    if won:
        outcome = Said("score.wins" if len(won) == 1 else "score.win_together", names=join_words(won, "and"))
    title = Said("score.title", title=night.table.game.title, date=long_date(night.at))
    is_few = night.totals is not None and night.table.game.table.good_points == "few"
    notes = [outcome, *([Said("score.few")] if is_few else [])]
    return {"title": str(title), "rows": rows, "notes": [*map(str, notes)]}


def night_message(night: Night) -> str:
    """A night to paste into a message: a line a player, best first."""
    picture = night_picture(night)
    rows = [f"{night.ranks.get(name, '-')}. {name}: {shown}".rstrip() for name, shown, *_ in picture["rows"]]
    return "\n".join([picture["title"], *rows, picture["notes"][0], ""])


def _result(night: Night, number: int) -> str:
    """Points, or games won, of which a game that is the whole night has one."""
    if night.totals is not None:
        return count(number, "point")
    return count(number, "win") if number or night.is_series else ""


def count(number: int, what: str) -> str:
    """`1 round`, `2 rounds`."""
    return f"{number} {what}{'' if abs(number) == 1 else 's'}"


def long_date(at: str) -> str:
    """`27 November 2026`; months are written, because 3/4 means two days."""
    day = date.fromisoformat(at[:10])
    return f"{day.day} {day:%B} {day.year}"


@dataclass(frozen=True, slots=True)
class Record:
    """One player in one game. `games` and `wins` count games that are over and at the end of which the player was there; a
    shared win is a win.

    `hands` and `points` count every hand with points that the player was dealt, also of games that go on.
    """

    name: str
    game: str
    nights: int
    games: int
    wins: int
    hands: int
    points: int

    @property
    def average(self) -> float | None:
        """Points a hand; None in a game without points."""
        return self.points / self.hands if self.hands else None


@dataclass(frozen=True, slots=True)
class Statistics:
    """Over all nights."""

    nights: int
    hands: int
    records: tuple[Record, ...]

    def as_json(self) -> dict[str, object]:
        """Each player's record also has the game's title, and the average."""
        titles = {each.game: find_scored_game(each.game).title for each in self.records}
        rows = [asdict(each) | {"title": titles[each.game], "average": each.average} for each in self.records]
        return {"nights": self.nights, "hands": self.hands, "players": rows, "lines": [*map(str, self.sentences())]}

    def sentences(self) -> list[Said]:
        """How many nights and hands there are."""
        if not self.nights:
            return []
        return [Said("score.kept", nights=count(self.nights, "game night"), hands=count(self.hands, "round"))]

    def text(self) -> list[Line]:
        """A row a player and game, and the sentences."""
        rows = []
        for each in self.records:
            average = "" if each.average is None else f"{each.average:.1f}"
            numbers = map(str, (each.nights, each.games, each.wins))
            rows.append((each.name, find_scored_game(each.game).title, *numbers, average))
        few = titles_where(lambda game: game.table.good_points == "few")
        many = titles_where(lambda game: game.table.good_points == "many")
        head = ("player", "game", "nights", "games", "wins", "points a round")
        return [Rows(head, tuple(rows), (0, 1)), Said("score.good_points", few=few, many=many), *self.sentences()]


def find_statistics(nights: Sequence[Night]) -> Statistics:
    hands = sum(len(night.hands) for night in nights)
    return Statistics(len(nights), hands, tuple(player_records(nights)))


def player_records(nights: Iterable[Night]) -> list[Record]:
    """By player, then game, in the order in which they were first seen; a name is written as it was last."""
    found: dict[str, dict[str, list[tuple[Night, int]]]] = {}
    spelled: dict[str, str] = {}
    for night in nights:
        for person, name in enumerate(night.course.names):
            spelled[plain(name)] = name
            found.setdefault(plain(name), {}).setdefault(night.table.game.name, []).append((night, person))
    return [_record(spelled[who], game, played) for who, games in found.items() for game, played in games.items()]


def _record(name: str, game: str, played: Sequence[tuple[Night, int]]) -> Record:
    """Of the nights in which somebody was this person."""
    dealt = (hand.points_of(person) for night, person in played for hand in night.hands if hand.was_dealt(person))
    points = [number for number in dealt if number is not None]
    games = sum(night.finished[person] for night, person in played)
    wins = sum(night.won[person] for night, person in played)
    return Record(name, game, len(played), games, wins, len(points), sum(points))
