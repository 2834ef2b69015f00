"""Craziness, apply: what an event makes of a state."""

from __future__ import annotations

from tt_print.deck import Card
from tt_print.engine.notation import Seat
from tt_print.games.craziness.deal import deal_hand
from tt_print.games.craziness.facts import (
    FACES,
    TRIPLE_DRAW,
    Deal,
    Declare,
    Event,
    Lay,
    Pass,
    Shuffle,
    State,
    left_of,
    shown_card,
    topper,
)
from tt_print.games.craziness.score import end_hand
from tt_print.records import copier, replace

Cards = tuple[Card, ...]

settled = copier(State, "phase", "turn", "hands", "draw", "discard", "showing", "debtor", "owed", "idle")


def advance(state: State, event: Event) -> State:
    """The state after a legal event."""
    match event:
        case Lay():
            return lay(state, event)
        case Pass():
            return settle(state, state.hands, state.draw, state.discard, state.showing, state.turn, 1, state.idle + 1)
        case Deal():
            return deal_hand(state, event)
        case Declare():
            return replace(state, phase="turn", showing=FACES[state.discard[-1]][event.declared])
        case Shuffle():  # rule 6; the top discard and its declaration stay (Z-7)
            top = state.discard[-1:]
            return settle(state, state.hands, event.order, top, state.showing, state.debtor, state.owed, state.idle)


def lay(state: State, event: Lay) -> State:
    """The card goes to the center; who must draw, draws (rules 4a to 4c)."""
    seat, face = event.seat, FACES[event.card][event.declared]
    hand = state.hands[seat]
    index = hand.index(event.card)
    left = hand[:index] + hand[index + 1 :]
    hands = state.hands[:seat] + (left,) + state.hands[seat + 1 :]
    debtor: Seat | None = None
    owed = 0
    matched = topper(shown_card(state), face)
    if matched == 3:
        debtor, owed = event.target, TRIPLE_DRAW if event.target is not None else 0
    elif matched == 1 and (left or not state.house["out_on_single"]):  # Z-4: the card drawn keeps them in
        debtor, owed = seat, 1
    return settle(state, hands, state.draw, (*state.discard, hand[index]), face, debtor, owed, 0)


def settle(
    state: State,
    hands: tuple[Cards, ...],
    draw: Cards,
    discard: Cards,
    showing: Card | None,
    debtor: Seat | None,
    owed: int,
    idle: int,
) -> State:
    """Draws what is owed, then ends the hand or gives the turn to the left.

    With nothing to draw the discards are shuffled first (rule 6); with nothing to shuffle the draw is
    forgone (Z-8). `idle` is the number of turns without play or draw, counting this one if it draws nothing.
    """
    while owed and debtor is not None:
        if draw:
            hands = hands[:debtor] + ((*hands[debtor], draw[-1]),) + hands[debtor + 1 :]
            draw, owed, idle = draw[:-1], owed - 1, 0
        elif len(discard) > 1:
            phase = "shuffle"
            break
        else:
            debtor, owed = None, 0
    else:
        phase, debtor = "turn", None
    seat = state.turn
    following = seat if phase == "shuffle" else left_of(state, seat)
    after = settled(
        state,
        phase=phase,
        turn=following,
        hands=hands,
        draw=draw,
        discard=discard,
        showing=showing,
        debtor=debtor,
        owed=owed,
        idle=idle,
    )
    if phase == "turn":
        if not hands[seat]:  # the drawn cards count (Z-5)
            return end_hand(after, seat)
        if idle >= len(state.living):
            return end_hand(after, None)
    return after
