"""Whatever is typed after tt-print: a sentence and a status, and no word of Python's."""

import re

import pytest

from tests.fuzz import odd
from tests.fuzz.command_lines import LONG, bases, command_lines, options
from tests.fuzz.watching import TIMES, try_cases


def run_one(watched, words):
    watched.reset()
    watched.run(*words).check(asked_for_elsewhere=any(re.search(r"(^|=)/|\.\.", word) for word in words))


@pytest.mark.slow
def test_command_lines_with_mistakes(watched):
    try_cases(lambda words: run_one(watched, words), 150 * TIMES, words=command_lines())


@pytest.mark.slow
def test_every_option_with_odd_values(watched, monkeypatch):
    """One value or two with each option, in steps through all of them."""
    monkeypatch.setattr("tt_print.table.serve.Running.serve", lambda *_: None)  # it would serve until somebody stops it
    step = max(1, len(odd.ALL) * 2 // 3 // TIMES)
    taking = [(verb, each.names[0]) for verb, found in options().items() for each in found if each.takes_value]
    for count, (verb, name) in enumerate(taking):
        shown = next((words for words in bases() if words[: len(verb)] == verb), verb)
        for value in odd.ALL[7 * count % step :: step] if name not in LONG else ():
            if verb != ("build",) or (name != "--out" and value in odd.WORDS):  # with a sensible value it builds
                run_one(watched, (*shown, name, value))
    assert len(taking) > 120
