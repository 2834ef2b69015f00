"""Stories: verdicts on what people tell, where a story breaks, what it leaves open, and what is assumed."""

import pytest

from tests.engine.stories import impossible, told
from tt_print.games import find_game


def test_the_last_event_is_judged():
    answer = told("ww3", "0 face down; Ann starts; Ann lays RC2; Ann lays YH1; Bo lays YH2; Ann slaps")
    assert (answer.yes, answer.event, answer.index) == (True, "Ann slap", 4)
    assert answer.changes["takes"] == {"Ann": 3} and answer.changes["turn"] == "Ann" and "2c" in answer.rules


def test_a_slap_at_nothing_happens_and_is_wrong():
    answer = told("ww3", "Ann starts; Ann lays RC2; Bo slaps")
    assert answer.yes is False and not answer.is_refused and "5" in answer.rules


def test_a_story_breaks_at_the_first_event_that_is_not_legal():
    answer = told("ww3", "Ann starts; Ann lays RC2; Bo lays YC2; Bo slaps")
    assert (answer.yes, answer.broken, answer.index, answer.event) == (None, True, 2, "Bo lays YC2")
    assert answer.as_json()["first_fault"] == {"index": 2, "event": "Bo lays YC2"} and "step 2" in answer.text


def test_where_the_last_event_is_not_legal_the_answer_says_what_would_be():
    answer = told("push-it", "pointers RC3; Ann holds RC1 RC2; Ann moves to green")
    assert answer.yes is False and not answer.broken and answer.instead[0].startswith("Ann moves to ")
    assert len(answer.instead) <= 4 and all(find_game("push-it").event_text.find(each) for each in answer.instead)


@pytest.mark.parametrize(("said", "text"), [
    *((said, "Ann Bo slap") for said in ("Ann and Bo slap", "Ann, Bo slap.", "ann bo SLAP")),
    ("Ann lays red circle 2", "Ann lays RC2"), ("Ann lays the red circle 2.", "Ann lays RC2"), ("Bo slaps", "Bo slap"),
    ("Bo misplays rc2 and Ann, Cy slap at it", "Bo misplays RC2 and Ann Cy slap at it"),
    ("pile red circle 2, RC3 and red heart 1", "pile RC2 RC3 RH1"),
])  # fmt: skip
def test_a_phrase_may_have_cards_in_words_and_lists_with_commas(said, text):
    assert told("ww3", said).phrases == (text,)


def test_what_a_wild_card_counts_as_stays_in_words():
    assert told("craziness", "on RC1; Ann lays black blob 2 as red circle").phrases[1:] == (
        "Ann lays KB2 as red circle",
    )
    assert told("push-it", "Bo laid red heart 1 as 1 red heart").phrases == ("Bo laid RH1 as 1 red heart",)


@pytest.mark.parametrize(("game", "said", "understood"), [
    ("craziness", "red circle 1 is face up; Ann plays black circle question mark and says green 2", ["on RC1", "Ann lays KC? as green 2"]),
    ("craziness", "full deck; on RC1. Ann passes.", ["on RC1", "Ann passes"]),
    ("ww3", "Ann starts: RC2, YC2; Bo slaps", ["Ann starts", "Ann lays RC2", "Ann lays YC2", "Bo slap"]),
    ("ww3", "with jokers; Ann starts; Ann lays RC2, then a joker", ["with jokers=2", "Ann starts", "Ann lays RC2", "Ann lays J1"]),
    ("casino", "table RC3+RH1; Ann takes it with RC4", ["table RC3+RH1", "Ann takes RC3+RH1 with RC4"]),
    ("casino", "table RC3 YS3; Ann takes both with RH3", ["table RC3 YS3", "Ann takes RC3 YS3 with RH3"]),
])  # fmt: skip
def test_what_people_say_is_read_as_the_forms_have_it(game, said, understood):
    assert list(told(game, said).phrases) == understood


@pytest.mark.parametrize(("game", "said", "near"), [
    ("craziness", "Ann lays", "Ann plays CARD"), ("craziness", "Ann holdz RC1 RC2", "Ann holds RC1 RC2"), ("craziness", "Bo deals", "Bo dealt"),
    ("push-it", "Ann movse to 4", "Ann moves to 4"), ("push-it", "Bo lays RH1", "Bo plays RH1 as CLAIM"), ("push-it", "poiners RC3", "pointers RC3"),
    ("six-suit", "Ann lays RC4 on RC2", "Ann plays RC4 on NAME's RC2"), ("six-suit", "trun 9", "turn 9"),
    ("casino", "Ann drosp RC4", "Ann drops RC4"),
    ("ww3", "Ann contrls, 3 left", "Ann controls, 3 left"), ("ww3", "She starts", "NAME starts"), ("ww3", "Mum, Dad and Zoe play; Dad strats", "Dad starts"),
])  # fmt: skip
def test_what_is_no_phrase_is_answered_with_the_nearest_that_is(game, said, near):
    phrase = said.split("; ")[-1]
    assert f'the judge doesn\'t understand {phrase!r}. The nearest phrase is "{near}".' in impossible(game, said)


