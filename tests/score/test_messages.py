"""What people type before a night, the same hand again, and what programs read; see also `evenings/mistakes.txt`."""

import json
import re

import pytest

from tests.commands import process, tt
from tests.core.asking import value
from tt_print.core import Core, FileBook, World


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
