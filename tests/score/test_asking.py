"""A hand asked line by line: what is asked, what follows and is not, several answers on a line, and wrong ones."""

import pytest

from tests.score.keyboard import Talk
from tests.score.nights import Evening
from tests.walks import walk
from tt_print.games import game_names

# A typical hand of each game: what is typed line by line, and the same hand typed at once. A key is a letter or Enter.
TYPICAL = [
    ("craziness", {}, ["1 4 1"], "--went-out Ann Bo=4 Cy=1", 7),
    ("craziness", {}, ["2", "rh3 kb4 gc1", "gc2"], "--went-out Bo --left Ann=RH3,KB4,GC1 --left Cy=GC2", 19),
    ("casino", {}, ["2", "2", "2", "8 12 4", "1 2 2", "2", "0"],
     "--cards Bo --reds Bo --circles Bo --ones Ann=8,Bo=12,Cy=4 --red-circles Ann=1,Bo=2,Cy=2 --special Bo --hearts none", 25),
    ("push-it", {}, ["2"], "--went-out Bo", 3),
    ("push-it", {"potential": "per_challenge", "target_points": 5}, ["2", "2 1 0"], "--went-out Bo --right Ann=2,Bo=1,Cy=0", 9),
    ("six-suit", {}, ["2", "re"], "--out Bo=red", 6),
    ("ww3", {}, ["1", "3"], "--out Cy", 5),
    ("armageddon", {}, ["3", "3"], "--winner Cy", 5),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "house", "lines", "words", "most"), TYPICAL, ids=[f"{row[0]} {' '.join(row[2])}" for row in TYPICAL]
)
def test_a_typical_hand_takes_few_keys(game, house, lines, words, most):
    talk = Talk(game, *lines, "", house=house)
    assert talk.entry == Evening(game, "Ann", "Bo", "Cy", house=house).hand(*words.split()).hands[0].entry
    assert talk.keys <= most and {row[0] for row in TYPICAL} == {*game_names()}


def test_one_line_may_answer_several_questions():
    entry = Talk("craziness", "1", "4", "1", "").entry
    for lines in (["1 4 1"], ["1,4,1"], ["ann, Bo 4, Cy 1"], ["A", "cy 1; b=4"], ["1", "4;1"], ["Ann", "Bo: 4 , C 1,"]):
        assert Talk("craziness", *lines, "").entry == entry, lines
    names = ("Ann Lee", "Bo", "Bo Ann")
    assert (
        Talk("craziness", "Ann Lee, Bo 4, Bo Ann 1", "", names=names).entry
        == Talk("craziness", "1 4 1", "", names=names).entry
    )


def check_talk(game, steps, **more):
    """Types each line; what is said to it, where something is given. Gives the talk."""
    talk = Talk(game, *(line for line, _ in steps), **more)
    for (line, said), reply in zip(steps, talk.replies, strict=False):
        assert said in reply, (line, reply)
    return talk


def test_a_line_that_is_wrong_somewhere_answers_nothing():
    talk = check_talk("craziness", [
        ("1 4 x", "'x' is not a card"), ("1 4 1 9", "'9' is one answer too many"), ("7 4 1", "no player is called '7 4 1'"), ("1", ""),
        ("Cy 1", "Cy 1: the question is about Bo. Answer it first."), ("Bo 1, Bo 2, Cy 3", "Bo is named twice"),
        ("Bo 4 1", "'4 1' is not a number"), ("-3", "'-3' is not a number"), ("rh3 -3", "points of Cy: '-3' is not a number"),
        ("Bo rh3 -3", "'-3' is not a card"),
    ])  # fmt: skip
    assert talk.asked[0] == talk.asked[3] and len({*talk.asked[4:]}) == 1


def test_cards_are_codes_or_words_with_commas_or_blanks():
    for line in (
        "rh3 kb4", "RH3,KB4", "red heart 3, black blob 4", "red heart 3 black blob 4", "3 red hearts kb4", "kb4; rh3",
    ):  # fmt: skip
        assert sorted(Talk("craziness", "1", line, "7", "").entry["left"]["Bo"]) == ["KB4", "RH3"], line


