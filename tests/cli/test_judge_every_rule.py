"""For each rule number of the six texts a story that is legal and one that is not, through the command line.

The stories are those of the examples, each with the whole table before its last event as an opening.
"""

import json
from functools import cache

import pytest

from tests.commands import tt
from tests.games.cases import cases
from tt_print.engine.scenes import HOUSE_RULE
from tt_print.engine.told import tell_story
from tt_print.errors import InputError, NotationError
from tt_print.games import find_game, game_names
from tt_print.games.examples import cached_scene, read_examples


def whole_story(game, phrases):
    """The story of an example with nothing left open; None where its last phrase is no event, or no phrases open it."""
    told = [phrase for phrase in phrases if not phrase.startswith(HOUSE_RULE)]
    house = tuple(phrase for phrase in phrases if phrase.startswith(HOUSE_RULE))
    scene = cached_scene(game, (*house, *told[:-1]))
    event = scene.parse_phrase(told[-1])[2]
    if event is None:
        return (*house, *told)
    try:
        opening = find_game(game).scene(scene.house).opening(scene.state_before(event))
    except NotationError:
        return None
    return (*house, *opening, told[-1])


@cache
def answers(game):
    """By rule number a story that it allows, or a question that it answers, and one that it forbids."""
    yes, no = {}, {}
    told = [whole_story(game, case.phrases) for example in read_examples(game) for case in example.cases]
    told += [tuple(part.strip() for part in story.split(";")) for story in cases(game).STORIES.values()]
    for story in dict.fromkeys(filter(None, told)):
        try:
            answer = tell_story(find_game(game), story)
        except InputError:
            continue
        if answer.questions or answer.broken or answer.is_opening:
            continue
        rules = dict.fromkeys(
            (*answer.rules, *(rule for reason in (*answer.reasons, *answer.next) for rule in reason.rules))
        )
        for rule in rules:
            (no if answer.yes is False else yes).setdefault(rule, story)
    return yes, no


def texts(game):
    """The rule numbers that the examples of a text stand for."""
    return dict.fromkeys(rule for example in read_examples(game) for rule in example.rules)


# What no single event can keep to, or break, and why. Every other rule has a story of either kind.
NEVER_KEPT = {
    "ww3": {
        "6c": "is about the penalty for a card out of turn, which is a fault itself",
        "6d": "is about a slap at a card out of turn, which is a fault itself",
    },
    "casino": {"3e": "says what may not be done: no build is moved"},
    "craziness": {"2": "is cited where nothing matches; a legal lay by what it is, 4a to 4c"},
}  # fmt: skip
NEVER_BROKEN = {
    "ww3": {
        "3c": "says that a slap goes before control",
        "note": "says which deck", "equipment": "says which deck",
    },
    "armageddon": {"1": "says which deck", "3b": "says who controls now", "4": "says what a right slap wins"},
    "casino": {
        "5": "says when cards are dealt again", "6": "says who gets what is left", "7": "counts points", "8": "says when the game ends",
        "9a": "counts jokers", "10b": "says how many are set aside", "11a": "says what a ? counts", "11b": "counts points", "11c": "says what a joker counts",
        "13": "says which deck",
    },
    "craziness": {"4b": "says what a double topper does", "4c": "says what a single topper does", "5": "says what counts then", "7": "counts points"},
    "push-it": {
        "4": "says in which order the actions of a turn come with lies first", "5a": "says who picks up after the truth", "8": "says who has won",
        "9": "counts points",
    },
}  # fmt: skip


@pytest.mark.parametrize("game", game_names())
def test_every_rule_is_kept_by_a_story_and_broken_by_another(game):
    yes, no = answers(game)
    rules = texts(game)
    assert {rule for rule in rules if rule not in yes} == set(NEVER_KEPT.get(game, {}))
    assert {rule for rule in rules if rule not in no} == set(NEVER_BROKEN.get(game, {}))


@pytest.mark.parametrize("game", game_names())
def test_the_command_line_says_so(capsys, game):
    yes, no = answers(game)
    for kept, stories in ((True, yes), (False, no)):
        for rule in texts(game):
            if rule not in stories:
                continue
            ran = tt(capsys, "judge", game, "--scene", "; ".join(stories[rule]), "--json", "--check")
            answer = json.loads(ran.out)
            assert (ran.status, answer["legal"] is False) == ((0, False) if kept else (1, True)), (rule, stories[rule])
            named = {"setup": "set-up"}.get(rule, rule)
            assert rule in answer["rules"] or f" {named}" in answer["text"], (rule, answer)
