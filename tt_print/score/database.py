"""A file of nights as sqlite has it: how it is opened, whether it is ours and whole, and its rows.

A rollback journal, not a write-ahead log, so that a night is one plain file that can be copied. `synchronous=EXTRA`
also syncs the folder once the journal is gone, and `fullfsync` has macOS empty the drive's own memory, which `fsync`
leaves full there; other systems know nothing of it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path, PurePath
from urllib.parse import quote

from tt_print.errors import MachineError
from tt_print.score.schema import APPLICATION, NEWEST, checksum

Row = tuple[int, int, str, str, str, str]  # sequence, night, at, who, kind, data: a line of the table `events`
PATIENCE_S = 10.0  # how long one terminal waits while another writes
HEADER = b"SQLite format 3\0"
SMALLEST = 512  # bytes of the smallest page that sqlite has; a shorter file is a piece of one
DURABLE = ("synchronous = EXTRA", "fullfsync = ON", "checkpoint_fullfsync = ON", "cell_size_check = ON")
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_SIGNS_OF_DAMAGE = ("malformed", "no such table", "no such column", "Could not decode", "unsupported file format")


class State(Enum):
    """How a file is of which no nights can be read."""

    GONE = "gone"
    EMPTY = "empty"  # no bytes, or a database without a table: what sqlite makes of a new file
    DAMAGED = "damaged"
    FOREIGN = "foreign"
    NEWER = "newer"


class UnusableFileError(Exception):
    """A file of which no nights can be read. Who knows the copies beside it says so to people."""

    def __init__(self, state: State, reason: str = "") -> None:
        super().__init__(state, reason)
        self.state, self.reason = state, reason


def sqlite_address(path: PurePath, mode: str) -> str:
    """What sqlite opens: every byte that could mean something in an address is written as %23.

    Without `//` after `file:`, because sqlite takes what follows for a computer's name, and refuses every one but its
    own: `\\\\server\\share` could not be reached. `path` should be absolute.
    """
    return f"file:{quote(os.fsencode(path), safe='')}?{mode}"


def journal_path(path: Path) -> Path:
    """sqlite's own file for an entry that was never finished; it fits no other file than the one it was made for."""
    return path.with_name(f"{path.name}-journal")


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """sqlite with the settings that make an entry durable; every transaction is begun by hand.

    `mode` is one of sqlite's: ro, rw, rwc, memory.
    """
    connection = sqlite3.connect(
        sqlite_address(path.absolute(), f"mode={mode}"), uri=True, timeout=PATIENCE_S, isolation_level=None
    )
    try:
        connection.execute("PRAGMA journal_mode = DELETE" if mode != "ro" else "PRAGMA query_only = ON")
        for setting in DURABLE:
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def open_whole(path: Path, mode: str) -> sqlite3.Connection:
    """The file if it is ours, whole and not too new. Raises UnusableFileError, and MachineError."""
    with translated(path):
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            raise UnusableFileError(State.GONE) from None
        if not size:
            raise UnusableFileError(State.EMPTY)
        if not (
            path.is_dir() or journal_path(path).exists()
        ):  # what a crash left half written sqlite mends by its journal
            with path.open("rb") as file:
                if not HEADER.startswith(file.read(len(HEADER))):
                    raise UnusableFileError(State.FOREIGN)
        if size < SMALLEST:
            raise UnusableFileError(
                State.DAMAGED, f"{'only the first byte' if size == 1 else f'only {size} bytes'} of it left"
            )
        connection = connect(path, mode)
        try:
            _verify_whole(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def _verify_whole(connection: sqlite3.Connection) -> None:
    version = version_of(connection)
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if not tables and version == application == 0:
        raise UnusableFileError(State.EMPTY)
    if application != APPLICATION:
        raise UnusableFileError(State.FOREIGN)
    if version > NEWEST:
        raise UnusableFileError(State.NEWER)
    found = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
    if found != ["ok"]:
        raise UnusableFileError(State.DAMAGED, str(found[0]))
    if version < 1 or "events" not in tables:
        raise UnusableFileError(State.DAMAGED, "its table is missing")


def file_version(path: Path) -> tuple[int, ...] | None:
    """Numbers that are others after every entry, whoever made it; None where there is no file.

    sqlite counts its changes in bytes 24 to 27 of the file; which file it is, and its time, tell one that was put in its place.
    """
    try:
        with path.open("rb") as file:
            found, head = os.fstat(file.fileno()), file.read(28)
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size, int.from_bytes(head[24:], "big")


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def read_rows(connection: sqlite3.Connection, verify: bool = True) -> list[Row]:
    """All rows in order. With `verify` raises UnusableFileError for one that is missing or not as it was written.

    The first version of the file had no checksums; there only a missing one shows.
    """
    summed = version_of(connection) >= 2
    columns = "sequence, night, at, who, kind, data" + (", checksum" if summed else "")
    rows = connection.execute(f"SELECT {columns} FROM events ORDER BY sequence").fetchall()
    if verify:
        for number, row in enumerate(rows, 1):
            typed = all(type(value) is kind for value, kind in zip(row, (int, int, str, str, str, str), strict=False))
            if not typed or row[0] != number or (summed and checksum(*row[:6]) != row[6]):
                raise UnusableFileError(State.DAMAGED, f"entry {number} is missing or was changed")
    return [row[:6] for row in rows] if summed else rows


def read_file(path: Path, verify: bool) -> list[Row]:
    """The rows of a file that nobody writes to, a copy. Raises UnusableFileError, and MachineError.

    No lock is taken and nothing is made beside it, so that it can be read where nothing can be written.
    """
    with translated(path):
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            raise UnusableFileError(State.GONE) from None
        if not size:
            raise UnusableFileError(State.EMPTY)
        connection = sqlite3.connect(sqlite_address(path.absolute(), "mode=ro&immutable=1"), uri=True)
        try:
            if verify:
                _verify_whole(connection)
            elif version_of(connection) > NEWEST:
                raise UnusableFileError(State.NEWER)
            return read_rows(connection, verify)
        finally:
            connection.close()


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """What sqlite and the system say, as UnusableFileError where the file is to blame, else as MachineError."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", None)
        damaged = code is not None and code & 0xFF in DAMAGED
        if damaged or any(words in str(error) for words in _SIGNS_OF_DAMAGE):
            reason = (
                "an entry is no text" if "Could not decode" in str(error) else str(error)
            )  # it would quote the entry
            raise UnusableFileError(State.DAMAGED, reason) from error
        if code is not None and code & 0xFF == sqlite3.SQLITE_BUSY:
            wait = f"another terminal has been writing to it for {PATIENCE_S:.0f} seconds"
            raise MachineError(f"cannot write to {path}: {wait}. Try again.") from error
        raise refused(path, str(error)) from error
    except UnicodeDecodeError as error:  # sqlite quotes what it found
        raise UnusableFileError(State.DAMAGED, "what it is made of cannot be read") from error
    except MachineError:
        raise
    except OSError as error:
        raise refused(path, error.strerror or str(error)) from error


def refused(path: Path, reason: str) -> MachineError:
    return MachineError(f"cannot write to {path} ({reason}). Make room there, or choose another place with --file.")
