"""The page of rulings: a row for every ruling that is a house rule, read every other way."""

import re

import pytest

from tests.playtest.rulings import GAMES, MARKS, PAGE, cases, in_words
from tt_print.engine.house import show_value
from tt_print.games import find_game, game_names


@pytest.mark.parametrize("name", game_names())
def test_every_ruling_that_is_a_house_rule_has_its_rows(name):
    page = PAGE.read_text(encoding="utf-8")
    start, end = (page.index(mark.format(name=name)) for mark in MARKS)
    rows = [line for line in page[start:end].splitlines() if line.startswith("| ")][2:]
    wanted = [(case.ruling, f"{case.option}={show_value(case.value)}") for case in cases(find_game(name))]
    assert [(row.split(" | ")[0][2:], row.split("`")[1]) for row in rows] == wanted
    assert all(re.search(r"Games get|Games take|Each game takes|Nothing:", row.split(" | ")[2]) for row in rows)
    assert f"{GAMES[name]} games of sensible players each way" in page[start:end] and "seed 1" in page[start:end]


def test_the_plain_words_say_no_more_than_was_measured():
    def said(ratio, won=(0, -0.03, 0.03), seats="no seat gains", is_same=False):
        ratio, won, level = (
            dict(zip(("value", "low", "high"), each, strict=True)) for each in (ratio, won, (0, -0.03, 0.03))
        )
        found = {
            "turns": ratio,
            "turns_ratio": ratio,
            "wins": [won, level, level, level],
            "text": f"With x=1; {seats}.",
        }
        return in_words(found, is_same)

    longer = "Games get 20 % longer (10 to 30 %)."
    assert said((-0.37, -0.45, -0.30)) == "Games get 37 % shorter (30 to 45 %). No seat gains."
    assert said((0.02, -0.05, 0.09)) == "Games take as long as before, give or take 9 %. No seat gains."
    anything = "Games get anything from 6 % shorter to 14 % longer: so many cannot tell."
    assert said((0.04, -0.06, 0.14)) == f"{anything} No seat gains."
    assert said((0, 0, 0)) == "Each game takes as many turns as before. No seat gains."
    assert said((0.2, 0.1, 0.3), (0.02, -0.13, 0.17)) == f"{longer} No seat gains more than 17 points of 100, if any."
    assert said((0.2, 0.1, 0.3), (0.02, -0.43, 0.47)) == f"{longer} So few games cannot tell whether a seat gains."
    gains = "seat 1 gains 10.5 points of 100"
    assert said((0.2, 0.1, 0.3), (0.105, 0.02, 0.19), gains) == f"{longer} Seat 1 gains 10.5 points of 100."
    assert said((0, 0, 0), is_same=True).startswith("Nothing: ")
