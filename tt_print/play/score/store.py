"""The file of all nights and one copy beside it: what was called saved is in both, so either can be lost.

An entry is one transaction of sqlite in `score.sqlite`, with the disk asked to have it. Then `score.sqlite.copy` becomes
what the file is now: written beside its place, on the disk, and renamed, so that there is a whole copy at every moment.
Only after that is the entry called saved, or people are warned that the copy could not be written. Everyone who changes
one of the two files holds the lock of their folder.

A file that is gone, damaged, not ours, or behind its copy is never taken for a new one. A first night begins only
where there is neither a file nor a copy; everywhere else `LostNightsError` says what is there and what a person can do
about it, and nothing is changed. What gives way to something else keeps its bytes as `score.sqlite.replaced-1`.
"""

from __future__ import annotations

import glob
import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from itertools import count, takewhile
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote
from zlib import crc32

from tt_print.errors import InputError, MachineError
from tt_print.files.disk import folder_lock, fresh_file, put_in_place
from tt_print.files.user_data import data_folder
from tt_print.play.score.events import Event, NoNightError
from tt_print.problems import Action, MachineProblem, Problem, Said
from tt_print.records import dataclass

FILE_NAME = "score.sqlite"  # of a person's own nights, in `user_data.data_folder()`
COPY, JOURNAL = ".copy", "-journal"  # by the journal sqlite takes back an entry that was never finished
PRIVATE = 0o600  # who played with whom, and the notes, are for the eyes of their owner
MAX_BYTES = 50_000_000  # of a file of nights; a thousand evenings have ten megabytes
PATIENCE_S = 10.0  # how long one terminal waits while another writes

APPLICATION = 0x54545053  # "TTPS" in the file's header: tells our file from any other sqlite file
LAYOUT = 3  # of the table. Who counts it up reads the older ones that were released, too: tests/play/score/layouts has a file of each
Row = tuple[int, int, str, str, str, str, int]  # of the table: sequence, night, at, who, kind, data, checksum
_MADE_BY = (
    """CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    night INTEGER NOT NULL CHECK (night > 0),
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    checksum INTEGER NOT NULL
)""",
    *(
        f"CREATE TRIGGER events_are_never_{done} BEFORE {action} ON events "
        f"BEGIN SELECT RAISE(ABORT, 'an entry is never {done}'); END"
        for action, done in (("UPDATE", "changed"), ("DELETE", "removed"))
    ),
)
# Each file has these and no other table, view, or trigger, to the letter: to change one takes another LAYOUT.
_SCHEMA = {*_MADE_BY, "CREATE TABLE sqlite_sequence(name,seq)"}
# A rollback journal, so that a night is one plain file. EXTRA also syncs the folder once the journal is gone, and
# fullfsync has macOS empty the drive's own memory, which `fsync` leaves full there; other systems know nothing of it.
_SETTINGS = ("journal_mode = DELETE", "synchronous = EXTRA", "fullfsync = ON", "checkpoint_fullfsync = ON", "cell_size_check = ON")  # fmt: skip
_ALL_ROWS = "SELECT * FROM events ORDER BY sequence"
_LIVE, _STILL = "mode=rw", "mode=ro&immutable=1"  # how sqlite opens the file, and one that nobody writes to

# Why no nights can be read from a file, as it is put after "is".
GONE, DAMAGED, FOREIGN = "gone", "damaged", "not a file of scores"
NEWER, OLDER = ("from a newer version of the program, so update the program", "from a version that was never released")


class Draft(NamedTuple):
    """An event that is to be stored."""

    night: int
    kind: str
    data: Mapping[str, object]


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
    def until(self) -> str:
        """When the last entry was made, `2026-11-21 22:14`; "" where that is no time (another program's file)."""
        found = re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", self.rows[-1][2], re.ASCII) if self.rows else None
        return found[0].replace("T", " ") if found else ""

    @property
    def summary(self) -> str:
        """`57 entries of 3 game nights, up to 2026-11-21 22:14`, or what is the matter."""
        entries = f"{len(self.rows)} entr{'ies' if len(self.rows) != 1 else 'y'}"
        nights = f"{self.nights} game night{'s' if self.nights != 1 else ''}"
        return f"{entries} of {nights}" + (f", up to {self.until}" if self.until else "")

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
        if not self.file.fault:
            return "behind" if common == len(self.file.rows) else "differs"
        if not self.copy.fault:
            return "copy_is_whole"
        is_elsewhere = self.file.path != data_folder() / FILE_NAME
        return "foreign" if is_elsewhere and (self.file.fault, self.copy.fault) == (FOREIGN, GONE) else "both"

    @property
    def details(self) -> dict[str, object]:
        """`file` and `copy`: what is the matter, "" with one that is whole; `nights` and `until`: what the copy holds."""
        found = {"file": self.file.fault, "copy": self.copy.fault}
        return found | {"nights": self.copy.nights, "until": self.copy.until, "ways": self.ways}


