"""Finds and reads `templates/`: every word and measure of tt_print that is data.

In a wheel the folder lies inside the package, in a checkout beside it.

A table of a TOML template is read into a `TemplateTable` or a frozen dataclass, whose fields say which keys there are and what
each may hold: `read_table(Pointers, "sheets/chits.toml", "pointers")`. A key that is misspelled, missing or of a wrong type is
reported with file and line before anything is drawn.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import GenericAlias, NoneType, UnionType
from typing import (
    Any,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from tt_print.errors import TemplateError, did_you_mean, join_words

T = TypeVar("T")
Trail = tuple[str | int, ...]  # the way to a value: names of tables and keys, indexes of lists


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
    path = _BROUGHT[game] / rest if first == "games" and game in _BROUGHT else templates_folder() / name
    if not path.is_file():
        raise TemplateError(f"templates/{name} is missing from this copy of tt_print; install it again.")
    return path


@cache
def read_toml(name: str) -> dict[str, Any]:
    """A TOML template as plain data; shared between callers, so never change it.

    Raises TemplateError with file, line and column.
    """
    return _parse(template_path(name).read_text(encoding="utf-8"), f"templates/{name}")


@dataclass_transform(frozen_default=True, kw_only_default=True)
class TemplateTable:
    """What a table of a template is read into: annotated fields, with defaults where a key may be left out.

    A type checker takes it for a frozen dataclass whose fields are named in its calls, and so it behaves, but it is
    compared by identity and made in a twentieth of the time: a sheet has two dozen of them, which as dataclasses took
    an eighth of what a whole deck takes.
    """

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Checks that go beyond types. Raises ValueError."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def changed(self, **values: Any) -> Self:
        """The same with other values in some fields."""
        return type(self)(**{**self.__dict__, **values})


def read_table(shape: type[T], name: str, *keys: str) -> T:
    """The file `name`, or the table in it that `keys` lead to, as a `shape`; read once, then shared.

    `shape` is a `TemplateTable`, a frozen dataclass, a NamedTuple or a `dict[str, ...]`. What its fields may be annotated
    with:

    - str, int, float (a whole number stays an int, so that it prints as it is written), bool, Any
    - tuple[X, ...], Sequence[X] and tuple[X, Y] for lists, of any length and of this one; the value is a tuple
    - dict[str, X] and Mapping[str, X] for tables with keys of their own choosing
    - Tables, dataclasses and NamedTuples for tables, Literal["a", "b"], X | Y (the first that fits), X | None

    A field with a default may be left out. `field(metadata=from_key("for"))` reads a key that no field can be named
    after, `field(metadata=TABLE_NAME)` takes the name of the table itself, as `a4` of `[a4]`. A ValueError that
    `__post_init__` raises is reported with the table's line.

    Raises TemplateError that names file and line for an unknown or missing key, for a value that is not what the
    field is annotated with, and for a table that is not there.
    """
    hashable: Any = shape
    return cast(T, _cached_table(hashable, name, keys))


def parse_table(shape: type[T], text: str, file: str, first_line: int = 1) -> T:
    """TOML in `text`, which begins at a line of `file` (as named in messages), as a `shape`; see `read_table`."""
    return cast(T, _read(shape, _parse(text, file), (), _Source(file, text, first_line)))


def from_key(key: str) -> dict[str, str]:
    return {"key": key}


TABLE_NAME = from_key("")


def forget_templates() -> None:
    """Reads everything anew from here on, for those who change templates while they run."""
    for cached in (templates_folder, read_toml, _cached_table):
        cached.cache_clear()


class _Source(NamedTuple):
    """Where a value comes from, for messages."""

    file: str
    text: str
    first_line: int = 1

    def error(self, trail: Trail, message: str) -> TemplateError:
        """Names the line of what is at `trail`, or of the nearest table round it that is there."""
        lines = find_lines(self.text)
        while trail not in lines:
            trail = trail[:-1]
        return TemplateError(f"{self.file}, line {lines[trail] + self.first_line - 1}: {message}")


class _Field(NamedTuple):
    name: str
    key: str  # in the template; empty for the table's own name
    annotation: Any
    needed: bool


class _Misfit(Exception):
    """A value is not what its field is annotated with: what was wanted, in words."""


def _parse(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(f"{file}: {error}") from error


@cache
def _cached_table(shape: Any, name: str, keys: tuple[str, ...]) -> object:
    source = _Source(f"templates/{name}", template_path(name).read_text(encoding="utf-8"))
    return _read(shape, read_toml(name), keys, source)


def _read(shape: Any, data: Any, keys: tuple[str, ...], source: _Source) -> object:
    for i, key in enumerate(keys):
        if not isinstance(data, dict) or key not in data:
            table = ".".join(keys[: i + 1])
            near = did_you_mean(key, data) if isinstance(data, dict) else ""
            raise source.error(keys[:i], f"there is no table [{table}].{near}")
        data = data[key]
    try:
        return _convert(data, shape, keys, source)
    except _Misfit as misfit:
        raise source.error(keys, f"{_name(keys) or 'the file'} must be {misfit}, not {_shown(data)}.") from None


def _convert(value: Any, annotation: Any, trail: Trail, source: _Source) -> object:
    """`value` as `annotation` wants it. Raises _Misfit where it cannot be, TemplateError for what is within it."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation is Any:
        return value
    if origin is Union or isinstance(annotation, UnionType):
        return _convert_union(value, arguments, trail, source)
    if origin is Literal:
        if value in arguments and not isinstance(value, bool):
            return value
        raise _Misfit(join_words(_shown(argument) for argument in arguments))
    if origin is tuple or origin is Sequence or annotation is tuple:
        return _convert_list(value, arguments, trail, source)
    if origin in (dict, Mapping):
        if isinstance(value, dict):
            return {key: _inner(value[key], arguments[1], (*trail, key), source) for key in value}
        raise _Misfit(_wanted(annotation))
    if _is_record(annotation):
        if isinstance(value, dict):
            return _convert_record(value, annotation, trail, source)
        raise _Misfit(_wanted(annotation))
    allowed = (int, float) if annotation is float else annotation
    if isinstance(value, allowed) and (annotation is bool or not isinstance(value, bool)):
        return value
    raise _Misfit(_wanted(annotation))


