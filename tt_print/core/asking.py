"""The entry of all requests: which module answers, whether the request is one, and errors as data."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from tt_print.core.environment import NO_FILES, Call, Environment, Reply, Report, file_rows
from tt_print.errors import InputError, TTPrintError, did_you_mean
from tt_print.problems import CodedError, Facts, Line, Rows, Said
from tt_print.requests.kinds import Request
from tt_print.requests.reading import from_data
from tt_print.requests.reading import sentence as about

VERSION = 1
# The first word of a request, and the module that answers it.
MODULES = {
    "games": "catalog", "cards": "catalog", "faces": "catalog", "judge": "commands.judge", "story": "story", "rules": "commands.rules",
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
        self, request: Mapping[str, Any], files: Mapping[str, bytes] = NO_FILES, report: Report | None = None
    ) -> Reply:
        """The answer to a request. A mistake of the user or a failure of the machine is also an answer.

        `files` are those that the request speaks of; `report` is told how far long work is, and may stop it.
        """
        name = request.get("ask") if isinstance(request, Mapping) else None
        head: dict[str, Any] = {"version": VERSION, "ask": name if isinstance(name, str) else None}
        shape: Any = None
        try:
            shape = find_request(request)
            plain = {key: value for key, value in request.items() if key not in ENVELOPE}
            answer = from_data(shape, plain).answer(Call(self.environment, files, report))
        except TTPrintError as error:
            return Reply(head | {"ok": False, "error": error_data(error, shape)})
        made = {"files": file_rows(answer.files)} if answer.files else {}
        said = {"text": [on_screen(line) for line in answer.text]}
        if answer.warnings:
            said["warnings"] = [each if isinstance(each, str) else about(each, shape) for each in answer.warnings]
        return Reply(head | {"ok": True, "value": {**made, **answer.data}, **said}, answer.files)


def on_screen(line: Line) -> Any:
    """A line of an answer as JSON: a text; one with the requests that it advises; or rows, of which the first are their heads, unless each has its label first."""
    if isinstance(line, Rows):
        return [[*row] for row in (line.heads, *line.rows)]
    if isinstance(line, Facts):
        return [[*row] for row in line.rows]
    actions = [action.as_json() for action in line.actions] if isinstance(line, Said) else []
    return {"text": str(line), "actions": actions} if actions else str(line)


def find_request(request: Any) -> type[Request]:
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


def error_data(error: TTPrintError, shape: type[Request] | None = None) -> dict[str, Any]:
    """What went wrong: its kind, the sentence, the status that the command line would end with, and what an error knows beside.

    Fields are called as in the form of the request.
    """
    text = about(error, shape) if isinstance(error, CodedError) and shape is not None else str(error)
    return {"kind": error.kind, "text": text, "status": error.exit_status, **error.details}
