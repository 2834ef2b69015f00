"""Writing files so that nothing of anybody's is lost.

Everything is written beside its place and then renamed, all or nothing; a manifest in the output
folder holds a hash of each file that tt-print made. A file that is not in it, or that was changed
since, is never overwritten.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from tt_print.errors import MachineError

MANIFEST = ".tt-print.json"
STAGING = ".tt-print-staging"


def write_files(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Writes `files` (name below `folder`, with `/`, to content) and gives their paths in order.

    Nothing is changed before all of it lies ready beside its place; a run that is stopped while files take
    their places leaves each of them whole, old or new. A file that already has its content is not touched.

    Raises MachineError when the machine refuses, or when something that tt-print did not make, or that
    was edited since, stands in the way.
    """
    _refuse_files_for_folders(folder, files)
    known = _read_manifest(folder)
    hashes = {name: _hash(data) for name, data in files.items()}
    waiting = [name for name, found in _reject_unmanaged(folder, hashes, known).items() if found != hashes[name]]
    staging = folder / STAGING
    try:
        shutil.rmtree(staging, ignore_errors=True)  # what a killed run left
        staging.mkdir(parents=True)
        for place, name in enumerate(waiting):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (staging / str(place)).write_bytes(files[name])
        # Until every file has its new content both hashes are ours: a run stopped between two renames
        # must not make the next one take our own files for a stranger's.
        _write_manifest(folder, staging, {**known, **{n: sorted({*known.get(n, ()), h}) for n, h in hashes.items()}})
        for place, name in enumerate(waiting):
            os.replace(staging / str(place), folder / name)
        _write_manifest(folder, staging, {**known, **{name: [made] for name, made in hashes.items()}})
    except OSError as error:
        raise _refused(folder, error) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return [folder / name for name in files]


def _refuse_files_for_folders(folder: Path, files: Mapping[str, bytes]) -> None:
    for path in dict.fromkeys(parent for name in files for parent in (folder / name).parents):
        if path.exists() and not path.is_dir():
            told = f"{path} is a file where a folder should be; left alone."
            raise MachineError(f"{told} Choose another folder with --out.")


def _reject_unmanaged(folder: Path, hashes: Mapping[str, str], known: Mapping[str, list[str]]) -> dict[str, str | None]:
    """The hash of what stands in each place now, None where there is nothing."""
    standing: dict[str, str | None] = {}
    for name, made in hashes.items():
        path = folder / name
        if path.is_dir():
            raise MachineError(f"{path} is a folder; left alone. Choose another place with --out.")
        try:
            found = standing[name] = _hash(path.read_bytes()) if path.exists() else None
        except OSError as error:
            raise _refused(folder, error) from error
        if found in (made, *known.get(name, ())) or (found is None and not path.is_symlink()):
            continue
        if name in known:
            raise MachineError(
                f"{path} was changed since tt-print made it; left alone. Move it away, or choose another "
                "folder with --out."
            )
        raise MachineError(f"{path} was not made by tt-print; left alone. Choose another folder with --out.")
    return standing


def _hash(data: bytes) -> str:
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


def _write_manifest(folder: Path, staging: Path, files: Mapping[str, list[str]]) -> None:
    about = "Files that tt-print made, with their SHA-256. It overwrites these and no others."
    text = json.dumps({"about": about, "files": dict(sorted(files.items()))}, indent=1, ensure_ascii=False)
    (staging / MANIFEST).write_text(text + "\n", encoding="utf-8")
    os.replace(staging / MANIFEST, folder / MANIFEST)


def _refused(folder: Path, error: OSError) -> MachineError:
    reason = error.strerror or str(error)
    return MachineError(f"cannot write to {folder}{os.sep} ({reason}). Choose another folder with --out.")
