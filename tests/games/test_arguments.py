"""Arguments as people tell them at a table, half-told and in their own words: the judge answers as a friend who knows the rules.

The answers of `arguments.toml` were written from the rules alone, before any was tried.
"""

import tomllib
from pathlib import Path

import pytest

from tests.engine.stories import told
from tests.walks import slow_but
from tt_print.errors import InputError
from tt_print.games import game_names

ARGUMENTS = tomllib.loads((Path(__file__).parent / "arguments.toml").read_text(encoding="utf-8"))["argument"]

# What the judge answers otherwise: it names what it takes for granted where a friend would ask, or asks for other words.
DIFFERENT = {
    "on RC1; Ann lays KH2": "no",  # and says that a wild must be declared
    "on RC1; Ann lays KC1 as red, Bo and Cy draw 2": "doesn't understand",
    "Ann, Bo and Cy play; on RC1; Ann lays KC1 as red": "no",  # and says that an opponent must be named
    "4 at the table; pointers RC1; Ann lays KC2 as 1 red circle": "not in the deck in play",
    "Ann moves to yellow": "yes",  # if the pointers allow it
    "Ann lays RC2 RC3 as 2 red circles": "yes",  # if the pointers allow it
    "pointers RC1; Ann passes": "doesn't understand",
    "table RC3; Ann builds RH1 on RC3": "yes",  # if Ann holds a card that takes it
    "table RC1 RH2; Ann moves RC1 onto RH2": "doesn't understand",
    "with deck=squares; table RC3; Ann takes RC3 with KC3": "not in the deck in play",
}


def answer_to(argument):
    """`yes`, `no`, or `ask`, or why the story cannot be; and who is right."""
    try:
        answer = told(argument["game"], argument["story"])
    except InputError as error:
        return str(error), None
    return {True: "yes", False: "no", None: "ask"}[answer.legal], answer.right


@pytest.mark.parametrize("game", slow_but(("craziness",), game_names()))
def test_the_judge_answers_as_a_friend_would(game):
    wrong, own = [], [each for each in ARGUMENTS if each["game"] == game]
    for argument in own:
        answer, right = answer_to(argument)
        expected = DIFFERENT.get(argument["story"], argument["answer"])
        if expected not in answer or ("right" in argument and right is not argument["right"]):
            wrong.append((argument["story"], answer, right))
    assert not wrong
    settled = [each for each in own if each["answer"] != "ask" and each["story"] not in DIFFERENT]
    assert len(own) > 35 and len(settled) > 0.85 * len(own)
