"""The copies beside a file of nights: one of the last entry, and one a day that somebody played; and the way back.

`score.sqlite.backup` follows every entry. When an entry comes on another day, the copy of the day before becomes
`score.sqlite.backup.2026-11-21`; the last seven of these are kept. A copy only ever gives way to one that holds all its
entries, in their order, and more. So a file that has lost nights never costs a copy of them, and whatever is put in
place of something else, by a person's wish, keeps that under another name: nothing here removes an entry.

Whoever makes a copy holds sqlite's lock on the file itself, so there is no second one at it.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import date
from itertools import count
from pathlib import Path

from tt_print.disk import ABANDONED_S, replace_file, sync, sync_folder
from tt_print.errors import InputError, MachineError
from tt_print.records import dataclass
from tt_print.score.database import (
    Row,
    State,
    UnusableFileError,
    connect,
    journal_path,
    open_whole,
    read_file,
    read_rows,
    refused,
    translated,
)

FILE_NAME = "score.sqlite"  # of a person's own nights, in the folder that `paths` names
KEPT_DAYS = 7


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy and what it holds. `fault` says why it cannot be read; it is empty where all of it can."""

    path: Path
    rows: tuple[Row, ...] = ()
    fault: str = ""

    def is_within(self, rows: Sequence[Row]) -> bool:
        """Whether `rows` hold all its entries, in their order."""
        return not self.fault and self.rows == tuple(rows[: len(self.rows)])


@dataclass(frozen=True, slots=True)
class Restored:
    """What `restore` did. `kept` is where that is now which stood in the way, None where nothing did."""

    copy: Copy
    kept: Path | None


class CopiesDifferError(MachineError):
    """A copy holds entries that the file has not; nothing was changed."""


def backup_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.backup")


def summary(rows: Sequence[Row]) -> str:
    """`57 entries of 3 nights, up to 2026-11-21 22:14`."""
    nights = len({row[1] for row in rows})
    when = last_entry(rows)
    entries = f"{len(rows)} entr{'ies' if len(rows) != 1 else 'y'} of {nights} night{'s' if nights != 1 else ''}"
    return entries + (f", up to {when}" if when else "")


def last_entry(rows: Sequence[Row]) -> str:
    """When the last one was made, `2026-11-21 22:14`; nothing where that is no time (another program's file)."""
    found = re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", rows[-1][2], re.ASCII) if rows else None
    return found[0].replace("T", " ") if found else ""


def typed(path: Path, *words: str) -> str:
    """What people type to do something with this file, which a hint repeats if it is not their own."""
    from tt_print.paths import data_folder
    from tt_print.score.place import Place

    return Place(file=None if path == data_folder() / FILE_NAME else path).typed(*words)


# ---------------------------------------------------------------- what there is


def copy_paths(path: Path) -> list[Path]:
    """The copies that are there: the last one, then those of days, the latest first.

    By the spelling of `path`: where upper and lower case are one, or accents have two forms, a folder may list them in
    another. There the spelling of `path` exists too; elsewhere that would be another file's copy.
    """
    backup, found = backup_path(path), set()
    with suppress(OSError):
        for name in os.listdir(path.parent):
            suffix = _folded(name).removeprefix(_folded(backup.name))
            if named := _SUFFIX.fullmatch(suffix):
                found.add((named[1] or "last", int(named[2] or 1), backup.with_name(backup.name + suffix)))
    there = [place for _, _, place in sorted(found, reverse=True)]  # "last" comes behind every digit
    return [place for place in there if os.path.lexists(place)]


_SUFFIX = re.compile(r"(?:\.(\d{4}-\d\d-\d\d)(?:-(\d+))?)?", re.ASCII)


def _folded(name: str) -> str:
    """What two spellings of a name have in common on a disk where case and the form of accents do not count."""
    if not name.isascii():
        from unicodedata import normalize

        name = normalize("NFC", name)
    return name.casefold()


