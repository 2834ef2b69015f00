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
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from tt_print.disk import FileInUseError, folder_lock, remove_abandoned, replace_file
from tt_print.errors import MachineError
from tt_print.file_names import is_portable
from tt_print.problems import MachineProblem

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
                    shutil.copy2(place, before)
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
    return sha256(data).hexdigest()


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
