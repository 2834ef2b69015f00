"""What the tests of the games share: cards by their codes, and why an event is refused."""

import pytest

from tt_print.deck import FULL
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
