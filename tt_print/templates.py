"""Finds and reads `templates/`: every word and measure of tt_print that is data.

In a wheel the folder lies inside the package, in a checkout beside it.

A table of a TOML template is read into a `TemplateTable` or a frozen dataclass, whose fields say which keys there are and what
each may hold: `read_table(FoldLayout, "sheets/backs.toml", "fold")`. A key that is misspelled, missing or of a wrong type is
reported with its file before anything is drawn.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from tt_print.errors import TemplateError
from tt_print.files.data import TABLE_NAME as TABLE_NAME
from tt_print.files.data import DataFile
from tt_print.files.data import TemplateTable as TemplateTable

T = TypeVar("T")


@cache
def templates_folder() -> Path:
    package = Path(__file__).parent  # importlib.resources would cost each start 6 ms
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


_BROUGHT: dict[str, Path] = {}  # the templates of games that other packages bring


def add_game_templates(game: str, folder: Path) -> None:
    """From now on `games/GAME/...` is looked up in `folder`."""
    _BROUGHT[game] = folder


def template_path(name: str) -> Path:
    """The file `name` ("sheets/papers.toml"). Raises TemplateError when there is none."""
    first, _, rest = name.partition("/")
    game, _, rest = rest.partition("/")
    is_brought = first == "games" and game in _BROUGHT
    path = _BROUGHT[game] / rest if is_brought else templates_folder() / name
    if first == "games" and not path.is_file():
        path = templates_folder() / "plain" / rest  # of what a game need not bring
    if not path.is_file():
        owner = f"the package that brings {game}" if is_brought else "this copy of tt_print"
        raise TemplateError(f"templates/{name} is missing from {owner}; install it again.")
    return path


def template_text(name: str) -> str:
    """The file `name` as it is written. Raises as `template_path`."""
    return template_path(name).read_text(encoding="utf-8")


def has_template(name: str) -> bool:
    """Whether there is a file `name`, for those that a game may have or not."""
    try:
        return bool(template_path(name))
    except TemplateError:
        return False


@cache
def read_toml(name: str) -> dict[str, Any]:
    """A TOML template as plain data; shared between callers, so never change it.

    Raises TemplateError with file, line and column.
    """
    return _parse(template_path(name).read_text(encoding="utf-8"), f"templates/{name}")


def read_table(shape: type[T], name: str, *keys: str) -> T:
    """The file `name`, or the table in it that `keys` lead to, as a `shape`; read once, then shared.

    `shape` is a `TemplateTable`, a frozen dataclass, a NamedTuple or a `dict[str, ...]`. What its fields may be annotated
    with:

    - str, int, float (a whole number stays an int, so that it prints as it is written), bool, Any
    - tuple[X, ...], Sequence[X] and tuple[X, Y] for lists, of any length and of this one; the value is a tuple
    - dict[str, X] and Mapping[str, X] for tables with keys of their own choosing
    - Tables, dataclasses and NamedTuples for tables, Literal["a", "b"], X | Y (the first that fits), X | None

    A field with a default may be left out. `field(metadata=TABLE_NAME)` takes the name of the table itself, as `a4` of
    `[a4]`. A ValueError that `__post_init__` raises is reported with the table.

    Raises TemplateError that names file and key for an unknown or missing key, for a value that is not what the
    field is annotated with, and for a table that is not there.
    """
    hashable: Any = shape
    return cast(T, _cached_table(hashable, name, keys))


class Measures:
    """A table of a template whose keys are attributes, in which tables are Measures and lists tuples: for pages with many measures.

    Raises TemplateError that names file and key for one that is not there.
    """

    def __init__(self, data: dict[str, Any], where: str) -> None:
        self._data, self._where = data, where

    def __getattr__(self, key: str) -> Any:
        if key.startswith("__"):  # what Python asks of any object
            raise AttributeError(key)
        if key not in self._data:
            raise TemplateError(f"{self._where} has no {key}.")
        return self.get(key)

    def __getitem__(self, key: str) -> Any:
        return getattr(self, key)

    def __or__(self, values: Mapping[str, object]) -> Measures:
        """The same with other values of some keys, and of some keys of its tables."""
        merged = {key: {**self._data[key], **each} if isinstance(each, dict) else each for key, each in values.items()}
        return Measures({**self._data, **merged}, self._where)

    def get(self, key: str, default: object = None) -> Any:
        return self._wrap(self._data.get(key, default), key)

    def _wrap(self, value: object, key: str) -> object:
        if isinstance(value, dict):
            return Measures(value, f"{self._where}: [{key}]")
        return tuple(self._wrap(each, key) for each in value) if isinstance(value, list) else value


@cache
def read_measures(name: str) -> Measures:
    """The file `name`; read once, then shared."""
    return Measures(read_toml(name), f"templates/{name}")


def parse_table(shape: type[T], text: str, file: str) -> T:
    """TOML in `text`, which is in `file` (as named in messages), as a `shape`; see `read_table`."""
    return DataFile(_parse(text, file), file, TemplateError).read(shape)


def forget_templates() -> None:
    """Reads everything again from here on, for those who change templates while they run."""
    for cached in (templates_folder, read_toml, read_measures, _cached_table):
        cached.cache_clear()


def _parse(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(f"{file}: {error}") from error


@cache
def _cached_table(shape: Any, name: str, keys: tuple[str, ...]) -> object:
    return DataFile(read_toml(name), f"templates/{name}", TemplateError).read(shape, *keys)
