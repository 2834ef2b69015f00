"""Pyodide, Python for the browser: out of a folder that somebody brought, or by npm into a folder that is kept.

The version is pinned and each file is compared with its SHA-256: another Pyodide is another Python.
"""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Mapping
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from shutil import which
from zipfile import ZipFile

from tt_print.errors import InputError, MachineError
from tt_print.site.facts import Pyodide, site_facts
from tt_print.site.pack import write_zip

TIMEOUT_S = 600.0
ELSEWHERE = b"https://cdn.jsdelivr.net/pyodide/v"


def read_pyodide(brought: Path | None, kept: Path) -> dict[str, bytes]:
    """The files that a browser needs, by name.

    `brought` is a folder that has them, or has them in `node_modules/pyodide` or `package`; without it they are taken from
    `kept`, where npm puts them once. Raises InputError for a folder that has other files, MachineError where npm is
    missing or fails.
    """
    facts = site_facts().pyodide
    if brought is not None:
        found = _find(brought, facts)
        if found is None:
            raise InputError(
                f"--pyodide {str(brought)!r}: there is no {next(iter(facts.files))} in it. {_how_to_bring(facts)}"
            )
        return _read(found, facts, f"--pyodide {str(brought)!r}")
    folder = kept / f"{facts.package}-{facts.version}"
    if _find(folder, facts) is None:
        _fetch(folder, facts)
    found = _find(folder, facts)
    if found is None:
        raise MachineError(f"npm left no {next(iter(facts.files))} in {folder}. {_how_to_bring(facts)}")
    return _read(found, facts, str(found))


def _find(folder: Path, facts: Pyodide) -> Path | None:
    places = (folder, folder / "node_modules" / facts.package, folder / "package")
    return next((place for place in places if all((place / name).is_file() for name in facts.files)), None)


def _read(folder: Path, facts: Pyodide, named: str) -> dict[str, bytes]:
    files = {name: (folder / name).read_bytes() for name in facts.files}
    for name, data in files.items():
        if sha256(data).hexdigest() != facts.files[name]:
            raise InputError(f"{named}: its {name} is not that of Pyodide {facts.version}. {_how_to_bring(facts)}")
    return files


def _fetch(folder: Path, facts: Pyodide) -> None:
    npm = which("npm")
    if npm is None:
        raise MachineError(f"npm is not installed, which fetches Pyodide. {_how_to_bring(facts)}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        ran = subprocess.run(
            [
                npm, "install", "--prefix", str(folder), "--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit",
                "--no-fund", "--silent", f"{facts.package}@{facts.version}",
            ],
            capture_output=True, text=True, check=False, timeout=TIMEOUT_S,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise MachineError(f"npm did not fetch Pyodide ({error}). {_how_to_bring(facts)}") from error
    if ran.returncode:
        said = ran.stderr.strip().splitlines()
        raise MachineError(
            f"npm did not fetch Pyodide ({said[0] if said else 'it says nothing'}). {_how_to_bring(facts)}"
        )


def _how_to_bring(facts: Pyodide) -> str:
    return (
        f"Install npm (it comes with Node.js), or where there is npm type  npm pack {facts.package}@{facts.version}  , unpack that "
        f"file, and give its folder: tt-print site --pyodide package"
    )


def for_the_site(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files as the site carries them: without the one address in them, from which a Pyodide that is told nothing would
    fetch itself, without its list of what else could be fetched there, and without what nobody needs of Python's library.
    """
    loader = files["pyodide.mjs"]
    if loader.count(ELSEWHERE) != 1:
        raise InputError("this pyodide.mjs does not read as that of the pinned version does.")
    known = json.loads(files["pyodide-lock.json"])
    return {
        **files,
        "pyodide.mjs": loader.replace(ELSEWHERE, b"./v"),
        "pyodide-lock.json": json.dumps({**known, "packages": {}}, sort_keys=True).encode(),
        "python_stdlib.zip": _library(files["python_stdlib.zip"]),
    }


def _library(archive: bytes) -> bytes:
    patterns = site_facts().pyodide.leave_out
    with ZipFile(io.BytesIO(archive)) as library:
        names = [name for name in library.namelist() if not name.endswith("/")]
        return write_zip({n: library.read(n) for n in names if not any(fnmatch(n, pattern) for pattern in patterns)})