def test_who_has_no_cards_has_nothing_of_anything():
    # by hand: most cards, reds and circles are Ann's, the others have 0 of everything; 1 card is aside
    talk = Talk("casino", "124 0 0", "25", "5", "1", "0", "")
    assert talk.asked[1] == "Ones of Ann, Bo and Cy"
    assert talk.asked[3].startswith("Who has the blue square 4?  1 Ann  0 nobody")
    assert talk.entry["counts"]["Cy"] == [0, None, None, 0, 0, 0, None]
    assert talk.entry["most"] == {"reds": "Ann", "circles": "Ann"}
    check_talk("casino", [("84 0 40", ""), ("2", "Bo took no cards")])


def test_the_last_count_follows_where_the_sum_is_known_and_can_be_changed():
    assert Talk("casino", "40 44").asked[1] == "Cards of Cy (Enter: 40)"
    assert Talk("casino", "40 44", "39!").asked[2] == Talk("casino", "40", "44", "").asked[3]
    # one card is aside, unseen: it may be a red or not
    assert Talk("casino", "40 44", "", "8 10").asked[3] == "Reds of Cy (6 or 7)"
    # nobody can have more red circles than there are
    talk = Talk("casino", "2", "2", "2", "8 9 8", "3 2", "1", "0", "")
    assert talk.asked[5].startswith("Who has the blue square 4?") and talk.entry["counts"]["Cy"][4] == 0
    # two players, 124 cards
    assert Talk("casino", "60", names=("Ann", "Bo")).asked[1] == "Cards of Bo (Enter: 64)"
    assert Talk("casino", "Bo 64", names=("Ann", "Bo")).asked[1] == "Cards of Ann (Enter: 60)"


def test_numbers_that_cannot_be_are_told_at_once():
    check_talk("casino", [
        ("40 44", ""), ("", ""), ("41 3", "41 reds of Ann, and there are 25. Give the number again."),
        ("points", "no player is called 'points'. Players: Ann, Bo and Cy."), ("5 10 9", ""), ("2", ""), ("²", "'²' is not a number"),
    ])  # fmt: skip
    check_talk("casino", [
        ("4 100 20 1", "4 numbers, and there are 3 players. Give one number each."), ("4 100 20", ""),
        ("5 1 1", "5 reds of Ann, who took 4 cards? Give the number again."), ("2 20 3", ""), ("3 20 2", ""), ("2 13 9", ""),
        ("3", "3 red circles of Ann, who took 2 reds? Give the number again."),
    ])  # fmt: skip


def test_a_sum_that_cannot_be_is_told_at_the_number_that_makes_it_so():
    """Who insists says so; at the end it is named once more, with the question why."""
    talk = check_talk("casino", [
        ("40 44", ""), ("39", "123 cards together, and there are 124. Count again; - goes back, 39! keeps it."), ("39!", ""), ("5 5", ""),
        ("20", "30 reds together, and there are 24 to 25"), ("14", ""), ("0", ""), ("8 9 8", ""), ("1 2 2", ""), ("1", ""),
        ("0", "123 cards together, and there are 124"),
    ])  # fmt: skip
    assert talk.asked[7] == "Ones of Ann, Bo and Cy"
    assert talk.asked[-1] == "Enter goes back; to save it anyway, say why"
    talk = check_talk("casino", [("40 44 46", "130 cards together"), ("40 44 46!", "")])
    assert talk.asked[2].startswith("Who took most reds")
    check_talk("casino", [("40 44 40", "84 cards together, and there are 64")], house={"deck": "squares"})


def test_one_line_answers_one_category():
    """A number too many is not taken for the answer to another question."""
    check_talk("casino", [
        ("40 44 40 2", "4 numbers, and there are 3 players"), ("2", ""), ("2", ""), ("2", ""),
        ("8 9 7 2", "'2' is more than was asked: Ones of Cy"), ("8 9 7", ""), ("1 2", ""), ("2 2", "'2' is more than was asked: Red circles of Cy"),
    ])  # fmt: skip


def test_casino_takes_points_where_the_table_has_added_up():
    assert Talk("casino", "points", "11 75 13", "").entry == {"points": {"Ann": 11, "Bo": 75, "Cy": 13}}


