"""What follows from the last event of a story, in words, and what a story must say first."""

import re

import pytest

from tests.engine.stories import told
from tt_print.errors import join_words

TEN = "Ann has 10 cards; Bo has 10 cards; Cy has no cards"
LAST_CARD = "table RC3 YS3; Bo dealt; Ann holds -; Bo is to play; Bo holds RH3"
BO_SHOWS = "free time is over; Bo shows RC1 RH2 RT3 RS4 RC2 YC3"
BO_IS_IN = "the rest of Bo's row makes no Six Suit"


@pytest.mark.parametrize(("game", "story", "follows"), [
    # ww3: control, the pot, slaps and what they cost
    ("ww3", f"{TEN}; Ann starts; Ann lays RC2; Ann lays RH3", ["Ann is in control.", "It is Bo's turn, with 3 chances left."]),
    ("ww3", f"{TEN}; Ann starts; Ann lays RC2; Ann lays RH3; Bo slaps",
     ["Bo pays 3 cards into the pot, face down (10 -> 7).", "It is Bo's turn, with 3 chances left."]),
    ("ww3", f"{TEN}; 0 face down; Ann starts; Ann lays RC2; Ann lays RC3; Bo slaps", ["Bo takes the pot: 2 cards (10 -> 12).", "Bo starts a new pot."]),
    ("ww3", f"{TEN}; 0 face down; Ann starts; Ann lays RC2; Ann lays RC3; Cy slaps", ["Cy takes the pot: 2 cards (0 -> 2).", "Cy starts a new pot."]),
    ("ww3", "Ann starts; Ann lays RC2; Ann lays RC3; Bo slaps", ["Bo takes the pot: 2 cards, and any face down under it.", "Bo starts a new pot."]),
    ("ww3", f"{TEN}; Ann starts; Ann lays RC2; Ann lays YH3; Cy slaps",
     ["Cy has no card to pay with, and may not slap again until someone else tries or a slap is missed.", "It is Bo's turn."]),
    ("ww3", f"{TEN}; Ann starts; Ann lays RC2; Ann lays YH3; Cy slaps; Bo slaps",
     ["Bo pays 3 cards into the pot, face down (10 -> 7).", "Cy may slap again.", "It is Bo's turn."]),
    ("ww3", f"{TEN}; Cy is next; pile RC2 YH1; Ann has 2 cards; Ann is next; Ann slaps",
     ["Ann pays 2 cards into the pot, face down (2 -> 0).", "It is Bo's turn."]),
    ("ww3", "pile RC2 RH1; Ann controls, 1 left; Bo lays GT4",
     ["Ann takes the pot now, unless someone slaps it first."]),
    ("ww3", "Ann has 4 cards; pile RC2 RH1 GT4; Ann may take the pot; Ann collects",
     ["Ann takes the pot: 3 cards, and any face down under it.", "Ann starts a new pot."]),
    ("ww3", "pile RC2 RH3; Ann controls, 3 left; Bo has 5 cards; Bo lays YH1; Bo lays GS2",
     ["Bo has covered Bo's own match, so it does not count.", "Ann is in control.", "It is Bo's turn, with 1 chance left."]),
    ("ww3", "Ann has 9 cards; Bo has 9 cards; Ann starts; Ann lays RC2; Ann lays YH3; Ann misplays YH4 and Bo slaps at it",
     ["Ann's card goes face down into the pot.", "Ann gives 3 cards (6 -> 3).", "Bo takes 3 cards (9 -> 12).", "It is Bo's turn."]),
    ("ww3", "Ann has 4 cards; pile RC2 RH1 GT4; 2 face down; Ann may take the pot; Ann collects",
     ["Ann takes the pot: 5 cards (4 -> 9).", "Ann starts a new pot."]),
    ("ww3", "pile RC2 YH1; 0 face down; Ann is next; Ann has 5 cards; Bo has no cards; Ann lays GS4",
     ["Ann takes the pot: 3 cards (4 -> 7).", "Ann won the game."]),
    ("ww3", "pile RC2 YH1; Ann is next; Ann has 5 cards; Bo has no cards; Ann lays YH3",
     ["Ann wins with the next card, unless someone slaps first."]),
    ("ww3", "Ann has RC2 on top; Bo has YH2 on top; Ann Bo peel", ["A tie: Ann and Bo turn up one more card."]),
    ("armageddon", "pile KB? KB1; Ann controls, 1 left; Bo has 1 card; Bo lays RC2",
     ["Ann takes the pot now, unless someone slaps it first."]),
    # six-suit: vetoes, free time, who is out, the end
    ("six-suit", f"3 at the table; Ann has drawn; {BO_SHOWS}; Ann lays RC4 on Bo's YC3",
     ["Bo has a Six Suit in red, and is out.", "All cards of Bo go to the center.", "It is Cy's turn."]),
    ("six-suit", f"2 at the table; Ann has drawn; {BO_SHOWS}; Ann lays RC4 on Bo's YC3",
     ["Bo has a Six Suit in red, and is out.", "All cards of Bo go to the center.", "Ann won the game.", "Best first: Ann then Bo."]),
    ("six-suit", "3 at the table; Ann has drawn; turn 1; Ann lays RC4 on Bo's RC1", ["Bo agrees, or vetoes the card or the place. Ann waits."]),
    ("six-suit", "3 at the table; Ann asks to lay RC4 on Bo's RC1; Bo vetoes the card",
     ["Ann takes red circle 4 back, and may not play it on any of Bo's cards on this turn.", "Ann plays or discards a card."]),
    ("six-suit", "2 at the table; Bo dealt; Bo has drawn; turn 4; Ann shows RC1 RH2 RT3 RS4 RC2 RC3; Bo shows YC1 YH2 BT3 GS4 GC2 BC3; Bo discards KB1",
     ["Free time is over. A player who has a Six Suit now is out.", "Ann has a Six Suit in red, and is out.", "All cards of Ann go to the center.",
      "Bo won the game.", "Best first: Bo then Ann.", "Ann deals next."]),
    ("six-suit", "Ann is next; draw pile -; shuffle", ["It is Ann's turn."]),
    # craziness: draws, the end of a hand
    ("craziness", "on RC1; Ann is next; Ann has 3 cards; Ann lays RH2", ["Ann draws 1 card (2 -> 3).", "It is Bo's turn."]),
    ("craziness", "on RC1; Ann is next; Ann has 3 cards; Bo has 2 cards; Ann lays KC1 as red, Bo draws 2", ["Bo draws 2 cards (2 -> 4).", "It is Bo's turn."]),
    ("craziness", "on RC1; Ann is next; Ann has 1 card; Bo holds RH3 KB?; Bo has 12 points; Ann lays RC2",
     ["Ann has no cards left. The round is over.", "Bo gets 5 points (12 -> 17).", "Out of the game: Bo.", "Ann won the game."]),
    ("craziness", "on RC1; Ann is next; Ann has 1 card; Bo holds RH3 KB?; Ann lays RC2",
     ["Ann has no cards left. The round is over.", "Bo gets 5 points.", "Players with 15 points or more now leave the game."]),
    ("craziness", "on RC1; 4 discards; draw pile -; Ann is next; Ann has 3 cards; Ann lays RH2",
     ["The draw pile is empty. Shuffle the cards under the center card; then Ann draws 1 card."]),
    ("craziness", "on KC2; Bo dealt; Bo declares red", ["It is Ann's turn."]),
])  # fmt: skip
def test_what_follows_is_said_in_words(game, story, follows):
    answer = told(game, story)
    assert not answer.questions and not answer.is_refused, answer.text
    assert [reason.sentence for reason in answer.next] == follows


