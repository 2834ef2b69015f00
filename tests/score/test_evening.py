"""`tt-print score play`: an evening at one keyboard, with slips, other terminals, closed windows and every command."""

import io
import json
import os
import random
import re
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.commands import tt, type_line
from tests.score import keyboard
from tests.score.nights import Evening
from tests.score.terminal import process_of, type_into
from tt_print.core import Core, Environment, FileBook
from tt_print.games import game_names

CRAZINESS = ("craziness", "Ann", "Bo", "Cy")


@pytest.fixture
def store(tmp_path):
    return tmp_path / "score.sqlite"


@pytest.fixture
def sit(store):
    """Types lines into `score play`, which is closed after them; gives what was asked and printed."""
    return lambda *lines: keyboard.sit(["score", "play", "--file", store], *lines)


@pytest.fixture
def play(sit):
    """As `sit`; gives what was asked and printed in one line."""

    def play(*lines):
        sat = sit(*lines)
        assert sat.status == 0, sat
        return sat.text

    return play


@pytest.fixture
def started(store):
    return lambda game, *names, **house: Evening(game, *names, house=house, file=store)


@pytest.fixture
def kept(store):
    return lambda: json.loads(type_line("score", "--json", "--file", store).out)


def test_an_evening_from_the_first_question_to_the_last(play, kept):
    """Game, players, dealer, house rules; two hands; the last one undone."""
    printed = play("cra", "Ann Lee, Cy", "cy", "?", "elimination_score=9", "2 4", "", "", "1", "3", "", "u", "q")
    assert "Which game? 1 World War 3" in printed and "elimination_score = a whole number" in printed
    assert "Who deals first? 1 Ann Lee 2 Cy (Enter: Ann Lee)" in printed  # the comma parts, so the blank does not
    night = kept()
    assert (night["game"], night["players"], night["dealer"]) == ("craziness", ["Ann Lee", "Cy"], "Ann Lee")
    assert night["house"] == {"elimination_score": 9} and night["totals"] == {"Ann Lee": 4, "Cy": 0}
    assert "Undone: hand 2. redo brings it back." in printed
    assert "Everything that was saved is kept. To go on: tt-print score play" in printed


def test_wrong_answers_before_a_night_are_asked_again(play, kept):
    printed = play("chess", "5", "Ann Ann", "Ann", "Ann, Bo", "Cy", "bo", "hands=3", "elimination_score=x", "none", "q")
    for said in ("there is no game 'chess'", "two players are called Ann", "players, not 1", "no player is called 'Cy'",
                 "Craziness has no house rule 'hands'", "elimination_score = x is not possible"):  # fmt: skip
        assert said in printed, said
    assert kept()["dealer"] == "Bo" and kept()["house"] == {}


@pytest.mark.parametrize("lines", [[], ["5"], ["5", "Ann Bo", "stop"], ["q"], ["5", "Ann Bo", "", "quit"]])
def test_who_leaves_before_a_night_begins_leaves_no_file(play, store, lines):
    play(*lines)
    assert not store.exists()


def test_names_of_all_kinds_are_players(play, kept):
    names = ['D\'Arcy "Q"', "美咲", "Undo", "Zoë --x", "<b>"]
    play("craziness", ", ".join(names), "", "", "", "und", "4", "1", "2", "3", "", "q")
    assert kept()["totals"] == dict(zip(names, (4, 1, 0, 2, 3), strict=True))


def test_the_house_rules_of_config_toml_hold_unless_others_are_typed(play, kept):
    settings = Path(os.environ["TT_PRINT_CONFIG"])
    (settings / "house").mkdir()
    (settings / "house" / "friday.toml").write_text("[craziness]\nmust_play = true\nelimination_score = 9\n", "utf-8")
    (settings / "config.toml").write_text('[night]\nhouse = "friday"\n', "utf-8")
    printed = play("craziness", "Ann Bo", "", "", "start", "", "", "", "must_play=false", "q")
    assert "House rules? Enter for friday.toml" in printed
    assert "house rules: must_play = true, elimination_score = 9" in printed
    assert kept()["house"] == {"elimination_score": 9}


