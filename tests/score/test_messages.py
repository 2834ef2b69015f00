"""What people type before a night, the same hand again, and what programs read; see also `evenings/mistakes.txt`."""

import json
import re
import shlex

import pytest

from tests.commands import process, tt
from tests.core.asking import value
from tests.walks import walk
from tt_print.core import Core, FileBook, World

MISTAKES = [
    ("score", "no game is being scored here. Start one: tt-print score start craziness Ann Bo Cy"),
    ("score hand Ann=0 Bo=1", "no game is being scored here. Start one: tt-print score start craziness Ann Bo Cy"),
    ("score undo", "no game is being scored here."),
    ("score nights", "no game is being scored here."),
    ("score start push Ann Ann", "two players are called Ann. Use Ann1 and Ann2, or initials."),
    ("score start crazyness Ann Bo", "there is no game 'crazyness'. Did you mean craziness?"),
    ("score start", "which game, and who plays?"),
    ("score start casino", "who plays? tt-print score start casino Ann Bo Cy"),
    ("score start push-it Ann Bo", "Push It Real Good is for 3 or more players, not 2."),
    ("score start casino A B C D E F G", "Casino Macedonia is for 2 to 6 players, not 7."),
    ("score start craziness Ann Bo --dealer Cy", "no player is called 'Cy'. Players: Ann and Bo."),
    ("score start craziness Ann Bo --option elimination=20", "Craziness has no house rule 'elimination'."),
    ("score start casino Ann Bo --option hands=3", "everyone deals equally often"),
    ("score start push-it A B C --option target_points=5", "needs points, and only potential points become any"),
    ("score start six-suit A B C D --option teams=A+B/C+D", "partners sit evenly spaced"),
    ("score start six-suit Zoë Max --option teams=Ann/Max", "no player is called 'Ann'"),
    ("score start craziness Ann Bo --places 12", "there is no way to count places '12'"),
    ("score start craziness Ann Bo --house none.toml", "there is no file none.toml"),
    ("score hnad", "score has no command 'hnad'. Did you mean hand? Commands: play, start, hand, undo,"),
    ("score start craziness Ann Bo --deeler Bo", "score start has no option --deeler. Did you mean --dealer?"),
    ("score edit one Bo=5", "which hand? Its number in the table comes first, as in: score edit 1 Bo=5"),
    ("score --night x", "--night 'x': give a whole number in figures"),
    ("score show", "no game is being scored here."),
    ("score note", "score note needs WORDS after it."),
    ("score --quiet undo", "options come after the command, as in: tt-print score undo --night 1."),
    ("score undo twice", "'twice' was not expected after score undo."),
    ("score import none.json", "there is no file none.json."),
    ("score restore", "there is neither a file"),
]  # fmt: skip


@walk(("typed", "said"), MISTAKES)
def test_a_mistake_before_a_night_is_a_sentence_and_leaves_no_file(capsys, tmp_path, monkeypatch, typed, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path / "scores"))
    ran = tt(capsys, *shlex.split(typed))
    assert (ran.status, ran.out) == (2, "") and said in ran.err and ran.err.startswith("error: "), ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [["hand", "Ann=0", "Bo=4"], ["undo"], ["redo"], ["edit", "1", "Bo=5"], ["note", "x"], ["nights"],
                                   ["players"], ["log"], ["resume"], ["show", "1"], []])  # fmt: skip
def test_every_answer_can_be_quiet_or_json(capsys, words):
    tt(capsys, "score", "start", "craziness", "Ann", "Bo")
    tt(capsys, "score", "hand", "Ann=0", "Bo=1")
    if words == ["redo"]:
        tt(capsys, "score", "undo")
    ran = tt(capsys, "score", *words, "--json")
    assert ran.status == 0 and ran.out.count("\n") == 1 and json.loads(ran.out)
    tt(capsys, "score", "undo") if words[:1] in (["redo"], ["edit"]) else None
    assert tt(capsys, "score", *words, "--quiet").out == ""


def test_a_house_file_holds_for_the_night(capsys, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text("[craziness]\nelimination_score = 5\n", encoding="utf-8")
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "Cy", "--house", house)
    house.unlink()  # the night keeps the rules that it began with
    assert "Out: Cy." in tt(capsys, "score", "hand", "Ann=0", "Bo=4", "Cy=5").out
    assert "elimination_score = 5" in tt(capsys, "score").out


@pytest.mark.parametrize("by", ["ann", "bo"])
def test_the_same_hand_again_within_a_minute_is_refused_with_what_to_type(capsys, monkeypatch, by):
    """The arrow up and Enter, or two people who both enter the hand."""
    monkeypatch.setenv("LOGNAME", "ann")
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "Cy")
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=4", "Cy=1").err == ""
    monkeypatch.setenv("LOGNAME", by)
    ran = tt(capsys, "score", "hand", "Bo=4", "--went-out", "Ann", "Cy=1", "--note", "tea")
    assert ran.status == 2 and re.search("this is the same as hand 1, entered .* by ann. Nothing saved.", ran.err)
    assert ran.err.splitlines()[-1] == "  tt-print score hand --went-out Ann Bo=4 Cy=1 --note tea --another"
    assert len(json.loads(tt(capsys, "score", "--json").out)["hands"]) == 1
    ran = tt(capsys, "score", "hand", "--went-out", "Ann", "Bo=4", "Cy=1", "--another")
    assert ran.status == 0 and ran.err == ""
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=4", "Cy=2").err == ""


def test_equal_points_later_are_only_pointed_out(capsys, tmp_path):
    """A hand of long ago; without points two games may well end alike."""
    for game, answers, words, said in (
        ("craziness", ["Ann", 4], ["Ann=0", "Bo=4"], "warning: hand 2 is the same as hand 1"),
        ("ww3", ["winner", "Ann"], ["--winner", "Ann"], ""),
    ):
        path = tmp_path / game
        core = Core(World(lambda: "2026-01-21T20:00:00+00:00", bytes, "ann", FileBook(path)))
        value(core, "score.start", game=game, players=["Ann", "Bo"])
        value(core, "score.enter", answers=answers)
        ran = tt(capsys, "score", "hand", *words, "--file", path)
        assert ran.status == 0 and ran.err.startswith(said) and ("score undo" in ran.err) is bool(said)


def test_a_real_process_keeps_score_where_the_variable_says(tmp_path):
    place = str(tmp_path / "my nights")
    assert process("score", "start", "ww3", "Ann", "Bo", TT_PRINT_DATA=place).status == 0
    assert sorted(path.name for path in (tmp_path / "my nights").iterdir()) == ["score.sqlite", "score.sqlite.copy"]
