"""Stories: verdicts on what people tell, where a story breaks, what it leaves open, and what is assumed."""

import pytest

from tt_print.engine.spoken import read_phrase, split_story
from tt_print.engine.told import tell_story
from tt_print.errors import InputError
from tt_print.games import find_game


def told(game, story, *options):
    return tell_story(find_game(game), story, overrides=options)


def test_the_last_event_is_judged():
    answer = told("ww3", "Ann starts; Ann lays RC2; Ann lays YH1; Bo lays YH2; Ann slaps")
    assert (answer.yes, answer.event, answer.index) == (True, "Ann slap", 4)
    assert answer.changes["takes"] == {"Ann": 3} and answer.changes["turn"] == "Ann" and "2c" in answer.rules


def test_a_slap_at_nothing_happens_and_is_wrong():
    answer = told("ww3", "Ann starts; Ann lays RC2; Bo slaps")
    assert answer.yes is False and answer.fault is None and not answer.broken and "5" in answer.rules


def test_a_story_breaks_at_the_first_event_that_is_not_legal():
    answer = told("ww3", "Ann starts; Ann lays RC2; Bo lays YC2; Bo slaps")
    assert (answer.yes, answer.broken, answer.fault.index, answer.fault.event) == (None, True, 2, "Bo lays YC2")
    assert answer.as_json()["first_fault"] == {"index": 2, "event": "Bo lays YC2"} and "event 2" in answer.text


def test_where_the_last_event_is_not_legal_the_answer_says_what_would_be():
    answer = told("push-it", "pointers RC3; Ann holds RC1 RC2; Ann moves to green")
    assert answer.yes is False and not answer.broken and answer.instead[0].startswith("Ann moves to ")
    assert len(answer.instead) <= 4 and all(find_game("push-it").event_text.find(each) for each in answer.instead)


@pytest.mark.parametrize("said", [
    "Ann and Bo slap", "Ann, Bo slap.", "Ann and Bo slapped!", "ann bo SLAP",
])  # fmt: skip
def test_people_need_not_speak_as_a_scene(said):
    scene = find_game("ww3").scene(find_game("ww3").house())
    assert read_phrase(scene, said).text == "Ann Bo slap"


@pytest.mark.parametrize(("said", "text"), [
    ("Ann plays red circle 2", "Ann lays RC2"), ("Ann lays the 2 red circle.", "Ann lays RC2"), ("Bo lays joker 1", "Bo lays J1"),
    ("Bo misplays rc2 and Ann, Cy slap at it", "Bo misplays RC2 and Ann Cy slap at it"),
])  # fmt: skip
def test_cards_may_be_said_in_words(said, text):
    scene = find_game("ww3").scene(find_game("ww3").house())
    assert read_phrase(scene, said).text == text


def test_a_story_is_parted_by_semicolons_and_lines_and_has_remarks():
    assert split_story("Ann starts;  Ann  lays RC2\n# a remark; still\n\nBo slaps ;") == [
        "Ann starts", "Ann lays RC2", "Bo slaps",
    ]  # fmt: skip


def test_players_may_have_their_own_names():
    answer = told("ww3", "Mum, Dad and Zoe play; Mum starts; Mum lays RC2; Mum lays YC2; Dad and Zoe slap")
    assert answer.yes and answer.players == 3 and answer.changes["takes"] == {"Bo": 2}
    assert answer.as_json()["follows"]["takes"] == {"Dad": 2}
    assert "3 (Mum, Dad and Zoe)" in answer.text and "Bo" not in answer.text
    with pytest.raises(InputError, match="Ann does not play: there are Mum and Dad"):
        told("ww3", "Mum, Dad play; Ann starts; Ann lays RC2")


@pytest.mark.parametrize(
    "names", ["Bo, Ann play", "Ann and ann play", "slap and Bo play", "RC2, Bo play", "Red, Bo play", "Bo, 7 play"]
)
def test_a_name_is_a_word_of_its_own(names):
    story = f"{names}; Bo starts; Bo lays RC2"
    if names == "Bo, Ann play":  # seats are counted as they are named
        assert told("ww3", story).as_json()["assumed"]["players"] == ["Bo", "Ann"]
    else:
        with pytest.raises(InputError):
            told("ww3", story)


@pytest.mark.parametrize(("game", "story", "said"), [
    ("ww3", "Ann strats", 'Nearest: "NAME starts"'),
    ("ww3", "Ann starts; Ann lays RC2; pile RH1", "before the first event"),
    ("ww3", "Ann starts; Ann lays KC2", "black circle 2 is not in the deck in play, Squares"),
    ("ww3", "Ann starts; Ann lays J1", "with jokers=2"),
    ("ww3", "Ann holds RC1; Bo holds RC1; Ann starts; Ann lays RC1", "red circle 1 is told to be in 2 places"),
    ("ww3", "999 face down; Ann starts; Ann lays RC2", "more cards than World War 3 has"),
    ("ww3", "P999999 starts; Ann lays RC2", "64 players are the most"),
    ("ww3", "Ann has 99999999999 cards; Ann lays RC2", "more than 6 digits"),
    ("six-suit", "13 at the table; Ann discards RC1", "Six Suit is for"),
    ("craziness", "with must_pass=true; on RC1; Ann passes", "Did you mean must_play?"),
])  # fmt: skip
def test_a_table_that_cannot_be_is_an_error_in_words(game, story, said):
    with pytest.raises(InputError) as caught:
        told(game, story)
    assert said in str(caught.value)


def test_the_answer_names_what_it_was_judged_with():
    answer = told("ww3", "with next_starter=left_of_winner; 4 at the table; Ann starts; Ann lays RC2", "jokers=1")
    assert answer.text.endswith(
        "Deck: Squares. Players: 4 (Ann, Bo, Cy and Di). House rules: next_starter=left_of_winner and jokers=1."
    ) or answer.text.endswith("House rules: jokers=1 and next_starter=left_of_winner.")
    assert answer.as_json()["assumed"]["house"] == {"jokers": 1, "next_starter": "left_of_winner"}
    assert told("push-it", "with deck=west; pointers RC3; claim 2 red circles").deck == "west"


def test_a_question_may_end_a_story():
    answer = told("ww3", "pile RC2 RC3")
    assert answer.yes is True and not answer.is_opening and answer.facts["slap"] is True and answer.players is None
    assert told("push-it", "order of actions").facts["actions"] == ["move", "challenge", "lay"]
    assert told("craziness", "on RC1; Ann holds RH2").is_opening
