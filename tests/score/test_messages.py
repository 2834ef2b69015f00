"""What people type at `score`, with mistakes, and what they are told; and what programs read."""

import json
import re
import shlex

import pytest

from tests.commands import process, tt
from tests.core.asking import value
from tests.score.nights import Evening
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
IN_A_NIGHT = [
    ("hand --went-out Di Ann=1 Bo=2", "no player is called 'Di'. Players: Ann, Bo and Cy. Nothing saved."),
    ("hand --went-out Ann --left Bo=rh3,kb4 --left Cy=g", "'g' is not a card. A card is color, shape, number, like GC2 (KBQ is the black blob ?). Nothing saved."),
    ("hand --went-out Ann --left Bo=J1 Cy=1", "J1: Craziness is played without jokers. Nothing saved."),
    ("hand --went-out Ann Bo=4", "nothing is entered for Cy. For example: --went-out Ann Bo=4 Cy=4. Nothing saved."),
    ("hand --went-out Ann Bo=four Cy=1", "points of Bo: 'four' is not a number. Give a whole number such as 0 or 4."),
    ("hand --went-out Ann Bo=-4 Cy=1", "points of Bo: '-4' is not a number."),
    ("hand --went-out Ann Bo=4 Bo=5 Cy=1", "points of Bo are given twice. Give them once."),
    ("hand --went-out Ann Bo", "points 'Bo': write a name, = and the value, such as Cy=4."),
    ("hand Ann=0 Bo=1,5 Cy=2", "points 'Bo=1,5': a comma stands between players, and points and counts are whole numbers."),
    ("hand --went-out Ann --left Bo=3 Cy=1", ": cards are like RH3,KB4. For points alone: Bo=4."),
    ("hand --went-out Ann --left Bo=rh3,rh3 Cy=1", "red heart 3 is named twice among the cards of Bo. The deck has one."),
    ("edit Bo=5", "which hand? Its number in the table comes first, as in: score edit 1 Bo=5"),
    ("hand --went-out Ann Bo=4 --left Bo=RC1 Cy=2", "Bo has cards and points. Give one of the two."),
    ("hand --went-out Ann Ann=3 Bo=4 Cy=2", "Ann went out, and has 3 points? Who goes out scores 0."),
    ("hand --went-out Ann --left Ann=RC1 Bo=4 Cy=2", "Ann went out, and holds RC1?"),
    ("hand --went-out Ann --left Bo= Cy=2", "--left Bo= names no card. Who holds none went out"),
    ("hand --blocked --went-out Ann Bo=4 Cy=2", "--blocked says that nobody went out, --went-out that Ann did."),
    ("hand --went-ot Ann Bo=4 Cy=2", "Craziness has no --went-ot. Did you mean --went-out?"),
    ("hand --went-out", "--went-out needs a value"),
    ("hand --cards Ann=3", "Craziness has no --cards."),
    ("hand", "nothing is entered for Ann, Bo and Cy."),
    ("hand Ann=0 Bo=0 Cy=1", "Ann and Bo with 0 points, and nobody went out?"),
    ("hand Ann=0 Bo=4 Cy=1 --force", "--force needs a reason in words that will stand in the record, and none is given"),
    ("hand Ann=0 Bo=4 Cy=1 --force --note no", "and 'no' is none: --note"),
    ("edit 3 Bo=5", "there is no hand 3. No hand is entered yet."),
    ("undo", "there is nothing to undo"),
    ("redo", "there is nothing to redo"),
    ("show 7", "there is no night 7. Night 1 is kept"),
    ("note --hand 2 late", "there is no hand 2."),
    ('note ""', "a note needs words"),
    ("move color", "Craziness has no pointers to move; Push It Real Good has."),
    ("export", "write what? Add --csv for a spreadsheet, --json for another computer, or --pdf to print."),
    ("players Dora", "no player called 'Dora' has been scored here. To list them: tt-print score players"),
    ("hand Ann=0 Bo=4 Cy=1 --hand 2", "hand 1 comes next, and not hand 2."),
]  # fmt: skip


@walk(("typed", "said"), MISTAKES)
def test_a_mistake_before_a_night_is_a_sentence_and_leaves_no_file(capsys, tmp_path, monkeypatch, typed, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path / "scores"))
    ran = tt(capsys, *shlex.split(typed))
    assert (ran.status, ran.out) == (2, "") and said in ran.err and ran.err.startswith("error: "), ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_mistake_in_a_night_is_a_sentence_and_stores_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    evening = Evening("craziness", "Ann", "Bo", "Cy")
    for typed, said in IN_A_NIGHT:
        assert said in evening.refused(*shlex.split(typed)), typed
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