# what is asked for: it decides, and nobody takes an answer for granted
@pytest.mark.parametrize(("game", "story", "phrase"), [
    ("ww3", "Bo slaps", "pile ..."),
    ("six-suit", "3 at the table; Ann lays RC4 on Bo's RC2; Bo vetoes the card", "turn ..."),
    ("six-suit", "Bo vetoes the card", "... asks to lay ... on Bo's ..."),
    ("craziness", "3 at the table; on KC1; Ann lays YC1", "on KC1 as ..."),  # a triple topper where it is yellow: who draws 2?
    ("craziness", "with must_play=true; on RC1; Ann is next; Ann passes", "Ann holds ..."),
    ("casino", "table RC3+RH1; Ann drops RC1", "... owns RC3+RH1"),
    ("casino", "table RC3+RH1; Ann owns RC3+RH1; Ann drops RC1", "Ann holds ..."),
    ("casino", "with question=wild; table RC?; Ann takes with RC1: RC?", "table RC?=..."),
    ("casino", "table RC3+RH1; Ann shows a ruined plan", "Ann's plan for ... is ruined"),
    ("casino", "with forced_drop=forbidden; table RC3+RH1; Ann owns RC3+RH1; Ann holds YH2; Ann drops YH2", "... passed in a row"),
    ("casino", f"{LAST_CARD}; 40 cards in the draw pile; Bo drops RH3; Ann builds RS1 on RC3", "... holds ..."),
    ("push-it", "Cy challenges Bo", "Bo laid ..."),
    ("push-it", "Bo laid 2 cards as 2 red hearts; Cy challenges Bo", "Bo laid ... as 2 red hearts"),
    ("push-it", "Ann shows", "Ann may show ..."),
])  # fmt: skip
def test_what_decides_and_nobody_has_said_is_asked_for(game, story, phrase):
    answer = told(game, story)
    assert (answer.legal, answer.yes, [question.phrase for question in answer.questions]) == (None, None, [phrase])


