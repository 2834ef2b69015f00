"""A hand asked line by line: what is asked, what follows and is not, several answers on a line, and wrong ones."""

import pytest

from tests.score.asked import A3, Talk
from tests.score.nights import Evening
from tt_print.engine.query import parse_query
from tt_print.games import game_names
from tt_print.score.scorer import find_scorer

# A typical hand of each game: what is typed line by line, and the same hand typed at once. A key is a letter or Enter;
# one more saves. `before` is what the same hand took when every number of every player was asked for.
TYPICAL = [
    ("craziness", {}, ["1 4 1"], ["--went-out", "Ann", "Bo=4", "Cy=1"], 7, 7),
    ("craziness", {}, ["2", "rh3 kb4 gc1", "gc2"], ["--went-out", "Bo", "--left", "Ann=RH3,KB4,GC1", "--left", "Cy=GC2"], 19, 19),
    ("casino", {}, ["2", "2", "2", "8 12 4", "1 2 2", "2", "0"],
     ["--cards", "Bo", "--reds", "Bo", "--circles", "Bo", "--ones", "Ann=8,Bo=12,Cy=4", "--red-circles", "Ann=1,Bo=2,Cy=2",
      "--special", "Bo", "--hearts", "none"], 41, 25),
    ("push-it", {}, ["2"], ["--went-out", "Bo"], 3, 3),
    ("push-it", {"potential": "per_challenge", "target_points": 5}, ["2", "2 1 0"], ["--went-out", "Bo", "--right", "Ann=2,Bo=1,Cy=0"], 9, 9),
    ("six-suit", {}, ["2", "re"], ["--out", "Bo=red"], 7, 6),
    ("ww3", {}, ["1", "3"], ["--out", "Cy"], 5, 5),
    ("armageddon", {}, ["3", "3"], ["--winner", "Cy"], 5, 5),
]  # fmt: skip


@pytest.mark.parametrize(("game", "house", "lines", "words", "before", "most"), TYPICAL,
                         ids=[f"{row[0]} {' '.join(row[2])}" for row in TYPICAL])  # fmt: skip
def test_a_typical_hand_takes_few_keys(game, house, lines, words, before, most):
    talk = Talk(game, house=house).say(*lines)
    night = talk.night
    assert talk.entry == night.scorer.read(parse_query(words, night.scorer.flags, ""), night.table, night.standing)
    assert not night.scorer.discrepancies(talk.entry, night.table, night.standing)
    assert talk.keys + 1 <= min(most, before)


def test_every_game_has_a_typical_hand():
    assert {row[0] for row in TYPICAL} == set(game_names())


def test_one_line_may_answer_several_questions():
    entry = Talk("craziness").say("1", "4", "1").entry
    for lines in (["1 4 1"], ["1,4,1"], ["ann, Bo 4, Cy 1"], ["A", "cy 1; b=4"], ["1", "4;1"], ["Ann", "Bo: 4 , C 1,"]):
        assert Talk("craziness").say(*lines).entry == entry, lines
    names = ("Ann Lee", "Bo", "Bo Ann")
    assert (
        Talk("craziness", *names).say("Ann Lee, Bo 4, Bo Ann 1").entry == Talk("craziness", *names).say("1 4 1").entry
    )


def test_a_line_that_is_wrong_somewhere_answers_nothing():
    talk = Talk("craziness")
    assert "'x' is not a card" in talk.refused("1 4 x")
    assert "'9' is one answer too many" in talk.refused("1 4 1 9")
    assert "no player is called '7 4 1'" in talk.refused("7 4 1")
    talk.say("1")
    assert talk.refused("Cy 1") == "Cy 1: the question is about Bo. Answer it first, or - to go back."
    assert "Bo is named twice" in talk.refused("Bo 1, Bo 2, Cy 3")
    assert "'4 1' is not a number" in talk.refused("Bo 4 1")


def test_cards_are_codes_or_words_with_commas_or_blanks():
    for line in (
        "rh3 kb4",
        "RH3,KB4",
        "red heart 3, black blob 4",
        "red heart 3 black blob 4",
        "3 red hearts kb4",
        "kb4; rh3",
    ):
        entry = Talk("craziness").say("1", line, "7").entry
        assert sorted(entry["left"]["Bo"]) == ["KB4", "RH3"], line