def test_a_hand_that_was_taken_back_or_of_another_night_may_be_entered_again_at_once(capsys):
    tt(capsys, "score", "start", "craziness", "Ann", "Bo")
    for _ in range(2):
        assert tt(capsys, "score", "hand", "Ann=0", "Bo=4").err == ""
        tt(capsys, "score", "undo")
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=4").err == ""
    tt(capsys, "score", "start", "--again")
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=4").err == ""


@pytest.mark.parametrize("typed", [
    "Ann=0, Bo=4, Cy=1", "Ann=0,Bo=4,Cy=1", "Ann=0 , Bo=4 , Cy=1", "Ann 0 Bo 4 Cy 1", "Ann = 0 Bo = 4 Cy = 1", "ann= 0, bo= 4, cy= 1,",
    "Ann 0, Bo 4, Cy 1", "--went-out Ann --points Bo=4, Cy=1", "--went-out Ann --left Bo=rh3, kb4 Cy=1",
])  # fmt: skip
def test_blanks_and_commas_are_forgiven(capsys, typed):
    tt(capsys, "score", "start", "craziness", "Ann,", "Bo,", "Cy")
    ran = tt(capsys, "score", "hand", *shlex.split(typed), "--json")
    assert ran.status == 0 and json.loads(ran.out)["totals"] == {"Ann": 0, "Bo": 4, "Cy": 1}, ran.err


def test_players_stand_with_commas_as_in_a_deal_or_with_blanks(capsys):
    for names in (["José,Ann Lee,Bo"], ["José, Ann Lee, Bo"], ["José", "Ann Lee", "Bo"], ["José,", "Ann Lee,", "Bo"]):
        ran = tt(capsys, "score", "start", "craziness", *names, "--json")
        assert json.loads(ran.out)["players"] == ["José", "Ann Lee", "Bo"]


def test_accents_may_be_left_out_where_one_player_fits(capsys):
    tt(capsys, "score", "start", "craziness", "José", "Zoë", "Łukasz")
    ran = tt(capsys, "score", "hand", "--went-out", "jose", "zoe=2", "Łuk=3", "--json")
    assert json.loads(ran.out)["totals"] == {"José": 0, "Zoë": 2, "Łukasz": 3}
    tt(capsys, "score", "start", "craziness", "Zoë", "Zoe")
    ran = tt(capsys, "score", "hand", "--went-out", "zoe", "Zoë=2", "--json")
    assert json.loads(ran.out)["totals"] == {"Zoë": 2, "Zoe": 0}


def test_points_in_place_of_cards_are_said_plainly(capsys):
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "Cy")
    tt(capsys, "score", "hand", "--went-out", "Ann", "--left", "Bo=RH3,KB4", "--left", "Cy=GC2")
    printed = "Ann went out; Bo 5, Cy GC2 (was: Ann went out; Bo RH3 KB4, Cy GC2)"
    said = tt(capsys, "score", "edit", "1", "Bo=5").out
    assert "Hand 1: Bo 4 -> 5\n" in said and f"Hand 1 is now: {printed}" in said.replace("\n  ", " ")
    assert f"hand 1 corrected: {printed}" in " ".join(tt(capsys, "score", "log").out.split())
    assert "is now" not in tt(capsys, "score", "edit", "1", "Bo=6").out  # points for points: the first line says it


def test_a_real_process_keeps_score_where_the_variable_says(tmp_path):
    place = str(tmp_path / "my nights")
    assert process("score", "start", "ww3", "Ann", "Bo", TT_PRINT_DATA=place).status == 0
    assert sorted(path.name for path in (tmp_path / "my nights").iterdir()) == ["score.sqlite", "score.sqlite.copy"]


def test_a_correction_that_few_words_do_not_show_is_told_by_its_points(capsys):
    tt(capsys, "score", "start", "casino", "Ann", "Bo")
    tt(capsys, "score", "hand", "Ann=90", "Bo=60")
    counts = "--cards Ann=64,Bo=60 --reds Ann=13,Bo=12 --circles Ann=13,Bo=12 --ones Ann=13,Bo=12 --red-circles Ann=5,Bo=0 --hearts none"
    ran = tt(capsys, "score", "edit", "1", *counts.split(), "--special", "Bo")  # points before, all counts now
    assert ran.status == 0 and "Hand 1 is now: Ann took 64, Bo took 60 (was: Ann 90, Bo 60)" in ran.out, ran.err
    assert "Hand 1: Ann 73 -> 88, Bo 27 -> 12" in tt(capsys, "score", "edit", "1", "--special", "Ann").out
    said = " ".join(tt(capsys, "score", "log").out.split())
    assert said.endswith("hand 1 corrected: Ann took 64, Bo took 60; Ann 73 -> 88, Bo 27 -> 12")
    both = tt(capsys, "score", "edit", "1", "Ann=3", "--special", "Bo")
    assert both.status == 2 and "points and --special are two ways to enter a hand." in both.err