# what is taken for granted, where the verdict hangs on it and nobody has said it
@pytest.mark.parametrize(("game", "story", "legal", "untold"), [
    ("ww3", "Ann lays RC2", True, ["it was Ann's turn"]), ("ww3", "Bo is drawn to start", True, ["it is not known yet who starts"]),
    ("ww3", "with hurry_up=3; Ann starts; Ann is too slow for RC2", False, ["Ann has cards"]),
    ("ww3", "3 at the table; pile RC2 RH1; Cy slaps; Bo lays GS4; Ann collects", True, ["Ann has cards", "the last match took control", "Bo has cards"]),
    ("ww3", "pile RC2 YH3; Ann is next; Bo retires", True, ["Bo has no cards"]),
    ("ww3", "with grave_slaps=false; pile RC2 RC3; Ann is next; Bo slaps", True, ["Bo has cards"]),
    ("ww3", "Ann lays RC2; Ann lays YC2; Bo slaps", True, ["more than one chance was left", "Ann has cards"]),
    ("ww3", "Ann starts; Ann lays RC2; Ann lays RH3; Bo lays YT1; Ann collects", False, ["Bo has cards"]),
    ("ww3", "Ann lays RC2; Bo lays RC3", True, ["what lay in the pot allows it", "it was Ann's turn", "Ann has cards"]),  # not at the start
    ("ww3", "pile J1; Ann lays RC2; Ann lays RC3", True, ["Ann has cards", "Bo has cards"]),
    ("ww3", "pile RC2 RH1 GS4; Bo collects", True, ["it was Bo's turn", "the last match took control", "Ann has cards"]),  # the one chance has been used
    ("ww3", "pile RC2 RH3 GS4; Bo collects", False, ["it was Bo's turn", "Ann has cards"]),
    ("six-suit", "3 at the table; with treaties=recorded; Cy forfeits", True, ["Cy had a treaty"]),
    ("six-suit", "Ann draws; Ann lays RC4 on Bo's RC1", True, ["free time is over", BO_IS_IN]),
    ("six-suit", "Ann discards RC4; Bo draws; Bo lays RC3 on Ann's RC1", True, ["free time is over", BO_IS_IN.replace("Bo", "Ann")]),
    ("six-suit", "Ann draws", True, ["Ann is next"]),
    ("six-suit", "Ann lays RC4 on Bo's RC1", True, ["Ann has drawn", "free time is over", BO_IS_IN]),
    ("six-suit", "turn 4; 2 at the table; Bo has drawn; Bo lays RC4 on Bo's RC2", True, [BO_IS_IN.replace("Bo", "Ann"), BO_IS_IN]),
    ("craziness", "Ann passes", True, ["Ann is next"]),
    ("craziness", "on RC1; Ann lays RC2", True, ["Ann is next", "Ann has more cards"]),
    ("craziness", "on KC2; Ann passes", True, ["the dealer had declared black circle 2", "Ann is next"]),
    ("craziness", "on KC1; Ann declares red", True, ["Ann dealt"]),
    ("casino", "table RC3; Bo drops RC1", True, ["Bo is to play"]),
    ("casino", "Ann drops RC1", True, ["Ann is to play", "no other build or stack was on the table"]),
    ("casino", "table RC3; Ann builds RH1 on RC3", True, ["Ann is to play", "Ann holds what takes it"]),
    ("casino", "with plan_check=trust; table RC3; Ann builds RH1 on RC3", True, ["Ann is to play"]),
    ("casino", "table RC3; Ann has 1 card; Ann builds RH1 on RC3", False, ["Ann is to play"]),
    ("casino", "table RC3; Ann holds RH4 among others; Ann builds RH1 on RC3", True, ["Ann is to play"]),
    ("casino", "table RC3+RH1 RH2; Ann has 1 card; Ann drops YS1", True, ["Ann is to play"]),  # whoever owns the build
    ("casino", "table RC3 YS1; Ann builds RH1 on RC3; Bo drops GC3; Ann builds YT1 on YS1", True, ["Ann holds what takes it"]),
    ("casino", "table RC3; Ann builds YH1 on RC3", False, ["Ann is to play"]),  # no cards could make that legal
    ("push-it", "Bo moves to heart", True, ["Bo is to move", "the pointers allow it"]),
    ("push-it", "Ann lays RH1 as 1 red heart", True, ["Ann is to challenge or lay", "the pointers allow it"]),
])  # fmt: skip
def test_what_people_take_for_granted_is_named(game, story, legal, untold):
    answer = told(game, story)
    assert (answer.legal, [each.assumed for each in answer.untold]) == (legal, untold), answer.text
    assert re.search(rf"^ASSUMED +{join_words(untold, 'and')}\.$", answer.text, re.MULTILINE)
    assert [each["text"] for each in answer.as_json()["assumed"]["untold"]] == untold


