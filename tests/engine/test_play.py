"""Random play of every game: nothing is lost, refusals change nothing, text is the truth."""

import random

import pytest

from tests.engine.random_play import one_deal, player_counts, spread
from tests.engine.recorded import deal_out, parse_record, record_game, show_record
from tests.games.cases import cases, every_game
from tt_print.engine.play import soak_games
from tt_print.errors import InputError
from tt_print.games import find_game


@pytest.mark.slow
@every_game()
def test_five_hundred_random_deals(name):
    game = find_game(name)
    for number in range(500):
        state = one_deal(game, number)
        assert game.is_over(state) or state.phase == "deal"


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
        again = parse_record(show_record(record), find_game)
        assert game.is_over(record.last()) and again == record and again.last() == record.last()


@every_game()
def test_nothing_is_legal_when_the_game_is_over(name):
    game = find_game(name)
    state = record_game(game, game.players[0], game.house(), random.Random(7)).last()
    assert list(game.legal(state)) == []
    with pytest.raises(IndexError):
        game.legal(state).choose(random.Random(1))
    for event in cases(name).near_misses(state, random.Random(1)):
        assert event not in game.legal(state) and not game.can(state, event)


@every_game()
def test_sizes_of_the_deal_are_those_of_a_deal(name):
    game = find_game(name)
    for players in player_counts(game):
        sizes = game.deal_sizes(players, game.house())
        layout = game.layout(deal_out(game, players, game.house(), random.Random(players)))
        for pile, size in sizes.items():
            if pile == "hands":
                assert {len(hand) for hand in layout["hands"]} == {size}
            else:
                assert len(list(spread([layout[pile]]))) == size, pile


@every_game()
def test_a_wrong_number_of_players_is_refused(name):
    game = find_game(name)
    min_players, max_players = game.players
    for players in [0, min_players - 1, *([max_players + 1] if max_players else [])]:
        with pytest.raises(InputError, match=f"{game.title} is for {min_players} "):
            deal_out(game, players, game.house(), random.Random(1))


@every_game()
def test_soaking_finds_no_fault(name):
    steps = []
    assert soak_games([find_game(name)], 3, 11, lambda: steps.append(1)) == [] and len(steps) == 3
