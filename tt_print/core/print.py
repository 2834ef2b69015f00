"""What can be printed: each document with its choices as typed fields, and the files of the command line, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from tt_print.core.commands import COMMANDS, find_command
from tt_print.core.documents import DOCUMENTS
from tt_print.core.fields import as_json
from tt_print.core.forms import Form
from tt_print.core.world import Call, Reply
from tt_print.errors import choose
from tt_print.records import dataclass
from tt_print.requests.described import form
from tt_print.requests.reading import from_data
from tt_print.requests.words import request_words
from tt_print.typed_data import Source, read_data

# in the order in which they are offered; those that are made by a command of another name say which
NAMES = ("start", "deck", "booklet", "quickref", "scoresheet", "deal", "commitment", "calibration")
COMMAND_OF = {"calibration": "calibrate"}  # documents that are called differently than their command
TYPES = {"pdf": "application/pdf", "svg": "image/svg+xml", "json": "application/json", "png": "image/png"}


@dataclass(frozen=True, slots=True)
class DocumentsRequest:
    """`document`: one of them alone, "" for all."""

    document: str = ""


def list_documents(asked: DocumentsRequest, call: Call) -> dict[str, Any]:
    names = [choose("document", asked.document, NAMES)] if asked.document else list(NAMES)
    return {"documents": [_described(name, call.world.paper) for name in names]}


def _described(name: str, paper: str) -> dict[str, Any]:
    if (verb := COMMAND_OF.get(name, name)) in COMMANDS:
        words = request_words().verbs[verb]
        return {"name": name, "title": words.title, "text": words.text, "fields": form(find_command(verb), paper=paper)}
    own = Form(name, paper)
    fields = as_json(DOCUMENTS[name].fields(own))
    return {"name": name, "title": own.words.title, "text": own.words.text, "fields": fields}


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """`document`: one of `print.documents`, `fields`: its choices by name; those that are left out are as on the command line."""

    document: str
    fields: Mapping[str, Any] = field(default_factory=dict)


def make_document(asked: PrintRequest, call: Call) -> Reply:
    name = choose("document", asked.document, NAMES)
    call.step(f"Making {name}", 0, 1)
    files, facts = _made(name, asked.fields, call)
    call.step(f"Making {name}", 1, 1)
    rows = [
        {"name": file, "bytes": len(data), "type": TYPES.get(file.rpartition(".")[2], "application/octet-stream")}
        for file, data in files.items()
    ]
    return Reply({"document": name, "files": rows, **facts}, files)


def _made(name: str, fields: Mapping[str, Any], call: Call) -> tuple[Mapping[str, bytes], Mapping[str, Any]]:
    from tt_print.core.asking import RequestError

    if (verb := COMMAND_OF.get(name, name)) in COMMANDS:
        answer = from_data(find_command(verb), fields).answer(call)
        return answer.files, answer.data
    shape, make = DOCUMENTS[name].shape, DOCUMENTS[name].make
    source = Source("", "", RequestError, "json", first_line=0, whole=f"the fields of {name}")
    return make(read_data(shape, dict(fields), source), call)


REQUESTS = {"print": (PrintRequest, make_document), "print.documents": (DocumentsRequest, list_documents)}
