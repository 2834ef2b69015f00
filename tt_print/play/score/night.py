"""One night, computed from its events by the rules engine: hands, totals, eliminations, dealers, places, winners.

Before anything is counted the timeline puts corrections in their place, leaves removed hands out, and writes every name as it is by now.

People come and go and house rules change between two hands; each hand is counted for those who were at the table, by the
rules of that moment. Anyone who comes in the middle of a game of a night of many, and a rule changed there, waits for the next game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, TypeVar

from tt_print.deck import VARIABLES
from tt_print.engine.entries import Entry, ScoredTable
from tt_print.engine.house import parse_house
from tt_print.engine.people import plain
from tt_print.engine.scorer import Outcome
from tt_print.engine.standing import Standing, by_points, initial_standing, own_value, place_numbers
from tt_print.errors import InputError, choose
from tt_print.games import GAMES, POINTS, find_scored_game, find_scorer, other_games, titles_where
from tt_print.play.score.events import Event, Ledger, NoNightError, by_night, current_night, dropped_nights, read_ledger
from tt_print.problems import Action, Problem
from tt_print.records import dataclass

# ---------------------------------------------------------------- the timeline

V = TypeVar("V")
Spelling = Callable[[Entry, Callable[[str], str]], Entry]  # how a game writes other names into an entry


@dataclass(frozen=True, slots=True)
class HandStep:
    """A hand in force: its event, its entry as last corrected, and the corrections."""

    event: Event
    entry: Entry
    edits: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class TableStep:
    """Somebody sits down, new behind another or again where they sat before, or leaves; or house rules change, which is nobody's."""

    event: Event
    person: int = -1


Step = HandStep | TableStep


@dataclass(frozen=True, slots=True)
class Remark:
    """A note of the night, or of the hand that the event `of` entered."""

    event: Event
    text: str
    of: int | None = None


class Timeline:
    """Hands in force as last corrected, and who came and went between them, in `steps`, under the names of now.

    `names` by person; `circle` has all persons clockwise, also those who left.
    """

    def __init__(self, ledger: Ledger, rename: Spelling) -> None:
        """Raises LookupError for a record in which something refers to what is not there."""
        self.names: list[str] = list(ledger.start.data["players"])
        self.circle = list(range(len(self.names)))
        self.steps: list[Step] = []
        self.remarks: list[Remark] = []
        for event in ledger.changes:
            data = event.data
            match event.kind:
                case "hand":
                    self.steps.append(HandStep(event, data["entry"]))
                case "edit":
                    place, step = self.find_hand(data["hand"])
                    self.steps[place] = HandStep(step.event, data["entry"], (*step.edits, event))
                case "remove":
                    place, step = self.find_hand(data["hand"])
                    del self.steps[place]
                    self.remarks = [remark for remark in self.remarks if remark.of != step.event.sequence]
                case "note":
                    of = self.find_hand(data["hand"])[1].event.sequence if data.get("hand") else None
                    self.remarks.append(Remark(event, data["text"], of))
                case "join":
                    self.add(event, self.seat(data["name"], data.get("after")))
                case "leave":
                    self.add(event, self.person(data["name"]))
                case "rule":
                    self.add(event)
                case "rename":
                    self.call(self.person(data["old"]), data["new"], rename)

    def hands(self) -> list[tuple[int, HandStep]]:
        """Each hand, and where it is in `steps`."""
        return [(place, step) for place, step in enumerate(self.steps) if isinstance(step, HandStep)]

    def find_hand(self, number: int) -> tuple[int, HandStep]:
        hands = self.hands()
        if not 1 <= number <= len(hands):
            raise IndexError(number)
        return hands[number - 1]

    def find_person(self, name: str) -> int | None:
        """The person who is called so now; case and ways of writing a letter do not matter."""
        return next((person for person, own in enumerate(self.names) if plain(own) == plain(name)), None)

    def person(self, name: str) -> int:
        if (person := self.find_person(name)) is None:
            raise KeyError(name)
        return person

    def add(self, event: Event, person: int = -1) -> None:
        """At the end, or before the hand that its event says."""
        places = [*(place for place, _ in self.hands()), len(self.steps)]
        before = event.data.get("from", len(places))
        if not 1 <= before <= len(places):
            raise IndexError(before)
        self.steps.insert(places[before - 1], TableStep(event, person))

    def seat(self, name: str, after: str | None) -> int:
        """The person who joins, who has a place in the circle from now on, behind that of `after`."""
        if (person := self.find_person(name)) is None:
            behind = self.circle.index(self.person(after)) if after else len(self.circle) - 1
            person = len(self.names)
            self.names.append(name)
            self.circle.insert(behind + 1, person)
        return person

    def call(self, person: int, new: str, rename: Spelling) -> None:
        """Gives a person a new name, also in what was entered before."""
        old, self.names[person] = self.names[person], new
        for place, step in self.hands():
            entry = rename(step.entry, lambda name: new if name == old else name)
            self.steps[place] = HandStep(step.event, entry, step.edits)


