"""Asks the core as the site and a server do, in a world that stands still."""

import json
import re
from typing import Any

from tests.commands import ROOT
from tests.core.calls import counted_bytes
from tt_print.core import Core, Environment, FileBook, Reply

NOW = "2026-11-22T20:15:00+01:00"
KINDS = {
    "card", "cards", "number", "numbers", "choice", "yesno", "seat", "seats", "values", "pile", "piles", "sets", "claim", "names", "text", "length",
    "lengths", "file", "house",
}  # fmt: skip


def all_requests() -> list[str]:
    """Every request, as the page about them lists them."""
    page = (ROOT / "docs" / "core.md").read_text(encoding="utf-8")
    return re.findall(r"^### `([\w.]+)`$", page.partition("\n## Requests\n")[2].partition("\n## ")[0], re.MULTILINE)


def still_environment(book: FileBook | None = None) -> Environment:
    return Environment(now=lambda: NOW, random_bytes=counted_bytes(), who="a test", book=book)


def ask(core: Core, request: str, files: dict[str, bytes] | None = None, /, **fields: Any) -> Reply:
    """One request, as it arrives from JSON."""
    plain = json.loads(json.dumps({"version": 1, "ask": request, **fields}))
    reply = core.ask(plain, files or {})
    json.dumps(reply.data, allow_nan=False)
    return reply


def value(core: Core, request: str, files: dict[str, bytes] | None = None, /, **fields: Any) -> dict[str, Any]:
    """What is answered, where nothing is wrong."""
    reply = ask(core, request, files, **fields)
    assert reply.data["ok"], reply.data
    found: dict[str, Any] = reply.data["value"]
    return found


def error(core: Core, request: str, files: dict[str, bytes] | None = None, /, **fields: Any) -> dict[str, Any]:
    """What is wrong, where something is."""
    reply = ask(core, request, files, **fields)
    assert not reply.data["ok"], reply.data
    found: dict[str, Any] = reply.data["error"]
    return found


def without_format(printed: str) -> dict[str, Any]:
    """What a command printed with --json, without the keys that name its format."""
    found: dict[str, Any] = json.loads(printed)
    return {key: value for key, value in found.items() if key not in ("format", "version")}
