"""What can be printed: each document with its choices as typed fields, and the files of the command line, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from tt_print.core.documents import DOCUMENTS
from tt_print.core.fields import as_json
from tt_print.core.forms import Form
from tt_print.core.world import Call, Reply
from tt_print.errors import choose
from tt_print.records import dataclass
from tt_print.typed_data import Source, read_data

TYPES = {"pdf": "application/pdf", "svg": "image/svg+xml", "json": "application/json", "png": "image/png"}


@dataclass(frozen=True, slots=True)
class DocumentsRequest:
    """`document`: one of them alone, "" for all."""

    document: str = ""


def list_documents(asked: DocumentsRequest, call: Call) -> dict[str, Any]:
    names = [choose("document", asked.document, DOCUMENTS)] if asked.document else list(DOCUMENTS)
    forms = [Form(name, call.world.paper) for name in names]
    return {
        "documents": [
            {
                "name": form.document,
                "title": form.words.title,
                "text": form.words.text,
                "fields": as_json(DOCUMENTS[form.document].fields(form)),
            }
            for form in forms
        ]
    }


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """`document`: one of `print.documents`, `fields`: its choices by name; those that are left out are as on the command line."""

    document: str
    fields: Mapping[str, Any] = field(default_factory=dict)


def make_document(asked: PrintRequest, call: Call) -> Reply:
    from tt_print.core.asking import RequestError

    name = choose("document", asked.document, DOCUMENTS)
    shape, make = DOCUMENTS[name].shape, DOCUMENTS[name].make
    source = Source("", "", RequestError, "json", first_line=0, whole=f"the fields of {name}")
    chosen = read_data(shape, dict(asked.fields), source)
    call.step(f"Making {name}", 0, 1)
    files, facts = make(chosen, call)
    call.step(f"Making {name}", 1, 1)
    rows = [
        {"name": file, "bytes": len(data), "type": TYPES.get(file.rpartition(".")[2], "application/octet-stream")}
        for file, data in files.items()
    ]
    return Reply({"document": name, "files": rows, **facts}, files)


REQUESTS = {"print": (PrintRequest, make_document), "print.documents": (DocumentsRequest, list_documents)}
