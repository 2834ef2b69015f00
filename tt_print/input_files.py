"""Reading of files that people bring: house rules, nights of other people, printers.

Somebody else may have made such a file, or a program that went wrong. So only a plain file is read, and of it no more
than a limit; its text may be UTF-8 or what Windows calls Unicode; a parser sees it only after a look at how deeply it is
nested; and what it holds is read into typed records. Everything else is reported in one sentence with file and line.
"""

from __future__ import annotations

import json
import math
import os
import re
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn, TypeVar

from tt_print.data_lines import Format, Trail, find_bomb
from tt_print.errors import InputError, MachineError, TTPrintError
from tt_print.terminal import harmless
from tt_print.typed_data import Source, read_data

T = TypeVar("T")
MAX_INTEGER = 10**15  # beyond it no count, length or year has a meaning, and from 2**53 on other programs round
KILOBYTE, MEGABYTE = 1000, 1000**2
NEWLINE = "\n"
FOREIGN = {  # how files begin that people take for text
    b"{\\rtf": "a document in rich text (RTF)",
    b"PK\x03\x04": "a document of a word processor, or an archive",
    b"\xd0\xcf\x11\xe0": "a document of an old word processor",
}


class Document(NamedTuple):
    """A file of TOML or JSON: its data, plain, and where each part of it is."""

    data: Any
    source: Source

    def read(self, shape: type[T], *keys: str | int) -> T:
        """The whole, or what `keys` and indexes lead to, as a typed record. Raises the source's error with the line."""
        return read_data(shape, self.data, self.source, *keys)

    def error(self, message: str, *trail: str | int) -> TTPrintError:
        """What is wrong at `trail`, with file and line."""
        return self.source.error(trail, message)


def read_bytes(path: Path, max_bytes: int, missing: str = "", error: type[TTPrintError] = InputError) -> bytes:
    """A plain file's content; raises as `open_file`."""
    with open_file(path, max_bytes, missing, error) as file:
        try:
            data = file.read(max_bytes + 1)  # it may grow, or say nothing of its size
        except OSError as refused:
            raise MachineError(f"cannot read {path} ({refused.strerror or refused}).") from refused
    if len(data) > max_bytes:
        raise error(_too_large(path, max_bytes))
    return data


def open_file(path: Path, max_bytes: int, missing: str = "", error: type[TTPrintError] = InputError) -> BinaryIO:
    """A plain file, open to read. `missing` is what to type where there is none.

    Raises `error` for no file, a folder, a device, a pipe, and for more than `max_bytes`; MachineError where the machine
    refuses.
    """
    try:
        file = os.fdopen(_open_plain(path, error), "rb")
    except FileNotFoundError:
        raise error(f"there is no file {path}.{missing and ' ' + missing}") from None
    except (ValueError, UnicodeError) as refused:  # a zero byte in the path, or letters that no file system has
        if isinstance(refused, TTPrintError):
            raise
        raise error(f"{str(path)!r} cannot be the name of a file ({refused}).") from None
    except OSError as refused:
        raise MachineError(f"cannot read {path} ({refused.strerror or refused}).") from refused
    if os.fstat(file.fileno()).st_size > max_bytes:
        file.close()
        raise error(_too_large(path, max_bytes))
    return file


def _too_large(path: Path, max_bytes: int) -> str:
    return f"{path} is larger than {in_bytes(max_bytes)}, the most that can be read here; it is another file."


def _open_plain(path: Path, error: type[TTPrintError]) -> int:
    """Looks before it opens: to open a pipe would wait for its other end, to open a device may do something."""
    _check_plain(path, os.stat(path), error)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    try:
        _check_plain(path, os.fstat(descriptor), error)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _check_plain(path: Path, found: os.stat_result, error: type[TTPrintError]) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise error(f"{path} is a folder. Name a file in it.")
    if not stat.S_ISREG(found.st_mode):
        raise error(f"{path} is no plain file but a device or a pipe. Save what it gives as a file first.")


def in_bytes(size: int) -> str:
    """`64 KB`, `200 MB`."""
    return f"{size // MEGABYTE} MB" if size >= MEGABYTE else f"{size // KILOBYTE} KB"


# ---------------------------------------------------------------- text


def read_text(path: Path, max_bytes: int, missing: str = "", error: type[TTPrintError] = InputError) -> str:
    """As `read_bytes`, decoded: see `decode`."""
    return decode(read_bytes(path, max_bytes, missing, error), str(path), error)


def decode(data: bytes, file: str, error: type[TTPrintError] = InputError) -> str:
    """UTF-8 with or without a mark, or UTF-16 with one, as old Notepad saves "Unicode"; lines end in a newline each.

    Raises `error` with the first line that is neither.
    """
    for start, kind in FOREIGN.items():
        if data.startswith(start):
            raise error(
                f"{file}, line 1: this is {kind}. Save it as plain text, in UTF-8, which each such program offers."
            )
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as wrong:
        line = data[: wrong.start].count(b"\n") + 1
        raise error(
            f"{file}, line {line}: not text in UTF-8. Save it as UTF-8, which editors offer as encoding."
        ) from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise error(f"{file}, line {line}: not a text but some other file, or one in UTF-16. Save it as UTF-8.")
    return text.replace("\r\n", "\n")


