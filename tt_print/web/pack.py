"""What goes along for the browser: Pyodide, which is Python for it, by npm or out of a folder, and one archive with tt_print and its libraries.

Pyodide's version is pinned and each file is compared with its SHA-256, because another Pyodide is another Python. npm fetches it once for all
runs that need it; a file is kept only if it is right.
"""

from __future__ import annotations

import ast
import io
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch, translate
from hashlib import sha256
from importlib import metadata
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import ZipFile

from tt_print.errors import MachineError
from tt_print.files.disk import write_atomic, zipped
from tt_print.problems import MachineProblem, Problem
from tt_print.templates import read_toml, templates_folder

TIMEOUT_S = 600.0
CODE = re.compile(r"(?:code|syscall|errno) \S+")  # lines of npm that only programs read
ELSEWHERE = b"https://cdn.jsdelivr.net/pyodide/v"
LICENSES = ("license", "licence", "copying", "notice", "authors")


# ---------------------------------------------------------------- npm


class NpmPackage(NamedTuple):
    """`files` are those that are wanted of it, by their names there, each with its SHA-256."""

    name: str
    version: str
    files: Mapping[str, str]

    @property
    def folder(self) -> str:
        return f"{self.name}-{self.version}"


class NotFetchedError(MachineError):
    """npm is missing, or fails; the message says no cure, which differs with what is wanted."""


