"""Nights as people type them, from the texts in `evenings/`: see `tests/transcripts.py`; `-` is `tt-print score` alone,
and what begins with `tt-print` is another command with the same file.
"""

import json
import shlex

import pytest

from tests.commands import ROOT, type_line
from tests.transcripts import cases_of, follow


def in_words(value):
    """`{"Ann": 0, "Bo": 4}` as "Ann 0, Bo 4", a list with commas, and what is nothing as "-"."""
    if isinstance(value, dict):
        value = [f"{key} {in_words(own)}" for key, own in value.items()]
    if isinstance(value, list):
        value = ", ".join(map(in_words, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str("-" if value in (None, "") else value)


def found_at(night, path):
    """What a night has at `totals`, `round 2 entry out`, or, of each hand, `hands dealer`."""
    if path[0] == "hands":
        return "; ".join(in_words(hand[path[1]]) for hand in night["hands"]) or "-"
    value, keys = (night["hands"][int(path[1]) - 1], path[2:]) if path[0] == "hand" else (night, path)
    for key in keys:
        value = value[key]
    return in_words(value)


@pytest.mark.parametrize("text", cases_of(*(ROOT / "tests" / "play" / "score" / "evenings").glob("*.txt")))
def test_night(tmp_path, text):
    file = tmp_path / "score.sqlite"

    def score(line):
        words = shlex.split(f"score {line}".removeprefix("score tt-print ").removesuffix(" -"))
        return type_line(*words, "--file", file)

    def kept():
        return file.exists() and file.read_bytes()

    follow(text, score, kept, lambda path: found_at(json.loads(score("--json").out), path))
