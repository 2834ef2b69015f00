"""One night, computed from its events by the rules engine: hands, totals, eliminations, dealers, places, winners."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tt_print.engine.house import parse_house
from tt_print.engine.standing import Groups, Standing, by_points, open_standing, place_numbers
from tt_print.errors import InputError
from tt_print.games import find_game
from tt_print.records import dataclass
from tt_print.score.events import Event, Ledger, by_night, read_ledger
from tt_print.score.place import CURRENT, Place
from tt_print.score.scorer import Entry, Outcome, Scorer, find_scorer
from tt_print.score.seats import ScoredTable


@dataclass(frozen=True, slots=True)
class Hand:
    """One entry and what it did. `number` counts the night's entries, `game` its games (1 where a night is one).

    `points` and `totals` are by seat, None in a game without points. `eliminated` went out by it.
    """

    number: int
    game: int
    dealer: str
    entry: Entry
    outcome: Outcome
    totals: tuple[int, ...] | None
    eliminated: tuple[str, ...]
    event: Event
    edits: tuple[Event, ...] = ()

    @property
    def points(self) -> tuple[int, ...] | None:
        return self.outcome.points


@dataclass(frozen=True, slots=True)
class Night:
    """A night as it stands. `standing` is that of the game going on, `last` that of the one that ended before it.

    `place` is what a hint about it repeats.
    """

    number: int
    ledger: Ledger
    table: ScoredTable
    scorer: Scorer
    hands: tuple[Hand, ...]
    standing: Standing
    last: Standing | None
    games: int
    wins: tuple[int, ...]
    place: Place = CURRENT

    @property
    def at(self) -> str:
        return self.ledger.start.at

    @property
    def is_over(self) -> bool:
        """No hand may follow. A night of many games is never over."""
        return self.standing.is_over

    @property
    def shown(self) -> Standing:
        """What people ask about: the game going on, or the last one before the next has begun."""
        begun = self.hands and self.hands[-1].outcome.standing == self.standing
        return self.standing if begun or self.last is None else self.last

    @property
    def totals(self) -> tuple[int, ...] | None:
        """Points so far by seat; None in a game without points."""
        if not self.scorer.counts_points(self.table.house):
            return None
        return self.hands[-1].totals if self.hands else self.standing.scores

    @property
    def places(self) -> Groups:
        """Best first. In a night of many games with points by all of these, otherwise as the game stands."""
        if self.totals is not None and self.scorer.is_series(self.table.house):
            return by_points(range(len(self.totals)), self.totals, highest_first=True)
        return self.scorer.places(self.shown)

    @property
    def ranks(self) -> dict[str, int]:
        numbers = place_numbers(self.places, self.table.shared)
        return {name: numbers[seat] for seat, name in enumerate(self.table.names)}

    @property
    def eliminated(self) -> tuple[str, ...]:
        return self.table.all(seat for group in self.shown.out for seat in group)

    @property
    def winners(self) -> tuple[str, ...]:
        return self.table.all(self.shown.winners)

    @property
    def dealer(self) -> str:
        """Who deals next; who dealt last when the game is over."""
        return self.table.names[self.standing.dealer]

    def hand(self, number: int) -> Hand:
        """Raises InputError when there is none of this number."""
        if not 1 <= number <= len(self.hands):
            many = f"Hands 1 to {len(self.hands)} are entered." if self.hands else "No hand is entered yet."
            raise InputError(f"there is no hand {number}. {many}")
        return self.hands[number - 1]

    def as_json(self) -> dict[str, Any]:
        names, house = self.table.names, self.table.house
        return {
            "game": self.table.game.name,
            "night": self.number,
            "at": self.at,
            "players": list(names),
            "house": {name: str(value) if isinstance(value, tuple) else value for name, value in house.changed.items()},
            "hands": [hand_json(hand, self.table) for hand in self.hands],
            "totals": self.table.by_name(self.totals or (None,) * len(names)),
            "places": list(self.table.all(seat for group in self.places for seat in group)),
            "ranks": self.ranks,
            "eliminated": list(self.eliminated),
            "winner": list(self.winners),
            "wins": self.table.by_name(self.wins),
            "over": self.is_over,
            "dealer": self.dealer,
            "notes": [note_json(event) for event in self.ledger.notes],
        }


def hand_json(hand: Hand, table: ScoredTable) -> dict[str, Any]:
    return {
        "hand": hand.number,
        "game": hand.game,
        "dealer": hand.dealer,
        "entry": hand.entry,
        "points": table.by_name(hand.points) if hand.points is not None else None,
        "totals": table.by_name(hand.totals) if hand.totals is not None else None,
        "eliminated": list(hand.eliminated),
        "winner": list(table.all(hand.outcome.standing.winners)),
        "problems": list(hand.outcome.problems),
        "at": hand.event.at,
        "edited": bool(hand.edits),
    }


def note_json(event: Event) -> dict[str, Any]:
    return {"text": event.data["text"], "hand": event.data.get("hand"), "at": event.at}


def read_night(events: Iterable[Event]) -> Night:
    """The night of these events, which are one night's in order."""
    return compute_night(read_ledger(events))