def test_a_night_goes_on_and_an_old_one_only_when_asked(play, kept, store):
    core = Core(Environment(lambda: "2026-01-21T20:00:00+00:00", bytes, "ann", FileBook(store)))
    core.ask({"ask": "score.start", "game": "craziness", "players": ["Ann", "Bo", "Cy"]})
    assert "Go on with night 1 (Craziness; Ann, Bo and Cy; 2026-01-21)" in play("what?", "", "1 4 1", "", "q")
    assert kept()["night"] == 1 and "Go on with" not in play("q"), "something was just entered"
    printed = play("start", "ww3", "", "2", "", "q")
    assert "Played before: Ann, Bo, Cy" in printed and kept()["game"] == "ww3" and kept()["dealer"] == "Bo"


def test_an_evening_is_typed_through_a_pipe_as_well(capsys, monkeypatch, store, kept):
    monkeypatch.setattr(sys, "stdin", io.StringIO("craziness\nAnn Bo\n\n\n1 4\n\n"))
    ran = tt(capsys, "score", "play", "--file", store)
    assert ran.status == 0 and "Who deals first?" in ran.out and kept()["totals"] == {"Ann": 0, "Bo": 4}


EVENINGS = {  # a hand or more of each game as somebody would type them, and how many that are
    "craziness": (["1 4 1", "", "", "0", "4", "2", "1", ""], 2),
    "casino": (["", "2", "2", "2", "8 12 4", "1 2 2", "2", "0", "", "points", "50 60 40", ""], 2),
    "push-it": (["", "2", "", "m color", "3", ""], 2),
    "six-suit": (["", "2", "red", "", "1 3 4", ""], 2),
    "ww3": (["", "1 3", "", "2", "", "out bo", "", "won ann", ""], 4),
    "armageddon": (["3 1", ""], 1),
    "points": (["5 0 -3", "", "", "1", "2", "3", "", "finish"], 2),
}


@pytest.mark.parametrize("game", EVENINGS)
def test_every_game_is_entered_and_left(play, kept, started, game):
    started(game, "Ann", "Bo", "Cy")
    lines, hands = EVENINGS[game]
    printed = play(*lines, "q")
    assert game != "push-it" or "Who went out first? 1 Ann 2 Bo 3 Cy" in printed
    assert len(re.findall(r"Saved\.(?: A mistake|  A mistake| Enter)", printed)) == len(kept()["hands"]) == hands
    assert "error" not in printed and kept()["over"] is (game == "points")


def test_mistakes_at_every_question_of_a_hand(play, kept, started):
    started(*CRAZINESS)
    printed = play("", "Di", "", "1", "x", "", "rh3 kb4", "1 9", "-", "5", "-", "9", "7", "", "q")
    for said in ("no player is called 'Di'", "Somebody must be named", "'x' is not a card", "Bo still holds a card",
                 "one answer too many", "Ann went out; Bo 9, Cy 7"):  # fmt: skip
        assert said in printed, said
    assert kept()["totals"] == {"Ann": 0, "Bo": 9, "Cy": 7}


def test_when_a_game_is_over_another_begins_with_the_same_players(play, kept, started):
    started(*CRAZINESS, elimination_score=2)
    printed = play("1 4 5", "", "nobody", "1 4", "", "n", "", "", "2 1 1", "", "q")
    assert "The game is over: Ann won." in printed and printed.count("the game is over. Enter begins another") == 2
    assert kept()["night"] == 2 and len(kept()["hands"]) == 1 and kept()["house"] == {"elimination_score": 2}
    assert kept()["hands"][0]["dealer"] == "Bo"


def test_the_same_hand_again_is_asked_about(play, kept, started):
    started(*CRAZINESS)
    printed = play("1 4 1", "", "1 4 1", "", "", "1 4 1", "", "y", "q")
    assert printed.count("Another hand that ended the same?") == 2 and len(kept()["hands"]) == 2


