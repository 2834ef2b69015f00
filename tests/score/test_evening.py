"""`tt-print score play`: an evening at one keyboard, with slips, other terminals, closed windows and every key."""

import contextlib
import io
import json
import os
import random
import sys
from datetime import datetime, timedelta
from itertools import cycle

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.commands import tt
from tests.score.keyboard import Typist
from tests.score.terminal import type_into
from tt_print.cli import run
from tt_print.cli.score.evening import ACTIONS, Evening
from tt_print.cli.score.opening import ask_table
from tt_print.games import game_names
from tt_print.score.draft import draft_path
from tt_print.score.store import Draft, open_store

CRAZINESS = ("craziness", "Ann", "Bo", "Cy")


@pytest.fixture
def store(tmp_path):
    return tmp_path / "score.sqlite"


@pytest.fixture
def play(capsys, monkeypatch, store):
    """Types lines into `score play` through a pipe; gives what was printed."""

    def play(*lines, status=0, options=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        ran = tt(capsys, "score", "play", *options, "--file", store)
        assert ran.status == status, ran
        return ran.out + ran.err

    return play


@pytest.fixture
def started(capsys, store):
    def start(*words):
        assert tt(capsys, "score", "start", *words, "--file", store).status == 0

    return start


@pytest.fixture
def kept(capsys, store):
    return lambda: json.loads(tt(capsys, "score", "--json", "--file", store).out)


# ---------------------------------------------------------------- a whole evening


def test_an_evening_from_the_first_question_to_the_last(play, kept):
    """Game, players, dealer, house rules; two hands; the last one taken back."""
    printed = play("cra", "Ann Lee, Cy", "cy", "?", "elimination_score=9", "2 4", "", "", "1", "3", "", "u", "q")
    assert "Which game?  1 World War 3" in printed and "elimination_score = a whole number" in printed
    assert "Who deals first?  1 Ann Lee  2 Cy (Enter: Ann Lee)" in printed  # the comma parts, so the blank does not
    night = kept()
    assert (night["game"], night["players"], night["dealer"]) == ("craziness", ["Ann Lee", "Cy"], "Ann Lee")
    assert night["house"] == {"elimination_score": 9} and night["totals"] == {"Ann Lee": 4, "Cy": 0}
    assert "Everything that was saved is kept. Again: tt-print score play" in printed


def test_a_night_of_hands_and_second_thoughts(play, kept, started):
    started(*CRAZINESS)
    printed = play("1 4 1", "", "", "2", "3", "rh3 kb4", "", "u", "redo", "e 1 Bo=5", "n Cy's tea is cold", "q")
    assert "Enter for hand 1, ? for more" in printed and "hand 1 is corrected" in printed
    night = kept()
    assert night["totals"] == {"Ann": 3, "Bo": 5, "Cy": 5} and [note["text"] for note in night["notes"]] == [
        "Cy's tea is cold"
    ]


EVENINGS = {  # a hand or more of each game as somebody would type them, and how many that are
    "craziness": (["1 4 1", "", "", "0", "4", "2", "1", ""], 2),
    "casino": (["", "2", "2", "2", "8 12 4", "1 2 2", "2", "0", "", "points", "50 60 40", ""], 2),
    "push-it": (["", "2", "", "m 1", "3", ""], 2),
    "six-suit": (["", "2", "red", "", "1 3 4", ""], 2),
    "ww3": (["", "1 3", "", "2", "", "out bo", "", "won ann", ""], 4),
    "armageddon": (["3 1", ""], 1),
}


@pytest.mark.parametrize("game", EVENINGS)
def test_every_game_is_entered_and_left(play, kept, started, game):
    started(game, "Ann", "Bo", "Cy")
    lines, hands = EVENINGS[game]
    printed = play(*lines, "q")
    assert printed.count("Saved.") == len(kept()["hands"]) == hands and "error" not in printed


def test_when_a_game_is_over_another_begins_with_the_same_players(play, kept, started):
    started(*CRAZINESS, "--option", "elimination_score=2")
    printed = play("1 4 5", "", "nobody", "1 4", "", "n", "", "", "2 1 1", "", "q")
    assert "The game is over: Ann won." in printed and printed.count("Enter for another game") == 4
    assert printed.count("the game is over. Enter begins another") == 2
    assert kept()["night"] == 2 and len(kept()["hands"]) == 1 and kept()["house"] == {"elimination_score": 2}


def test_the_night_that_is_kept_goes_on_and_an_old_one_only_when_asked(play, kept, started, store):
    started(*CRAZINESS)
    assert "Go on with" not in play("1 4 1", "", "q")
    old = (datetime.now().astimezone() - timedelta(hours=11)).isoformat(timespec="seconds")
    with open_store(store, writing=True) as book:
        book.write(lambda events: [Draft(1, "note", {"text": "late"})], old, "ann")
    question = f"Go on with night 1 (Craziness; Ann, Bo and Cy; {old[:10]})"
    assert question in " ".join(play("what?", "", "q").split()) and kept()["night"] == 1
    printed = play("n", "ww3", "", "2", "", "q")
    assert "Played before: Ann, Bo, Cy" in printed and kept()["game"] == "ww3" and kept()["dealer"] == "Bo"


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


# ---------------------------------------------------------------- the keys


def test_the_list_names_every_key_and_every_other_verb(play, started):
    started("push-it", "Ann", "Bo", "Cy")
    printed = play("?", "q")
    for action in ACTIONS:
        assert f"{action.letter or ' '} {action.word} " in printed and action.meaning.split()[0] in printed
    assert "nights, resume, show, players, export, import" in printed.replace("\n", " ")
    started(*CRAZINESS)
    assert "m move" not in play("?", "q")  # no pointers


def test_each_key_works_and_so_does_its_word(play, started):
    started("push-it", "Ann", "Bo", "Cy")
    winners = cycle(["Bo", "Cy"])
    lines = ["1", ""]
    for action in ACTIONS:
        for word in sorted(
            {action.letter, action.word, f"tt-print score {action.word}", f"/{action.letter or action.word}"} - {""}
        ):
            before = {"undo": ["n x"], "redo": ["n x", "u"]}.get(action.word, [])
            answers = {"note": ["late"], "move": ["1"], "edit": ["", f"--went-out {next(winners)}"], "start": ["stop"],
                       "join": ["-"], "leave": ["-"], "rename": ["-"], "rule": ["-"], "remove": ["-"], "drop": [""],
                       "judge": ["--deck west --pointers RC3"], "recount": ["stop"]}.get(action.word, [])  # fmt: skip
            lines += [*before, word, *answers]
    printed = play(*lines, "q")
    assert "error" not in printed and "Traceback" not in printed, printed[-3000:]
    assert printed.count("Undone:") == 4 + 3 and printed.count("Redone:") == 3 and printed.count("is corrected") == 4
    assert (
        printed.count("Noted: late") == 4
        and printed.count("Deal code:") == 4
        and printed.count("No night is begun.") == 3
    )
    assert printed.count("The deck of this game: squares, 64 cards.") == 4


def test_the_same_hand_again_is_asked_about(play, kept, started):
    started(*CRAZINESS)
    printed = play("1 4 1", "", "1 4 1", "", "", "1 4 1", "", "y", "q")
    assert (
        printed.count("Another hand that ended the same?") == 2
        and "Nothing saved." in printed
        and "You were at" not in printed
    )
    assert len(kept()["hands"]) == 2


def test_whatever_can_be_typed_in_a_shell_can_be_typed_here(play, kept, started):
    started(*CRAZINESS)
    printed = play("Ann=0 Bo=4 Cy=1", "--went-out Bo Ann=2 Cy=3", "tt-print score undo", "score log", "hand Ann=0 Bo=1 Cy=1",
                   "players", "nights", "papers", "./tt-print score edit 1 Bo=6", "deal", "q")  # fmt: skip
    assert kept()["totals"] == {"Ann": 0, "Bo": 7, "Cy": 2} and "error" not in printed
    assert "Read aloud:" in printed and "letter" in printed and "undo: hand 2" in printed


def test_who_comes_goes_and_is_called_otherwise_is_told_in_a_line(play, kept, started):
    started("craziness", "Ann Lee", "Bo", "Cy")
    printed = play(
        "1 4 1",
        "",
        "join Di Do --points 3",
        "leave Cy",
        "rename Ann Lee Anna",
        "rule elimination_score=20",
        "0 2 3 4",
        "",
        "q",
    )
    assert "error" not in printed, printed
    night = kept()
    assert night["totals"] == {"Anna": 2, "Bo": 7, "Cy": 1, "Di Do": 7} and len(night["hands"]) == 2
    printed = play(
        "leave",
        "Di Do",
        "join",
        "Di Do",
        "rename",
        "Bo",
        "Bob",
        "remove",
        "2",
        "rule",
        "must_play=true",
        "drop",
        "",
        "drop",
        "yes",
    )
    assert printed.count("Take it back:") >= 5 and "Dropped: " in printed, printed


def test_a_night_that_is_dropped_gives_way_to_the_one_before(play, kept, started):
    started(*CRAZINESS)
    started("ww3", "Di", "Eve")
    printed = play("1 2", "", "drop", "yes", "1 4 1", "", "q")
    assert "Craziness, night 1" in printed.partition("Dropped: ")[2] and kept()["totals"] == {
        "Ann": 0,
        "Bo": 4,
        "Cy": 1,
    }


def test_what_is_no_command_and_no_answer_is_told_and_nothing_happens(play, kept, started):
    started(*CRAZINESS)
    printed = play("foo", "1 4 x", "e", "e 3", "e x", "u", "redo", "j --on", "m", "n", "-", "q")
    for said in ("no player is called 'foo'", "'x' is not a card", "no hand is entered yet", "nothing to undo", "nothing to redo",
                 "--on needs a value", "has no pointers"):  # fmt: skip
        assert said in printed, said
    assert kept()["hands"] == [] and kept()["notes"] == []


def test_the_next_hand_is_dealt_for_those_who_are_in(play, started):
    started("craziness", "Ann Lee", "Bo", "Cy", "--dealer", "Cy", "--option", "elimination_score=5")
    printed = play("d", "Bo=0 Cy=1 'Ann Lee=7'", "d --reveal", "q")
    assert "Craziness, 3 players" in printed and "Dealer  Cy" in printed
    second = printed.partition("Craziness, 2 players")[2]
    assert "Dealer  Bo" in second and "Cards" in second and "elimination_score=5" in second and "Ann Lee" not in second


def test_teams_by_name_are_dealt_and_judged(play, started):
    started("six-suit", "Ann Lee", "Bo", "Cy", "Di", "--option", "teams=Ann Lee+Cy/Bo+Di")
    printed = play("d", "j RC1 RH2 RT3 RS4 KC2 YH1", "rules partner", "q")
    assert "error" not in printed and "STILL IN" in printed and "Deal code" in printed


def test_the_judge_and_the_book_know_the_house_rules_of_the_night(play, started):
    started(*CRAZINESS, "--option", "must_play=true")
    printed = play("j", "--on RC1 --play RC2", "r 4d", "q")
    assert "--declare" in printed and "must_play=true" in printed and printed.count("House rules: must_play=true") >= 2


def test_an_earlier_hand_is_asked_anew_or_corrected_in_a_word(play, kept, started):
    started(*CRAZINESS)
    play("1 4 1", "", "2 3 3", "", "e", "1", "Bo 6", "q")
    assert kept()["hands"][0]["points"] == {"Ann": 0, "Bo": 6, "Cy": 1}
    printed = play("e 1", "", "3", "2", "table", "-", "5", "4", "", "q")
    assert kept()["hands"][0]["points"] == {"Ann": 5, "Bo": 4, "Cy": 0} and len(kept()["hands"]) == 2
    assert "Hand 1, dealt by Ann." in printed
    play("e 2", "", "1", "stop", "e", "-", "q")
    assert kept()["hands"][1]["points"] == {"Ann": 3, "Bo": 0, "Cy": 3}


# ---------------------------------------------------------------- while a hand is asked


def test_a_question_can_wait_for_a_judge_or_the_table(play, kept, started):
    started(*CRAZINESS)
    printed = play(
        "",
        "table",
        "1",
        "judge --hand KBQ,KB1,RH2",
        "/t",
        "note Bo counts twice",
        "rules wild",
        "?",
        "undo",
        "/u",
        "4",
        "1",
        "",
        "q",
    )
    assert (
        "POINTS 8" in printed and printed.count("Players: Ann, Bo and Cy") == 3 and printed.count("undo can wait") == 2
    )
    assert (
        "one answer back" in printed and kept()["totals"] == {"Ann": 0, "Bo": 4, "Cy": 1} and len(kept()["notes"]) == 1
    )


def test_a_player_is_nobodys_command(play, kept, started):
    started("craziness", "Table", "Note", "Undo")
    printed = play("", "table", "/table", "4", "1", "", "q")
    assert kept()["totals"] == {"Table": 0, "Note": 4, "Undo": 1} and "Note to" not in printed


def test_a_question_mark_is_a_value_where_it_can_be_one(play, kept, started):
    started("six-suit", "Ann", "Bo", "Cy")
    assert "one answer back" in play("", "?", "2", "?", "", "q")
    assert kept()["hands"][0]["entry"]["out"] == [{"who": ["Bo"], "by": "?", "from": None}]


@pytest.fixture
def sit(started, store):
    """An evening whose keyboard a test types on; what is typed may be Ctrl-C, or something done elsewhere first."""

    def sit(*lines, game=CRAZINESS):
        if not store.exists():
            started(*game)
        keyboard = Typist(*lines)
        Evening(store, keyboard, 1, seen=1).stay()
        return keyboard

    return sit


def test_ctrl_c_in_a_hand_goes_back_to_the_table_and_keeps_the_answers(sit, capsys, kept):
    sit("", "1", "4", KeyboardInterrupt, "u", "n", "late", "", "", "1", "", "q")
    printed = " ".join(capsys.readouterr().out.split())
    assert "Hand 1 waits: Enter goes on with it." in printed and "You were at hand 1: went out Ann; Bo=4" in printed
    assert kept()["totals"] == {"Ann": 0, "Bo": 4, "Cy": 1}


def test_a_closed_window_keeps_the_answers_for_the_next_evening(sit, capsys, store, kept):
    sit("", "1", "4", EOFError)
    assert draft_path(store).exists()
    sit("", "1", "")
    assert kept()["totals"] == {"Ann": 0, "Bo": 4, "Cy": 1} and not draft_path(store).exists()
    with pytest.raises(KeyboardInterrupt):
        sit(KeyboardInterrupt)


def elsewhere(capsys, store, *words, who="Eve"):
    """What somebody else types at another terminal meanwhile; then the line that is typed here."""

    def act(line):
        def typed():
            before = os.environ.get("LOGNAME")
            os.environ["LOGNAME"] = who
            try:
                ran = tt(capsys, "score", *words, "--file", store)
            finally:
                os.environ.pop("LOGNAME") if before is None else os.environ.update(LOGNAME=before)
            assert ran.status == 0, ran
            return line

        return typed

    return act


def test_a_hand_of_another_terminal_is_noticed_between_two_hands(sit, started, store, capsys, kept):
    started(*CRAZINESS)
    keyboard = sit(elsewhere(capsys, store, "hand", "Ann=0", "Bo=4", "Cy=1")("t"), "1 2 3", "", "q")
    printed = capsys.readouterr().out
    assert "Meanwhile, Eve: hand 1: Ann went out; Bo 4, Cy 1" in " ".join(printed.split())
    assert (
        keyboard.asked[:2] == ["Enter for hand 1, ? for more", "Enter for hand 2, ? for more"]
        and len(kept()["hands"]) == 2
    )


@pytest.mark.parametrize("when", [1, 2, 3])
def test_a_hand_that_another_terminal_enters_meanwhile_is_not_entered_twice(sit, started, store, capsys, kept, when):
    """At whichever question the other was faster: Enter drops the answers."""
    started(*CRAZINESS)
    lines = ["1", "4", "1", ""]
    lines[when] = elsewhere(capsys, store, "hand", "Ann=0", "Bo=4", "Cy=1")(lines[when])
    keyboard = sit("", *lines[: when + 1], "", "q")
    assert "Was that this hand? Enter drops your answers; 2 keeps them for hand 2" in keyboard.asked
    assert len(kept()["hands"]) == 1 and not draft_path(store).exists()


def test_answers_for_a_hand_that_is_taken_can_be_kept_for_the_next(sit, started, store, capsys, kept):
    started(*CRAZINESS)
    sit("", "1", elsewhere(capsys, store, "hand", "Ann=0", "Bo=9", "Cy=9")("4"), "2", "1", "", "q")
    assert [hand["points"] for hand in kept()["hands"]] == [{"Ann": 0, "Bo": 9, "Cy": 9}, {"Ann": 0, "Bo": 4, "Cy": 1}]


def test_answers_that_fit_no_more_are_dropped(sit, started, store, capsys, kept):
    started(*CRAZINESS, "--option", "elimination_score=5")
    sit("", "3", elsewhere(capsys, store, "hand", "Ann=0", "Bo=4", "Cy=9")("4"), "1 1", "", "q")
    assert "Your answers fit no more." in capsys.readouterr().out and kept()["hands"][1]["points"] == {
        "Ann": 0,
        "Bo": 1,
        "Cy": 0,
    }


def test_a_night_that_others_begin_does_not_take_this_one_over(sit, started, store, capsys):
    started(*CRAZINESS)
    sit(elsewhere(capsys, store, "start", "ww3", "Di", "Eve")("t"), "Ann=0 Bo=4 Cy=1", "u", "redo", "d", "q")
    printed = capsys.readouterr()
    assert (
        "Meanwhile something was entered in night 2; here night 1 goes on." in printed.out
        and "error" not in printed.err
    )
    shown = json.loads(tt(capsys, "score", "show", "1", "--json", "--file", store).out)
    assert len(shown["hands"]) == 1 and "Craziness, 3 players" in printed.out


def test_a_correction_elsewhere_is_told(sit, started, store, capsys):
    started(*CRAZINESS)
    sit("Ann=0 Bo=4 Cy=1", elsewhere(capsys, store, "edit", "1", "Bo=6")("t"), "q")
    assert "Meanwhile, Eve: hand 1 corrected: Ann went out; Bo 6, Cy 1" in " ".join(capsys.readouterr().out.split())


def test_what_a_disk_refuses_is_told_and_the_answers_stay(sit, store, capsys, started, kept):
    """A folder stands where sqlite wants its journal, as on a disk that has no room for it."""
    started(*CRAZINESS)
    journal = store.with_name(store.name + "-journal")
    sit("", "1 4 1", lambda: journal.mkdir() or "", "", lambda: journal.rmdir() or "", "", "", "", "q")
    printed = capsys.readouterr()
    assert printed.err.count("cannot write to") >= 2 and "You were at hand 1" in printed.out
    assert kept()["totals"] == {"Ann": 0, "Bo": 4, "Cy": 1}


def test_the_keys_of_casino_for_three_are_few_in_an_evening(sit, kept):
    """From the table to the table: the first answer needs no Enter of its own before it."""
    keyboard = sit("2", "2", "2", "8 12 4", "1 2 2", "2", "0", "", "q", game=("casino", "Ann", "Bo", "Cy"))
    assert keyboard.keys - len("q\n") <= 25 and kept()["totals"] == {
        "Ann": 11,
        "Bo": 25 + 10 + 10 + 12 + 6 + 15,
        "Cy": 10,
    }


def test_ctrl_c_before_a_night_begins_goes_back_to_where_one_was(sit, capsys, store):
    sit("start", "5", KeyboardInterrupt, "start", KeyboardInterrupt, "t", "q")
    assert capsys.readouterr().out.count("No night is begun.") == 2
    keyboard = Typist("5", KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        ask_table(keyboard, [])


# ---------------------------------------------------------------- whatever is typed

TYPED = [
    *(
        "",
        "1",
        "2",
        "0",
        "4",
        "12",
        "-",
        "?",
        "stop",
        "u",
        "redo",
        "e",
        "e 1",
        "e 2 Bo=3",
        "/t",
        "/u",
        "//",
        "j",
        "r x",
        "n",
        "m",
    ),
    *(
        "c",
        "d",
        "log",
        "start",
        "hand",
        "play",
        "n",
        "y",
        "Ann",
        "Bo",
        "Cy",
        "b",
        "Bo 4, Cy 1",
        "1 4 1",
        "2 2 2",
        "8 9 7",
        "40 44 40",
    ),
    *(
        "points",
        "rh3 kb4",
        "red",
        "k",
        "out",
        "won cy",
        "1 3",
        "²",
        "-3",
        "９",
        "\udcff",
        "9" * 5000,
        "=",
        "--",
        "--went-out",
        "'",
        '"',
    ),
    *(
        "Ann=0 Bo=1 Cy=2",
        "note x",
        "judge --on",
        "tt-print score",
        "undo undo",
        "edit 99",
        "edit 1 zzz",
        "have rh3",
        "24 25 25 25 25",
    ),
    *(
        "resume 9",
        "export",
        "the dog ate it",
        ";",
        ",,,",
        "Ann Ann",
        "--help",
        "log --json",
        "🂡",
        "nobody",
        "40! 44 39!",
        "how",
    ),
]


def type_anything(store, game, lines):
    """Whatever was typed, the loop goes on, the file is whole, and nothing worse than a sentence was said."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        assert run(["score", "start", game, "Ann", "Bo", "Cy", "--file", str(store)]) == 0
        keyboard = Typist(*lines)
        while keyboard.lines:
            with contextlib.suppress(KeyboardInterrupt):
                Evening(store, keyboard, 1, seen=1).stay()
        assert run(["score", "show", "1", "--file", str(store)]) == 0
    assert "Traceback" not in out.getvalue() and "invalid literal" not in out.getvalue()


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    game=st.sampled_from(game_names()),
    lines=st.lists(st.sampled_from([*TYPED, KeyboardInterrupt]) | st.text(max_size=12), max_size=12),
)
def test_whatever_is_typed_the_evening_goes_on(tmp_path_factory, game, lines):
    type_anything(tmp_path_factory.mktemp("night") / "score.sqlite", game, lines)


@pytest.mark.slow
def test_fifty_long_evenings_of_anything(tmp_path):
    for number in range(50):
        rng = random.Random(number)
        lines = [rng.choice([*TYPED, KeyboardInterrupt]) for _ in range(40)]
        type_anything(tmp_path / f"{number}.sqlite", rng.choice(game_names()), lines)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("big", [[], ["--big"]])
def test_every_line_fits_the_window(store, columns, big):
    lines = ["4", "Ann Bo Cy", "", "", "?", "2", "2", "table", "2", "8 12 4", "1 2 2", "2", "0", "", "t", "e 1", "--ones Ann=7",
             "u", "note late", "q"]  # fmt: skip
    seen = type_into(["score", "play", *big, "--file", store], lines, columns=columns, COLUMNS=str(columns))
    assert seen.status == 0, seen.text
    for line in seen.text.splitlines():
        line = next((line.removesuffix(typed) for typed in lines if typed and line.endswith(f": {typed}")), line)
        assert len(line) <= columns or "tt_print" in line or "tt-print" in line, line


def test_a_file_that_goes_away_in_the_evening_comes_back_from_its_copy_without_leaving(capsys, store, monkeypatch):
    """The command that the error names is typed where it is read."""
    assert tt(capsys, "score", "start", *CRAZINESS, "--file", store).status == 0
    assert tt(capsys, "score", "hand", "Ann=0", "Bo=3", "Cy=1", "--file", store).status == 0
    whole = store.read_bytes()

    class Lines(io.StringIO):
        def readline(self, *arguments):
            line = super().readline(*arguments)
            if line.startswith("table"):
                store.write_bytes(b"")
            return line

    command = f"tt-print score resume --from-backup --file {store}"
    monkeypatch.setattr(sys, "stdin", Lines(f"table\nnonsense\n{command}\nAnn=0 Bo=2 Cy=2\nq\n"))
    ran = tt(capsys, "score", "play", "--file", store)
    printed = " ".join((ran.out + ran.err).split())
    assert (
        ran.status == 0
        and "is empty; nothing is written to it" in printed
        and "score.sqlite.backup is in place" in printed
    )
    assert "Hand 2 Ann 0 Bo 2 Cy 2" in printed and store.read_bytes() != whole
