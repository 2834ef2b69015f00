"""Renew the requests in docs/core.md from the code: python -m tests.tools.core_page"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from inspect import getdoc
from typing import Any

from tests.commands import ROOT
from tt_print.core.asking import all_requests
from tt_print.core.catalog import DOCUMENTS
from tt_print.core.fields import Row
from tt_print.requests.kinds import Request, shared_specs
from tt_print.requests.reading import request_words, sentence_about

PAGE = ROOT / "docs" / "core.md"
MANY = 9  # requests that have a field, from which on it is listed once
MARKS = {
    "fields": ("<!-- fields -->", "<!-- end of fields -->"),
    "requests": ("<!-- requests -->", "<!-- end of requests -->"),
    "documents": ("<!-- documents -->", "<!-- end of documents -->"),
}


def shapes() -> list[tuple[type[Request], Mapping[str, Row] | None]]:
    """Every request and every document, with the fields that its form has."""
    return [
        *((shape, None) for shape in all_requests().values()),
        *((each.shape, each.form) for each in DOCUMENTS.values()),
    ]


@cache
def common() -> dict[tuple[str, str], str]:
    """What is in many requests, by its name and what it is, with its kind."""
    found = Counter(
        (name, sentence_about(shape, name), spec.kind.form)
        for shape, form in shapes()
        for name, spec in shared_specs(shape).items()
        if form is None or name in form
    )
    return {(name, about): kind for (name, about, kind), times in sorted(found.items()) if times >= MANY}


def field_lines(shape: type[Request], form: Mapping[str, Row] | None = None) -> list[str]:
    """The fields in Markdown: name, kind, the value without it, and what it is. Those of many requests have their names only."""
    lines, others = [], []
    for name, spec in shared_specs(shape).items():
        if form is None or name in form:
            more = {"needed": spec.needed, "default": spec.default, **(form or {}).get(name, {})}
            usual = "needed" if more["needed"] else _shown(more["default"])
            about = sentence_about(shape, name)
            if (name, about) in common():
                others.append(f"`{name}`{f' ({usual})' if usual else ''}")
            else:
                lines.append(f"- `{name}` ({spec.kind.form}{f', {usual}' if usual else ''}) {about}")
    return [*lines, *([f"- And {', '.join(others)}."] if others else [])]


def _shown(default: Any) -> str:
    """The default for people; nothing for none."""
    if isinstance(default, bool):
        return "yes" if default else "no"
    parts = default if isinstance(default, tuple) else [default]
    shown = ", ".join(f"{each:g}" if isinstance(each, float) else str(each) for each in parts)
    return "" if default in (None, "", ()) else shown


def request_lines(shape: type[Request], form: Mapping[str, Row] | None = None, words: str = "") -> list[str]:
    about = request_words().verbs[words].text if words else " ".join((getdoc(shape) or "").split())
    return [about, "", *field_lines(shape, form), ""]


def parts() -> dict[str, str]:
    """What stands between each pair of marks."""
    shared = [f"- `{name}` ({kind}) {about}" for (name, about), kind in common().items()]
    requests = [line for name, shape in all_requests().items() for line in (f"### `{name}`", "", *request_lines(shape))]
    found = {name: request_lines(each.shape, each.form, each.words) for name, each in DOCUMENTS.items()}
    documents = [line for name, lines in found.items() for line in (f"### `{name}`", "", *lines)]
    return {"fields": "\n".join(shared) + "\n", "requests": "\n".join(requests), "documents": "\n".join(documents)}


def written() -> str:
    """The page as it should be."""
    text = PAGE.read_text(encoding="utf-8")
    for name, part in parts().items():
        begin, end = MARKS[name]
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}\n\n{part}\n{end}{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
