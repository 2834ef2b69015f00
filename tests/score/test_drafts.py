"""A hand that was not finished: its answers are kept after each line, offered again, and gone when they fit no more."""

import json
import os
import signal
import sys

import pytest

from tests.score.keyboard import elsewhere, hand
from tests.score.nights import Evening
from tests.score.terminal import process_of, type_into

OFFER = "Enter goes on with it; n starts again"


@pytest.fixture
def casino():
    return Evening("casino", "Ann", "Bo", "Cy")


def is_offered(evening, *lines):
    """Whether the answers of before are offered."""
    return hand(evening, *lines).asked[0] == OFFER


def kept(evening):
    """What is said of the answers that are kept; they stay."""
    sat = hand(evening, EOFError)
    return sat.text.partition("You were at hand ")[2].partition(" (")[0]


def test_what_was_answered_is_offered_again_after_ctrl_c(casino):
    stopped = hand(casino, "2", "cy", "0", "8 12", KeyboardInterrupt)
    assert stopped.status == 130
    assert f"The answers so far are kept. To go on with them: tt-print score hand --file {casino.file}" in stopped.text
    sat = hand(casino, "", "4", "1 2 2", "2", "0", "")
    assert "You were at hand 1: cards Bo; reds Cy; circles none; ones Ann=8, Bo=12" in sat.text
    assert sat.asked[:2] == [OFFER, "Ones of Cy (4 or 5)"] and sat.status == 0
    assert casino.do("note", "x").hands[0].points == (11, 25 + 12 + 6 + 15, 10 + 4 + 6)
    assert {path.name for path in casino.file.parent.glob(f"{casino.file.name}*")} == {
        casino.file.name,
        f"{casino.file.name}.copy",
    }


@pytest.mark.parametrize("leave", [KeyboardInterrupt, EOFError, "stop", "quit"])
def test_however_a_hand_is_left_its_answers_are_kept(casino, leave):
    hand(casino, "2", "cy", leave)
    assert is_offered(casino, leave) and kept(casino) == "1: cards Bo; reds Cy"


def test_a_draft_is_written_after_each_answer_and_each_step_back(casino):
    """Read at another terminal: what it would be offered while this hand is asked."""
    seen = []

    def look(line):
        return lambda: seen.append(kept(casino)) or line

    hand(casino, look("2"), look("wrong"), look("cy"), look("-"), look("-"), look("60"), EOFError)
    assert seen == ["", "1: cards Bo", "1: cards Bo", "1: cards Bo; reds Cy", "1: cards Bo", ""]
    assert kept(casino) == "1: cards Ann=60"


def test_a_hand_begun_anew_forgets_the_old_answers(casino):
    hand(casino, "2", "cy", EOFError)
    assert hand(casino, "maybe", "n", EOFError).asked[2].startswith("Who took most cards?")
    assert hand(casino, EOFError).asked[0].startswith("Who took most cards?")


def test_answers_to_the_very_end_need_only_the_enter_that_saves(casino):
    hand(casino, "2", "cy", "0", "8 12 4", "1 2 2", "2", "0", KeyboardInterrupt)
    assert hand(casino, "", "").asked == [OFFER, "Enter saves; - goes back"]
    assert len(casino.do("note", "x").hands) == 1


def test_a_draft_of_another_hand_is_not_offered(casino):
    hand(casino, "2", "cy", EOFError)
    casino.hand("Ann=50", "Bo=60", "Cy=40")  # entered, typed at once
    casino.undo()
    assert not is_offered(casino, EOFError)


def test_a_draft_waits_for_its_night(casino):
    hand(casino, "2", "cy", EOFError)
    casino.do("start", "craziness", "Ann", "Bo")
    assert hand(casino, EOFError).asked[0].startswith("Who went out?")
    casino.do("resume", "1")
    assert is_offered(casino, EOFError)


def test_a_draft_of_players_who_are_out_now_is_gone():
    evening = Evening("craziness", "Ann", "Bo", "Cy", house={"elimination_score": 9})
    evening.hand("Ann=0", "Bo=1", "Cy=4")
    hand(evening, "1 4", EOFError)
    evening.edit(1, "Cy=9")
    assert hand(evening, EOFError).asked[0].startswith("Who went out?  1 Ann  2 Bo  0")


@pytest.fixture
def draft(casino):
    """The file beside the nights that holds the answers of a hand."""
    before = {*casino.file.parent.iterdir()}
    hand(casino, "2", "cy", EOFError)
    (found,) = {*casino.file.parent.iterdir()} - before
    return found


@pytest.mark.parametrize("held", [
    "", "{}", "[]", "null", '{"night": 1}', "\udcff", "[" * 50000, '{"night": 1, "hand": 1, "players": 3}',
    '{"night": true, "hand": 1, "players": [], "house": "", "steps": [], "at": "", "who": ""}',
    '{"night": 1, "hand": 1, "players": ["Ann", "Bo", "Cy"], "house": "-", "steps": [[["cards", "Ann=x"]]], "at": "", "who": ""}',
    '{"night": 1, "hand": 1, "players": ["Ann", "Bo", "Cy"], "house": "-", "steps": [["cards"]], "at": "", "who": ""}',
    "9" * 5000, "x" * 200_000,
])  # fmt: skip
def test_a_file_that_is_no_draft_is_none(casino, draft, held):
    draft.write_bytes(held.encode("utf-8", "surrogateescape"))
    sat = hand(casino, "2", "cy", EOFError)
    assert sat.asked[0].startswith("Who took most cards?") and kept(casino) == "1: cards Bo; reds Cy"


def test_a_disk_that_keeps_no_draft_stops_nobody(casino, draft):
    draft.unlink()
    draft.mkdir()
    sat = hand(casino, "2", "cy", "0", "8 12 4", "1 2 2", "2", "0", "")
    assert sat.status == 0 and sat.text.count("cannot be kept") == 1 and len(casino.do("note", "x").hands) == 1


def test_a_hand_that_another_terminal_entered_meanwhile_is_not_entered_twice(casino):
    """The first is told, and its entry repeated as it would be typed."""
    sat = hand(casino, "points", elsewhere(casino, "50 60 40", "hand", "Ann=50", "Bo=60", "Cy=40"), "")
    assert sat.status == 2 and "hand 1 is entered already, by Eve" in sat.text and "Nothing saved." in sat.text
    assert "tt-print score hand Ann=50 Bo=60 Cy=40" in sat.text and len(casino.do("note", "x").hands) == 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and SIGKILL are POSIX")
def test_a_killed_hand_goes_on_with_all_its_answers(casino):
    """Killed at each question of a hand; what had been answered by then is offered again."""
    lines = ["2", "3", "0", "8 12", "4", "1 2", "2", "2", "0"]
    for answered in range(1, len(lines) + 1):

        def kill():
            os.kill(process_of(casino.file), signal.SIGKILL)
            return "killed"

        seen = type_into(
            ["score", "hand", "--file", casino.file], [*([""] if answered > 1 else []), lines[answered - 1], kill]
        )
        assert seen.status == -9, seen.text
    seen = type_into(["score", "hand", "--file", casino.file], ["", ""])
    assert seen.status == 0 and "Saved." in seen.text
    assert json.loads(casino.seen("--json"))["totals"] == {"Ann": 11, "Bo": 58, "Cy": 20}
