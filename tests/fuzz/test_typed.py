"""Whatever is typed after tt-print, told to the judge, answered to a question, or said by the environment: a sentence and a status."""

import re

import pytest
from hypothesis import strategies as st

from tests.fuzz import odd
from tests.fuzz.command_lines import LONG, bases, command_lines, options
from tests.fuzz.stories import bases as story_bases
from tests.fuzz.stories import stories
from tests.fuzz.watching import TIMES, often, try_cases
from tt_print.games import game_names


def run_line(watched, words):
    watched.reset()
    watched.run(*words).check(asked_for_elsewhere=any(re.search(r"(^|=)/|\.\.", word) for word in words))


@pytest.mark.slow
def test_command_lines_with_mistakes(watched):
    try_cases(lambda words: run_line(watched, words), 150 * TIMES, words=command_lines())


@pytest.mark.slow
def test_every_option_with_odd_values(watched, monkeypatch):
    """One value with each option, in steps through all of them."""
    monkeypatch.setattr("tt_print.web.serve.OpenTable.serve", lambda *_: None)  # it would serve until somebody stops it
    step = max(1, len(odd.ALL) // TIMES)
    taking = [(verb, each.names[0]) for verb, found in options().items() for each in found if each.takes_value]
    for count, (verb, name) in enumerate(taking):
        shown = next((words for words in bases() if words[: len(verb)] == verb), verb)
        for value in odd.ALL[7 * count % step :: step] if name not in LONG else ():
            if verb != ("build",) or (name != "--out" and value in odd.WORDS):  # with a sensible value it builds
                run_line(watched, (*shown, name, value))
    assert len(taking) > 120


@pytest.fixture(scope="module")
def at_home(watched):
    watched.reset()  # a story changes nothing, so that once is enough
    return watched


def test_there_are_stories_of_every_game():
    assert all(len(story_bases(game)) > 60 for game in game_names())


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("times", often(5, 150))
def test_stories_with_mistakes(at_home, game, times):
    def check(story, as_json):
        result = at_home.run("judge", game, f"--scene={story}", *(["--json"] if as_json else []))
        result.check()
        assert result.status in (0, 2) and bool(result.out) is (result.status == 0), result

    try_cases(check, times, story=stories(game), as_json=st.booleans())


@pytest.mark.parametrize("numbers", ["3", "60 1515 15 3 1 3", "1 2 3 4 5 6 7 8"])
def test_a_count_without_seven_numbers(at_home, numbers):
    result = at_home.run("judge", "casino", f"--scene=Ann counts {numbers}; score")
    assert result.status == 2 and "seven numbers" in result.err, result


VARIABLES = (
    "COLUMNS", "LINES", "LC_ALL", "LC_PAPER", "LANG", "NO_COLOR", "TT_PRINT_DATA", "TT_PRINT_CONFIG", "SOURCE_DATE_EPOCH", "HOME",
    "USER", "LOGNAME",
)  # fmt: skip
VALUES = (
    "", "0", "1", "-5", "²", "9" * 5000, "99999999999", "\x1b[31m", "x" * 5000, "\udcff", "/", "C", "ar_EG.UTF-8", "xx_YY@z", ".", ";",
)  # fmt: skip
LINES = (
    "score", "score note x", "deal craziness --players 3", "list papers", "judge ww3 pile RC2 RC3", "rules ww3 2c", "start", "deck --help", "score log",
)  # fmt: skip


def run_with(watched, variable, value, lines):
    watched.reset()
    for line in lines:
        watched.run(*line.split(), variables={variable: value}).check(asked_for_elsewhere=True)


@pytest.mark.parametrize(("variable", "value"), [
    ("USER", "\udcff"), ("USER", "x" * 5000), ("COLUMNS", "9" * 5000), ("COLUMNS", "99999999999"), ("COLUMNS", "²"),
    ("LC_ALL", "\udcff"), ("TT_PRINT_DATA", "\udcff"),
])  # fmt: skip
def test_a_variable_that_went_wrong(watched, variable, value):
    run_with(watched, variable, value, LINES[:3])


@pytest.mark.slow
@pytest.mark.parametrize("variable", VARIABLES)
def test_every_variable_with_odd_values(watched, variable):
    for number, value in enumerate(VALUES):
        run_with(watched, variable, value, LINES[number % 3 :: 3])


def test_an_entry_of_somebody_with_an_odd_name_can_be_exported_and_read(watched):
    watched.reset()
    for value in ("\udcff", "x" * 5000):
        assert watched.run("score", "note", "late", variables={"USER": value, "LOGNAME": value}).status == 0
    assert watched.run("score", "export", "--csv", "--out", "out").status == 0
    assert watched.run("score", "log").status == 0
