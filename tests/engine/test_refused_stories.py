"""Whatever the rules can refuse can be told: a story for each reason."""

import re

import pytest

from tests.commands import ROOT
from tests.engine.stories import told
from tests.games.cases import cases, every_game, source_of
from tests.walks import slow_but
from tt_print.deck import parse_card
from tt_print.engine.reasons import sentences
from tt_print.engine.told import cards_in
from tt_print.games import game_names
from tt_print.templates import read_toml

NO = ("NOT LEGAL", "NOT NOW", "NOT POSSIBLE", "A LIE")  # headings of what is refused
# What only a program can get wrong: words are read into events of the game, with fields of the right kind, and a shuffle that is due
# is made where nobody tells of it.
NEVER_TOLD = {"malformed", "not_an_event", "now_shuffle"}


def refusals(name):
    """The keys of what is refused, but for those shared sentences that the game never says."""
    said = (ROOT / "tt_print" / "engine" / "rules.py").read_text(encoding="utf-8") + source_of(name)
    own = read_toml(f"games/{name}/sentences.toml")["reasons"]
    found = {key for key, row in sentences(name).items() if row["heading"].startswith(NO)}
    return {key for key in found if key in own or key in said or key.startswith("now_")} - NEVER_TOLD


@every_game()
def test_every_reason_of_a_refusal_has_a_story(name):
    assert set(cases(name).STORIES) == refusals(name)


@pytest.mark.parametrize("name", slow_but(("ww3", "six-suit", "craziness"), game_names()))
def test_a_story_is_refused_for_its_reason_which_speaks_of_no_card_that_nobody_has_named(name):
    for key, story in cases(name).STORIES.items():
        answer = told(name, story)
        assert not answer.questions, [each.text for each in answer.questions]
        assert answer.yes is not None and answer.reasons and not answer.broken, answer.text
        assert key in [reason.key for reason in answer.reasons], answer.text
        assert answer.reasons[0].sentence in answer.text, answer.text
        named = {parse_card(code) for code in re.findall(r"\b(?:[RYGBK][CHTSB][1234?]|J[12])(?!\w)", story)}
        for reason in answer.reasons:
            assert {*cards_in(reason.cards), *cards_in(reason.instead)} <= named, answer.text