class FileBook:
    """The nights in the file at `path`, which is the command line's. `night` is the one that commands mean which name none."""

    def __init__(self, path: Path) -> None:
        self.path, self.copy = path, _beside(path, COPY)
        self.night: int | None = None

    def events(self) -> list[Event]:
        """Everything that was stored; nothing where no night was ever kept.

        Raises LostNightsError where a person must choose first, and MachineError when the machine refuses.
        """
        return self._verify()[0].events if _exists(self.path) else []

    def other_files(self) -> list[str]:
        """Names of other files of nights that lie here under this one's name and more, as programs that sync folders make them."""
        found = []
        for path in self.path.parent.glob(f"{glob.escape(self.path.stem)}?*{self.path.suffix}"):
            with suppress(OSError), path.open("rb") as file:
                found += [path.name] * (file.read(72)[68:] == APPLICATION.to_bytes(4, "big"))
        return sorted(found)

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
        with self._lock():
            if not _exists(self.path):
                _create(self.path)
            file, copy = self._verify()
            file = self._store(file, compose, at, who)
            try:
                kept = self._renew_copy(file, copy)
                warning = Problem("score.copy_kept", fault=copy.fault, name=kept.name) if kept else ""
            except MachineError as error:
                warning = Problem("score.not_copied", why=str(error))
        return file.events, str(warning)

    def mark_saved(self, saved: bool | None) -> None:
        """Called before something is stored (None), and once it is."""

    def no_night(self) -> InputError:
        """What is wrong where no night was ever kept."""
        return NoNightError("score.no_night")

    def save(self) -> bytes:
        """The file as it is, also a damaged one; its copy where it is gone. Raises InputError where there is neither."""
        for place in (self.path, self.copy):
            if place.is_file():
                return place.read_bytes()
        raise InputError("there is no game night to save yet.")

    def look(self, data: bytes, replace: bool = False) -> list[Event]:
        """What is in a file that somebody brought. With `replace` it takes the place of this one, which is kept beside it
        under another name, as is a copy with other entries. Raises InputError for one without nights, and MachineError;
        then nothing has changed.
        """
        with self._lock(), _fresh(self.path, data) as brought:
            found = _read(brought, _STILL)
            if found.fault or not found.rows:
                raise InputError(f"the file is {found.fault or 'empty'}.")
            if replace:
                _replace(self.path, brought)
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
        names = {"file": self.path.name, "copy": self.copy.name}
        with self._lock():
            file, copy = self._both()
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
                    kept = _replace(self.path, fresh)
        self.mark_saved(True)
        code = "score.restored" if kept is None else "score.restored_and_kept"
        return Said(code, **names, summary=copy.summary, kept=kept and kept.name)

    # ---------------------------------------------------------------- inside; the caller that changes a file holds the lock

    @contextmanager
    def _lock(self) -> Iterator[None]:
        with _machine_errors(self.path):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with folder_lock(self.path.parent):
                yield

    def _both(self) -> tuple[Contents, Contents]:
        """The file and its copy. The copy is read first: the file from then on holds all that the copy holds at that moment."""
        copy = _read(self.copy, _STILL)
        return _read(self.path), copy

    def _verify(self) -> tuple[Contents, Contents]:
        """As `_both`. Raises LostNightsError if the file is not whole, or lacks what the copy has."""
        file, copy = self._both()
        if file.fault or file.lacks(copy):
            raise LostNightsError(file, copy)
        return file, copy

    def _store(self, file: Contents, compose: Callable[[list[Event]], Sequence[Draft]], at: str, who: str) -> Contents:
        """What the file holds then. A connection that is closed before COMMIT stores nothing."""
        with _connect(self.path, _LIVE) as connection:
            connection.execute("BEGIN IMMEDIATE")
            now = Contents(self.path, connection.execute(_ALL_ROWS).fetchall())
            if now.lacks(file):  # on a drive without locks
                raise self._conflict()
            rows: list[Row] = []
            for sequence, draft in enumerate(compose(now.events), len(now.rows) + 1):
                row = (sequence, draft.night, at, who, draft.kind, json.dumps(draft.data, ensure_ascii=False))
                rows.append((*row, checksum(row)))
            self.mark_saved(None)
            connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
            connection.execute("COMMIT")
        self.mark_saved(True)
        return Contents(self.path, [*now.rows, *rows])

    def _conflict(self) -> MachineProblem:
        return MachineProblem("score.changed_meanwhile", path=str(self.path), show=Action("score show"))

    def _renew_copy(self, file: Contents, copy: Contents) -> Path | None:
        """Makes the copy again from the file, and puts one aside first that has other entries or could not be read;
        gives where that is now. A run that is stopped leaves the old one, or the new one. Raises MachineError.
        """
        path = self.path
        with (
            _machine_errors(copy.path),
            _fresh(path, path.read_bytes(), path.stat().st_mode & 0o777 | PRIVATE) as fresh,
        ):
            if [*_read(fresh, _STILL).rows] != file.rows:
                raise self._conflict()
            is_in_the_way = file.lacks(copy) or copy.fault not in ("", GONE)
            kept = _put_aside(path, COPY) if is_in_the_way else None
            put_in_place(fresh, copy.path)
        return kept and _beside(kept, COPY)


