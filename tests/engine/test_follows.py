"""What follows from the last event of a story, in words, and what a story must say first."""

import pytest

from tt_print.engine.told import tell_story
from tt_print.errors import InputError
from tt_print.games import find_game

TEN = "Ann has 10 cards; Bo has 10 cards; Cy has no cards"
BO_SHOWS = "free time is over; Bo shows RC1 RH2 RT3 RS4 RC2 YC3"


@pytest.mark.parametrize(("game", "story", "follows"), [
    # ww3: control, the pot, slaps and what they cost
    ("ww3", f"{TEN}; Ann starts; Ann lays RC2; Ann lays RH3", ["Ann controls the pot.", "It is Bo's turn, with 3 chances left."]),
    ("ww3", f"{TEN}; Ann starts; Ann lays RC2; Ann lays RH3; Bo slaps",
     ["Bo pays 3 cards into the pot, face down (10 -> 7).", "It is Bo's turn, with 3 chances left."]),
    ("ww3", f"{TEN}; Ann starts; Ann lays RC2; Ann lays RC3; Bo slaps", ["Bo takes the pot: 2 cards (10 -> 12).", "Bo starts a new pot."]),
    ("ww3", f"{TEN}; Ann starts; Ann lays RC2; Ann lays RC3; Cy slaps", ["Cy takes the pot: 2 cards (0 -> 2).", "Cy starts a new pot."]),
    ("ww3", "Ann starts; Ann lays RC2; Ann lays RC3; Bo slaps", ["Bo takes the pot: 2 cards.", "Bo starts a new pot."]),
    ("ww3", f"{TEN}; Ann starts; Ann lays RC2; Ann lays YH3; Cy slaps",
     ["Cy has no card to pay with, and may not slap again until somebody else tries or a slap is missed.", "It is Bo's turn."]),
    ("ww3", f"{TEN}; Ann starts; Ann lays RC2; Ann lays YH3; Cy slaps; Bo slaps",
     ["Bo pays 3 cards into the pot, face down (10 -> 7).", "Cy may slap again.", "It is Bo's turn."]),
    ("ww3", f"{TEN}; Cy is next; pile RC2 YH1; Ann has 2 cards; Ann is next; Ann slaps",
     ["Ann pays 2 cards into the pot, face down (2 -> 0).", "It is Bo's turn."]),
    ("ww3", "pile RC2 RH1; Ann controls, 1 left; Bo lays GT4",
     ["Ann takes the pot now, unless somebody slaps it first."]),
    ("ww3", "Ann has 4 cards; pile RC2 RH1 GT4; Ann may take the pot; Ann collects",
     ["Ann takes the pot: 3 cards, and any face down beneath.", "Ann starts a new pot."]),
    ("ww3", "pile RC2 RH3; Ann controls, 3 left; Bo has 5 cards; Bo lays YH1; Bo lays GS2",
     ["Bo has covered Bo's own match, so it does not count.", "Ann controls the pot.", "It is Bo's turn, with 1 chance left."]),
    ("ww3", "Ann has 9 cards; Bo has 9 cards; Ann starts; Ann lays RC2; Ann lays YH3; Ann misplays YH4 and Bo slaps at it",
     ["Ann's card goes face down into the pot.", "Ann gives 3 cards (6 -> 3).", "Bo takes 3 cards (9 -> 12).", "It is Bo's turn."]),
    ("ww3", "Ann has 4 cards; pile RC2 RH1 GT4; 2 face down; Ann may take the pot; Ann collects",
     ["Ann takes the pot: 5 cards (4 -> 9).", "Ann starts a new pot."]),
    ("ww3", "pile RC2 YH1; 0 face down; Ann is next; Ann has 5 cards; Bo has no cards; Ann lays GS4",
     ["Ann takes the pot: 3 cards (4 -> 7).", "Ann won the game."]),
    ("ww3", "pile RC2 YH1; Ann is next; Ann has 5 cards; Bo has no cards; Ann lays YH3",
     ["Ann wins with the next card, unless somebody slaps first."]),
    ("ww3", "Ann has RC2 on top; Bo has YH2 on top; Ann Bo peel", ["A tie: Ann and Bo turn up one more card."]),
    ("armageddon", "pile KB? KB1; Ann controls, 1 left; Bo has 1 card; Bo lays RC2",
     ["Ann takes the pot now, unless somebody slaps it first."]),
    # six-suit: vetoes, free time, who is out, the end
    ("six-suit", f"3 at the table; Ann has drawn; {BO_SHOWS}; Ann lays RC4 on Bo's YC3",
     ["Bo has a Six Suit in red, and is out.", "All cards of Bo go to the center.", "It is Cy's turn."]),
    ("six-suit", f"2 at the table; Ann has drawn; {BO_SHOWS}; Ann lays RC4 on Bo's YC3",
     ["Bo has a Six Suit in red, and is out.", "All cards of Bo go to the center.", "Ann won the game.", "Best first: Ann then Bo."]),
    ("six-suit", "3 at the table; Ann has drawn; turn 1; Ann lays RC4 on Bo's RC1", ["Bo agrees, or vetoes the card or the place. Ann waits."]),
    ("six-suit", "3 at the table; Ann asks to lay RC4 on Bo's RC1; Bo vetoes the card",
     ["Ann takes red circle 4 back, and may not lay it on any of Bo's cards in this turn.", "Ann lays or discards a card."]),
    ("six-suit", "2 at the table; Bo dealt; Bo has drawn; turn 4; Ann shows RC1 RH2 RT3 RS4 RC2 RC3; Bo shows YC1 YH2 BT3 GS4 GC2 BC3; Bo discards KB1",
     ["Free time is over. Whoever has a Six Suit now is out.", "Ann has a Six Suit in red, and is out.", "All cards of Ann go to the center.",
      "Bo won the game.", "Best first: Bo then Ann.", "Ann deals next."]),
    ("six-suit", "Ann is next; draw pile -; shuffle", ["It is Ann's turn."]),
    # craziness: draws, the end of a hand
    ("craziness", "on RC1; Ann is next; Ann has 3 cards; Ann lays RH2", ["Ann draws 1 card (2 -> 3).", "It is Bo's turn."]),
    ("craziness", "on RC1; Ann is next; Ann has 3 cards; Bo has 2 cards; Ann lays KC1 as red, Bo draws 2", ["Bo draws 2 cards (2 -> 4).", "It is Bo's turn."]),
    ("craziness", "on RC1; Ann is next; Ann has 1 card; Bo holds RH3 KB?; Bo has 12 points; Ann lays RC2",
     ["Ann has no cards left. The hand is over.", "Bo gets 5 points (12 -> 17).", "Out of the game: Bo.", "Ann won the game."]),
    ("craziness", "on RC1; Ann is next; Ann has 1 card; Bo holds RH3 KB?; Ann lays RC2",
     ["Ann has no cards left. The hand is over.", "Bo gets 5 points.", "Whoever has 15 points or more now leaves the game."]),
    ("craziness", "on RC1; 4 discards; draw pile -; Ann is next; Ann has 3 cards; Ann lays RH2",
     ["The draw pile is empty. Shuffle the cards under the center card; then Ann draws 1 card."]),
    ("craziness", "on KC2; Bo dealt; Bo declares red", ["It is Ann's turn."]),
])  # fmt: skip
def test_what_follows_is_said_in_words(game, story, follows):
    answer = tell_story(find_game(game), story)
    assert not answer.questions and answer.fault is None, answer.text
    assert [reason.sentence for reason in answer.next] == follows


