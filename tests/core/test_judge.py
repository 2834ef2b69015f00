"""The core's judge: each example of a question is answered as on the command line. So is every refusal."""

import re
import shlex

import pytest

from tests.commands import tt
from tests.core.asking import ask, error, still_environment, value, without_format
from tests.walks import slow_but
from tt_print.core import Core
from tt_print.engine.phrases import read_questions
from tt_print.games import GAMES

CORE = Core(still_environment())
# A flag, an option's name, columns, a heading in capitals, a command, the code of a card.
OF_A_TERMINAL = re.compile(r"--|\w=|  |\b[A-Z]{3,}\b|tt-print|\b[RYGBK][CHTSB][1-4?Q]")
EXAMPLES = [(game, asked) for game in GAMES for asked in read_questions(game).questions]


@pytest.mark.parametrize(
    ("game", "asked"), slow_but(EXAMPLES[::3], EXAMPLES), ids=[f"{game}-{asked.id}" for game, asked in EXAMPLES]
)
def test_a_story_is_judged_as_on_the_command_line_and_for_a_page(capsys, game, asked):
    judged = value(CORE, "judge", game=game, story=asked.story)
    assert judged == without_format(tt(capsys, "judge", game, asked.story, "--json").out)
    assert judged["text"] and not judged.get("questions") and (judged["rules"] or judged["first_fault"])
    answer = value(CORE, "story", game=game, phrases=asked.story)
    assert {key: answer[key] for key in judged} == judged and answer["yes"] in (True, False, None)
    screen = answer["screen"]
    sentences = [screen["headline"], *screen["details"], *screen["legal"], *screen["house"]]
    assert all(sentences) and not [text for text in sentences if OF_A_TERMINAL.search(text)]
    for rule in screen["rules"]:
        assert value(CORE, "rules", game=game, words=rule["number"])["found"], rule


@pytest.mark.parametrize(("name", "fields", "line"), [
    ("judge", {"game": "ww3", "story": "pile RC2 YX2"}, "judge ww3 pile RC2 YX2"),
    ("judge", {"game": "casino", "story": "build RC4"}, "judge casino build RC4"),
    ("judge", {"game": "craziness", "story": ["points of", "RC1 RC1"]}, "judge craziness points of RC1 RC1"),
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


def test_a_request_that_is_none_is_the_askers_fault():
    for request in (
        {}, {"ask": 5}, {"ask": "juge"}, {"ask": "judge"}, {"ask": "judge", "game": []}, {"ask": "games", "gmae": ""},
    ):  # fmt: skip
        assert CORE.ask(request).data["error"]["kind"] == "request"
    assert CORE.ask({"ask": "games", "version": 2}).data["error"]["text"].startswith("version 2")


def test_the_same_question_has_the_same_answer():
    first = ask(CORE, "judge", game="ww3", story="pile RC2 YC2")
    again = ask(CORE, "judge", game="ww3", story=["pile", "rc2, yellow", "circle 2"])
    assert first.data["text"] == again.data["text"] and first == ask(CORE, "judge", game="ww3", story="pile RC2 YC2")
    assert (
        error(CORE, "judge", game="ww3")["text"]
        == "describe the cards on the table, then say what happened or ask a question."
    )
