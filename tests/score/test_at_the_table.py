"""Whole nights through the command line, as a group would: with mistakes, corrections, a crash, two terminals."""

import json
import re
import subprocess
import sys

import pytest

from tests.commands import ROOT, tt
from tests.score.keyboard import hand, sit
from tests.score.killed import crash
from tests.score.nights import Evening
from tests.score.terminal import type_into
from tests.walks import slow_but

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and SIGKILL are POSIX")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "score.sqlite"


@pytest.fixture
def score(capsys, path):
    def score(*words, status=0):
        ran = tt(capsys, "score", *words, "--file", path)
        assert ran.status == status, ran.err
        return ran.out + ran.err

    return score


def test_a_night_of_craziness(score, path):
    assert "two players are called Ann. Use Ann1 and Ann2, or initials." in score(
        "start", "craziness", "Ann", "Ann", status=2
    )
    assert not path.exists()
    score("start", "crazi", "Ann Lee", "Zoë", "美咲", "Bo", "--dealer", "bo")
    # hand 1, with a card that is none, a forgotten player, and a wrong name
    message = score(
        "hand", "--went-out", "ann", "--left", "Zoë=rh3,kb4", "--left", "Bo=g", "--left", "美咲=gc2", status=2
    )
    assert "'g' is not a card. A card is color, shape, number, like GC2" in message and "Nothing saved." in message
    assert "nothing is entered for 美咲" in score(
        "hand", "--went-out", "ann", "--left", "Zoë=rh3,kb4", "Bo=1", status=2
    )
    assert "no player is called 'Anna'. Did you mean Ann Lee?" in score("hand", "--went-out", "Anna", status=2)
    message = score("hand", "--went-out", "ann", "--left", "Zoë=rh3,kb4", "--left", "bo=green circle 2", "美咲=7")
    assert "Zoë 4 (2 cards + black + blob)" in message and "Saved." in message
    # hand 2: two zeros, then right; then it was the wrong hand
    assert "only Zoë went out" in score("hand", "--went-out", "Zoë", "Ann=0", "Bo=2", "美咲=3", status=2)
    score("hand", "--went-out", "Zoë", "Ann=4", "Bo=2", "美咲=3")
    message = score("undo")
    assert "Undone: hand 2. Repeat it:" in message and f"\n  tt-print score redo --file {path}\n" in message
    crash(path, "score", "hand", "--went-out", "Zoë", "Ann=5", "Bo=2", "美咲=3")
    assert "Total" in score("hand", "--went-out", "Zoë", "Ann=5", "Bo=2", "美咲=3")
    # hand 3: 美咲 reaches 15; hand 4 is blocked
    assert "Out: 美咲." in score("hand", "Ann=0", "Zoë=1", "Bo=1", "美咲=5")
    assert (
        '美咲 was out already, so 美咲\'s 2 points do not count. For example: --went-out "Ann Lee" Zoë=4 Bo=4.'
        in score("hand", "Ann=0", "Zoë=1", "Bo=1", "美咲=2", status=2)
    )
    score("hand", "--blocked", "Ann=2", "Zoë=3", "Bo=3")
    # it was 4 and not 5 in hand 3: 美咲 is back, and hand 4 lacks her
    message = score("edit", "3", "美咲=4")
    assert "Hand 3: 美咲 no longer out" in message and "Hand 4: nothing is entered for 美咲" in message
    assert "Hand 4: 美咲 now out" in score("edit", "4", "美咲=6")
    assert "Total    Ann Lee 7   Zoë 18   美咲 20   Bo 7" in score(
        "hand", "Ann=0", "Zoë=10", "Bo=0", "--force", "--note", "both shouted"
    )
    assert score("hand", "Ann=9", "Bo=0").splitlines()[-2:] == ["The game is over: Bo won.", "Saved."]
    assert "Craziness is over: Bo won" in score("hand", "Ann=0", "Bo=3", status=2)
    result = json.loads(score("--json"))
    assert result["totals"] == {"Ann Lee": 16, "Zoë": 18, "美咲": 20, "Bo": 7}
    assert (result["winner"], result["eliminated"]) == (["Bo"], ["美咲", "Zoë", "Ann Lee"])
    assert result["places"] == ["Bo", "Ann Lee", "Zoë", "美咲"] and len(result["hands"]) == 6
    table = score()
    rows = [line.split() for line in table.splitlines() if re.match(r"\d", line)]
    assert [" ".join(row[-4:]) for row in rows] == ["0 4 7 1", "5 0 3 2", "0 1 4 1", "2 3 6 3", "0 10 - 0", "9 - - 0"]
    assert "Note to hand 5: both shouted (entered although it does not add up)" in table
    steps = [row["text"].split(":")[0] for row in json.loads(score("log", "--json"))["log"]]
    assert steps[0] == "started Craziness with Ann Lee, Zoë, 美咲 and Bo, Bo deals"
    assert (
        ", ".join(steps[1:])
        == "hand 1, hand 2, undo, hand 2, hand 3, hand 4, hand 3 corrected, hand 4 corrected, hand 5, hand 6"
    )