@pytest.mark.parametrize(("game", "story", "asked"), [
    ("ww3", "Ann lays RC2", ["... starts"]),
    ("ww3", "Bo slaps", ["pile ..."]),
    ("ww3", "pile RC2 RH3; Ann is next; Ann lays GS1", ["... controls, ... left"]),
    ("ww3", "pile RC2 RH3; Ann controls, 3 left; Ann lays GS1", ["before that ... controlled, ... left"]),
    ("ww3", "pile RC2 YH3; Ann is next; Bo retires", ["Bo has ... cards"]),
    ("ww3", "pile RC2 YH3; Ann is next; Bo lays GS1", ["Ann has ... cards"]),
    ("ww3", "with grave_slaps=false; pile RC2 RC3; Ann is next; Bo slaps", ["Bo has ... cards"]),
    ("ww3", "Ann Bo peel", ["Ann has ... on top", "Bo has ... on top"]),
    ("ww3", "Bo is drawn to start", ["a lot decides between ..."]),
    ("ww3", "with hurry_up=3; Ann starts; Ann is too slow for RC2", ["Ann has ... RC2 on top"]),
    ("six-suit", "Ann draws", ["... is next"]),
    ("six-suit", "Ann lays RC4 on Bo's RC1", ["... has drawn", "turn ..."]),
    ("six-suit", "Ann has drawn; free time is over; Ann lays RC4 on Bo's RC1", ["Bo shows ..."]),
    ("six-suit", "Bo vetoes the card", ["... asks to lay ... on Bo's ..."]),
    ("craziness", "Ann passes", ["on ..."]),
    ("craziness", "on KC2; Ann is next; Ann passes", ["on KC2 as ..."]),
    ("craziness", "on RC1; Ann passes", ["... is next"]),
    ("craziness", "on RC1; draw pile -; Ann is next; Ann passes", ["... discards"]),
    ("craziness", "on KC1; Ann declares red", ["... dealt"]),
    ("craziness", "with must_play=true; on RC1; Ann is next; Ann passes", ["Ann holds ..."]),
    ("craziness", "with final_triple_draw=false; on RC1; Ann is next; Ann lays KC1 as red", ["Ann has ... cards"]),
    ("craziness", "3 at the table; on RC1; Ann is next; Ann has 1 card; Ann lays RC2", ["Bo holds ...", "Cy holds ..."]),
])  # fmt: skip
def test_what_decides_and_nobody_has_said_is_asked_for(game, story, asked):
    answer = tell_story(find_game(game), story)
    assert answer.yes is None and not answer.next
    assert [question.phrase for question in answer.questions] == asked


