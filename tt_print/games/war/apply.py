"""The war games, apply: what an event makes of a state."""

from __future__ import annotations

from tt_print.games.war.deal import deal_out, draw, peel
from tt_print.games.war.facts import (
    Collect,
    Deal,
    Draw,
    Event,
    Hurry,
    Lay,
    Misplay,
    Peel,
    Retire,
    Slap,
    State,
    is_buried_chance,
    lays_on,
    may_bury,
    may_slap,
    next_with_cards,
    present,
)
from tt_print.games.war.pile import control, slap, start_is_complete
from tt_print.games.war.score import after_play, due, run_out, settle, take_pot
from tt_print.records import copier, replace

laid = copier(State, "hands", "seq", "layers", "hurried", "locked", "prior", "prior_left")
in_control = copier(State, "phase", "turn", "controller", "left")
opened = copier(State, "phase", "turn")
paid = copier(State, "hands", "under")


def advance(state: State, event: Event) -> State:
    """The state after a legal event."""
    match event:
        case Lay():
            return lay(state, event.seat)
        case Collect():
            return take_pot(state, event.seat)
        case Slap():
            return slap_pile(state, event.seats)
        case Hurry():
            return hurry(state, event)
        case Misplay():
            return misplay(state, event)
        case Retire():
            return replace(state, retired=(*state.retired, event.seat))
        case Deal():
            return deal_out(state, event)
        case Peel():
            return peel(state, event)
        case Draw():
            return draw(state, event)


# ---------------------------------------------------------------- cards on the pile


def lay(state: State, seat: int, hurried: bool = False) -> State:
    """The top card goes on the pile. What it covers unslapped was passed up, which frees the locked (W-21)."""
    if state.phase == "challenge" and seat != state.turn and state.prior_left == 0:
        return _bury_last_chance(state, seat)
    locked = () if slap(state.house, state.seq) else state.locked
    hand = state.hands[seat]
    hands = state.hands[:seat] + (hand[:-1],) + state.hands[seat + 1 :]
    after = laid(
        state,
        hands=hands,
        seq=(*state.seq, hand[-1]),
        layers=(*state.layers, seat),
        hurried=hurried,
        locked=locked,
        prior=None,
        prior_left=0,
    )
    if state.phase == "last":  # the slap on their last play was passed up: they have won (W-32)
        return take_pot(after, seat)
    gained = None if hurried else control(after.house, after.seq)  # rule 6e: a late card takes no control
    match state.phase:
        case "challenge":
            after = _chance(state, after, seat, gained)
        case "start":
            after = _start(after, seat, gained)
        case _:
            after = _gain(after, seat, gained) if gained else _pass_on(after, seat)
    return after_play(after, seat)


def _bury_last_chance(state: State, seat: int) -> State:
    """Rule 6a after the last chance: the match does not count, the card is no chance but a card at the wrong time, and the
    controller takes the pot (W-36)."""
    controller = state.prior
    after = to_center(state, seat, 1)
    return due(replace(after, controller=controller, left=0, prior=None, prior_left=0), present(controller))


def _start(after: State, seat: int, gained: int | None) -> State:
    """Rules 1a and 1c: the starter lays on until their start is complete; only its last card can control (W-3)."""
    if start_is_complete(after.house, after.seq):
        return _gain(after, seat, gained) if gained else _pass_on(after, seat)
    # out of cards: the next player lays the second card (W-23)
    return after if after.hands[seat] else _pass_on(after, seat)


def _chance(before: State, after: State, seat: int, gained: int | None) -> State:
    """A challenger's card (rules 3a and 3b): control, the next chance, or the pot is due."""
    controller, left = before.controller, before.left
    if seat != before.turn:  # rule 6a: they buried their own match, and the challenge before it goes on (W-19)
        controller, left = before.prior, before.prior_left
    left -= 1
    if gained:
        return replace(_gain(after, seat, gained), prior=controller, prior_left=left)
    after = in_control(after, phase=after.phase, turn=seat, controller=controller, left=left)
    if left == 0:
        return due(after, present(controller))
    return after if after.hands[seat] else run_out(after)