def read_nights(events: Iterable[Event]) -> list[Night]:
    return [read_night(own) for own in by_night(events).values()]


def compute_night(ledger: Ledger) -> Night:
    table, dealer = open_table(ledger.start.data)
    scorer = find_scorer(table.game.name)
    standing = open_standing(len(table.names), table.house, dealer)
    many = scorer.is_series(table.house)
    totals = standing.scores
    wins, hands, game, last = [0] * len(table.names), [], 1, None
    for number, (event, entry, edits) in enumerate(entries(ledger), 1):
        outcome = scorer.play(entry, table, standing) if not standing.is_over else _too_late(standing, scorer, table)
        gone = [seat for group in outcome.standing.out for seat in group if seat in standing.living]
        if outcome.points is not None:
            totals = tuple(map(sum, zip(totals, outcome.points, strict=True)))
        hands.append(
            Hand(
                number,
                game,
                table.names[standing.dealer],
                entry,
                outcome,
                totals if outcome.points is not None else None,
                table.all(gone),
                event,
                edits,
            )
        )
        ended = outcome.standing.is_over and not standing.is_over
        standing = outcome.standing
        if ended:
            for seat in standing.winners:
                wins[seat] += 1
        if ended and many and outcome.following is not None:
            last = standing
            standing = open_standing(len(table.names), table.house, outcome.following)
            game += 1
    return Night(ledger.start.night, ledger, table, scorer, tuple(hands), standing, last, game - many, tuple(wins))


def _too_late(standing: Standing, scorer: Scorer, table: ScoredTable) -> Outcome:
    """A hand after the end, which only the correction of an earlier one can bring about."""
    nothing = (0,) * len(table.names) if scorer.counts_points(table.house) else None
    return Outcome(standing, nothing, problems=("the game was over before; this hand does not count",))


def open_table(data: dict[str, Any]) -> tuple[ScoredTable, int]:
    """The table of a `start` event, and the seat of its first dealer."""
    game = find_game(data["game"])
    table = ScoredTable(game, parse_house(game, data["house"]), tuple(data["players"]), data.get("places", "1224"))
    return table, table.names.index(data["dealer"])


def entries(ledger: Ledger) -> list[tuple[Event, Entry, tuple[Event, ...]]]:
    """Each hand in force: its event, its entry as last edited, and the edits."""
    edits: dict[int, list[Event]] = {}
    for event in ledger.changes:
        if event.kind == "edit":
            edits.setdefault(event.data["hand"], []).append(event)
    rows = []
    for number, event in enumerate(ledger.hands, 1):
        own = tuple(edits.get(number, ()))
        rows.append((event, (own[-1] if own else event).data["entry"], own))
    return rows