@pytest.mark.parametrize(("game", "story", "said"), [
    ("ww3", "pile RC2 RC3 by Ann", "name who laid each of the 2 cards in the pot"),
    ("ww3", "pile KB1", "black blob 1 is not in the"),
    ("ww3", "pile RC2 RH3; Ann controls, 9 left; Bo lays YT1", "a challenge has 1 to 5 chances left"),
    ("ww3", "pile RC2; Ann has no cards; Ann is next; Ann lays YT1", "Ann has no cards, so it cannot be Ann's turn"),
    ("ww3", "pile RC2; Ann has 3 cards; Ann is locked out; Bo is next; Bo lays RC3", "Ann has cards: only who has none is locked out"),
    ("ww3", "the top card came late; Ann starts; Ann lays YT1", "no card lies in the pot that could have come late"),
    ("ww3", "Ann has no cards; Ann Bo are tied; Ann Bo peel", "Ann has no cards"),
    ("six-suit", "Bo is out; Bo is out", "Bo is out already"),
    ("six-suit", "3 at the table; Bo is out; Bo is next; Bo draws", "Bo is out, so it cannot be Bo's turn"),
    ("six-suit", "2 at the table; Ann asks to lay RC4 on Bo's RC1; Bo agrees", "Ann cannot ask that: It is free time"),
    ("six-suit", "2 at the table; Ann asks to lay RC4 on Ann's RC1; Ann agrees", "nobody has to agree"),
])  # fmt: skip
def test_a_table_that_cannot_be_is_refused_in_words(game, story, said):
    with pytest.raises(InputError) as caught:
        tell_story(find_game(game), story)
    assert said in str(caught.value)
