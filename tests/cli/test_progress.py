"""Long work shows on a terminal how far it is; everywhere else nothing moves, and nothing is left on the screen."""

import io
import os
import re
import sys

import pytest

from tests.cli.screen import Screen, at_terminal
from tests.score.terminal import run_at

BAR = "━"


@pytest.fixture
def impatient(monkeypatch):
    """Everything takes long."""
    for name in ("WAIT_S", "LONG_S"):
        monkeypatch.setattr(f"tt_print.cli.progress.{name}", -1.0)


def seen_text(written: str) -> str:
    """What is left on a terminal after all that was written to it: lines that were taken back are gone."""
    lines, row, column = [""], 0, 0
    for piece in re.findall(r"\x1b\[[\d;?]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", written):
        if piece == "\n":
            row, column = row + 1, 0
            lines += [""] * (row + 1 - len(lines))
        elif piece == "\r":
            column = 0
        elif piece.endswith("A") and piece.startswith("\x1b"):
            row -= int(piece[2:-1] or 1)
        elif piece == "\x1b[2K":
            lines[row] = ""
        elif not piece.startswith("\x1b"):
            lines[row] = lines[row][:column].ljust(column) + piece + lines[row][column + len(piece) :]
            column += len(piece)
    return "\n".join(lines).rstrip()


DECK = "deck --only RH3,KBQ,J1,J2 --paper a4"


def on_terminal(tmp_path, command, screen=None, **environment):
    """The exit status, and all that was written to stderr, a terminal of 60 columns."""
    err = screen or Screen()
    ran = at_terminal(f"{command} --out {tmp_path}", err=err, **{"TERM": "xterm", "COLUMNS": "60", **environment})
    return ran.status, err.getvalue()


@pytest.mark.usefixtures("impatient")
def test_work_that_is_long_shows_its_stage_and_how_much_is_done_and_then_is_gone(tmp_path):
    status, shown = on_terminal(tmp_path, DECK)
    assert status == 0 and "Making deck" in shown and BAR in shown and "%" in shown and seen_text(shown) == ""


def test_work_that_is_soon_over_shows_nothing_and_waits_for_no_library(tmp_path, monkeypatch):
    monkeypatch.setattr("tt_print.cli.progress.LONG_S", 1e9)
    monkeypatch.delitem(sys.modules, "rich.progress", raising=False)
    assert on_terminal(tmp_path, DECK) == (0, "") and "rich.progress" not in sys.modules


@pytest.mark.usefixtures("impatient")
def test_nothing_is_left_on_the_screen_when_the_work_is_stopped(tmp_path, monkeypatch):
    class Stopping(Screen):
        def write(self, text):
            written = super().write(text)
            if BAR in self.getvalue():
                monkeypatch.setattr(os, "replace", stopped)
            return written

    def stopped(*_):
        raise KeyboardInterrupt

    status, shown = on_terminal(tmp_path, DECK, Stopping())
    assert status == 130 and BAR in shown and seen_text(shown) == "Stopped. No half-written file was left."
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h"), "the cursor is back"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("where", ["--quiet", "dumb", "pipe"])
def test_where_nobody_looks_nothing_moves(tmp_path, where):
    quiet = " --quiet" if where == "--quiet" else ""
    term = "dumb" if where == "dumb" else "xterm"
    assert on_terminal(tmp_path, DECK + quiet, io.StringIO() if where == "pipe" else None, TERM=term) == (0, "")


@pytest.mark.usefixtures("impatient")
def test_with_no_color_the_bar_has_none(tmp_path):
    assert "\x1b[9" in on_terminal(tmp_path, DECK)[1]
    assert not re.search(r"\x1b\[[\d;]*m", on_terminal(tmp_path / "other", DECK, NO_COLOR="1")[1])


@pytest.mark.slow
def test_long_work_leaves_nothing_but_its_result_on_a_terminal(tmp_path):
    out = f"--out {tmp_path}"
    for command in (f"build {out}", f"export --for mpc {out}", "verify --soak 40"):
        seen = run_at(command.split(), columns=40, TERM="xterm-256color")
        left = seen_text(seen.text)
        assert seen.status == 0 and left and BAR not in left, command
        assert not command.startswith("build") or "Making booklet ww3" in seen.text
