"""Whole games as readable text, replayed line by line."""

import re

import pytest

from tests.engine.recorded import FOLDER, read_record, replay
from tests.games.cases import cases, every_game
from tt_print.engine.base import InvariantError
from tt_print.errors import NotationError
from tt_print.games import find_game, game_names

KNOWN = {file: name for name in game_names() for file in cases(name).RECORDS}


@every_game()
def test_a_game_has_its_records(name):
    records = cases(name).RECORDS
    assert records, f"{name} has no record of play"
    for file in records:
        assert (FOLDER / f"{file}.txt").is_file(), f"missing; write it with: python -m tests.games.write_records {name}"


def test_every_record_belongs_to_a_game():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(KNOWN)


@pytest.mark.parametrize("file", KNOWN)
def test_a_record_replays_line_by_line(file):
    record = replay(read_record(file), find_game)
    assert record.game.name == KNOWN[file] and record.game.is_over(record.last())
    wanted = cases(KNOWN[file]).RECORDS[file]
    assert record.players == wanted["players"]
    assert record.house == record.game.house(**wanted.get("options", {}))


@pytest.mark.parametrize("file", KNOWN)
def test_a_changed_line_is_noticed(file):
    text = read_record(file)
    lines = text.splitlines()
    places = [number for number, line in enumerate(lines) if line.startswith("= ") and re.search(r"\d", line)]
    for index in (places[0], places[len(places) // 2], places[-1]):
        changed = re.sub(r"\d+", lambda m: str(int(m[0]) + 1), lines[index], count=1)
        with pytest.raises(InvariantError, match=f"line {index + 1}: "):
            replay("\n".join([*lines[:index], changed, *lines[index + 1 :]]) + "\n", find_game)
    with pytest.raises(InvariantError):
        replay("\n".join(lines[:-1]) + "\n", find_game)


@pytest.mark.parametrize(
    "text",
    ["", "craziness\n", "craziness\nplayers: x\ndealer: Ann\nhouse: -\n", "chess\nplayers: 2\ndealer: Ann\nhouse: -\n"],
)
def test_a_record_without_a_head_is_refused(text):
    with pytest.raises(NotationError, match="a record begins with"):
        replay(text, find_game)
