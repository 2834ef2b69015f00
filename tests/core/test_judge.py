"""The core's judge: every form of every game says what the command line says. So does every refusal."""

import re
import shlex

import pytest

from tests.commands import tt
from tests.core.asking import KINDS, ask, error, still_environment, value, without_format
from tt_print.core import Core
from tt_print.games import GAMES

CORE = Core(still_environment())
# A flag, an option's name, columns, a heading in capitals, a command, the code of a card.
OF_A_TERMINAL = re.compile(r"--|\w=|  |\b[A-Z]{3,}\b|tt-print|\b[RYGBK][CHTSB][1-4?Q]")
FORMS = [(game, form) for game in GAMES for form in value(CORE, "judge.forms", game=game)["forms"]]


@pytest.mark.parametrize(("game", "form"), FORMS, ids=lambda part: part if isinstance(part, str) else part["id"])
def test_a_form_asks_what_its_command_line_asks(capsys, game, form):
    if form["story"]:
        answer = value(CORE, "story", game=game, phrases=form["example"]["phrases"])
    else:
        answer = value(CORE, "judge", game=game, form=form["id"], fields=form["example"])
    lines = tt(capsys, "judge", game, "--help").out.splitlines()
    call = lines[lines.index(f"  {form['text']}") + 1]
    ran = tt(capsys, *shlex.split(call)[1:], "--json")
    said = without_format(ran.out)
    assert ran.status == 0 and {key: answer[key] for key in said} == said
    assert answer["yes"] in (True, False, None)
    screen = answer["screen"]
    sentences = [screen["headline"], *screen["details"], *screen["legal"], *screen["house"]]
    assert all(sentences) and not [text for text in sentences if OF_A_TERMINAL.search(text)]
    for rule in screen["rules"]:
        assert value(CORE, "rules", game=game, words=rule["number"])["found"], rule


def test_every_form_has_an_example_with_all_that_it_needs():
    for game in GAMES:
        for form in value(CORE, "judge.forms", game=game)["forms"]:
            fields = form.get("fields", [])
            assert {each["kind"] for each in fields} <= KINDS
            assert form["story"] or {each["name"] for each in fields if each["needed"]} <= set(form["example"])
            assert all(each["text"] for each in fields), form["id"]


@pytest.mark.parametrize(("name", "fields", "line"), [
    ("judge", {"game": "ww3", "fields": {"words": ["RC2", "YX2"]}}, "judge ww3 RC2 YX2"),
    ("judge", {"game": "casino", "fields": {"card": "RC4", "take": [["RC4"]]}}, "judge casino --card RC4 --take RC4"),
    ("judge", {"game": "craziness", "fields": {"hand": ["RC1", "RC1"]}}, "judge craziness --hand RC1,RC1"),
    ("deal", {"game": "push-it", "players": 1}, "deal push-it --players 1"),
    ("deal", {"game": "craziness", "players": ["Ann", "Bo"], "dealer": "Cy"}, "deal craziness --players Ann,Bo --dealer Cy"),
    ("deal", {"code": "9NEKA-QAC1D-MDP8C-69P9T-0EVHX-11"}, "deal --code 9NEKA-QAC1D-MDP8C-69P9T-0EVHX-11"),
    ("print", {"document": "deck", "fields": {"only": ["RX3"]}}, "deck --only RX3"),
    ("print", {"document": "deal", "fields": {"code": "9NEKA"}}, "deal --code 9NEKA --slips"),
])  # fmt: skip
def test_what_is_wrong_is_said_as_on_the_command_line(capsys, name, fields, line):
    """Where no flag is in the sentence; what a screen says in place of one: test_screen.py."""
    said, ran = error(CORE, name, **fields), tt(capsys, *shlex.split(line))
    assert ran.status == said["status"] == 2 and ran.err == f"error: {said['text']}\n"


def test_a_pile_can_be_given_card_by_card():
    as_text = value(CORE, "judge", game="casino", form="stack", fields={"card": "RS4", "stack": "RC3+RH1"})
    by_card = {"card": "RS4", "stack": [["RC3", "RH1"]]}
    assert value(CORE, "judge", game="casino", form="stack", fields=by_card) == as_text


def test_a_request_that_is_none_is_the_askers_fault():
    for request in (
        {}, {"ask": 5}, {"ask": "juge"}, {"ask": "judge"}, {"ask": "judge", "game": []}, {"ask": "games", "gmae": ""},
    ):  # fmt: skip
        assert CORE.ask(request).data["error"]["kind"] == "request"
    assert CORE.ask({"ask": "games", "version": 2}).data["error"]["text"].startswith("version 2")


def test_the_same_question_has_the_same_answer():
    first = ask(CORE, "judge", game="ww3", form="pile", fields={"words": ["RC2", "YC2"]})
    assert first == ask(CORE, "judge", game="ww3", form="pile", fields={"words": "rc2,yellow circle 2"})
