"""The watcher of the fuzzers sees what it is there to see."""

import pytest

from tests.fuzz.watching import GUARD, Result

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
