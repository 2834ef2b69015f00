"""Plain data, as TOML and JSON give it, read into typed records; what does not fit is reported with its line.

A record is a frozen dataclass, a NamedTuple or a `TemplateTable`: its annotated fields say which keys there are
and what each may hold. `templates` reads our own files through this, `input_files` those that people bring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
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

from tt_print.errors import TemplateError, TTPrintError, did_you_mean, join_words

T = TypeVar("T")
Trail = tuple[str | int, ...]  # the way to a value: names of tables and keys, indexes of lists


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


class Source(NamedTuple):
    """Where data comes from, for messages: the file as people know it, its text, which begins at a line of the file.

    `whole` is what all of it is called. Data that came without a text has a `first_line` of 0, and no lines. Of `partial`
    data only what differs from other data is in the text, so that a key there may be misspelled and yet be known.
    """

    file: str
    text: str
    error_type: type[TTPrintError]
    format: Literal["toml", "json"] = "toml"
    first_line: int = 1
    whole: str = "the file"
    partial: bool = False

    def error(self, trail: Trail, message: str) -> TTPrintError:
        """Names the line of what is at `trail`, or of the nearest table around it that is there."""
        from tt_print.data_lines import find_lines

        if not self.first_line:
            return self.error_type(message)

        lines = find_lines(self.text, self.format)
        while trail not in lines:
            trail = trail[:-1]
        return self.error_type(f"{self.file}, line {lines[trail] + self.first_line - 1}: {message}")


def from_key(key: str) -> dict[str, str]:
    return {"key": key}


TABLE_NAME = from_key("")


class _Field(NamedTuple):
    name: str
    key: str  # in the template; empty for the table's own name
    annotation: Any
    needed: bool


class _Misfit(Exception):
    """A value is not what its field is annotated with: what was wanted, in words."""


def read_data(shape: type[T], data: Any, source: Source, *keys: str | int) -> T:
    """`data`, or what `keys` and indexes lead to in it, as a `shape`; `templates.read_table` says what that may be.

    Raises the source's kind of error, with the line, for all that does not fit.
    """
    for i, key in enumerate(keys):
        there = key in range(len(data)) if isinstance(data, list) else isinstance(data, dict) and key in data
        if not there:
            table = ".".join(map(str, keys[: i + 1]))
            near = did_you_mean(str(key), data) if isinstance(data, dict) else ""
            raise source.error(keys[:i], f"there is no table [{table}].{near}")
        data = data[key]
    try:
        return cast(T, _convert(data, shape, keys, source))
    except _Misfit as misfit:
        raise source.error(keys, f"{_name(keys) or source.whole} must be {misfit}, not {_shown(data)}.") from None


def _convert(value: Any, annotation: Any, trail: Trail, source: Source) -> object:
    """`value` as `annotation` wants it. Raises _Misfit where it cannot be, the source's error for what is within it."""
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


def _inner(value: Any, annotation: Any, trail: Trail, source: Source) -> object:
    try:
        return _convert(value, annotation, trail, source)
    except _Misfit as misfit:
        raise source.error(trail, f"{_name(trail)} must be {misfit}, not {_shown(value)}.") from None


def _convert_union(value: Any, choices: tuple[Any, ...], trail: Trail, source: Source) -> object:
    """The first choice that fits. Where only one is a table or only one a list, its error is reported."""
    first_error: TTPrintError | None = None
    for choice in choices:
        try:
            return _convert(value, choice, trail, source)
        except _Misfit:
            continue
        except source.error_type as error:
            first_error = first_error or error
    if first_error:
        raise first_error
    raise _Misfit(join_words(_wanted(choice) for choice in choices if choice is not NoneType))


def _convert_list(value: Any, arguments: tuple[Any, ...], trail: Trail, source: Source) -> tuple[object, ...]:
    if not isinstance(value, list):
        raise _Misfit("a list")
    if len(arguments) == 1 or arguments[1:] == (...,):  # Sequence[X], tuple[X, ...]
        arguments = arguments[:1] * len(value)
    if len(value) != len(arguments):
        raise _Misfit(f"a list of {len(arguments)}")
    pairs = enumerate(zip(value, arguments, strict=True))
    return tuple(_inner(item, argument, (*trail, i), source) for i, (item, argument) in pairs)


def _convert_record(table: dict[str, Any], shape: Any, trail: Trail, source: Source) -> object:
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
        allowed = [key for key in known if key and (source.partial or key not in table)]
        names = list(filter(None, known))
        every = f" Its keys are {join_words(names, 'and')}." if names else " It has none."
        near = did_you_mean(unknown[0], allowed) or every
        raise source.error((*trail, unknown[0]), f"{unknown[0]!r} is not a key of {_table_name(trail, source)}.{near}")
    if missing:
        raise source.error(trail, f"{_table_name(trail, source)} has no {join_words(missing)}.")
    try:
        return shape(**values)
    except TemplateError:
        raise
    except ValueError as error:
        named = str(error).partition(" ")[0]
        if not trail and named in table:  # of a whole file the line of what is wrong, not its first
            raise source.error((named,), str(error)) from error
        raise source.error(trail, f"{_table_name(trail, source)}: {error}") from error


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


def _table_name(trail: Trail, source: Source) -> str:
    if not _name(trail):
        return source.whole
    return f"[{_name(trail)}]" if source.format == "toml" else _name(trail)


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