def read_copy(path: Path, verify: bool = False) -> Copy | None:
    """A copy as it is; None where there is none. `verify` looks at every byte of it, as before it is put in place."""
    try:
        return Copy(path, tuple(read_file(path, verify)))
    except UnusableFileError as unusable:
        if unusable.state is State.GONE:
            return None
        faults = {
            State.EMPTY: "",
            State.DAMAGED: f"damaged ({unusable.reason})",
            State.FOREIGN: "not a file of scores",
            State.NEWER: "written by a newer tt-print",
        }
        return Copy(path, (), faults[unusable.state])
    except MachineError as error:
        return Copy(path, (), f"cannot be read ({error.__cause__ or error})")


def read_copies(path: Path) -> list[Copy]:
    """All copies, looked at thoroughly: the one with most entries first, those that cannot be read last."""
    found = [copy for place in copy_paths(path) if (copy := read_copy(place, verify=True))]
    return sorted(found, key=lambda copy: -len(copy.rows))


def recent_copies(path: Path) -> list[Copy]:
    """The last copy and the latest of a day, at a glance: what an ordinary command compares its file with.

    To be read before the file: what a copy holds at any moment the file holds from then on.
    """
    return [copy for place in copy_paths(path)[:2] if (copy := read_copy(place))]


# ---------------------------------------------------------------- after every entry


def back_up(path: Path, connection: sqlite3.Connection) -> None:
    """The last copy becomes what the file is now. A run that is stopped leaves the old one, or the new one.

    Raises CopiesDifferError when the copy holds what the file does not, and MachineError.
    """
    with translated(path), _locked(connection):
        rows = read_rows(connection)
        last = read_copy(backup_path(path))
        if last is not None and not last.fault and not last.is_within(rows):
            last = read_copy(last.path, verify=True)  # its own damage may be all the difference
        if last is not None and not last.fault and not last.is_within(rows):
            raise CopiesDifferError(f"{last.path} holds entries that {path} has not. Both are left as they are.")
        _clear_abandoned(path)
        if last is not None and not last.fault and len(last.rows) == len(rows):
            return
        with _new_file(path) as fresh:
            _copy_file(path, fresh)
            if last is not None:
                _make_way(path, last, fresh)
            replace_file(fresh, backup_path(path))
        sync_folder(path.parent)
        _drop_old_days(path, rows)


def keep_version(path: Path, version: int) -> None:
    """A copy of an older file before it is brought up, `score.sqlite.version-1`. The caller holds the lock."""
    with translated(path):
        now = read_file(path, verify=False)
        for number in count(1):
            kept = path.with_name(f"{path.name}.version-{version}" + (f"-{number}" if number > 1 else ""))
            there = read_copy(kept)
            if there is None or there.is_within(now):
                break
        with _new_file(path) as fresh:
            _copy_file(path, fresh)
            replace_file(fresh, kept)
        sync_folder(path.parent)


def _make_way(path: Path, last: Copy, fresh: Path) -> None:
    """Before the last copy is replaced: one of an earlier day becomes that day's, a damaged one is put aside."""
    if not last.path.is_file():
        raise refused(last.path, "it is no file")
    if last.fault:
        with _place_aside(path) as kept:
            replace_file(last.path, backup_path(kept))
    elif last.rows and _day(last.path) != _day(fresh):
        for number in count(1):
            place = backup_path(path).with_name(
                f"{backup_path(path).name}.{_day(last.path)}" + (f"-{number}" if number > 1 else "")
            )
            there = read_copy(place)
            if there is None or there.is_within(last.rows):
                break
        replace_file(last.path, place)


def _day(path: Path) -> date:
    return date.fromtimestamp(path.stat().st_mtime)


def _drop_old_days(path: Path, rows: Sequence[Row]) -> None:
    """Copies of days before the last seven go, if the file has all that they hold."""
    days = [place for place in copy_paths(path) if place != backup_path(path)]
    for place in days[KEPT_DAYS:]:
        copy = read_copy(place)
        if copy is not None and copy.is_within(rows):
            with suppress(OSError):  # open in another program; the next entry tries again
                place.unlink()


