"""What happened, told by tapping: every step can be filled in, and the judge asks for what it needs."""

import random
import re

import pytest

from tests.core.asking import KINDS, ask, error, still_environment, value
from tt_print.core import Core
from tt_print.deck import parse_card
from tt_print.engine.reasons import make_question
from tt_print.games import GAMES
from tt_print.templates import read_toml

CORE = Core(still_environment())
PLAYERS = ["Mum", "Dad", "Zoe B"]
ANSWERS = 12  # more than any argument needs
FILLED = {
    "card": "RC2", "cards": ["RC2", "RH1"], "seat": "Dad", "seats": ["Dad", "Mum"], "values": ["red"], "number": 2, "numbers": "2 3", "pile": "RC2+RH1",
    "piles": ["RC2+RH1", "YT3"], "sets": [["RC2+RH1", "YT3"]], "claim": {"count": 2, "values": ["red", "heart"]}, "yesno": True, "text": "full",
}  # fmt: skip


def told(step, **values):
    return {"form": step["form"], "name": step["name"], "values": values}


def filled(step, rng=None):
    """A step with something in each of its blanks; with `rng` some of those that need nothing stay empty."""
    chosen = [each for each in step["fields"] if rng is None or each["needed"] or rng.random() < 0.5]
    return told(step, **{each["name"]: FILLED[each["kind"]] for each in chosen})


def story(game, *steps):
    return ask(CORE, "story", game=game, players=PLAYERS, steps=list(steps)).data


@pytest.mark.parametrize("game", GAMES)
def test_every_step_that_is_offered_can_be_filled_and_told(game):
    offered = value(CORE, "story.steps", game=game)
    told = [*offered["table"], *offered["happens"], *(each for group in offered["more"] for each in group["steps"])]
    assert len(offered["happens"]) in range(2, 7) and len({step["form"] for step in told}) == len(told) > 12
    steps = [*told, *offered["questions"]]
    assert {step["sort"] for step in offered["questions"]} == {"question"}
    for step in steps:
        assert step["text"] and all(each["text"] and each["kind"] in KINDS for each in step["fields"])
        reply = story(game, filled(step))
        assert reply["ok"] or "not understood" not in reply["error"]["text"], (step, reply)


@pytest.mark.parametrize("game", GAMES)
def test_the_judge_asks_one_thing_at_a_time_until_it_can_answer(game):
    """Each of the common things happens at a table of which nothing was said."""
    rng = random.Random(3)
    verdicts = 0
    for happens in value(CORE, "story.steps", game=game)["happens"]:
        facts = []
        for _ in range(ANSWERS):
            reply = story(game, *facts, filled(happens, rng))
            if not reply["ok"] or not reply["value"]["asked"]:
                break
            asked = reply["value"]["asked"]
            assert asked["text"].endswith((".", "?", ":")) and "..." not in str(asked), asked
            facts.append(filled(asked["answers"][0]))
        assert "not understood" not in str(reply.get("error")), reply
        verdicts += reply["ok"] and reply["value"]["asked"] is None
    assert verdicts


@pytest.mark.parametrize("game", GAMES)
def test_each_question_can_be_answered_by_tapping(game):
    """Each phrase that answers one is found among the steps, also where no story leads."""
    steps = value(CORE, "story.steps", game=game)
    forms = [step["form"] for step in (*steps["table"], *(each for group in steps["more"] for each in group["steps"]))]
    patterns = [
        re.sub(r"\\{.*?\\}", ".+", re.escape(form).replace(r"\[", "(?:").replace(r"\]", ")?")) for form in forms
    ]
    common = read_toml("engine/sentences.toml")["questions"] if game == "craziness" else {}  # it has a phrase for each
    keys = {**common, **read_toml(f"games/{game}/sentences.toml")["questions"]}
    values = {
        "seat": "Bo", "owner": "Bo", "card": parse_card("RC2"), "center": parse_card("KC2"), "pile": "RC3+RH1", "index": "RC3+RH1", "claim": "2 red hearts",
        "turns": 6,
    }  # fmt: skip
    for key in keys:
        words = make_question(game, key, None, values)
        for phrase in words.answers:
            assert any(re.fullmatch(pattern, phrase) for pattern in patterns), phrase
        assert "write" not in words.short.lower() and "`" not in words.short and "story" not in words.short, words.short


def test_players_have_their_own_names_and_cards_are_called_by_theirs():
    steps = {
        step["name"]: step
        for group in ("table", "happens")
        for step in value(CORE, "story.steps", game="craziness")[group]
    }
    center, played = told(steps["on center"], center="RC1"), told(steps["Lay"], seat="Zoe B", card="YH4")
    first = story("craziness", center, played)["value"]
    assert first["asked"] is None and first["yes"] is False and "Assumed: Zoe B is next." in first["screen"]["assumed"]
    (turn,) = first["unsaid"][0]["answers"]  # to say otherwise
    assert first["unsaid"][0]["text"] == "Whose turn was it?"
    answer = story("craziness", center, told(turn, seat="Zoe B"), played)["value"]
    assert answer["yes"] is False and answer["steps"][1:] == ["Zoe B is next", "Zoe B lays yellow heart 4"]
    assert not answer["unsaid"] and answer["screen"]["headline"] == first["screen"]["headline"]
    assert answer["screen"]["headline"].startswith("No. Yellow heart 4 is no match for red circle 1")
    assert answer["screen"]["legal"] == ["Zoe B passes."]


@pytest.mark.parametrize(("values", "text"), [
    ({}, "Tap who played."),
    ({"seat": "Dad"}, "Tap the card that Dad played."),
    ({"seat": "Eve", "card": "RC1"}, "Eve does not play. There are Mum, Dad and Zoe B."),
])  # fmt: skip
def test_what_is_missing_is_named_as_on_the_screen(values, text):
    lay = value(CORE, "story.steps", game="craziness")["happens"][0]
    assert story("craziness", told(lay, **values))["error"]["text"] == text


def test_several_slap_and_the_lowest_hand_wins():
    steps = {s["name"]: s for part in ("table", "happens") for s in value(CORE, "story.steps", game="ww3")[part]}
    pile, slap = told(steps["pile pile"], pile=["RC2", "RC3"]), told(steps["Slap"], seats=["Zoe B", "Mum"])
    first = story("ww3", pile, slap)["value"]
    assert first["screen"]["headline"] == "A right slap. The lowest hand takes the pot." and first["asked"] is None
    (lowest,) = first["unsaid"][0]["answers"]
    answer = story("ww3", pile, told(lowest, seat="Zoe B"), slap)["value"]
    assert answer["screen"]["headline"].startswith("A right slap. Zoe B takes the pot")
    assert answer["screen"]["details"][0].startswith("Yes, a slap.") and answer["legal"] and answer["right"]


def test_a_story_in_which_nothing_happens_is_none():
    assert "nothing happens" in error(CORE, "story", game="craziness", phrases=["on RC1"])["text"]
