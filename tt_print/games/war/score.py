"""The war games, score: who takes a pot, and when the game is won (rules 3a, 4 and 8)."""

from __future__ import annotations

from tt_print.games.war.facts import State, alone, next_with_cards, present, slap
from tt_print.records import replace


def take_pot(state: State, seat: int) -> State:
    """Everything in the center goes face down under their stack (rules 3a and 4); then the next pile, or the end.

    The face-up pile is turned over in one piece, so that its first card is the next of it to be played.
    """
    taken = (*state.under, *reversed(state.seq), *state.hands[seat])
    hands = state.hands[:seat] + (taken,) + state.hands[seat + 1 :]
    after = replace(
        state,
        hands=hands,
        under=(),
        seq=(),
        layers=(),
        hurried=False,
        controller=None,
        left=0,
        prior=None,
        prior_left=0,
        locked=(),
    )
    if alone(after, seat):  # rule 8: only one has cards at the start of a pile
        return replace(after, phase="over", turn=seat, winner=seat)
    if state.house["next_starter"] == "left_of_winner":  # W-12
        seat = present(next_with_cards(after, seat))
    return replace(after, phase="start", turn=seat)


def after_play(state: State, seat: int) -> State:
    """`seat` has just laid a card and nobody else has any: have they won (rule 8)?

    Not while the start is incomplete, nor while a card-less player controls: then their play is the whole run
    of chances (W-22; by the letter, one card). A slap on their card stays open (W-32).
    """
    if not alone(state, seat) or state.phase == "start":
        return state
    waiting = state.controller is not None and state.controller != seat
    if waiting and state.house["last_opponent_controls"] == "pot_first":  # W-22
        return state
    return win_unless_slapped(state, seat)


def win_unless_slapped(state: State, seat: int) -> State:
    """The end, unless the pile can be slapped: that stays open until their next play, or until all agree (W-32)."""
    if slap(state.house, state.seq):
        return replace(state, phase="last", turn=seat, controller=None, left=0, prior=None, prior_left=0)
    return take_pot(state, seat)


def settle(state: State) -> State:
    """After a penalty: who has lost their last cards does not lay on (W-14, W-34)."""
    if not any(state.hands):
        return _nobody_has_cards(state)
    if state.phase == "start" and not state.seq:
        holder = state.turn if state.hands[state.turn] else present(next_with_cards(state, state.turn))
        if alone(state, holder):  # rule 8, at the start of a pile
            return take_pot(state, holder)
        return replace(state, turn=holder)
    if state.phase in ("collect", "last") or state.hands[state.turn]:
        return state
    if state.phase == "challenge":
        return run_out(state)
    # the turn passes on; of a start that is not complete the next player lays one card (W-23)
    return replace(state, phase="open", turn=present(next_with_cards(state, state.turn)))


def _nobody_has_cards(state: State) -> State:
    """W-34: the controller takes the pot and wins, else who laid the last card, else who was to start."""
    if state.phase in ("collect", "last"):
        return state
    if state.controller is not None:
        return due(state, state.controller)
    return win_unless_slapped(state, state.layers[-1] if state.layers else state.turn)


def run_out(state: State) -> State:
    """The challenger has no cards left: the controller takes the pot (rule 3a), or the next goes on (W-15)."""
    following = next_with_cards(state, state.turn, but=state.controller)
    if state.house["runout"] == "next_continues" and following is not None:
        return replace(state, turn=following)  # who took control may still cover their match (W-39)
    return due(state, present(state.controller))


def due(state: State, seat: int) -> State:
    """The pot is theirs to lift; until they have, it can be slapped (W-13)."""
    return replace(state, phase="collect", turn=seat, left=0, prior=None, prior_left=0)
