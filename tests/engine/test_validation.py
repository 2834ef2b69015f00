"""The door of the engine: whatever is handed in, a state stays as it was, no card comes or goes, and the answer is a reason."""

import random
from collections import Counter
from dataclasses import fields
from itertools import islice

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.engine.random_play import box, player_counts, spread
from tests.engine.recorded import deal_out, state_text
from tests.games.cases import every_game
from tt_print.deck import FULL, JOKERS, Card
from tt_print.engine.play import play_out
from tt_print.engine.reasons import IllegalMove, Reason
from tt_print.errors import InputError
from tt_print.games import find_game, load_games

FAR = 10**9


class Fake(Card):
    """A card that is none of the deck's."""


STRANGE = st.integers(-9, 20) | st.sampled_from([
    None, False, True, FAR, -FAR, 0.0, 1.0, -0.5, float("nan"), float("inf"), 1 + 0j, "", "red", "?", "RC1", "Ann", "0", b"red",
    "black blob ?", *FULL[::9], *JOKERS, Fake("red", "circle", "1"), Card, object(), lambda: None, frozenset(), frozenset({-1, 2}),
])  # fmt: skip
ANYTHING = st.recursive(
    STRANGE,
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=6,
)  # fmt: skip


def remade(event, name, value):
    """The event with another value in a field, whatever its class says of it."""
    made = object.__new__(type(event))
    for field in fields(event):
        object.__setattr__(made, field.name, value if field.name == name else getattr(event, field.name))
    return made


def table(name, players, trial, seed):
    """A state somewhere in a random game."""
    game = find_game(name)
    counts, trials = player_counts(game), game.house_trials()
    rng = random.Random(seed)
    house = game.house(**trials[trial % len(trials)])
    state = game.start(counts[players % len(counts)], house)
    for _, state in islice(play_out(game, state, rng), seed % 90):
        pass
    return game, state


def must_be_refused_or_legal(game, state, event):
    """Nothing but `IllegalMove` comes out, and a state as it was; what is taken loses no card."""
    before = state_text(game).show(state)
    legal = event in game.legal(state)
    assert game.can(state, event) is legal
    try:
        after = game.apply(state, event)
    except IllegalMove as refused:
        assert not legal and isinstance(refused.reason, Reason) and str(refused).strip() and refused.reason.heading
    else:
        assert legal
        game.check(after)
        assert Counter(spread(game.layout(after))) == box(game, after)
        assert len(after.hands) == len(state.hands)
    assert state_text(game).show(state) == before


def mutate(data, event, depth=0):
    """One field of an event, of a part of it, or one item of a tuple in it replaced by anything; what follows from others stays."""
    field = data.draw(st.sampled_from([field.name for field in fields(event) if field.init]))
    value = getattr(event, field)
    return remade(event, field, strange(data, value, depth))


def strange(data, value, depth):
    deeper = depth < 3 and data.draw(st.booleans())
    if deeper and type(value) is tuple and value:
        index = data.draw(st.integers(0, len(value) - 1))
        return (*value[:index], strange(data, value[index], depth + 1), *value[index + 1 :])
    if deeper and hasattr(value, "__dataclass_fields__") and not isinstance(value, Card):
        return mutate(data, value, depth + 1)
    if type(value) is tuple and data.draw(st.booleans()):
        return data.draw(st.sampled_from([list(value), value + value, value[:-1], (*value, -1), iter(value), set()]))
    if type(value) is int and data.draw(st.booleans()):
        return data.draw(st.sampled_from([-value - 1, value - FAR, float(value), str(value), bool(value), value + 1]))
    return data.draw(ANYTHING)


@every_game()
def test_a_mutated_event_is_legal_or_refused_with_a_reason(name):
    @settings(max_examples=25, phases=[Phase.generate])
    @given(st.integers(0, 20), st.integers(0, 99), st.integers(0, 9999), st.data())
    def try_out(players, trial, seed, data):
        game, state = table(name, players, trial, seed)
        if not game.is_over(state):
            event = game.legal(state).choose(random.Random(seed))
            for _ in range(4):
                must_be_refused_or_legal(game, state, mutate(data, event))

    try_out()


