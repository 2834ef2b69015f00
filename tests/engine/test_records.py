"""Whole games as readable text, played again line by line."""

import pytest

from tests.engine.recorded import FOLDER, read_record, show_record
from tests.games.cases import cases, every_game
from tt_print.games import find_game, game_names

KNOWN = {file: name for name in game_names() for file in cases(name).RECORDS}


def test_every_game_has_records_and_every_record_belongs_to_a_game():
    """A missing one is written by: python -m tests.games.write_records GAME."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(KNOWN) and {*KNOWN.values()} == {*game_names()}


NOT_PLAYED = {
    "Draw",
    "Pass",
    "Shuffle",
}  # lots where all have turned up alike, a table that is stuck, a draw pile that ends: seldom


@every_game()
def test_every_kind_of_event_comes_up_in_the_records_of_a_game(name):
    played = {type(event) for file in cases(name).RECORDS for event in read_record(file).events}
    assert {event.__name__ for event in {*find_game(name).events} - played} <= NOT_PLAYED


@pytest.mark.parametrize("file", KNOWN)
def test_a_record_replays_line_by_line(file):
    text = (FOLDER / f"{file}.txt").read_text(encoding="utf-8")
    record = read_record(file)
    assert show_record(record).splitlines() == text.splitlines()
    wanted = cases(KNOWN[file]).RECORDS[file]
    assert record.game.name == KNOWN[file] and record.game.is_over(record.last())
    assert (record.players, record.house) == (wanted["players"], record.game.house(**wanted.get("options", {})))
