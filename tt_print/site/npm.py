"""Packages that npm fetches: whole or not at all, once for all runs that need them.

npm writes into a folder of this run's own; only what has every file, each with its SHA-256, takes its place beside. Runs that
want one package at once take turns, and anyone who comes second finds what the first one fetched.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tt_print.errors import MachineError
from tt_print.files.disk import folder_lock, remove_abandoned

TIMEOUT_S = 600.0
CODE = re.compile(r"(?:code|syscall|errno) \S+")  # lines of npm that only programs read


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

    Raises NotFetchedError; a fetch that is cut off leaves nothing that is taken for a package.
    """
    folder = kept / package.folder
    if (files := _read_whole(package, folder)) is not None:
        return files
    if (npm := shutil.which("npm")) is None:
        raise NotFetchedError("npm is not installed.")
    try:
        kept.mkdir(parents=True, exist_ok=True)
        with folder_lock(kept) as alone:
            if (files := _read_whole(package, folder)) is not None:  # of the run before us
                return files
            start = f".{package.folder}-"
            remove_abandoned(kept, f"{start}*", alone)
            with TemporaryDirectory(prefix=start, dir=kept, ignore_cleanup_errors=True) as staging:
                fetched = Path(staging) / "fetched"  # a folder that others of the house may read, as `staging` is not
                fetched.mkdir()
                _install(npm, package, fetched)
                if (files := _read_whole(package, fetched)) is None:
                    raise NotFetchedError(
                        f"npm fetched another {package.name} {package.version} than the one that is meant."
                    )
                shutil.rmtree(folder, ignore_errors=True)
                fetched.rename(folder)
                return files
    except OSError as error:
        if isinstance(error, MachineError):
            raise
        raise NotFetchedError(f"npm could not fetch {package.name} into {kept} ({error}).") from error


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
