"""Which night a command is about, why a hand is not stored, and what a correction changed: two states of one night compared, and its record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tt_print.errors import harmless, join_words
from tt_print.problems import Action, Line, Problem, Said
from tt_print.score.events import Event, NoNightError, by_night, current_night
from tt_print.score.night import Hand, Night, open_table, read_night
from tt_print.score.scorer import FORCED, Entry
from tt_print.score.table import change_line, cure, won

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

START_AGAIN = Action("score start", {"again": True})
REPEAT_S = 60  # within which the same entry is taken for the same hand; no hand is played sooner


class RefusedEntry(Problem):
    """A hand that is not stored. `details` also have its values."""

    @property
    def details(self) -> dict[str, Any]:
        return super().details | {
            name: value for name, value in self.as_json().items() if name not in ("code", "field")
        }


class TallyError(RefusedEntry):
    """An entry that does not add up."""

    kind = "tally"


class ConflictError(RefusedEntry):
    """Somebody else has entered something since the asker looked."""

    kind = "taken"


class RepeatedError(RefusedEntry):
    """The same hand was stored a moment before: the arrow up and Enter, or two people at two terminals."""

    kind = "repeated"


def repeated(same: Hand, at: str, again: Action) -> RepeatedError:
    """That the hand was stored already, before `at`; `again` enters it as another one."""
    seconds = _seconds_between(same.event.at, at) or 0
    ago = "just now" if seconds < 2 else f"{seconds} seconds ago"
    return RepeatedError("score.repeated", hand=same.number, ago=ago, who=same.event.who, again=again)


def check_reason(words: str) -> None:
    """Raises Problem if `words` do not say why something is saved that does not add up: they have a word that is no yes and no no."""
    said = [word.strip(".,;:!?\"'()") or word for word in words.casefold().split()]
    if not any(letter.isalpha() for word in said for letter in word) or set(said) <= NO | YES:
        raise Problem("score.not_a_reason" if said else "score.no_reason", note=words.strip())


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
    check_open(night)
    return night


def check_open(night: Night) -> None:
    """Raises InputError for a night that is dropped."""
    if night.ledger.is_dropped:
        raise Problem("score.dropped", night=night.number, undo=night.action("undo"))


def over_sentence(night: Night) -> str:
    """`Craziness is over: Ann won.`"""
    return f"{night.table.game.title} is over: {won(night)}."


def find_repeated(entry: Entry, hands: Sequence[Hand], at: str) -> Hand | None:
    """The latest of `hands` with the same content that was entered within a minute of `at`; None without one."""
    for hand in reversed(hands):
        seconds = _seconds_between(hand.event.at, at)
        then = (hand.entry, hand.event.data["entry"])  # as it is by now, and as it was entered
        if seconds is not None and seconds <= REPEAT_S and _content(entry) in map(_content, then):
            return hand
    return None


def _content(entry: Entry) -> Entry:
    """An entry without the words that were kept with it."""
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
        raise Problem("score.harmful_note", text=text)
    if len(text) > MAX_NOTE:
        raise Problem("score.long_note", most=MAX_NOTE, letters=len(text))
    return text


# ---------------------------------------------------------------- what a correction changed


def changes(before: Night, after: Night) -> list[Line]:
    """Points, totals, eliminations, dealers and winners that are not what they were, hand by hand."""
    said: list[Line] = [*_renumbered(before, after)]
    names = {before.name(person): after.name(person) for person in before.people if person in after.people}
    earlier = {hand.event.sequence: hand for hand in before.hands}
    for new in after.hands:
        if old := earlier.get(new.event.sequence):
            said += _hand_changes(old, new, after, names)
    said += [Said("score.now_called", was=was, name=name) for was, name in names.items() if was != name]
    told = {name for hand in after.hands for name in hand.eliminated} | set(before.eliminated)
    if gone := [name for name in after.eliminated if name not in told]:
        said.append(Said("score.now_out", names=join_words(gone, "and")))
    if before.totals is not None and after.totals is not None:
        moved = _moved(before.points, after.points, after)
        said += [Said("score.now_total", moved=moved)] if moved else []
    if before.winners != after.winners or before.is_over != after.is_over:
        code = "goes_on" if not after.winners else "winner" if len(after.winners) == 1 else "winners"
        if names_then := after.winners or before.winners:
            said.append(Said(f"score.now_{code}", names=join_words(names_then, "and")))
    amid = after.is_series and after.is_begun  # of a game that is dealt already
    if not (after.is_over or amid) and names.get(before.dealer, before.dealer) != after.dealer:
        said.append(Said("score.now_deals", dealer=after.dealer))
    return said + [problem for problem in after.problems if problem not in before.problems]


def _renumbered(before: Night, after: Night) -> list[Said]:
    """Which hands have another number now: `Hands 3 to 5 are hands 2 to 4 now`."""
    numbers = {hand.event.sequence: hand.number for hand in before.hands}
    pairs = [(numbers.get(hand.event.sequence, hand.number), hand.number) for hand in after.hands]
    if not (pairs := [(old, new) for old, new in pairs if old != new]):
        return []
    (old, new), (old_end, new_end) = pairs[0], pairs[-1]
    code = "score.now_number" if len(pairs) == 1 else "score.now_numbers"
    return [Said(code, old=old, new=new, old_end=old_end, new_end=new_end)]


def _hand_changes(old: Hand, new: Hand, after: Night, names: Mapping[str, str]) -> list[Said]:
    """What of one hand is not what it was; `names` are those of now by those of then."""
    number, both = new.number, {"entry": new.described, "was": old.described}
    said = [] if old.game == new.game else [Said("score.hand_game", hand=number, game=new.game, was=old.game)]
    was, now = (dict(zip(hand.before.people, hand.points or (), strict=False)) for hand in (old, new))
    if moved := _moved(was, now, after):
        said.append(Said("score.hand_now", hand=number, what=moved))
        if old.entry != new.entry and _kinds(new.described) != _kinds(old.described):
            said.append(Said("score.hand_is", hand=number, **both))
    elif _content(old.entry) != _content(new.entry) and all(was == name for was, name in names.items()):
        said.append(Said("score.hand_entry", hand=number, **both))
    were_out = [names[name] for name in old.eliminated if name in names]
    dealer = names.get(old.dealer, old.dealer)
    came = [name for name in new.eliminated if name not in were_out]
    back = [name for name in were_out if name not in new.eliminated]
    more: list[Said | str] = [Said("score.now_out", names=join_words(came, "and"))] if came else []
    more += [Said("score.now_in", names=join_words(back, "and"))] if back else []
    more += [Said("score.was_to_deal", dealer=new.dealer, was=dealer)] if dealer != new.dealer else []
    more += [problem for problem in new.outcome.problems if problem not in old.outcome.problems]
    return said + [Said("score.hand_now", hand=number, what=each) for each in more]


def cures(before: Night, after: Night) -> list[Said]:
    """What can be done about each hand that does not fit anymore; of what did not fit before, nothing."""
    earlier = {hand.event.sequence: hand.outcome.problems for hand in before.hands}
    return [
        cure(hand, after)
        for hand in after.hands
        if set(hand.outcome.problems) - set(earlier.get(hand.event.sequence, ()))
    ]


def _moved(was: Mapping[int, int], now: Mapping[int, int], night: Night) -> str:
    """`Bo 4 -> 5, Cy 1 -> 0`, of those who have points before and after."""
    return ", ".join(
        f"{night.name(person)} {was[person]} -> {now[person]}"
        for person in night.people
        if person in was and person in now and was[person] != now[person]
    )


def _kinds(description: str) -> str:
    """An entry's words without its numbers: what is left when points alone are corrected. Cards are no numbers."""
    return re.sub(r"\b\d+\b", "", description)


