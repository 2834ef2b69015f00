"""What a shell offers of the nights that are kept: their numbers, their hands, and who plays."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tt_print.requests.kinds import Kind, Line
from tt_print.typed_lists import split_list

KINDS = ("night", "seat", "hand")


def kept_of(kind: Kind) -> str:
    """Which of `KINDS` a value is; "" if it is none."""
    name = "hand" if kind.metavar == "HAND" else kind.form
    return name if name in KINDS else ""


def list_kept(what: str, line: Line) -> list[tuple[str, str]]:
    """The values of a kind, each with a few words about it; `line` is what was typed for other fields. Raises what reading the file raises."""
    from tt_print.cli.score.common import OwnBook
    from tt_print.errors import join_words
    from tt_print.score.events import current_night
    from tt_print.score.night import read_nights

    if what == "seat" and line.get("players"):
        return [(name, "") for name in split_list(",".join(line["players"]))]
    events = OwnBook(Path(_first(line.get("file"))) if line.get("file") else None, may_be_empty=True).events()
    nights = {str(night.number): night for night in read_nights(events)}
    if what == "night":
        return [
            (number, f"{each.table.game.title}: {join_words(each.table.names, 'and')}")
            for number, each in nights.items()
        ]
    night = nights.get(_first(line.get("night")) or str(current_night(events)))
    if night is None:
        return []
    if what == "seat":
        return [(name, "") for name in night.table.names]
    return [(str(hand.number), f"entered by {hand.event.who}") for hand in night.hands]


def _first(texts: Iterable[str] | None) -> str:
    return next(iter(texts or ()), "")
