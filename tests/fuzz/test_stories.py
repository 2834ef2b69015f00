"""Whatever story the judge is told: a verdict, a question, or one sentence and exit status 2; and an end."""

import pytest
from hypothesis import strategies as st

from tests.fuzz.stories import bases, stories
from tests.fuzz.watching import often, try_cases
from tt_print.games import game_names


@pytest.fixture(scope="module")
def at_home(watched):
    watched.reset()  # a story changes nothing, so that once is enough
    return watched


def test_there_are_stories_of_every_game():
    assert all(len(bases(game)) > 60 for game in game_names())


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("times", often(15, 150))
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
