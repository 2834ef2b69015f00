"""Answers one command line: from what was typed to a request, to its answer, which is printed, and its files, which are written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from tt_print.cli.config import check_config, config_error, default_paper, read_request
from tt_print.cli.output import ProgressLine, echo, print_result, write_files, write_new_files
from tt_print.cli.text import file_note, typed_lines, typed_text, with_paths
from tt_print.core.asking import Call, Environment
from tt_print.core.commands import find_command
from tt_print.errors import InputError
from tt_print.files.user_data import find_house
from tt_print.problems import CodedError, Said
from tt_print.requests.kinds import Local, Request, Values, specs_of
from tt_print.typed_words import join_list

if TYPE_CHECKING:
    from tt_print.core.commands.common import Answer, Command

WITH_MODULES = ("judge", "site", "table")


class OutputOptions(NamedTuple):
    """How an answer is shown, and where its files go."""

    out: Path
    as_json: bool
    quiet: bool

    @property
    def silent(self) -> bool:
        """Whether no sentence is wanted."""
        return self.as_json or self.quiet


# ---------------------------------------------------------------- answers


def run(verb: str, typed: Values) -> int:
    """Answers one command line and gives its exit status: `typed` are the values of `parameters`, None if nothing was typed.

    The module of the command may have an `answer` of its own, which gives None if it has shown everything. Raises TTPrintError.
    """
    shape = find_command(verb)
    out = Path(str(typed.get("out") or shape.folder))
    own = OutputOptions(out, bool(typed.get("as_json")), bool(typed.get("quiet")))
    given = request_values(shape, typed)
    request, usual = read_request(shape, given, own.silent)
    file = Path(str(typed["file"])) if typed.get("file") else None
    progress = ProgressLine(own.silent)
    try:
        call = _call(request, usual, progress, file)
        serve = getattr(module_of(verb), "answer", None)
        answer: Answer | None = serve(request, call, own) if serve else request.answer(call)
    finally:
        progress.clear()
    if answer is None:
        return 0
    if shape.is_own:
        paths = write_new_files(answer.files)
    else:
        paths = write_files(own.out if shape.folder else None, answer.files) if answer.files else []
    warn(shape, answer.warnings)
    written = [path.as_posix() for path in paths]
    places = dict(zip(answer.files, written, strict=False))
    quiet = own.quiet and answer.status != 1  # why a check failed is said always
    lines = [] if own.as_json or quiet else typed_lines(answer.text, places)
    lines += [note] if (note := file_note(lines, file)) else []
    found = {**answer.data, **(answer.more() if own.as_json else {})}
    data: dict[str, object] = {"files": written} if paths or not shape.folder else {}
    data |= {name: with_paths(value, places) for name, value in found.items()}
    print_result(lines, answer.kind or verb, data, own.as_json, quiet=not lines)
    return answer.status


def module_of(verb: str) -> ModuleType | None:
    """The module of a command that asks its request in a way of its own, as one that serves; None for most."""
    return import_module(f"tt_print.cli.{verb}") if verb in WITH_MODULES else None


def warn(shape: type[Request], warnings: Iterable[CodedError | Said | str]) -> None:
    for warning in warnings:
        echo(f"warning: {typed_text(warning, shape)}", err=True)


def request_values(shape: type[Command], typed: Values) -> dict[str, object]:
    """What was typed for the fields of a request. A list that came in several words is one text; house rules can be named that are
    in the own folder of anyone who types.
    """
    given = {name: typed[name] for name in specs_of(shape) if typed.get(name) not in (None, ())}
    for name, value in given.items():
        if isinstance(value, tuple):
            given[name] = list(value) if specs_of(shape)[name].kind.is_repeated else join_list(value)
        elif name == "house_file":
            given[name] = str(find_house(str(value)))
    return given


def _call(request: Command, usual: Mapping[str, object], progress: ProgressLine, file: Path | None) -> Call:
    """The call of somebody at a terminal, with the files that the request names."""
    files = {}
    for name, spec in specs_of(type(request)).items():
        if spec.kind.is_file and spec.note(Local) is None and (value := getattr(request, name)):
            for path in value if spec.kind.is_list else [value]:
                files[path] = _read_file(path, name if name in usual else "")
    paper = default_paper() if request.prints else ""
    book, who = None, ""
    if request.wants_the_night:
        from tt_print.cli.nights import OwnBook, current_user

        book, who = OwnBook(file, may_be_empty=request.may_be_without_nights), current_user()
    environment = Environment(now, os.urandom, who, book, paper, has_printers=True, check_config=check_config)
    return Call(environment, files, progress.report)


def now() -> str:
    from datetime import datetime

    return datetime.now().astimezone().isoformat(timespec="seconds")


def _read_file(path: str, key: str) -> bytes:
    """The data of a file that somebody brings; `key` is where `config.toml` names it. Raises InputError."""
    from tt_print.draw.artwork import artwork_file
    from tt_print.files.data import read_bytes

    try:
        return read_bytes(Path(path), artwork_file().max_bytes, "Check the name and the folder.")
    except InputError as error:
        raise config_error(key, error) if key else error from None
