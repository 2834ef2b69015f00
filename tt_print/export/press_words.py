"""The rules for a press by number and name, with their sentences from `templates/preflight/press.toml`."""

from __future__ import annotations

from functools import cache
from typing import Any

from tt_print.export.preflight import Finding
from tt_print.templates import read_toml


@cache
def press_rules() -> dict[str, dict[str, Any]]:
    """Name to number, title and sentences, in the order of their numbers."""
    return read_toml("preflight/press.toml")


def find_fault(rule: str, where: str, **values: object) -> Finding:
    """A finding with the rule's sentences, filled in."""
    words = press_rules()[rule]
    return Finding(
        f"{words['number']} {words['title']}", where, words["said"].format(**values), words["wanted"].format(**values)
    )
