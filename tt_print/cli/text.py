"""The text of an answer for people who type: sentences as wide as the terminal, and commands that they advise."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from functools import partial

from tt_print.cli.terminal import MAX_COLUMNS, columns, labeled, table, wrap_commands
from tt_print.cli.terminal import width as letters
from tt_print.problems import (
    Action,
    CodedError,
    FactRows,
    FileName,
    Line,
    Named,
    Rows,
    Said,
    Sentences,
    sentence,
    typed_name,
)
from tt_print.requests import reading
from tt_print.requests.kinds import Bare, Request, Spec, Word, specs_of
from tt_print.requests.reading import RefusedError

NO_PATHS: Mapping[str, str] = {}
LABEL = re.compile(r" *\S+ {2,}")  # what a line begins with, such as a number, below which its text does not go on


def options_of(spec: Spec) -> list[str]:
    """`--paper -p`; nothing for what is without an option. What is yes by default, or neither, has both forms."""
    if spec.note(Bare):
        return []
    word, letter = spec.note(Word) or Word()
    name = word or spec.name.replace("_", "-")
    both = spec.kind.form == "yesno" and spec.default is not False
    return [f"--{name}/--no-{name}" if both else f"--{name}", *([f"-{letter}"] if letter else [])]


def option_name(shape: type[Request], field: str) -> str:
    """What a message calls a field."""
    spec = specs_of(shape).get(field)
    if spec is None:
        return typed_name(field)
    return (options_of(spec) or [spec.kind.metavar])[0].partition("/")[0]


def quoted(word: str, windows: bool = os.name == "nt") -> str:
    """A word as it is typed in a shell: with quotation marks wherever a shell would not take it as it is.

    Double ones where they will do, because every shell knows them; single ones round what is not left alone in those.
    For PowerShell a comma is also special, and a single quotation mark is doubled.
    """
    plain = "_-+=./:%" + ("\\" if windows else ",")
    if word and all(letter.isalnum() or letter in plain for letter in word):
        return word
    if not any(mark in word for mark in ('"$`' if windows else '"$`!\\')):
        return f'"{word}"'
    return "'" + word.replace("'", "''" if windows else "'\\''") + "'"


class TerminalText(str):
    """A text in a sentence, which `{name:q}` has as it is typed in a shell."""

    def __format__(self, spec: str) -> str:
        return quoted(self) if spec == "q" else super().__format__(spec)


def typed_action(action: Action) -> str:
    """What to type for it: `tt-print deck --only J1`."""
    from tt_print.core.commands import find_command

    bare, options = list[str](), list[str]()
    for name, spec in specs_of(find_command(action.verb)).items():
        if (value := action.fields.get(name)) in (None, (), ""):
            continue
        values = value if isinstance(value, list | tuple) else [value]
        texts = [f"{one:g}" if isinstance(one, float) else str(one) for one in values]
        texts = texts if spec.kind.is_repeated else [",".join(texts)]
        yes, _, no = (options_of(spec) or [""])[0].partition("/")
        if not yes:
            bare += texts
        elif isinstance(value, bool):
            options.append(yes if value else no)
        else:
            options += [word for text in texts for word in (yes, text)]
    return " ".join(["tt-print", action.verb, *map(quoted, bare + options)])


def path_of(file: str, paths: Mapping[str, str]) -> str:
    """Where a file was written, or a folder that files are in."""
    below = ((name.removeprefix(file), path) for name, path in paths.items() if name.startswith(file))
    return next((path.removesuffix(rest) for rest, path in below), file)


def with_paths(data: object, paths: Mapping[str, str]) -> object:
    """The data of an answer, with the paths of its files that were written."""
    if isinstance(data, Mapping):
        return {name: with_paths(value, paths) for name, value in data.items()}
    if isinstance(data, list):
        return [with_paths(value, paths) for value in data]
    return path_of(data, paths) if isinstance(data, FileName) else data


def typed_lines(text: Iterable[Line], paths: Mapping[str, str]) -> list[str]:
    """The text of an answer as wide as the terminal; `paths` are where its files were written, by their names.

    What has no room in a terminal is broken between words, but a command or the path of a file never is. In a pipe a sentence is one line.
    """
    lines: list[str] = []
    width = columns(of_pipe=MAX_COLUMNS)
    for each in text:
        if isinstance(each, Rows):
            lines += _rows(each)
            continue
        if isinstance(each, FactRows):
            lines += labeled(each.rows, width)
            continue
        line = each if isinstance(each, str) else typed_sentence(each, paths=paths)
        named = each.values.values() if isinstance(each, Said) else ()
        whole = {*paths.values(), *(value for value in named if isinstance(value, FileName))}
        label = LABEL.match(line)
        hang = label.end() if label and label.end() <= width // 2 else len(line) - len(line.lstrip()) + 2
        fits = letters(line) <= width or any(path in line for path in whole)
        lines += [line] if fits else wrap_commands(line, width, hang=hang)
    return lines


def _rows(rows: Rows) -> list[str]:
    lines = table(rows.heads, rows.rows, MAX_COLUMNS, rows.left)
    if max(map(letters, lines)) <= columns():
        return lines
    return table(*(rows.narrow or (rows.heads, rows.rows)), columns(), rows.left)


def typed_sentence(said: CodedError | Said, named: Named = typed_name, paths: Mapping[str, str] = NO_PATHS) -> str:
    """What is wrong or said, in words for people who type."""
    values = {name: _show_value(value, paths) for name, value in said.values.items()}
    if isinstance(said, Said):
        return sentence(Said(said.code, **values), named, typed=True)
    return sentence(CodedError(said.code, said.field, **values), named, typed=True)


def typed_text(error: object, shape: type[Request] | None = None) -> str:
    """As `typed_sentence`, of any error, or of a sentence that needs no other words; `shape` is the request that it is about."""
    if isinstance(error, RefusedError):
        return typed_text(error.problems[0], error.shape)
    if not isinstance(error, CodedError | Said):
        return str(error)
    if shape is not None and isinstance(error, CodedError) and "." not in error.code:
        return reading.sentence(error, shape, option_name, typed=True)
    return typed_sentence(error, partial(option_name, shape) if shape else typed_name)


def _show_value(value: object, paths: Mapping[str, str]) -> object:
    if isinstance(value, Action):
        return typed_action(value)
    if isinstance(value, CodedError | Said):
        return typed_sentence(value, paths=paths)
    if isinstance(value, Sentences):
        return "\n  ".join(map(typed_text, value))
    if isinstance(value, FileName):
        return path_of(value, paths)
    if isinstance(value, tuple):
        return " ".join(map(quoted, value))
    return TerminalText(value) if isinstance(value, str) else value


def file_note(texts: Iterable[str], file: object) -> str:
    """What the commands in these texts need if they are about `file`; "" if it is None, or if there are no commands."""
    needed = file is not None and any("tt-print " in text for text in texts)
    return f"Add --file {quoted(str(file))} to these commands." if needed else ""