# ---------------------------------------------------------------- what follows is not asked


def test_who_has_no_cards_has_nothing_of_anything():
    talk = Talk("casino").say("124 0 0")
    # by hand: most cards, reds and circles are Ann's, the others have 0 of everything; 1 card is aside
    assert talk.asked == "Ones of Ann, Bo and Cy"
    talk.say("25", "5")
    assert talk.asked.startswith("Who has the blue square 4?  1 Ann  0 nobody")
    entry = talk.say("1", "0").entry
    assert entry["counts"]["Cy"] == [0, None, None, 0, 0, 0, None] and entry["most"] == {
        "reds": "Ann",
        "circles": "Ann",
    }
    assert "Bo took no cards" in Talk("casino").say("84 0 40").refused("2")


def test_the_last_count_follows_where_the_sum_is_known_and_can_be_changed():
    talk = Talk("casino").say("40 44")
    assert talk.asked == "Cards of Cy [40]"
    assert talk.dialogue.answer("39!").typed[-1] == ("cards", "Cy=39")
    assert Talk("casino").say("40", "44", "").dialogue.typed == talk.say("").dialogue.typed
    # one card is aside, unseen: it may be a red or not
    assert talk.say("8 10").asked == "Reds of Cy (6 or 7)"
    # nobody can have more red circles than there are
    talk = Talk("casino").say("2", "2", "2", "8 9 8", "3 2")
    assert talk.asked.startswith("Who has the blue square 4?") and talk.dialogue.typed[-1] == ("red-circles", "Cy=0")
    # two players, 124 cards
    assert Talk("casino", "Ann", "Bo").say("60").asked == "Cards of Bo [64]"
    assert Talk("casino", "Ann", "Bo").say("Bo 64").asked == "Cards of Ann [60]"


def test_numbers_that_cannot_be_are_told_at_once():
    talk = Talk("casino").say("40 44", "")
    assert talk.refused("41 3") == "41 reds of Ann, and there are 25. Give the number again, or - to go back."
    assert talk.refused("points") == "no player is called 'points'. Players: Ann, Bo and Cy."
    assert "'²' is not a number" in talk.say("5 10 9", "2").refused("²")
    talk = Talk("casino")
    assert talk.refused("4 100 20 1") == "4 numbers, and there are 3 players. Give one number each."
    talk.say("4 100 20")
    assert talk.refused("5 1 1") == "5 reds of Ann, who took 4 cards? Give the number again, or - to go back."
    talk.say("2 20 3", "3 20 2", "2 13 9")
    assert talk.refused("3") == "3 red circles of Ann, who took 2 reds? Give the number again, or - to go back."


def test_a_sum_that_cannot_be_is_told_at_the_number_that_makes_it_so():
    """Who insists says so; at the end it is named once more, with the question why."""
    talk = Talk("casino").say("40 44")
    assert talk.refused("39") == "123 cards together, and there are 124. Count again; - goes back, 39! keeps it."
    assert "30 reds together, and there are 24 to 25" in talk.say("39!", "5 5").refused("20")
    assert talk.say("14", "0").asked == "Ones of Ann, Bo and Cy"
    assert "130 cards together" in Talk("casino").refused("40 44 46") and Talk("casino").say(
        "40 44 46!"
    ).asked.startswith("Who took most reds")
    assert "84 cards together, and there are 64" in Talk("casino", house={"deck": "squares"}).refused("40 44 40")
    entry = talk.say("8 9 8", "1 2 2", "1", "0").entry
    assert (
        "123 cards together, and there are 124"
        in talk.night.scorer.discrepancies(entry, talk.night.table, talk.night.standing)[0]
    )


def test_one_line_answers_one_category():
    """A number too many is not taken for the answer to another question."""
    assert Talk("casino").refused("40 44 40 2").startswith("4 numbers, and there are 3 players")
    assert "'2' is more than was asked: Ones of Cy" in Talk("casino").say("2", "2", "2").refused("8 9 7 2")
    assert "'2' is more than was asked: Red circles of Cy" in Talk("casino").say("2", "2", "2", "8 9 7", "1 2").refused(
        "2 2"
    )


def test_casino_takes_points_where_the_table_has_added_up():
    assert Talk("casino").say("points", "11 75 13").entry == {"points": {"Ann": 11, "Bo": 75, "Cy": 13}}


