"""Push It Real Good, apply: what an event makes of a state."""

from __future__ import annotations

from tt_print.deck import Card
from tt_print.engine.base import InvariantError
from tt_print.engine.notation import Value
from tt_print.games.push_it.deal import deal_hand
from tt_print.games.push_it.facts import (
    ACTIONS,
    Challenge,
    Deal,
    Event,
    Keep,
    Lay,
    Move,
    Show,
    State,
    in_order,
    left_of,
    pot,
)
from tt_print.games.push_it.pointers import Laydown, claim_true, moved
from tt_print.games.push_it.score import challenge_points, end_round
from tt_print.records import copier, replace

Cards = tuple[Card, ...]

begun = copier(State, "phase", "turn", "center", "safe", "fronts")
laid_down = copier(State, "hands", "fronts", "safe", "shown")
pointed = copier(State, "pointers", "phase", "shown")


def advance(state: State, event: Event) -> State:
    """The state after a legal event."""
    match event:
        case Lay():
            return lay(state, event)
        case Move():
            return end_move(state, moved(state.pointers, event.value))
        case Challenge():
            return challenge(state, event.layer)
        case Keep():
            return end_move(state, state.pointers)
        case Show():  # P-14: turned up and back; nothing else changes (rule 7)
            return replace(state, shown=state.safe, safe=())
        case Deal():
            return deal_hand(state, event)


def begin_turn(state: State, seat: int) -> State:
    """Whoever begins without cards has won (rule 8): nobody has caught them, or they were defended (P-16); of two
    players without cards it is the one whose turn comes first (P-17). Else their last laydown goes to the
    center, before they challenge anything (rule 6, P-13)."""
    if not state.hands[seat]:
        return end_round(replace(state, turn=seat), seat)
    own = state.fronts[seat]
    laid = own.cards if own is not None else ()
    return begun(
        state,
        phase=ACTIONS[state.house["order"]][0],
        turn=seat,
        center=state.center + laid,
        safe=laid,
        fronts=state.fronts if own is None else (*state.fronts[:seat], None, *state.fronts[seat + 1 :]),
    )


def end_move(state: State, pointers: tuple[Value, ...]) -> State:
    """What comes after the pointer (rule 1, P-2)."""
    in_management = state.house["order"] == "management"
    after = pointed(state, pointers=pointers, phase="challenge" if in_management else state.phase, shown=())
    return after if in_management else begin_turn(after, left_of(state, state.turn))


def lay(state: State, event: Lay) -> State:
    """Cards from the hand to the front, with the claim as it was made: the pointers of this moment (rule 3, P-9)."""
    seat, hand = state.turn, list(state.hands[state.turn])
    for card in event.cards:
        hand.remove(card)
    fronts = (*state.fronts[:seat], Laydown(event.cards, event.claim), *state.fronts[seat + 1 :])
    after = laid_down(state, hands=_with_hand(state, seat, tuple(hand)), fronts=fronts, safe=(), shown=())
    if state.house["order"] == "lies":  # rules 1 and 4: the pointer comes last
        return replace(after, phase="move")
    return begin_turn(after, left_of(state, seat))


def challenge(state: State, layer: int) -> State:
    """The challenged cards are turned up (P-14). True: the challenger takes the pot (rule 5a); false: the
    layer takes it (rule 5b), and the challenger stores potential points (rule 9). The swept laydowns are
    gone (P-15); a further challenge plays for what is left (P-12)."""
    front = state.fronts[layer]
    if front is None:
        raise InvariantError("a challenge without a laydown")
    taken, swept = pot(state, layer)
    true = claim_true(front.claim, front.cards, state.house)
    taker = state.turn if true else layer
    potential = list(state.potential)
    if not true:  # never for a defence (P-18)
        potential[state.turn] += challenge_points(state.house, len(taken))
    after = replace(
        state,
        hands=_with_hand(state, taker, in_order((*state.hands[taker], *taken))),
        fronts=_without(state, swept),
        center=(),
        safe=(),
        shown=front.cards,
        potential=tuple(potential),
    )
    if true and not state.hands[layer] and state.house["win_on_defence"]:  # rule 8, P-16
        return end_round(after, layer)
    return after


def _with_hand(state: State, seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _without(state: State, seats: tuple[int, ...]) -> tuple[Laydown | None, ...]:
    return tuple(None if seat in seats else front for seat, front in enumerate(state.fronts))
