"""Long work shows on a terminal how far it is; everywhere else nothing moves, and nothing is left on the screen."""

import io

import pytest

from tests.cli.screen import Screen, at_terminal
from tests.play.score.terminal import run_at

DECK = "deck --only RH3,KBQ,J1,J2 --paper a4"


@pytest.fixture
def impatient(monkeypatch):
    """Everything takes long."""
    monkeypatch.setattr("tt_print.cli.output.WAIT_S", -1.0)


def seen_text(written: str) -> str:
    """What is left on a terminal after all that was written to it: a line that was taken back is gone."""
    return "\n".join(line.rpartition("\r\x1b[K")[2] for line in written.replace("\r\n", "\n").split("\n")).strip()


def on_terminal(tmp_path, command, screen=None, **environment):
    """The exit status, and all that was written to stderr, a terminal of 60 columns."""
    err = screen or Screen()
    ran = at_terminal(f"{command} --out {tmp_path}", err=err, **{"TERM": "xterm", "COLUMNS": "60", **environment})
    return ran.status, err.getvalue()


@pytest.mark.usefixtures("impatient")
def test_work_that_is_long_shows_how_much_is_done_and_then_is_gone(tmp_path):
    status, shown = on_terminal(tmp_path, DECK)
    assert status == 0 and "Making deck" in shown and "of 3" in shown and seen_text(shown) == ""


def test_work_that_is_soon_over_shows_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("tt_print.cli.output.WAIT_S", 1e9)
    assert on_terminal(tmp_path, DECK) == (0, "")


@pytest.mark.usefixtures("impatient")
def test_nothing_is_left_on_the_screen_when_the_work_is_stopped(tmp_path, monkeypatch):
    class Stopping(Screen):
        def write(self, text):
            if "Making" in text:
                raise KeyboardInterrupt
            return super().write(text)

    status, shown = on_terminal(tmp_path, DECK, Stopping())
    assert status == 130 and seen_text(shown) == "Stopped. No half-written file was left."


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("where", ["--quiet", "dumb", "pipe"])
def test_where_nobody_looks_nothing_moves(tmp_path, where):
    quiet = " --quiet" if where == "--quiet" else ""
    term = "dumb" if where == "dumb" else "xterm"
    assert on_terminal(tmp_path, DECK + quiet, io.StringIO() if where == "pipe" else None, TERM=term) == (0, "")


@pytest.mark.slow
def test_long_work_leaves_nothing_but_its_result_on_a_terminal(tmp_path):
    out = f"--out {tmp_path}"
    for command in (f"build {out}", f"export --for mpc {out}", "verify --soak 40"):
        seen = run_at(command.split(), columns=40, TERM="xterm-256color")
        left = seen_text(seen.text)
        assert seen.status == 0 and left and " of " not in left.partition("\n")[0], command
        assert not command.startswith("build") or "Making booklet " in seen.text
