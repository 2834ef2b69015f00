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

    Either all are written or, on any error, none. Raises MachineError when the machine refuses, or
    when something that tt-print did not make, or that was edited since, stands in the way.
    """
    known = _read_manifest(folder)
    hashes = {name: _hash(data) for name, data in files.items()}
    _refuse_strangers(folder, hashes, known)
    staging = folder / STAGING
    try:
        shutil.rmtree(staging, ignore_errors=True)  # what a killed run left
        staging.mkdir(parents=True)
        for place, (name, data) in enumerate(files.items()):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (staging / str(place)).write_bytes(data)
        # Until every file has its new content both hashes are ours: a run stopped between two renames
        # must not make the next one take our own files for a stranger's.
        _write_manifest(folder, staging, {**known, **{n: sorted({*known.get(n, ()), h}) for n, h in hashes.items()}})
        for place, name in enumerate(files):
            os.replace(staging / str(place), folder / name)
        _write_manifest(folder, staging, {**known, **{name: [made] for name, made in hashes.items()}})
    except OSError as error:
        raise _refused(folder, error) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return [folder / name for name in files]


def _refuse_strangers(folder: Path, hashes: Mapping[str, str], known: Mapping[str, list[str]]) -> None:
    for name, made in hashes.items():
        path = folder / name
        if path.is_dir():
            raise MachineError(f"{path} is a folder; left alone. Choose another place with --out.")
        try:
            found = _hash(path.read_bytes()) if path.exists() else None
        except OSError as error:
            raise _refused(folder, error) from error
        if found in (None, made) or found in known.get(name, ()):
            continue
        if name in known:
            raise MachineError(
                f"{path} was changed since tt-print made it; left alone. Move it away, or choose another "
                "folder with --out."
            )
        raise MachineError(f"{path} was not made by tt-print; left alone. Choose another folder with --out.")


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


def _read_manifest(folder: Path) -> dict[str, list[str]]:
    try:
        return json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        # without it every existing file counts as somebody else's: safe, and the message says so
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
