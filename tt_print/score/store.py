"""The file of all nights and one copy beside it: what was called saved is in both, so either can be lost.

An entry is one transaction of sqlite in `score.sqlite`, with the disk asked to have it. Then `score.sqlite.copy` becomes
what the file is now: written beside its place, on the disk, and renamed, so that there is a whole copy at every moment.
Only after that is the entry called saved, or people are warned that the copy could not be written. Everyone who changes
one of the two files holds the lock of their folder.

A file that is gone, empty, damaged, not ours, or behind its copy is never taken for a new one. A first night begins only
where there is neither a file nor a copy; everywhere else `LostNightsError` says what is there and what a person can do
about it, and nothing is changed. What gives way to something else keeps its bytes as `score.sqlite.replaced-1`.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count, takewhile
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from zlib import crc32

from tt_print.errors import InputError, MachineError
from tt_print.files.disk import folder_lock, replace_file, sync, sync_folder
from tt_print.problems import Action, MachineProblem, Problem, Said
from tt_print.records import dataclass
from tt_print.score.events import Event, NoNightError

FILE_NAME = "score.sqlite"  # of a person's own nights, in the folder that `paths` names
COPY, JOURNAL = ".copy", "-journal"  # by the journal sqlite takes back an entry that was never finished
PRIVATE = 0o600  # who played with whom, and the notes, are for the eyes of their owner
MAX_BYTES = 50_000_000  # of a file of nights; a thousand evenings have ten megabytes
PATIENCE_S = 10.0  # how long one terminal waits while another writes

APPLICATION = 0x54545053  # "TTPS" in the file's header: tells our file from any other sqlite file
LAYOUT = 3  # of the table; a file of another one is refused
Row = tuple[int, int, str, str, str, str, int]  # of the table: sequence, night, at, who, kind, data, checksum
_TABLE = """CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    night INTEGER NOT NULL CHECK (night > 0),
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    checksum INTEGER NOT NULL
)"""
_TRIGGERS = [
    f"CREATE TRIGGER events_are_never_{done} BEFORE {action} ON events "
    f"BEGIN SELECT RAISE(ABORT, 'an entry is never {done}'); END"
    for action, done in (("UPDATE", "changed"), ("DELETE", "removed"))
]
# Each file has these and no other table, view, or trigger, to the letter: to change one takes another LAYOUT.
_SCHEMA = {_TABLE, *_TRIGGERS, "CREATE TABLE sqlite_sequence(name,seq)"}
# A rollback journal, so that a night is one plain file. EXTRA also syncs the folder once the journal is gone, and
# fullfsync has macOS empty the drive's own memory, which `fsync` leaves full there; other systems know nothing of it.
_SETTINGS = ("journal_mode = DELETE", "synchronous = EXTRA", "fullfsync = ON", "checkpoint_fullfsync = ON", "cell_size_check = ON")  # fmt: skip
_LIVE, _STILL = "mode=rw", "mode=ro&immutable=1"  # how sqlite opens the file, and one that nobody writes to

# Why no nights can be read from a file, as it is put after "is".
GONE, EMPTY, DAMAGED, FOREIGN = "gone", "empty", "damaged", "not a file of scores"
_SIGNS_OF_DAMAGE = ("decode", "unsupported file format")  # without a code that says it


class UnusableFileError(Exception):
    """No nights can be read from a file. As a string it is one of the reasons above, perhaps with more in brackets."""


class Draft(NamedTuple):
    """An event that is to be stored."""

    night: int
    kind: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Contents:
    """What is at `path`: its rows, or the `fault` for which there are none to be read, "" if it is whole."""

    path: Path
    rows: Sequence[Row] = ()
    fault: str = ""

    @property
    def events(self) -> list[Event]:
        return [Event(*row[:5], json.loads(row[5])) for row in self.rows]

    @property
    def nights(self) -> int:
        return len({row[1] for row in self.rows})

    @property
    def last_entry(self) -> str:
        """When it was made, `2026-11-21 22:14`; "" where that is no time (another program's file)."""
        found = re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", self.rows[-1][2], re.ASCII) if self.rows else None
        return found[0].replace("T", " ") if found else ""

    @property
    def summary(self) -> str:
        """`57 entries of 3 nights, up to 2026-11-21 22:14`."""
        entries = f"{len(self.rows)} entr{'ies' if len(self.rows) != 1 else 'y'}"
        nights = f"{self.nights} night{'s' if self.nights != 1 else ''}"
        return f"{entries} of {nights}" + (f", up to {self.last_entry}" if self.last_entry else "")

    def lacks(self, other: Contents) -> bool:
        """Whether `other` can be read and has what is not here, or has it in another order."""
        return not other.fault and other.rows != self.rows[: len(other.rows)]


class LostNightsError(MachineProblem):
    """The file cannot be gone on with before a person chooses how; nothing was changed.

    `file` and `copy` are what was found. `ways` are what `core` and the command line offer: "copy" puts the copy in
    place, "file" goes on with the file, "neither" starts over; whatever gives way is kept.
    """

    kind = "store"

    def __init__(self, file: Contents, copy: Contents) -> None:
        self.file, self.copy = file, copy
        self.ways = [*([] if copy.fault else ["copy"]), "neither" if file.fault else "file"]
        common = count_common(file.rows, copy.rows)
        super().__init__(
            f"score.lost.{self._code(common)}",
            path=str(file.path), fault=file.fault, file=file.summary, name=copy.path.name, copy=copy.summary,
            held=f"is {copy.fault}" if copy.fault else f"holds {copy.summary}", entry=common + 1, restore=Action("score restore"),
        )  # fmt: skip

    def _code(self, common: int) -> str:
        from tt_print.files.paths import data_folder

        if not self.file.fault:
            return "behind" if common == len(self.file.rows) else "differs"
        if not self.copy.fault:
            return "copy_is_whole"
        is_elsewhere = self.file.path != data_folder() / FILE_NAME
        return "foreign" if is_elsewhere and (self.file.fault, self.copy.fault) == (FOREIGN, GONE) else "both"

    @property
    def details(self) -> dict[str, Any]:
        """`file` and `copy`: what is the matter, "" with one that is whole; `nights` and `until`: what the copy holds."""
        found = {"file": self.file.fault, "copy": self.copy.fault}
        return found | {"nights": self.copy.nights, "until": self.copy.last_entry, "ways": self.ways}


class FileBook:
    """The nights in the file at `path`, which is the command line's. `night` is the one that commands mean which name none."""

    def __init__(self, path: Path) -> None:
        self.path, self.copy = path, _beside(path, COPY)
        self.night: int | None = None

    def events(self) -> list[Event]:
        """Everything that was stored; nothing where no night was ever kept.

        Raises LostNightsError where a person must choose first, and MachineError when the machine refuses.
        """
        if not _exists(self.path):
            return []
        # The copy first: the file from then on holds all that the copy holds at that moment.
        copy = _read(self.copy, _STILL)
        return _checked(_read(self.path), copy).events

    def write(
        self, compose: Callable[[list[Event]], Sequence[Draft]], at: str, who: str, begins: bool = True
    ) -> tuple[list[Event], str]:
        """Stores what `compose` makes of all events so far, in the file and in the copy beside it: all of it or nothing.

        No other terminal can write between what `compose` sees and what is added. Gives both, and what people should
        know: why the copy is not as new as the file, or that one which could not be read is kept. Raises what `compose`
        and `events` raise, and InputError where nothing was ever kept and no night `begins`; then nothing is stored.
        """
        if not begins and not _exists(self.path):
            raise self.no_night()
        with self._locked():
            if not _exists(self.path):
                _create(self.path)
            copy = _read(self.copy, _STILL)
            file = self._stored(copy, compose, at, who)
            try:
                kept = self._renew_copy(file, copy)
                warning = Problem("score.copy_kept", fault=copy.fault, name=kept.name) if kept else ""
            except MachineError as error:
                warning = Problem("score.not_copied", why=str(error))
        return file.events, str(warning)

    def mark_saved(self, saved: bool | None) -> None:
        """Called before something is stored (None), once it is, and if it is not."""

    def no_night(self) -> InputError:
        """What is wrong where no night was ever kept."""
        return NoNightError("score.no_night")

    def save(self) -> bytes:
        """The file as it is, also a damaged one; its copy where it is gone. Raises InputError where there is neither."""
        for place in (self.path, self.copy):
            if place.is_file():
                return place.read_bytes()
        raise InputError("there is no night to save yet.")

    def look(self, data: bytes) -> list[Event]:
        """What is in a file that somebody brought; nothing of this one changes. Raises InputError for one without nights."""
        with self._locked(), _fresh(self.path, data) as brought:
            return _nights_in(brought).events

    def replace(self, data: bytes) -> list[Event]:
        """Puts a file that somebody brought instead of this one, which is kept beside it under another name, as is a
        copy with other entries. Raises as `look`, and MachineError; then nothing has changed.
        """
        with self._locked():
            with _fresh(self.path, data) as brought:
                found = _nights_in(brought)
                _put_in_place(self.path, brought)
            # A run that dies here leaves a file and a copy of different entries, and people choose.
            self._renew_copy(Contents(self.path, found.rows), _read(self.copy, _STILL))
        return found.events

    def restore(self, take: str) -> Said:
        """Ends a `LostNightsError` in one of its `ways`; "copy" does nothing where the file is whole and has all that the copy has.

        Gives what was done, and as its value `kept` what that is called now which gave way. Raises InputError where there is neither file nor
        copy, LostNightsError where that way is none, and MachineError.
        """
        if take != "neither" and not _exists(self.path):
            raise InputError(f"there is neither a file {self.path} nor a copy of it.")
        with self._locked():
            copy, file = _read(self.copy, _STILL), _read(self.path)
            names = {"file": self.path.name, "copy": self.copy.name}
            if take == "neither":  # file and copy stay together under another name, where they can be looked at
                kept = _put_aside(self.path, "", JOURNAL, COPY)
            elif take == "copy" and not file.fault and not file.lacks(copy):
                held = f"is {copy.fault}" if copy.fault else "holds no more"
                return Said("score.whole", **names, summary=file.summary, held=held)
            elif take not in LostNightsError(file, copy).ways:
                raise LostNightsError(file, copy)
            elif take == "file":
                kept = self._renew_copy(file, copy)
            else:
                with _fresh(self.path, copy.path.read_bytes()) as fresh:
                    kept = _put_in_place(self.path, fresh)
        self.mark_saved(True)
        code = "score.restored" if kept is None else "score.restored_and_kept"
        return Said(code, **names, summary=copy.summary, kept=kept and kept.name)

    # ---------------------------------------------------------------- inside; the caller that changes a file holds the lock

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with _explained(self.path):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with folder_lock(self.path.parent):
                yield

    def _stored(self, copy: Contents, compose: Callable[[list[Event]], Sequence[Draft]], at: str, who: str) -> Contents:
        """What the file holds after what `compose` adds. A connection that is closed before COMMIT stores nothing."""
        try:
            with _opened(self.path, _LIVE) as connection:
                connection.execute("BEGIN IMMEDIATE")
                file = _checked(Contents(self.path, _read_rows(connection)), copy)
                self.mark_saved(None)
                try:
                    rows: list[Row] = []
                    for sequence, draft in enumerate(compose(file.events), len(file.rows) + 1):
                        text = json.dumps(draft.data, ensure_ascii=False)
                        row = (sequence, draft.night, at, who, draft.kind, text)
                        rows.append((*row, checksum(*row)))
                    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
                    connection.execute("COMMIT")
                except Exception:
                    self.mark_saved(False)
                    raise
                self.mark_saved(True)
        except UnusableFileError as fault:
            raise LostNightsError(Contents(self.path, (), str(fault)), copy) from fault
        return Contents(self.path, [*file.rows, *rows])

    def _renew_copy(self, file: Contents, copy: Contents) -> Path | None:
        """Makes the copy again from the file, and puts one aside first that has other entries or could not be read;
        gives where that is now. A run that is stopped leaves the old one, or the new one. Raises MachineError.
        """
        path = self.path
        with _explained(copy.path), _fresh(path, path.read_bytes(), path.stat().st_mode & 0o777 | PRIVATE) as fresh:
            if [*_read(fresh, _STILL).rows] != file.rows:
                raise MachineProblem("score.changed_meanwhile", path=str(path), show=Action("score show"))
            is_in_the_way = file.lacks(copy) or copy.fault not in ("", GONE)
            kept = _put_aside(path, COPY) if is_in_the_way else None
            replace_file(fresh, copy.path)
            sync_folder(path.parent)
        return kept and _beside(kept, COPY)


def count_common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many entries, from the first on, are the same in both."""
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False)))


def compare(file: Sequence[Event], here: Sequence[Event]) -> Problem | None:
    """How a file differs from the nights that are kept here: it is the same, newer, older, or has others from an entry
    on; None where nothing is kept here, or in the file.
    """
    if not file or not here:
        return None
    common = count_common(file, here)
    codes = {(True, True): "same", (True, False): "older", (False, True): "newer"}
    code = codes.get((common == len(file), common == len(here)), "differs" if common else "other_nights")
    until, here_until = (events[-1].at[:16].replace("T", " ") for events in (file, here))
    return Problem(
        f"score.file.{code}", entry=common + 1, file=len(file), here=len(here), until=until, here_until=here_until
    )


def checksum(sequence: int, night: int, at: str, who: str, kind: str, data: str) -> int:
    """Of one event as it is stored; a flipped bit in the file changes it."""
    return crc32(json.dumps([sequence, night, at, who, kind, data], ensure_ascii=True).encode())


def file_version(path: Path) -> tuple[int, int, bytes] | None:
    """What is another one after every entry, no matter who made it; None where there is no file.

    sqlite counts its changes at the end of these bytes; which file it is, and its time, tell one that was put in its place.
    """
    try:
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
            return found.st_ino, found.st_mtime_ns, file.read(28)
    except OSError:
        return None


# ---------------------------------------------------------------- one file


def _checked(file: Contents, copy: Contents) -> Contents:
    if file.fault or file.lacks(copy):
        raise LostNightsError(file, copy)
    return file


def _read(path: Path, mode: str = _LIVE) -> Contents:
    """What is at `path`. Raises MachineError.

    `_STILL` takes no lock and makes nothing beside it. Then the file is never empty without a fault, and whatever the
    machine says of it is one.
    """
    try:
        with _opened(path, mode) as connection:
            rows = _read_rows(connection)
        return Contents(path, rows, "" if rows or mode == _LIVE else EMPTY)
    except UnusableFileError as fault:
        return Contents(path, (), str(fault))
    except MachineError as error:
        if mode == _LIVE:
            raise
        return Contents(path, (), f"not readable ({error.__cause__})")


@contextmanager
def _opened(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """sqlite at work on a file that may be ours. Raises as `_explained`."""
    with _explained(path):
        if not path.is_file():  # to open a pipe would wait for its other end
            raise UnusableFileError(FOREIGN if path.exists() else GONE)
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
        if not 0 < size <= MAX_BYTES:
            raise UnusableFileError(FOREIGN if size else EMPTY)
        with closing(_connect(path, mode)) as connection:
            yield connection


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """sqlite with the settings that make an entry durable; every transaction is begun by hand.

    In the address every byte that could mean something is written as %23. Without `//` after `file:`, because sqlite
    takes what follows for a computer's name, and refuses every one but its own: `\\\\server\\share` could not be reached.
    """
    address = f"file:{quote(os.fsencode(path.absolute()), safe='')}?{mode}"
    connection = sqlite3.connect(address, uri=True, timeout=PATIENCE_S, isolation_level=None)
    try:
        for setting in _SETTINGS if mode == _LIVE else ():
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def _nights_in(brought: Path) -> Contents:
    """What somebody's file holds. Raises InputError for one without nights."""
    if (found := _read(brought, _STILL)).fault:
        raise InputError(f"the file is {found.fault}.")
    return found


def _read_rows(connection: sqlite3.Connection) -> list[Row]:
    """All rows in order. Raises UnusableFileError for a file that is not ours, and for a row that is not as it was written."""
    layout = connection.execute("PRAGMA user_version").fetchone()[0]
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise UnusableFileError(FOREIGN)
    if layout != LAYOUT:
        raise UnusableFileError(f"from {'a newer' if layout > LAYOUT else 'an older'} version of the program")
    # The schema before anything asks a view, or writes what calls a trigger: either may have no end.
    if {statement for (statement,) in connection.execute("SELECT sql FROM sqlite_schema")} != _SCHEMA:
        raise UnusableFileError(f"{DAMAGED} (its table is missing, or is not as it is made here)")
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise UnusableFileError(DAMAGED)
    rows: list[Row] = connection.execute("SELECT * FROM events ORDER BY sequence").fetchall()
    for number, row in enumerate(rows, 1):
        if row[0] != number or not _is_whole(row):
            raise UnusableFileError(f"{DAMAGED} (entry {number} is missing or was changed)")
    return rows


def _is_whole(row: Row) -> bool:
    """Whether it is as it was written: sqlite keeps values of other types too, and any text."""
    typed = [*map(type, row)] == [int, int, str, str, str, str, int]
    try:
        return typed and checksum(*row[:6]) == row[6] and isinstance(json.loads(row[5]), dict)
    except (ValueError, RecursionError):
        return False


def _create(path: Path) -> None:
    """Makes a file without an entry, which has its name only when it is whole."""
    marks = (f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {LAYOUT}")
    with _fresh(path, b"") as fresh:
        with closing(_connect(fresh, _LIVE)) as connection:
            for statement in ("BEGIN IMMEDIATE", _TABLE, *_TRIGGERS, *marks, "COMMIT"):
                connection.execute(statement)
        _put_in_place(path, fresh)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """What sqlite and the system say, as UnusableFileError where the file is to blame, else as MachineError."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError, OSError) as error:
        if isinstance(error, MachineError):
            raise
        said, code = getattr(error, "strerror", None) or str(error), getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise UnusableFileError(FOREIGN) from error
        if code == sqlite3.SQLITE_CORRUPT or any(words in said for words in _SIGNS_OF_DAMAGE):
            raise UnusableFileError(DAMAGED) from error
        if code == sqlite3.SQLITE_BUSY:
            said = f"another terminal has been writing to it for {PATIENCE_S:.0f} seconds"
        raise MachineProblem("score.cannot_write", path=str(path), reason=said) from error


# ---------------------------------------------------------------- names


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")


def _exists(path: Path) -> bool:
    """Whether anything is left of a file of nights; also a link that leads nowhere."""
    return any(os.path.lexists(_beside(path, ending)) for ending in ("", COPY, JOURNAL))


@contextmanager
def _fresh(path: Path, data: bytes, mode: int = PRIVATE) -> Iterator[Path]:
    """A file of these bytes, on the disk, that is to be renamed to a name beside it; gone at the end if it was not."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.unlink(missing_ok=True)  # of a run that died
    try:
        with open(fresh, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            sync(file.fileno())
        yield fresh
    finally:
        fresh.unlink(missing_ok=True)


def _put_in_place(path: Path, fresh: Path) -> Path | None:
    """Gives where that is now which was at `path`."""
    kept = _put_aside(path, "", JOURNAL)
    replace_file(fresh, path)
    sync_folder(path.parent)
    return kept


def _put_aside(path: Path, *endings: str) -> Path | None:
    """Renames as many of the files with these endings as are there to `score.sqlite.replaced-1...`, a name that nothing has; gives it.

    A file comes before its copy, so that a run that dies between them leaves the copy.
    """
    if not (there := [ending for ending in endings if os.path.lexists(_beside(path, ending))]):
        return None
    names = (_beside(path, f".replaced-{number}") for number in count(1))
    kept = next(name for name in names if not _exists(name))
    for ending in there:
        replace_file(_beside(path, ending), _beside(kept, ending))
    sync_folder(path.parent)
    return kept
