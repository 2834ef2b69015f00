"""The environment of the core (time, chance, and storage for nights, as its caller provides them), and the entry of all requests: which
module answers, whether the request is one, and errors as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Any

from tt_print.errors import InputError, TTPrintError, did_you_mean
from tt_print.problems import CodedError, FactRows, Line, Rows, Said
from tt_print.records import dataclass
from tt_print.requests.kinds import Request
from tt_print.requests.reading import from_data
from tt_print.requests.reading import sentence as about

if TYPE_CHECKING:
    from tt_print.play.scan.photos import Photo
    from tt_print.play.score.store import FileBook

NO_FILES: Mapping[str, bytes] = {}


class CancelledError(TTPrintError):
    """Anyone who asked wants it no more; nothing is made."""

    exit_status = 1
    kind = "cancelled"


TYPES = {
    "pdf": "application/pdf", "svg": "image/svg+xml", "json": "application/json", "png": "image/png", "csv": "text/csv",
    "sqlite": "application/vnd.sqlite3",
}  # fmt: skip


def file_rows(files: Mapping[str, bytes]) -> list[dict[str, object]]:
    """What a reply says of its files: name, size, and type."""
    return [
        {"name": name, "bytes": len(data), "type": TYPES.get(name.rpartition(".")[2], "application/octet-stream")}
        for name, data in files.items()
    ]


def _open_photo(data: bytes, name: str) -> Photo:
    from tt_print.play.scan.pixels import open_photo

    return open_photo(data, name)


Report = Callable[[str, int, int], bool | None]
"""Told what is being done, how many steps of it are done, and how many there are; False stops the work."""


@dataclass(frozen=True, slots=True)
class Environment:
    """`now` gives the time (ISO 8601, with its zone), `random_bytes` so many bytes that nobody can guess, `who` is in the
    record of what is entered, `paper` is the one that is bought here. Without a `book` no score is kept. `has_printers`: whether it is the
    machine of somebody whose printers were measured. `check_config` raises InputError if what somebody always wants is wrong. `open_photo`
    opens a file of this name, or raises InputError.
    """

    now: Callable[[], str]
    random_bytes: Callable[[int], bytes]
    who: str = "somebody"
    book: FileBook | None = None
    paper: str = "a4"
    has_printers: bool = False
    check_config: Callable[[], object] = lambda: None
    open_photo: Callable[[bytes, str], Photo] = _open_photo


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the core: its environment, the files that came with the request, and who is told how far the work is."""

    environment: Environment
    files: Mapping[str, bytes] = field(default_factory=lambda: NO_FILES)
    report: Report | None = None

    def progress(self, label: str, total: int) -> Callable[[], None]:
        """As `tt_print.draw.pixels.Progress`; raises CancelledError where nobody wants the work anymore."""
        steps = count(1)
        self.step(label, 0, total)
        return lambda: self.step(label, next(steps), total)

    def step(self, label: str, done: int, total: int) -> None:
        """Tells how far it is. Raises CancelledError where nobody wants it anymore."""
        if self.report is not None and self.report(label, done, total) is False:
            raise CancelledError("stopped; nothing is made.")


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes back: `data` is plain (`ok`, and `value` or `error`), `files` are name to content."""

    data: dict[str, Any]
    files: Mapping[str, bytes] = field(default_factory=lambda: NO_FILES)


# ---------------------------------------------------------------- the entry of all requests


VERSION = 1
# The first word of a request, and the module that answers it.
MODULES = {
    "games": "catalog", "cards": "catalog", "faces": "catalog", "judge": "commands.judge", "story": "commands.judge", "rules": "commands.rules",
    "deal": "commands.deal", "pointers": "commands.deal", "practice": "practice", "print": "catalog", "scan": "commands.play", "score": "commands.score",
}  # fmt: skip
ENVELOPE = ("version", "ask")


class RequestError(InputError):
    """A request that is none: a field is missing, unknown, or of another type."""

    kind = "request"


class Core:
    """Answers requests. It keeps nothing between two of them but what the book of its environment keeps."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment

    def ask(
        self, request: Mapping[str, object], files: Mapping[str, bytes] = NO_FILES, report: Report | None = None
    ) -> Reply:
        """The answer to a request. A mistake of the user or a failure of the machine is also an answer.

        `files` are those that the request speaks of; `report` is told how far long work is, and may stop it.
        """
        name = request.get("ask") if isinstance(request, Mapping) else None
        head: dict[str, object] = {"version": VERSION, "ask": name if isinstance(name, str) else None}
        shape: Any = None
        try:
            shape = find_request(request)
            plain = {key: value for key, value in request.items() if key not in ENVELOPE}
            answer = from_data(shape, plain).answer(Call(self.environment, files, report))
            more = answer.more()
        except TTPrintError as error:
            return Reply(head | {"ok": False, "error": error_data(error, shape)})
        made = {"files": file_rows(answer.files)} if answer.files else {}
        said = {"text": [on_screen(line) for line in answer.text]}
        if answer.warnings:
            said["warnings"] = [each if isinstance(each, str) else about(each, shape) for each in answer.warnings]
        return Reply(head | {"ok": True, "value": {**made, **answer.data, **more}, **said}, answer.files)


def on_screen(line: Line) -> object:
    """A line of an answer as JSON: a text; one with the requests that it advises; or rows, of which the first are their heads, unless each has its label first."""
    if isinstance(line, Rows | FactRows):
        return [[*row] for row in ((line.heads, *line.rows) if isinstance(line, Rows) else line.rows)]
    actions = [action.as_json() for action in line.actions] if isinstance(line, Said) else []
    return {"text": str(line), "actions": actions} if actions else str(line)


def find_request(request: object) -> type[Request]:
    """The shape of a request. Raises RequestError."""
    if not isinstance(request, Mapping):
        raise RequestError("a request is an object with a key ask.")
    if (version := request.get("version", VERSION)) != VERSION or isinstance(version, bool):
        raise RequestError(f"version {version!r} is not known here. Requests have version {VERSION}.")
    name = request.get("ask")
    if not isinstance(name, str):
        raise RequestError("a request says in ask what it wants, such as judge.")
    found = requests_of(name.partition(".")[0]).get(name)
    if found is None:
        raise RequestError(f"there is no request {name!r}.{did_you_mean(name, all_requests())}")
    return found


def requests_of(first: str) -> Mapping[str, type[Request]]:
    """The requests whose names begin with this word."""
    found: Mapping[str, type[Request]] = {}
    if first in MODULES:
        found = import_module(f"tt_print.core.{MODULES[first]}").REQUESTS
    return found


def all_requests() -> dict[str, type[Request]]:
    """Every request by its name."""
    return {name: shape for first in MODULES for name, shape in requests_of(first).items()}


def error_data(error: TTPrintError, shape: type[Request] | None = None) -> dict[str, object]:
    """What went wrong: its kind, the sentence, the status that the command line would end with, and what an error knows beside.

    Fields are called as in the form of the request.
    """
    text = about(error, shape) if isinstance(error, CodedError) and shape is not None else str(error)
    return {"kind": error.kind, "text": text, "status": error.exit_status, **error.details}
