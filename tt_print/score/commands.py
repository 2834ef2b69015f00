"""A night is found, a hand is entered or corrected: what may be stored, and what is wrong with it otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.query import Query, parse_query
from tt_print.errors import InputError, join_words
from tt_print.score.events import DROP, REDO, REMOVE, START, UNDO, Event, by_night, current_night
from tt_print.score.night import Hand, Night, Sitting, read_night
from tt_print.score.place import EXAMPLE_NIGHT, Place
from tt_print.score.schema import Entry
from tt_print.score.scorer import FORCED
from tt_print.score.store import Draft
from tt_print.terminal import harmless

MAX_NOTE = 10_000  # letters

# What people answer in place of a reason, also in the languages around them.
NO = {
    "no", "n", "nein", "ne", "nee", "nej", "non", "não", "nie", "nope", "nah", "cancel", "stop", "back", "quit", "exit",
    "q", "-", "--",
}  # fmt: skip
YES = {
    "yes", "y", "ja", "j", "oui", "o", "sí", "si", "sim", "tak", "da", "ok", "okay", "yep", "yeah", "sure", "save", "it",
    "all", "the", "same",
}  # fmt: skip

REPEAT_S = 60  # within which the same entry is taken for the same hand; no hand is played sooner
Wanted = Place | int | None  # a night: where a command was typed for, its number, or the current one


class NoNightError(InputError):
    """No night is kept here, or all are dropped."""

    kind = "night"

    def __init__(self, file: Path | None = None, dropped: int | None = None) -> None:
        example = Place(file=file).typed(*EXAMPLE_NIGHT)
        back = f" Night {dropped} is dropped. To bring it back: {Place(dropped, file).typed('undo')}" if dropped else ""
        super().__init__(f"no game is being scored here. Start one: {example}{'.' * bool(back)}{back}")


class RefusedEntry(InputError):
    """A hand that is not stored. `details` say why."""

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self._details = details

    @property
    def details(self) -> dict[str, Any]:
        return self._details


class TallyError(RefusedEntry):
    """An entry that does not add up."""

    kind = "tally"

    def __init__(self, discrepancies: Sequence[str]) -> None:
        several = len(discrepancies) > 1
        message = "\n  ".join(["this does not add up:", *discrepancies]) if several else discrepancies[0]
        super().__init__(f"{message}\nNothing saved.", discrepancies=[*discrepancies])


class ReasonError(InputError):
    """What does not add up shall be saved, but why is not said."""

    def __init__(self, note: str) -> None:
        given = f"{note.strip()!r} is none" if note.strip() else "none is given"
        self.wanted = f"needs a reason in words that will stand in the record, and {given}"
        super().__init__(f"what does not add up {self.wanted}.")


class ConflictError(RefusedEntry):
    """Somebody else has entered a hand since this one was begun."""

    kind = "taken"


class RepeatedError(RefusedEntry):
    """The same hand was stored a moment ago: the arrow up and Enter, or two people at two terminals."""

    kind = "repeated"

    def __init__(self, number: int, seconds: int, who: str) -> None:
        ago = "just now" if seconds < 2 else f"{seconds} seconds ago"
        self.said = f"this is the same as hand {number}, entered {ago} by {who}"
        super().__init__(f"{self.said}. Nothing saved.", hand=number, ago=ago, who=who)


def is_refusal(answer: str) -> bool:
    """Whether an answer says no, and so goes back: never a reason to save what does not add up."""
    said = _plain_words(answer)
    return bool(said) and set(said) <= NO


def is_reason(words: str) -> bool:
    """Whether `words` say why something is saved that does not add up: a word of letters that is no yes and no no."""
    said = _plain_words(words)
    return any(letter.isalpha() for word in said for letter in word) and not set(said) <= NO | YES


def _plain_words(text: str) -> list[str]:
    return [word.strip(".,;:!?\"'()") or word for word in text.casefold().split()]


def find_night(events: Sequence[Event], wanted: Wanted = None) -> Night:
    """The night of this number, or the current one. Raises InputError that says what there is."""
    place = wanted if isinstance(wanted, Place) else Place(wanted)
    nights, current = by_night(events), current_night(events)
    number = place.night if place.night is not None else current
    if number is None:
        raise NoNightError(place.file, max(nights, default=None))
    if number not in nights:
        several = f"Nights 1 to {len(nights)} are kept" if len(nights) > 1 else "Night 1 is kept"
        known = several if nights else "None is kept yet"
        raise InputError(f"there is no night {number}. {known}. To list them: {place.typed('nights')}")
    named = (place.night is not None and place.named) or number != current
    return replace(read_night(nights[number]), place=Place(number, place.file, named))


def open_night(events: Sequence[Event], wanted: Wanted = None) -> Night:
    """As `find_night`, for what changes a night. Raises InputError for one that is dropped, too."""
    night = find_night(events, wanted)
    check_open(night)
    return night


def check_open(night: Night) -> None:
    """Raises InputError for a night that is dropped."""
    if night.is_dropped:
        raise InputError(f"night {night.number} is dropped. To bring it back: {night.place.typed('undo')}.")


def start_night(number: int, game: Game, names: tuple[str, ...], house: House, dealer: str, places: str) -> Draft:
    """A new night, which becomes the current one."""
    data = {"game": game.name, "players": [*names], "house": str(house), "dealer": dealer, "places": places}
    return Draft(number, START, data)


def check_next(night: Night, expected: int | None = None) -> None:
    """Raises InputError if no hand may follow, and ConflictError if the number that the next one must have is taken."""
    number = len(night.hands) + 1
    if expected is not None and 1 <= expected < number:
        taken = night.hands[expected - 1]
        description = night.scorer.describe_entry(taken.entry, taken.table)
        raise ConflictError(
            f"hand {expected} is entered already, by {taken.event.who}: {description}.",
            hand=expected, next=number, who=taken.event.who, entry=description,
        )  # fmt: skip
    if expected is not None and expected != number:
        raise InputError(f"hand {number} comes next, and not hand {expected}.")
    if night.is_over:
        raise InputError(
            f"{over_sentence(night)} Another game: {night.place.typed('start', '--again')}. "
            f"A mistake in the last hand: {night.place.typed('edit', str(number - 1), '...')}, or {night.place.typed('undo')}."
        )


def enter_hand(
    night: Night, entry: Entry, force: bool = False, note: str = "", at: str = "", another: bool = False
) -> list[Draft]:
    """The next hand. Raises TallyError for sums that cannot be, unless `force`; RepeatedError if the same was entered in the minute before
    `at` (ISO 8601), unless it is `another` hand."""
    if not another and (same := find_repeated(entry, night.hands, at)) is not None:
        raise RepeatedError(same.number, _seconds_between(same.event.at, at) or 0, same.event.who)
    check_entry(entry, night, force, note)
    return [Draft(night.number, "hand", {"entry": with_note(entry, force, note)})]


def over_sentence(night: Night) -> str:
    """`Craziness is over: Ann won.`"""
    who = f"{join_words(night.winners, 'and')} won" if night.winners else "nobody won"
    return f"{night.table.game.title} is over: {who}."


def find_repeated(entry: Entry, hands: Sequence[Hand], at: str) -> Hand | None:
    """The latest of `hands` with the same content that was entered within a minute of `at`; None without one."""
    for hand in reversed(hands):
        seconds = _seconds_between(hand.event.at, at)
        then = (hand.entry, hand.event.data["entry"])  # as it is by now, and as it was entered
        if seconds is not None and seconds <= REPEAT_S and _content(entry) in map(_content, then):
            return hand
    return None


def _content(entry: Entry) -> Entry:
    return {name: value for name, value in entry.items() if name not in ("note", FORCED)}


def _seconds_between(one: str, other: str) -> int | None:
    """None where one of them is no time that can be compared."""
    try:
        return int(abs((datetime.fromisoformat(other) - datetime.fromisoformat(one)).total_seconds()))
    except (ValueError, TypeError):
        return None


def check_entry(entry: Entry, night: Night, force: bool, note: str, before: Sitting | None = None) -> None:
    """Raises TallyError, or InputError for an overruling without a reason. `before` is the table that played it, where
    that is not the present one."""
    if force and not is_reason(note):
        raise ReasonError(note)
    at_table = before or night.now
    discrepancies = night.scorer.discrepancies(entry, at_table.table, at_table.standing)
    if discrepancies and not force:
        raise TallyError(discrepancies)


def read_note(text: str) -> str:
    """A note as it is kept, with single blanks. Raises InputError for one that a terminal would obey, or a book."""
    text = " ".join(text.split())
    if harmless(text) != text:
        raise InputError(f"{text!r} holds a sign that cannot be shown. Write the note without it.")
    if len(text) > MAX_NOTE:
        raise InputError(f"a note has at most {MAX_NOTE:,} letters, and this one {len(text):,}. Keep it shorter.")
    return text


def with_note(entry: Entry, force: bool, note: str) -> Entry:
    note = read_note(note)
    return entry | ({"note": note} if note else {}) | ({FORCED: True} if force else {})


def edit_hand(night: Night, number: int, query: Query, force: bool = False, note: str = "") -> list[Draft]:
    """Another entry in place of hand `number`: what is said now, over what was said then and still holds.

    Later hands never stand in the way: what of them does not fit any more is named in the table, and can be corrected or
    taken out. Raises InputError for a hand that came after the end of its game, and as `enter_hand` does.
    """
    hand = played_hand(night, number)
    table, standing = hand.table, hand.before.standing
    entry = night.scorer.edit(hand.entry, query, table, standing)
    note = note or hand.entry.get("note", "")
    check_entry(entry, night, force, note, hand.before)
    entry = with_note(entry, force, note)
    if entry == hand.entry:
        raise InputError(f"hand {number} is entered like that already. Nothing is changed.")
    return [Draft(night.number, "edit", {"hand": number, "entry": entry})]


def entry_query(entry: Entry, night: Night) -> Query:
    """An entry as it would be typed, in all of its words."""
    return words_query(night.scorer.words(entry), night)


def words_query(words: Sequence[str], night: Night) -> Query:
    """What was typed after `score hand`. Raises ValueError for what this game does not know."""
    return parse_query(list(words), night.scorer.flags, night.table.game.title)


def played_hand(night: Night, number: int) -> Hand:
    """The hand of this number, if it can be corrected. Raises InputError for one that came after the end of its game."""
    hand = night.hand(number)
    if hand.before.standing.is_over:
        remove = night.place.typed("remove", str(number))
        raise InputError(f"the game was over before hand {number}, which does not count. To take it out: {remove}")
    return hand


def place_of_last_step(events: Sequence[Event], place: Place) -> Place:
    """Where `undo` and `redo` work: in the current night, or in the one that was dropped just now, or brought back."""
    if place.night is None and events:
        last = events[-1]
        target = next((event for event in events if event.sequence == last.data.get("of")), last)
        if target.kind == DROP:
            return Place(last.night, place.file, named=False)
    return place


def remove_hand(night: Night, number: int) -> list[Draft]:
    """Hand `number` is out of force, with its notes; those after it count one less, and are computed anew."""
    return [Draft(night.number, REMOVE, {"hand": night.hand(number).number})]


def drop_night(night: Night) -> list[Draft]:
    """The whole night is out of force: it counts nowhere."""
    return [Draft(night.number, DROP, {})]


def undo(night: Night) -> list[Draft]:
    if not night.ledger.changes:
        drop = night.place.typed("drop", str(night.number))
        raise InputError(f"there is nothing to undo in this night. To do away with the night itself: {drop}")
    return [Draft(night.number, UNDO, {"of": night.ledger.changes[-1].sequence})]


def redo(night: Night) -> list[Draft]:
    if not night.ledger.undone:
        raise InputError("there is nothing to redo: nothing was undone since the last entry.")
    return [Draft(night.number, REDO, {"of": night.ledger.undone[-1].sequence})]


def add_note(night: Night, text: str, number: int | None = None) -> list[Draft]:
    """A note to the night, or to hand `number`."""
    text = read_note(text)
    if not text:
        raise InputError(f"a note needs words: {night.place.typed('note', 'Bo left at ten')}.")
    hand = {} if number is None else {"hand": night.hand(number).number}
    return [Draft(night.number, "note", {"text": text, **hand})]
