"""`tt-print judge` with stories: the command line, the help of each game, and a story told line by line."""

import io
import json
import shlex

import pytest

from tests.commands import tt
from tests.games.cases import every_game
from tt_print.cli.judge_asking import ask_story
from tt_print.cli.judge_help import print_questions
from tt_print.cli.prompting import Keyboard, completions
from tt_print.engine.questions import read_questions
from tt_print.games import find_game, game_names

CALLS = [(name, each.call) for name in game_names() for each in read_questions(name).questions]
STORY = "Ann starts; Ann lays RC2; Ann lays YC2; Bo slaps"


@pytest.mark.parametrize(("name", "call"), CALLS)
def test_every_question_of_a_games_help_is_answered(capsys, name, call):
    ran = tt(capsys, "judge", name, *shlex.split(call), "--json")
    assert (ran.status, ran.err) == (0, "")
    answer = json.loads(ran.out)
    assert answer["text"] and not answer.get("questions") and (answer["rules"] or answer["first_fault"])


@every_game()
def test_help_about_a_game_shows_its_questions_flags_and_language(capsys, name):
    ran = tt(capsys, "judge", name, "--help")
    game = find_game(name)
    assert (ran.status, ran.err) == (0, "") and game.title in ran.out
    for call in (each.call for each in read_questions(name).questions):
        assert f"tt-print judge {name} {call}" in ran.out
    for flag in (*game.flags, "scene", "option", "check"):
        assert f"--{flag} " in ran.out
    for option in game.options:
        assert f"{option.name} = " in ran.out
    assert "NAME" in ran.out and ran.out == tt(capsys, "judge", name, "-h").out


@pytest.mark.parametrize(("line", "said"), [
    ("ww3 RC2 --jsn", "Did you mean --json?"), ("ww3 RC2 --slapper Bo", "World War 3 has no --slapper. There are:\n  --scene "),
    ("casino --crad RC2", "Did you mean --card?"), ("casino --tabel RC3", "Did you mean --table?"),
    ("craziness --optoin x=1", "Did you mean --option?"),
    (f"ww3 RC2 --scene '{STORY}'", "'RC2' does not go with --scene"), ("ww3 --scene 'Ann starts'", "nothing happens and nothing is asked"),
    ("ww3 --scene no/such.txt", "there is no file"), ("ww3 --scene ''", "nothing happens"),
])  # fmt: skip
def test_slips_are_corrected(capsys, line, said):
    ran = tt(capsys, "judge", *shlex.split(line))
    assert (ran.status, ran.out) == (2, "") and ran.err.startswith("error: ") and said in ran.err


def test_a_story_comes_from_a_file_or_standard_input(capsys, tmp_path, monkeypatch):
    typed = tt(capsys, "judge", "ww3", "--scene", STORY).out
    file = tmp_path / "a quarrel.txt"
    file.write_text("# Sunday\n" + STORY.replace("; ", "\n"), encoding="utf-8")
    assert tt(capsys, "judge", "ww3", "--scene", file).out == typed
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(STORY.encode())))
    assert tt(capsys, "judge", "ww3", "--scene", "-").out == typed
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Ann starts\n" * 20_000)))
    assert tt(capsys, "judge", "ww3", "--scene", "-").status == 2


def test_check_and_quiet_as_everywhere(capsys):
    question = ["judge", "push-it", "--scene", "pointers RC3; Ann holds RC1; Ann moves to green"]
    assert tt(capsys, *question).status == 0 and tt(capsys, *question, "--check").status == 1
    broken = ["judge", "ww3", "--scene", "Ann starts; Ann lays RC2; Bo lays YC2; Bo slaps", "--check"]
    assert tt(capsys, *broken).status == 1
    assert tt(capsys, "judge", "ww3", "--scene", STORY, "--check", "--quiet").out == ""


