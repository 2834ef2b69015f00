"""A hand that was not finished: its answers are kept after each line, offered again, and gone when they fit no more."""

import json
import os
import signal
import sys

import pytest

from tests.commands import process, tt
from tests.score.keyboard import answer_hand, night_of
from tests.score.terminal import type_into
from tt_print.score.draft import draft_path, read_draft


@pytest.fixture
def store(capsys, tmp_path):
    path = tmp_path / "score.sqlite"
    assert tt(capsys, "score", "start", "casino", "Ann", "Bo", "Cy", "--file", path).status == 0
    return path


def test_what_was_answered_is_offered_again_after_ctrl_c(store, capsys):
    _, stopped = answer_hand(store, "2", "cy", "0", "8 12", KeyboardInterrupt)
    assert str(stopped).endswith("The answers so far are kept. To go on with them: tt-print score hand")
    capsys.readouterr()
    keyboard, stopped = answer_hand(store, "", "4", "1 2 2", "2", "0", "")
    printed = " ".join(capsys.readouterr().out.split())
    assert "You were at hand 1: cards Bo; reds Cy; circles none; ones Ann=8, Bo=12" in printed
    assert keyboard.asked[:2] == ["Enter goes on with it; n begins anew", "Ones of Cy (4 or 5)"] and stopped is None
    assert night_of(store).hands[0].points == (11, 25 + 12 + 6 + 15, 10 + 4 + 6)
    assert not draft_path(store).exists()


@pytest.mark.parametrize("leave", [KeyboardInterrupt, EOFError, "stop", "quit"])
def test_however_a_hand_is_left_its_answers_are_kept(store, leave):
    answer_hand(store, "2", "cy", leave)
    assert read_draft(store).steps == ((("cards", "Bo"),), (("reds", "Cy"),))
    answer_hand(store, leave)  # at the offer itself
    assert len(read_draft(store).steps) == 2


def test_a_draft_is_written_after_each_answer_and_each_step_back(store):
    kept = []

    def look(line):
        return lambda: kept.append(len(draft.steps) if (draft := read_draft(store)) else 0) or line

    answer_hand(store, look("2"), look("wrong"), look("cy"), look("-"), look("-"), look("60"), EOFError)
    assert kept == [0, 1, 1, 2, 1, 0] and read_draft(store).steps == ((("cards", "Ann=60"),),)


def test_a_hand_begun_anew_forgets_the_old_answers(store):
    answer_hand(store, "2", "cy", EOFError)
    keyboard, _ = answer_hand(store, "maybe", "n", EOFError)
    assert keyboard.asked[2].startswith("Who took most cards?") and not draft_path(store).exists()
    keyboard, _ = answer_hand(store, EOFError)
    assert keyboard.asked[0].startswith("Who took most cards?")


def test_answers_to_the_very_end_need_only_the_enter_that_saves(store):
    answer_hand(store, "2", "cy", "0", "8 12 4", "1 2 2", "2", "0", KeyboardInterrupt)
    keyboard, _ = answer_hand(store, "", "")
    assert keyboard.asked == ["Enter goes on with it; n begins anew", "Enter saves; - goes back"]
    assert len(night_of(store).hands) == 1


def test_a_draft_of_another_hand_is_not_offered(store, capsys):
    answer_hand(store, "2", "cy", EOFError)
    tt(capsys, "score", "hand", "Ann=50", "Bo=60", "Cy=40", "--file", store)  # entered, typed at once
    assert not draft_path(store).exists()
    tt(capsys, "score", "undo", "--file", store)
    keyboard, _ = answer_hand(store, EOFError)
    assert keyboard.asked[0].startswith("Who took most cards?")


def test_a_draft_waits_for_its_night(store, capsys):
    answer_hand(store, "2", "cy", EOFError)
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--file", store)
    keyboard, _ = answer_hand(store, EOFError)
    assert keyboard.asked[0].startswith("Who went out?")
    tt(capsys, "score", "resume", "1", "--file", store)
    assert answer_hand(store, EOFError)[0].asked == ["Enter goes on with it; n begins anew"]