def test_a_tie_for_most_is_nobodys():
    talk = Talk("casino", "Ann", "Bo").say("0", "tie", "a", "12 13", "3 2", "1", "nobody")
    assert talk.entry["most"] == {"cards": None, "reds": None, "circles": "Ann"}
    assert talk.night.scorer.play(talk.entry, talk.night.table, talk.night.standing).points == (
        10 + 12 + 9 + 15,
        13 + 6,
    )


def test_the_war_games_ask_only_what_can_be():
    assert Talk("ww3").asked == "What happened?  1 lost the last card  3 won the game"
    talk = Talk("ww3", hands=(("--out", "Cy"),))
    assert "2 slapped back in" in talk.asked and talk.say("2").entry["back"] == ["Cy"]  # nobody else can
    assert Talk("ww3", hands=(("--out", "Cy"),)).say("1").asked == "Who?  1 Ann  2 Bo"
    talk = Talk("ww3", hands=(("--out", "Cy"), ("--out", "Bo")))
    assert talk.say("won").entry["winner"] == "Ann"
    assert "'2' is not one of the answers: 1 (lost the last card) or 3 (won the game)" in Talk("ww3").refused("2")


def test_six_suit_takes_a_value_by_its_word_its_letter_or_two_numbers():
    for lines in (["2", "1", "1"], ["2", "red"], ["2 r"], ["Bo", "color", "re"], ["2", "1", "r"]):
        assert Talk("six-suit").say(*lines).entry == {"out": [{"who": ["Bo"], "by": "red", "from": None}]}, lines
    assert Talk("six-suit").say("2 k").entry["out"][0]["by"] == "black"
    assert (
        Talk("six-suit").say("2 ?").entry["out"][0]["by"] == Talk("six-suit").say("2 3 q").entry["out"][0]["by"] == "?"
    )
    assert Talk("six-suit").say("2 3 2").entry["out"][0]["by"] == "2"
    assert "'b' could be blue, black or blob" in Talk("six-suit").say("2").refused("b")
    for line in ("Bo+Cy", "Bo, Cy", "bo cy"):
        assert Talk("six-suit", "Ann", "Bo", "Cy", "Di").say(line, "0").entry["out"][0]["who"] == ["Bo", "Cy"], line


# ---------------------------------------------------------------- odd keyboards


ODD = (
    "²",
    "-3",
    "1.5",
    "½",
    "\udcff",
    "9" * 5000,
    "",
    "?",
    "=",
    "Ⅷ",
    "0x4",
    "1e3",
    "\x1b[2J",
    "Ann=",
    "=4",
    "🂡",
)


@pytest.mark.parametrize("game", game_names())
def test_no_answer_is_more_than_a_sentence(game):
    """Every odd text at every question of a hand: taken, or refused in a sentence that can be shown."""
    house = {"potential": "per_card", "target_points": 5, "next_dealer": "loser"} if game == "push-it" else {}
    straight = {"craziness": ["1", "4", "1"], "casino": ["40", "44", "40", "8", "8", "9", "0", "8 9", "8", "1", "2", "2", "2", "0"],
                "push-it": ["1", "1", "1", "1", "3", "3"], "six-suit": ["2", "1", "1"]}.get(game, ["1", "2"])  # fmt: skip
    talk = Talk(game, house=house)
    for line in straight:
        for odd in ODD:
            if (game, odd) == ("six-suit", "?"):
                continue
            said = talk.refused(odd)
            assert said.encode("utf-8") and len(said) < 6000 and "invalid literal" not in said
        talk.say(line)
    assert talk.entry


def test_a_negative_number_is_repeated_as_it_was_typed():
    assert "'-3' is not a number" in Talk("craziness").say("1").refused("-3")
    assert Talk("craziness").say("1").refused("rh3 -3").startswith("points of Cy: '-3' is not a number")
    assert "'-3' is not a card" in Talk("craziness").say("1").refused("Bo rh3 -3")