def test_a_night_of_casino_macedonia(score, path):
    assert "may be 3 or 6" in score("start", "casino", "Ann", "Bo", "Cy", "--option", "hands=5", status=2)
    score("start", "casino", "Ann", "Bo", "Cy")
    counts = [*(
        "--cards Ann=40,Bo=44,Cy=40 --reds Ann=8,Bo=10,Cy=7 --circles Ann=8,Bo=9,Cy=8 --ones Ann=8,Bo=9,Cy=7 "
        "--red-circles Ann=1,Bo=2,Cy=2 --special Bo --hearts none"
    ).split()]  # fmt: skip
    wrong = [word.replace("Cy=40", "Cy=39") for word in counts]
    assert "123 cards together, and there are 124: one short. Recount?" in score("hand", *wrong, status=2)
    assert "No hand is entered yet" in score()
    message = score("hand", *counts)
    # by hand: Ann 8 + 3; Bo 25 + 10 + 10 + 9 + 6 + 15; Cy 7 + 6; of 150 the hearts (50) and a 1 aside (1) are lost
    assert "Ann 11, total 11 (8 ones + 3 red circles)" in message and ", total 75" in message
    assert ", total 13" in message
    assert "99 of 150 points; nobody got: 1 for the ones aside, 50 for all yellow hearts" in message
    crash(path, "score", "hand", "Ann=50", "Bo=50", "Cy=50")
    assert "151 points together, and there are 150: 1 too many" in score("hand", "Ann=51", "Bo=50", "Cy=50", status=2)
    assert "Total    Ann 61   Bo 125   Cy 63" in score("hand", "Ann=50", "Bo=50", "Cy=50")
    score("undo")
    score("hand", "Ann=50", "Bo=60", "Cy=40")
    # the third hand by cards: Ann and Bo name theirs, Cy has all the others
    from tt_print.deck import FULL

    codes = [card.safe_code for card in FULL]
    ann, bo = ",".join(codes[:25]), ",".join(codes[30:60])
    assert "--rest needs the cards set aside (1)" in score(
        "hand", "--captured", f"Ann={ann}", "--captured", f"Bo={bo}", "--rest", "Cy", status=2
    )
    message = score("hand", "--captured", f"Ann={ann}", "--captured", f"Bo={bo}", "--rest", "Cy", "--aside", "KBQ")
    # Ann: all 25 reds 10, 5 ones, 5 red circles 15 = 30; Bo: yellow hearts 50, 6 ones; Cy: most cards 25, circles 15 of 25: 10,
    # 14 ones, blue square 4 15 = 64
    assert ", total 91" in message and ", total 191" in message and ", total 117" in message, message
    assert "The game is over: Bo won." in message
    result = json.loads(score("--json"))
    assert result["totals"] == {"Ann": 91, "Bo": 191, "Cy": 117} and result["places"] == ["Bo", "Cy", "Ann"]
    assert [hand["dealer"] for hand in result["hands"]] == ["Ann", "Bo", "Cy"]
    message = score("edit", "1", "--special", "Cy")
    assert "Hand 1: Bo 75 -> 60, Cy 13 -> 28" in message and "Total: Bo 191 -> 176, Cy 117 -> 132" in message


@pytest.mark.parametrize("count", slow_but([3], [3, 6]))
def test_several_terminals_at_one_night_each_see_their_own_hand(score, path, count):
    """Whoever enters first is not told of the hands that others stored while this one was still being copied."""
    score("start", "craziness", "Ann", "Bo", "--option", "elimination_score=9999")
    points = range(11, 11 + count)
    running = [subprocess.Popen([sys.executable, "-m", "tt_print", "score", "hand", "Ann=0", f"Bo={n}", "--file", str(path)], cwd=ROOT,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for n in points]  # fmt: skip
    for number, (out, err) in zip(points, [each.communicate() for each in running], strict=True):
        assert "Saved." in out and f"Bo {number}   " in out.replace("\n", "   "), (out, err)
    result = json.loads(score("--json"))
    assert result["totals"]["Bo"] == sum(points) and len(result["hands"]) == count


# ---------------------------------------------------------------- asked line by line; twice at a real terminal


@pytest.fixture
def night():
    return Evening("craziness", "Ann", "Bo", "Cy")


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