def test_two_phrases_are_offered_where_both_are_as_near_or_nothing_is_between_them():
    both = 'The nearest phrases are "Ann builds YS1 on RC3" and "Ann stacks YS1 on RC3".'
    assert both in impossible("casino", "table RC3; Ann puts YS1 on RC3")
    said = "the judge doesn't understand 'on RC1 play YH2'. Put a semicolon between two phrases: \"on RC1; play YH2\"."
    assert said in impossible("craziness", "on RC1 play YH2")


@pytest.mark.parametrize("said", ["Ann draws and " * 35, "RC1 RC2 " * 300, "é" * 2500, "P13 " * 700])
def test_nonsense_has_an_end(said):
    assert all("doesn't understand" in impossible(game, said) for game in ("craziness", "casino", "six-suit"))


def test_a_story_is_parted_by_semicolons_and_lines_and_has_remarks():
    answer = told("ww3", "Ann starts;  Ann  lays joker 1\n# a remark; still\n\nBo slaps ;", "jokers=1")
    assert answer.phrases == ("Ann starts", "Ann lays J1", "Bo slap")


def test_players_may_have_their_own_names():
    answer = told(
        "ww3",
        "Mum, Dad and Zoe play; 0 face down; Dad's hand is lowest; Mum starts; Mum lays RC2; Mum lays YC2; Dad and Zoe slap",
    )
    assert answer.yes and answer.players == 3 and answer.changes["takes"] == {"Bo": 2}
    assert answer.as_json()["follows"]["takes"] == {"Dad": 2}
    assert "3 (Mum, Dad, and Zoe)" in answer.text and "Bo" not in answer.text
    named = told("ww3", "Zoë starts; Zoë lays RC2; Zoë lays YC2; Łukasz slaps")
    assert named.right and "2 (Zoë and Łukasz)" in named.text
    assert "Ann is not playing. The players are Mum and Dad" in impossible(
        "ww3", "Mum, Dad play; Ann starts; Ann lays RC2"
    )


@pytest.mark.parametrize(
    "names", ["Ann and ann play", "slap and Bo play", "RC2, Bo play", "Red, Bo play", "Bo, 7 play"]
)
def test_a_name_is_a_word_of_its_own(names):
    assert impossible("ww3", f"{names}; Bo starts; Bo lays RC2")
    seated = told("ww3", "Bo, Ann play; Bo starts; Bo lays RC2")  # seats are counted as they are named
    assert seated.as_json()["assumed"]["players"] == ["Bo", "Ann"]


@pytest.mark.parametrize(("game", "story", "said"), [
    ("ww3", "Ann strats", 'The nearest phrase is "Ann starts"'),
    ("ww3", "Ann starts; Ann lays RC2; pile RH1", "before the first event"),
    ("ww3", "Ann starts; Ann lays KC2", "black circle 2 is not in the deck in play, Squares"),
    ("ww3", "with jokers=0; Ann starts; Ann lays J1", "with jokers=2"),
    ("ww3", "Ann holds RC1; Bo holds RC1; Ann starts; Ann lays RC1", "red circle 1 is in 2 places"),
    ("ww3", "999 face down; Ann starts; Ann lays RC2", "more cards than World War 3 has"),
    ("ww3", "P999999 starts; Ann lays RC2", "at most 64 can play"),
    ("ww3", "Ann has 99999999999 cards; Ann lays RC2", "more than 6 digits"),
    ("six-suit", "13 at the table; Ann discards RC1", "Six Suit is for"),
    ("craziness", "with must_pass=true; on RC1; Ann passes", "Did you mean must_play?"),
    ("ww3", "999999 at the table; Ann starts; Ann lays RC2", "at most 64 can play"),
    ("craziness", "points of RC1 RC1", "red circle 1 is in 2 places"),
    ("casino", "deals for 0", "Casino Macedonia is for"),
    ("casino", "4 hands for 0", "Casino Macedonia is for"),
    ("casino", "table RC3; Ann owns YC1+YC2; Ann drops RC1", "YC1+YC2 does not lie on the table of this story"),
    ("casino", "table RC3; 7 cards in the draw pile; Ann drops RC1", "do not go round 2 players"),
    ("push-it", "with deck=west; pointers RC4; where the pointers go", "red circle 4 is not in the west deck"),
    ("push-it", "with deck=west; 3 at the table; pointers RC4; Ann is to move; Ann moves to yellow", "red circle 4 is not in the west deck"),
    ("ww3", "pile RC2 RC3 by Ann", "enter who played each of the 2 cards in the pot"),
    ("ww3", "pile KB1", "black blob 1 is not in the"),
    ("ww3", "pile RC2 RH3; Ann controls, 9 left; Bo lays YT1", "9 left: no card in this pot gives so many chances"),
    ("ww3", "pile RC2; Ann has no cards; Ann is next; Ann lays YT1", "Ann has no cards, so it cannot be Ann's turn"),
    ("ww3", "pile RC2; Ann has 3 cards; Ann is locked out; Bo is next; Bo lays RC3", "Ann has cards: only who has none is locked out"),
    ("ww3", "the top card came late; Ann starts; Ann lays YT1", "no card in the pot could have come late"),
    ("ww3", "Ann has no cards; Ann Bo are tied; Ann Bo peel", "Ann has no cards"),
    ("six-suit", "3 at the table; Bo is out; Bo is next; Bo draws", "Bo is out, so it cannot be Bo's turn"),
    ("six-suit", "2 at the table; Ann asks to lay RC4 on Bo's RC1; Bo agrees", "Ann cannot ask that: It is free time"),
    ("six-suit", "2 at the table; Ann asks to lay RC4 on Ann's RC1; Ann agrees", "nobody has to agree"),
])  # fmt: skip
def test_a_table_that_cannot_be_is_an_error_in_words(game, story, said):
    assert said in impossible(game, story)


