"""The roster of a night: joins, departures, names, and house rules, stored only if the engine can play on with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from tt_print.core.commands.games import HouseRules, Seat
from tt_print.core.commands.night import Change, FromHand, Name, NextGame, NightNumber, ScoreResult, place_of, write
from tt_print.core.environment import Call
from tt_print.engine.base import ScoredGame
from tt_print.engine.house import House, describe_options, show_value
from tt_print.errors import InputError, join_words
from tt_print.people import check_names, find_player, plain, teams_by_seat
from tt_print.problems import Problem
from tt_print.requests.kinds import Kind, Number, Switch
from tt_print.requests.notes import Bare, Word, request
from tt_print.score.commands import open_night, over_sentence
from tt_print.score.events import JOIN, LEAVE, RENAME, RULE, Event, by_night, dropped_nights
from tt_print.score.night import Night, TableChange, changed_house, read_night
from tt_print.score.scorer import Words
from tt_print.score.seats import MAX_POINTS, ScoredTable
from tt_print.score.store import Draft
from tt_print.score.table import spaced
from tt_print.score.target import ScoreTarget


class RuleWords(HouseRules):
    """House rules in words of their own."""

    is_list = True


class RosterChange(Change):
    """A change from a hand on, or from the next game; `from_hand` None is the next hand."""

    from_hand: int | None
    next_game = False

    def since(self, night: Night) -> dict[str, int | bool]:
        """Where the change belongs, as it is stored: nothing for the next hand. Raises InputError if it cannot matter anymore."""
        hand, following = self.from_hand, len(night.hands) + 1
        if hand is not None and not 1 <= hand <= following:
            raise InputError(f"there is no hand {hand}. Choose a hand from 1 to {following}, which comes next.")
        if night.is_over and hand in (None, following):
            raise Problem("score.over_table", over=over_sentence(night), place=night.place)
        if self.next_game and not night.is_series:
            raise InputError(f"{night.table.game.title} is one game here, so no next one follows in this night.")
        return ({} if hand in (None, following) else {"from": hand}) | ({"waits": True} if self.next_game else {})


def possible(night: Night, kind: str, data: dict[str, Any]) -> list[Draft]:
    """The draft, if nothing about the table is impossible after it. Raises InputError with what to do about it."""
    own = [night.ledger.start, *night.ledger.changes]
    after = read_night([*own, Event(own[-1].sequence + 1, night.number, "", "", kind, data)])
    before = {change.event.sequence: change.problem for change in night.changes}
    for change in after.changes:
        if change.problem and change.problem != before.get(change.event.sequence, ""):
            raise _impossible(night, change)
    return [Draft(night.number, kind, data)]


@request
class Join(RosterChange):
    """Add a player to the left of `after` or in the last seat, with `points`, from hand `from_hand` on instead of the next one.

    A player who left, or is out of a game that is the whole night, gets the same seat and points back. In a night of many games, a player
    who joins during one waits for the next; with `next_game` also before its first entry."""

    name: Name
    after: Annotated[str, Seat()] = ""
    points: Annotated[int | None, Number()] = None
    from_hand: FromHand = None
    next_game: NextGame = False
    night: NightNumber = None

    verb = "score join"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        since, known = self.since(night), _known(night, self.name)
        name = check_names((*night.names, self.name))[-1] if known is None else night.name(known)
        if known is not None and self.after:
            raise InputError(f"{name} has a seat already, and keeps it.")
        if self.points is not None and not 0 <= self.points <= MAX_POINTS:
            raise InputError(
                f"nobody begins with {self.points} points. Choose a whole number from 0 to {MAX_POINTS}, such as 12."
            )
        after = {"after": night.names[find_player(self.after, night.names)]} if self.after else {}
        points = {"points": self.points} if self.points is not None else {}
        return possible(night, JOIN, {"name": name, **since, **after, **points})


@request
class Leave(RosterChange):
    """Who goes. What they have stays in the table."""

    name: Annotated[str, Seat(), Bare()]
    from_hand: FromHand = None
    night: NightNumber = None

    verb = "score leave"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        since = self.since(night)
        name = night.names[find_player(self.name, night.names)]
        rest = [night.name(person) for person in night.present if night.name(person) != name]
        fewest = night.table.game.players[0]
        if "from" not in since and len(rest) < fewest and len(rest) < len(night.present):
            game, others = night.table.game.title, join_words(rest, "and")
            note = f"{name} left"
            raise Problem(
                "score.too_few", game=game, fewest=fewest, rest=others, name=name, note=note, place=night.place
            )
        return possible(night, LEAVE, {"name": name, **since})


@request
class Rename(Change):
    """Rename a player in the whole night, earlier hands included, or in every night if `everywhere`."""

    old: Annotated[str, Seat("OLD"), Bare()]
    new: Annotated[str, Kind("NEW"), Bare()]
    everywhere: Annotated[bool, Switch(), Word("all")] = False
    night: NightNumber = None

    verb = "score rename"

    def done(self, call: Call) -> ScoreResult:
        if not self.everywhere:
            return super().done(call)
        place, numbers = place_of(call, self.night), list[int]()

        def compose(events: Sequence[Event]) -> Sequence[Draft]:
            drafts = self._in_all_nights(events, place)
            numbers[:] = sorted({draft.night for draft in drafts})
            return drafts

        return write(call, compose)._replace(more=numbers)

    def data(self, done: ScoreResult) -> dict[str, Any]:
        if done.before is not None:
            return super().data(done)
        return {"renamed": {"old": self.old, "new": self.new, "nights": done.more}}

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        known = _known(night, self.old)
        if known is None:
            if others := [number for number in _nights_of(events, self.old) if number != night.number]:
                where = f"night{'s' * (len(others) > 1)} {join_words(map(str, others), 'and')}"
                one = ScoreTarget(others[0], night.place.file)
                names = {"old": self.old, "new": self.new}
                raise Problem("score.other_night", where=where, night=night.number, one=one, place=night.place, **names)
            known = night.people[find_player(self.old, night.names)]
        return [self._draft(night, known)]

    def _in_all_nights(self, events: Sequence[Event], place: ScoreTarget) -> list[Draft]:
        """In every night in which somebody is called by the old name. Raises InputError if there is none."""
        drafts = []
        for number in _nights_of(events, self.old):
            night = open_night(events, ScoreTarget(number, place.file))
            known = _known(night, self.old)
            assert known is not None
            if night.name(known) != self.new:
                drafts.append(self._draft(night, known))
        if not drafts:
            raise Problem("score.unknown_player", name=self.old, meant="", place=place)
        return drafts

    def _draft(self, night: Night, person: int) -> Draft:
        old, same = night.name(person), _known(night, self.new)
        if same is not None and same != person:
            both = f"{old} and {night.name(same)}"
            raise InputError(f"{both} both play in night {night.number}, so they are two people. Nothing is renamed.")
        names = [self.new if other == person else night.name(other) for other in night.people]
        new = check_names(names)[night.people.index(person)]
        if new == old:
            raise InputError(f"{old} is called that already. Nothing is changed.")
        return Draft(night.number, RENAME, {"old": old, "new": new})


@request
class Rule(RosterChange):
    """House rules that change from the next hand on, or from `from_hand`; in a night of many games from the next game."""

    house: Annotated[tuple[str, ...], RuleWords(), Bare()] = ()
    from_hand: FromHand = None
    next_game: NextGame = False
    night: NightNumber = None

    verb = "score rule"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        since, table = self.since(night), night.next_table
        if not self.house:
            there, rule = describe_options(table.game), _another_rule(table)
            raise Problem("score.which_rule", rule=rule, now=spaced(table.rules), there=there, place=night.place)
        rules = {}
        for text in self.house:
            name, equals, value = teams_by_seat(text, table.names).partition("=")
            if not equals:
                raise Problem("score.rule_without_value", text=text, example=f"{text}=...", place=night.place)
            rules[name.strip()] = value.strip()
        changed = table.game.house(**{**table.house.changed, **rules})
        if changed == table.house and "from" not in since:
            raise InputError(f"that is the house rule already (in force: {spaced(table.rules)}). Nothing is changed.")
        return possible(night, RULE, {"rules": {name: show_value(changed[name]) for name in rules}, **since})


@request
class Finish(Change):
    """The game is over after the hands that are entered, if no rule of its own ends it: by the house rule that says after how many it is."""

    night: NightNumber = None

    verb = "score finish"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        game = night.next_table.game
        if night.is_over:
            raise InputError(f"{over_sentence(night)} Nothing is changed.")
        if not game.table.ends_after:
            raise Problem("score.ends_by_itself", game=game.title, night=night.number, place=night.place)
        if not night.hands:
            raise Problem("score.no_hand_yet", night=night.number, place=night.place)
        return Rule((f"{game.table.ends_after}={night.standing.played}",)).drafts(night, events, at)


# ---------------------------------------------------------------- who it is, and what is in the way


def _known(night: Night, name: str) -> int | None:
    """The person of this name; case and ways of writing a letter do not matter."""
    return next((person for person in night.people if plain(night.name(person)) == plain(name)), None)


def _nights_of(events: Sequence[Event], name: str) -> list[int]:
    dropped = dropped_nights(events)
    nights = {number: own for number, own in by_night(events).items() if number not in dropped}
    return [number for number, own in nights.items() if _known(read_night(own), name) is not None]


def _another_rule(table: ScoredTable) -> str:
    """A house rule as it is not now, for an example."""
    others = (
        f"{option.name}={show_value(value)}"
        for option in table.game.options
        for value in option.trials()
        if value != table.house[option.name]
    )
    return next(others)


def _impossible(night: Night, change: TableChange) -> Problem:
    """Why a change cannot be; if a house rule is in the way of those who come and go, or another night could play by the new one, with that."""
    table, players = night.next_table, len(night.next_table.names)
    if change.event.kind == RULE:
        try:
            changed = changed_house(table.game, table.house, change.event.data["rules"], players)
        except InputError:
            return Problem("score.impossible", reason=change.problem)
        options, another = Words(replace(table, house=changed).changed_rules), ScoreTarget(file=night.place.file)
        return Problem(
            "score.another_night",
            reason=change.problem, game=table.game.name, names=Words(table.names), options=options, another=another,
        )  # fmt: skip
    players += 1 if change.event.kind == JOIN else -1
    if _refusal(table.game, players, table.house) == change.problem:  # and not something else
        for name in table.house.changed:
            without = table.house.without(name)
            if not _refusal(table.game, players, without):
                rule = f"{name}={show_value(without[name])}"
                return Problem("score.rule_first", reason=change.problem, rule=rule, place=night.place)
    return Problem("score.impossible", reason=change.problem)


def _refusal(game: ScoredGame, players: int, house: House) -> str:
    """Why the engine would not begin a game with so many; "" if it would."""
    try:
        game.check_table(players, house)
        return ""
    except InputError as error:
        return str(error)
