"""The page of quarrels: every answer is what the judge says."""

import re
import shlex

import pytest

from tests.commands import ROOT, tt
from tt_print.engine.phrases import as_sentence, read_questions
from tt_print.games import find_game, game_names

PAGE = (ROOT / "docs/ask-the-judge.md").read_text(encoding="utf-8")
QUARRELS = re.findall(r"```console\n\$ \./tt-print (judge [^\n]*)\n```\n\n```text\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("command", "answer"), QUARRELS, ids=[command[:60] for command, _ in QUARRELS])
def test_a_quarrel_is_settled_as_the_page_says(capsys, command, answer):
    ran = tt(capsys, *shlex.split(command))
    assert (ran.status, ran.err, ran.out) == (0, "", answer)


def test_there_are_twenty_quarrels_over_all_games():
    games = [command.split()[1] for command, _ in QUARRELS]
    assert len(QUARRELS) >= 20 and {*games} == {*game_names()} and min(map(games.count, {*games})) >= 2
    verdicts = [answer.split("  ")[0] for _, answer in QUARRELS]
    assert "TELL MORE" not in verdicts and {"LEGAL", "NOT LEGAL", "NOT NOW", "BAD SLAP"} <= {*verdicts}


def test_the_questions_about_cards_that_the_help_has_are_on_the_page():
    told = {
        asked.story: find_game(name).ask(asked.story)
        for name in game_names()
        for asked in read_questions(name).questions
    }
    printed = {story: "; ".join(map(as_sentence, story.split("; "))) for story in told}
    asked = [printed[story].replace("|", "\\|") for story, answer in told.items() if not answer.is_event]
    assert len(asked) == 16 and [story for story in asked if story not in PAGE] == []
    assert not re.search(r"\b(lays?|laid)\b", PAGE + "".join(printed.values())), "a card is played"
