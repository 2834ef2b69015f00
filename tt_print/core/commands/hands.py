"""The hands of a night, which are entered, corrected, and taken back; notes, and the pointers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from tt_print.core.commands.night import Change, HandNumber, NightNumber, ScoreResult, find
from tt_print.core.environment import Call
from tt_print.engine.query import Query
from tt_print.errors import InputError
from tt_print.problems import Problem
from tt_print.requests.kinds import Kind, Number, Switch, Words
from tt_print.requests.notes import Bare, Sent, Word, request
from tt_print.score import commands
from tt_print.score.answers import Dialogue
from tt_print.score.changes import describe_change
from tt_print.score.events import REDO, REMOVE, UNDO, Event
from tt_print.score.night import Hand as PlayedHand
from tt_print.score.night import Night, Sitting
from tt_print.score.pointers import move_pointer
from tt_print.score.schema import Entry
from tt_print.score.scorer import FORCED
from tt_print.score.store import Draft


class Sentence(Words):
    """Words that are one text."""

    types = (str, list, tuple)

    def check(self, value: Any) -> Any:
        return value if isinstance(value, str) else " ".join(super().check(value))


class Answers(Kind):
    """What was answered so far, question by question."""

    form, types = "answers", (list, tuple)

    def schema(self) -> dict[str, Any]:
        return {"type": "array"}


Anyway = Annotated[bool, Switch()]
Note = Annotated[str, Kind("WORDS")]
Answered = Annotated[tuple[Any, ...], Answers(), Sent()]
Typed = Annotated[tuple[str, ...] | None, Words("WORDS"), Bare()]
Seen = Annotated[int | None, Number(), Sent()]


# ---------------------------------------------------------------- question by question


def dialogue_of(night: Night, answers: Sequence[Any], edit: int | None) -> Dialogue:
    """The hand as far as it was answered. Raises InputError for an answer that cannot be, and if no hand may follow."""
    table, standing = night.table, night.standing
    if edit is not None:
        before = played_hand(night, edit).before
        table, standing = before.table, before.standing
    elif night.is_over:
        raise InputError(f"{commands.over_sentence(night)} Begin another game.")
    return Dialogue(night.scorer, table, standing).give(answers)


class Ready(NamedTuple):
    """A hand of which all is known: what would be saved, in a few words, what comes of it, and what does not add up."""

    entry: dict[str, Any]
    summary: str
    lines: Sequence[str]
    discrepancies: Sequence[str | Problem]


def ready(dialogue: Dialogue) -> Ready:
    """Raises InputError for answers that do not go together."""
    scorer, table, standing = dialogue.scorer, dialogue.table, dialogue.standing
    entry = scorer.read(dialogue.query, table, standing)
    lines = scorer.play(entry, table, standing).lines
    return Ready(entry, scorer.describe_entry(entry, table), lines, scorer.discrepancies(entry, table, standing))


def _query(night: Night, answers: Sequence[Any], words: Sequence[str] | None, edit: int | None = None) -> Query:
    """The answers as they would have been typed, or the typed words. An answered hand that replaces another gives all of its
    words, so that nothing of the old one stays. Raises InputError if a question is still open."""
    if words and answers:
        raise InputError("a hand is entered by answers or by words. Give one of the two.")
    scorer, title = night.scorer, night.table.game.title
    if words is not None and not answers:
        return scorer.parse(words, title)
    dialogue = dialogue_of(night, answers, edit)
    if (question := dialogue.question) is not None:
        raise InputError(f"something is missing: {question.ask}")
    return dialogue.query if edit is None else scorer.parse(scorer.words(ready(dialogue).entry), title)


# ---------------------------------------------------------------- what may be stored


def check_next(night: Night, expected: int | None = None) -> None:
    """Raises InputError if no hand may follow, and ConflictError if the number that the next one must have is taken."""
    number = len(night.hands) + 1
    if expected is not None and 1 <= expected < number:
        raise commands.ConflictError.of(night, night.hands[expected - 1])
    if expected is not None and expected != number:
        raise InputError(f"hand {number} comes next, and not hand {expected}.")
    if night.is_over:
        raise Problem("score.over", over=commands.over_sentence(night), last=number - 1, place=night.place)


def played_hand(night: Night, number: int) -> PlayedHand:
    """The hand of this number, if it can be corrected. Raises InputError for one that came after the end of its game."""
    hand = night.hand(number)
    if hand.before.standing.is_over:
        raise Problem("score.too_late", hand=number, place=night.place)
    return hand


def checked(night: Night, before: Sitting, entry: Entry, force: bool, note: str) -> Entry:
    """An entry of the table `before` as it is stored. Raises TallyError for sums that cannot be, unless `force`, which needs a reason."""
    if force and not commands.is_reason(note):
        raise commands.ReasonError(note)
    if not force and (discrepancies := night.scorer.discrepancies(entry, before.table, before.standing)):
        raise commands.TallyError(discrepancies)
    note = commands.read_note(note)
    return entry | ({"note": note} if note else {}) | ({FORCED: True} if force else {})


# ---------------------------------------------------------------- the commands


@request
class Hand(Change):
    """The next hand, by `answers` as in `score.ask`, or by `words` as after `tt-print score hand`. `hand`: the number that it must have, so that
    nothing is entered twice; `force` saves what does not add up, with the reason in `note`; `another` says that it is another hand, although it is
    the same as one of this minute."""

    answers: Answered = ()
    words: Typed = None
    note: Note = ""
    force: Anyway = False
    hand: Annotated[int | None, Number()] = None
    another: Annotated[bool, Switch()] = False
    night: NightNumber = None

    verb, alias, tells_changes = "score hand", "score.enter", False

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        check_next(night, self.hand)
        entry = night.scorer.read(_query(night, self.answers, self.words), night.table, night.standing)
        if not self.another and (same := commands.find_repeated(entry, night.hands, at)) is not None:
            raise commands.RepeatedError(same, at)
        return [Draft(night.number, "hand", {"entry": checked(night, night.now, entry, self.force, self.note)})]


@request
class Edit(Change):
    """Replace the entry of hand `number`: all of it with `answers`, or with `words` only what is different.

    Later hands never block this. The table lists what no longer fits in them, to be corrected or removed."""

    number: HandNumber
    answers: Answered = ()
    words: Typed = None
    note: Note = ""
    force: Anyway = False
    night: NightNumber = None

    verb = "score edit"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        hand = played_hand(night, self.number)
        if not (self.answers or self.words or self.note):
            example = night.scorer.example_words(night.table)
            raise Problem("score.no_difference", hand=self.number, example=example, place=night.place)
        query = _query(night, self.answers, self.words or (), self.number)
        entry = night.scorer.edit(hand.entry, query, hand.table, hand.before.standing)
        entry = checked(night, hand.before, entry, self.force, self.note or hand.entry.get("note", ""))
        if entry == hand.entry:
            raise InputError(f"hand {self.number} is entered like that already. Nothing is changed.")
        return [Draft(night.number, "edit", {"hand": self.number, "entry": entry})]


@request
class Remove(Change):
    """Remove hand `number` and its notes. Later hands move up by one and are recalculated."""

    number: HandNumber
    night: NightNumber = None

    verb = "score remove"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return [Draft(night.number, REMOVE, {"hand": night.hand(self.number).number})]


@request
class Undo(Change):
    """Takes the last change back; with `back`, what was undone last is put back, as long as nothing was entered since. `sequence`: that of the
    newest entry that the asker has seen; without it whatever is the newest is taken back."""

    back: Annotated[bool, Switch()] = False
    night: NightNumber = None
    sequence: Seen = None

    verb, may_be_dropped = "score undo", True

    def described(self, done: ScoreResult) -> str:
        if self.back:
            return describe_change(done.was.ledger.undone[-1], done.now)
        return describe_change(done.was.ledger.changes[-1], done.was)

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        if self.sequence is not None and events[-1].sequence != self.sequence:
            raise commands.ConflictError("score.entered_since")
        if self.back and not night.ledger.undone:
            raise InputError("there is nothing to put back: nothing was undone since the last entry.")
        if self.back:
            return [Draft(night.number, REDO, {"of": night.ledger.undone[-1].sequence})]
        if not night.ledger.changes:
            raise InputError("there is nothing to undo in this night.")
        return [Draft(night.number, UNDO, {"of": night.ledger.changes[-1].sequence})]


@request
class AddNote(Change):
    """`number`: the hand that the note belongs to, if it does not belong to the night."""

    text: Annotated[str, Sentence("WORDS"), Bare()]
    number: Annotated[int | None, Number(), Word("hand")] = None
    night: NightNumber = None

    verb = "score note"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        if not (text := commands.read_note(self.text)):
            raise Problem("score.empty_note", place=night.place)
        hand = {} if self.number is None else {"hand": night.hand(self.number).number}
        return [Draft(night.number, "note", {"text": text, **hand})]


@request
class Move(Change):
    """`variable`: of the pointer that goes one step on. Without it the pointers are shown."""

    variable: Annotated[str, Kind("VARIABLE"), Bare()] = ""
    night: NightNumber = None

    verb = "score move"

    def done(self, call: Call) -> ScoreResult:
        if self.variable:
            return super().done(call)
        found = find(call, self.night)
        move_pointer(found.now, "color")  # refuses another game
        return found._replace(before=found.night)

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return [Draft(night.number, "move", move_pointer(night, self.variable))]