def test_a_card_in_several_hands_is_told_of_each():
    evening = Evening("craziness", "Ann", "Bo", "Cy", "Di")
    night = evening.night

    def told(**held):
        query = parse_query(
            ["--went-out", "Ann", *(w for n, c in held.items() for w in ("--left", f"{n}={c}"))], night.scorer.flags, ""
        )
        return night.scorer.discrepancies(
            night.scorer.read(query, night.table, night.standing), night.table, night.standing
        )

    assert told(Bo="RH3", Cy="RH3,RH3", Di="RH3") == [
        "red heart 3 is in three hands (Bo, Cy twice and Di). The deck has one."
    ]
    assert told(Bo="RH3", Cy="RH3", Di="RC1") == ["red heart 3 is in two hands (Bo and Cy). The deck has one."]
    assert told(Bo="GC1", Cy="RH3,RH3", Di="RC1") == [
        "red heart 3 is named twice among the cards of Cy. The deck has one."
    ]


# ---------------------------------------------------------------- going back; who took most, typed at once


def test_going_back_undoes_one_line_and_what_followed_from_it():
    talk = Talk("casino").say("124 0 0", "25", "5")
    assert talk.dialogue.back().question.text == "Red circles of Ann, Bo and Cy"
    assert talk.dialogue.back().back().back() == Talk("casino").dialogue
    assert Talk("casino").dialogue.back() == Talk("casino").dialogue


CASINO = ["--ones", "Ann=8,Bo=12,Cy=4", "--red-circles", "Ann=1,Bo=2,Cy=2", "--special", "Bo", "--hearts", "none"]
MOST = ["--cards", "Bo", "--reds", "cy", "--circles", "none"]


def test_who_took_most_counts_as_the_counts_would():
    counts = ["--cards", "Ann=38,Bo=46,Cy=40", "--reds", "Ann=7,Bo=7,Cy=11", "--circles", "Ann=9,Bo=9,Cy=6"]
    by_counts = Evening("casino", *A3).hand(*counts, *CASINO).hands[0]
    by_most = Evening("casino", *A3).hand(*MOST, *CASINO).hands[0]
    assert by_counts.points == by_most.points == (8 + 3, 25 + 12 + 6 + 15, 10 + 4 + 6)
    assert by_counts.outcome.lines == by_most.outcome.lines
    scorer = find_scorer("casino")
    assert scorer.describe_entry(by_most.entry, Evening("casino", *A3).night.table).startswith(
        "Bo took most cards, Cy took most reds, nobody took most circles"
    )
    again = Evening("casino", *A3).hand(*scorer.words(by_most.entry)).hands[0]
    assert again.entry == by_most.entry


def test_who_took_most_can_be_corrected():
    evening = Evening("casino", *A3)
    evening.hand(*MOST, *CASINO)
    assert evening.edit(1, "--cards", "Cy").hands[0].points == (11, 12 + 6 + 15, 10 + 4 + 6 + 25)
    assert evening.edit(1, "--cards", "Ann=38,Bo=46,Cy=40").hands[0].points == (11, 25 + 12 + 6 + 15, 20)
    assert evening.hand(*MOST, *CASINO) and evening.edit(1, "--ones", "Cy=5").hands[0].points == (11, 58, 21)
    with pytest.raises(ValueError, match="--reds: how many did everyone take, or who took most"):
        evening.edit(2, "--reds", "Ann=7")
    assert evening.edit(2, "Ann=50", "Bo=60", "Cy=40").hands[1].points == (50, 60, 40)


@pytest.mark.parametrize(("words", "said"), [
    (["--cards", "Bo", "--reds", "Bo", "--circles", "Di", *CASINO], "no player is called 'Di'"),
    (["--counts", "Ann=-,8,8,8,1,0,0", "--counts", "Bo=44,9,9,9,2,1,0", "--counts", "Cy=40,7,7,7,2,0,0"], "--cards: how many did everyone take"),
    (["--counts", "Ann=40,8,8,8,1,0,0", "--counts", "Bo=44,9,9,9,2,1,0", "--counts", "Cy=40,7,7,7,2,0,0", "--cards", "Bo"], "--cards: counts, and who took most"),
    (["--captured", "Ann=RC1", "--captured", "Bo=RC2", "--captured", "Cy=RC3", "--cards", "Bo"], "--cards: who took most is said where"),
])  # fmt: skip
def test_counts_and_who_took_most_are_not_mixed(words, said):
    with pytest.raises(ValueError, match=said):
        Evening("casino", *A3).hand(*words)
