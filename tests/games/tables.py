"""What the tests of the games share: cards by their codes, the deck with other names on it, and why an event is refused."""

from dataclasses import replace
from itertools import permutations

import pytest

from tt_print.deck import FULL, VALUES, VARIABLES, Card
from tt_print.engine.notation import INTERNED, intern_card
from tt_print.engine.reasons import IllegalMove

DECK = tuple(INTERNED[card] for card in FULL)


def cards(text):
    return tuple(map(intern_card, text.split()))


def read(game, event):
    """An event from its sentence."""
    return game.event_text.read(event) if isinstance(event, str) else event


def play(game, state, *events):
    """The state after these events, each given as itself or as its sentence."""
    for event in events:
        state = game.apply(state, read(game, event))
    return state


def refusal(game, state, event):
    """The reason for which the rules forbid an event, which the error of `apply` has, too."""
    with pytest.raises(IllegalMove) as caught:
        play(game, state, event)
    assert caught.value.reason.sentence in str(caught.value)
    return caught.value.reason


def swap(variable, one, other):
    """The deck with two values of a variable exchanged, as a dict."""
    names = {one: other, other: one}
    values = {card: getattr(card, variable) for card in DECK}
    return {card: INTERNED[replace(card, **{variable: names.get(value, value)})] for card, value in values.items()}


def turn(order):
    """The deck with whole variables exchanged, first value for first value."""
    spots = {card: [VALUES[v].index(getattr(card, v)) for v in order] for card in DECK}
    return {
        card: INTERNED[Card(*(VALUES[v][p] for v, p in zip(VARIABLES, row, strict=True)))]
        for card, row in spots.items()
    }


# neighbors exchanged generate every order of the four natural values of each variable: 4! x 4! x 4! relabellings
NATURALS = {v: [swap(v, VALUES[v][i], VALUES[v][i + 1]) for i in range(3)] for v in VARIABLES}
SWAPS = [relabel for each in NATURALS.values() for relabel in each]
TURNS = {order: turn(order) for order in permutations(VARIABLES)}  # x 3!
RELABELLINGS = [*SWAPS, *TURNS.values()]