def fetched_files(package: NpmPackage, kept: Path) -> dict[str, bytes]:
    """The files of the package by name, out of `kept`; fetched into it where they are not there as they should be.

    Raises NotFetchedError. Each file is written whole or not at all, and what a run that was cut off left is fetched again.
    """
    folder = kept / package.folder
    if (files := _read_whole(package, folder)) is not None:
        return files
    if (npm := shutil.which("npm")) is None:
        raise NotFetchedError("npm is not installed.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(ignore_cleanup_errors=True) as fetched:
            _install(npm, package, Path(fetched))
            files = _read_whole(package, Path(fetched))
        if files is None:
            raise NotFetchedError(f"npm fetched another {package.name} {package.version} than the one that is meant.")
        for name, data in files.items():
            write_atomic(folder / name, data)
    except OSError as error:
        if isinstance(error, MachineError):
            raise
        raise NotFetchedError(f"npm could not fetch {package.name} into {kept} ({error}).") from error
    return files


def find_files(package: NpmPackage, folder: Path) -> Path | None:
    """Where all files lie: in the folder itself, where npm installed them in it, or where `npm pack` left them in it."""
    places = (folder, folder / "node_modules" / package.name, folder / "package")
    return next((place for place in places if all((place / name).is_file() for name in package.files)), None)


def other_files(package: NpmPackage, files: Mapping[str, bytes]) -> list[str]:
    """The names of those that are not what they should be."""
    return [name for name, data in files.items() if sha256(data).hexdigest() != package.files[name]]


def _read_whole(package: NpmPackage, folder: Path) -> dict[str, bytes] | None:
    """None where one is missing or is not what it should be."""
    place = find_files(package, folder)
    if place is None:
        return None
    files = {name: (place / name).read_bytes() for name in package.files}
    return None if other_files(package, files) else files


def _install(npm: str, package: NpmPackage, folder: Path) -> None:
    """Raises NotFetchedError with the first sentence of npm, which begins with codes, and ends with where its log is."""
    words = [
        "install", "--prefix", str(folder), "--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund",
        "--loglevel=error", f"{package.name}@{package.version}",
    ]  # fmt: skip
    try:
        ran = subprocess.run(
            [npm, *words], capture_output=True, encoding="utf-8", errors="replace", check=False, timeout=TIMEOUT_S
        )
    except subprocess.TimeoutExpired as error:
        raise NotFetchedError(f"npm did not fetch {package.name} within {TIMEOUT_S / 60:.0f} minutes.") from error
    if ran.returncode:
        said = [re.sub(r"^npm (?:error|ERR!)\s*", "", line).strip().rstrip(".") for line in ran.stderr.splitlines()]
        why = next((line for line in said if line and not CODE.fullmatch(line)), "it says nothing")
        raise NotFetchedError(f"npm did not fetch {package.name} ({why}).")


# ---------------------------------------------------------------- Pyodide


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
    known = json.loads(files["pyodide-lock.json"])
    (before, after) = files["pyodide.mjs"].split(ELSEWHERE)
    return {
        "pyodide.js": before + b"./v" + after,
        "pyodide.asm.js": files["pyodide.asm.mjs"],
        "pyodide.asm.wasm": files["pyodide.asm.wasm"],
        "pyodide-lock.json": json.dumps({**known, "packages": {}}, sort_keys=True).encode(),
        "python_stdlib.zip": _library(files["python_stdlib.zip"]),
    }


def _library(archive: bytes) -> bytes:
    patterns = read_toml("site/site.toml")["pyodide"]["leave_out"]
    with ZipFile(io.BytesIO(archive)) as library:
        names = [name for name in sorted(library.namelist()) if not name.endswith("/")]
        kept = [name for name in names if not any(fnmatch(name, pattern) for pattern in patterns)]
        return zipped({name: library.read(name) for name in kept}, is_packed=True)


# ---------------------------------------------------------------- tt_print and its libraries


def packed_files() -> dict[str, bytes]:
    """Each file by its name in the archive, which is unpacked where Python looks for packages. Raises MachineError where a library is
    not installed."""
    facts = read_toml("site/site.toml")
    packed = facts["packed"]
    files: dict[str, bytes] = {}
    for name in packed["packages"]:  # first, as one may be missing
        files |= _package_files(name)
    files |= dict(_own_files())
    left_out = re.compile("|".join(map(translate, packed["leave_out"])))
    kept = {name: data for name, data in files.items() if name in packed["keep"] or not left_out.match(name)}
    for name in packed["named"]:
        version = _distribution(name).version
        kept[f"{name.replace('-', '_')}-{version}.dist-info/METADATA"] = _short_metadata(name, version)
    kept |= {name: text.encode() for name, text in facts["stand_ins"].items()}
    return dict(sorted(kept.items()))


def _own_files() -> Iterator[tuple[str, bytes]]:
    package, templates = Path(__file__).parent.parent, templates_folder()
    for path in package.rglob("*.py"):
        yield f"tt_print/{path.relative_to(package).as_posix()}", without_docstrings(path.read_text("utf-8")).encode()
    for path in templates.rglob("*"):
        if path.is_file():
            yield f"tt_print/templates/{path.relative_to(templates).as_posix()}", path.read_bytes()


def without_docstrings(source: str) -> str:
    """The module with an empty text for each docstring, on the same lines, so that tracebacks name the right ones."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
            text = node.body[0]
            first, after = text.lineno - 1, text.end_lineno or text.lineno
            lines[first:after] = [" " * text.col_offset + '""\n', *["\n"] * (after - first - 1)]
    return "".join(lines)


def _package_files(name: str) -> dict[str, bytes]:
    """The modules of an installed package, what lies among them, and its name and version."""
    found = _distribution(name)
    files = {}
    for each in _installed_files(found):
        if ".." in each.parts or each.suffix in (".pyc", ".so", ".pyd", ".exe"):
            continue
        if each.parts[0].endswith((".dist-info", ".data")):
            if each.name == "METADATA":
                files[each.as_posix()] = _short_metadata(found.metadata["Name"], found.version)
            continue
        files[each.as_posix()] = Path(str(each.locate())).read_bytes()
    return files


def _short_metadata(name: str, version: str) -> bytes:
    return f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()


def _distribution(name: str) -> metadata.Distribution:
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError as error:
        raise MachineError(f"{name} is not installed, which the site takes along. Install tt_print again.") from error


def _installed_files(found: metadata.Distribution) -> list[metadata.PackagePath]:
    """Raises MachineError where the package was installed without a list of them."""
    if not found.files:
        raise MachineProblem("site.no_record", name=found.metadata["Name"])
    return found.files


def package_licenses() -> dict[str, bytes]:
    """The licenses of tt_print and of all packages that go along: `reportlab-LICENSE.txt` and so on. Raises MachineError where one
    is not installed."""
    files = {}
    for name in ("tt-print", *read_toml("site/site.toml")["packed"]["packages"]):
        for each in _installed_files(_distribution(name)):
            is_named_so = PurePosixPath(each.name).name.lower().startswith(LICENSES)
            if each.parts[0].endswith(".dist-info") and (is_named_so or "licenses" in each.parts):
                kept = each.name if each.name.lower().endswith(".txt") else f"{each.name}.txt"
                files[f"{name}-{kept}"] = Path(str(each.locate())).read_bytes()
    return files
