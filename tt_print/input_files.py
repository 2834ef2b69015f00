"""Reading of files that people bring: house rules, nights of other people, printers.

Somebody else may have made such a file, or a program that went wrong. So only a plain file is read, and of it no more
than a limit; its text may be UTF-8 or what Windows calls Unicode; and what it holds is read into typed records.
Everything else is reported in one sentence with the file and the key, or with the line where it is no TOML or JSON.
"""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

from tt_print.errors import InputError, MachineError, TTPrintError
from tt_print.terminal import harmless
from tt_print.typed_data import Document as Document
from tt_print.typed_data import Trail

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
) -> Document:
    """A file of TOML: see `read_bytes`, `decode` and `parse_toml`."""
    return parse_toml(read_text(path, max_bytes, missing, error), str(path), error, example)


def parse_toml(text: str, file: str, error: type[TTPrintError] = InputError, example: str = "") -> Document:
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
        cure = _cure(text.split("\n")[number - 1]) or example
        raise error(f"{file}, line {number}: {found[1]}.{cure and ' ' + cure}") from None
    return _checked(Document(data, file, error, text))


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
    """Raises `error` for what is not JSON, and for what no file of ours can hold."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise error(f"{file}: {TOO_DEEP}") from None
    except ValueError as wrong:
        raise error(f"{file} is not JSON ({str(wrong).partition(';')[0]}).") from None
    return _checked(Document(data, file, error))


def _checked(document: Document) -> Document:
    """Raises for what is nested too deep, for numbers without a meaning, and for characters that a terminal would obey."""
    _check(document, document.data, ())
    return document


def _check(document: Document, value: Any, trail: Trail) -> None:
    if len(trail) > MAX_DEPTH:
        raise document.error(TOO_DEEP)
    if isinstance(value, int | float) and not abs(value) <= MAX_NUMBER:  # nor is what is not a number
        raise document.error("that is no number that can be counted or measured with.", *trail)
    if isinstance(value, str) and harmless(value) != value:
        raise document.error(f"{value!r} holds a sign that cannot be shown. Write it without.", *trail)
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        _check(document, key, trail)
        _check(document, inner, (*trail, key))
