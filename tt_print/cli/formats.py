"""What `--json` prints, by kind: each object begins with its format and version, and `docs/schemas/` has a schema of each.

A key that is added leaves the version as it is; it counts up where one goes, or means something else. A night's file has its own
(`tt_print.score.brought`), because files are read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FORMATS: dict[str, int] = {
    "build": 1,
    "start": 1,
    "deck": 1,
    "quickref": 1,
    "scoresheet": 1,
    "deal": 1,
    "deal chits": 1,
    "deal commitment": 1,
    "deal check": 1,
    "booklet": 1,
    "judge": 1,
    "judge story": 1,
    "rules": 1,
    "rules chapters": 1,
    "verify": 1,
    "score": 1,
    "score nights": 1,
    "score players": 1,
    "score log": 1,
    "score pointers": 1,
    "score renamed": 1,
    "recount": 1,
    "recount list": 1,
    "scan": 1,
    "playtest": 1,
    "calibrate page": 1,
    "calibrate reading": 1,
    "calibrate printers": 1,
    "export": 1,
    "export check": 1,
    "preview": 1,
    "list": 1,
    "theme check": 1,
    "site": 1,
}


def named(kind: str, result: Mapping[str, Any]) -> dict[str, Any]:
    """The result as it is printed, its format and version first. `kind` is one of FORMATS."""
    return {"format": f"tt_print {kind}", "version": FORMATS[kind], **result}
