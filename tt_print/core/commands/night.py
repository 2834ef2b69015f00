"""What all commands that keep score share: fields, the book of nights, the answer about a night, and a change of one; and the roster of a night: joins,
departures, names, and its end, stored only if the engine can play on with them.

A command that changes a night says what is to be stored (`drafts`) and what people read of it (`lines`). Everything else is here once: to find the
night, to write, and to compare the night with what it was before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from tt_print.core.asking import NO_FILES, Call
from tt_print.core.commands.common import Answer, Command, Seat
from tt_print.core.commands.common import NightNumber as OneNight
from tt_print.core.fields import question_row
from tt_print.engine.people import check_names, find_player
from tt_print.engine.scorer import Dialogue
from tt_print.errors import InputError, join_words
from tt_print.play.score.events import JOIN, LEAVE, RENAME, RULE, UNDO, Event
from tt_print.play.score.night import Night, find_night, open_night, pointers_of, read_night, read_nights
from tt_print.play.score.store import Draft, FileBook
from tt_print.play.score.table import (
    change_line,
    changes,
    cures,
    describe_change,
    next_line,
    night_text,
    over_sentence,
    state_text,
)
from tt_print.problems import Action, Line, Problem, Said
from tt_print.requests.kinds import Bare, Kind, Number, Word, request

ThatNight = Annotated[int | None, OneNight(metavar="NIGHT"), Bare()]
NightNumber = Annotated[int | None, OneNight(), Word(letter="n")]
HandNumber = Annotated[int, Number(metavar="HAND"), Bare()]
START_AGAIN = Action("score start", {"again": True})


class ScoreCommand(Command):
    """Something that is asked of a book of nights. `alias`: what data call it, if that is not the verb with a dot."""

    alias = ""
    shown_by: tuple[str, ...] = ("file", "as_json", "quiet")
    wants_the_night = True
    may_be_without_nights = False


def book_of(call: Call) -> FileBook:
    """Where nights are kept. Raises InputError if there is nowhere."""
    if call.environment.book is None:
        raise InputError("no score can be kept here.")
    return call.environment.book


def wanted_night(call: Call, night: int | None) -> int | None:
    """The night of this number, or the one that the book is open at."""
    return book_of(call).night if night is None else night


def find(call: Call, night: int | None, is_open: bool = False) -> tuple[Sequence[Event], Night]:
    """All entries, and the night to look at. Raises InputError if it is dropped, but has to be `is_open`."""
    events, finder = book_of(call).events(), open_night if is_open else find_night
    return events, finder(events, wanted_night(call, night))


def write(
    call: Call, compose: Callable[[Sequence[Event]], Sequence[Draft]], begins: bool = False
) -> tuple[Sequence[Event], str]:
    """Stores what `compose` makes; gives all entries then, and a warning. Only what `begins` a night makes a book of nights."""
    return book_of(call).write(compose, call.environment.now(), call.environment.who, begins)


def night_answer(
    events: Sequence[Event], night: Night, text: Sequence[Line], warning: str = "", news: Sequence[object] | None = None
) -> Answer:
    """A night as it is now; `news` is what is not what it was, for screens that show the night in their own way."""
    data = state_json(events, night)
    data |= {} if news is None else {"changes": [*map(str, news)]}
    data |= {"warning": warning} if warning else {}
    return Answer(data, NO_FILES, warnings=(warning,) if warning else (), kind="score", text=text)


class Change(ScoreCommand):
    """A change of a night, which is not dropped unless it `may_be_dropped`. `shows_news`: its data say what else is not what it was."""

    night: int | None
    may_be_dropped, shows_news = False, True

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        """What is to be stored in the night; `events` are those of all nights, `at` is the time. Raises InputError."""
        raise NotImplementedError

    def lines(self, was: Night, now: Night, news: Sequence[Line]) -> Sequence[Line]:
        """What people read: what was done, what came of it (`news`), and what to do next."""
        raise NotImplementedError

    def news(self, was: Night, now: Night) -> list[Line]:
        """What is not what it was, and what can be done about hands that do not fit anymore."""
        return [*changes(was, now), *cures(was, now)] if self.shows_news else []

    def warnings(self, now: Night) -> tuple[Problem, ...]:
        return ()

    def answer(self, call: Call) -> Answer:
        """Raises InputError, and MachineError; then nothing is stored."""
        wanted, at = wanted_night(call, self.night), call.environment.now()
        before: list[Night] = []

        def compose(events: Sequence[Event]) -> Sequence[Draft]:
            before[:] = [(find_night if self.may_be_dropped else open_night)(events, wanted)]
            return self.drafts(before[0], events, at)

        events, warning = book_of(call).write(compose, at, call.environment.who, begins=False)
        was, now = before[0], find_night(events, before[0].number)
        news = self.news(was, now)
        answer = night_answer(events, now, self.lines(was, now, news), warning, news if self.shows_news else None)
        return answer._replace(warnings=(*answer.warnings, *self.warnings(now)))


def state_json(events: Sequence[Event], night: Night) -> dict[str, object]:
    """As `tt-print score --json`, with what a screen needs beside: the sequence of the newest entry, the next hand and its dealer, how the
    last hand came about, the pointers, the first question of the next hand (`ask`), what can be put back (`undone`). `good_points`: `many` or
    `few`; "" in a game without points."""
    house, game = night.table.house, night.table.game.table
    is_open = not (night.is_over or night.ledger.is_dropped)
    question = Dialogue(night.scorer, night.table, night.standing, {}).give(()).question if is_open else None
    good_points = str(house["best"]) if "best" in house else game.good_points
    return night.as_json() | {
        "sequence": events[-1].sequence,
        "title": night.table.game.title,
        "next_hand": len(night.hands) + 1,
        "playing": list(night.table.all(night.standing.living)),
        "lines": [*map(str, state_text(night))],
        "explained": list(night.hands[-1].outcome.lines) if night.hands else [],
        "problems": list(night.problems),
        "good_points": good_points if night.totals is not None else "",
        "series": night.is_series,
        "can_undo": bool(night.ledger.changes),
        "can_redo": bool(night.ledger.undone),
        "undone": undone_row(events, night),
        "can_finish": bool(game.ends_after and night.hands and not night.is_over),
        "pointers": pointers_of(night),
        "ask": None if question is None else question_row(question, len(night.hands) + 1),
    }


def undone_row(events: Sequence[Event], night: Night) -> dict[str, object] | None:
    """What can be put back: who took it back, what it is, and the sequence of its event; None where nothing can."""
    if not night.ledger.undone:
        return None
    event = night.ledger.undone[-1]
    back = read_night([night.ledger.start, *night.ledger.changes, event])
    undo = next(each for each in reversed(events) if each.kind == UNDO and each.data["of"] == event.sequence)
    return {"who": undo.who, "what": str(describe_change(event, back)), "event": event.sequence}


def possible(night: Night, kind: str, data: dict[str, object]) -> list[Draft]:
    """The draft, if the table can be so from the next hand on. Raises InputError."""
    if night.is_over:
        raise Problem("score.over_table", over=over_sentence(night), again=START_AGAIN)
    own = [night.ledger.start, *night.ledger.changes]
    after = read_night([*own, Event(own[-1].sequence + 1, night.number, "", "", kind, data)])
    if problem := after.changes[-1].problem:
        raise InputError(problem)
    return [Draft(night.number, kind, data)]


class TableChange(Change):
    """Who plays from the next hand on."""

    def lines(self, was: Night, now: Night, news: Sequence[Line]) -> Sequence[Line]:
        change = change_line(now.changes[-1])
        take_back = Said("score.take_back", next=next_line(now), undo=now.action("undo"))
        return [self.confirmation(now, change), *news, take_back]

    def confirmation(self, now: Night, change: Said) -> Said:
        return Said("score.changed_table", change=change)


@request
class Join(TableChange):
    """Add a player in the last seat, from the next hand on.

    A player who left gets the same seat and points back. In a night of many games, a player who joins during one waits for the next."""

    name: Annotated[str, Kind("NAME"), Bare()]
    night: NightNumber = None

    verb = "score join"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        known = night.course.find_person(self.name)
        name = check_names((*night.names, self.name))[-1] if known is None else night.name(known)
        return possible(night, JOIN, {"name": name})

    def confirmation(self, now: Night, change: Said) -> Said:
        """Also what to do if a newcomer is counted in with what is being played without them already."""
        if not now.hands or now.next_table.names != now.table.names:
            return super().confirmation(now, change)
        what = f"game {now.games + 1}" if now.is_series else f"round {len(now.hands) + 1}"
        return Said("score.joined_amid", change=change, what=what)


@request
class Leave(TableChange):
    """Who goes. What they have stays in the table."""

    name: Annotated[str, Seat(), Bare()]
    night: NightNumber = None

    verb = "score leave"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        name = night.names[find_player(self.name, night.names)]
        rest = [night.name(person) for person in night.present if night.name(person) != name]
        fewest = night.table.game.players[0]
        if not night.is_over and len(rest) < fewest and len(rest) < len(night.present):
            game, others = night.table.game.title, join_words(rest, "and")
            note = night.action("note", text=f"{name} left")
            raise Problem("score.too_few", game=game, fewest=fewest, rest=others, name=name, note=note)
        return possible(night, LEAVE, {"name": name})


@request
class Rename(Change):
    """Rename a player in the whole night, earlier hands included."""

    old: Annotated[str, Seat("OLD"), Bare()]
    new: Annotated[str, Kind("NEW"), Bare()]
    night: NightNumber = None

    verb = "score rename"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        if (person := night.course.find_person(self.old)) is None:
            nights = (each for each in read_nights(events) if each.number != night.number)
            if others := [each.number for each in nights if each.course.find_person(self.old) is not None]:
                one = Action("score rename", {"old": self.old, "new": self.new, "night": others[0]})
                where = f"night{'s' * (len(others) > 1)} {join_words(map(str, others), 'and')}"
                raise Problem("score.other_night", old=self.old, where=where, night=night.number, one=one)
            person = night.people[find_player(self.old, night.names)]
        old, same = night.name(person), night.course.find_person(self.new)
        if same is not None and same != person:
            both = f"{old} and {night.name(same)}"
            raise InputError(
                f"{both} both play in game night {night.number}, so they are two players. Nothing was renamed."
            )
        names = [self.new if other == person else night.name(other) for other in night.people]
        new = check_names(names)[night.people.index(person)]
        if new == old:
            raise InputError(f"{old} already has that name. Nothing was changed.")
        return [Draft(night.number, RENAME, {"old": old, "new": new})]

    def lines(self, was: Night, now: Night, news: Sequence[Line]) -> Sequence[Line]:
        data = now.ledger.changes[-1].data
        return [Said("score.renamed", old=data["old"], new=data["new"], undo=now.action("undo"))]


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
            resume = Action("score resume", {"night": night.number})
            raise Problem("score.ends_by_itself", game=game.title, resume=resume, again=START_AGAIN)
        if not night.hands:
            raise InputError("no round is entered yet.")
        return possible(night, RULE, {"rules": {game.table.ends_after: str(night.standing.played)}})

    def lines(self, was: Night, now: Night, news: Sequence[Line]) -> Sequence[Line]:
        return [*night_text(now), Said("score.finished", undo=now.action("undo"))]


ROSTER = (Join, Leave, Rename, Finish)
