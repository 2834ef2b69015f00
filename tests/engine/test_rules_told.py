"""Each rule number of a text decides a story that is legal and one that is not, also through the command line."""

import json
from collections import defaultdict
from functools import cache

import pytest

from tests.commands import tt
from tests.games.cases import cases
from tt_print.engine.told import tell_story
from tt_print.errors import InputError
from tt_print.games import find_game, game_names
from tt_print.games.examples import _every_case, read_examples
from tt_print.templates import read_toml

TOLD = [name for name in game_names() if hasattr(cases(name), "RULES")]


def stories(name):
    """Examples as stories, and those that the tests of refusals and of events tell."""
    yield from ("; ".join(case.phrases) for example in read_examples(name) for case in _every_case(example))
    own = cases(name)
    yield from (*own.STORIES.values(), *own.EVENTS.values(), *own.RULES)


@cache
def deciding(name):
    """The shortest story for each rule and verdict."""
    found = defaultdict(dict)
    for story in sorted(stories(name), key=len):
        try:
            answer = tell_story(find_game(name), story)
        except InputError:  # an example of cards that no deck has
            continue
        if answer.yes is not None:
            for rule in answer.rules:
                found[rule].setdefault(answer.yes, story)
    return found


def judged(name):
    return {rule for example in read_examples(name) for rule in example.rules}


@pytest.mark.parametrize("name", TOLD)
def test_every_rule_number_decides_a_story_that_is_legal_and_one_that_is_not(name):
    found = deciding(name)
    one_sided = {rule for rule in judged(name) if len(found[rule]) < 2}
    assert one_sided <= {*cases(name).ONE_SIDED, *read_toml(f"games/{name}/sentences.toml").get("one_sided", {})}
    assert all(found[rule] for rule in cases(name).ONE_SIDED if rule in judged(name)), "each has one at least"


@pytest.mark.parametrize("name", TOLD)
def test_the_command_line_says_the_same_of_each_rule(capsys, name):
    for rule in judged(name):
        for yes, story in deciding(name)[rule].items():
            ran = tt(capsys, "judge", name, "--json", "--scene", story)
            answer = json.loads(ran.out)
            assert (ran.status, answer["legal"]) == (0, yes) and rule in answer["rules"], story