def test_house_rules_of_a_story_stand_above_those_of_the_command_line(capsys):
    story = "with wrong_slap_penalty=1; pile RC2 YH1; Ann is next; Bo has 5 cards; Bo slaps"
    answer = json.loads(tt(capsys, "judge", "ww3", "--scene", story, "--option", "wrong_slap_penalty=2", "--json").out)
    assert answer["assumed"]["house"] == {"wrong_slap_penalty": 1} and "1 card" in answer["text"]


def talk(capsys, monkeypatch, name, *lines):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    capsys.readouterr()
    ask_story(find_game(name), None, [], Keyboard(edit=False))
    return capsys.readouterr().out


def test_a_story_is_told_line_by_line(capsys, monkeypatch):
    said = talk(capsys, monkeypatch, "ww3", "Ann starts", "Ann lays RC2", "Bo lays YC2", "Ann lays YC2", "Bo slaps")
    assert "Noted: Ann starts." in said and "NOT NOW" in said and "It is not kept" in said
    assert said.index("NOT NOW") < said.index("Bo takes the pot: 2 cards")


def test_a_line_can_be_taken_back_and_the_loop_left(capsys, monkeypatch):
    said = talk(capsys, monkeypatch, "ww3", "Ann starts; Ann lays RC2", "undo", "undo", "undo", "quit", "never read")
    assert (
        said.count("Taken back.") == 2 and "There is nothing to take back." in said and "Nothing is told yet." in said
    )
    assert "never read" not in said


def test_what_a_story_leaves_open_is_asked_and_then_judged(capsys, monkeypatch):
    said = talk(
        capsys,
        monkeypatch,
        "craziness",
        "on RC1",
        "Ann holds RH2 YT3",
        "Bo holds RC4",
        "Ann lays RH2",
        "Ann is next",
        "story",
    )
    assert "TELL MORE" in said and said.index("TELL MORE") < said.index("SINGLE TOPPER")
    assert "  on RC1\n  Ann holds RH2 YT3\n  Bo holds RC4\n  Ann is next\n  Ann lays RH2\n" in said


def test_slips_and_questions_are_not_kept(capsys, monkeypatch):
    said = talk(capsys, monkeypatch, "push-it", "pointers RC3", "where the pointers go", "Ann movse to 4", "?", "list")
    assert "moves" in said and 'Nearest: "NAME moves to VALUE"' in said and "undo takes the last line back" in said
    assert (
        said.rstrip().removesuffix("Tell:").rstrip().endswith("pointers RC3")
        and "  where" not in said[said.rindex("undo takes") :]
    )


def test_names_phrases_and_cards_are_completed():
    from tt_print.cli.judge_asking import _words

    words = _words(find_game("craziness"))
    assert ("is next", 2) in completions("Ann is", words, cards=True)
    assert ("passes", 1) in completions("Bo p", words, cards=True) and ("RC1", 2) in completions(
        "on rc", words, cards=True
    )


@pytest.mark.parametrize("columns", [40, 80])
def test_help_fits_the_window(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    print_questions(find_game("six-suit"))
    lines = capsys.readouterr().out.splitlines()
    assert not [
        line
        for line in lines
        if len(line) > columns and "tt-print" not in line and " = " not in line and "NAME" not in line
    ]


@pytest.mark.parametrize(("game", "story", "said"), [
    ("ww3", "Zoe starts; Zoe lays RC2", "nobody said that Zoe plays. Begin with all who play, clockwise: Zoe, Bo and Cy play"),
    ("casino", "Tim's hand is RC1; Ann drops RC4", "nobody said that Tim plays."),
    ("ww3", "The pott RC2", "'The pott RC2' is not understood."),
    ("craziness", "é", "'é' is not understood. Phrases are such as \"NAME holds CARDS\" and \"NAME "),
])  # fmt: skip
def test_what_cannot_be_placed_is_said_and_not_passed_over(capsys, game, story, said):
    ran = tt(capsys, "judge", game, "--scene", story)
    assert ran.status == 2 and ran.out == "" and said in ran.err