# ---------------------------------------------------------------- a night


@dataclass(frozen=True, slots=True)
class Sitting:
    """Those who sit at one game, by seat: as a table with its house rules, as persons, and how the game is."""

    table: ScoredTable
    people: tuple[int, ...]
    standing: Standing


@dataclass(frozen=True, slots=True)
class Hand:
    """One entry and what it did. `number` counts the night's entries, `game` its games (1 where a night is one).

    `before` is the table that played it. `points` and `totals` are by its seats, `sums` by person for all who have been at
    the table so far; all three are None in a game without points. `eliminated` went out by it.
    """

    number: int
    game: int
    before: Sitting
    entry: Entry
    outcome: Outcome
    sums: Mapping[int, int] | None
    eliminated: tuple[str, ...]
    event: Event
    edits: tuple[Event, ...] = ()

    @property
    def points(self) -> tuple[int, ...] | None:
        return self.outcome.points

    @property
    def totals(self) -> tuple[int, ...] | None:
        return None if self.sums is None else tuple(self.sums[person] for person in self.before.people)

    @property
    def table(self) -> ScoredTable:
        return self.before.table

    @property
    def dealer(self) -> str:
        return self.table.names[self.before.standing.dealer]

    @property
    def described(self) -> str:
        """The entry in a few words."""
        return find_scorer(self.table.game.name).describe_entry(self.entry, self.table)

    def seat_of(self, person: int) -> int | None:
        """None for anyone who was not at the table."""
        return self.before.people.index(person) if person in self.before.people else None

    def points_of(self, person: int) -> int | None:
        """None in a game without points and for anyone who was not at the table."""
        seat = self.seat_of(person)
        return None if seat is None or self.points is None else self.points[seat]

    def was_dealt(self, person: int) -> bool:
        """Whether a player had cards in this hand: neither out before it nor away."""
        seat = self.seat_of(person)
        return seat is not None and seat in self.before.standing.living


@dataclass(frozen=True, slots=True)
class TableChange:
    """Who came or went, or which rules were changed, before hand `hand`; `game` is the one from which it holds.

    `when` says it in words: `from hand 3 on`. `problem` says why it could not be, where corrections have overtaken it.
    """

    event: Event
    hand: int
    game: int
    when: str
    name: str = ""
    points: int | None = None
    rules: str = ""
    problem: str = ""

    def as_json(self) -> dict[str, object]:
        said = {"name": self.name, "points": self.points, "rules": self.rules, "problem": self.problem}
        kept = {key: value for key, value in said.items() if value not in ("", None)}
        return {"kind": self.event.kind, "hand": self.hand, "game": self.game, **kept, "at": self.event.at}