def _clear_abandoned(path: Path) -> None:
    """Removes what killed runs left half done. The caller holds the file's lock, so no other run is at it.

    Version 0.1.0 made its copies without a lock, with the number of the run behind: only old ones of these are nobody's.
    """
    ours = re.compile(re.escape(f".{path.name}.new-") + r"\d+-\d+", re.ASCII)
    older = re.compile(re.escape(f"{backup_path(path).name}-") + r"\d+(-journal)?", re.ASCII)
    with os.scandir(path.parent) as entries:
        for entry in entries:
            with suppress(OSError):
                age_s = time.time() - entry.stat().st_mtime
                if ours.fullmatch(entry.name) or (older.fullmatch(entry.name) and age_s > ABANDONED_S):
                    os.unlink(entry)


# ---------------------------------------------------------------- by a person's wish


def restore(path: Path, number: int | None = None) -> Restored:
    """Puts a copy in place of the file: the best whole one, or `number` of `read_copies`, counted from 1.

    What stood there, and copies that hold other entries than the one chosen, are kept under another name. A run that
    is stopped at any point leaves the file or no file, never half of one, and every copy.

    Raises InputError when no copy has any entry, or none that a whole file lacks; MachineError.
    """
    with translated(path):
        copies = read_copies(path)
        chosen = _choose(path, copies, number)
        with _writers_kept_out(path) as rows:
            if number is None and rows is not None and chosen.is_within(rows):
                raise InputError(
                    f"{path} is not damaged, and holds all that its copies hold ({summary(rows)}); nothing is put in its "
                    f"place. Look at the copies: {typed(path, 'resume', '--copies')}"
                )
            with _new_file(path) as fresh:
                shutil.copyfile(chosen.path, fresh)
                _sync_file(fresh, chosen.path)
                if Copy(fresh, tuple(read_file(fresh, verify=True))).rows != chosen.rows:
                    raise MachineError(f"{chosen.path} could not be copied as it is. Nothing was changed; try again.")
                others = [copy.path for copy in copies if copy != chosen and not copy.is_within(chosen.rows)]
                kept = _put_aside(path, [path, journal_path(path), *others])
                _put_in_place(fresh, path)
    return Restored(chosen, kept)


def keep_file(path: Path) -> Path | None:
    """Goes on with the file though a copy holds other entries: such copies are kept under another name, which is given.

    None where no copy stands against it. Raises UnusableFileError, and MachineError.
    """
    with translated(path), closing(open_whole(path, "rw")) as connection:
        with _locked(connection):
            rows = read_rows(connection)
            others = [copy.path for copy in read_copies(path) if not copy.fault and not copy.is_within(rows)]
            kept = _put_aside(path, others)
        back_up(path, connection)
    return kept


def set_aside(path: Path) -> Path | None:
    """Makes room for a file without a past: the file and all its copies get another name, which is given; None where
    there was nothing. There they are a file and its copies as before. Raises MachineError.
    """
    with translated(path), _writers_kept_out(path):
        draft = path.with_name(f"{path.name}.draft")  # answers of a hand that was not finished
        return _put_aside(path, [path, journal_path(path), draft, *copy_paths(path)])


def _choose(path: Path, copies: Sequence[Copy], number: int | None) -> Copy:
    whole = [copy for copy in copies if copy.rows]
    if number is None and whole:
        return whole[0]
    if not whole:
        seen = "; ".join(f"{copy.path.name} is {copy.fault or 'empty'}" for copy in copies)
        if not copies:
            there = (
                f"there is no copy of {path}" if path.exists() else f"there is neither a file {path} nor a copy of it"
            )
            raise InputError(f"{there}.")
        raise InputError(f"no copy of {path} holds anything: {seen}.")
    if number is None or not 1 <= number <= len(copies):
        raise InputError(f"there is no copy {number}. See which there are: {typed(path, 'resume', '--copies')}")
    if not copies[number - 1].rows:
        raise InputError(f"copy {number} is {copies[number - 1].fault or 'empty'}. Choose another one.")
    return copies[number - 1]


