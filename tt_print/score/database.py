"""A file of nights as sqlite has it: how it is made, opened, checked, and read.

A rollback journal, not a write-ahead log, so that a night is one plain file that can be copied. `synchronous=EXTRA`
also syncs the folder once the journal is gone, and `fullfsync` has macOS empty the drive's own memory, which `fsync`
leaves full there; other systems know nothing of it.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from enum import Enum
from pathlib import Path, PurePath
from urllib.parse import quote
from zlib import crc32

from tt_print.errors import MachineError
from tt_print.problems import MachineProblem

Row = tuple[int, int, str, str, str, str, int]  # sequence, night, at, who, kind, data, checksum: a line of `events`
APPLICATION = 0x54545053  # "TTPS" in the file's header: tells our file from any other sqlite file
LAYOUT = 3  # of the tables; a file of another one is refused
PATIENCE_S = 10.0  # how long one terminal waits while another writes
HEADER = b"SQLite format 3\0"
MAX_BYTES = 50_000_000  # of a file of nights; a thousand evenings have ten megabytes
SMALLEST = 512  # bytes of the smallest page that sqlite has; a shorter file is a piece of one
DURABLE = ("synchronous = EXTRA", "fullfsync = ON", "checkpoint_fullfsync = ON", "cell_size_check = ON")
PRIVATE = 0o600  # who played with whom, and the notes, are for the eyes of their owner

_TABLE = """
CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    night INTEGER NOT NULL CHECK (night > 0),
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    checksum INTEGER NOT NULL
)
"""
_TRIGGERS = [
    f"CREATE TRIGGER events_are_never_{done} BEFORE {action} ON events "
    f"BEGIN SELECT RAISE(ABORT, 'an entry is never {done}'); END"
    for action, done in (("UPDATE", "changed"), ("DELETE", "removed"))
]
# Each file has these and no other table, view, or trigger, to the letter: to change one takes another LAYOUT.
_SCHEMA = {_TABLE.strip(), *_TRIGGERS, "CREATE TABLE sqlite_sequence(name,seq)"}
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_SIGNS_OF_DAMAGE = ("malformed", "no such table", "no such column", "Could not decode", "unsupported file format")
_NO_ROOM = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS)


class State(Enum):
    """Why no nights can be read from a file, as it is put after "is"."""

    GONE = "gone"
    EMPTY = "empty"  # no bytes, or a database without a table
    DAMAGED = "damaged"
    FOREIGN = "not a file of scores"
    OTHER_LAYOUT = "of a layout that this version does not know"
    UNREADABLE = "not readable"


class UnusableFileError(Exception):
    """A file from which no nights can be read. `reason` says more; "" where there is no more to say."""

    def __init__(self, state: State, reason: str = "") -> None:
        super().__init__(state, reason)
        self.state, self.reason = state, reason

    def __str__(self) -> str:
        return f"{self.state.value} ({self.reason})" if self.reason else self.state.value


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
    """sqlite with the settings that make an entry durable; every transaction is begun by hand. `mode` is ro or rw."""
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


def create_tables(path: Path) -> None:
    """A new file without an entry, instead of what is at `path`."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    with closing(connect(path, "rw")) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for statement in (_TABLE, *_TRIGGERS):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {LAYOUT}")
        connection.execute("COMMIT")