class Night:
    """A night, played through step by step from its ledger; then it stays as it is. `is_current`: a command that names no night is about this one.

    `now` is the game going on, with its `table` (of the next hand, those who are out included), its `standing`, and the `dealer` of the next hand, who
    dealt last if the game `is_over`, which a night of many games never is. `last` is the game that ended before it,
    `games` how many of many, 1 where the night is one; `is_begun` says whether a hand of the game going on is entered. `next_house` and `present` are the rules and the persons of
    the next game, where somebody waits for it. People ask about the game that is `shown`: the one going on, or the last one before the next has
    begun; `winners` and `eliminated` are its.

    `people` are all persons of the night clockwise, also those who left, `names` theirs. `points`, `won` and `finished` (games) are by person,
    `wins` and `totals` in the order of `names`; `totals` are None in a game without points. `ranks` are the places of those who have one, by name.
    `problems` say what of those who came and went, and of the rules, does not fit anymore.
    """

    def __init__(self, ledger: Ledger, is_current: bool = True) -> None:
        table, dealer = open_table(ledger.start)
        self.ledger, self.is_current = ledger, is_current
        self.number, self.at = ledger.start.night, ledger.start.at
        self.scorer = find_scorer(table.game.name)
        self.course = Timeline(ledger, self.scorer.rename)
        self.people = tuple(self.course.circle)
        self.names = tuple(map(self.name, self.people))
        self._first = table
        self.next_house = table.house
        people = tuple(range(len(table.names)))
        self._there = set(people)
        self.now = self._sit(people, initial_standing(len(people), table.house, dealer))
        self.last: Sitting | None = None
        self.is_begun = False
        self.hands: list[Hand] = []
        self._game = 1
        self._points = dict.fromkeys(people, 0)
        self.won = dict.fromkeys(range(len(self.course.names)), 0)
        self.finished = dict(self.won)
        self.left: list[int] = []
        self.changes: list[TableChange] = []
        for step in self.course.steps:
            if isinstance(step, HandStep):
                self._play(step)
            else:
                self._change(step)
        # What people ask of it.
        self.table, self.standing, self.is_over = self.now.table, self.now.standing, self.now.standing.is_over
        self.dealer, self.present = self.table.names[self.standing.dealer], self._by_seat(self._there)
        self.games = self._game - self.is_series
        self.shown_sitting = self.now if self.is_begun or self.last is None else self.last
        self.shown = self.shown_sitting.standing
        self.winners = self.shown_sitting.table.all(self.shown.winners)
        self.eliminated = self.shown_sitting.table.all(seat for group in self.shown.out for seat in group)
        self.wins = tuple(self.won[person] for person in self.people)
        self.points = {person: self._points.get(person, 0) for person in self.people}
        self.totals = tuple(self.points.values()) if self.table.game.has_points(self.table.house) else None
        self.places = self._places()
        numbers = place_numbers(self.places, self.table.shared)
        self.ranks = {self.name(person): numbers[person] for person in self.people if person in numbers}
        self.problems = tuple(change.problem for change in self.changes if change.problem)

    def action(self, verb: str, **fields: object) -> Action:
        """A command about this night, to be advised."""
        return Action(f"score {verb}", fields if self.is_current else fields | {"night": self.number})

    @property
    def is_series(self) -> bool:
        """Whether the night is many games."""
        return self.scorer.is_series(self.now.table.house)

    @property
    def next_table(self) -> ScoredTable:
        """The table of the next game, with those who wait for it."""
        return replace(self.table, names=tuple(map(self.name, self.present)), house=self.next_house)

    def name(self, person: int) -> str:
        return self.course.names[person]

    def by_name(self, values: Sequence[V]) -> dict[str, V]:
        """Values in the order of `names` as values by name."""
        return dict(zip(self.names, values, strict=True))

    def _places(self) -> tuple[tuple[int, ...], ...]:
        """Persons, best first: in a night of many games with points by all of these, otherwise as the game is.

        A player who left a game with points is behind those who stayed, the later the better. Anyone who was not at the game
        at all has no place.
        """
        if self.totals is not None and self.is_series:
            points = [self._points.get(person, 0) for person in range(len(self.course.names))]
            return by_points(self.people, points, highest_first=True)
        shown = self.shown_sitting
        groups = [tuple(shown.people[seat] for seat in group) for group in self.scorer.places(shown.standing)]
        behind = [(person,) for person in reversed(self.left) if person not in shown.people]
        return (*groups, *(behind if not self.is_series else ()))

    def hand(self, number: int) -> Hand:
        """Raises InputError when there is none of this number."""
        if not 1 <= number <= len(self.hands):
            many = f"The rounds are 1 to {len(self.hands)}." if self.hands else "No rounds yet."
            raise InputError(f"there is no round {number}. {many}")
        return self.hands[number - 1]

    def hand_of(self, remark: Remark) -> int | None:
        """The number of the hand that a note belongs to; None for a note of the night."""
        return next((hand.number for hand in self.hands if hand.event.sequence == remark.of), None)

    # ------------------------------------------------------------ for programs

    def as_json(self) -> dict[str, object]:
        return {
            "game": self.table.game.name,
            "night": self.number,
            "at": self.at,
            "players": list(self.names),
            "house": self.table.changed_values,
            "hands": [hand_json(hand, self) for hand in self.hands],
            "totals": self.by_name(self.totals or (None,) * len(self.names)),
            "places": [self.name(person) for group in self.places for person in group],
            "ranks": self.ranks,
            "eliminated": list(self.eliminated),
            "winner": list(self.winners),
            "wins": self.by_name(self.wins),
            "over": self.is_over,
            "dealer": self.dealer,
            "notes": [{"text": own.text, "hand": self.hand_of(own), "at": own.event.at} for own in self.course.remarks],
            "present": [self.name(person) for person in self.present],
            "table_changes": [change.as_json() for change in self.changes],
            "dropped": self.ledger.is_dropped,
        }

    # ------------------------------------------------------------ hand by hand

    def _play(self, step: HandStep) -> None:
        before = self.now
        table, standing = before.table, before.standing
        if standing.is_over:  # which only the correction of an earlier hand can bring about
            nothing = (0,) * len(table.names) if table.game.has_points(table.house) else None
            outcome = Outcome(standing, nothing, problems=("the game was over before; this round does not count",))
        else:
            outcome = self.scorer.play(step.entry, table, standing)
        sums = None
        if outcome.points is not None:
            for person, points in zip(before.people, outcome.points, strict=True):
                self._points[person] += points
            sums = dict(self._points)
        gone = table.all(seat for group in outcome.standing.out for seat in group if seat in standing.living)
        number = len(self.hands) + 1
        self.hands.append(Hand(number, self._game, before, step.entry, outcome, sums, gone, step.event, step.edits))
        self.is_begun = True
        self._go_on(outcome)

    def _go_on(self, outcome: Outcome) -> None:
        """From here with this standing: the game goes on, or is over and the next begins."""
        ended = outcome.standing.is_over and not self.now.standing.is_over
        self.now = replace(self.now, standing=outcome.standing)
        if not ended:
            return
        for seat in outcome.standing.winners:
            self.won[self.now.people[seat]] += 1
        for person in self.now.people:
            self.finished[person] += person in self._there
        if self.is_series and outcome.following is not None:
            self.last = self.now
            self._game += 1
            self.is_begun = False
            self._open(self.now.people[outcome.following])

    def _open(self, dealer: int | None = None) -> None:
        """The next game of a night of many: those who are there, clockwise, by the rules that hold by now. `dealer`: a new one."""
        people = self._by_seat(self._there)
        dealer = self.now.people[self.now.standing.dealer] if dealer is None else dealer
        self.now = self._sit(people, initial_standing(len(people), self.next_house, self._nearest(dealer, people)))

    def _sit(self, people: tuple[int, ...], standing: Standing) -> Sitting:
        table = replace(self._first, house=standing.house, names=tuple(map(self.name, people)))
        return Sitting(table, people, standing)

    def _by_seat(self, people: Set[int]) -> tuple[int, ...]:
        return tuple(person for person in self.course.circle if person in people)

    def _nearest(self, person: int, people: Sequence[int]) -> int:
        """The seat of a person among `people`, or of the next of these to their left."""
        circle = self.course.circle
        place = circle.index(person)
        return next(people.index(other) for other in (*circle[place:], *circle) if other in people)

    # ------------------------------------------------------------ who comes and goes, and the rules

    def _change(self, step: TableStep) -> None:
        """Does it, or says why it cannot be anymore: then it has no effect."""
        kind, data = step.event.kind, step.event.data
        waits = kind != "leave" and self.is_series and (self.is_begun or bool(data.get("waits")))
        hand, game = len(self.hands) + 1, self._game + waits
        what = f"game {game}" if self.is_series else f"round {hand}"
        when = f"from {what} on" if kind != "leave" else f"before {what}"
        if kind == "leave" and self.is_series and self.is_begun:
            when = f"in game {game}"
        name, rules, points, problem = "", "", None, ""
        if kind == "rule":  # teams by the players' own names
            names = tuple(map(self.name, self._by_seat(self._there)))
            rules = " ".join(f"{rule}={own_value(rule, value, names)}" for rule, value in data["rules"].items())
        else:
            name = self.name(step.person)
        try:
            if self.now.standing.is_over:
                pass
            elif kind == "join":
                points = self._join(step.person, data.get("points"), waits)
            elif kind == "leave":
                self._leave(step.person)
            else:
                self._rule(data["rules"], waits)
        except InputError as error:
            problem = str(error)
        self.changes.append(TableChange(step.event, hand, game, when, name, points, rules, problem))

    def _join(self, person: int, given: int | None, waits: bool) -> int | None:
        """Gives the points that they begin with; None in a game without points."""
        now = self.now
        is_out = person in now.people and now.people.index(person) not in now.standing.living
        if person in self._there and (self.is_series or not is_out):
            raise InputError(f"{self.name(person)} is already playing.")
        counted = self._first.game.has_points(self.now.table.house)
        if given is not None and not counted:
            raise InputError(f"{self._first.game.title} is played without points here, so nobody begins with any.")
        points = given if given is not None else self._points.get(person, 0)
        people = self._by_seat({*self._there, person})
        self._first.game.check_players(len(people))
        if self.is_series:
            self._first.game.check_table(len(people), self.next_house)
            self._there.add(person)
            if not waits:
                self._open()
        else:
            self._sit_down(person, points, people)
            self._there.add(person)
        self._points[person] = points
        if person in self.left:
            self.left.remove(person)
        return points if counted else None

    def _sit_down(self, person: int, points: int, people: tuple[int, ...]) -> None:
        """In a game that goes on; who was out of it takes their own seat again."""
        standing = self.now.standing
        seat = people.index(person)
        if person in self.now.people:
            standing = replace(self.scorer.leave(standing, seat).standing, is_over=False, winners=())
        after = self.scorer.join(standing, seat, points)
        if seat not in after.living or after.is_over:
            rules = f" (house rules {self.now.table.rules})" if self.now.table.rules != "-" else ""
            raise InputError(f"with {points} points {self.name(person)} could not play on{rules}.")
        self._first.game.check_table(len(people), after.house)
        self.next_house = after.house
        self.now = self._sit(people, after)

    def _leave(self, person: int) -> None:
        name = self.name(person)
        if person not in self._there:
            raise InputError(f"{name} is not at the table.")
        people = self._by_seat(self._there - {person})
        self._first.game.check_players(len(people))
        outcome, house = None, self.next_house
        if person in self.now.people and (self.is_begun or not self.is_series):
            outcome = self.scorer.leave(self.now.standing, self.now.people.index(person))
            house = house if self.is_series else outcome.standing.house
        self._first.game.check_table(len(people), house)
        self._there.remove(person)
        self.left.append(person)
        if outcome is None:
            if person in self.now.people:
                self._open()
            return
        standing = outcome.standing
        if standing.players < len(self.now.people):  # their seat is gone
            self.next_house = standing.house
            rest = tuple(other for other in self.now.people if other != person)
            self.now = self._sit(rest, replace(standing, is_over=False))
        self._go_on(outcome)

    def _rule(self, rules: Mapping[str, str], waits: bool) -> None:
        house = self._first.game.house(**{**self.next_house.changed, **rules})
        self._first.game.check_table(len(self._there), house)
        kinds = (self.scorer.is_series, self._first.game.has_points)  # one game or many, with points or without
        if self.hands and any(kind(house) != kind(self.next_house) for kind in kinds):
            title = self._first.game.title
            raise InputError(f"{title} would be counted in another way than in the rounds that are entered.")
        if waits:
            self.next_house = house
        elif self.is_series:
            self.next_house = house
            self._open()
        else:
            standing = self.scorer.under(self.now.standing, house)
            self.next_house = standing.house
            self.now = self._sit(self.now.people, replace(self.now.standing, house=standing.house))
            self._go_on(Outcome(standing))


