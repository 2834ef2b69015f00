"""Packages that npm fetches, once for all runs that need them: each file is compared with its SHA-256, and kept only if it is right."""

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
from tt_print.files.disk import write_atomic

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