def count_common(one: Sequence[object], other: Sequence[object]) -> int:
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


def file_version(path: Path) -> tuple[int, int, bytes] | None:
    """What is another one after every entry, no matter who made it; None where there is no file.

    sqlite counts its changes at the end of these bytes; which file it is, and its time, tell one that was put in its place.
    """
    with suppress(OSError), path.open("rb") as file:
        found = os.fstat(file.fileno())
        return found.st_ino, found.st_mtime_ns, file.read(28)
    return None


# ---------------------------------------------------------------- one file


def _read(path: Path, mode: str = _LIVE) -> Contents:
    """What is at `path`. Raises MachineError; `_STILL`, which takes no lock and makes nothing beside it, takes what the machine says for damage."""
    with _machine_errors(path):
        if not path.is_file():  # to open a pipe would wait for its other end
            return Contents(path, (), FOREIGN if path.exists() else GONE)
        if path.stat().st_size > MAX_BYTES:
            return Contents(path, (), FOREIGN)
        try:
            with _connect(path, mode) as connection:
                fault = _find_fault(connection)
                rows = [] if fault else connection.execute(_ALL_ROWS).fetchall()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            if mode == _LIVE and code not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_NOTADB):
                raise
            return Contents(path, (), FOREIGN if code == sqlite3.SQLITE_NOTADB else DAMAGED)
    if all(row[0] == number and row[6] == checksum(row) for number, row in enumerate(rows, 1)):
        return Contents(path, rows, fault)
    return Contents(path, (), DAMAGED)


@contextmanager
def _connect(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """sqlite with the settings that make an entry durable; every transaction is begun by hand.

    In the address every byte that could mean something is written as %23. Without `//` after `file:`, because sqlite
    takes what follows for a computer's name, and refuses every one but its own: `\\\\server\\share` could not be reached.
    """
    address = f"file:{quote(os.fsencode(path.absolute()), safe='')}?{mode}"
    with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE_S, isolation_level=None)) as connection:
        for setting in _SETTINGS if mode == _LIVE else ():
            connection.execute(f"PRAGMA {setting}")
        yield connection


def _find_fault(connection: sqlite3.Connection) -> str:
    """Why no rows can be read, "" if they can. The schema before anything asks a view, or writes what calls a trigger: either may have no end."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        return FOREIGN
    layout = connection.execute("PRAGMA user_version").fetchone()[0]
    if layout != LAYOUT:
        return NEWER if layout > LAYOUT else OLDER
    schema = {statement for (statement,) in connection.execute("SELECT sql FROM sqlite_schema")}
    is_whole = schema == _SCHEMA and connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    return "" if is_whole else DAMAGED


def checksum(row: Sequence[object]) -> int:
    """Of one event as it is stored; a flipped bit in the file changes it, and so does a value of another type."""
    return crc32(json.dumps(row[:6], default=repr).encode())


def _create(path: Path) -> None:
    """Makes a file without an entry, which has its name only when it is whole."""
    marks = (f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {LAYOUT}")
    with _fresh(path, b"") as fresh:
        with _connect(fresh, _LIVE) as connection:
            for statement in ("BEGIN IMMEDIATE", *_MADE_BY, *marks, "COMMIT"):
                connection.execute(statement)
        _replace(path, fresh)


@contextmanager
def _machine_errors(path: Path) -> Iterator[None]:
    """What sqlite and the system say, as MachineError."""
    try:
        yield
    except MachineError:
        raise
    except (sqlite3.Error, OSError) as error:
        said = getattr(error, "strerror", None) or str(error)
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            said = f"another terminal has been writing to it for {PATIENCE_S:.0f} seconds"
        raise MachineProblem("score.cannot_write", path=str(path), reason=said) from error


# ---------------------------------------------------------------- names


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")


def _exists(path: Path) -> bool:
    """Whether anything is left of a file of nights; also a link that leads nowhere."""
    return any(os.path.lexists(_beside(path, ending)) for ending in ("", COPY, JOURNAL))


def _fresh(path: Path, data: bytes, mode: int = PRIVATE) -> AbstractContextManager[Path]:
    """A file of these bytes that is to take the place of the one at `path`, or of its copy."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.unlink(missing_ok=True)  # of a run that died
    return fresh_file(fresh, data, mode)


def _replace(path: Path, fresh: Path) -> Path | None:
    """Gives where that is now which was at `path`."""
    kept = _put_aside(path, "", JOURNAL)
    put_in_place(fresh, path)
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
        put_in_place(_beside(path, ending), _beside(kept, ending))
    return kept
