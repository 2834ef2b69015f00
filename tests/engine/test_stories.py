"""Stories that people tell: whatever happens at a table has a phrase, and told again it is the same game."""

import random

import pytest

from tt_print.engine.play import play_out
from tt_print.engine.spoken import PlayerNames, read_phrase
from tt_print.engine.told import _Telling
from tt_print.games import find_game

# Random games told in `make test`, and in blocks of a hundred in `make test-all`: some 90 seconds of one core a game.
GAMES = {
    "ww3": (6, 18),
    "armageddon": (4, 5),
    "six-suit": (10, 33),
    "craziness": (2, 6),
    "casino": (2, 4),
    "push-it": (10, 15),
}
BLOCK = 100
REOPENED = 1 / 40  # how often a story is broken off, and begun anew with the table as it lies


def set_table(game, state):
    """A fresh scene, with the table of `state` as its opening."""
    scene = game.scene(state.house)
    for phrase in scene.opening(state):
        scene.run_phrase(phrase)
    return scene


def begin(game, number):
    """The `number`th random game before its deal, in turn over numbers of players and house rules."""
    trials, (fewest, most) = game.house_trials(), game.players
    players = fewest + number % ((most or fewest + 8) - fewest + 1)
    return game.start(players, game.house(**trials[number % len(trials)]), number % players)


def tell_game(game, number):
    """The `number`th random game, event by event as phrases. Every other one is begun anew now and then."""
    rng = random.Random(f"{game.name} told {number}")
    state = begin(game, number)
    scene = set_table(game, state)
    for event, after in play_out(game, state, rng):
        if number % 2 and rng.random() < REOPENED:
            scene = set_table(game, state)
        assert scene.state_before(event) == state
        assert scene.open_questions(event) == (), (number, event)
        scene.run_phrase(game.event_text.show(event))
        assert scene.facts["legal"] and scene.state == after, (number, event)
        for reason in scene.follows(state, event, after):
            assert reason.key.startswith("then_") and reason.heading.isupper() and reason.sentence, (number, event)
        yield scene, state, event
        state = after
    assert set_table(game, state).state_before(None) == state


@pytest.mark.parametrize("name", GAMES)
def test_random_games_told_as_stories_are_the_same_games(name):
    game = find_game(name)
    for number in range(GAMES[name][0]):
        assert sum(1 for _ in tell_game(game, number))


@pytest.mark.parametrize("name", GAMES)
def test_something_follows_from_every_event(name):
    game, said = find_game(name), set()
    for number in range(2):
        for scene, before, event in tell_game(game, number):
            reasons = scene.follows(before, event, scene.state)
            assert reasons, event
            said |= {reason.key for reason in reasons}
    assert len(said) > 4


def judge_game(game, number):
    """The `number`th random game, as `tt-print judge GAME --scene` hears it: every event is judged, and none is refused."""
    state = begin(game, number)
    telling = _Telling(game, state.house, PlayerNames(), [])
    for phrase in telling.scene.opening(state):
        telling._hear(read_phrase(telling.scene, phrase), False)
    for event, after in play_out(game, state, random.Random(f"{game.name} judged {number}")):
        answer = telling._hear(read_phrase(telling.scene, game.event_text.show(event)), True)
        assert answer.yes is not None and answer.fault is None and answer.questions == (), answer.text
        assert telling.scene.state == after, (number, event)


@pytest.mark.parametrize("name", GAMES)
def test_the_judge_goes_along_with_a_random_game(name):
    judge_game(find_game(name), 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_judge_goes_along_with_many_random_games(name):
    for number in range(BLOCK):
        judge_game(find_game(name), number)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "block"), [(name, block) for name, (_, blocks) in GAMES.items() for block in range(blocks)]
)
def test_many_random_games_told_as_stories_are_the_same_games(name, block):
    for number in range(BLOCK * block, BLOCK * (block + 1)):
        assert sum(1 for _ in tell_game(find_game(name), number))
