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
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from tt_print.disk import folder_lock, replace_file, sync, sync_folder
from tt_print.errors import InputError, MachineError
from tt_print.problems import MachineProblem
from tt_print.records import dataclass
from tt_print.score.database import (
    PRIVATE,
    Row,
    State,
    UnusableFileError,
    checksum,
    create_tables,
    journal_path,
    open_verified,
    read_file,
    read_rows,
    translated,
)
from tt_print.score.events import Event
from tt_print.score.target import CURRENT

FILE_NAME = "score.sqlite"  # of a person's own nights, in the folder that `paths` names


class Draft(NamedTuple):
    """An event that is to be stored."""

    night: int
    kind: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Contents:
    """What is at `path`: its rows, or why there are none to be read."""

    path: Path
    rows: Sequence[Row] = ()
    fault: UnusableFileError | None = None

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
        return other.fault is None and other.rows != self.rows[: len(other.rows)]


class RestoreResult(NamedTuple):
    """What `restore` found, whether it put the copy in place, and where that is now which was there; None where nothing was."""

    file: Contents
    copy: Contents
    done: bool = False
    kept: Path | None = None


class LostNightsError(MachineProblem):
    """The file cannot be gone on with before a person chooses how; nothing was changed.

    `file` and `copy` are what was found. `ways` are what `core` and the command line offer: "copy" puts the copy in
    place, "file" goes on with the file, "neither" starts over; whatever gives way is kept.
    """

    kind = "store"

    def __init__(self, file: Contents, copy: Contents) -> None:
        self.file, self.copy = file, copy
        self.ways = [*(["copy"] if copy.fault is None else []), *(["file"] if file.fault is None else ["neither"])]
        code, entry = _lost(file, copy), 0
        if (
            code == "behind"
            and (differ := [one != other for one, other in zip(file.rows, copy.rows, strict=False)])
            and any(differ)
        ):
            code, entry = "differs", differ.index(True) + 1
        states = (file.fault and file.fault.state, copy.fault and copy.fault.state)
        super().__init__(
            f"score.lost.{code}",
            path=str(file.path), fault=str(file.fault or ""), file=file.summary, name=copy.path.name, copy=copy.summary,
            held=f"is {copy.fault}" if copy.fault else f"holds {copy.summary}", entry=entry, place=CURRENT,
            newer=" If a newer version wrote it, update this one." if State.OTHER_LAYOUT in states else "",
        )  # fmt: skip

    @property
    def details(self) -> dict[str, Any]:
        """`file` and `copy`: what is the matter, "" with one that is whole; `nights` and `until`: what the copy holds."""
        found = {"file": str(self.file.fault or ""), "copy": str(self.copy.fault or "")}
        return found | {"nights": self.copy.nights, "until": self.copy.last_entry, "ways": self.ways}


def _lost(file: Contents, copy: Contents) -> str:
    from tt_print.paths import data_folder

    if file.fault is None:
        return "behind"
    if copy.fault is None:
        return "copy_is_whole"
    is_elsewhere = file.path != data_folder() / FILE_NAME
    foreign = file.fault.state is State.FOREIGN and copy.fault.state is State.GONE
    return "foreign" if foreign and is_elsewhere else "both"


# ---------------------------------------------------------------- entries