def open_verified(path: Path, mode: str) -> sqlite3.Connection:
    """The file if it is ours, whole, and of our layout. Raises UnusableFileError, and MachineError."""
    with translated(path):
        _check_outside(path)
        connection = connect(path, mode)
        try:
            _check_inside(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def _check_outside(path: Path) -> None:
    """Raises UnusableFileError for what is no file, or not one of sqlite's."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):  # to open a pipe would wait for its other end
            kind = "a folder" if stat.S_ISDIR(found.st_mode) else "a device or a pipe"
            raise UnusableFileError(State.UNREADABLE, f"it is {kind}")
        size = found.st_size
        with path.open("rb") as file:
            head = file.read(len(HEADER))
    except FileNotFoundError:
        raise UnusableFileError(State.GONE) from None
    except PermissionError as error:
        raise UnusableFileError(State.UNREADABLE, error.strerror or str(error)) from error
    if not size:
        raise UnusableFileError(State.EMPTY)
    if size > MAX_BYTES:
        raise UnusableFileError(
            State.UNREADABLE, f"it is larger than {MAX_BYTES // 10**6} MB, which no file of scores is"
        )
    if not HEADER.startswith(head) and not journal_path(path).exists():  # by it sqlite mends what a crash half wrote
        raise UnusableFileError(State.FOREIGN)
    if size < SMALLEST:
        left = "only the first byte" if size == 1 else f"only {size} bytes"
        raise UnusableFileError(State.DAMAGED, f"{left} of it left")


def _check_inside(connection: sqlite3.Connection) -> None:
    layout = connection.execute("PRAGMA user_version").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    schema = {statement for (statement,) in connection.execute("SELECT sql FROM sqlite_schema")}
    if not schema and layout == application == 0:
        raise UnusableFileError(State.EMPTY)
    if application != APPLICATION:
        raise UnusableFileError(State.FOREIGN)
    if layout != LAYOUT:
        raise UnusableFileError(State.OTHER_LAYOUT, f"{layout}, and here it is {LAYOUT}")
    if schema != _SCHEMA:  # before anything asks a view, or writes what calls a trigger: either may have no end
        raise UnusableFileError(State.DAMAGED, "its table is missing, or is not as it is made here")
    found = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
    if found != ["ok"]:
        raise UnusableFileError(State.DAMAGED, str(found[0]).splitlines()[-1])  # the first line names the database


def file_version(path: Path) -> tuple[int, ...] | None:
    """Numbers that are others after every entry, no matter who made it; None where there is no file.

    sqlite counts its changes in bytes 24 to 27 of the file; which file it is, and its time, tell one that was put in its place.
    """
    try:
        with path.open("rb") as file:
            found, head = os.fstat(file.fileno()), file.read(28)
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size, int.from_bytes(head[24:], "big")


def checksum(sequence: int, night: int, at: str, who: str, kind: str, data: str) -> int:
    """Of one event as it is stored; a flipped bit in the file changes it."""
    return crc32(json.dumps([sequence, night, at, who, kind, data], ensure_ascii=True).encode())


def read_rows(connection: sqlite3.Connection) -> list[Row]:
    """All rows in order. Raises UnusableFileError for one that is missing or not as it was written."""
    rows: list[Row] = connection.execute(
        "SELECT sequence, night, at, who, kind, data, checksum FROM events ORDER BY sequence"
    ).fetchall()
    for number, row in enumerate(rows, 1):
        typed = all(type(value) is kind for value, kind in zip(row, (int, int, str, str, str, str), strict=False))
        if not typed or row[0] != number or checksum(*row[:6]) != row[6]:
            raise UnusableFileError(State.DAMAGED, f"entry {number} is missing or was changed")
    return rows


def read_file(path: Path) -> list[Row]:
    """The rows of a file that nobody writes to, a copy. Raises UnusableFileError, and MachineError.

    No lock is taken and nothing is made beside it, so that it can be read where nothing can be written.
    """
    with translated(path):
        _check_outside(path)
        address = sqlite_address(path.absolute(), "mode=ro&immutable=1")
        with closing(sqlite3.connect(address, uri=True)) as connection:
            _check_inside(connection)
            return read_rows(connection)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """What sqlite and the system say, as UnusableFileError where the file is to blame, else as MachineError."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _DAMAGED or any(words in str(error) for words in _SIGNS_OF_DAMAGE):
            reason = (
                "an entry is no text" if "Could not decode" in str(error) else str(error)
            )  # it would quote the entry
            raise UnusableFileError(State.DAMAGED, reason) from error
        if code == sqlite3.SQLITE_BUSY:
            wait = f"another terminal has been writing to it for {PATIENCE_S:.0f} seconds"
            raise MachineError(f"cannot write to {path}: {wait}. Try again.") from error
        full, locked = code == sqlite3.SQLITE_FULL, code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM)
        raise _refused(path, str(error), full, locked) from error
    except UnicodeDecodeError as error:  # sqlite quotes what it found
        raise UnusableFileError(State.DAMAGED, "what it is made of cannot be read") from error
    except MachineError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise _refused(path, reason, error.errno in _NO_ROOM, error.errno in _NOT_ALLOWED) from error


def _refused(path: Path, reason: str, is_full: bool, is_protected: bool) -> MachineError:
    cure = "Make room there" if is_full else "Allow writing there" if is_protected else "Look whether it can be reached"
    return MachineProblem("score.cannot_write", path=str(path), reason=reason, cure=cure)
