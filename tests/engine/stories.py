"""Stories that the judge is told, for the tests of what it says of them."""

import pytest

from tt_print.engine.story import judge_story
from tt_print.errors import InputError
from tt_print.games import find_game


def told(game, story, *options):
    return judge_story(find_game(game), story, overrides=options)


def impossible(game, story):
    """The message for a story that cannot be."""
    with pytest.raises(InputError) as caught:
        told(game, story)
    return str(caught.value)