def test_the_answer_names_what_it_was_judged_with():
    answer = told("ww3", "with next_starter=left_of_winner; 4 at the table; Ann starts; Ann lays RC2", "jokers=1")
    assert answer.text.endswith(
        "Deck: the Squares deck (no black, no blob, no ?). Players: 4 (Ann, Bo, Cy, and Di). House rules: next_starter=left_of_winner and jokers=1."
    )
    assert answer.as_json()["assumed"]["house"] == {"jokers": 1, "next_starter": "left_of_winner"}
    assert told("push-it", "with deck=west; pointers RC3; claim 2 red circles").deck == "west"


def test_a_question_may_end_a_story():
    answer = told("ww3", "pile RC2 RC3")
    assert answer.yes is True and not answer.is_opening and answer.facts["slap"] is True
    assert told("push-it", "order of actions").facts["actions"] == ["move", "challenge", "lay"]
    assert told("craziness", "on RC1; Ann holds RH2").is_opening


@pytest.mark.parametrize(("chances", "legal"), [
    ("RC2 RC1; Ann controls; Bo lays YT4", True), ("RC2 RC1; Ann controls; Bo is next; Bo lays YT4", True),
    ("RC2 RC1; Ann controls, 1 left; Bo lays YT4", True), ("RC2 RH3 YT4; Ann controls; Bo lays GS1", False),
])  # fmt: skip
def test_chances_that_nobody_told_are_those_that_the_pot_has_left(chances, legal):
    answer = told("ww3", f"pile {chances}; Ann collects")
    assert answer.legal is legal and [each.assumed for each in answer.untold] == ["Bo has cards"]


@pytest.mark.parametrize(("piles", "card", "legal"), [
    ("RH2 RT2", "RC4", True),  # together
    ("RH4 YC4", "RC4", True),  # each alone
    ("RH2 RT2 RH4", "RC4", True),  # some together
    ("RH2 RH4", "RC4", False),
    pytest.param("RC1 RC2 RC3 RC4 YC1 YC2 YC3 YC4", "GH1", False, marks=pytest.mark.slow),  # more ways to group them than are tried
])  # fmt: skip
def test_piles_that_are_taken_need_not_be_grouped(piles, card, legal):
    assert told("casino", f"table {piles}; Ann takes {piles} with {card}").yes is legal


@pytest.mark.parametrize(("game", "story", "said"), [
    ("six-suit", "free time is over; Ann shows RC1 RH2 RT3 RS4 RB1 RC3; Is Ann out?", "Yes. Ann in: no."),
    ("craziness", "on RC1; is Bo out?", "No. Bo in: yes."), ("craziness", "on RC1; Ann lays RC2; who is next?", "turn: Bo."),
    ("ww3", "pile RC2 RH3; Ann controls, 2 left; Bo lays YT1; who controls?", "controller: Ann."),
])  # fmt: skip
def test_a_question_at_the_end_of_a_story_is_answered(game, story, said):
    assert f"ANSWER   {said}".split() == told(game, story).text.splitlines()[0].split()
