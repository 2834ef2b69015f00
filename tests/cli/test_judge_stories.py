"""`tt-print judge`: stories on the command line, and the help of each game."""

import io
import json
import re
import shlex

import pytest

from tests.commands import tt
from tests.walks import walk
from tt_print.engine.phrases import read_questions
from tt_print.games import find_game, game_names

every_game = pytest.mark.parametrize("name", game_names())
STORY = "Ann starts; Ann lays RC2; Ann lays YC2; Bo slaps"


@every_game
def test_help_about_a_game_shows_its_questions_and_language(capsys, name):
    ran = tt(capsys, "judge", name, "--help")
    game = find_game(name)
    assert (ran.status, ran.err) == (0, "") and game.title in ran.out
    for option in game.options:
        assert f"{option.name} = " in ran.out
    assert "NAME" in ran.out and ran.out == tt(capsys, "judge", name, "-h").out
    questions = re.findall(rf"^ *tt-print judge {name} (\S.*)", ran.out, re.MULTILINE)
    printed = [shlex.split(question)[0] for question in questions]
    stories = [each.story for each in read_questions(name).questions]
    for shown, story in zip(printed, stories, strict=True):  # what is laid in a story is played in the help
        assert shown == re.sub(r"\blay(?=s?\b)", "play", story).replace("laid", "played")
        assert game.ask(shown) == game.ask(story)


@walk(("line", "said"), [
    ("ww3 pile RC2 --jsn", "Did you mean --json?"), ("ww3 RC2 --slapper Bo", "judge has no option --slapper. Write it in phrases. Ask like:"),
    ("craziness pass --optoin x=1", "Did you mean --option?"), ("craziness --on RC1 --play RH2", 'tt-print judge craziness "on RC1; play KC2 as red"'),
    (f"ww3 pile RC2 --scene '{STORY}'", "write the story after the game or with --scene, not both."),
    ("ww3 'Ann starts'", "nothing happens and nothing is asked"), ("ww3 Ann starts", "nothing happens and nothing is asked"),
    ("ww3 --scene no/such.txt", "there is no file"), ("ww3 ''", "nothing happens"),
])  # fmt: skip
def test_slips_are_corrected(capsys, line, said):
    ran = tt(capsys, "judge", *shlex.split(line))
    assert (ran.status, ran.out) == (2, "") and ran.err.startswith("error: ") and said in ran.err


def test_a_story_comes_from_a_file_or_standard_input(capsys, tmp_path, monkeypatch):
    typed = tt(capsys, "judge", "ww3", STORY).out
    assert typed == tt(capsys, "judge", "--scene", STORY, "ww3").out == tt(capsys, "judge", "ww3", *STORY.split()).out
    file = tmp_path / "a quarrel.txt"
    file.write_text("# Sunday\n" + STORY.replace("; ", "\n"), encoding="utf-8")
    assert tt(capsys, "judge", "ww3", "--scene", file).out == typed
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(STORY.encode())))
    assert tt(capsys, "judge", "ww3", "--scene", "-").out == typed
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Ann starts\n" * 20_000)))
    assert tt(capsys, "judge", "ww3", "--scene", "-").status == 2


def test_check_and_quiet_as_everywhere(capsys):
    question = ["judge", "push-it", "pointers RC3; Ann holds RC1; Ann moves to green"]
    assert tt(capsys, *question).status == 0 and tt(capsys, *question, "--check").status == 1
    broken = ["judge", "ww3", "Ann starts; Ann lays RC2; Bo lays YC2; Bo slaps", "--check"]
    assert tt(capsys, *broken).status == 1
    assert tt(capsys, "judge", "ww3", STORY, "--check", "--quiet").out == ""


def test_house_rules_of_a_story_stand_above_those_of_the_command_line(capsys):
    story = "with wrong_slap_penalty=1; pile RC2 YH1; Ann is next; Bo has 5 cards; Bo slaps"
    answer = json.loads(tt(capsys, "judge", "ww3", story, "--option", "wrong_slap_penalty=2", "--json").out)
    assert answer["assumed"]["house"] == {"wrong_slap_penalty": 1} and "1 card" in answer["text"]


@walk(("game", "story", "said"), [
    ("ww3", "The pott RC2", "the judge doesn't understand 'The pott RC2'."), ("ww3", "Nobody slaps", "the judge doesn't understand 'Nobody slaps'."),
    ("craziness", "é", "the judge doesn't understand 'é'. Try a phrase such as \"NAME "),
])  # fmt: skip
def test_what_cannot_be_placed_is_said_and_not_passed_over(capsys, game, story, said):
    ran = tt(capsys, "judge", game, story)
    assert ran.status == 2 and ran.out == "" and said in ran.err
