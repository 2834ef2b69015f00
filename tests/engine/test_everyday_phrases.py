"""Stories in everyday words: what people say of a table, and which phrase of a scene it is."""

import pytest

from tt_print.engine.spoken import read_phrase, story_words
from tt_print.errors import InputError
from tt_print.games import find_game, game_names

SAID = {
    "ww3": {
        "Ann's turn": "Ann is next", "Ann goes first": "Ann is next", "Ann starts": "Ann starts", "Ann holds 3 cards": "Ann has 3 cards",
        "Ann is out of cards": "Ann has no cards", "there are three of us": "3 at the table", "three players": "3 at the table",
        "The pot is red circle 1 and red circle 2.": "pile RC1 RC2", "Ann's cards are RC1, RC2": "Ann holds RC1 RC2",
    },
    "six-suit": {
        "Bo's row is RC1 and RC2": "Bo shows RC1 RC2", "there is no free time": "free time is over", "Ann draws a card": "Ann draws",
        "Bo's up cards: RC1": "Bo shows RC1", "RC1 is in the center": "center RC1",
    },
    "casino": {
        "on the table are RC1, RC2": "table RC1 RC2", "It's Bo's turn": "Bo is next", "Ann is out of cards": "Ann has 0 cards",
        "Ann's hand: red circle 4": "Ann holds RC4",
    },
    "craziness": {"the center is RC1": "on RC1", "Ann draws one card": "Ann passes", "Bo begins": "Bo is next"},
    "push-it": {
        "Bo laid 2 red circles": "Bo laid 2 cards as 2 red circles", "Bo said two red circles": "Bo laid 2 cards as 2 red circles",
        "the pointers are on red circle 1": "pointers RC1", "Bo starts": "Bo begins", "RC1, RC2 are in the center": "RC1 RC2 in the center",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "said", "meant"), [(name, *pair) for name, pairs in SAID.items() for pair in pairs.items()]
)
def test_what_people_say_is_a_phrase_of_the_game(name, said, meant):
    game = find_game(name)
    assert read_phrase(game.scene(game.house()), said).text == meant


def test_every_way_to_say_it_is_understood_by_some_game():
    """A pattern that no game has a phrase for would be there for nobody."""
    scenes = [game.scene(game.house()) for game in map(find_game, game_names())]

    def is_known(phrase: str) -> bool:
        for rest in ("RC1", "red circles"):
            for scene in scenes:
                try:
                    read_phrase(scene, phrase.format(name="Ann", number="2", rest=rest))
                    return True
                except InputError:
                    continue
        return False

    assert all(is_known(meant) for way in story_words().otherwise for meant in way.meant)
