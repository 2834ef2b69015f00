"""Findings: what is wrong with a file, in words for people."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.records import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """`rule` in a word or two, `where` it is broken (a file, a page), what is `actual` there, and what is `expected`."""

    rule: str
    where: str
    actual: str
    expected: str

    def __str__(self) -> str:
        text = f"{self.where}: {self.rule}: {self.actual}; wanted: {self.expected}"
        return text.replace("\n", "\N{REPLACEMENT CHARACTER}")  # a stranger's file name makes no line of its own


def explain(findings: Sequence[Finding], limit: int = 12) -> list[str]:
    """A line for each fault, one for all files that share it, and how many more there are than `limit`."""
    lines = [f"  {finding}" for finding in merge_findings(findings)]
    return lines[:limit] + ([f"  and {len(lines) - limit} more"] if len(lines) > limit else [])


def merge_findings(findings: Sequence[Finding]) -> list[Finding]:
    """One finding for each fault, with the first place where it was found and how many more there are."""
    places: dict[tuple[str, str, str], list[str]] = {}
    for finding in findings:
        places.setdefault((finding.rule, finding.actual, finding.expected), []).append(finding.where)
    return [
        Finding(rule, where[0] + (f" and {len(where) - 1} more" if len(where) > 1 else ""), actual, expected)
        for (rule, actual, expected), where in places.items()
    ]
