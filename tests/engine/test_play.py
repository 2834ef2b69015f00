"""Random play of every game: nothing is lost, refusals change nothing, text is the truth."""

import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from tests.engine.random_play import box, near_misses, one_deal, player_counts, probe, spread
from tests.engine.recorded import parse_record, record_game, show_record, state_text
from tests.games.cases import every_game
from tt_print.engine.play import soak_games
from tt_print.games import find_game


@pytest.mark.slow
@every_game()
def test_a_random_deal_comes_to_its_end(name):
    game = find_game(name)
    for number in range(60):
        state = one_deal(game, number)
        assert game.is_over(state) or state.phase == "deal"


@pytest.mark.parametrize(("games", "steps"), [(8, 20), pytest.param(30, 50, marks=pytest.mark.slow)])
@every_game()
def test_whatever_is_done_no_card_comes_or_goes_and_a_state_stays_as_it_was(name, games, steps):
    """Random play weights its choices so that games end; here any of the first 200 legal events may come next, each wild
    declared as anything, every card, every player."""
    game, shown = find_game(name), state_text(find_game(name)).show
    counts, trials = player_counts(game), game.house_trials()
    for number in range(games):
        rng = random.Random(f"{name} at will {number}")
        players = rng.choice(counts)
        state = game.start(players, game.house(**rng.choice(trials)), rng.randrange(players))
        want = box(game, state)
        for step in range(steps):
            legal = game.legal(state)
            listed = [] if legal.by_chance else list(islice(legal, 200))
            if game.is_over(state):
                assert not listed
                break
            event, before = rng.choice(listed) if listed else legal.choose(rng), shown(state)
            after = game.apply(state, event)
            assert shown(state) == before, "apply has changed the state before"
            assert game.apply(state, event) == after, "the same event gives another state"
            game.check(after)
            assert Counter(spread(game.layout(after))) == want
            if step % 10 == 9:
                probe(game, after, rng)
            state = after


ALL_OR_FEW = pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.slow)])


@ALL_OR_FEW
@every_game()
def test_whole_games_end_with_any_number_of_players(name, step):
    game = find_game(name)
    for players in player_counts(game)[:: min(step, 2)]:
        record = record_game(game, players, game.house(), random.Random(players), dealer=players - 1)
        assert game.is_over(record.last())


@ALL_OR_FEW
@every_game()
def test_whole_games_end_under_every_house_rule_and_their_records_can_be_read(name, step):
    game = find_game(name)
    for number, trial in list(enumerate(game.house_trials()))[::step]:
        players = max(3, game.players[0])
        record = record_game(game, players, game.house(**trial), random.Random(number))
        again = parse_record(show_record(record))
        assert game.is_over(record.last()) and again == record and again.last() == record.last()


@every_game()
def test_nothing_is_legal_when_the_game_is_over(name):
    game = find_game(name)
    state = record_game(game, game.players[0], game.house(), random.Random(7)).last()
    assert list(game.legal(state)) == []
    with pytest.raises(IndexError):
        game.legal(state).choose(random.Random(1))
    for event in near_misses(game, state, random.Random(1)):
        assert event not in game.legal(state) and not game.can(state, event)


def test_a_phase_in_which_nobody_may_act_is_a_fault():
    silent = replace(find_game("craziness"), acting=lambda state: ())
    (fault,) = soak_games([silent], 1, 5)
    assert "nobody may act in the phase 'turn'" in fault or "'declare'" in fault
    assert soak_games([find_game("craziness")], 1, 5) == []
