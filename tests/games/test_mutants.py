"""Deliberate faults: examples, records and exact counts together reject each of them."""

import pytest

from tests.engine.recorded import replay
from tests.engine.test_records import FOLDER
from tests.games.cases import Fault, cases, every_game
from tt_print.engine.base import InvariantError
from tt_print.errors import InputError
from tt_print.games import find_game, game_names
from tt_print.games.examples import read_examples, run_example

FAULTS = [(name, title) for name in game_names() for title in cases(name).MUTANTS]


def whole_suite(name):
    """Raises at the first thing that is not as it should be."""
    for example in read_examples(name):
        assert list(run_example(example)) == []
    for check in cases(name).CHECKS:
        check()
    for file in cases(name).RECORDS:
        replay((FOLDER / f"{file}.txt").read_text(encoding="utf-8"), find_game)


@every_game()
def test_a_game_has_faults_to_find(name):
    assert len(cases(name).MUTANTS) >= 4


@every_game()
def test_without_a_fault_all_is_well(name):
    whole_suite(name)


@pytest.mark.parametrize(("name", "title"), FAULTS, ids=[f"{name}: {title}" for name, title in FAULTS])
def test_the_suite_rejects(name, title):
    fault = Fault(name)
    try:
        cases(name).MUTANTS[title](fault)
        # not any exception: a fault that only crashes has not been judged
        with pytest.raises((AssertionError, InvariantError, InputError)):
            whole_suite(name)
    finally:
        fault.heal()
