"""Long work shows on a terminal how far it is; everywhere else nothing moves, and nothing is left on the screen."""

import io
import re
import sys

import pytest

from tests.cli.test_paint import Screen
from tests.commands import tt
from tests.score.terminal import type_into
from tt_print.cli.progress import parts_progress, shown_progress
from tt_print.parts import Made, Part
from tt_print.progress import unseen, walk
from tt_print.terminal import width

BAR = "━"


class Clock:
    """A second passes at each look."""

    def __init__(self, step: float = 1.0) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def a_screen(monkeypatch) -> Screen:
    """A terminal for stderr, of 60 columns."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stderr", Screen())
    return sys.stderr


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


def test_work_that_is_long_shows_its_stage_and_how_much_is_done_and_then_is_gone(monkeypatch):
    screen = a_screen(monkeypatch)
    with shown_progress(False, Clock()) as progress:
        for _ in walk(range(20), "Drawing cards", progress):
            pass
    assert "Drawing cards" in screen.getvalue() and BAR in screen.getvalue() and "%" in screen.getvalue()
    assert seen_text(screen.getvalue()) == ""


def test_work_that_is_soon_over_shows_nothing_and_waits_for_no_library(monkeypatch):
    screen = a_screen(monkeypatch)
    monkeypatch.delitem(sys.modules, "rich.progress", raising=False)
    with shown_progress(False, Clock(0.01)) as progress:
        for _ in walk(range(20), "Drawing cards", progress):
            pass
    assert screen.getvalue() == "" and "rich.progress" not in sys.modules


def test_each_part_of_a_build_is_named(monkeypatch):
    screen = a_screen(monkeypatch)
    parts = [Part(name, "", lambda: Made({}, {})) for name in ("deck", "booklet ww3", "scores ww3", "cards")]
    with parts_progress(False, Clock()) as progress:
        named = [part.name for part in progress(parts)]
    assert named == ["deck", "booklet ww3", "scores ww3", "cards"]
    assert "Making booklet ww3" in screen.getvalue() and seen_text(screen.getvalue()) == ""


def test_nothing_is_left_on_the_screen_when_the_work_is_stopped(monkeypatch):
    screen = a_screen(monkeypatch)

    def stopped() -> None:
        with shown_progress(False, Clock()) as progress:
            for step in walk(range(20), "Drawing cards", progress):
                if step == 9:
                    assert BAR in screen.getvalue()
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as kept:  # with its frames, which still hold what was going on
        stopped()
    assert kept and seen_text(screen.getvalue()) == ""
    assert screen.getvalue().count("\x1b[?25l") == screen.getvalue().count("\x1b[?25h"), "the cursor is back"


def test_where_nobody_looks_nothing_moves(monkeypatch):
    screen = a_screen(monkeypatch)
    with shown_progress(True) as progress:
        assert progress is unseen
    monkeypatch.setenv("TERM", "dumb")
    with shown_progress(False) as progress:
        assert progress is unseen
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setenv("TERM", "xterm")
    with shown_progress(False) as progress:
        assert progress is unseen
    assert screen.getvalue() == ""


LONG = ["build", "booklet all", "deck --png", "export --for mpc", "export --check", "verify --soak 40"]


@pytest.mark.slow
@pytest.mark.parametrize("command", LONG)
def test_long_work_leaves_nothing_but_its_result_on_a_terminal_of_40_columns(capsys, tmp_path, command):
    words = [*command.split(), "--out", str(tmp_path)]
    if command == "export --check":
        assert tt(capsys, "export", "--for", "mpc", "--out", tmp_path, "--quiet").status == 0
        words = ["export", "--check", str(tmp_path / "export" / "mpc-poker")]
    elif command.startswith("verify"):
        words = command.split()
    seen = type_into(words, [], columns=40, TERM="xterm-256color")
    left = seen_text(seen.text)
    assert seen.status == 0 and left and BAR not in left
    assert [line for line in left.splitlines() if width(line) > 40 and "/" not in line and "tt-print" not in line] == []