def describe_change(event: Event, night: Night) -> Said:
    """A change in a few words: `hand 3`, `the correction of hand 2`, `the note "..."`, `the move of color to red`."""
    number = next((hand.number for hand in night.hands if hand.event == event), None)
    house = " ".join(f"{name}={value}" for name, value in event.data.get("rules", {}).items())
    return Said(f"score.the_{event.kind}", number=number, night=night.number, house=house, **event.data)


def log_rows(events: Sequence[Event]) -> list[tuple[Event, str]]:
    """One night's record: every event with what it did, in order."""
    nights = [read_night(events[:end]) for end in range(1, len(events) + 1)]
    befores = [nights[0], *nights]
    return [(now, str(_logged(now, events, *both))) for now, *both in zip(events, befores, nights, strict=False)]


def _logged(event: Event, events: Sequence[Event], before: Night, now: Night) -> Said:
    """What one of the events of a night did, which made `now` of the night `before`."""
    code, values = f"score.log_{event.kind}", dict(event.data)
    match event.kind:
        case "start":
            table, _ = open_table(event.data)
            code += "_rules" if table.rules != "-" else ""
            values |= {"title": table.game.title, "names": join_words(table.names, "and"), "rules": table.rules}
        case "hand":
            values |= {"hand": len(now.hands), "what": _describe(now.hands[-1])}
        case "edit":
            values["what"] = _corrected(event, before, now)
        case "remove":
            values["what"] = _describe(before.hand(event.data["hand"]))
        case "join" | "leave" | "rule":
            return next(change_line(change, is_log=True) for change in now.changes if change.event == event)
        case "undo" | "redo":
            target = next(other for other in events if other.sequence == event.data["of"])
            values["what"] = describe_change(target, before if event.kind == "undo" else now)
    return Said(code, **values)


def _corrected(event: Event, before: Night, after: Night) -> str:
    """The entry as it is and as it was; where a few words do not show the difference, what came of it."""
    number = event.data["hand"]
    was, now = before.hand(number).described, after.hand(number)
    if was != now.described:
        return f"{_describe(now)} (was: {was})"
    came = [*map(str, changes(before, after)), "only the note"]
    return f"{_describe(now)}; {came[0].removeprefix(f'Hand {number}: ')}"


def _describe(hand: Hand) -> str:
    note = f" ({hand.entry['note']})" if hand.entry.get("note") else ""
    return hand.described + note
