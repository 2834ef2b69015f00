"""The file of all nights, on sqlite: whoever has seen "saved" can pull the plug.

One transaction an entry, with the disk asked to have it; a copy beside it follows every entry (`copies`). A file that is
missing, empty, damaged, another program's, or older than its copy is never taken for a new one: whoever opens it is told
what is there and how to get the nights back, and it is left as it is.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tt_print.errors import InputError, MachineError, TTPrintError
from tt_print.score import copies, database
from tt_print.score.copies import (
    FILE_NAME,
    CopiesDifferError,
    Copy,
    Restored,
    backup_path,
    last_entry,
    read_copies,
    summary,
    typed,
)
from tt_print.score.database import Row, State, UnusableFileError
from tt_print.score.events import Event, is_plain
from tt_print.score.place import EXAMPLE_NIGHT
from tt_print.score.schema import NEWEST, checksum, migrate

__all__ = ["FILE_NAME", "CopiesDifferError", "Copy", "Restored", "backup_path", "last_entry", "read_copies", "summary"]


class Draft(NamedTuple):
    """An event that is to be stored. `at` and `who` are those of the moment, unless it came from elsewhere."""

    night: int
    kind: str
    data: dict[str, Any]
    at: str = ""
    who: str = ""


class CorruptStoreError(MachineError):
    """The file is not what was written to it; nothing was changed."""


class LostNightsError(MachineError):
    """The file is gone, empty or another program's, and a copy beside it holds nights; nothing was changed."""


