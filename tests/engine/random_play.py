"""Random play that watches itself: no card comes or goes, and the three ways to ask agree."""

import random
from collections import Counter
from itertools import islice

import pytest

from tests.engine.recorded import deal_out, state_text
from tests.games.cases import cases
from tt_print.deck import make_deck
from tt_print.engine.play import play_out
from tt_print.engine.reasons import IllegalMove

FEW = 400  # up to so many legal events, they are compared one by one


def player_counts(game):
    min_players, max_players = game.players
    return range(min_players, (max_players or 10) + 1)


def box(game, state):
    """The deck in play, by the deck module and not by the game."""
    if hasattr(cases(game.name), "box"):
        return Counter(cases(game.name).box(state))
    return Counter(make_deck(game.deck, jokers=state.house.get("jokers", 0)))


def spread(layout):
    """All cards of a layout, whatever the depth of its piles."""
    for pile in layout.values() if isinstance(layout, dict) else layout:
        if isinstance(pile, (tuple, list, dict)):
            yield from spread(pile)
        else:
            yield pile


def probe(game, state, rng):
    """What must hold in any state: the three ways to ask agree, and a refusal leaves no trace."""
    legal = game.legal(state)
    before = state_text(game).show(state)
    listed = list(islice(iter(legal), FEW + 1)) if not legal.by_chance else []
    for event in listed[:40]:
        assert event in legal and game.can(state, event), event
        assert game.event_text.read(game.event_text.show(event)) == event
    if not game.is_over(state):
        for _ in range(3):
            event = legal.choose(rng)
            assert event in legal and game.can(state, event)
            assert not listed or len(listed) > FEW or event in listed
    complete = listed and len(listed) <= FEW
    assert not complete or len(set(listed)) == len(listed)
    for event in cases(game.name).near_misses(state, rng):
        can = game.can(state, event)
        assert can is (event in legal), event
        if complete:
            assert can is (event in listed), event
        if can:
            game.verify(state, event)
            continue
        with pytest.raises(IllegalMove) as verified:
            game.verify(state, event)
        with pytest.raises(IllegalMove) as applied:
            game.apply(state, event)
        assert applied.value.reason == verified.value.reason
        assert verified.value.reason.heading and str(verified.value).strip()
    assert state_text(game).show(state) == before
    assert state_text(game).read(before) == state


def watch(game, state, events, rng, every=25):
    """Follows a random game: conservation by the layout after every event, a probe now and then."""
    want = dict(box(game, state))  # plain dicts: comparing two Counters takes longer than counting
    for number, (event, after) in enumerate(events):
        assert dict(Counter(spread(game.layout(after)))) == want
        if number % every == 0:
            assert game.event_text.read(game.event_text.show(event)) == event
            probe(game, after, rng)
        state = after
    return state


def one_deal(game, number):
    """The `number`th random deal, in turn over players and house rules, played until the next or the end."""
    rng = random.Random(f"{game.name} {number}")
    counts, trials = player_counts(game), game.house_trials()
    players, house = counts[number % len(counts)], game.house(**trials[number % len(trials)])
    state = deal_out(game, players, house, rng, dealer=number % players)
    return watch(game, state, play_out(game, state, rng, until=lambda s: s.phase == "deal"), rng, every=60)
