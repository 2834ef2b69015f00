"""Whatever is typed after tt-print: a sentence and a status, and no word of Python's."""

import re

import pytest
from hypothesis import given, settings

from tests.fuzz import odd
from tests.fuzz.command_lines import LONG, bases, command_lines, options
from tests.fuzz.watching import SEEDED

STRATEGY = command_lines


def run_one(watched, words):
    watched.reset()
    watched.run(*words).check(asked_for_elsewhere=any(re.search(r"(^|=)/|\.\.", word) for word in words))


@settings(SEEDED, max_examples=100)
@given(words=command_lines())
def test_command_lines_with_mistakes(watched, words):
    run_one(watched, words)


@pytest.mark.slow
@settings(SEEDED, max_examples=4000)
@given(words=command_lines())
def test_four_thousand_command_lines_with_mistakes(watched, words):
    run_one(watched, words)


def odd_options():
    """Every option of every verb with one odd value in seven, each value with one option in seven; 3,000 in all."""
    count = 0
    for verb, found in options().items():
        shown = next((words for words in bases() if words[: len(verb)] == verb), verb)
        for name in (each.names[0] for each in found if each.takes_value and each.names[0] not in LONG):
            count += 1
            for value in odd.ALL[count % 7 :: 7]:
                if verb != ("build",) or (name != "--out" and value in odd.WORDS):  # with a sensible value it builds
                    yield (*shown, name, value)


@pytest.mark.slow
def test_every_option_with_odd_values(watched, monkeypatch):
    monkeypatch.setattr("tt_print.table.serve.Running.serve", lambda *_: None)  # it would serve until somebody stops it
    lines = list(odd_options())
    assert len(lines) > 2500
    for words in lines:
        run_one(watched, words)