def test_an_earlier_hand_is_asked_again_and_corrected(play, kept, started):
    started(*CRAZINESS)
    play("1 4 1", "", "2 3 3", "", "e", "1 6 3", "", "q")
    assert [hand["points"]["Bo"] for hand in kept()["hands"]] == [4, 6]
    printed = play("edit 1", "3", "2", "-", "5", "4", "", "q")
    assert "Hand 1: Ann went out; Bo 4, Cy 1" in printed and "Saved: the correction of hand 1." in printed
    assert kept()["hands"][0]["points"] == {"Ann": 5, "Bo": 4, "Cy": 0} and len(kept()["hands"]) == 2
    assert "Nothing is changed." in play("e 2", "1", "stop", "q")
    assert kept()["hands"][1]["points"] == {"Ann": 0, "Bo": 6, "Cy": 3}


def test_a_correction_that_does_not_add_up_is_saved_only_with_a_reason(play, kept, started):
    started("casino", "Ann", "Bo", "Cy")
    play("points", "50 60 40", "", "e 1", "points", "50 60 41", "Bo's cat ate one", "q")
    assert kept()["totals"] == {"Ann": 50, "Bo": 60, "Cy": 41}
    assert kept()["hands"][0]["entry"]["note"] == "Bo's cat ate one"


def test_people_come_and_go_and_rules_change(play, kept, started):
    started(*CRAZINESS)
    lines = ["1 4 1", "", "join Di Do=7", "rename Ann=Anna", "2 2 1 3", "", "leave Cy", "rule elimination_score=20", "n it's late",
             "join Cy", "leave Di Do", "u", "redo", "u", "q"]  # fmt: skip
    printed = play(*lines)
    night = kept()
    assert "error" not in printed, printed
    assert night["totals"] == {"Anna": 2, "Bo": 4, "Cy": 2, "Di Do": 10} and night["house"] == {"elimination_score": 20}
    assert [note["text"] for note in night["notes"]] == ["it's late"]
    assert "Saved: Di Do joined. u takes it back." in printed and "Undone: Di Do left. redo brings it back." in printed
    play("remove 1", "q")
    assert len(kept()["hands"]) == 1


def test_pointers_are_moved_and_shown(play, started):
    started("push-it", "Ann", "Bo", "Cy")
    printed = play("m color", "move shape", "u", "q")
    assert "Saved: the move of color" in printed and "Undone: the move of shape" in printed
    assert "COLOR" in printed.upper()


def test_what_is_no_command_and_no_answer_is_explained_and_nothing_happens(play, kept, started):
    started(*CRAZINESS)
    printed = play("foo", "1 4 x", "e", "e 3", "e x", "u", "redo", "m color", "n", "join", "join Di=x", "remove x", "rule", "leave Di",
                   "rename Bo", "rename Bo=Ann", "q")  # fmt: skip
    for said in ("no player is called 'foo'", "'x' is not a card", "there is no hand 0", "there is no hand 3", "nothing to undo",
                 "nothing to redo", "has no pointers", "as in: note Cy came late", "as in: join Di=7", "as in: rule must_play=true",
                 "no player is called 'Di'", "two people"):  # fmt: skip
        assert said in printed, said
    assert printed.count("error: ") == 16
    assert kept()["hands"] == [] and kept()["notes"] == [] and kept()["players"] == ["Ann", "Bo", "Cy"]


def test_the_list_has_every_command_that_this_game_takes(play, started):
    started("push-it", "Ann", "Bo", "Cy")
    assert "m, move color move a pointer" in (listed := play("?", "q")) and "finish" not in listed
    started(*CRAZINESS)
    assert "move color" not in play("?", "q")


def test_ctrl_c_in_a_hand_goes_back_to_the_table_and_keeps_the_answers(sit, started, kept):
    started(*CRAZINESS)
    printed = sit("", "1", "4", KeyboardInterrupt, "n late", "", "", "1", "", "q").text
    assert "Hand 1 waits: Enter goes on with it." in printed and "You were at hand 1: went out Ann; Bo=4" in printed
    assert kept()["totals"] == {"Ann": 0, "Bo": 4, "Cy": 1}


