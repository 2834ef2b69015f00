"""Stories that people tell: whatever happens at a table has a phrase, and told again it is the same game."""

from itertools import islice
from random import Random

import pytest

from tt_print.engine.notation import seat_name
from tt_print.engine.play import play_out
from tt_print.engine.story import judge_story
from tt_print.games import find_game

# Random games told in `make test`, and in blocks of fifty in `make test-all`.
GAMES = {
    "ww3": (6, 4), "armageddon": (4, 2), "six-suit": (10, 6), "craziness": (2, 2), "casino": (2, 1), "push-it": (10, 3),
}  # fmt: skip
BLOCK = 50
MOST_BLOCKS = 100
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
    rng = Random(f"{game.name} told {number}")
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


def judge_game(game, number, blocks=None):
    """The `number`th random game in stories of a hundred events, as `tt-print judge GAME --scene` hears them.

    Every event is judged, none is refused, and the last of each story has changed what it did in the game.
    """
    state, rng = begin(game, number), Random(f"{game.name} judged {number}")
    house = str(state.house).split() if state.house.changed else ()
    for _ in range(blocks or MOST_BLOCKS):
        story = list(game.scene(state.house).opening(state))
        for event, after in islice(play_out(game, state, rng), BLOCK):
            story.append(game.event_text.show(event))
            before, state = state, after
        answer = judge_story(game, story, overrides=house)
        assert answer.yes is not None and answer.fault is None and answer.questions == (), answer.text
        assert answer.changes["winner"] == [seat_name(seat) for seat in game.winners(state)]
        gained = {seat_name(seat): state.scores[seat] - had for seat, had in enumerate(before.scores)}
        assert answer.changes["points"] == {name: points for name, points in gained.items() if points}
        if game.is_over(state):
            break


@pytest.mark.parametrize("name", GAMES)
def test_the_judge_goes_along_with_a_random_game(name):
    judge_game(find_game(name), 1, blocks=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_judge_goes_along_with_a_random_game_of_every_house_rule(name):
    game = find_game(name)
    for number in range(len(game.house_trials())):
        judge_game(game, number)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "block"), [(name, block) for name, (_, blocks) in GAMES.items() for block in range(blocks)]
)
def test_many_random_games_told_as_stories_are_the_same_games(name, block):
    for number in range(BLOCK * block, BLOCK * (block + 1)):
        assert sum(1 for _ in tell_game(find_game(name), number))