# ---------------------------------------------------------------- data


def read_toml(
    path: Path, max_bytes: int, missing: str = "", error: type[TTPrintError] = InputError, example: str = ""
) -> Document:
    """A file of TOML: see `read_bytes`, `decode` and `parse_toml`."""
    return parse_toml(read_text(path, max_bytes, missing, error), str(path), error, example)


def parse_toml(text: str, file: str, error: type[TTPrintError] = InputError, example: str = "") -> Document:
    """Raises `error` with file and line for what is not TOML, and for what no file of ours can hold.

    `example` is a sentence for anyone who does not know how to write it.
    """
    _check_form(text, file, "toml", error)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(wrong), re.DOTALL)
        words, line = (found[1], found[2]) if found else (str(wrong), None)
        number = int(line or text.rstrip().count(NEWLINE) + 1)
        cure = _cure(text.split(NEWLINE)[number - 1]) or example
        raise error(f"{file}, line {number}: {_sentence(words)}{cure and ' ' + cure}") from None
    except ValueError as wrong:  # a date that no calendar has, which older Pythons report so
        raise error(f"{file}: {_sentence(str(wrong))}") from None
    return _checked(Document(data, Source(file, text, error, "toml")))


def _cure(line: str) -> str:
    """What to write instead of a line that is not TOML, for the two mistakes that people make."""
    typeset = re.sub(r"[“”„‟«»″]", '"', line)
    if typeset != line:
        return f"A typeset quotation mark is none here. Write: {harmless(typeset.strip()[:80])}"
    found = re.fullmatch(r"\s*([\w-]+)\s*=\s*([^\"'\[{#]*[^\s\"'\[{#][^\"'\[{#]*?)\s*(#.*)?", line)
    if found and re.search(r"[^\W\d]", found[2]):
        return f'Put text in quotes. Write: {found[1]} = "{harmless(found[2][:80])}"'
    if found := re.fullmatch(r"\s*([\w-]+)\s*:\s*(.+?)\s*", line):
        return f"Write = for the colon: {found[1]} = {harmless(found[2][:80])}"
    return ""


def read_json(path: Path, max_bytes: int) -> Document:
    """A file of JSON: see `read_bytes`, `decode` and `parse_json`."""
    return parse_json(read_text(path, max_bytes), str(path))


def parse_json(text: str, file: str, error: type[TTPrintError] = InputError) -> Document:
    """Raises `error` with file and line for what is not JSON, and for what no file of ours can hold."""
    _check_form(text, file, "json", error)
    try:
        data = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as wrong:
        raise error(f"{file}, line {wrong.lineno}: {_sentence(wrong.msg)}") from None
    except ValueError as wrong:
        raise error(f"{file}: {_sentence(str(wrong))}") from None
    return _checked(Document(data, Source(file, text, error, "json")))


def _check_form(text: str, file: str, format: Format, error: type[TTPrintError]) -> None:
    if bomb := find_bomb(text, format):
        line, words = bomb
        raise error(f"{file}, line {line}: {words}.")


def _sentence(words: str) -> str:
    """What a parser says, as a sentence of ours: `expected '=' after a key.`"""
    words = words.rstrip(". ")
    return f"{words[:1].lower()}{words[1:]}." if words[1:2].islower() else f"{words}."


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"it holds {name}, which is no number")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"it says {twice!r} twice in one place")
    return found


def _checked(document: Document) -> Document:
    """Raises for numbers without a meaning, and for characters that a terminal would obey."""
    for trail, value in _walk(document.data):
        if isinstance(value, float) and not math.isfinite(value):
            raise document.error("that is no number that can be counted or measured with.", *trail)
        if isinstance(value, int) and abs(value) > MAX_INTEGER:
            raise document.error("that number is too large to mean anything here.", *trail)
        for text in (value, trail[-1] if trail else ""):
            if isinstance(text, str) and harmless(text) != text:
                raise document.error(f"{text!r} holds a sign that cannot be shown. Write it without.", *trail)
    return document


def _walk(data: Any) -> Iterator[tuple[Trail, Any]]:
    """Everything in plain data, with the way to it, in its order."""
    waiting: list[tuple[Trail, Any]] = [((), data)]
    while waiting:
        trail, value = waiting.pop()
        yield trail, value
        if isinstance(value, dict):
            waiting += reversed([((*trail, key), inner) for key, inner in value.items()])
        elif isinstance(value, list):
            waiting += reversed([((*trail, index), inner) for index, inner in enumerate(value)])
