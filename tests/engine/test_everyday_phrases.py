"""Stories in everyday words: what people say of a table, and which phrase of a scene it is."""

from tests.walks import walk
from tt_print.engine.told import tell_story
from tt_print.errors import InputError
from tt_print.games import find_game, game_names
from tt_print.templates import read_toml

SIX = "RC1 YC2 GS3 RH2 BT3 YS4"
SAID = {
    "ww3": {
        "Ann's turn": "Ann is next", "Ann goes first": "Ann is next", "Ann starts": "Ann starts", "Ann holds 3 cards": "Ann has 3 cards",
        "Ann is out of cards": "Ann has no cards", "there are three of us": "3 at the table", "three players": "3 at the table",
        "The pot is red circle 1 and red circle 2.": "pile RC1 RC2", "Ann's cards are RC1, RC2": "Ann holds RC1 RC2",
    },
    "six-suit": {
        f"Bo's row is {SIX.replace(' ', ' and ')}": f"Bo shows {SIX}", "there is no free time": "free time is over", "Ann draws a card": "Ann draws",
        f"Bo's up cards: {SIX}": f"Bo shows {SIX}", "RC1 is in the center": "center RC1",
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


@walk(("name", "said", "meant"), [(name, *pair) for name, pairs in SAID.items() for pair in pairs.items()])
def test_what_people_say_is_a_phrase_of_the_game(name, said, meant):
    assert tell_story(find_game(name), said).phrases == (meant,)


def test_every_way_to_say_it_is_understood_by_some_game():
    """A pattern that no game has a phrase for would be there for nobody."""
    games = list(map(find_game, game_names()))

    def is_known(phrase):
        for game in games:
            for rest in ("RC1", "red circles", SIX):
                try:
                    return tell_story(game, phrase.format(name="Ann", number="2", rest=rest)).phrases
                except InputError:
                    continue
        return ()

    ways = [meant for way in read_toml("engine/story.toml")["otherwise"] for meant in way["meant"]]
    assert ways and [meant for meant in ways if not is_known(meant)] == []