def test_a_tie_for_most_is_nobodys():
    talk = Talk("casino", "0", "tie", "a", "12 13", "3 2", "1", "nobody", "", names=("Ann", "Bo"))
    assert talk.entry["most"] == {"cards": None, "reds": None, "circles": "Ann"}
    assert talk.evening.night.totals == (10 + 12 + 9 + 15, 13 + 6)


def test_the_war_games_ask_only_what_can_be():
    talk = check_talk("ww3", [("2", "'2' is not one of the answers: 1 (lost the last card) or 3 (won the game)")])
    assert talk.asked[0] == "What happened?  1 lost the last card  3 won the game"
    talk = Talk("ww3", "2", "", hands=("--out Cy",))
    assert "2 slapped back in" in talk.asked[0] and talk.entry["back"] == ["Cy"], "nobody else can"
    assert Talk("ww3", "1", hands=("--out Cy",)).asked[1] == "Who?  1 Ann  2 Bo"
    assert Talk("ww3", "won", "", hands=("--out Cy", "--out Bo")).entry["winner"] == "Ann"


@walk(("lines", "value"), [
    (["2", "1", "1"], "red"), (["2", "red"], "red"), (["2 r"], "red"), (["Bo", "color", "re"], "red"), (["2", "1", "r"], "red"),
    (["2 k"], "black"), (["2 ?"], "?"), (["2 3 q"], "?"), (["2 3 2"], "2"), (["2", "3", "3"], "3"), (["2", "heart"], "heart"), (["2", "1", "2"], "yellow"),
])  # fmt: skip
def test_six_suit_takes_a_value_by_its_word_its_letter_or_two_numbers(lines, value):
    assert Talk("six-suit", *lines, "").entry == {"out": [{"who": ["Bo"], "by": value, "from": None}]}


def test_six_suit_takes_several_who_are_out_at_once():
    check_talk("six-suit", [("2", ""), ("b", "'b' could be blue, black or blob")])
    for line in ("Bo+Cy", "Bo, Cy", "bo cy"):
        assert Talk("six-suit", line, "0", "", names=("Ann", "Bo", "Cy", "Di")).entry["out"][0]["who"] == [
            "Bo",
            "Cy",
        ], line


ODD = ("²", "-3", "1.5", "½", "\udcff", "9" * 2900, "=", "Ⅷ", "0x4", "1e3", "\x1b[2J", "Ann=", "=4", "🂡")


@pytest.mark.parametrize("game", game_names())
def test_no_answer_is_more_than_a_sentence(game):
    """Every odd text at every question of a hand: refused in a sentence that can be shown, and the question is asked again."""
    house = {"potential": "per_card", "target_points": 5, "next_dealer": "loser"} if game == "push-it" else {}
    straight = {"craziness": ["1", "4", "1"], "casino": ["40", "44", "40", "8", "8", "9", "0", "8 9", "8", "1", "2", "2", "2", "0"],
                "push-it": ["1", "1", "1", "1", "3", "3"], "six-suit": ["2", "1", "1"]}.get(game, ["1", "2"])  # fmt: skip
    talk = Talk(game, *(line for right in straight for line in (*ODD, right)), "", house=house)
    each = len(ODD) + 1
    for number in range(len(straight)):
        questions, replies = talk.asked[number * each :][:each], talk.replies[number * each :][: each - 1]
        assert len({*questions}) == 1, questions
        for said in replies:
            assert said and len(said) < 6000 and said.encode("utf-8") and "invalid literal" not in said
    assert talk.entry


def test_going_back_undoes_one_line_and_what_followed_from_it():
    talk = Talk("casino", "-", "124 0 0", "25", "5", "-", "-", "-", "-", "40")
    assert talk.asked[5] == "Red circles of Ann, Bo and Cy"
    assert talk.asked[6] == talk.asked[2] == "Ones of Ann, Bo and Cy"
    assert talk.asked[7] == talk.asked[8] == talk.asked[1] == talk.asked[0] and talk.asked[9] == "Cards of Bo and Cy"


def test_a_game_of_points_has_a_question_a_player():
    talk = Talk("points", "1", "-2", "", names=("Ann", "Bo"))
    assert talk.entry == {"points": {"Ann": 1, "Bo": -2}} and len(talk.asked) == 3