def test_what_can_only_be_one_thing_need_not_be_said():
    assert told("craziness", "on RC1; Ann lays KC1 as red").event == "Ann lays KC1 as red, Bo draws 2"
    assert told("craziness", "3 at the table; on RC1; Ann lays KC1 as red").reasons[0].key == "choose_target"
    assert str(told("ww3", "pile RC2 J1; Bo slaps").house) == "jokers=2"  # who tells of a joker plays with them
    assert told("ww3", "pile RC2 RH3; Ann controls; Bo lays YT1").legal


# who holds what takes a build holds other cards, too
@pytest.mark.parametrize(
    "then", ["Bo takes RC3+RH1 with RS4; Ann drops YC1", "Bo drops YC1; Ann takes RC3+RH1 with RS4"]
)
def test_what_is_taken_for_granted_of_a_hand_is_not_all_of_it(then):
    answer = told("casino", f"table RC3; Ann builds RH1 on RC3; {then}")
    assert answer.legal and not answer.questions, answer.text


def test_what_takes_a_build_is_what_takes_it_later():
    hands = "Ann has 2 cards; Bo has 1 card"
    assert told("casino", f"table RC3; {hands}; Ann builds RH1 on RC3; Bo drops YS1; Ann takes RC3+RH1 with RS4").legal


def test_what_is_taken_for_granted_of_a_row_is_not_all_of_it():
    turns = (
        "Ann draws; Ann lays RC4 on Bo's RC2; Bo draws; Bo lays RH4 on Ann's RH1; Ann draws; Ann lays YS1 on Bo's YS3"
    )
    answer = told("six-suit", f"free time is over; {turns}; Bo draws; Bo lays GT4 on Ann's GT2")
    assert answer.legal and not answer.questions, answer.text


@pytest.mark.parametrize(("game", "story", "sentence"), [
    ("six-suit", "Ann lays RC4 on Bo's RC2; Bo draws; Bo lays RH4 on Bo's RC2", "red circle 2 is not on top of Bo's row. Choose RC4."),
    ("push-it", "Ann moves nothing", "A pointer has to move."),
    ("push-it", "Ann moves to red; Ann lays RC2 as 1 yellow 1",
     "yellow 1s cannot be claimed: a claim is two of the three traits that the pointers show."),
])  # fmt: skip
def test_a_reason_shows_no_cure_that_hangs_on_what_is_untold(game, story, sentence):
    assert told(game, story).reasons[0].sentence == sentence


