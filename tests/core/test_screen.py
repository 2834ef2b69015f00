"""What people read who have no command line: no flag and no command in any sentence."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.core.asking import error, still_environment
from tests.core.calls import still_core, walk
from tt_print.core import Core

TYPED = re.compile(r"(?<![\w-])--[a-z]|tt-print [a-z]|(?<![\w-])- (?:goes|to go) back|“(?:file|note|force)”")
OPTION = re.compile(r"\b[a-z]+(_[a-z]+)+=")
STORIES = ("story", "phrases", "opening", "events", "possible", "phrase")  # what is sent back as it is


def sentences(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from sentences(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from sentences(each, key)
    elif isinstance(value, str) and key not in STORIES:
        yield value


@pytest.mark.parametrize(("calls", "least"), [(100, 2000), pytest.param(250, 5000, marks=pytest.mark.slow)])
def test_no_answer_names_a_flag_or_a_command(tmp_path, calls, least):
    """What a verdict is in a terminal, its `text`, names house rules as they are typed."""
    seen = 0
    for request, reply in walk(still_core(tmp_path), calls, seed=5):
        is_verdict = request.get("ask") in ("judge", "story")
        for text in sentences(reply.data):
            is_plain = is_verdict or " " not in text or not OPTION.search(text)
            assert is_plain and not TYPED.search(text), (request, text)
            seen += 1
    assert seen > least


@pytest.mark.parametrize("fields", [
    {"document": "deck", "fields": {"paper": "a3x"}}, {"document": "deck", "fields": {"copies": 99}}, {"document": "deck", "fields": {"bleed": 40}},
    {"document": "deck", "fields": {"flip": "short"}}, {"document": "deck", "fields": {"margin": 1}},
    {"document": "deck", "fields": {"theme": "rich", "ink": "low"}}, {"document": "deck", "fields": {"reverse": True}}, {"document": "deck", "fields": {"start_at": 99}},
    {"document": "deck", "fields": {"deck": "west", "only": ["KB?"]}}, {"document": "deck", "fields": {"only": ["RH3"], "jokers": True}},
    {"document": "booklet", "fields": {"game": "ww3", "format": "pocket", "large": True}}, {"document": "booklet", "fields": {"game": "ww3", "thickness": 3}},
    {"document": "quickref", "fields": {"games": ["ww3"], "large": True, "card": "mini"}}, {"document": "scoresheet", "fields": {"games": ["ww3"], "hands": 999}},
    {"document": "scoresheet", "fields": {"games": ["ww3"], "players": 2, "names": ["Ann", "Bo", "Cy"]}}, {"document": "calibration", "fields": {"flip": "left"}},
])  # fmt: skip
def test_what_cannot_be_printed_is_said_without_a_flag(fields):
    said = error(Core(still_environment()), "print", **fields)["text"]
    assert said.strip() and not TYPED.search(said), said
