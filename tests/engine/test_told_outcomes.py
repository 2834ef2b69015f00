"""What follows from the last event of a story, and what a story is asked for, in Casino Macedonia and Push It Real Good."""

import pytest

from tt_print.engine.told import tell_story
from tt_print.errors import InputError
from tt_print.games import find_game

LAST_CARD = "table RC3 YS3; Bo dealt; Ann holds -; Bo is to play; Bo holds RH3"
POT = "pointers RC1; Bo laid RH1 RH3 as 2 red hearts; 3 in the center; Cy has 5 cards; Cy is to challenge or lay"


def told(game, story):
    return tell_story(find_game(game), story)


def shown(reason):
    """`takes Ann 2 1 3`: the key of a sentence, and what fills it."""
    values = [",".join(map(str, each)) or "-" if isinstance(each, tuple) else str(each) for _, each in reason.values]
    return " ".join([reason.key.removeprefix("then_"), *values])


@pytest.mark.parametrize(
    ("game", "story", "outcomes"),
    [
        (
            "casino",
            "table RC3 YS3; Ann won BS1; Ann takes with RH3: RC3",
            ["takes Ann 2 1 3", "turn_or_end Bo"],
        ),
        (
            "casino",
            "table RC3; Ann holds RH2 RB4 RT1; Ann builds RT1 on RC3",
            ["ban Ann RC3+RT1", "turn Bo"],
        ),
        (  # only Ann's red square 4 could take 4s, and now it is a 5
            "casino",
            "table RC3+RH1 RS2 YT1; Ann owns RC3+RH1; Ann holds RS4 YH1; Bo is to play; Bo holds RB1 RT3 RT4; "
            "Bo builds RB1 on RC3+RH1",
            [
                "ban Bo RC3+RH1+RB1",
                "ruined Ann RC3+RH1+RB1",
                "turn Ann",
            ],
        ),
        (
            "casino",
            "table RC3+RH1 RS2 YT1; Ann owns RC3+RH1; Ann holds RS4 YH1; Bo is to play; Bo holds RB1 RT3 RT4; "
            "Bo builds RB1 on RC3+RH1; Ann shows a ruined plan",
            ["free Ann -"],
        ),
        (
            "casino",
            f"{LAST_CARD}; 40 cards in the draw pile; Bo takes with RH3: RC3",
            ["takes_some Bo 2", "dealt 5", "turn Ann"],
        ),
        (  # 25 for the most cards, 10 for the most reds, 15 for the blue square 4, 3 for the red circle
            "casino",
            f"{LAST_CARD}; draw pile -; Ann won RC2 GC4; Bo won BS4; 0 hands played; Bo takes with RH3: RC3",
            [
                "takes Bo 2 1 3",
                "rest Bo 1",
                "most Bo cards 25",
                "most Bo reds 10",
                "most Ann circles 10",
                "points Ann 13 0 13",
                "points Bo 53 0 53",
                "deals Ann",
            ],
        ),
        (
            "casino",
            "Ann won RH2 YC2; Bo won BS4; score",
            [
                "most Ann cards 25",
                "most Ann reds 10",
                "most Ann circles 10",
                "hand_points Ann 45",
                "hand_points Bo 15",
            ],
        ),
        (
            "push-it",
            f"{POT}; nothing in front of Ann; Bo has 4 cards; Cy challenges Bo",
            ["takes Cy 5 5 10", "may_lay Cy -"],
        ),
        (  # closest to the left first: Ann laid before Bo
            "push-it",
            f"{POT}; Ann laid RC2 as 1 red circle; Bo has 4 cards; Cy challenges Bo",
            [
                "takes Cy 6 5 11",
                "swept Ann",
                "may_lay Cy -",
            ],
        ),
        (
            "push-it",
            f"{POT}; nothing in front of Ann; Bo holds -; Cy challenges Bo",
            ["takes Cy 5 5 10", "out_of_cards Bo", "won Bo"],
        ),
        (
            "push-it",
            f"with potential=per_card; {POT}; Ann laid RC2 as 1 yellow 4; Bo has 4 cards; Cy challenges Ann",
            [
                "takes_some Ann 4",
                "stores Cy 4",
                "may_challenge Cy Bo",
            ],
        ),
        (
            "push-it",
            "with pointer_move=may; with order=lies; pointers RC1; Ann is to challenge or lay; Ann lays RC1 as 1 red circle",
            ["may_move Ann yellow,heart,2"],
        ),
        (
            "push-it",
            "pointers RC1; Ann holds RH1; Bo holds YS1; Ann moves to heart; Ann lays RH1 as 1 red heart",
            [
                "last_defended Ann",
                "turn Bo",
                "moves Bo yellow,triangle,2",
            ],
        ),
    ],
)  # fmt: skip
def test_what_follows(game, story, outcomes):
    answer = told(game, story)
    assert answer.yes is not False, answer.text
    assert [shown(reason) for reason in answer.next or answer.reasons] == outcomes, answer.text