def test_a_closed_window_keeps_the_answers_for_the_next_evening(sit, play, started, kept):
    started(*CRAZINESS)
    sit("", "1", "4", EOFError)
    assert "You were at hand 1" in play("", "1", "", "q")
    assert kept()["totals"] == {"Ann": 0, "Bo": 4, "Cy": 1} and "You were at hand" not in play("", "q")


def test_q_leaves_a_hand_too_unless_it_begins_a_name(play, started, kept):
    started("craziness", "Ann", "Quentin")
    printed = play("", "q", "q", "q")
    assert "Hand 1 waits: Enter goes on with it." in printed and "Everything that was saved is kept." in printed
    assert "went out Quentin" in play("", "5", "", "q")
    assert kept()["totals"] == {"Ann": 5, "Quentin": 0}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and SIGKILL are POSIX")
def test_a_killed_evening_goes_on_where_it_was(store, started, kept):
    started(*CRAZINESS)

    def kill():
        os.kill(process_of(store), signal.SIGKILL)
        return "killed"

    assert type_into(["score", "play", "--file", store], ["1 4 1", "", "2", "3", kill]).status == -9
    seen = type_into(["score", "play", "--file", store], ["", "5", "", "\x03"])
    assert seen.status == 130 and "Everything that was saved is kept." in seen.text
    assert [hand["points"] for hand in kept()["hands"]] == [{"Ann": 0, "Bo": 4, "Cy": 1}, {"Ann": 3, "Bo": 0, "Cy": 5}]


def test_ctrl_c_before_another_night_begins_goes_back_to_the_one_before(sit, started, kept):
    started(*CRAZINESS)
    printed = sit("start", "5", KeyboardInterrupt, "start", "stop", "1 4 1", "", "q").text
    assert printed.count("No night is begun.") == 2 and kept()["night"] == 1 and len(kept()["hands"]) == 1


@pytest.mark.parametrize("when", [1, 2, 3])
def test_a_hand_that_another_terminal_enters_meanwhile_is_not_entered_twice(sit, play, started, kept, when):
    """At whichever question the other was faster: Enter drops the answers."""
    evening = started(*CRAZINESS)
    lines = ["1", "4", "1", ""]
    lines[when] = keyboard.elsewhere(evening, lines[when], "hand", "Ann=0", "Bo=4", "Cy=1")
    sat = sit("", *lines[: when + 1], "", "q")
    assert "Was that this hand? Enter drops your answers; 2 keeps them for hand 2" in sat.asked
    assert "Meanwhile, Eve: hand 1: Ann went out; Bo 4, Cy 1" in sat.text
    assert len(kept()["hands"]) == 1 and "You were at hand" not in play("", "q")


def test_answers_for_a_hand_that_is_taken_can_be_kept_for_the_next(sit, play, started, kept):
    evening = started(*CRAZINESS)
    sit("", "1", keyboard.elsewhere(evening, "4", "hand", "Ann=0", "Bo=9", "Cy=9"), "2", "1", "", "q")
    assert [hand["points"] for hand in kept()["hands"]] == [{"Ann": 0, "Bo": 9, "Cy": 9}, {"Ann": 0, "Bo": 4, "Cy": 1}]


def test_answers_that_fit_no_more_are_dropped(sit, play, started, kept):
    evening = started(*CRAZINESS, elimination_score=5)
    printed = sit("", "3", keyboard.elsewhere(evening, "4", "hand", "Ann=0", "Bo=4", "Cy=9"), "1 1", "", "q").text
    assert "Your answers fit no more." in printed and kept()["hands"][1]["points"] == {"Ann": 0, "Bo": 1, "Cy": 0}


def test_a_night_that_others_begin_does_not_take_this_one_over(sit, play, started):
    evening = started(*CRAZINESS)
    sit(keyboard.elsewhere(evening, "t", "start", "ww3", "Di", "Eve"), "1 4 1", "", "u", "redo", "q")
    assert len(json.loads(evening.seen("show", "1", "--json"))["hands"]) == 1