def test_a_draft_of_players_who_are_out_now_is_gone(capsys, tmp_path):
    store = tmp_path / "score.sqlite"
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "Cy", "--option", "elimination_score=9", "--file", store)
    tt(capsys, "score", "hand", "Ann=0", "Bo=1", "Cy=4", "--file", store)
    answer_hand(store, "1 4", EOFError)
    tt(capsys, "score", "edit", "1", "Cy=9", "--file", store)
    keyboard, _ = answer_hand(store, EOFError)
    assert keyboard.asked[0].startswith("Who went out?  1 Ann  2 Bo  0") and not draft_path(store).exists()


@pytest.mark.parametrize("held", [
    "", "{}", "[]", "null", '{"night": 1}', "\udcff", "[" * 50000, '{"night": 1, "hand": 1, "players": 3}',
    '{"night": true, "hand": 1, "players": [], "house": "", "steps": [], "at": "", "who": ""}',
    '{"night": 1, "hand": 1, "players": ["Ann", "Bo", "Cy"], "house": "-", "steps": [[["cards", "Ann=x"]]], "at": "", "who": ""}',
    '{"night": 1, "hand": 1, "players": ["Ann", "Bo", "Cy"], "house": "-", "steps": [["cards"]], "at": "", "who": ""}',
    "9" * 5000, "x" * 200_000,
])  # fmt: skip
def test_a_file_that_is_no_draft_is_none(store, held):
    draft_path(store).write_bytes(held.encode("utf-8", "surrogateescape"))
    keyboard, stopped = answer_hand(store, "2", "cy", EOFError)
    assert keyboard.asked[0].startswith("Who took most cards?") and stopped.kept
    assert len(read_draft(store).steps) == 2


def test_a_disk_that_keeps_no_draft_stops_nobody(store, capsys):
    draft_path(store).mkdir()
    lines = ["2", "cy", "0", "8 12 4", "1 2 2", "2", "0", ""]
    assert answer_hand(store, *lines)[1] is None and len(night_of(store).hands) == 1
    assert capsys.readouterr().out.count("cannot be kept") == 1


def test_a_hand_that_another_terminal_entered_meanwhile_is_not_entered_twice(store, capsys):
    night = night_of(store)
    tt(capsys, "score", "hand", "Ann=50", "Bo=60", "Cy=40", "--file", store)
    with pytest.raises(ValueError, match="hand 1 is entered already, by .*Nothing saved"):
        answer_hand(store, "points", "50 60 40", "", night=night)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and SIGKILL are POSIX")
def test_a_killed_hand_goes_on_with_all_its_answers(store):
    """Killed at each question of a hand; what had been answered by then is offered again."""
    lines = ["2", "3", "0", "8 12", "4", "1 2", "2", "2", "0"]
    for answered in range(1, len(lines) + 1):

        def kill():
            (pid,) = {int(p) for p in os.listdir("/proc") if p.isdigit() and str(store) in _command_line(p)} - {
                os.getpid()
            }
            os.kill(pid, signal.SIGKILL)
            return "killed"

        seen = type_into(
            ["score", "hand", "--file", store], [*([""] if answered > 1 else []), lines[answered - 1], kill]
        )
        assert seen.status == -9, seen.text
        assert len(json.loads(draft_path(store).read_bytes())["steps"]) == answered
    seen = type_into(["score", "hand", "--file", store], ["", ""])
    assert seen.status == 0 and "Saved." in seen.text
    assert json.loads(process("score", "--json", "--file", store).out)["totals"] == {"Ann": 11, "Bo": 58, "Cy": 20}


def _command_line(pid):
    try:
        with open(f"/proc/{pid}/cmdline", encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""
