"""Stories that people tell: whatever lies on a table and happens there has a phrase, and told again it is the same."""

from contextlib import suppress
from itertools import islice
from random import Random

import pytest

from tests.walks import slow_but
from tt_print.engine.base import InvariantError
from tt_print.engine.completion import box_of
from tt_print.engine.notation import seat_name
from tt_print.engine.play import play_out
from tt_print.engine.reasons import Reason
from tt_print.engine.scenes import StoryRun
from tt_print.engine.story import judge_story
from tt_print.engine.told import Impossible, Picks
from tt_print.games import find_game

# Random games told in `make test`, and in `make test-all`.
GAMES = {
    "ww3": (6, 60), "armageddon": (4, 40), "six-suit": (10, 100), "craziness": (2, 40), "casino": (2, 40), "push-it": (10, 60),
}  # fmt: skip
STORY = 50  # events
MANY = [(name, many) for name, (_, many) in GAMES.items()]
REOPENED = 1 / 40  # how often the table as it lies is told


def set_table(game, state):
    """The table that the phrases about `state` tell."""
    scene = game.scene
    told = scene.read(scene.opening(state))
    return scene.position(Picks(told, state.house, box_of(scene, told.players, state.house), Random(1)))


def begin(game, number):
    """The `number`th random game before its deal, in turn over numbers of players and house rules."""
    trials, (fewest, most) = game.house_trials(), game.players
    players = fewest + number % ((most or fewest + 8) - fewest + 1)
    return game.start(players, game.house(**trials[number % len(trials)]), number % players)


def tell_game(game, number):
    """Each event of the `number`th random game, which its phrase tells, at a table that is told now and then."""
    rng = Random(f"{game.name} told {number}")
    state = begin(game, number)
    assert set_table(game, state) == state
    for event, after in play_out(game, state, rng):
        assert game.event_text.find(game.event_text.show(event)) == event
        if rng.random() < REOPENED:
            assert set_table(game, state) == state
        yield StoryRun(state, state, after, event)
        state = after
    assert set_table(game, state) == state


@pytest.mark.parametrize(
    ("name", "count"),
    [*((name, few) for name, (few, _) in GAMES.items()), *(pytest.param(*row, marks=pytest.mark.slow) for row in MANY)],
)
def test_any_table_of_a_random_game_can_be_told(name, count):
    for number in range(count):
        assert sum(1 for _ in tell_game(find_game(name), number))


@pytest.mark.parametrize("name", GAMES)
def test_something_follows_from_every_event(name):
    game, said = find_game(name), set()
    for number in range(2):
        for run in tell_game(game, number):
            reasons = [way for ways in game.scene.follows(run) for way in ways if isinstance(way, Reason)]
            assert reasons, run.event
            assert all(each.key.startswith("then_") and each.heading.isupper() and each.sentence for each in reasons)
            said |= {each.key for each in reasons}
    assert len(said) > 4


def stories_of(game, number):
    """The `number`th random game in pieces of fifty events, each as the state before it and what was played; a piece has one moment at
    most in which several hands slap, because a story has a phrase for one."""
    state, rng = begin(game, number), Random(f"{game.name} judged {number}")
    pieces = [(state, [])]
    for event, after in play_out(game, state, rng):
        pieces[-1][1].append((event, after))
        if len(pieces[-1][1]) == STORY or len(slapping(event)) > 1:
            pieces.append((after, []))
    return [piece for piece in pieces if piece[1]]


def slapping(event):
    return event.seats if type(event).__name__ == "Slap" else getattr(event, "slappers", ())


def judge_piece(game, start, played):
    """As `tt-print judge GAME --scene` hears it: every event is judged, none is refused, and the last has changed what it did in the game."""
    house = str(start.house).split() if start.house.changed else ()
    story = [*game.scene.opening(start), *(game.event_text.show(event) for event, _ in played)]
    event, state = played[-1]
    before = played[-2][1] if len(played) > 1 else start
    if len(hands := slapping(event)) > 1:
        story.insert(1, f"{seat_name(hands[0])}'s hand is lowest")
    answer = judge_story(game, story, overrides=house)
    assert answer.yes is not None and not answer.is_refused and answer.questions == (), answer.text
    assert answer.changes["winner"] == [seat_name(seat) for seat in game.winners(state)]
    gained = {seat_name(seat): state.scores[seat] - had for seat, had in enumerate(before.scores)}
    assert answer.changes["points"] == {name: points for name, points in gained.items() if points}


@pytest.mark.parametrize("name", GAMES)
def test_the_judge_goes_along_with_a_random_game(name):
    judge_piece(find_game(name), *stories_of(find_game(name), 1)[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_judge_goes_along_with_the_first_and_last_events_under_every_house_rule(name):
    game = find_game(name)
    for number in range(len(game.house_trials())):
        pieces = stories_of(game, number)
        for start, played in pieces[:1] + pieces[1:][-2:]:
            judge_piece(game, start, played)


@pytest.mark.parametrize("name", slow_but(("ww3", "craziness"), GAMES))
def test_what_is_told_alone_is_so_at_any_table_that_fits(name):
    """Nothing is told that a table then does not have: neither a card nor whose turn it is gets lost."""
    game, rng, seen = find_game(name), Random(f"{name} alone"), set()
    scene = game.scene
    for number in range(6):
        state = begin(game, number)
        for _, state in islice(play_out(game, state, rng), rng.randint(5, 40)):
            pass
        for phrase in scene.opening(state)[1:]:
            alone = scene.read([f"{len(state.hands)} at the table", phrase])
            kind = frozenset(part.partition("[")[0] for part in alone.parts)
            if kind in seen:
                continue
            for table in tables(scene, alone, state.house, rng):
                parts = scene.read(scene.opening(table)).parts
                assert all(parts.get(part) == value for part, value in alone.parts.items()), (phrase, table)
                seen.add(kind)
    assert len(seen) > 5


def tables(scene, told, house, rng, tries=60):
    """Some tables that fit what is told."""
    box = box_of(scene, told.players, house)
    for _ in range(tries):
        with suppress(Impossible, InvariantError, LookupError):
            state = scene.position(Picks(told, house, box, rng))
            scene.game.check(state)
            yield state
