"""What nobody tells of a table ends in a sentence, at once."""

import pytest

from tt_print.engine.told import tell_story
from tt_print.errors import InputError
from tt_print.games import find_game


@pytest.mark.parametrize(("game", "story", "said"), [
    ("ww3", "999999 at the table; Ann starts; Ann lays RC2", "64 players are the most"),
    ("casino", "deals for 0", "Casino Macedonia is for"),
    ("casino", "4 hands for 0", "Casino Macedonia is for"),
    ("push-it", "with deck=west; pointers RC4; where the pointers go", "red circle 4 is not in the west deck"),
    ("push-it", "with deck=west; 3 at the table; pointers RC4; Ann is to move; Ann moves to yellow", "red circle 4 is not in the west deck"),
])  # fmt: skip
def test_a_table_that_cannot_be_is_refused_at_once(game, story, said):
    with pytest.raises(InputError) as caught:
        tell_story(find_game(game), story)
    assert said in str(caught.value)
