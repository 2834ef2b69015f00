"""Random play that watches itself: no card comes or goes, and the three ways to ask agree."""

import random
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import islice

import pytest

from tests.engine.recorded import deal_out, read_record, state_text
from tests.games.cases import cases
from tt_print.deck import AnyCard, make_deck
from tt_print.engine.play import play_out
from tt_print.engine.reasons import IllegalMove
from tt_print.errors import InputError

FEW = 400  # up to so many legal events, they are compared one by one
NEAR = 15  # near misses of each kind of event


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


@cache
def events_of(game):
    """Some events of every kind, from the records of whole games."""
    found = {
        kind: dict.fromkeys([kind(0)] if [field.type for field in fields(kind)] == ["Seat"] else ())
        for kind in game.events
    }
    for file in cases(game.name).RECORDS:
        for event in read_record(file).events:
            found[type(event)][event] = None
    return {kind: tuple(events) for kind, events in found.items()}


def parts_of(value):
    """All that lies in a value: cards, piles, claims; not numbers and words."""
    if isinstance(value, tuple):
        for each in value:
            yield from parts_of(each)
    elif is_dataclass(value):
        yield value


def redrawn(value, there, rng):
    """The value with other things of the same kind in it, of those that are there."""
    if isinstance(value, tuple):
        return tuple(redrawn(each, there, rng) for each in value)
    alike = there.get(type(value))
    if alike and rng.random() < 0.6:
        return rng.choice(alike)
    if is_dataclass(value) and not isinstance(value, AnyCard):
        with suppress(InputError):
            return replace(
                value, **{f.name: redrawn(getattr(value, f.name), there, rng) for f in fields(value) if f.init}
            )
    return value


def near_misses(game, state, rng):
    """Events that may well be illegal: legal ones of this state and of others, by other players, with other cards and piles."""
    legal, seats = game.legal(state), range(len(state.hands))
    if legal.by_chance:
        right = legal.with_order(legal.cards)
        yield from (replace(right, order=cards) for cards in (legal.cards[1:], (*legal.cards[1:], legal.cards[1])))
    held, anywhere = defaultdict(list), defaultdict(list)
    for there, names in ((held, ("table", "up")), (anywhere, [field.name for field in fields(state)])):
        for part in parts_of((state.hands[state.turn], *(getattr(state, name, ()) for name in names))):
            there[type(part)].append(part)
    now = [] if legal.by_chance else list(islice(iter(legal), FEW))
    for kind, known in events_of(game).items():
        alike = [event for event in now if type(event) is kind]
        for number in range(NEAR if alike else 3) if alike or known else ():
            event = rng.choice(alike if alike and number % 3 else known or alike)
            there = rng.choice((held, held, anywhere))
            values = {f.name: redrawn(getattr(event, f.name), there, rng) for f in fields(kind) if f.init}
            for name in {"seat", "owner", "target", "layer"} & values.keys():
                values[name] = state.turn if name == "seat" else getattr(event, name)
                if rng.random() < 0.25:
                    values[name] = rng.choice(seats)
            with suppress(InputError):
                yield kind(**values)


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
    for event in near_misses(game, state, rng):
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
