"""What a family looks back on: who won how often, and what can be sent to friends."""

import io
import json
from datetime import date

import pytest
from PIL import Image

from tests.commands import tt


@pytest.fixture
def table(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def say(*lines):
        for line in lines:
            ran = tt(capsys, "score", *line.split())
            assert ran.status == 0, (line, ran.err)
        return ran.out

    return say


def game(table, winner, scores):
    """A game of Craziness that one hand decides."""
    table("start craziness Ann Bo Cy --option elimination_score=1", f"hand {winner}=0 {scores} --another")


def stats(table, *words):
    return json.loads(table(" ".join(["stats", *words, "--json"])))


def test_wins_are_counted_over_all_nights(table):
    game(table, "Ann", "Bo=9 Cy=4")
    game(table, "Bo", "Ann=8 Cy=3")
    game(table, "Bo", "Ann=2 Cy=5")
    game(table, "Bo", "Ann=7 Cy=7")
    found = stats(table)
    assert (found["nights"], found["hands"]) == (4, 4)
    assert [(each["name"], each["games"], each["wins"], each["average"]) for each in found["players"]] == [
        ("Ann", 4, 1, 4.25), ("Bo", 4, 3, 2.25), ("Cy", 4, 0, 4.75),
    ]  # fmt: skip
    assert [each["name"] for each in stats(table, "Cy")["players"]] == ["Cy"]


def test_a_night_is_sent_to_friends_as_a_picture_and_a_text(table, tmp_path):
    game(table, "Bo", "Ann=8 Cy=3")
    table("export --picture --text --out sent")
    (text,), (png,) = (sorted(tmp_path.glob(f"sent/scores/*.{kind}")) for kind in ("txt", "png"))
    today = date.today()
    assert text.read_text(encoding="utf-8").splitlines() == [
        f"Craziness, {today.day} {today:%B} {today.year}", "1. Bo: 0 points", "2. Cy: 3 points", "3. Ann: 8 points", "Bo wins!",
    ]  # fmt: skip
    with Image.open(io.BytesIO(png.read_bytes())) as picture:
        assert picture.width == 1080
