"""Whatever is typed after tt-print: a sentence and a status, and no word of Python's."""

import re

import pytest
from hypothesis import given, settings

from tests.fuzz import odd
from tests.fuzz.command_lines import LONG, bases, command_lines, options
from tests.fuzz.watching import SEEDED


def run_one(watched, words):
    watched.reset()
    watched.run(*words).check(asked_for_elsewhere=any(re.search(r"(^|=)/|\.\.", word) for word in words))


@settings(SEEDED, max_examples=20)
@given(words=command_lines())
def test_command_lines_with_mistakes(watched, words):
    run_one(watched, words)


@pytest.mark.slow
@settings(SEEDED, max_examples=1500)
@given(words=command_lines())
def test_many_command_lines_with_mistakes(watched, words):
    run_one(watched, words)


def odd_options(part):
    """Every option of every verb with one odd value in fourteen, each value with one option in fourteen; a quarter of them."""
    taking = [(verb, each.names[0]) for verb, found in options().items() for each in found if each.takes_value]
    for count, (verb, name) in enumerate(taking[part::4]):
        if name in LONG:
            continue
        shown = next((words for words in bases() if words[: len(verb)] == verb), verb)
        for value in odd.ALL[(4 * count + part) % 14 :: 14]:
            if verb != ("build",) or (name != "--out" and value in odd.WORDS):  # with a sensible value it builds
                yield (*shown, name, value)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_option_with_odd_values(watched, monkeypatch, part):
    monkeypatch.setattr("tt_print.table.serve.Running.serve", lambda *_: None)  # it would serve until somebody stops it
    lines = list(odd_options(part))
    assert len(lines) > 300
    for words in lines:
        run_one(watched, words)
