"""A hand asked line by line, twice of it at a real terminal, and several terminals at one night."""

import json
import subprocess
import sys

import pytest

from tests.commands import ROOT
from tests.score.keyboard import hand, sit
from tests.score.nights import Evening
from tests.score.terminal import type_into
from tests.walks import slow_but

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and SIGKILL are POSIX")


@pytest.fixture
def night():
    return Evening("craziness", "Ann", "Bo", "Cy")


@pytest.mark.parametrize("count", slow_but([3], [3, 6]))
def test_several_terminals_at_one_night_each_see_their_own_hand(night, count):
    """Whoever enters first is not told of the hands that others stored while this one was still being copied."""
    night.do("rule", "elimination_score=9999")
    words = [sys.executable, "-m", "tt_print", "score", "hand", "Ann=0", "Cy=1", "--file", str(night.file)]
    points, pipe = range(11, 11 + count), subprocess.PIPE
    running = [subprocess.Popen([*words, f"Bo={n}"], cwd=ROOT, stdout=pipe, stderr=pipe, text=True) for n in points]
    for number, (out, err) in zip(points, [each.communicate() for each in running], strict=True):
        assert "Saved." in out and f"Bo {number}   " in out.replace("\n", "   "), (out, err)
    after = night.do("note", "x")
    assert after.totals[1] == sum(points) and len(after.hands) == count


def totals(evening):
    return json.loads(evening.seen("--json"))["totals"]


def test_a_hand_with_one_hand(night):
    seen = type_into(["score", "hand", "--file", night.file], ["1", "4", "1", ""])
    assert seen.status == 0 and "Who went out?  1 Ann  2 Bo  3 Cy" in seen.text
    assert "Ann went out; Bo 4, Cy 1" in seen.text
    assert totals(night) == {"Ann": 0, "Bo": 4, "Cy": 1}


def test_stopping_saves_nothing(night):
    for stop, status in (("stop", 1), ("\x03", 130), ("\x04", 1)):
        lines = ["1", stop] if stop == "stop" else ["", stop]  # then the answers of before are offered again
        seen = type_into(["score", "hand", "--file", night.file], lines)
        assert seen.status == status and "nothing is saved" in seen.text and "Traceback" not in seen.text
    assert totals(night) == {"Ann": 0, "Bo": 0, "Cy": 0}


def test_only_enter_or_yes_saves(night):
    assert "'2' is neither. Nothing is saved yet." in hand(night, "1", "4", "1", "2", "no", "3", "-", "2", "").text
    assert totals(night) == {"Ann": 0, "Bo": 4, "Cy": 2}


def test_what_does_not_add_up_needs_words(night):
    printed = hand(night, "1", "gc2", "gc2", "7", "yes", "two decks got mixed").text
    assert "green circle 2 is in two hands (Bo and Cy)" in printed and printed.count("Say why in words") == 2
    assert night.do("note", "x").hands[0].entry["note"] == "two decks got mixed"


def test_the_same_hand_again_is_asked_about(night):
    words = ["score", "hand", "Ann=0", "Bo=4", "Cy=1", "--file", night.file]
    night.seen(*words[1:-2])
    for answer, count in (("", 1), ("n", 1), ("y", 2)):
        sat = sit(words, answer)
        assert sat.status == 0 and "This is the same as hand 1, entered" in sat.text
        assert ("Nothing more is saved." in sat.text) is (count == 1) and totals(night)["Bo"] == 4 * count


@pytest.mark.parametrize("refusal", ["no", "n", "-", "", "nope", "back"])
def test_no_at_the_question_why_goes_back(night, refusal):
    assert "Say why in words" not in hand(night, "1", "gc2", "gc2", refusal, "gc3", "").text
    assert "note" not in night.do("note", "x").hands[0].entry and totals(night) == {"Ann": 0, "Bo": 1, "Cy": 1}
