"""What follows from the declaration of a request: its form, its JSON Schema, and its table in `docs/core.md`."""

from __future__ import annotations

from typing import Any

from tt_print.requests.notes import Request, Spec, With, shared_specs
from tt_print.requests.words import label, sentence_about


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


def schema(shape: type[Request]) -> dict[str, Any]:
    """JSON Schema of the fields that may come from elsewhere."""
    rows = {}
    for name, spec in shared_specs(shape).items():
        rows[name] = spec.kind.schema() | {"description": sentence_about(shape, name)}
        if not spec.needed and spec.default is not None:
            rows[name]["default"] = spec.default
    needed = [name for name, spec in shared_specs(shape).items() if spec.needed]
    return {"type": "object", "properties": rows, "required": needed, "additionalProperties": False}


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
