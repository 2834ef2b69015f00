"""What all commands that keep score share: fields, the book of nights, the answer about a night, and a change of one.

A command that changes a night says what is to be stored (`drafts`) and what people read of it (`said`). Everything else is here once: to find the
night, to write, and to compare the night with what it was before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from tt_print.core.commands.common import Answer, Command
from tt_print.core.commands.common import Night as OneNight
from tt_print.core.environment import NO_FILES, Book, Call
from tt_print.deck import VARIABLES
from tt_print.errors import InputError
from tt_print.problems import Line, Problem
from tt_print.requests.kinds import Number
from tt_print.requests.notes import Bare, Word
from tt_print.score import commands
from tt_print.score.commands import changes, cures
from tt_print.score.events import Event
from tt_print.score.night import Night, deck_of, pointers_of
from tt_print.score.store import Draft
from tt_print.score.table import state_text

ThatNight = Annotated[int | None, OneNight("NIGHT"), Bare()]
NightNumber = Annotated[int | None, OneNight(), Word(letter="n")]
HandNumber = Annotated[int, Number(metavar="HAND"), Bare()]


class ScoreCommand(Command):
    """Something that is asked of a book of nights. `alias`: what data call it, if that is not the verb with a dot."""

    alias = ""
    shown_by: tuple[str, ...] = ("file", "as_json", "quiet")
    wants_the_night = True
    may_be_without_nights = False


def book_of(call: Call) -> Book:
    """Where nights are kept. Raises InputError if there is nowhere."""
    if call.environment.book is None:
        raise InputError("no score can be kept here.")
    return call.environment.book


def wanted_night(call: Call, night: int | None) -> int | None:
    """The night of this number, or the one that the book is open at."""
    return book_of(call).night if night is None else night


def find(call: Call, night: int | None) -> tuple[Sequence[Event], Night]:
    """All entries, and the night to look at."""
    events = book_of(call).events()
    return events, commands.find_night(events, wanted_night(call, night))


def write(
    call: Call, compose: Callable[[Sequence[Event]], Sequence[Draft]], begins: bool = False
) -> tuple[Sequence[Event], str]:
    """Stores what `compose` makes; gives all entries then, and a warning. Only what `begins` a night makes a book of nights."""
    return book_of(call).write(compose, call.environment.now(), call.environment.who, begins)


def night_answer(
    events: Sequence[Event], night: Night, text: Sequence[Line], warning: str = "", told: Sequence[object] | None = None
) -> Answer:
    """A night as it is now; `told` is what is not what it was, for screens that show the night in their own way."""
    data = state_json(events, night)
    data |= {} if told is None else {"changes": [*map(str, told)]}
    data |= {"warning": warning} if warning else {}
    return Answer(data, NO_FILES, warnings=(warning,) if warning else (), kind="score", text=text)


class Change(ScoreCommand):
    """A change of a night, which is not dropped unless it `may_be_dropped`. `tells_changes`: its data say what else is not what it was."""

    night: int | None
    may_be_dropped, tells_changes = False, True

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        """What is to be stored in the night; `events` are those of all nights, `at` is the time. Raises InputError."""
        raise NotImplementedError

    def said(self, was: Night, now: Night, told: Sequence[Line]) -> Sequence[Line]:
        """What people read: what was done, what came of it (`told`), and what to do next."""
        raise NotImplementedError

    def told(self, was: Night, now: Night) -> list[Line]:
        """What is not what it was, and what can be done about hands that do not fit anymore."""
        return [*changes(was, now), *cures(was, now)] if self.tells_changes else []

    def warnings(self, now: Night) -> tuple[Problem, ...]:
        return ()

    def answer(self, call: Call) -> Answer:
        """Raises InputError, and MachineError; then nothing is stored."""
        wanted, at = wanted_night(call, self.night), call.environment.now()
        before: list[Night] = []

        def compose(events: Sequence[Event]) -> Sequence[Draft]:
            before[:] = [commands.find_night(events, wanted)]
            if not self.may_be_dropped:
                commands.check_open(before[0])
            return self.drafts(before[0], events, at)

        events, warning = book_of(call).write(compose, at, call.environment.who, begins=False)
        was, now = before[0], commands.find_night(events, before[0].number)
        told = self.told(was, now)
        answer = night_answer(events, now, self.said(was, now, told), warning, told if self.tells_changes else None)
        return answer._replace(warnings=(*answer.warnings, *self.warnings(now)))


def state_json(events: Sequence[Event], night: Night) -> dict[str, Any]:
    """As `tt-print score --json`, with what a screen needs beside: the sequence of the newest entry, the next hand and its dealer, how the
    last hand came about, the pointers."""
    return night.as_json() | {
        "sequence": events[-1].sequence,
        "title": night.table.game.title,
        "next_hand": len(night.hands) + 1,
        "playing": list(night.table.all(night.standing.living)),
        "lines": [*map(str, state_text(night))],
        "explained": list(night.hands[-1].outcome.lines) if night.hands else [],
        "problems": list(night.problems),
        "good_points": good_points(night),
        "series": night.is_series,
        "can_undo": bool(night.ledger.changes),
        "can_redo": bool(night.ledger.undone),
        "can_finish": bool(night.table.game.table.ends_after and night.hands and not night.is_over),
        "pointers": _pointers(night),
    }


def good_points(night: Night) -> str:
    """`many` or `few`; "" in a game without points."""
    if night.totals is None:
        return ""
    house = night.table.house
    return str(house["best"]) if "best" in house else night.table.game.table.good_points


def _pointers(night: Night) -> dict[str, Any] | None:
    now, rules = pointers_of(night), night.table.game.table.pointers
    if now is None or rules is None:
        return None
    deck = deck_of(night)
    return {
        "deck": deck,
        "pointers": dict(zip(VARIABLES, now, strict=True)),
        "rings": {variable: list(rules.ring(deck, variable)) for variable in VARIABLES},
        "claims": rules.choices(now),
    }
