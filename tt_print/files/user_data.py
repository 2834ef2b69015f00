"""The folders in which things outlive a run: the user's own, or others that variables name; and what is in the folder of their settings:
papers, cards and more beside ours, and what they always want.

That folder is the same in every way of installing. Each kind has a folder, each file in it
tables as ours have them in `templates/`. A file is read when somebody asks, and again when it has changed. One that is wrong
is left out and told to anyone who lists things or asks for something that is not there; it keeps nobody from the rest.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from tt_print.errors import InputError, TTPrintError
from tt_print.files.data import KILOBYTE, read_toml
from tt_print.records import dataclass

T = TypeVar("T", covariant=True)
CONFIG_NAME = "config.toml"
MAX_FILE_BYTES = 200 * KILOBYTE
MAX_FILES = 500  # of one kind
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")  # what can stand in a file's name, and on a command line
MAX_LETTERS = 40
ALLOWED = f"Use lowercase letters, digits, and hyphens, at most {MAX_LETTERS}."


def data_folder() -> Path:
    """Where nights are kept; the variable TT_PRINT_DATA names another folder."""
    if named := os.environ.get("TT_PRINT_DATA"):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("tt_print", appauthor=False)


def config_folder() -> Path:
    """Where settings live; the variable TT_PRINT_CONFIG names another folder."""
    if named := os.environ.get("TT_PRINT_CONFIG"):
        return Path(named)
    if sys.platform == "linux":  # as platformdirs has it, which takes longer to load than a verdict to make
        return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "tt_print"
    from platformdirs import user_config_path

    return user_config_path("tt_print", appauthor=False)


def cache_folder() -> Path:
    """Where lies what can be fetched again; the variable TT_PRINT_CACHE names another folder."""
    if named := os.environ.get("TT_PRINT_CACHE"):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("tt_print", appauthor=False)


class UserTables(NamedTuple, Generic[T]):
    """What the files of a kind hold, by name; the file of each; and what is wrong with the files that are left out."""

    found: Mapping[str, T]
    files: Mapping[str, Path]
    wrong: Mapping[Path, TTPrintError]

    def check(self, name: str) -> None:
        """Raises what is wrong with the file of this name, where that is left out."""
        for path, error in self.wrong.items():
            if path.stem == name:
                raise error


@dataclass(frozen=True, slots=True)
class GameNight:
    """Who usually plays, clockwise, and by which house rules: a file, or the name of one in house/."""

    players: tuple[str, ...] = ()
    house: str = ""


@dataclass(frozen=True, slots=True)
class Defaults:
    """What somebody always wants, in config.toml; empty where they do not say."""

    paper: str = ""
    card: str = ""
    printer: str = ""
    theme: str = ""
    ink: str = ""
    backs: str = ""
    stock: str = ""
    back: str = ""
    night: GameNight = GameNight()


def read_defaults() -> Defaults:
    """Nothing where there is no config.toml. Raises InputError with the key of what is wrong in it."""
    path = user_folder() / CONFIG_NAME
    return read_toml(path, MAX_FILE_BYTES).read(Defaults) if path.exists() else Defaults()


def user_folder(kind: str = "") -> Path:
    """The folder of a kind, or the one that holds them all; it may not exist."""
    return config_folder() / kind


def user_files(kind: str) -> list[Path]:
    """Every file of a kind, by name; those that an editor leaves about do not count."""
    try:
        names = sorted(entry.name for entry in user_folder(kind).iterdir())
    except OSError:  # there is none, or nobody may look in it
        return []
    kept = [name for name in names if name.endswith(".toml") and not name.startswith((".", "#"))]
    return [user_folder(kind) / name for name in kept[:MAX_FILES]]


def read_user_tables(kind: str, shape: type[T], ours: Collection[str], check: Callable[[T], None]) -> UserTables[T]:
    """All tables in the files of a kind. `check` raises ValueError for one that nobody could use.

    A name that is among `ours`, or in an earlier file, makes its file wrong: what is printed under a name must not depend on
    whose machine it is.
    """
    found: dict[str, T] = {}
    files: dict[str, Path] = {}
    wrong: dict[Path, TTPrintError] = {}
    for path in user_files(kind):
        try:
            hashable: Any = shape
            tables: Mapping[str, T] = _cached_tables(path, *file_stamp(path), hashable, check)
            for name in tables:
                if name in ours:
                    raise InputError(f"{path}: {name!r} is a built-in name. Give yours another name.")
                if name in files:
                    raise InputError(f"{path}: {name!r} is also in {files[name]}. Give one of them another name.")
        except TTPrintError as error:
            wrong[path] = error
        else:
            found |= tables
            files |= dict.fromkeys(tables, path)
    return UserTables(found, files, wrong)


def read_user_files(kind: str, ours: Collection[str], read: Callable[[Path], T]) -> UserTables[T]:
    """What each file of a kind holds as a whole, under the file's name; as `read_user_tables`."""
    found: dict[str, T] = {}
    files: dict[str, Path] = {}
    wrong: dict[Path, TTPrintError] = {}
    for path in user_files(kind):
        name = path.stem
        try:
            if name in ours:
                raise InputError(f"{path}: {name!r} is a built-in name. Rename the file.")
            if not NAME.fullmatch(name) or len(name) > MAX_LETTERS:
                raise InputError(f"{path}: {name!r} cannot be typed as a name. Rename the file. {ALLOWED}")
            found[name] = read(path)
            files[name] = path
        except TTPrintError as error:
            wrong[path] = error
    return UserTables(found, files, wrong)


def file_stamp(path: Path) -> tuple[int, int]:
    """What changes when a file does."""
    try:
        state = path.stat()
    except OSError:
        return 0, 0
    return state.st_mtime_ns, state.st_size


@lru_cache(maxsize=4 * MAX_FILES)
def _cached_tables(path: Path, changed: int, size: int, shape: Any, check: Callable[[Any], None]) -> dict[str, Any]:
    document = read_toml(path, MAX_FILE_BYTES)
    tables: dict[str, Any] = document.read(dict[str, shape])
    if not tables:
        raise InputError(f"{path}: nothing is in it. Begin with a name in brackets: [{path.stem.lower() or 'mine'}]")
    for name, table in tables.items():
        if not NAME.fullmatch(name) or len(name) > MAX_LETTERS:
            raise document.error(f"{name!r} cannot be typed as a name. {ALLOWED}")
        try:
            check(table)
        except ValueError as error:
            raise document.error(f"[{name}]: {error}") from None
    return tables


def describe_invalid_files(wrong: Mapping[Path, TTPrintError]) -> str:
    """Return a line `Left out, because it is wrong: ...` per invalid file; "" if all are valid."""
    return "".join(f"\nLeft out, because it is wrong: {error}" for error in wrong.values())


def find_house(text: str) -> Path:
    """The file of house rules that `text` means: a file, or `friday` for house/friday.toml in the user's own folder."""
    path = Path(text)
    if path.is_file() or not NAME.fullmatch(text.strip().lower()):
        return path
    own = user_folder("house") / f"{text.strip().lower()}.toml"
    return own if own.is_file() else path
