"""What programs ask of a state: who may act, who has won, what it brought, and what one player may know."""

import random
from itertools import islice

import pytest

from tests.engine.hidden import OWN_HANDS, hide_and_shuffle
from tests.games.cases import every_game
from tt_print.engine.play import play_out
from tt_print.errors import InputError
from tt_print.games import find_game, game_names


def walk(game, seed, count=160, **house):
    rng = random.Random(seed)
    state = game.start(max(3, game.players[0]), game.house(**house))
    return [state for _, state in islice(play_out(game, state, rng), count)]


@every_game()
def test_whoever_has_a_legal_event_may_act_and_nobody_else(name):
    game = find_game(name)
    for trial in game.house_trials()[::7]:
        if "teams" in trial:
            continue
        for state in walk(game, 5, 60, **trial)[::5]:
            legal = game.legal(state)
            if legal.by_chance or game.is_over(state) or state.phase == "lots":
                assert game.to_act(state) == ()
                continue
            acting = game.to_act(state)
            assert len(set(acting)) == len(acting)
            seats = set()
            for event in islice(legal, 3000):
                actors = event.seats[:1] if hasattr(event, "seats") else (getattr(event, "seat", None),)
                seats |= {seat for seat in actors if seat is not None}
            count = legal.count(3000)
            assert seats <= set(acting) if count is None else seats <= set(acting) and acting[0] in seats
            assert state.phase == "declare" or state.phase == "veto" or state.phase == "peel" or acting[0] == state.turn


@every_game()
def test_the_winners_are_those_of_the_state_and_what_they_gain_adds_up(name):
    game = find_game(name)
    *states, last = walk(game, 9, 100_000)
    assert game.is_over(last) and game.winners(last) == last.winners and last.winners
    assert not any(map(game.winners, states))
    returns = game.returns(last)
    assert len(returns) == len(last.hands) == len(last.scores)
    if name in ("casino", "craziness"):
        assert returns == tuple(map(float, last.scores))
    else:
        assert sum(returns) == 1 and all(returns[seat] for seat in last.winners)
        assert game.returns(states[0]) == (0.0,) * len(returns)


@every_game()
def test_a_view_does_not_change_when_what_is_hidden_is_shuffled(name):
    game, rng = find_game(name), random.Random(4)
    changed = 0
    for state in walk(game, 6)[::6]:
        for seat in range(len(state.hands)):
            other = hide_and_shuffle(game, state, seat, rng)
            changed += other != state
            view = game.view(state, seat)
            assert view == game.view(other, seat) and hash(view) == hash(game.view(other, seat)) and view.seat == seat
            assert game.is_over(state) or other.phase == "deal" or len(str(view)) < 4000
    assert changed > 20


@every_game()
def test_a_view_shows_what_lies_open(name):
    game = find_game(name)
    for state in walk(game, 6)[::10]:
        for seat in range(len(state.hands)):
            view = game.view(state, seat)
            assert view.phase == state.phase and view["turn"] == state.turn
            if name in OWN_HANDS:
                assert view.hands[seat] == state.hands[seat]
            sizes = [None if hand and name == "push-it" else len(hand) for hand in state.hands]  # P-25
            assert all(view.hands[other] == size for other, size in enumerate(sizes) if other != seat)
    with pytest.raises(AttributeError):
        view.turn = 1
    with pytest.raises(AttributeError, match="has no 'wheels'"):
        _ = view.wheels
    for seat in (-1, len(state.hands), "Ann"):
        with pytest.raises(InputError, match="give a seat from 0 to"):
            game.view(state, seat)


@every_game()
def test_a_state_of_another_game_is_refused(name):
    game = find_game(name)
    asking = (
        game.legal,
        game.winners,
        game.returns,
        game.is_over,
        game.to_act,
        *(lambda state, ask=ask: ask(state, None) for ask in (game.view, game.can, game.apply)),
    )
    for wrong in (
        *(find_game(other).start(3) for other in game_names() if other != name),
        None,
        5,
        game.view(game.start(3), 0),
    ):
        for ask in asking:
            with pytest.raises(InputError, match=f"that is no state of {game.title}"):
                ask(wrong)


@every_game()
def test_legal_events_and_states_can_be_read(name):
    game = find_game(name)
    states = walk(game, 7, 40)
    for state in states:
        assert len(game.describe(state)) < 400 and game.describe(state).startswith(state.phase)
    for state in states[::8]:
        legal = game.legal(state)
        text = repr(legal)
        assert text.startswith("<Legal: ") and ("in all)" in text or "every order" in text)
        if not legal.by_chance:
            assert game.event_text.show(next(iter(legal))) in text
    deal = game.legal(game.start(3))
    assert deal.by_chance and repr(deal) == f"<Legal: every order of {len(deal.cards)} cards>"
    with pytest.raises(InputError, match="no shuffle is due"):
        game.legal(states[0]).with_order(deal.cards)


@every_game()
def test_events_are_to_be_had_from_the_games_own_folder(name):
    from importlib import import_module

    game = find_game(name)
    package = import_module(game.package)
    assert package.GAME is game and package.State is game.state
    for event in game.events:
        assert getattr(package, event.__name__) is event and event.__name__ in package.__all__
