"""The page of rulings: a row for every ruling that is a house rule, read every other way."""

import re

import pytest

from tests.play.playtest.rulings import GAMES, MARKS, PAGE, cases
from tt_print.engine.house import show_value
from tt_print.games import find_game, game_names


@pytest.mark.parametrize("name", game_names())
def test_every_ruling_that_is_a_house_rule_has_its_rows(name):
    page = PAGE.read_text(encoding="utf-8")
    start, end = (page.index(mark.format(name=name)) for mark in MARKS)
    rows = [line for line in page[start:end].splitlines() if line.startswith("| ")][2:]
    wanted = [(case.ruling, f"{case.option}={show_value(case.value)}") for case in cases(find_game(name))]
    assert [(row.split(" | ")[0][2:], row.split("`")[1]) for row in rows] == wanted
    assert all(re.match(r"\d+% (longer|shorter)|As long|As many|Nothing|Unknown", row.split(" | ")[2]) for row in rows)
    assert f"{GAMES[name]} games of sensible players each way" in page[start:end] and "seed 1" in page[start:end]
