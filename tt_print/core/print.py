"""What can be printed: each document with its choices as fields, and the files of the command line, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import Answer
from tt_print.core.environment import Call
from tt_print.core.fields import Object
from tt_print.requests.kinds import Choice, fixed
from tt_print.requests.notes import Request, With, request, shared_specs
from tt_print.requests.reading import from_data
from tt_print.requests.refusal import refusing
from tt_print.requests.words import label, request_words

if TYPE_CHECKING:
    from tt_print.core.commands.common import Command

# in the order in which they are offered, each with the module and the name of its request
DOCUMENTS = {
    "start": "start.Start", "deck": "deck.Deck", "booklet": "books.Booklet", "quickref": "books.Quickref",
    "scoresheet": "books.Scoresheet", "puzzles": "books.Puzzles", "lesson": "pages.Lesson", "deal": "pages.DealPages",
    "calibration": "calibrate.Calibrate",
}  # fmt: skip


def find_document(name: str) -> type[Command]:
    """The request for a document of `DOCUMENTS`."""
    module, _, request = DOCUMENTS[name].partition(".")
    found: type[Command] = getattr(import_module(f"tt_print.core.commands.{module}"), request)
    return found


Document = Annotated[str, Choice(fixed(*DOCUMENTS))]


@request
class Documents(Request):
    """The documents, each with the fields that decide how it is."""

    document: Document = ""

    verb = "print"

    def answer(self, call: Call) -> Answer:
        names = [self.document] if self.document else DOCUMENTS
        return Answer(
            {"documents": [_described(name, find_document(name), call.environment.paper) for name in names]}, {}
        )


def _described(name: str, shape: type[Command], paper: str) -> dict[str, Any]:
    words = request_words().verbs[shape.verb]
    return {"name": name, "title": words.title, "text": words.text, "fields": form(shape, paper=paper)}


def form(shape: type[Request], **defaults: Any) -> list[dict[str, Any]]:
    """The fields as the site shows them; `defaults` are those of the place where it is shown."""
    rows = []
    for name, spec in shared_specs(shape).items():
        row = {"name": name, "kind": spec.kind.form, "text": f"{label(shape, name)}.", "needed": spec.needed}
        row |= spec.kind.described()
        default = defaults.get(name, spec.default)
        if default not in (None, "", ()):
            row["default"] = default
        if wanted := [each for each in spec.conditions() if isinstance(each, With)]:
            row["when"] = [{"field": each.other, "is": [*each.values] or True} for each in wanted]
        rows.append(row)
    return rows


@request
class Print(Request):
    """The files of a document. Fields that are left out are as on the command line."""

    document: Document
    fields: Annotated[Mapping[str, Any] | None, Object()] = None

    verb = "print"

    def answer(self, call: Call) -> Answer:
        document = from_data(find_document(self.document), self.fields or {})
        call.step(f"Making {self.document}", 0, 1)
        with refusing(type(document)):
            answer = document.answer(call)
        call.step(f"Making {self.document}", 1, 1)
        return answer._replace(data={"document": self.document, **answer.data})


REQUESTS = {"print": Print, "print.documents": Documents}