def _put_aside(path: Path, places: Sequence[Path]) -> Path | None:
    """Renames the file, its journal and copies, as many as are there, to `score.sqlite.replaced-1...`, all or none."""
    there = [place for place in places if os.path.lexists(place)]
    if not there:
        return None
    with _place_aside(path) as kept:
        moved: list[tuple[Path, Path]] = []
        try:
            for place in there:
                target = place.with_name(kept.name + place.name.removeprefix(path.name))
                replace_file(place, target)
                moved.append((place, target))
        except BaseException:
            for place, target in reversed(moved):
                with suppress(OSError):
                    os.replace(target, place)
            raise
    sync_folder(path.parent)
    return kept


@contextmanager
def _place_aside(path: Path) -> Iterator[Path]:
    """A name that nobody else uses, held by an empty file until something takes its place."""
    for number in count(1):
        kept = path.with_name(f"{path.name}.replaced-{number}")
        taken = (_folded(f"{kept.name}."), _folded(f"{kept.name}-"))
        if any(_folded(name).startswith(taken) for name in os.listdir(path.parent)):
            continue
        try:
            os.close(os.open(kept, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            break
        except FileExistsError:
            continue
    try:
        yield kept
    finally:
        with suppress(OSError):
            if not kept.is_dir() and not kept.stat().st_size:
                kept.unlink()


def _put_in_place(fresh: Path, path: Path) -> None:
    """Renames `fresh` to `path`, where nothing is. Raises MachineError when another terminal was faster."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except FileExistsError:
        raise MachineError(f"another terminal has just put a file at {path}. Look at it: {typed(path, '')}") from None
    replace_file(fresh, path)
    sync_folder(path.parent)


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """An empty file of this run's own beside `path`, on its way to another name; gone at the end if it is still there."""
    for number in count():
        fresh = path.with_name(f".{path.name}.new-{os.getpid()}-{number}")
        try:
            os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            break
        except FileExistsError:
            continue
    try:
        yield fresh
    finally:
        fresh.unlink(missing_ok=True)


def _copy_file(path: Path, fresh: Path) -> None:
    """All of an open file into `fresh`, on the disk. By sqlite, which gives the pages as they are after the last entry."""
    with closing(connect(path, "ro")) as source, closing(connect(fresh, "rw")) as target:
        for setting in ("journal_mode = OFF", "synchronous = OFF"):  # nobody else has it, and a half one is thrown away
            target.execute(f"PRAGMA {setting}")
        source.backup(target)
    _sync_file(fresh, path)


def _sync_file(path: Path, model: Path) -> None:
    """On the disk, and to be read by those who may read `model`."""
    with suppress(OSError):  # a drive without such rights
        path.chmod(model.stat().st_mode & 0o777 | 0o600)
    with path.open("rb+") as file:
        sync(file.fileno())


@contextmanager
def _locked(connection: sqlite3.Connection) -> Iterator[None]:
    """No other terminal writes meanwhile; nothing is written by this transaction itself."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


@contextmanager
def _writers_kept_out(path: Path) -> Iterator[list[Row] | None]:
    """Gives the rows of the file where it is whole, and keeps other terminals from writing to it.

    On Windows only until the file is to be renamed: there nobody can do that while anybody has it open, this run included.
    """
    try:
        connection = open_whole(path, "rw")
    except UnusableFileError:
        yield None
        return
    with closing(connection):
        connection.execute("BEGIN EXCLUSIVE")
        rows: list[Row] | None = None
        with suppress(UnusableFileError), translated(path):
            rows = read_rows(connection)
        if sys.platform == "win32":
            connection.close()
        yield rows
