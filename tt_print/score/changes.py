"""What a correction changed: two states of one night compared, and the record of who changed what."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tt_print.errors import join_words
from tt_print.score.events import Event
from tt_print.score.night import Night, open_table, read_night
from tt_print.score.scorer import Entry


def changes(before: Night, after: Night) -> list[str]:
    """Points, totals, eliminations, dealers and winners that are not what they were, hand by hand."""
    names = after.table.names
    lines = []
    for old, new in zip(before.hands, after.hands, strict=False):
        head = f"Hand {new.number}"
        if old.points is not None and new.points is not None and old.points != new.points:
            lines.append(
                f"{head}: "
                + ", ".join(
                    f"{name} {was} -> {now}"
                    for name, was, now in zip(names, old.points, new.points, strict=True)
                    if was != now
                )
            )
            if _kinds(before.scorer.describe_entry(old.entry, before.table)) != _kinds(
                after.scorer.describe_entry(new.entry, after.table)
            ):
                lines.append(f"{head} is now: {_now_and_before(new.entry, old.entry, after)}")
        elif old.entry != new.entry:
            lines.append(f"{head}: {_now_and_before(new.entry, old.entry, after)}")
        if came := [name for name in new.eliminated if name not in old.eliminated]:
            lines.append(f"{head}: {join_words(came, 'and')} now out")
        if back := [name for name in old.eliminated if name not in new.eliminated]:
            lines.append(f"{head}: {join_words(back, 'and')} no longer out")
        if old.dealer != new.dealer:
            lines.append(f"{head}: {new.dealer} was to deal, not {old.dealer}")
        lines += [f"{head}: {problem}" for problem in new.outcome.problems if problem not in old.outcome.problems]
    if before.totals != after.totals and before.totals is not None and after.totals is not None:
        lines.append(
            "Total: "
            + ", ".join(
                f"{name} {was} -> {now}"
                for name, was, now in zip(names, before.totals, after.totals, strict=True)
                if was != now
            )
        )
    if before.winners != after.winners or before.is_over != after.is_over:
        if after.winners:
            lines.append(f"Winner{'s' * (len(after.winners) > 1)} now: {join_words(after.winners, 'and')}")
        elif before.winners:
            lines.append(f"{join_words(before.winners, 'and')} did not win after all; the game goes on")
    if not after.is_over and before.dealer != after.dealer:
        lines.append(f"{after.dealer} deals next")
    return lines


def _now_and_before(new: Entry, old: Entry, night: Night) -> str:
    return f"{night.scorer.describe_entry(new, night.table)} (was: {night.scorer.describe_entry(old, night.table)})"


def _kinds(description: str) -> str:
    """An entry's words without its numbers: what is left when points alone are corrected. Cards are no numbers."""
    return re.sub(r"\b\d+\b", "", description)


def describe_change(event: Event, night: Night) -> str:
    """A change in a few words: `hand 3`, `the edit of hand 2`, `the note "..."`, `the move of color`."""
    match event.kind:
        case "hand":
            number = 1 + [other.sequence for other in night.ledger.hands].index(event.sequence)
            return f"hand {number}"
        case "edit":
            return f"the correction of hand {event.data['hand']}"
        case "note":
            return f"the note {event.data['text']!r}"
        case _:
            return f"the move of {event.data['variable']} to {event.data['to']}"


def log_rows(events: Sequence[Event]) -> list[tuple[Event, str]]:
    """One night's record: every event with what it did, in order."""
    rows = []
    for index, event in enumerate(events):
        so_far = read_night(events[: index + 1])
        match event.kind:
            case "start":
                table, _ = open_table(event.data)
                rules = f", house rules {table.rules}" if table.house.changed else ""
                text = f"started {table.game.title} with {join_words(table.names, 'and')}, "
                text += f"{event.data['dealer']} deals{rules}"
            case "hand":
                text = f"hand {len(so_far.hands)}: {_describe(event.data['entry'], so_far)}"
            case "edit":
                text = f"hand {event.data['hand']} corrected: {_corrected(event, read_night(events[:index]), so_far)}"
            case "undo" | "redo":
                (target,) = [other for other in events if other.sequence == event.data["of"]]
                before = read_night(events[:index])
                text = f"{event.kind}: {describe_change(target, before if event.kind == 'undo' else so_far)}"
            case "resume":
                text = "returned to this night"
            case "note":
                text = f"note: {event.data['text']}"
            case _:
                text = f"{event.data['variable']} pointer from {event.data['from']} to {event.data['to']}"
        rows.append((event, text))
    return rows


def _corrected(event: Event, before: Night, after: Night) -> str:
    """The entry as it is and as it was; where a few words do not show the difference, what came of it."""
    number, entry = event.data["hand"], event.data["entry"]
    was = before.scorer.describe_entry(before.hand(number).entry, before.table)
    if was != after.scorer.describe_entry(entry, after.table):
        return f"{_describe(entry, after)} (was: {was})"
    came = changes(before, after) or ["only the note"]
    return f"{_describe(entry, after)}; {came[0].removeprefix(f'Hand {number}: ')}"


def _describe(entry: Entry, night: Night) -> str:
    note = f" ({entry['note']})" if entry.get("note") else ""
    return night.scorer.describe_entry(entry, night.table) + note