# ---------------------------------------------------------------- for programs, and reading


def hand_json(hand: Hand, night: Night) -> dict[str, object]:
    sums = hand.sums
    return {
        "hand": hand.number,
        "game": hand.game,
        "dealer": hand.dealer,
        "players": list(hand.table.names),
        "entry": hand.entry,
        "points": hand.table.by_name(hand.points) if hand.points is not None else None,
        "totals": None if sums is None else {night.name(p): sums[p] for p in night.people if p in sums},
        "eliminated": list(hand.eliminated),
        "winner": list(hand.table.all(hand.outcome.standing.winners)),
        "problems": list(hand.outcome.problems),
        "at": hand.event.at,
        "edited": bool(hand.edits),
    }


def following_dealer(last: Night) -> str:
    """Who deals first in another game of the same table: who sits to the left of the last dealer, among those who are there."""
    names, there = last.names, last.next_table.names
    behind = names.index(last.dealer) + 1
    return next(name for name in (*names[behind:], *names) if name in there)


def read_night(events: Iterable[Event], is_current: bool = True) -> Night:
    """The night of these events, which are one night's in order."""
    return Night(read_ledger(events), is_current)


def find_night(events: Sequence[Event], wanted: int | None = None) -> Night:
    """The night of this number, or the current one. Raises InputError that says what there is."""
    nights, current = by_night(events), current_night(events)
    number = wanted if wanted is not None else current
    if number is None or not nights:
        raise NoNightError("score.no_night")
    if number not in nights:
        raise Problem("score.unknown_night", night=number, last=len(nights), nights=Action("score nights"))
    return read_night(nights[number], is_current=number == current)


