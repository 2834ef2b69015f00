"""Nights that people have on their disks: as an older tt-print wrote them, they read as they did."""

import json
import shutil
from pathlib import Path

import pytest

from tests.commands import tt

OLD = Path(__file__).parent / "old"
TEAMS = "(('Ann', 'Cy'), ('Bo', 'Di'))", "Ann+Cy/Bo+Di"  # as that tt-print wrote them, and as they are typed


def said_then(path):
    """What that tt-print wrote, its teams as they are written now."""
    return json.loads(path.read_text(encoding="utf-8").replace(*TEAMS))


SHOWN = said_then(OLD / "nights-version-2.json")  # what it said of the nights
NIGHTS = sorted(SHOWN["shown"])
EXPORTED = sorted(OLD.glob("*-night-*.json"))


@pytest.fixture
def old(tmp_path):
    return Path(shutil.copy(OLD / "nights-version-2.sqlite", tmp_path / "score.sqlite"))


def holds(now, then):
    """`now` with everything that was there `then`; keys that came since do no harm."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(key in now and holds(now[key], value) for key, value in then.items())
    if isinstance(then, list):
        return (
            isinstance(now, list)
            and len(now) == len(then)
            and all(holds(*pair) for pair in zip(now, then, strict=True))
        )
    return bool(now == then)


def test_a_kept_file_reads_as_it_did(capsys, old):
    assert len(NIGHTS) == 7
    for number in NIGHTS:
        shown = json.loads(tt(capsys, "score", "show", number, "--json", "--file", old).out)
        assert holds(shown, SHOWN["shown"][number]), number
        log = json.loads(tt(capsys, "score", "log", "--night", number, "--json", "--file", old).out)["log"]
        assert [row["text"] for row in log] == SHOWN["logs"][number]
    assert holds(json.loads(tt(capsys, "score", "players", "--json", "--file", old).out), SHOWN["players"])


def test_exported_nights_come_in_as_they_went_out(capsys, tmp_path):
    assert len(EXPORTED) == len(NIGHTS)
    for number, source in enumerate(EXPORTED, 1):
        ran = tt(capsys, "score", "import", source, "--file", tmp_path / "new")
        assert ran.status == 0, ran.err
        shown = json.loads(tt(capsys, "score", "--json", "--file", tmp_path / "new").out)
        then = said_then(source)["result"]
        assert holds(shown, then) and shown["night"] == number
        tt(capsys, "score", "export", "--json", "--file", tmp_path / "new", "--out", tmp_path / "again")
        (again,) = (tmp_path / "again" / "scores").glob(f"*-night-{number}*.json")
        assert json.loads(again.read_text(encoding="utf-8"))["events"] == json.loads(source.read_text())["events"]
