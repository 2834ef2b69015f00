"""Where the files to check come from: one file, a folder or a zip; and a zip of files that were made."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PureWindowsPath
from typing import IO, Any

from tt_print.input_files import MEGABYTE, in_bytes, open_file, read_bytes
from tt_print.problems import Problem

# Twenty decks for a service that wants each card as a picture of its own are 2,700 files and 250 MB, the most that we make.
MAX_BYTES = 600 * MEGABYTE
MAX_FILE_BYTES = 64 * MEGABYTE  # one file is in memory at a time
MAX_FILES = 10_000
MAX_ZIP_INDEX_BYTES = 5 * MEGABYTE  # the list of so many files at a zip's end
MISSING = "Name a file, a folder or a zip, such as output/export/mpc-poker"


class Files(Mapping[str, bytes]):
    """Files by name, each read whenever it is asked for, so that no more than one is in memory."""

    def __init__(self, readers: Mapping[str, Callable[[], bytes]]) -> None:
        self._readers = readers

    def __getitem__(self, name: str) -> bytes:
        return self._readers[name]()

    def __contains__(self, name: object) -> bool:
        return name in self._readers

    def __iter__(self) -> Iterator[str]:
        return iter(self._readers)

    def __len__(self) -> int:
        return len(self._readers)


@contextmanager
def open_files(path: Path) -> Iterator[Mapping[str, bytes]]:
    """Name to content of one file, of all files below a folder, or of those in a zip.

    Of a folder that holds more than an export can, nothing is read. Raises Problem where there is nothing to check or
    too much, MachineError where the machine refuses.
    """
    if path.is_dir():
        yield _open_folder(path)
    elif path.suffix.lower() == ".zip":
        with open_file(path, MAX_BYTES, MISSING) as file, open_zip(file, path.name) as files:
            yield files
    else:
        yield {path.name: read_bytes(path, MAX_FILE_BYTES, MISSING)}


def _too_large(code: str, **where: Any) -> Problem:
    return Problem(code, most=in_bytes(MAX_BYTES), most_each=in_bytes(MAX_FILE_BYTES), files=MAX_FILES, **where)


def _open_folder(folder: Path) -> Files:
    found: dict[str, Path] = {}
    total = 0
    for path in _plain_files(folder):
        size = path.stat().st_size
        total += size
        if total > MAX_BYTES or size > MAX_FILE_BYTES or len(found) == MAX_FILES:
            raise _too_large("export.folder_large", folder=folder)
        found[path.relative_to(folder).as_posix()] = path
    if not found:
        raise Problem("export.folder_empty", folder=folder)
    return Files({name: partial(read_bytes, found[name], MAX_FILE_BYTES) for name in sorted(found)})


def _plain_files(folder: Path) -> Iterator[Path]:
    """All below `folder` but hidden ones. Raises Problem for a link that leads out of it, and for what is no file."""
    inside = folder.resolve()
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(name for name in names if not name.startswith(".")):
            path = Path(here, name)
            if path.is_symlink() and not path.resolve().is_relative_to(inside):
                raise Problem("export.link", path=path)
            if not stat.S_ISREG(path.stat().st_mode):
                raise Problem("export.no_file", path=path)
            yield path


@contextmanager
def open_zip(file: IO[bytes], name: str) -> Iterator[Files]:
    """Name to content. Raises Problem for what is no zip, a damaged one, or one that unpacks to no export."""
    unreadable = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, EOFError, OSError, ValueError)

    def read(entry: str) -> bytes:
        try:
            return archive.read(entry)  # never more than its `file_size`
        except unreadable as error:
            raise Problem("export.zip_damaged", name=name, error=error) from error

    if _index_bytes(file) > MAX_ZIP_INDEX_BYTES:
        raise _too_large("export.zip_large", name=name)
    try:
        archive = zipfile.ZipFile(file)
    except unreadable as error:
        raise Problem("export.zip_damaged", name=name, error=error) from error
    with archive:
        entries: dict[str, int] = {}
        for entry in archive.infolist():
            path = PureWindowsPath(entry.filename)
            if entry.filename in entries:
                raise Problem("export.zip_twice", name=name, entry=entry.filename)
            if path.anchor or ".." in path.parts:  # on one system or another
                raise Problem("export.zip_outside", name=name, entry=entry.filename)
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise Problem("export.zip_packed", name=name, entry=entry.filename)
            if not entry.is_dir() and not entry.filename.startswith("__MACOSX/"):  # notes of a Mac's Finder
                entries[entry.filename] = entry.file_size
        if (
            len(entries) > MAX_FILES
            or sum(entries.values()) > MAX_BYTES
            or max(entries.values(), default=0) > MAX_FILE_BYTES
        ):
            raise _too_large("export.zip_large", name=name)
        # a folder that was zipped as a whole
        top = {entry.partition("/")[0] for entry in entries}
        skip = len(min(top)) + 1 if len(top) == 1 and all("/" in entry for entry in entries) else 0
        yield Files({entry[skip:]: partial(read, entry) for entry in entries})


def _index_bytes(file: IO[bytes]) -> int:
    """How long a zip says that its list of files is (4.3.16 of the format), which Python reads whole; 0 where it says nothing."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - 70_000))  # the end, with the longest comment that there can be
    tail = file.read()
    end = tail.rfind(b"PK\5\6")
    return int.from_bytes(tail[end + 12 : end + 16], "little") if end >= 0 else 0


def make_zip(files: Mapping[str, bytes]) -> bytes:
    """A zip without a clock: the first day that zip knows, files in order, stored because PNG is compressed."""
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, data)
    return output.getvalue()