class ScoreStore:
    """An open file of nights. Made by `open_store`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, copy: Contents) -> None:
        self.path = path
        self._connection, self._copy = connection, copy
        self._read()

    def _read(self) -> None:
        self._version = self._others_version()  # first: what another terminal stores from now on is read again
        self.rows = read_rows(self._connection)
        self._events = [_event(row) for row in self.rows]

    def _others_version(self) -> int:
        """A number that is another one after an entry of another terminal."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def events(self) -> list[Event]:
        """All events in order: as they were when the file was opened, and what was written since."""
        return [*self._events]

    def write(self, compose: Callable[[list[Event]], Sequence[Draft]], at: str, who: str) -> list[Event]:
        """Adds what `compose` makes of all events so far, in one transaction: all of it or nothing.

        No other terminal can write between what `compose` sees and what it adds. What it raises goes through, and
        nothing is stored. Gives the new events, which `renew_copy` must copy before they are called saved. Raises
        MachineError when the disk refuses.
        """
        with _errors_explained(self.path, self._copy):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                if self._version != self._others_version():
                    self._read()
                rows, before = [*self.rows], len(self.rows)
                for sequence, draft in enumerate(compose([*self._events]), before + 1):
                    text = json.dumps(draft.data, ensure_ascii=False)
                    row = (sequence, draft.night, at, who, draft.kind, text)
                    rows.append((*row, checksum(*row)))
                self._connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", rows[before:])
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        added = [_event(row) for row in rows[before:]]
        self.rows, self._events = rows, [*self._events, *added]
        return added

    def renew_copy(self) -> str:
        """The copy becomes what the file is now; a run that is stopped leaves the old one, or the new one.

        Gives what people should know: why the copy is not as new as the file, or that a copy which could not be read
        is kept elsewhere. "" where all is well.
        """
        was = self._copy
        try:
            kept = _renew_copy(self.path, was, self.rows)
        except MachineError as error:
            return f"Saved, but not in the copy beside the file: {error}"
        self._copy = Contents(was.path, self.rows)
        if kept is None:
            return ""
        return f"Saved. The copy beside the file is {was.fault}; it is kept as {kept.name}, and a new copy was made."

    def close(self) -> None:
        self._connection.close()


def _event(row: Row) -> Event:
    sequence, night, at, who, kind, data, _ = row
    try:
        return Event(sequence, night, at, who, kind, json.loads(data))
    except (ValueError, RecursionError):
        raise UnusableFileError(State.DAMAGED, f"entry {sequence} cannot be read") from None


@contextmanager
def open_store(path: Path, writing: bool = False, create: bool = True) -> Iterator[ScoreStore]:
    """The file at `path`; where neither it nor a copy is, with `writing` and `create` a new one.

    Raises FileNotFoundError where no night was ever kept, LostNightsError where a person must choose first, and
    MachineError when the machine refuses.
    """
    if not (writing and create) and not _exists(path):
        raise FileNotFoundError(path)
    with ExitStack() as stack:
        if writing:
            with translated(path):
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                stack.enter_context(folder_lock(path.parent))
                if not _exists(path):
                    _create(path)
        yield stack.enter_context(closing(_open(path, writing)))


def _open(path: Path, writing: bool) -> ScoreStore:
    copy = read_copy(path)  # before the file, which from then on holds all that the copy holds at that moment
    with _errors_explained(path, copy):
        connection = open_verified(path, "rw" if writing or os.access(path, os.W_OK) else "ro")
        try:
            store = ScoreStore(path, connection, copy)
            file = Contents(path, store.rows)
            if file.lacks(copy):
                raise LostNightsError(file, copy)
        except BaseException:
            connection.close()
            raise
    return store


def _create(path: Path) -> None:
    """A file without an entry, which has its name only when it is whole. The caller holds the lock."""
    fresh = _fresh_path(path)
    create_tables(fresh)
    replace_file(fresh, path)
    sync_folder(path.parent)


@contextmanager
def _errors_explained(path: Path, copy: Contents) -> Iterator[None]:
    try:
        with translated(path):
            yield
    except UnusableFileError as unusable:
        raise LostNightsError(Contents(path, (), unusable), copy) from unusable


# ---------------------------------------------------------------- the copy


def copy_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.copy")


def read_copy(path: Path) -> Contents:
    """What the copy of the file at `path` holds; never empty without a fault."""
    place = copy_path(path)
    try:
        if rows := read_file(place):
            return Contents(place, rows)
        return Contents(place, (), UnusableFileError(State.EMPTY))
    except UnusableFileError as unusable:
        return Contents(place, (), unusable)
    except MachineError as error:
        return Contents(place, (), UnusableFileError(State.UNREADABLE, str(error.__cause__ or error)))


def restore(path: Path) -> RestoreResult:
    """Puts the copy instead of the file, which is kept under another name; nothing where the file is whole and has all
    that the copy has.

    Raises InputError where there is neither, LostNightsError where neither can be read, and MachineError.
    """
    with _file_and_copy(path) as (file, copy):
        if file.fault is None and not file.lacks(copy):
            return RestoreResult(file, copy)
        if copy.fault is not None:
            raise LostNightsError(file, copy)
        return RestoreResult(file, copy, True, _put_in_place(path, copy.path.read_bytes()))


