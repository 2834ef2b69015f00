"""What people read who have no command line: no flag and no command in any sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.core.asking import error, still_world
from tests.core.calls import still_core, walk
from tt_print.core import Core
from tt_print.core.screen import for_screen, screen_text

TYPED = re.compile(r"(?<![\w-])--[a-z]|tt-print [a-z]|(?<![\w-])- (?:goes|to go) back|“(?:file|note|force)”")
OPTION = re.compile(r"\b[a-z]+(_[a-z]+)+=")
COMMANDS = ("receipt", "pending")  # files
STORIES = ("story", "phrases", "opening", "events", "possible", "phrase")  # what is sent back as it is


def sentences(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from sentences(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from sentences(each, key)
    elif isinstance(value, str) and key not in COMMANDS + STORIES:
        yield value


def test_no_answer_names_a_flag_or_a_command(tmp_path):
    changed = 0
    for request, reply in walk(still_core(tmp_path), 250, seed=5):
        shown, is_score = for_screen(reply.data), str(request.get("ask")).startswith("score")
        if request.get("ask") != "deal.receipt" or not reply.data["ok"]:
            assert not [
                text
                for text in sentences(shown)
                if TYPED.search(text) or (is_score and " " in text and OPTION.search(text))
            ], request
        changed += shown != reply.data
    assert changed > 7


@pytest.mark.parametrize(("typed", "shown"), [
    ("--backs is wrong here. Add --backs duplex or separate.", "“Backs” is wrong here. Say “Backs”: duplex or separate."),
    ("Hand 1: Bo had cards already. To correct it: tt-print score edit 1 ...", "Hand 1: Bo had cards already."),
    ("It stands there.\n* corrected. What, by whom and when: tt-print score log", "It stands there.\n* corrected."),
    ("Cy plays in night 4, not in night 5: tt-print score rename Cy Di --night 4", "Cy plays in night 4, not in night 5."),
    ("say why: --force --note \"...\"", "say why."),
    ("it is no file of scores; left alone. Choose another with --file.", "it is no file of scores; left alone."),
    ("Bo 4? Give them, or - to go back.", "Bo 4? Give them."),
    ("You draw a card (out_on_single=false). Rules: must_play=true.", "You draw a card. Rules: “must play: yes”."),
    ("two - three -- four, a--b", "two - three -- four, a--b"),
])  # fmt: skip
def test_a_sentence_as_a_screen_says_it(typed, shown):
    assert screen_text(typed) == shown


@pytest.mark.parametrize("fields", [
    {"document": "deck", "fields": {"paper": "a3x"}}, {"document": "deck", "fields": {"copies": 99}}, {"document": "deck", "fields": {"bleed": 40}},
    {"document": "deck", "fields": {"flip": "short"}}, {"document": "deck", "fields": {"back_bleed": 1}}, {"document": "deck", "fields": {"margin": 1}},
    {"document": "deck", "fields": {"theme": "rich", "ink": "low"}}, {"document": "deck", "fields": {"reverse": True}}, {"document": "deck", "fields": {"start_at": 99}},
    {"document": "deck", "fields": {"deck": "west", "only": ["KB?"]}}, {"document": "deck", "fields": {"only": ["RH3"], "jokers": True}},
    {"document": "booklet", "fields": {"game": "ww3", "format": "pocket", "large": True}}, {"document": "booklet", "fields": {"game": "ww3", "thickness": 3}},
    {"document": "quickref", "fields": {"games": ["ww3"], "large": True, "card": "mini"}}, {"document": "scoresheet", "fields": {"games": ["ww3"], "hands": 999}},
    {"document": "scoresheet", "fields": {"games": ["ww3"], "players": 2, "names": ["Ann", "Bo", "Cy"]}}, {"document": "calibration", "fields": {"sides": 3}},
])  # fmt: skip
def test_what_cannot_be_printed_is_said_without_a_flag(fields):
    said = screen_text(error(Core(still_world()), "print", **fields)["text"])
    assert said.strip() and not TYPED.search(said), said