class ScoreStore:
    """An open file of nights. Made by `open_store`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def events(self, night: int | None = None) -> list[Event]:
        """All events in order, or those of one night. Raises CorruptStoreError."""
        with _errors_explained(self.path), database.translated(self.path):
            events = [_event(row) for row in database.read_rows(self._connection)]
        return [event for event in events if night in (None, event.night)]

    def write(self, compose: Callable[[list[Event]], Sequence[Draft]], at: str, who: str) -> list[Event]:
        """Adds what `compose` makes of all events so far, in one transaction: all of it or nothing.

        No other terminal can write between what `compose` sees and what it adds. What it raises goes through, and
        nothing is stored. Gives the new events. Raises MachineError when the disk refuses.
        """
        with _errors_explained(self.path), database.translated(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                before = self.events()
                added = []
                for sequence, draft in enumerate(compose(before), len(before) + 1):
                    event = Event(sequence, draft.night, draft.at or at, draft.who or who, draft.kind, draft.data)
                    text = json.dumps(event.data, ensure_ascii=False, sort_keys=True)
                    row = (sequence, event.night, event.at, event.who, event.kind, text)
                    self._connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, checksum(*row)))
                    added.append(event)
                if not all(is_plain(event.kind, event.data) for event in added):
                    self._connection.execute(f"PRAGMA user_version = {NEWEST}")
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        return added

    def back_up(self) -> None:
        """The copy beside the file becomes what the file is now; a stopped run leaves the old copy whole.

        Raises MachineError, also when the copy holds what the file has not.
        """
        with _errors_explained(self.path):
            copies.back_up(self.path, self._connection)

    def close(self) -> None:
        self._connection.close()


def _event(row: Row) -> Event:
    sequence, night, at, who, kind, data = row
    try:
        return Event(sequence, night, at, who, kind, json.loads(data))
    except (ValueError, RecursionError):
        raise UnusableFileError(State.DAMAGED, f"entry {sequence} cannot be read") from None


@contextmanager
def open_store(path: Path, writing: bool = False, create: bool = True) -> Iterator[ScoreStore]:
    """The file at `path`. With `writing` an older one is brought up, and where none is it is made, if `create`.

    Raises FileNotFoundError where no night was ever kept, InputError for a file that is not ours or too new,
    CorruptStoreError, LostNightsError and CopiesDifferError for one whose nights must come from a copy first, and
    MachineError when the machine refuses.
    """
    recent = copies.recent_copies(path)  # before the file is read
    with _errors_explained(path):
        connection = _open(path, writing, create)
    try:
        with _errors_explained(path), database.translated(path):
            if database.version_of(connection):
                _compare(path, connection, recent)
            if writing:
                migrate(connection, lambda version: copies.keep_version(path, version))
        yield ScoreStore(path, connection)
    finally:
        connection.close()


def _open(path: Path, writing: bool, create: bool) -> sqlite3.Connection:
    try:
        return database.open_whole(path, "rw" if writing or os.access(path, os.W_OK) else "ro")
    except UnusableFileError as unusable:
        if unusable.state not in (State.GONE, State.EMPTY) or _best_copy(path):
            raise
    if not (writing and create):
        raise FileNotFoundError(path)
    with database.translated(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        return database.connect(path, "rwc")


def _compare(path: Path, connection: sqlite3.Connection, recent: Sequence[Copy]) -> None:
    """Raises CopiesDifferError when a whole copy holds entries that the file has not."""
    rows = database.read_rows(connection, verify=False)
    if all(copy.fault or copy.is_within(rows) for copy in recent):
        return
    rows = database.read_rows(connection)
    for glimpsed in recent:
        copy = copies.read_copy(glimpsed.path, verify=True)
        if copy is None or copy.fault or copy.is_within(rows):
            continue
        same = next((i for i, both in enumerate(zip(rows, copy.rows, strict=False)) if both[0] != both[1]), len(rows))
        sees = (
            f"{path} holds only {summary(rows)}, and a copy beside it {summary(copy.rows)}: an older file was put in its "
            "place, perhaps by a program that keeps folders alike."
            if same == len(rows)
            else f"{path} ({summary(rows)}) and a copy beside it ({summary(copy.rows)}) hold different entries from entry "
            f"{same + 1} on."
        )
        raise CopiesDifferError(
            f"{sees} Nothing was changed. Go on with the copy: {typed(path, 'resume', '--from-backup')}. Go on with the "
            f"file: {typed(path, 'resume', '--keep-file')}. The other one is kept."
        )


def restore(path: Path, number: int | None = None) -> Restored:
    """Puts a copy in place of the file, as `copies.restore` does, and says so in words when it cannot."""
    with _errors_explained(path):
        return copies.restore(path, number)


def keep_file(path: Path) -> Path | None:
    """Goes on with the file though a copy holds other entries; gives where such copies are kept now."""
    with _errors_explained(path):
        return copies.keep_file(path)


def set_aside(path: Path) -> Path | None:
    """Gives the file and all its copies another name, and gives that; None where nothing was."""
    with _errors_explained(path):
        return copies.set_aside(path)


# ---------------------------------------------------------------- what people are told


@contextmanager
def _errors_explained(path: Path) -> Iterator[None]:
    try:
        yield
    except UnusableFileError as unusable:
        raise _sentence(path, unusable) from unusable


def _best_copy(path: Path) -> Copy | None:
    """The whole copy with most entries; None where none holds any."""
    return next((copy for copy in read_copies(path) if copy.rows), None)


def _sentence(path: Path, unusable: UnusableFileError) -> TTPrintError:
    best = _best_copy(path)
    cure = "There is no copy of it that holds anything."
    if best is not None:
        nights = len({row[1] for row in best.rows})
        when = f", up to {last_entry(best.rows)}" if last_entry(best.rows) else ""
        held = f"{nights} night{'s' if nights > 1 else ''}{when}"
        cure = f"A copy beside it holds {held}. Put it in place: {typed(path, 'resume', '--from-backup')}."
    start = typed(path, *EXAMPLE_NIGHT, "--fresh")
    anew = f"To begin anew, with all that is here kept: {start}"
    if unusable.state is State.NEWER:
        newer = f"{path} was written by a newer tt-print. Update this one; the file is left alone."
        return InputError(f"{newer} {cure}" if best else newer)
    if unusable.state is State.DAMAGED:
        return CorruptStoreError(f"{path} is damaged ({unusable.reason}); it is left as it is. {cure} {anew}")
    if unusable.state is State.FOREIGN and not best:
        other = "Choose another with --file." if " --file " in start else anew
        return InputError(f"{path} is not a file of scores; left alone. {other}")
    state = "not a file of scores" if unusable.state is State.FOREIGN else unusable.state.value
    return LostNightsError(f"{path} is {state}; nothing is written to it. {cure} {anew}")
