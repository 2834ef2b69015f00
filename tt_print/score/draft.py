"""The answers of a hand that was not finished: kept beside the nights, so that neither a closed window nor a dead
battery costs them.

One draft a file of nights. It is rewritten after each answer, whole or not at all, and gone when its hand is entered.
"""

from __future__ import annotations

import json
from pathlib import Path

from tt_print.disk import write_atomic
from tt_print.errors import InputError
from tt_print.input_files import read_json
from tt_print.records import dataclass
from tt_print.score.asking import Dialogue
from tt_print.score.database import PRIVATE
from tt_print.score.night import Night
from tt_print.score.scorer import Typed
from tt_print.score.store import draft_path

MAX_BYTES = 100_000  # a hand of cards by the word is a tenth of it


@dataclass(frozen=True, slots=True)
class HandDraft:
    """The lines answered so far for hand `hand` of a night, by `who` at the time `at`."""

    night: int
    hand: int
    players: tuple[str, ...]
    house: str
    steps: tuple[Typed, ...]
    at: str
    who: str


def make_draft(night: Night, steps: tuple[Typed, ...], at: str, who: str) -> HandDraft:
    """The draft of the night's next hand."""
    table = night.table
    return HandDraft(
        night.number, len(night.hands) + 1, table.all(night.standing.living), str(table.house), steps, at, who
    )


def keep_draft(store: Path, draft: HandDraft) -> None:
    """Raises OSError."""
    data = {name: getattr(draft, name) for name in HandDraft.__slots__}
    write_atomic(draft_path(store), json.dumps(data, ensure_ascii=False).encode(), mode=PRIVATE)


def drop_draft(store: Path) -> None:
    draft_path(store).unlink(missing_ok=True)


def drop_entered(store: Path, night: Night) -> None:
    """Drops a draft whose hand is entered."""
    draft = read_draft(store) if draft_path(store).exists() else None
    if draft is not None and draft.night == night.number and draft.hand <= len(night.hands):
        drop_draft(store)


def read_draft(store: Path) -> HandDraft | None:
    """The draft that is kept; None where there is none, and for a file that is none of ours."""
    try:
        return read_json(draft_path(store), MAX_BYTES).read(HandDraft)
    except (InputError, OSError):
        return None


def go_on(draft: HandDraft, night: Night) -> Dialogue | None:
    """The dialogue with the answers of a draft; None where the draft is of another hand, or of players or house rules
    that are not these anymore."""
    here = make_draft(night, draft.steps, draft.at, draft.who)
    if night.is_over or not draft.steps or here != draft:
        return None
    dialogue = Dialogue(night.scorer, night.table, night.standing, draft.steps)
    try:
        question = dialogue.question
        if question is None:
            night.scorer.read(dialogue.query, night.table, night.standing)
    except (InputError, ValueError, KeyError):  # answers of another version
        return None
    return dialogue


def describe_answers(typed: Typed) -> str:
    """`went-out Ann; Bo=4`: what was answered, in the words of `tt-print score hand`."""
    groups: dict[str, list[str]] = {}
    for flag, text in typed:
        groups.setdefault(flag, []).append(text)
    parts = [f"{flag.replace('-', ' ')} {', '.join(texts)}".strip() for flag, texts in groups.items()]
    return "; ".join(parts)
