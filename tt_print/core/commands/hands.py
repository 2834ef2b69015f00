"""The hands of a night, which are entered, corrected, and taken back; notes, and the pointers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Annotated

from tt_print.core.asking import Call
from tt_print.core.commands.common import Answer
from tt_print.core.commands.night import START_AGAIN, Change, HandNumber, NightNumber, find, night_answer
from tt_print.engine.entries import Entry
from tt_print.engine.scorer import FORCED, Dialogue
from tt_print.errors import InputError, MachineError, harmless
from tt_print.play.score.events import REDO, REMOVE, UNDO, Event
from tt_print.play.score.night import Hand as PlayedHand
from tt_print.play.score.night import Night, Sitting, move_pointer, pointer_lines
from tt_print.play.score.store import Draft
from tt_print.play.score.table import content, describe_change, hand_text, next_line, over_sentence, team_lines
from tt_print.problems import Action, Line, Problem, Said, Sentences
from tt_print.requests.kinds import Bare, Kind, Number, Sent, Switch, Word, Words, check_texts, check_type, request

MAX_NOTE = 10_000  # letters
REPEAT_S = 60  # within which the same entry is taken for the same hand; no hand is played sooner


class RefusedEntry(Problem):
    """A hand that is not stored. Its kind is `tally` if it does not add up, `taken` if somebody else has entered something since
    the asker looked, and `repeated` if it was stored a moment before: the arrow up and Enter, or two people at two terminals.

    `details` also have its values.
    """

    def __init__(self, code: str, field: str = "", **values: object) -> None:
        super().__init__(code, field, **values)
        self.kind = "taken" if code == "score.entered_since" else code.partition(".")[2]

    @property
    def details(self) -> dict[str, object]:
        values = {name: value for name, value in self.as_json().items() if name not in ("code", "field")}
        return super().details | values


class Sentence(Kind):
    """Words that are one text."""

    is_list, is_repeated, types = True, True, (str, list, tuple)

    def check(self, value: object) -> str:
        words = check_type(value, self.types, self.form)
        return words if isinstance(words, str) else " ".join(check_texts(words))


class Answers(Kind):
    """What was answered so far, question by question."""

    form, types = "answers", (list, tuple)


Anyway = Annotated[bool, Switch()]
Note = Annotated[str, Kind("WORDS")]
Answered = Annotated[tuple[object, ...], Answers(), Sent()]
Typed = Annotated[tuple[str, ...] | None, Words("WORDS"), Bare()]
Seen = Annotated[int | None, Number(), Sent()]


# ---------------------------------------------------------------- what may be stored


def dialogue_of(night: Night, answers: Sequence[object], edit: int | None) -> Dialogue:
    """The hand as far as it was answered. Raises InputError for an answer that cannot be, and if no hand may follow."""
    if edit is None and night.is_over:
        raise InputError(f"{over_sentence(night)} Begin another game.")
    before = night.now if edit is None else played_hand(night, edit).before
    return Dialogue(night.scorer, before.table, before.standing, {}).give(answers)


def check_next(night: Night, expected: int | None, again: Action) -> None:
    """Raises InputError if no hand may follow or if the number that the next one must have is taken; `again` enters it without."""
    number = len(night.hands) + 1
    if expected is not None and 1 <= expected < number:
        taken = night.hands[expected - 1]
        who, entry, edit = taken.event.who, taken.described, edit_action(night, expected)
        raise RefusedEntry("score.taken", hand=expected, next=number, who=who, entry=entry, again=again, edit=edit)
    if expected is not None and expected != number:
        raise InputError(f"round {number} comes next, and not round {expected}.")
    if night.is_over:
        edit, undo = edit_action(night, number - 1), night.action("undo")
        raise Problem("score.over", over=over_sentence(night), again=START_AGAIN, edit=edit, undo=undo)


def edit_action(night: Night, number: int, words: Sequence[str] = ("...",)) -> Action:
    return night.action("edit", number=number, words=words)


def played_hand(night: Night, number: int) -> PlayedHand:
    """The hand of this number, if it can be corrected. Raises InputError for one that came after the end of its game."""
    hand = night.hand(number)
    if hand.before.standing.is_over:
        raise Problem("score.too_late", hand=number, remove=night.action("remove", number=number))
    return hand


def checked(night: Night, before: Sitting, entry: Entry, force: bool, note: str) -> Entry:
    """An entry of the table `before` as it is stored. Raises InputError for sums that cannot be, unless `force`, which needs a reason."""
    if force:
        check_reason(note)
    elif discrepancies := night.scorer.discrepancies(entry, before.table, before.standing):
        raise RefusedEntry("score.tally", discrepancies=Sentences(discrepancies))
    note = read_note(note)
    return entry | ({"note": note} if note else {}) | ({FORCED: True} if force else {})


def check_reason(words: str) -> None:
    """Raises Problem if `words` have no letter: something is saved that does not add up, and the table should read why."""
    if not any(map(str.isalpha, words)):
        raise Problem("score.not_a_reason" if words.strip() else "score.no_reason", note=words.strip())


def read_note(text: str) -> str:
    """A note as it is kept, with single spaces. Raises InputError for one that a terminal would obey, or a book."""
    text = " ".join(text.split())
    if harmless(text) != text:
        raise Problem("score.harmful_note", text=text)
    if len(text) > MAX_NOTE:
        raise Problem("score.long_note", most=MAX_NOTE, letters=len(text))
    return text


def check_repeated(entry: Entry, hands: Sequence[PlayedHand], at: str, again: Action) -> None:
    """Raises RefusedEntry if one of `hands` has the same content, and was entered within a minute of `at`; `again` enters it as another one."""
    for hand in reversed(hands):
        seconds = hand.event.seconds_to(at)
        then = (hand.entry, hand.event.data["entry"])  # as it is by now, and as it was entered
        if seconds is not None and seconds <= REPEAT_S and content(entry) in map(content, then):
            ago = "just now" if seconds < 2 else f"{seconds} seconds ago"
            raise RefusedEntry("score.repeated", hand=hand.number, ago=ago, who=hand.event.who, again=again)


# ---------------------------------------------------------------- the commands


class EntryChange(Change):
    """A hand that is entered by answers or by words."""

    answers: Answered
    words: Typed

    def entry(self, night: Night, old: PlayedHand | None = None) -> Entry:
        """Of the next hand, or of an old one in its place."""
        if self.answers:
            return dialogue_of(night, self.answers, None if old is None else old.number).entry
        before, entry = (night.now, None) if old is None else (old.before, old.entry)
        return night.scorer.read(self.words or (), before.table, before.standing, entry)

    def problems(self) -> Iterable[Problem]:
        return [Problem("score.two_ways", "answers")] if self.answers and self.words else []


@request
class Hand(EntryChange):
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

    verb, alias, shows_news = "score hand", "score.enter", False

    def answer(self, call: Call) -> Answer:
        """With advice on what to enter again where the machine refuses to store it."""
        _, night = find(call, self.night)
        try:
            return super().answer(call)
        except MachineError as error:
            error.advice = Said("score.unsaved", hand=len(night.hands) + 1, again=self._again(night))
            raise
        except InputError as error:
            error.advice = None if isinstance(error, RefusedEntry) else Said("score.nothing_saved")
            raise

    def _again(self, night: Night, **more: bool) -> Action:
        """The same hand, entered by all of its words, or by those that were typed if they cannot be understood."""
        words: Sequence[str] = self.words or ()
        with suppress(ValueError):
            words = night.scorer.words(self.entry(night))
        more |= {name: True for name in ("force", "another") if getattr(self, name)}
        return night.action("hand", words=tuple(words), note=self.note, **more)

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        check_next(night, self.hand, self._again(night))
        entry = self.entry(night)
        if not self.another:
            check_repeated(entry, night.hands, at, self._again(night, another=True))
        return [Draft(night.number, "hand", {"entry": checked(night, night.now, entry, self.force, self.note)})]

    def lines(self, was: Night, now: Night, news: Sequence[Line]) -> Sequence[Line]:
        saved = Said("score.saved") if now.is_over else Said("score.saved_undo", undo=now.action("undo"))
        return [*hand_text(now.hands[-1]), *team_lines(now), next_line(now), saved]

    def warnings(self, now: Night) -> tuple[Problem, ...]:
        """That the hand is the same as the one before it: two in a row hardly end with the same points; without points two games may well end alike."""
        *_, ahead, last = (None, *now.hands)
        if self.another or ahead is None or ahead.entry != last.entry or last.points is None:
            return ()
        undo = now.action("undo")
        return (Problem("score.double", hand=last.number, before=ahead.number, who=ahead.event.who, undo=undo),)


@request
class Edit(EntryChange):
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
            edit = edit_action(night, self.number, night.scorer.example_words(night.table))
            raise Problem("score.no_difference", hand=self.number, edit=edit)
        note = self.note or hand.entry.get("note", "")
        entry = checked(night, hand.before, self.entry(night, hand), self.force, note)
        if entry == hand.entry:
            raise InputError(f"round {self.number} is entered like that already. Nothing is changed.")
        return [Draft(night.number, "edit", {"hand": self.number, "entry": entry})]

    def news(self, was: Night, now: Night) -> list[Line]:
        return super().news(was, now) or [Said("score.only_the_note")]

    def lines(self, was: Night, now: Night, news: Sequence[Line]) -> Sequence[Line]:
        return [*news, Said("score.edited", hand=self.number, undo=now.action("undo"))]


@request
class Remove(Change):
    """Remove hand `number` and its notes. Later hands move up by one and are recalculated."""

    number: HandNumber
    night: NightNumber = None

    verb = "score remove"

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return [Draft(night.number, REMOVE, {"hand": night.hand(self.number).number})]

    def lines(self, was: Night, now: Night, news: Sequence[Line]) -> Sequence[Line]:
        gone = was.hand(self.number)
        undo = now.action("undo")
        return [Said("score.removed", hand=gone.number, who=gone.event.who, entry=gone.described, undo=undo), *news]


@request
class Undo(Change):
    """Takes the last change back; with `back`, what was undone last is put back, as long as nothing was entered since. `sequence`: that of the
    newest entry that the asker has seen; without it whatever is the newest is taken back."""

    back: Annotated[bool, Switch()] = False
    night: NightNumber = None
    sequence: Seen = None

    verb, may_be_dropped = "score undo", True

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        if self.sequence is not None and events[-1].sequence != self.sequence:
            raise RefusedEntry("score.entered_since")
        changes = night.ledger.undone if self.back else night.ledger.changes
        if not changes:
            since = "restore: nothing was undone since the last entry" if self.back else "undo in this game night"
            raise InputError(f"there is nothing to {since}.")
        return [Draft(night.number, REDO if self.back else UNDO, {"of": changes[-1].sequence})]

    def lines(self, was: Night, now: Night, news: Sequence[Line]) -> Sequence[Line]:
        if self.back:
            what = describe_change(was.ledger.undone[-1], now)
            return [Said("score.put_back", what=what, undo=now.action("undo")), *news]
        what = describe_change(was.ledger.changes[-1], was)
        return [Said("score.undone", what=what, back=now.action("undo", back=True)), *news]


@request
class AddNote(Change):
    """`number`: the hand that the note belongs to, if it does not belong to the night."""

    text: Annotated[str, Sentence("WORDS"), Bare()]
    number: Annotated[int | None, Number(), Word("hand")] = None
    night: NightNumber = None

    verb, shows_news = "score note", False

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        if not (text := read_note(self.text)):
            raise Problem("score.empty_note", note=night.action("note", text="Bo left at ten"))
        hand = {} if self.number is None else {"hand": night.hand(self.number).number}
        return [Draft(night.number, "note", {"text": text, **hand})]

    def lines(self, was: Night, now: Night, news: Sequence[Line]) -> Sequence[Line]:
        code = "score.noted" if self.number is None else "score.noted_with_hand"
        return [Said(code, hand=self.number, text=self.text)]


@request
class Move(Change):
    """`variable`: of the pointer that goes one step on. Without it the pointers are shown."""

    variable: Annotated[str, Kind("VARIABLE"), Bare()] = ""
    night: NightNumber = None

    verb = "score move"

    def answer(self, call: Call) -> Answer:
        if self.variable:
            return super().answer(call)
        events, night = find(call, self.night)
        move_pointer(night, "color")  # refuses another game
        return night_answer(events, night, pointer_lines(night))

    def drafts(self, night: Night, events: Sequence[Event], at: str) -> Sequence[Draft]:
        return [Draft(night.number, "move", move_pointer(night, self.variable))]

    def lines(self, was: Night, now: Night, news: Sequence[Line]) -> Sequence[Line]:
        return pointer_lines(now)


HANDS = (Hand, Undo, Edit, Remove, AddNote, Move)