@every_game()
def test_whatever_is_no_event_is_refused(name):
    game = find_game(name)
    state = deal_out(game, 3, game.house(), random.Random(3))
    others = [other.legal(other.start(3)).choose(random.Random(1)) for other in load_games()]
    for event in (None, 0, "lays RC1", (), [], {}, object(), FULL[0], state, game, type(others[0]), *others):
        must_be_refused_or_legal(game, state, event)
        with pytest.raises(IllegalMove):
            game.verify(state, event)


@every_game()
def test_a_seat_below_zero_or_beyond_the_table_is_nobody(name):
    """-1 is the last item of a tuple in Python, and no player's seat."""
    game = find_game(name)
    rng = random.Random(8)
    for _, state in islice(play_out(game, game.start(3), rng), 0, 120, 10):
        for event in [] if game.is_over(state) or game.legal(state).by_chance else islice(game.legal(state), 12):
            for field in fields(event):
                for seat in (-1, -3, 3, 99, True, 0.0, "Ann", None) if "Seat" in field.type else ():
                    wrong = remade(event, field.name, seat if field.type == "Seat" else (seat,))
                    must_be_refused_or_legal(game, state, wrong)
                    assert not game.can(state, wrong)


@every_game()
def test_a_reason_says_which_field_is_wrong(name):
    game = find_game(name)
    state = deal_out(game, 3, game.house(), random.Random(3))
    event = next(iter(game.legal(state)))
    field = fields(event)[0]
    reason = game.illegal_reason(state, remade(event, field.name, 2.5))
    assert reason.key == "malformed"
    assert reason.sentence.startswith(f"The {field.name} of {type(event).__name__} is 2.5; it must be a ")


@every_game()
def test_a_table_of_the_wrong_size_does_not_open(name):
    game = find_game(name)
    min_players, max_players = game.players
    for players in (0, -1, min_players - 1, (max_players or 10**6) + 1, 126, 10**6, 10**30, 3.0, "3", None, True):
        with pytest.raises(InputError, match="player"):
            game.start(players)


@every_game()
def test_the_dealer_sits_at_the_table(name):
    game = find_game(name)
    for dealer in (-1, 3, 7, 1.0, "Ann", None, True):
        with pytest.raises(InputError, match="dealer"):
            game.start(3, game.house(), dealer)
    assert [game.start(3, dealer=dealer).dealer for dealer in range(3)] == [0, 1, 2]


@every_game()
def test_the_house_is_the_games_own(name):
    game = find_game(name)
    other = next(each for each in load_games() if each.name != name)
    for house in (other.house(), {}, "must_play=true", dict(game.house())):
        with pytest.raises(InputError, match="house rules"):
            game.start(3, house)
    assert game.start(3) == game.start(3, game.house())


@every_game()
def test_cards_are_dealt_when_a_deal_is_due_and_shuffled_when_a_shuffle_is(name):
    """A deal and a shuffle both hold an order of cards; the right cards under the wrong name are still wrong."""
    game = find_game(name)
    ordered = [event for event in game.events if "order" in {field.name for field in fields(event)}]
    rng, seen = random.Random(3), set()
    for _, state in islice(play_out(game, game.start(game.players[1] or 6), rng), 6000):
        legal = game.legal(state)
        if legal.by_chance:
            for event in ordered:
                right = type(legal.with_order(legal.cards)) is event
                assert (event(legal.cards) in legal) is right and not game.can(state, event(legal.cards[1:]))
                seen.add((event, right))
    deal = game.legal(game.start(3))
    assert [event(deal.cards) in deal for event in ordered] == [event.__name__ == "Deal" for event in ordered]
    assert name not in ("six-suit", "craziness") or len(seen) >= 2