def test_what_a_disk_refuses_is_reported_and_the_answers_stay(sit, store, started, kept):
    """A folder is where sqlite wants its journal, as on a disk that has no room for it."""
    started(*CRAZINESS)
    journal = store.with_name(store.name + "-journal")
    printed = sit(
        "", "1 4 1", lambda: journal.mkdir() or "", "", lambda: journal.rmdir() or "", "", "", "", "", "q"
    ).text
    assert printed.count("cannot write to") >= 2 and "You were at hand 1" in printed
    assert kept()["totals"] == {"Ann": 0, "Bo": 4, "Cy": 1}


def test_a_file_that_is_emptied_in_the_evening_stops_nothing_for_good(sit, started, store, kept):
    """The command that the error names is typed at another terminal; then Enter tries again."""
    evening = started(*CRAZINESS)
    evening.hand("Ann=0", "Bo=3", "Cy=1")
    empty = lambda: "t" if store.write_bytes(b"") == 0 else ""  # noqa: E731
    printed = sit(empty, "", keyboard.elsewhere(evening, "", "restore"), "1 2 2", "", "q").text
    assert printed.count("is empty, and the copy beside it") >= 2 and len(kept()["hands"]) == 2


TYPED = [
    "", "1", "2", "0", "4", "12", "-", "?", "stop", "u", "redo", "e", "e 1", "edit 99", "t", "n", "n x", "m color", "join Di=7", "join", "leave Cy",
    "rename Bo=Boo", "rename Bo", "rule must_play=true", "rule =", "remove 1", "finish", "start", "y", "Ann", "Bo", "Cy", "b", "Bo 4, Cy 1", "1 4 1",
    "2 2 2", "8 9 7", "40 44 40", "points", "rh3 kb4", "red", "k", "out", "won cy", "1 3", "²", "-3", "９", "\udcff", "9" * 5000, "=", "--",
    "--went-out", "'", '"', "Ann=0 Bo=1 Cy=2", "24 25 25 25 25", "the dog ate it", ";", ",,,", "Ann Ann", "🂡", "nobody", "40! 44 39!",
]  # fmt: skip


def type_anything(store, game, lines):
    """Whatever was typed, the loop goes on, the file is whole, and nothing worse than a sentence was printed."""
    evening, waiting = Evening(game, "Ann", "Bo", "Cy", file=store), list(lines)
    while waiting:
        sat = keyboard.sit(["score", "play", "--file", store], *waiting)
        assert sat.status in (0, 130) and "Traceback" not in sat.out and "invalid literal" not in sat.out
        waiting = waiting[len(sat.asked) :]
    assert evening.seen("show", "1")


@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    game=st.sampled_from(game_names()),
    lines=st.lists(st.sampled_from([*TYPED, KeyboardInterrupt]) | st.text(max_size=12), max_size=12),
)
def test_whatever_is_typed_the_evening_goes_on(tmp_path_factory, game, lines):
    type_anything(tmp_path_factory.mktemp("night") / "score.sqlite", game, lines)


@pytest.mark.slow
def test_two_dozen_long_evenings_of_anything(tmp_path):
    for number in range(24):
        rng = random.Random(number)
        lines = [rng.choice([*TYPED, KeyboardInterrupt]) for _ in range(40)]
        type_anything(tmp_path / f"{number}.sqlite", rng.choice(game_names()), lines)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
@pytest.mark.parametrize("columns", [40, 80])
def test_every_line_fits_the_window(store, columns):
    lines = "4|Ann Bo Cy|||?||2|2|2|8 12 4|1 2 2|2|0||t|u|note late|join|q".split("|")
    seen = type_into(["score", "play", "--file", store], lines, columns=columns, COLUMNS=str(columns))
    assert seen.status == 0, seen.text
    for line in seen.text.splitlines():
        line = next((line.removesuffix(typed) for typed in lines if typed and line.endswith(f": {typed}")), line)
        assert len(line) <= columns or "tt_print" in line or "tt-print" in line, line
