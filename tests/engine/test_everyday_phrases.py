"""Stories in everyday words: what people say of a table, which phrases it is, and what is near where it is none."""

import json
import re
import tomllib

import pytest

from tests.commands import ROOT, tt
from tests.engine.stories import impossible, told
from tests.walks import walk
from tt_print.games import game_names
from tt_print.templates import read_toml

TABLE = tomllib.loads((ROOT / "tests" / "engine" / "spoken.toml").read_text(encoding="utf-8"))


def rows(part):
    return [(game, *pair) for game, pairs in TABLE[part].items() for pair in pairs.items()]


@pytest.mark.parametrize("game", game_names())
def test_what_people_say_is_a_phrase_of_the_game(game):
    stories = {said: "; ".join(told(game, said).as_json()["story"]) for said in TABLE["meant"][game]}
    wrong = {said: story for said, story in stories.items() if story != TABLE["meant"][game][said]}
    assert not wrong


@walk(("game", "said"), [
    ("casino", "The top card is the red circle 1 RC1 is in the center " * 8),
    ("craziness", "Ann puts RC1 on RC2 as red as heart is " * 12), ("six-suit", "Ann draws and " * 35),
])  # fmt: skip
def test_nonsense_has_an_end(game, said):
    assert "is not understood" in impossible(game, said)


@walk(("game", "said", "answer"), rows("refused"))
def test_what_is_no_phrase_is_answered_with_the_nearest_that_is(game, said, answer):
    assert answer.replace('"', "'") in impossible(game, said).replace('"', "'")


@pytest.mark.parametrize("game", sorted(TABLE["otherwise"]))
def test_what_says_something_else_is_taken_for_no_phrase(game):
    taken = [said for said in TABLE["otherwise"][game] if "is not understood" not in impossible(game, said)]
    assert not taken


def test_the_tables_are_long_enough_to_mean_something():
    assert len(rows("meant")) >= 80 and len(rows("refused")) >= 20 and set(TABLE["meant"]) == set(game_names())


def test_a_quarrel_in_whole_sentences_is_judged(capsys):
    said = (
        "It's Ann's turn. Ann has KC2 and YT3 in her hand, and Bo has five cards. "
        "On the red circle 1, Ann plays the black circle 2 and says green. Is that legal?"
    )
    answer = json.loads(tt(capsys, "judge", "craziness", "--scene", said, "--json").out)
    assert answer["story"] == ["Ann is next", "Ann holds KC2 YT3", "Bo has 5 cards", "On RC1", "Ann lays KC2 as green"]
    assert answer["legal"] is True and answer["follows"]["takes"] == {} and "SINGLE TOPPER" in answer["text"]


def test_every_way_to_say_a_phrase_has_an_example():
    """A phrase that no game has would be there for nobody."""
    shown = [text for part in ("meant", "refused") for *_, answer in rows(part) for text in re.split('; |"', answer)]
    words = read_toml("engine/story.toml")
    ways = [phrase for meant in (*words["otherwise"], *words["either"]) for phrase in re.split(" / |; ", meant)]
    patterns = [re.sub(r"\\{\w+\\}", ".*", re.escape(phrase)) for phrase in ways]
    assert patterns and [each for each in patterns if not any(re.fullmatch(each, text) for text in shown)] == []