@pytest.mark.parametrize("story", ["Bo begins; Bo challenges Ann", "Bo is to move; Bo lays RH1 as 1 red heart"])
def test_nothing_is_offered_that_hangs_on_what_is_untold(story):
    assert told("push-it", story).is_refused and not told("push-it", story).instead


def test_a_hand_that_would_say_more_holds_what_its_player_lays():
    assert told("craziness", "on RC1; Bo has 1 card; Ann lays RH2; Bo lays RH3; Ann lays RH4").index == 3


def test_an_event_is_shown_with_nothing_that_hangs_on_what_is_untold():
    assert told("craziness", "on KC1; Ann lays RC1").event == "Ann lays RC1"


# what need not be asked: whatever it was, the verdict is the same, and what else follows is left open
@pytest.mark.parametrize(("game", "story", "more", "follows"), [
    ("ww3", "3 at the table; pile RC2 RC3; Bo and Cy slap", ["lowest"], ["The bottom hand takes the pot."]),
    ("ww3", "Ann Bo are tied; Ann has RC2 on top; Ann Bo peel", ["top"], []),
    ("six-suit", "with treaties=recorded; Ann and Cy have a treaty; Cy forfeits", ["turn"], ["All cards of Cy go to the center."]),
    ("craziness", "on RC1; draw pile -; Ann is next; Ann passes", [],
     ["The draw pile is empty. Shuffle the cards under the center card; then Ann draws 1 card."]),
    ("craziness", "3 at the table; on RC1; Ann is next; Ann has 1 card; Ann lays RC2", ["hand", "hand"],
     ["Ann has no cards left. The round is over."]),
    ("casino", f"{LAST_CARD}; Bo takes with RH3: RC3", ["draw"], ["Bo takes 2 cards."]),
    ("push-it", "with potential=per_card; with target_points=9; pointers RC1; Ann holds RH1; Bo holds -; Ann is to challenge or lay; Ann lays RH1 as 1 red circle",
     ["potential", "points"], ["Bo has no card left and wins the round."]),
])  # fmt: skip
def test_what_does_not_decide_is_not_asked_and_would_say_more(game, story, more, follows):
    answer = told(game, story)
    assert answer.legal and not answer.questions and not answer.untold, answer.text
    assert [each.key for each in answer.more] == more
    assert [reason.sentence for reason in answer.next[: len(follows)]] == follows
    assert [each["about"] for each in answer.as_json()["more"]] == more and ("FOR MORE" in answer.text) is bool(more)


RUIN = ("table RC3+RH1 RS2 YT1; Ann owns RC3+RH1; Ann holds RS4 YH1; Bo is to play; Bo holds RB1 RT3 RT4; "
        "Bo builds RB1 on RC3+RH1")  # fmt: skip
POT = "pointers RC1; Bo laid RH1 RH3 as 2 red hearts; 3 in the center; Cy has 5 cards; Cy is to challenge or lay"


def shown(reason):
    """`takes Ann 2 1 3`: the key of a sentence, and what fills it."""
    values = [",".join(map(str, each)) or "-" if isinstance(each, tuple) else str(each) for _, each in reason.values]
    return " ".join([reason.key.removeprefix("then_"), *values])


