"""The watcher of the fuzzers sees what it is there to see."""

import sys
from pathlib import Path

import pytest

from tests.fuzz.watching import GUARD, MAX_CPU_S, Guard, OutsideError, Result, stop_a_long_run

FINE = Result(("x",), 0, "Wrote a.pdf\n", "", ())


@pytest.mark.parametrize("change", [
    {"status": 3}, {"status": -11}, {"err": "Traceback (most recent call last):\n"}, {"refused": ("open /etc/x",)}, {"status": 2},
    {"status": 2, "err": "error: a\nerror: b\n"}, {"status": 2, "err": "error: \n"}, {"out": "\x1b[31m"}, {"err": "\x9b2J"}, {"out": "a\u202e"},
    {"out": "a\rb"}, {"out": "\u2028"}, {"err": "x" * 50_000},
])  # fmt: skip
def test_what_is_wrong_with_a_run_is_seen(change):
    FINE.check()
    with pytest.raises(AssertionError):
        Result(**{**{name: getattr(FINE, name) for name in Result.__slots__}, **change}).check()


def test_a_run_writes_nowhere_else(watched, tmp_path):
    watched.reset()
    result = watched.run("list", "papers", "--json")
    assert result.status == 0 and not result.refused
    for place in (tmp_path / "out", "../../../out"):
        result = watched.run("score", "export", "--csv", "--out", str(place))
        assert result.status == 1 and "a test lets nobody write there" in result.err and result.refused
    assert not list(tmp_path.iterdir()) and not (watched.base / "out").exists() and not GUARD.folder


def test_the_guard_knows_writing_from_reading(tmp_path):
    guard = Guard(str(tmp_path))
    for event in (("open", ("/etc/passwd", "r", 0)), ("open", (str(tmp_path / "x"), "w", 0)), ("os.mkdir", (str(tmp_path / "y"), 0, 0)),
                  ("open", (7, "w", 0)), ("socket.connect", ("/etc/x",))):  # fmt: skip
        guard(*event)
    for event in (("open", ("/etc/x", "a", 0)), ("open", (b"/etc/x", None, 1)), ("os.rename", (str(tmp_path / "x"), "/etc/x", 0, 0)),
                  ("sqlite3.connect", ("file:///etc/x?mode=rwc",)), ("os.mkdir", (Path(f"{tmp_path}2"), 0, 0))):  # fmt: skip
        with pytest.raises(OutsideError):
            guard(*event)
    assert len(guard.refused) == 5


def test_what_never_ends_is_ended():
    with pytest.raises(AssertionError, match=f"more than {MAX_CPU_S:g} seconds"):
        stop_a_long_run(0, None)


def test_python_keeps_nothing_beside_a_program_that_is_watched(watched, tmp_path, monkeypatch):
    """On a fresh machine nothing is compiled yet, and what Python compiles on the way is no fault of a command line."""
    (tmp_path / "never_seen_before.py").write_text("x = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr("tests.fuzz.watching.run", lambda arguments: __import__("never_seen_before").x - 1)
    watched.reset()
    watched.run().check()
    assert [path.name for path in tmp_path.iterdir()] == ["never_seen_before.py"]
    monkeypatch.delitem(sys.modules, "never_seen_before")