def _gain(after: State, seat: int, chances: int) -> State:
    """The player controls, and the next player with cards has so many chances (rules 2b and 3)."""
    challenger = next_with_cards(after, seat, but=seat)
    if challenger is None:  # nobody is left to try; `after_play` ends the game
        return in_control(after, phase="open", turn=seat, controller=None, left=0)
    return in_control(after, phase="challenge", turn=challenger, controller=seat, left=chances)


def _pass_on(after: State, seat: int) -> State:
    """No match: the next player lays one card (rule 2a)."""
    following = next_with_cards(after, seat)
    return opened(after, phase="open", turn=seat if following is None else following)


def hurry(state: State, event: Hurry) -> State:
    """Rule 6e: as a lay, but without control; at the start of a pile the second of two cards is the late one."""
    if state.phase == "start" and not state.seq:
        first = lay(state, event.seat)
        return first if event.second is None else lay(first, event.seat, hurried=True)
    return lay(state, event.seat, hurried=True)


# ---------------------------------------------------------------- slaps and misplays


def slap_pile(state: State, seats: tuple[int, ...]) -> State:
    """The lowest hand that may slap takes the pot (rules 2c and 4), or pays (rule 5)."""
    lowest = next(seat for seat in seats if may_slap(state, seat))
    if slap(state.house, state.seq):
        return take_pot(state, lowest)
    return settle(pay(state, lowest))


def pay(state: State, seat: int) -> State:
    """A wrong slap: cards face down to the center, as many as they have (W-14); without cards they are locked out
    until another tries (rule 7). Their attempt frees whoever was locked before (W-21).
    """
    after = to_center(state, seat, state.house["wrong_slap_penalty"])
    return replace(after, locked=() if state.hands[seat] else (seat,))


def to_center(state: State, seat: int, count: int) -> State:
    """Top cards of a stack go face down under the pile (W-11)."""
    hand = state.hands[seat]
    rest = len(hand) - min(count, len(hand))
    hands = state.hands[:seat] + (hand[:rest],) + state.hands[seat + 1 :]
    return paid(state, hands=hands, under=(*state.under, *reversed(hand[rest:])))


def misplay(state: State, event: Misplay) -> State:
    """The card is turned face down and the order restored (rule 6b). A slapper at what would have been a
    combination gets cards of the offender, the pot stays (6c, W-17); at anything else they pay (6d, W-18). Where
    the pile beneath can be slapped by itself the slap is right (W-37). Who lays on over their own match loses
    control (W-36): while they have chances left the card is the next of them, whatever the table calls it (W-38).
    """
    if is_buried_chance(state, event):
        return chance_steps(state, event)[-1][2]
    buries = may_bury(state, event.seat)
    after = _bury_last_chance(state, event.seat) if buries else to_center(state, event.seat, 1)
    if event.slappers and slap(state.house, state.seq):
        return take_pot(after, next(seat for seat in event.slappers if may_slap(state, seat)))
    if lays_on(state, event.seat):
        after = replace(after, phase="open", controller=None, left=0)
    if event.slappers:
        lowest = next(seat for seat in event.slappers if may_slap(state, seat))
        if slap(state.house, (*state.seq, event.card)):
            after = hand_over(after, event.seat, lowest, state.house["illegal_slap_reward"])
        else:
            after = pay(after, lowest)
    return settle(after)


def chance_steps(state: State, event: Misplay) -> list[tuple[Event, State, State]]:
    """What a misplay is that buries a match with chances left: a card, and a slap at it; each with the states before
    and after it.
    """
    laid_card = Lay(event.seat, event.card)
    after = lay(state, event.seat)
    steps: list[tuple[Event, State, State]] = [(laid_card, state, after)]
    if event.slappers and after.seq:
        steps.append((Slap(event.slappers), after, slap_pile(after, event.slappers)))
    return steps


def hand_over(state: State, giver: int, taker: int, count: int) -> State:
    """Top cards of one stack go under another (rule 6c). An attempt to slap frees the locked (W-21)."""
    hands = list(state.hands)
    rest = len(hands[giver]) - min(count, len(hands[giver]))
    hands[giver], given = hands[giver][:rest], hands[giver][rest:]
    hands[taker] = (*given, *hands[taker])
    return replace(state, hands=tuple(hands), locked=())
