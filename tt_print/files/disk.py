"""Files that reach the disk whole or not at all, turns of several runs, the output folder, and names that every system takes.

The output folder has a manifest with hashes: what is not ours, or was changed since, is never written over.
"""

from __future__ import annotations

import errno
import json
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep, time

from tt_print.errors import MachineError
from tt_print.problems import MachineProblem

ABANDONED_S = 3600  # what is older belongs to no run that is still going on
LOCK_FILE = ".tt-print-lock"  # on Windows, which cannot lock a folder
PATIENCE_S = 20  # with another run that has the lock; no run of ours writes so long

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


def write_atomic(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Writes one file, whole or not at all: beside its place, on the disk, then renamed. Makes its folder.

    `mode` is that of a new file before the umask takes its part. Raises OSError, and leaves nothing behind.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_abandoned(path.parent, f".{path.name}-*")
    with fresh_file(path.with_name(f".{path.name}-{os.urandom(4).hex()}"), data, mode) as beside:
        put_in_place(beside, path)


@contextmanager
def fresh_file(path: Path, data: bytes, mode: int) -> Iterator[Path]:
    """A file of these bytes, on the disk, that is to be renamed; gone at the end if it was not."""
    try:
        with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            sync(file.fileno())
        yield path
    finally:
        path.unlink(missing_ok=True)


def put_in_place(source: Path, target: Path) -> None:
    """As `replace_file`, so that it outlives a power failure."""
    replace_file(source, target)
    sync_folder(target.parent)


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

    A run that ends, however it ends, ends its turn. Raises OSError when the folder cannot be opened, or another run does not end.
    """
    try:
        import fcntl as _  # noqa: F401  # which Windows has not, where no folder can be locked

        descriptor = os.open(folder, os.O_RDONLY)
    except ImportError:
        descriptor = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        is_ours = _lock(descriptor, PATIENCE_S)
        if is_ours is False:
            raise TimeoutError(
                errno.ETIMEDOUT, f"another run has been writing there for {PATIENCE_S} seconds", str(folder)
            )
        yield is_ours is True
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
        is_free = _lock(descriptor, 0) is not False
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


def _lock(descriptor: int, patience_s: float) -> bool | None:
    """Locks what is open until it is closed. False while another has the lock; None where the system or the drive has no locks."""
    end = monotonic() + patience_s
    while (is_ours := _try_lock(descriptor)) is False and monotonic() < end:
        sleep(0.01)
    return is_ours


def _try_lock(descriptor: int) -> bool | None:
    try:
        import fcntl
    except ImportError:
        windows = import_module("msvcrt")
        try:
            windows.locking(descriptor, windows.LK_NBLCK, 1)
        except PermissionError:  # another run's turn
            return False
        except OSError:
            return None
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # some network drives
        return None
    return True


MANIFEST = ".tt-print.json"
STAGING = ".tt-print-staging"  # with letters of this run's own behind it
ABOUT = "Files that tt_print made, with their SHA-256. It overwrites these and no others."


def write_files(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Writes `files` (name below `folder`, with `/`, to content) and gives their paths in order.

    Nothing is changed before all of it lies ready beside its place, and where one file cannot take its place those
    before it go back to what they were. A run that is killed while files take their places leaves each of them
    whole, old or new. A file that already has its content is not touched.

    Raises MachineError when the machine refuses, or when something that tt-print did not make, or that
    was edited since, is in the way.
    """
    _verify_names(folder, files)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with folder_lock(folder) as alone:
            remove_abandoned(folder, f"{STAGING}*", alone)
            _write_in_turn(folder, files)
    except MachineError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        if isinstance(error, FileInUseError):
            raise MachineProblem("output.in_use", "out", reason=reason) from error
        raise MachineProblem("output.refused", "out", folder=f"{folder}{os.sep}", reason=reason) from error
    return [folder / name for name in files]


def _verify_names(folder: Path, files: Mapping[str, bytes]) -> None:
    """Raises for a name that leads out of the folder, or is another one's where upper and lower case are the same."""
    known: dict[str, str] = {}
    for name in files:
        if not all(map(is_portable, name.split("/"))):
            raise MachineError(f"{name!r} is not a file name that every system takes; nothing is written.")
        if (other := known.setdefault(name.casefold(), name)) != name:
            raise MachineError(f"{other} and {name} are one file on Windows and macOS; nothing is written.")
    for path in dict.fromkeys(parent for name in files for parent in (folder / name).parents):
        if path.exists() and not path.is_dir():
            raise MachineProblem("output.file_for_folder", "out", path=str(path))


def _write_in_turn(folder: Path, files: Mapping[str, bytes]) -> None:
    known = _read_manifest(folder)
    hashes = {name: hash_of(data) for name, data in files.items()}
    waiting = [name for name in files if _hash_of_ours(folder / name, hashes[name], known.get(name)) != hashes[name]]
    after = {**known, **{name: [made] for name, made in hashes.items()}}
    if not waiting and after == known:
        return
    from tempfile import TemporaryDirectory  # which a start need not wait for

    with TemporaryDirectory(prefix=f"{STAGING}-", dir=folder, ignore_cleanup_errors=True) as staging:
        staged = [(Path(staging, str(index)), name) for index, name in enumerate(waiting)]
        for source, name in staged:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            source.write_bytes(files[name])
        # Until every file has its new content both hashes are ours: a run stopped between two renames
        # must not make the next one take our own files for a stranger's.
        both = {name: sorted({*known.get(name, ()), made}) for name, made in hashes.items()}
        manifest = Path(staging, MANIFEST)
        manifest.write_bytes(_manifest_text({**known, **both}))
        _place(folder, [(manifest, MANIFEST)])
        manifest.write_bytes(_manifest_text(after))
        _place(folder, [*staged, (manifest, MANIFEST)])


def _hash_of_ours(path: Path, made: str, known: Sequence[str] | None) -> str | None:
    """The hash of what is in a place now, None where there is nothing. Raises for what is not ours (`made` or `known`)."""
    if path.is_dir():
        raise MachineProblem("output.folder", "out", path=str(path))
    found = hash_of(path.read_bytes()) if path.exists() else None
    if found in (made, *(known or ())) or (found is None and not path.is_symlink()):
        return found
    raise MachineProblem("output.foreign" if known is None else "output.changed", "out", path=str(path))


def _place(folder: Path, staged: Sequence[tuple[Path, str]]) -> None:
    """Gives each staged file its place, by name. Where one cannot have it, those before it become what they were."""
    placed: list[tuple[Path, Path]] = []  # with a second name for what was there, a free one where nothing was
    try:
        for source, name in staged:
            place, before = folder / name, source.with_name(f"{source.name}-before")
            before.unlink(missing_ok=True)
            if place.exists():
                try:
                    os.link(place, before)
                except OSError:  # a drive that knows no second names
                    from shutil import copy2

                    copy2(place, before)
            replace_file(source, place)
            placed.append((place, before))
    except BaseException:
        for place, before in reversed(placed):
            with suppress(OSError):  # each is whole, old or new, and the manifest knows both
                if before.exists():
                    replace_file(before, place)
                else:
                    place.unlink()
        raise


def hash_of(data: bytes) -> str:
    """The SHA-256 in hexadecimal digits."""
    from hashlib import sha256  # here, because a start that writes nothing needs none

    return sha256(data).hexdigest()


def zipped(files: Mapping[str, bytes], is_packed: bool = False) -> bytes:
    """A zip without a clock or a system: the first day that zip knows, files in order; packed, or stored as PNG is compressed already."""
    import io
    import zipfile

    output = io.BytesIO()
    kind = zipfile.ZIP_DEFLATED if is_packed else zipfile.ZIP_STORED
    with zipfile.ZipFile(output, "w", kind, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, data, kind, 9)
    return output.getvalue()


def _read_manifest(folder: Path) -> dict[str, list[str]]:
    """Name to the hashes that are ours. A damaged manifest counts as empty: every file is then somebody else's."""
    try:
        files = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
        return {name: [*map(str, hashes)] for name, hashes in files.items() if isinstance(hashes, list)}
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def _manifest_text(files: Mapping[str, list[str]]) -> bytes:
    manifest = {"about": ABOUT, "files": dict(sorted(files.items()))}
    return f"{json.dumps(manifest, indent=1, ensure_ascii=False)}\n".encode()


# ---------------------------------------------------------------- names

# Every choice that changes the bytes has its part in a file's name, so that the same name means the same bytes. Every system must take it:
# no letter that Windows forbids, no name that it keeps for itself, and no two that differ in case alone, which are one file on Windows
# and macOS.


MAX_BYTES = 120  # of a stem; Windows has 260 letters for a whole path, many file systems 255 bytes for a name
MAX_WORDS = 48  # letters of people's names that a file's name carries
# naming-files in Microsoft's documentation of Windows; whatever stands behind a dot makes no difference to it
RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{digit}" for port in ("COM", "LPT") for digit in "0123456789¹²³")}


def file_stem(*parts: str) -> str:
    """The parts that are not empty, with hyphens: `deck-low-a4`. What a system would not take is put into a hash."""
    stem = "-".join(part for part in parts if part)
    if is_portable(stem):
        return stem
    plain = "".join(
        letter if _is_plain(letter) and letter not in " ." else "-" for letter in unicodedata.normalize("NFC", stem)
    )
    kept = re.sub("-+", "-", plain).encode()[: MAX_BYTES - 9].decode(errors="ignore").strip("-")
    return f"{kept}_{short_hash(stem)}"


def is_portable(name: str) -> bool:
    """Whether Linux, macOS and Windows all take it for a file or folder, as it is."""
    return (
        bool(name)
        and all(map(_is_plain, name))
        and name == unicodedata.normalize("NFC", name)
        and name[0] not in " -."
        and name[-1] not in " ."
        and name.partition(".")[0].upper() not in RESERVED
        and len(name.encode()) <= MAX_BYTES
    )


def _is_plain(letter: str) -> bool:
    return letter.isalnum() or letter in " -_.+="


def words_part(words: Sequence[str]) -> str:
    """People's names in a file's name: `Ann-Bo`. With a hash where others could give the same name on some system."""
    plain = "-".join(words)
    if len(plain) > MAX_WORDS or not all(re.fullmatch("[A-Za-z0-9]+", word) for word in words):
        return f"names_{short_hash(chr(10).join(words))}"
    as_usual = all(word == word.capitalize() for word in words)  # of all ways to spell them the one without a hash
    return plain if as_usual else f"{plain}_{short_hash(plain)}"


def short_hash(text: str, digits: int = 8) -> str:
    """The first hexadecimal digits of the SHA-256 of `text`: for what is too long, or too odd, for a file name."""
    return hash_of(text.encode(errors="surrogatepass"))[:digits]


def house_part(rules: Sequence[str]) -> str:
    """House rules (`name=value`): a single plain one as it is written, others by a hash, nothing for none."""
    if len(rules) == 1 and re.fullmatch("[a-z0-9_=]+", rules[0]):
        return rules[0].replace("=", "-").replace("_", "-")
    return f"house-{short_hash(chr(10).join(rules))}" if rules else ""