def _inner(value: Any, annotation: Any, trail: Trail, source: _Source) -> object:
    try:
        return _convert(value, annotation, trail, source)
    except _Misfit as misfit:
        raise source.error(trail, f"{_name(trail)} must be {misfit}, not {_shown(value)}.") from None


def _convert_union(value: Any, choices: tuple[Any, ...], trail: Trail, source: _Source) -> object:
    """The first choice that fits. Where only one is a table or only one a list, its error is reported."""
    first_error: TemplateError | None = None
    for choice in choices:
        try:
            return _convert(value, choice, trail, source)
        except _Misfit:
            continue
        except TemplateError as error:
            first_error = first_error or error
    if first_error:
        raise first_error
    raise _Misfit(join_words(_wanted(choice) for choice in choices if choice is not NoneType))


def _convert_list(value: Any, arguments: tuple[Any, ...], trail: Trail, source: _Source) -> tuple[object, ...]:
    if not isinstance(value, list):
        raise _Misfit("a list")
    if len(arguments) == 1 or arguments[1:] == (...,):  # Sequence[X], tuple[X, ...]
        arguments = arguments[:1] * len(value)
    if len(value) != len(arguments):
        raise _Misfit(f"a list of {len(arguments)}")
    pairs = enumerate(zip(value, arguments, strict=True))
    return tuple(_inner(item, argument, (*trail, i), source) for i, (item, argument) in pairs)


def _convert_record(table: dict[str, Any], shape: Any, trail: Trail, source: _Source) -> object:
    fields = _fields(shape)
    known = {field.key: field for field in fields}
    unknown, missing = [key for key in table if key not in known], []
    values: dict[str, object] = {}
    for field in fields:
        if field.key in table:
            values[field.name] = _inner(table[field.key], field.annotation, (*trail, field.key), source)
        elif not field.key:
            values[field.name] = trail[-1]
        elif field.needed:
            missing.append(field.key)
    if unknown:
        allowed = [key for key in known if key and key not in table]
        near = did_you_mean(unknown[0], allowed) or f" Its keys are {join_words(filter(None, known), 'and')}."
        raise source.error((*trail, unknown[0]), f"{unknown[0]!r} is not a key of {_table_name(trail)}.{near}")
    if missing:
        raise source.error(trail, f"{_table_name(trail)} has no {join_words(missing)}.")
    try:
        return shape(**values)
    except TemplateError:
        raise
    except ValueError as error:
        raise source.error(trail, f"{_table_name(trail)}: {error}") from error


def _is_record(annotation: Any) -> bool:
    return isinstance(annotation, type) and not isinstance(annotation, GenericAlias) and (
        issubclass(annotation, TemplateTable) or hasattr(annotation, "__dataclass_fields__") or hasattr(annotation, "_field_defaults")
    )  # fmt: skip


