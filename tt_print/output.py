"""Writing files so that nothing of anybody's is lost.

Everything is written beside its place and then renamed, all or nothing; a manifest in the output
folder holds a hash of each file that tt-print made. A file that is not in it, or that was changed
since, is never overwritten.

Runs that write to one folder at once take turns: each reads the manifest that the one before it has written.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import count
from pathlib import Path

from tt_print.disk import ABANDONED_S, FileInUseError, folder_lock, replace_file
from tt_print.errors import MachineError
from tt_print.file_names import is_portable
from tt_print.problems import MachineProblem

MANIFEST = ".tt-print.json"
STAGING = ".tt-print-staging"  # with the number of the run behind it


def write_files(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Writes `files` (name below `folder`, with `/`, to content) and gives their paths in order.

    Nothing is changed before all of it lies ready beside its place, and where one file cannot take its place those
    before it go back to what they were. A run that is killed while files take their places leaves each of them
    whole, old or new. A file that already has its content is not touched.

    Raises MachineError when the machine refuses, or when something that tt-print did not make, or that
    was edited since, is in the way.
    """
    _refuse_names(files)
    _refuse_files_for_folders(folder, files)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with folder_lock(folder) as alone:
            _write_in_turn(folder, files, alone)
    except MachineError:
        raise
    except OSError as error:
        raise _refused(folder, error) from error
    return [folder / name for name in files]


def _write_in_turn(folder: Path, files: Mapping[str, bytes], alone: bool) -> None:
    """`alone` says that no other run can be writing there."""
    _clear_abandoned(folder, alone)
    known = _read_manifest(folder)
    hashes = {name: hash_of(data) for name, data in files.items()}
    waiting = [name for name, found in _reject_unmanaged(folder, hashes, known).items() if found != hashes[name]]
    after = {**known, **{name: [made] for name, made in hashes.items()}}
    if not waiting and after == known:
        return
    with _staging_folder(folder) as staging:
        staged = [(staging / str(index), name) for index, name in enumerate(waiting)]
        for place in dict.fromkeys((folder / name).parent for name in waiting):
            place.mkdir(parents=True, exist_ok=True)
        for source, name in staged:
            source.write_bytes(files[name])
        # Until every file has its new content both hashes are ours: a run stopped between two renames
        # must not make the next one take our own files for a stranger's.
        both = {name: sorted({*known.get(name, ()), made}) for name, made in hashes.items()}
        manifest = staging / MANIFEST
        manifest.write_bytes(_manifest_text({**known, **both}))
        _place(folder, [(manifest, MANIFEST)])
        manifest.write_bytes(_manifest_text(after))
        _place(folder, [*staged, (manifest, MANIFEST)])


def _place(folder: Path, staged: Sequence[tuple[Path, str]]) -> None:
    """Gives each staged file its place, by name. Where one cannot have it, those before it become what they were."""
    placed: list[tuple[Path, Path]] = []  # with a second name for what was there, a free one where nothing was
    try:
        for source, name in staged:
            place, before = folder / name, source.with_name(f"{source.name}-before")
            before.unlink(missing_ok=True)
            if place.exists():
                _duplicate(place, before)
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


def _duplicate(path: Path, second: Path) -> None:
    """A second name for the same content, or a copy on a drive that knows no second names."""
    try:
        os.link(path, second)
    except OSError:
        shutil.copy2(path, second)


def _clear_abandoned(folder: Path, alone: bool) -> None:
    """Removes what killed runs were about to put in place."""
    for left in folder.glob(f"{STAGING}*"):
        with suppress(FileNotFoundError):  # another run has cleared it away
            if alone or time.time() - left.stat().st_mtime > ABANDONED_S:
                shutil.rmtree(left, ignore_errors=True)


@contextmanager
def _staging_folder(folder: Path) -> Iterator[Path]:
    """A folder of this run's own."""
    for number in count():
        staging = folder / f"{STAGING}-{os.getpid()}-{number}"
        try:
            staging.mkdir()
            break
        except FileExistsError:
            continue
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _refuse_names(files: Mapping[str, bytes]) -> None:
    """No name leads out of the folder, or is another one's where upper and lower case are the same."""
    known: dict[str, str] = {}
    for name in files:
        if not all(map(is_portable, name.split("/"))):
            raise MachineError(f"{name!r} is not a file name that every system takes; nothing is written.")
        if known.setdefault(name.casefold(), name) != name:
            both = f"{known[name.casefold()]} and {name}"
            raise MachineError(f"{both} are one file on Windows and macOS; nothing is written.")


def _refuse_files_for_folders(folder: Path, files: Mapping[str, bytes]) -> None:
    for path in dict.fromkeys(parent for name in files for parent in (folder / name).parents):
        if path.exists() and not path.is_dir():
            raise MachineProblem("output.file_for_folder", "out", path=str(path))


def _reject_unmanaged(folder: Path, hashes: Mapping[str, str], known: Mapping[str, list[str]]) -> dict[str, str | None]:
    """The hash of what is in each place now, None where there is nothing."""
    standing: dict[str, str | None] = {}
    for name, made in hashes.items():
        path = folder / name
        if path.is_dir():
            raise MachineProblem("output.folder", "out", path=str(path))
        try:
            found = standing[name] = hash_of(path.read_bytes()) if path.exists() else None
        except OSError as error:
            raise _refused(folder, error) from error
        if found in (made, *known.get(name, ())) or (found is None and not path.is_symlink()):
            continue
        if name in known:
            raise MachineProblem("output.changed", "out", path=str(path))
        raise MachineProblem("output.foreign", "out", path=str(path))
    return standing


def hash_of(data: bytes) -> str:
    return sha256(data).hexdigest()


def _read_manifest(folder: Path) -> dict[str, list[str]]:
    """Name to the hashes that are ours. A damaged manifest counts as empty: every file is then somebody else's."""
    try:
        files = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
        return {name: [*map(str, hashes)] for name, hashes in files.items() if isinstance(hashes, list)}
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    except OSError as error:
        raise _refused(folder, error) from error


def _manifest_text(files: Mapping[str, list[str]]) -> bytes:
    about = "Files that tt_print made, with their SHA-256. It overwrites these and no others."
    manifest = {"about": about, "files": dict(sorted(files.items()))}
    return f"{json.dumps(manifest, indent=1, ensure_ascii=False)}\n".encode()


def _refused(folder: Path, error: OSError) -> MachineProblem:
    reason = error.strerror or str(error)
    if isinstance(error, FileInUseError):
        return MachineProblem("output.in_use", "out", reason=reason)
    return MachineProblem("output.refused", "out", folder=f"{folder}{os.sep}", reason=reason)
