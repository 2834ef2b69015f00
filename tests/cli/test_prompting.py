"""Lines from a person: completed and remembered at a terminal, plain everywhere else, never a traceback."""

import io
import re
import subprocess
import sys

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

from tests.cli.screen import at_terminal, ends, type_keys
from tests.commands import surroundings, tt
from tests.walks import walk

TAB, UP, CTRL_C, CTRL_D = "\t", "\x1b[A", "\x03", "\x04"


@pytest.fixture
def night(capsys):
    """Craziness, in which `score hand` asks who went out, then what each other player has left."""
    assert tt(capsys, "score", "start", "craziness", "Ann Lee", "Zoë", "美咲").status == 0


@pytest.mark.usefixtures("night")
def test_names_and_cards_are_completed(capsys):
    black = ["gc4, kb4 black b", TAB, ends("black blob "), "1\r"]
    ran = type_keys("score hand", "an", TAB, ends("Ann Lee"), "\r", *black, f"xy{TAB}\r", "4\r", "\r")
    assert ran.status == 0 and "'xy'" in ran.out, ran
    assert "hand 1: Ann Lee went out; Zoë GC4 KB4 KB1, 美咲 4" in tt(capsys, "score", "log").out


def test_what_was_typed_before_comes_back_and_a_pasted_line_break_is_a_blank():
    """The history is read while the question stands there: Up is pressed until it is."""
    assert "Noted: Ann is next" in type_keys("judge craziness", "\x1b[200~Ann is\nnext\x1b[201~\r", CTRL_D).out
    first = ["on RC1", ends("RC1"), "\r", lambda line: not line]
    ran = type_keys("judge craziness", *first, (UP, ends("RC1")), "; Ann is next\r", CTRL_D)
    assert ran.status == 0 and ran.out.count("Noted: on ") == 2 and ran.out.count("Noted: Ann is next") == 1


def test_ctrl_c_and_a_closed_terminal_are_told_apart():
    assert type_keys("judge craziness", f"Ann{CTRL_C}").status == 130
    assert type_keys("judge craziness", CTRL_D).status == 0


@pytest.mark.parametrize("colors", [True, False])
def test_no_color_where_none_is_wanted(colors):
    """The list that Tab opens is colored, and with NO_COLOR it is not."""
    screen = io.StringIO()
    output = Vt100_Output(screen, lambda: Size(rows=24, columns=80), term="xterm-256color", enable_cpr=False)
    type_keys("judge craziness", f"J{TAB}", lambda _: "J2" in screen.getvalue(), CTRL_C,
              output=output, **{} if colors else {"NO_COLOR": "1"})  # fmt: skip
    codes = {code for found in re.findall(r"\x1b\[([\d;]*)m", screen.getvalue()) for code in found.split(";")}
    painted = {code for code in codes if code in ("38", "48") or re.fullmatch(r"[34][0-7]|9[0-7]|10[0-7]", code)}
    assert bool(painted) is colors, codes


@pytest.mark.usefixtures("night")
@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_dumb_terminal_gets_plain_lines(capsys, term):
    ran = at_terminal("score hand", "  Ann \t Lee ", "4", "rh3", "", TERM=term)
    assert ran.status == 0 and "Who went out?" in ran.out
    assert "Ann Lee went out; Zoë 4, 美咲 RH3" in tt(capsys, "score", "log").out


@walk("line", ["a\x1b[2Jb", "a\x00b", "a\u202eb", "\x7f"])
def test_what_cannot_be_shown_is_asked_again(line):
    ran = at_terminal("judge ww3", line, "Ann starts")
    assert "holds a character that cannot be shown" in ran.out and "Noted: Ann starts" in ran.out


@pytest.mark.usefixtures("night")
@pytest.mark.parametrize("stdin", [None, io.StringIO("1\n")])  # closed by whoever started us, or a pipe
def test_nobody_is_asked_who_cannot_answer(capsys, monkeypatch, stdin):
    monkeypatch.setattr(sys, "stdin", stdin)
    ran = tt(capsys, "score", "hand")
    assert ran.status == 2 and "Who went out?" not in ran.out


@pytest.mark.usefixtures("night")
def test_a_long_question_fits_and_keeps_its_choices_whole():
    lines = at_terminal("score hand", COLUMNS="40").out.splitlines()
    assert lines[2:] == ["Who went out?  1 Ann Lee  2 Zoë", "  3 美咲", "  0 nobody: the hand was blocked: "]


def test_words_typed_at_once_wait_for_no_line_editor(tmp_path):
    lines = ("score start craziness Ann Bo --file s", "score hand Ann=0 Bo=4 --file s", "recount --jokers 1")
    typed = "".join(f"run({line.split()!r})\n" for line in lines)
    words = [
        sys.executable,
        "-c",
        f"import sys\nfrom tt_print.cli import run\n{typed}sys.exit('prompt_toolkit' in sys.modules)",
    ]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, env=surroundings())
    assert ran.returncode == 0 and "Saved." in ran.stdout, ran.stderr
