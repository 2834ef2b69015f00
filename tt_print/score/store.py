"""The file of all nights, on sqlite: whoever has seen "saved" can pull the plug.

One transaction an entry, with the disk asked to have it (`synchronous=EXTRA`, which also syncs the folder after
the rollback journal is gone). A rollback journal, not a write-ahead log, so that a night is one plain file that can
be copied. A copy beside it follows every entry, in case the file itself is ever damaged.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from tt_print.errors import InputError, MachineError
from tt_print.score.events import Event
from tt_print.score.schema import APPLICATION, VERSION, checksum, migrate

FILE_NAME = "score.sqlite"
Row = tuple[int, int, str, str, str, str, int]  # a line of the table `events`, its checksum last
PATIENCE_S = 10.0  # how long one terminal waits while another writes


class Draft(NamedTuple):
    """An event that is to be stored. `at` and `who` are those of the moment, unless it came from elsewhere."""

    night: int
    kind: str
    data: dict[str, Any]
    at: str = ""
    who: str = ""


class CorruptStoreError(MachineError):
    """The file is not what was written to it; nothing was changed."""


def backup_path(path: Path) -> Path:
    return path.with_name(path.name + ".backup")


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """sqlite with the settings that make an entry durable; every transaction is begun by hand."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=PATIENCE_S, isolation_level=None
    )
    connection.execute("PRAGMA journal_mode = DELETE" if mode != "ro" else "PRAGMA query_only = ON")
    connection.execute("PRAGMA synchronous = EXTRA")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


class ScoreStore:
    """An open file of nights. Made by `open_store`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def events(self, night: int | None = None) -> list[Event]:
        """All events in order, or those of one night. Raises CorruptStoreError."""
        with _translate_errors(self.path):
            rows = self._connection.execute(
                "SELECT sequence, night, at, who, kind, data, checksum FROM events ORDER BY sequence"
            ).fetchall()
        return [event for event in map(self._read, range(1, len(rows) + 1), rows) if night in (None, event.night)]

    def write(self, compose: Callable[[list[Event]], Sequence[Draft]], at: str, who: str) -> list[Event]:
        """Adds what `compose` makes of all events so far, in one transaction: all of it or nothing.

        No other terminal can write between what `compose` sees and what it adds. What it raises goes through, and
        nothing is stored. Gives the new events. Raises MachineError when the disk refuses.
        """
        with _translate_errors(self.path):
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
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        return added

    def back_up(self) -> None:
        """The copy beside the file becomes what the file is now; a stopped run leaves the old copy whole.

        Raises MachineError.
        """
        copy = backup_path(self.path)
        fresh = copy.with_name(f"{copy.name}-{os.getpid()}")
        try:
            with _translate_errors(fresh):
                target = sqlite3.connect(fresh, isolation_level=None)
                try:
                    self._connection.backup(target)
                finally:
                    target.close()
                with fresh.open("rb+") as file:
                    os.fsync(file.fileno())
                os.replace(fresh, copy)
        finally:
            fresh.unlink(missing_ok=True)

    def close(self) -> None:
        self._connection.close()

    def _read(self, number: int, row: Row) -> Event:
        sequence, night, at, who, kind, data, summed = row
        if sequence != number or checksum(sequence, night, at, who, kind, data) != summed:
            raise _damaged(self.path, f"entry {number} is missing or was changed")
        try:
            return Event(sequence, night, at, who, kind, json.loads(data))
        except ValueError:
            raise _damaged(self.path, f"entry {number} cannot be read") from None


@contextmanager
def open_store(path: Path, writing: bool = False) -> Iterator[ScoreStore]:
    """The file at `path`; with `writing` it is created where there is none.

    Raises InputError for a file that is not ours or too new, CorruptStoreError, and MachineError when the machine refuses.
    """
    if writing and not path.exists():
        _make_folder(path.parent)
    elif not path.exists():
        raise FileNotFoundError(path)
    connection: sqlite3.Connection | None = None
    try:
        with _translate_errors(path):
            connection = connect(path, "rwc" if writing else "rw" if os.access(path, os.W_OK) else "ro")
            _check(path, connection)
        yield ScoreStore(path, connection)
    finally:
        if connection is not None:
            connection.close()


def restore(path: Path) -> Path:
    """Puts the copy in place of a damaged file and gives where that one is kept now.

    Raises InputError when the file is whole or there is no copy, and CorruptStoreError when the copy is damaged too.
    """
    from tt_print.disk import write_atomic

    copy = backup_path(path)
    try:
        with open_store(path) as store:
            store.events()
    except CorruptStoreError:
        pass
    except FileNotFoundError:
        if not copy.exists():
            raise InputError(f"there is neither a file {path} nor a copy of it.") from None
    else:
        raise InputError(f"{path} is not damaged; nothing is put in its place.")
    if not copy.exists():
        raise InputError(f"there is no copy of {path}.")
    with open_store(copy) as store:
        store.events()
    kept = next(place for number in count(1) if not (place := path.with_name(f"{path.name}.damaged-{number}")).exists())
    with _translate_errors(path):
        if path.exists():
            os.replace(path, kept)
        path.with_name(path.name + "-journal").unlink(missing_ok=True)  # of the damaged file; it fits no other
        write_atomic(path, copy.read_bytes())
    return kept


def _check(path: Path, connection: sqlite3.Connection) -> None:
    """Ours, whole, and of this version; an older one is copied and brought up."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    empty = not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if not (application == APPLICATION or (empty and version == application == 0)):
        raise InputError(f"{path} is not a file of scores; left alone. Choose another with --file.")
    if version > VERSION:
        raise InputError(f"{path} was written by a newer tt-print. Update this one; the file is left alone.")
    found = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
    if found != ["ok"]:
        raise _damaged(path, str(found[0]))
    if version < VERSION:
        if not empty:
            _keep_old(path, version, connection)
        migrate(connection, version)


def _keep_old(path: Path, version: int, connection: sqlite3.Connection) -> None:
    kept = path.with_name(f"{path.name}.version-{version}")
    target = sqlite3.connect(kept, isolation_level=None)
    try:
        connection.backup(target)
    finally:
        target.close()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refused(folder, error.strerror or str(error)) from error


DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextmanager
def _translate_errors(path: Path) -> Iterator[None]:
    """What sqlite and the system say, as our errors."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", None)
        if (code is not None and code & 0xFF in DAMAGED) or "malformed" in str(error):
            raise _damaged(path, str(error)) from error
        if code is not None and code & 0xFF == sqlite3.SQLITE_BUSY:
            wait = f"another terminal has been writing to it for {PATIENCE_S:.0f} seconds"
            raise MachineError(f"cannot write to {path}: {wait}. Try again.") from error
        raise _refused(path, str(error)) from error
    except MachineError:
        raise
    except OSError as error:
        raise _refused(path, error.strerror or str(error)) from error


def _refused(path: Path, reason: str) -> MachineError:
    return MachineError(f"cannot write to {path} ({reason}). Make room there, or choose another place with --file.")


def _damaged(path: Path, reason: str) -> CorruptStoreError:
    copy = backup_path(path)
    cure = (
        f"A copy from before is kept in {copy}. Put it in place: tt-print score resume --from-backup"
        if copy.exists()
        else "There is no copy of it."
    )
    return CorruptStoreError(f"{path} is damaged ({reason}); it is left as it is. {cure}")