def open_night(events: Sequence[Event], wanted: int | None = None) -> Night:
    """As `find_night`, for what changes a night. Also raises InputError for one that is dropped."""
    night = find_night(events, wanted)
    if night.ledger.is_dropped:
        raise Problem("score.dropped", night=night.number, undo=night.action("undo"))
    return night


def read_nights(events: Sequence[Event]) -> list[Night]:
    """All nights that are not dropped."""
    dropped = dropped_nights(events)
    return [read_night(own) for number, own in by_night(events).items() if number not in dropped]


def open_table(start: Event) -> tuple[ScoredTable, int]:
    """The table of a `start` event, and the seat of its first dealer. Raises Problem if the game's package is gone."""
    data = start.data
    if (name := data["game"]) not in (*GAMES, POINTS) and name not in other_games():
        raise Problem("score.no_game", game=name)
    game = find_scored_game(name)
    house = parse_house(game, data["house"])
    table = ScoredTable(game.table.titled(house), house, tuple(data["players"]), data.get("places", "1224"))
    return table, table.names.index(data["dealer"])


# ---------------------------------------------------------------- pointers


VARIABLE_WORDS = {"1": "color", "2": "shape", "3": "number", "suit": "shape"}


def pointers_of(night: Night) -> dict[str, Any] | None:
    """The `pointers` by variable as they are by now, the values that each can be moved through in this deck, and what may be claimed.

    Each hand begins at the start. None in a game without pointers.
    """
    table = night.table.game.table
    if (rules := table.pointers) is None:
        return None
    now = rules.start
    for event in night.ledger.changes:
        if event.kind == "hand":
            now = rules.start
        elif event.kind == "move":
            now = rules.moved(now, event.data["to"])
    deck = table.deck_in_play(len(night.table.names), night.table.house)
    rings = {variable: [*rules.ring(deck, variable)] for variable in VARIABLES}
    at = dict(zip(VARIABLES, now, strict=True))
    return {"deck": deck, "pointers": at, "rings": rings, "claims": rules.choices(now)}


def move_pointer(night: Night, typed: str) -> dict[str, object]:
    """One step to the right for the pointer of a variable, from the end to the start. Raises InputError."""
    found, rules = pointers_of(night), night.table.game.table.pointers
    if found is None or rules is None:
        title = titles_where(lambda game: game.table.pointers is not None)
        raise InputError(f"{night.table.game.title} has no pointers to move; {title} does.")
    word = typed.strip().lower()
    variable = choose("pointer", VARIABLE_WORDS.get(word, word), VARIABLES)
    before = found["pointers"][variable]
    return {"variable": variable, "from": before, "to": rules.step(found["deck"], before)}


def pointer_lines(night: Night) -> list[str]:
    """All three rows, the pointed value in brackets, and what may be claimed; empty for a game without pointers."""
    if (found := pointers_of(night)) is None:
        return []
    rows = [
        f"{variable:<7} " + " ".join(f"[{value}]" if value == found["pointers"][variable] else value for value in ring)
        for variable, ring in found["rings"].items()
    ]
    return [*rows, f"claims  {', '.join(found['claims'])}"]