@cache
def _fields(shape: Any) -> tuple[_Field, ...]:
    """The fields of a dataclass or a NamedTuple, with their annotations as types."""
    hints = get_type_hints(shape)
    if issubclass(shape, TemplateTable):
        return tuple(_Field(name, name, hint, not hasattr(shape, name)) for name, hint in hints.items())
    if hasattr(shape, "_field_defaults"):
        return tuple(_Field(name, name, hints[name], name not in shape._field_defaults) for name in shape._fields)
    from dataclasses import MISSING, fields  # 15 ms, which who has a dataclass has paid

    return tuple(
        _Field(f.name, f.metadata.get("key", f.name), hints[f.name], f.default is f.default_factory is MISSING)
        for f in fields(shape)
        if f.init
    )


def _name(trail: Trail) -> str:
    """`spare.advice`; an item of a list goes by the list's name."""
    return ".".join(part for part in trail if isinstance(part, str))


def _table_name(trail: Trail) -> str:
    return f"[{_name(trail)}]" if trail else "the file"


def _wanted(annotation: Any) -> str:
    origin = get_origin(annotation)
    if origin in (tuple, Sequence):
        return "a list"
    if origin in (dict, Mapping) or _is_record(annotation):
        return "a table"
    words = {str: "a text in quotes", int: "a whole number", float: "a number", bool: "true or false"}
    return words.get(annotation, str(annotation))


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return repr(value)


# Lines: a parser that keeps them is not in the standard library, so they are looked for when something is wrong.


def find_lines(text: str) -> dict[Trail, int]:
    """The line (from 1) on which each table, each value and each item of a list begins in TOML `text`; () is the whole."""
    lines: dict[Trail, int] = {(): 1}
    table: Trail = ()
    for first, statement in _statements(text):
        if statement.lstrip().startswith("["):
            table = _header(statement, lines)
            for end in range(1, len(table) + 1):  # [a.b] begins [a], too, where nothing else did
                lines.setdefault(table[:end], first)
        else:
            _note_lines(tomllib.loads(statement), table, first, statement, lines)
    return lines


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Headers and assignments, each with the number of its first line; one of several lines ends where it parses."""
    begun, first = "", 0
    for number, row in enumerate(text.splitlines(), 1):
        if not begun and (not row.strip() or row.lstrip().startswith("#")):
            continue
        first = first if begun else number
        begun += row + "\n"
        try:
            tomllib.loads(begun)
        except tomllib.TOMLDecodeError:
            continue
        yield first, begun
        begun = ""


def _header(statement: str, lines: dict[Trail, int]) -> Trail:
    """`[a.b]` as ("a", "b"), the second `[[a]]` as ("a", 1); within the last table of a list where it is in one."""
    trail: Trail = ()
    found: Any = tomllib.loads(statement)
    while found:
        if isinstance(found, dict):
            ((key, found),) = found.items()
            trail = (*trail, key)
            count = sum(1 for known in lines if known[:-1] == trail and isinstance(known[-1], int))
            if count and not (isinstance(found, list) and found == [{}]):
                trail = (*trail, count - 1)
        else:  # the last name of [[a]]
            count = sum(1 for known in lines if known[:-1] == trail and isinstance(known[-1], int))
            return (*trail, count)
    return trail


def _note_lines(data: Any, trail: Trail, first: int, statement: str, lines: dict[Trail, int]) -> None:
    """The line of each value in an assignment: its first, and for an item of a list the one where the item ends."""
    for key, value in data.items():
        lines.setdefault((*trail, key), first)
        if isinstance(value, dict):
            _note_lines(value, (*trail, key), first, statement, lines)
        elif isinstance(value, list):
            for i, item in enumerate(value):
                lines[(*trail, key, i)] = line = first + _rows_to_item(statement, i)
                if isinstance(item, dict):
                    _note_lines(item, (*trail, key, i), line, "", lines)


def _rows_to_item(statement: str, index: int) -> int:
    rows = statement.splitlines()
    for count in range(1, len(rows)):
        try:
            found: Any = tomllib.loads("\n".join(rows[:count]) + "]")
        except tomllib.TOMLDecodeError:
            continue
        while isinstance(found, dict) and len(found) == 1:  # a.b = [
            (found,) = found.values()
        if isinstance(found, list) and len(found) > index:
            return count - 1
    return 0