@pytest.mark.parametrize(
    ("game", "story", "asked"),
    [
        ("casino", "Ann drops RC1", ["table"]),
        ("casino", "table RC3; Bo drops RC1", ["turn"]),
        ("casino", "table RC3+RH1; Ann drops RC1", ["owner"]),
        ("casino", "table RC3+RH1; Ann owns RC3+RH1; Ann drops RC1", ["hand"]),
        ("casino", "table RC3; Ann builds RH1 on RC3", ["hand"]),
        ("casino", "with plan_check=trust; table RC3; Ann builds RH1 on RC3", []),
        ("casino", "table RC3; Ann builds YH1 on RC3", []),  # no cards could make that legal
        ("casino", "with question=wild; table RC?; Ann takes with RC1: RC?", ["number"]),
        ("casino", "table RC3+RH1; Ann shows a ruined plan", ["plan"]),
        (
            "casino",
            "with forced_drop=forbidden; table RC3+RH1; Ann owns RC3+RH1; Ann holds YH2; Ann drops YH2",
            ["passes"],
        ),
        ("casino", f"{LAST_CARD}; Bo takes with RH3: RC3", ["draw"]),
        ("casino", f"{LAST_CARD}; draw pile -; Bo takes with RH3: RC3", ["won", "won", "played"]),
        ("casino", f"{LAST_CARD}; 40 cards in the draw pile; Bo drops RH3; Ann builds RS1 on RC3", ["new_hand"]),
        ("push-it", "Ann moves to heart", ["pointers"]),
        ("push-it", "Bo moves to heart", ["moving"]),
        ("push-it", "Bo laid 2 cards as 2 red hearts; Cy challenges Bo", ["laying"]),
        ("push-it", "Cy is to challenge or lay; Cy challenges Bo", ["place"]),
        ("push-it", "Bo laid 2 cards as 2 red hearts; Cy is to challenge or lay; Cy challenges Bo", ["front"]),
        ("push-it", "Ann shows", ["safe"]),
        (
            "push-it",
            "with potential=per_card; with target_points=9; pointers RC1; Ann holds RH1; Bo holds -; "
            "Ann is to challenge or lay; Ann lays RH1 as 1 red circle",
            ["potential", "points"],
        ),
    ],
)  # fmt: skip
def test_what_a_verdict_hangs_on_is_asked_for(game, story, asked):
    answer = told(game, story)
    assert [question.key for question in answer.questions] == asked
    assert (answer.yes is None) is bool(asked)
    assert all("..." in each.phrase or each.key in ("turn", "moving", "laying") for each in answer.questions)


@pytest.mark.parametrize(
    ("game", "story", "said"),
    [
        ("casino", "table RC3; Ann drops RC3", "Ann cannot have red circle 3: it lies elsewhere in this story."),
        ("casino", "table RC3; Ann owns YC1+YC2; Ann drops RC1", "YC1+YC2 does not lie on the table of this story"),
        ("casino", "table RC3; 7 cards in the draw pile; Ann drops RC1", "do not go round 2 players"),
        ("push-it", "pointers RC1; Bo holds RH1; Ann moves to heart; Ann lays RH1 as 1 red heart", "Ann cannot have red heart 1"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_an_error(game, story, said):
    with pytest.raises(InputError) as caught:
        told(game, story)
    assert said in str(caught.value)
