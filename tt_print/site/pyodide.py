"""Pyodide, Python for the browser: out of a folder that somebody brought, or by npm into a folder that is kept.

The version is pinned and each file is compared with its SHA-256: another Pyodide is another Python.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path
from zipfile import ZipFile

from tt_print.errors import InputError
from tt_print.problems import MachineProblem, Problem
from tt_print.site.npm import NotFetchedError, NpmPackage, fetched_files, find_files, other_files
from tt_print.site.pack import write_zip
from tt_print.templates import read_toml

ELSEWHERE = b"https://cdn.jsdelivr.net/pyodide/v"


def read_pyodide(brought: Path | None, kept: Path) -> dict[str, bytes]:
    """The files that a browser needs, by name.

    `brought` is a folder that has them, or has them in `node_modules/pyodide` or `package`; without it they are taken from
    `kept`, where npm puts them once. Raises InputError for a folder that has other files, MachineError where npm is
    missing or fails.
    """
    facts = read_toml("site/site.toml")["pyodide"]
    package = NpmPackage(facts["package"], facts["version"], facts["files"])
    npm = {"package": package.name, "version": package.version}
    if brought is None:
        try:
            return fetched_files(package, kept)
        except NotFetchedError as error:
            raise MachineProblem("site.not_fetched", "pyodide", error=error, **npm) from error
    place = find_files(package, brought)
    if place is None:
        raise Problem("site.no_pyodide", "pyodide", value=str(brought), name=next(iter(package.files)), **npm)
    files = {name: (place / name).read_bytes() for name in package.files}
    for name in other_files(package, files):
        raise Problem("site.other_pyodide", "pyodide", value=str(brought), name=name, **npm)
    return files


def for_the_site(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files as the site carries them: without the one address in them, from which a Pyodide without further settings would
    fetch itself, without its list of what else could be fetched there, and without what nobody needs of Python's library.

    No name ends in `.mjs`: many web hosts, nginx among them, serve that as a type which browsers do not run.
    """
    loader = files["pyodide.mjs"]
    if loader.count(ELSEWHERE) != 1:
        raise InputError("this pyodide.mjs does not read as that of the pinned version does.")
    known = json.loads(files["pyodide-lock.json"])
    return {
        "pyodide.js": loader.replace(ELSEWHERE, b"./v"),
        "pyodide.asm.js": files["pyodide.asm.mjs"],
        "pyodide.asm.wasm": files["pyodide.asm.wasm"],
        "pyodide-lock.json": json.dumps({**known, "packages": {}}, sort_keys=True).encode(),
        "python_stdlib.zip": _library(files["python_stdlib.zip"]),
    }


def _library(archive: bytes) -> bytes:
    patterns = read_toml("site/site.toml")["pyodide"]["leave_out"]
    with ZipFile(io.BytesIO(archive)) as library:
        names = [name for name in library.namelist() if not name.endswith("/")]
        return write_zip({n: library.read(n) for n in names if not any(fnmatch(n, pattern) for pattern in patterns)})
