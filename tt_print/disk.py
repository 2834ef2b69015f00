"""Files that take their places whole, reach the disk, and are written by one run at a time; on every system."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from time import sleep, time

ABANDONED_S = 3600  # what is older belongs to no run that is still going on
LOCK_FILE = ".tt-print-lock"  # on Windows, which cannot lock a folder

# Windows: access denied, sharing violation, lock violation. Virus scanners and indexers look into a new file for a
# moment, so it is tried again before a person is asked to close a program.
_OPEN_ELSEWHERE = (5, 32, 33)
_PAUSES_S = (0.05, 0.1, 0.2, 0.4, 0.8)


class FileInUseError(PermissionError):
    """Another program has a file open, so that Windows lets nobody replace it; `filename` is that file."""


def replace_file(source: Path, target: Path) -> None:
    """Renames `source` to `target`, over what is there. Raises FileInUseError, and OSError for all else."""
    for pause_s in (*_PAUSES_S, None):
        try:
            os.replace(source, target)
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _OPEN_ELSEWHERE:
                raise
            if pause_s is None:
                why = f"{target} is open in another program; close it in the program that shows it"
                raise FileInUseError(error.errno, why, str(target)) from error
        sleep(pause_s)


def write_new(path: Path, text: str) -> bool:
    """Writes a text where no file is; False where one is, which is left as it is. Makes its folder. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        return False
    return True


def write_atomic(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Writes one file, whole or not at all: beside its place, on the disk, then renamed. Makes its folder.

    `mode` is that of a new file before the umask takes its part. Raises OSError, and leaves nothing behind.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_abandoned(path.parent, f".{path.name}-*")
    beside = path.with_name(f".{path.name}-{os.urandom(4).hex()}")
    try:
        with open(beside, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            sync(file.fileno())
        replace_file(beside, path)
        sync_folder(path.parent)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def remove_abandoned(folder: Path, pattern: str, alone: bool = False) -> None:
    """Removes the files and folders that killed runs have left; a younger one may be another's at work unless we are `alone`."""
    from shutil import rmtree

    for left in [*folder.glob(pattern)]:
        with suppress(FileNotFoundError):  # another run has cleared it away
            if alone or time() - left.stat().st_mtime > ABANDONED_S:
                rmtree(left, ignore_errors=True) if left.is_dir() else left.unlink()


def sync(descriptor: int) -> None:
    """Waits until a file is on the disk itself; on macOS `fsync` alone leaves it in the drive's own memory."""
    try:
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)  # type: ignore[attr-defined,unused-ignore]
    except (ImportError, AttributeError, OSError):  # not macOS, or a disk that knows no such thing
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Waits until what was renamed in a folder is on the disk too, where the system can say so."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folder; its renames are in the journal of its file system
        return
    try:
        with suppress(OSError):  # some network drives
            sync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def folder_lock(folder: Path) -> Iterator[bool]:
    """Lock `folder` against other runs, waiting if necessary. Yields False if the system or the drive has no locks.

    A run that ends, however it ends, ends its turn. Raises OSError when the folder cannot be opened.
    """
    try:
        import fcntl as _  # noqa: F401  # which Windows has not, where no folder can be locked

        descriptor = os.open(folder, os.O_RDONLY)
    except ImportError:
        descriptor = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        yield _lock(descriptor, wait=True) is True
    finally:
        os.close(descriptor)  # which ends the turn


@contextmanager
def hold(path: Path) -> Iterator[bool]:
    """Holds an empty file until the block, or the process, ends. Gives False at once while another process holds it.

    Gives True where the folder takes no file, and where the system or the drive has no locks.
    """
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:
            yield True
            return
        is_free = _lock(descriptor, wait=False) is not False
        with suppress(FileNotFoundError):
            if not is_free or os.path.samestat(os.fstat(descriptor), path.stat()):
                break
        os.close(descriptor)  # the process that held it has removed it meanwhile: again, with a new one
    try:
        yield is_free
    finally:
        with suppress(OSError):  # Windows removes no open file: there an empty one stays
            if is_free:
                path.unlink()
        os.close(descriptor)


def _lock(descriptor: int, wait: bool) -> bool | None:
    """Locks what is open until it is closed. False while another has the lock; None where the system or the drive has no locks."""
    try:
        import fcntl
    except ImportError:
        windows = import_module("msvcrt")
        while True:
            try:
                windows.locking(descriptor, windows.LK_NBLCK, 1)
                return True
            except PermissionError:  # another run's turn
                if not wait:
                    return False
                sleep(0.01)
            except OSError:
                return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:  # some network drives
        return None
    return True
