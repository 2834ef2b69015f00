"""`tt-print verify`: every example of the games against the engine; with --soak, random games as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext


def lines(printed: AnswerContext) -> list[str]:
    """What failed, then how much was checked."""
    data = printed.answer.data
    failed, soak = data["failed"], data.get("soak", {})
    counts = [(name, row["examples"], row["failed"]) for name, row in data["games"].items()]
    counts.append(("together", data["examples"], len(failed)))
    return [
        *("{file}, line {line}, rule {rule}: expected {expected}, got {got}".format_map(row) for row in failed),
        *soak.get("faults", ()),
        *(f"{name:<11} {examples:4} examples, {wrong or 'none'} failed" for name, examples, wrong in counts),
        *([f"{soak['games']} random games of each: {len(soak['faults']) or 'no'} faults"] if soak else []),
    ]
