"""Files that people bring: text, TOML, and JSON become typed records, and an error names file and key. This is the only door for what
a person brings.

Around the work on a font or a picture is one limit, because a few bytes may ask for years, or for all memory. Their readers count nothing
themselves. Time is limited in the main thread, memory on Linux alone; the bytes of a file, its pixels, and its text
are limited by their size, before they are read.
"""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FrameType, GenericAlias, NoneType, UnionType
from typing import (
    Any,
    Literal,
    NamedTuple,
    Self,
    TypeGuard,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from tt_print.errors import InputError, MachineError, TemplateError, TTPrintError, did_you_mean, harmless, join_words

T = TypeVar("T")
Trail = tuple[str | int, ...]  # the way to a value: names of tables and keys, indexes of lists
TABLE_NAME = {"table": "name"}  # metadata of a field that is the name of its table
_PLAIN: dict[object, tuple[tuple[type, ...], str]] = {
    str: ((str,), "a text in quotes"), int: ((int,), "a whole number"), float: ((int, float), "a number"), bool: ((bool,), "true or false"),
}  # fmt: skip


@dataclass_transform(frozen_default=True, kw_only_default=True)
class TemplateTable:
    """What a table of a template is read into: annotated fields, with defaults where a key may be left out.

    A type checker takes it for a frozen dataclass whose fields are named in its calls, and so it behaves, but it is
    compared by identity and made in a twentieth of the time: a sheet has two dozen of them, which as dataclasses took
    an eighth of what a whole deck takes.
    """

    def __init__(self, **values: object) -> None:
        self.__dict__.update(values)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Checks that go beyond types. Raises ValueError."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def changed(self, **values: object) -> Self:
        """The same with other values in some fields."""
        return type(self)(**{**self.__dict__, **values})


class DataFile(NamedTuple):
    """Plain data, and what messages about it say: the file as people know it, and what all of it is called."""

    data: Any
    file: str
    error_type: type[TTPrintError]
    text: str = ""

    def read(self, shape: type[T], *keys: str | int) -> T:
        """All of it, or what `keys` and indexes lead to, as a `shape`; `templates.read_table` says what that may be.

        Raises the document's kind of error for all that does not fit.
        """
        data = self.data
        for i, key in enumerate(keys):
            there = key in range(len(data)) if isinstance(data, list) else isinstance(data, dict) and key in data
            if not there:
                near = did_you_mean(str(key), data) if isinstance(data, dict) else ""
                raise self.error(f"there is no table [{'.'.join(map(str, keys[: i + 1]))}].{near}")
            data = data[key]
        return cast(T, _Reading(self).value(data, shape, keys))

    def error(self, message: str, *trail: str | int) -> TTPrintError:
        """What is wrong, with the file, and with the key at `trail` if the message does not name it."""
        names = [part for part in trail if isinstance(part, str)]
        key = f"{'.'.join(names)}: " if names and names[-1] not in message else ""
        return self.error_type(f"{self.file}: {key}{message}" if self.file else f"{key}{message}")


class _Misfit(Exception):
    """A value is not what its field is annotated with: what was wanted, in words."""


class _Reading(NamedTuple):
    """The data of a document on their way into records. `trail` is the way to a value, for messages."""

    document: DataFile

    def value(self, value: object, annotation: object, trail: Trail) -> object:
        """`value` as `annotation` wants it. Raises the document's error where it cannot be."""
        try:
            return self._convert(value, annotation, trail)
        except _Misfit as misfit:
            name = _name(trail) or "the file"
            raise self.document.error(f"{name} must be {misfit}, not {_describe_value(value)}.") from None

    def _convert(self, value: object, annotation: object, trail: Trail) -> object:
        """As `value`, but raises _Misfit where the value itself cannot be, the document's error for what is within it."""
        origin, arguments = get_origin(annotation), get_args(annotation)
        if annotation in (Any, object):
            return value
        if origin is Union or isinstance(annotation, UnionType):
            return self._convert_union(value, arguments, trail)
        if origin is Literal:
            if value in arguments and not isinstance(value, bool):
                return value
            raise _Misfit(join_words(map(_describe_value, arguments)))
        if origin in (tuple, Sequence) or annotation is tuple:
            return self._convert_list(value, arguments, trail)
        if origin in (dict, Mapping) and isinstance(value, dict):
            return {key: self.value(inner, arguments[1], (*trail, key)) for key, inner in value.items()}
        if _is_record(annotation) and isinstance(value, dict):
            return self._convert_record(value, annotation, trail)
        types, _ = _PLAIN.get(annotation, ((), ""))
        if isinstance(value, types) and (annotation is bool or not isinstance(value, bool)):
            return value
        raise _Misfit(_describe_type(annotation))

    def _convert_union(self, value: object, choices: tuple[object, ...], trail: Trail) -> object:
        """The first choice that fits. Where only one is a table or only one a list, its error is reported."""
        first_error: TTPrintError | None = None
        for choice in choices:
            try:
                return self._convert(value, choice, trail)
            except _Misfit:
                continue
            except self.document.error_type as error:
                first_error = first_error or error
        raise first_error or _Misfit(join_words(_describe_type(choice) for choice in choices if choice is not NoneType))

    def _convert_list(self, value: object, arguments: tuple[object, ...], trail: Trail) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise _Misfit("a list")
        if len(arguments) == 1 or arguments[1:] == (...,):  # Sequence[X], tuple[X, ...]
            arguments = arguments[:1] * len(value)
        if len(value) != len(arguments):
            raise _Misfit(f"a list of {len(arguments)}")
        pairs = enumerate(zip(value, arguments, strict=True))
        return tuple(self.value(item, argument, (*trail, i)) for i, (item, argument) in pairs)

    def _convert_record(self, table: dict[str, object], shape: type, trail: Trail) -> object:
        fields = _fields(shape)
        name = f"[{_name(trail)}]" if _name(trail) else "the file"
        known = [key for key, field in fields.items() if not field.is_table_name]
        if unknown := [key for key in table if key not in known]:
            every = f" Its keys are {join_words(known, 'and')}." if known else " It has none."
            near = did_you_mean(unknown[0], known) or every
            raise self.document.error(f"{unknown[0]!r} is not a key of {name}.{near}")
        if missing := [key for key in known if fields[key].is_needed and key not in table]:
            raise self.document.error(f"{name} has no {join_words(missing)}.")
        values = {key: self.value(table[key], fields[key].annotation, (*trail, key)) for key in known if key in table}
        values |= {key: trail[-1] for key, field in fields.items() if field.is_table_name}
        try:
            return shape(**values)
        except TemplateError:
            raise
        except ValueError as error:
            where = f"{name}: " if trail else ""
            raise self.document.error(f"{where}{error}") from error


class _Field(NamedTuple):
    annotation: object
    is_needed: bool
    is_table_name: bool = False


def _is_record(annotation: object) -> TypeGuard[type]:
    marks = ("__dataclass_fields__", "_field_defaults")
    if not isinstance(annotation, type) or isinstance(annotation, GenericAlias):
        return False
    return issubclass(annotation, TemplateTable) or any(hasattr(annotation, mark) for mark in marks)


@cache
def _fields(shape: Any) -> dict[str, _Field]:
    """The fields of a record, with their annotations as types."""
    hints = get_type_hints(shape)
    if hasattr(shape, "__dataclass_fields__"):
        from dataclasses import MISSING, fields  # 15 ms, which who has a dataclass has paid

        known = [each for each in fields(shape) if each.init]
        needed = {each.name for each in known if each.default is each.default_factory is MISSING}
        return {each.name: _Field(hints[each.name], each.name in needed, each.metadata == TABLE_NAME) for each in known}
    defaults = shape._field_defaults if issubclass(shape, tuple) else {name for name in hints if hasattr(shape, name)}
    return {name: _Field(hint, name not in defaults) for name, hint in hints.items()}


def _name(trail: Trail) -> str:
    """`spare.advice`; an item of a list goes by the list's name."""
    return ".".join(part for part in trail if isinstance(part, str))


def _describe_type(annotation: object) -> str:
    origin = get_origin(annotation)
    if origin in (tuple, Sequence):
        return "a list"
    if origin in (dict, Mapping) or _is_record(annotation):
        return "a table"
    return _PLAIN[annotation][1] if annotation in _PLAIN else str(annotation)


def _describe_value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    return f"a list of {len(value)}" if isinstance(value, list) else repr(value)


MAX_NUMBER = 10**15  # beyond it no count, length or year has a meaning, and from 2**53 on other programs round
MAX_DEPTH = 32  # lists in lists, tables in tables; ours have five
TOO_DEEP = f"it is nested more than {MAX_DEPTH} deep."
KILOBYTE, MEGABYTE = 1000, 1000**2
# how documents of word processors begin that people take for text: RTF, archives as of newer ones, older ones
FOREIGN = (b"{\\rtf", b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_KEY = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
# `a.a.a... = 1`: for each of its dots tomllib keeps all keys before it, which takes all memory if there are 100,000
_DEEP_KEY = re.compile(rf"(?:^|[\[{{,])[ \t]*(?:{_KEY}[ \t]*\.[ \t]*){{{MAX_DEPTH}}}", re.MULTILINE)


def read_bytes(path: Path, max_bytes: int, missing: str = "", error: type[TTPrintError] = InputError) -> bytes:
    """A plain file's content. `missing` is what to type where there is none.

    Raises `error` for no file, a folder, a device, a pipe, and for more than `max_bytes`; MachineError where the machine
    refuses.
    """
    data = b""
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISREG(mode):  # to open a pipe would wait for its other end, to open a device may do something
            with open(path, "rb") as file:
                data = file.read(max_bytes + 1)
    except FileNotFoundError:
        raise error(f"there is no file {path}.{missing and ' ' + missing}") from None
    except ValueError as refused:  # a zero byte in the path, or letters that no file system has
        raise error(f"{str(path)!r} cannot be the name of a file ({refused}).") from None
    except OSError as refused:
        raise MachineError(f"cannot read {path} ({refused.strerror or refused}).") from refused
    if stat.S_ISDIR(mode):
        raise error(f"{path} is a folder. Name a file in it.")
    if not stat.S_ISREG(mode):
        raise error(f"{path} is no plain file but a device or a pipe. Save what it gives as a file first.")
    if len(data) > max_bytes:
        raise error(f"{path} is larger than {in_bytes(max_bytes)}, the most that can be read here; it is another file.")
    return data


def in_bytes(size: int) -> str:
    """`64 KB`, `200 MB`."""
    return f"{size // MEGABYTE} MB" if size >= MEGABYTE else f"{size // KILOBYTE} KB"


# ---------------------------------------------------------------- text


def read_text(path: Path, max_bytes: int, missing: str = "", error: type[TTPrintError] = InputError) -> str:
    """As `read_bytes`, decoded: see `decode`."""
    return decode(read_bytes(path, max_bytes, missing, error), str(path), error)


def decode(data: bytes, file: str, error: type[TTPrintError] = InputError) -> str:
    """UTF-8 with or without a mark, or UTF-16 with one, as old Notepad saves "Unicode"; lines end in a newline each."""
    if data.startswith(FOREIGN):
        raise error(f"{file} is a document of a word processor or an archive. Save it as plain text, in UTF-8.")
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise error(f"{file} is not a text in UTF-8. Save it as UTF-8, which editors offer as encoding.")
    return text.replace("\r\n", "\n")


# ---------------------------------------------------------------- data


def read_toml(
    path: Path, max_bytes: int, missing: str = "", error: type[TTPrintError] = InputError, example: str = ""
) -> DataFile:
    """A file of TOML: see `read_bytes`, `decode` and `parse_toml`."""
    return parse_toml(read_text(path, max_bytes, missing, error), str(path), error, example)


def parse_toml(text: str, file: str, error: type[TTPrintError] = InputError, example: str = "") -> DataFile:
    """Raises `error` for what is not TOML, with its line, and for what no file of ours can hold.

    `example` is a sentence for anyone who does not know how to write it.
    """
    if _DEEP_KEY.search(text):
        raise error(f"{file}: {TOO_DEEP}")
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise error(f"{file}: {TOO_DEEP}") from None
    except ValueError as wrong:
        words = f"{str(wrong)[:1].lower()}{str(wrong)[1:]}"
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", words, re.DOTALL)
        if not found:  # an integer of 5,000 digits
            raise error(f"{file}: {words.partition(':')[0]}.") from None
        number = int(found[2] or text.rstrip().count("\n") + 1)
        raise error(f"{file}, line {number}: {found[1]}.{example and ' ' + example}") from None
    return _check_all(DataFile(data, file, error, text))


def read_json(path: Path, max_bytes: int) -> DataFile:
    """A file of JSON: see `read_bytes`, `decode` and `parse_json`."""
    return parse_json(read_text(path, max_bytes), str(path))


def parse_json(text: str, file: str, error: type[TTPrintError] = InputError) -> DataFile:
    """Raises `error` for what is not JSON, and for what no file of ours can hold."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise error(f"{file}: {TOO_DEEP}") from None
    except ValueError as wrong:
        raise error(f"{file} is not JSON ({str(wrong).partition(';')[0]}).") from None
    return _check_all(DataFile(data, file, error))


def _check_all(document: DataFile) -> DataFile:
    """Raises for what is nested too deep, for numbers without a meaning, and for characters that a terminal would obey."""
    _check(document, document.data, ())
    return document


def _check(document: DataFile, value: object, trail: Trail) -> None:
    if len(trail) > MAX_DEPTH:
        raise document.error(TOO_DEEP)
    if isinstance(value, int | float) and not abs(value) <= MAX_NUMBER:  # nor is what is not a number
        raise document.error("that is no number that can be counted or measured with.", *trail)
    if isinstance(value, str) and harmless(value) != value:
        raise document.error(f"{value!r} holds a sign that cannot be shown. Write it without.", *trail)
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        _check(document, key, trail)
        _check(document, inner, (*trail, key))


# ---------------------------------------------------------------- one limit around the work on a file


MAX_SECONDS = 20.0  # of the processor; a font takes 0.1, and 51 million pixels take 4
MAX_BYTES = 2_000_000_000  # more than before; 51 million pixels take 0.7


def run_limited(name: str, work: Callable[[], T]) -> T:
    """What the work on the file of this name returns. Raises InputError where it takes too long or too much memory."""
    memory = _limit_memory()
    try:
        return _run_in_time(work)
    except _TooLongError:
        raise InputError(f"{name} takes longer than {MAX_SECONDS:g} seconds to read. Take another one.") from None
    except MemoryError:
        raise InputError(f"{name} takes too much memory to read. Take another one.") from None
    finally:
        if memory is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, memory)


class _TooLongError(BaseException):
    """No Exception, which a reader would take for a damaged file."""


def _run_in_time(work: Callable[[], T]) -> T:
    """What the work returns. The signal comes once, so that nothing is raised after the timer has stopped.

    Windows has no timer that sends signals: there a thread asks for one, by the clock. Work in another thread than the main one has no limit:
    no signal reaches it, and an exception that was raised in it from outside hung CPython 3.11.
    """
    import signal
    import threading  # both here, because a start that reads nothing needs none
    from _thread import interrupt_main

    if threading.current_thread() is not threading.main_thread():
        return work()
    has_timer = hasattr(signal, "setitimer")
    number = signal.SIGVTALRM if has_timer else signal.SIGTERM
    clock = threading.Timer(MAX_SECONDS, interrupt_main, [number])
    before = signal.signal(number, _stop)
    try:
        if has_timer:
            signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS)
        else:
            with suppress(RuntimeError):  # a browser starts no threads
                clock.start()
        return work()
    finally:
        try:
            if has_timer:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            clock.cancel()
            if clock.is_alive():
                clock.join()
        finally:
            signal.signal(number, before)


def _stop(number: int, frame: FrameType | None) -> None:
    raise _TooLongError


def _limit_memory() -> tuple[int, int] | None:
    """Limits what this process may use, and returns the limit before; None on a system that has none."""
    try:
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        before = resource.getrlimit(resource.RLIMIT_AS)
        if before[0] == resource.RLIM_INFINITY or before[0] > used + MAX_BYTES:
            resource.setrlimit(resource.RLIMIT_AS, (used + MAX_BYTES, before[1]))
        return before
    except (ImportError, OSError, ValueError):
        return None
