"""Nights that hold what no command makes anymore add up to what they did: `old_nights.json` was written by the version that made them.

House rules changed in the night, players who joined or left from an earlier hand, behind another, with points, or for the next game, hands that
were entered by cards, nights dropped and brought back.
"""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from tests.commands import ROOT, type_line
from tests.play.score.notes import AT, entry
from tt_print.core import FileBook

KEPT = json.loads((ROOT / "tests/play/score/old_nights.json").read_text(encoding="utf-8"))


def part_of(found, wanted):
    """What is found under the keys of what is wanted."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return {key: part_of(found[key], value) if key in found else None for key, value in wanted.items()}
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        return [part_of(one, other) for one, other in zip(found, wanted, strict=True)]
    return found


@pytest.mark.parametrize("kept", KEPT, ids=[kept["events"][0][1]["game"] for kept in KEPT])
def test_an_old_night_adds_up_to_the_same(tmp_path, kept):
    path = tmp_path / "score.sqlite"
    FileBook(path).write(lambda _: [entry(*row) for row in kept["events"]], AT, "ann")
    night = json.loads(type_line("score", "--json", "--file", path).out)
    assert part_of(night, kept["night"]) == kept["night"]
    log = json.loads(type_line("score", "log", "--json", "--file", path).out)["log"]
    assert [row["kind"] for row in log] == [kind for kind, _ in kept["events"]]


LAYOUTS = sorted((ROOT / "tests/play/score/layouts").glob("*.sqlite"))


@pytest.mark.parametrize("kept", LAYOUTS, ids=[path.stem for path in LAYOUTS])
def test_a_file_of_every_released_layout_opens_and_goes_on(tmp_path, kept):
    """Each was written by the release in its name. A release with another LAYOUT adds its file here."""
    path = tmp_path / "score.sqlite"
    shutil.copyfile(kept, path)
    night = json.loads(type_line("score", "--json", "--file", path).out)
    assert [hand["points"] for hand in night["hands"]] == [{"Ann": 0, "Bo": 4, "Cy": 1}, {"Ann": 2, "Bo": 0, "Cy": 3}]
    assert type_line("score", "hand", "--went-out", "Cy", "Ann=1", "Bo=2", "--file", path).status == 0


def test_there_is_a_file_of_the_layout_of_today(tmp_path):
    assert type_line("score", "start", "craziness", "Ann", "Bo", "--file", tmp_path / "score.sqlite").status == 0
    assert layout_of(LAYOUTS[-1]) == layout_of(tmp_path / "score.sqlite")


def layout_of(path):
    with closing(sqlite3.connect(path)) as file:
        return file.execute("PRAGMA user_version").fetchone()
