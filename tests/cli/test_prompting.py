"""Lines from a person: completed and remembered at a terminal, plain everywhere else, never a traceback."""

import io
import re
import subprocess
import sys
import time
from threading import Thread

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from tests.commands import ROOT
from tt_print.cli.prompting import Keyboard, at_terminal, can_edit, completions, prompt_lines
from tt_print.deck import FULL, JOKERS, parse_card

TAB, UP, CTRL_C, CTRL_D = "\t", "\x1b[A", "\x03", "\x04"


def send(pipe, steps):
    """Types keys; a step that is a function is waited for, as a person waits for what Tab brings."""

    def type_on():
        for step in steps:
            until = time.monotonic() + 30
            while callable(step) and not step() and time.monotonic() < until:
                time.sleep(0.005)
            if not callable(step):
                pipe.send_text(step)

    Thread(target=type_on, daemon=True).start()


@pytest.fixture
def type_keys():
    """Types keys into questions of one keyboard at a terminal that can edit; gives the answers."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()) as session:
        keyboard = Keyboard(edit=True)

        def type_keys(keys, *args, shown="", after="", **kwargs):
            """The answer to `keys`, and when the line ends with `shown` to `after`."""

            def is_shown():
                return session.app is not None and session.app.current_buffer.text.endswith(shown)

            send(pipe, [keys, is_shown, after] if shown else [keys])
            return keyboard.ask("?", *args, **kwargs)

        yield type_keys


def test_names_and_cards_are_completed(type_keys):
    names = ("Ann Lee", "Zoë", "美咲")
    assert type_keys(f"an{TAB}", names, shown="Ann Lee", after="\r") == "Ann Lee"
    assert type_keys(f"Zoë, an{TAB}", names, shown="Ann Lee", after=" 4\r") == "Zoë, Ann Lee 4"
    typed = f"gc4, kb4 black b{TAB}"
    assert type_keys(typed, names, cards=True, shown="black blob", after="\r") == "gc4, kb4 black blob"
    assert type_keys(f"xy{TAB}\r", names) == "xy"


def test_what_was_typed_before_comes_back(type_keys):
    assert [type_keys("Ann\r"), type_keys(UP + "\r"), type_keys(UP + " 4\r"), type_keys(UP * 2 + "\r")] == [
        "Ann",
        "Ann",
        "Ann 4",
        "Ann",
    ]


def test_enter_alone_takes_what_was_offered(type_keys):
    assert (
        type_keys("\r", default="8") == "8"
        and type_keys("  \r", default="8") == "8"
        and type_keys("9\r", default="8") == "9"
    )
    assert type_keys("\r") == ""


def test_ctrl_c_and_a_closed_terminal_are_told_apart(type_keys):
    with pytest.raises(KeyboardInterrupt):
        type_keys(f"Ann{CTRL_C}")
    with pytest.raises(EOFError):
        type_keys(CTRL_D)


def test_a_pasted_line_break_is_a_blank(type_keys):
    assert type_keys("\x1b[200~rh3\nkb4\x1b[201~\r") == "rh3 kb4"


def test_every_card_can_be_completed_by_code_and_by_words():
    for card in (*FULL, *JOKERS):
        assert (card.safe_code, 1) in completions(card.safe_code[:1].lower(), (), cards=True)
        (found,) = [word for word, _ in completions(card.name[:-1], (), cards=True) if word == card.name]
        assert parse_card(found) == card
    assert list(completions("", (), cards=True)) == [] and list(completions("", ("Ann",))) == [("Ann", 0)]
    assert list(completions("Ann", ("Ann",))) == []


@pytest.mark.parametrize("colors", [True, False])
def test_no_color_where_none_is_wanted(monkeypatch, colors):
    """The list that Tab opens is colored, and with NO_COLOR it is not."""
    monkeypatch.delenv("NO_COLOR", raising=False) if colors else monkeypatch.setenv("NO_COLOR", "1")
    screen = io.StringIO()
    output = Vt100_Output(screen, lambda: Size(rows=24, columns=80), term="xterm-256color", enable_cpr=False)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        send(pipe, [f"A{TAB}", lambda: "Abe" in screen.getvalue(), f"{TAB}\r"])
        assert Keyboard(edit=True).ask("Who", ("Ann", "Abe")) in ("Ann", "Abe")
    codes = {code for found in re.findall(r"\x1b\[([\d;]*)m", screen.getvalue()) for code in found.split(";")}
    painted = {code for code in codes if code in ("38", "48") or re.fullmatch(r"[34][0-7]|9[0-7]|10[0-7]", code)}
    assert bool(painted) is colors, codes


# ---------------------------------------------------------------- plain lines


class Lines(io.RawIOBase):
    """Gives a line at a time, as a terminal does."""

    def __init__(self, text):
        self.lines = text.splitlines(keepends=True)

    def readable(self):
        return True

    def readinto(self, buffer):
        line = self.lines.pop(0) if self.lines else b""
        buffer[: len(line)] = line
        return len(line)


@pytest.fixture
def plain(monkeypatch, capsys):
    def ask(text, *args, **kwargs):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Lines(text)), encoding="utf-8"))
        return Keyboard().ask("Who", *args, **kwargs)

    return ask


def test_a_pipe_gives_plain_lines(plain, capsys):
    assert plain(b"  Ann \t Lee \n", ("Bo",)) == "Ann Lee"
    assert plain(b"\n", default="8") == "8" and plain(b"\n") == ""
    assert capsys.readouterr().out.startswith("Who: ")
    with pytest.raises(EOFError):
        plain(b"")


@pytest.mark.parametrize("line", [b"\xff\xfe", b"a\x1b[2Jb", b"a\x00b", "a\u202eb".encode(), b"\x7f"])
def test_what_cannot_be_shown_is_asked_again(plain, capsys, line):
    assert plain(line + b"\nAnn\n") == "Ann"
    assert "holds a character that cannot be shown" in capsys.readouterr().out


@pytest.mark.parametrize(("term", "edits"), [("xterm-256color", True), ("dumb", False), ("unknown", False)])
def test_a_dumb_terminal_gets_plain_lines(monkeypatch, term, edits):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setenv("TERM", term)
    assert not can_edit() and not at_terminal()
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert not at_terminal()
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert at_terminal() and can_edit() is edits
    monkeypatch.setattr(sys, "stdin", None)  # closed by whoever started us
    assert not at_terminal()


def test_a_long_question_fits_and_keeps_its_choices_whole(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = prompt_lines("Who went out?  1 Ann Lee  2 Bo Bo  3 Cy  0 nobody: the hand was blocked")
    assert lines == ["Who went out?  1 Ann Lee  2 Bo Bo", "  3 Cy", "  0 nobody: the hand was blocked"]


def test_words_typed_at_once_wait_for_no_line_editor(tmp_path):
    code = (
        "import sys\nfrom tt_print.cli import run\n"
        "run(['score', 'start', 'craziness', 'Ann', 'Bo', '--file', 's'])\nrun(['score', 'hand', 'Ann=0', 'Bo=4', '--file', 's'])\n"
        "run(['recount', '--jokers', '1'])\nsys.exit('prompt_toolkit' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert ran.returncode == 0 and "Saved." in ran.stdout, ran.stderr
