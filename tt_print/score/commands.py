"""Which night a command is about, and why a hand is not stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from tt_print.errors import InputError, join_words
from tt_print.problems import Problem
from tt_print.score.events import Event, by_night, current_night
from tt_print.score.night import Hand, Night, read_night
from tt_print.score.schema import Entry
from tt_print.score.scorer import FORCED
from tt_print.score.target import CURRENT, ScoreTarget
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


class NoNightError(Problem):
    """No night is kept here."""

    kind = "night"

    def __init__(self) -> None:
        super().__init__("score.no_night", place=CURRENT)


class RefusedEntry(Problem):
    """A hand that is not stored. `details` also have its values."""

    @property
    def details(self) -> dict[str, Any]:
        return super().details | self.values


class TallyError(RefusedEntry):
    """An entry that does not add up."""

    kind = "tally"

    def __init__(self, discrepancies: Sequence[str | Problem]) -> None:
        self.discrepancies = discrepancies
        super().__init__("score.tally", discrepancies=[*map(str, discrepancies)])

    def sentence(self, words: Callable[[object], str]) -> str:
        """In the `words` of a surface for what is no text."""
        first, *more = map(words, self.discrepancies)
        message = "\n  ".join(["this does not add up:", first, *more]) if more else first
        return f"{message}\nNothing saved."


class ReasonError(InputError):
    """What does not add up shall be saved, but why is not said."""

    def __init__(self, note: str) -> None:
        given = f"{note.strip()!r} is none" if note.strip() else "none is given"
        self.wanted = f"needs a reason in words, which is kept in the record, and {given}"
        super().__init__(f"what does not add up {self.wanted}.")


class ConflictError(RefusedEntry):
    """Somebody else has entered something since the asker looked."""

    kind = "taken"

    @classmethod
    def of(cls, night: Night, taken: Hand) -> ConflictError:
        """Whose hand has the number that the next one was to have."""
        described = night.scorer.describe_entry(taken.entry, taken.table)
        following = len(night.hands) + 1
        return cls("score.taken", hand=taken.number, next=following, who=taken.event.who, entry=described)


class RepeatedError(RefusedEntry):
    """The same hand was stored a moment before `at`: the arrow up and Enter, or two people at two terminals."""

    kind = "repeated"

    def __init__(self, same: Hand, at: str) -> None:
        seconds = _seconds_between(same.event.at, at) or 0
        ago = "just now" if seconds < 2 else f"{seconds} seconds ago"
        super().__init__("score.repeated", hand=same.number, ago=ago, who=same.event.who)


def is_reason(words: str) -> bool:
    """Whether `words` say why something is saved that does not add up: a word of letters that is no yes and no no."""
    said = _plain_words(words)
    return any(letter.isalpha() for word in said for letter in word) and not set(said) <= NO | YES


def _plain_words(text: str) -> list[str]:
    return [word.strip(".,;:!?\"'()") or word for word in text.casefold().split()]


def find_night(events: Sequence[Event], wanted: int | None = None) -> Night:
    """The night of this number, or the current one. Raises InputError that says what there is."""
    nights, current = by_night(events), current_night(events)
    number = wanted if wanted is not None else current
    if number is None:
        raise NoNightError()
    if number not in nights:
        several = f"Nights 1 to {len(nights)} are kept" if len(nights) > 1 else "Night 1 is kept"
        raise Problem(
            "score.unknown_night", night=number, known=several if nights else "None is kept yet", place=CURRENT
        )
    return replace(read_night(nights[number]), place=CURRENT if number == current else ScoreTarget(number))


def open_night(events: Sequence[Event], wanted: int | None = None) -> Night:
    """As `find_night`, for what changes a night. Also raises InputError for one that is dropped."""
    night = find_night(events, wanted)
    check_open(night)
    return night


def check_open(night: Night) -> None:
    """Raises InputError for a night that is dropped."""
    if night.is_dropped:
        raise Problem("score.dropped", night=night.number, place=night.place)


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


def read_note(text: str) -> str:
    """A note as it is kept, with single spaces. Raises InputError for one that a terminal would obey, or a book."""
    text = " ".join(text.split())
    if harmless(text) != text:
        raise InputError(f"{text!r} holds a sign that cannot be shown. Write the note without it.")
    if len(text) > MAX_NOTE:
        raise InputError(f"a note has at most {MAX_NOTE:,} letters, and this one {len(text):,}. Keep it shorter.")
    return text
