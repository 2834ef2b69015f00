"""Renew the requests in docs/core.md from the code: python -m tests.tools.core_page"""

from inspect import getdoc

from tests.commands import ROOT
from tt_print.core.asking import all_requests
from tt_print.core.catalog import DOCUMENTS, find_document
from tt_print.requests.notes import Request, Spec, shared_specs
from tt_print.requests.reading import sentence_about

PAGE = ROOT / "docs" / "core.md"
MARKS = {
    "requests": ("<!-- requests -->", "<!-- end of requests -->"),
    "documents": ("<!-- documents -->", "<!-- end of documents -->"),
}


def table(shape: type[Request]) -> str:
    """The fields in Markdown: name, kind, what it is, and the value without it."""
    rows = ["| field | kind | what it is | without it |", "| --- | --- | --- | --- |"]
    for name, spec in shared_specs(shape).items():
        rows.append(f"| `{name}` | {spec.kind.form} | {sentence_about(shape, name)} | {_shown(spec)} |")
    return "\n".join(rows)


def _shown(spec: Spec) -> str:
    """The default for people; nothing for none."""
    if spec.needed:
        return "needed"
    if isinstance(spec.default, bool):
        return "yes" if spec.default else "no"
    parts = spec.default if isinstance(spec.default, tuple) else [spec.default]
    return (
        ""
        if spec.default in (None, "", ())
        else ", ".join(f"{each:g}" if isinstance(each, float) else str(each) for each in parts)
    )


def request_lines(shape: type[Request]) -> list[str]:
    return [" ".join((getdoc(shape) or "").split()), "", table(shape), ""]


def parts() -> dict[str, str]:
    """What stands between each pair of marks."""
    requests = [line for name, shape in all_requests().items() for line in (f"### `{name}`", "", *request_lines(shape))]
    documents = [line for name in DOCUMENTS for line in (f"### `{name}`", "", *request_lines(find_document(name)))]
    return {"requests": "\n".join(requests), "documents": "\n".join(documents)}


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