@pytest.mark.parametrize(("game", "story", "outcomes"), [
    ("ww3", "pile RC2 YT4; Ann has 1 card; Bo has no cards; Ann lays GS1", ["takes_pot_or_more Ann 3", "won Ann"]),
    # a pot of which nobody knows what a wrong slap paid
    ("ww3", "Ann starts; Ann lays RC2; Ann lays YH3; Cy slaps; Bo lays YH2; Bo slaps", ["takes_pot_or_more Bo 3", "starts Bo"]),
    # how many cards somebody had is left out where nobody said it
    ("ww3", "pile RC2 YH1 GH3 GH4; 4 face down; Bo is next; Bo slaps", ["takes_pot_some Bo 8", "starts Bo"]),
    ("ww3", "pile RC2 YH1; Bo is next; Cy misplays YH4 and Ann slaps at it", ["wrong_card Cy", "gives_some Cy 3", "takes_them Ann", "turn Bo"]),
    ("ww3", "Ann starts; Ann lays RC2; Di slaps", ["pays_some Di 3", "if_none Di", "goes_on Ann"]),
    ("ww3", "pile RC2 RH3; Ann controls, 3 left; Ann and Bo slap", ["lowest_pays 3", "tries Bo 3"]),
    ("ww3", "pile RC2 RC3 by Ann Ann; Ann has 3 cards; Ann misplays GS1", ["wrong_card Ann", "no_control", "turn Bo", "can_slap"]),
    ("ww3", "Ann holds RC4; Bo holds YH4; Cy holds J1; Ann Bo Cy peel", ["lots Ann,Bo"]),
    ("craziness", "on RC1; Ann is next; Bo is to draw 1 more; shuffle", ["draws_some Bo 1", "turn Bo"]),
    ("craziness", "on RC1; Bo is next; Bo is to draw 1 more; shuffle", ["draws_some Bo 1", "turn Ann"]),
    ("casino", "table RC3 YS3; Ann won BS1; Ann takes with RH3: RC3", ["takes Ann 2 1 3", "turn_or_end Bo"]),
    ("casino", "table RC3; Ann holds RH2 RB4 RT1; Ann builds RT1 on RC3", ["ban Ann RC3+RT1", "turn Bo"]),
    # only Ann's red square 4 could take 4s, and now it is a 5
    ("casino", RUIN, ["ban Bo RC3+RH1+RB1", "ruined Ann RC3+RH1+RB1", "turn Ann"]),
    ("casino", f"{RUIN}; Ann shows a ruined plan", ["free Ann -"]),
    ("casino", f"{LAST_CARD}; 40 cards in the draw pile; Bo takes with RH3: RC3", ["takes_some Bo 2", "dealt 5", "turn Ann"]),
    # 25 for the most cards, 10 for the most reds, 15 for the blue square 4, 3 for the red circle
    ("casino", f"{LAST_CARD}; draw pile -; Ann won RC2 GC4; Bo won BS4; 0 hands played; Bo takes with RH3: RC3",
     ["takes Bo 2 1 3", "rest Bo 1", "most Bo cards 25", "most Bo reds 10", "most Ann circles 10", "points Ann 13 0 13", "points Bo 53 0 53", "deals Ann"]),
    ("casino", "Ann won RH2 YC2; Bo won BS4; score",
     ["most Ann cards 25", "most Ann reds 10", "most Ann circles 10", "hand_points Ann 45", "hand_points Bo 15"]),
    ("push-it", f"{POT}; nothing in front of Ann; Bo has 4 cards; Cy challenges Bo", ["takes Cy 5 5 10", "may_lay Cy -"]),
    # closest to the left first: Ann laid before Bo
    ("push-it", f"{POT}; Ann laid RC2 as 1 red circle; Bo has 4 cards; Cy challenges Bo", ["takes Cy 6 5 11", "swept Ann", "may_lay Cy -"]),
    ("push-it", f"{POT}; nothing in front of Ann; Bo holds -; Cy challenges Bo", ["takes Cy 5 5 10", "out_of_cards Bo", "won Bo"]),
    ("push-it", f"with potential=per_card; {POT}; Ann laid RC2 as 1 yellow 4; Bo has 4 cards; Cy challenges Ann",
     ["takes Ann 4 49 53", "stores Cy 4", "may_challenge Cy Bo"]),
    ("push-it", "with pointer_move=may; with order=lies; pointers RC1; Ann is to challenge or lay; Ann lays RC1 as 1 red circle",
     ["may_move Ann yellow,heart,2"]),
    ("push-it", "pointers RC1; Ann holds RH1; Bo holds YS1; Ann moves to heart; Ann lays RH1 as 1 red heart",
     ["last_defended Ann", "turn Bo", "moves Bo yellow,triangle,2"]),
])  # fmt: skip
def test_what_follows(game, story, outcomes):
    answer = told(game, story)
    assert answer.legal is not False, answer.text
    assert [shown(reason) for reason in answer.next or answer.reasons] == outcomes, answer.text