def keep_file(path: Path) -> Path | None:
    """Goes on with the file as it is: a copy that has other entries, or cannot be read, is kept under another name, and
    a new one is made. Gives that name, None where no copy was in the way. Raises LostNightsError, and MachineError.
    """
    with _file_and_copy(path) as (file, copy):
        if file.fault is not None:
            raise LostNightsError(file, copy)
        return _renew_copy(path, copy, file.rows, file.lacks(copy))


def set_aside(path: Path) -> Path | None:
    """Makes room for a file without a past: file and copy get another name, which is given; there they are a file and
    its copy as before. None where there was nothing. Raises MachineError.
    """
    if not _exists(path):
        return None
    with translated(path), folder_lock(path.parent):
        return _put_aside(path, [path, journal_path(path), copy_path(path)])


def replace_nights(path: Path, data: bytes) -> None:
    """Puts the bytes of another whole file instead of this one and its copy, which are kept. Raises MachineError."""
    with translated(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with folder_lock(path.parent):
            _put_in_place(path, data)
    keep_file(path)  # a run that dies before it leaves a file and a copy of different entries, and people choose


@contextmanager
def _file_and_copy(path: Path) -> Iterator[tuple[Contents, Contents]]:
    """What is there, while nobody else changes it. Raises InputError where nothing is."""
    if not _exists(path):
        raise InputError(f"there is neither a file {path} nor a copy of it.")
    with translated(path), folder_lock(path.parent):
        try:
            with translated(path), closing(open_verified(path, "rw")) as connection:
                file = Contents(path, read_rows(connection))
        except UnusableFileError as unusable:
            file = Contents(path, (), unusable)
        yield file, read_copy(path)


def _renew_copy(path: Path, copy: Contents, rows: Sequence[Row], differs: bool = False) -> Path | None:
    """Makes the copy again from the file, which has these rows, and puts one aside first that is not within it; gives
    where that is now. The caller holds the lock. Raises MachineError.
    """
    with translated(copy.path), _written(path, path.read_bytes(), path.stat().st_mode & 0o777 | PRIVATE) as fresh:
        if _rows_of(fresh) != rows:
            raise MachineProblem("score.changed_meanwhile", path=str(path), place=CURRENT)
        in_the_way = differs or (copy.fault is not None and copy.fault.state is not State.GONE)
        kept = _put_aside(path, [copy.path]) if in_the_way else None
        replace_file(fresh, copy.path)
        sync_folder(path.parent)
    return copy_path(kept) if kept else None


def _rows_of(path: Path) -> list[Row] | None:
    try:
        return read_file(path)
    except UnusableFileError:
        return None


# ---------------------------------------------------------------- names


def _fresh_path(path: Path) -> Path:
    """Where a file is made that is to have the name `path`; only who holds the lock does that."""
    return path.with_name(f".{path.name}.new")


def _exists(path: Path) -> bool:
    """Whether anything is left of a file of nights; also a link that leads nowhere."""
    return any(map(os.path.lexists, (path, copy_path(path), journal_path(path))))


@contextmanager
def _written(path: Path, data: bytes, mode: int) -> Iterator[Path]:
    """A file of these bytes, on the disk, that is to be renamed; gone at the end if it was not. The caller holds the lock."""
    fresh = _fresh_path(path)
    fresh.unlink(missing_ok=True)  # of a run that died
    try:
        with open(fresh, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            sync(file.fileno())
        yield fresh
    finally:
        fresh.unlink(missing_ok=True)


def _put_in_place(path: Path, data: bytes) -> Path | None:
    """A file of these bytes at `path`; gives where that is now which was there. The caller holds the lock."""
    with _written(path, data, PRIVATE) as fresh:  # first of all: where the disk is full, nothing else has been touched
        kept = _put_aside(path, [path, journal_path(path)])
        replace_file(fresh, path)
        sync_folder(path.parent)
    return kept


def _put_aside(path: Path, places: Sequence[Path]) -> Path | None:
    """Renames as many of these as are there to `score.sqlite.replaced-1...`, a name that nothing has; gives it.

    The caller holds the lock. A file comes before its copy, so that a run that dies between them leaves the copy.
    """
    there = [place for place in places if os.path.lexists(place)]
    if not there:
        return None
    for number in count(1):
        kept = path.with_name(f"{path.name}.replaced-{number}")
        if not _exists(kept):
            break
    for place in there:
        replace_file(place, kept.with_name(kept.name + place.name.removeprefix(path.name)))
    sync_folder(path.parent)
    return kept
