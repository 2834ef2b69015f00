"""Six Suit, apply: what an event makes of a state."""

from __future__ import annotations

from tt_print.deck import Card
from tt_print.games.six_suit.deal import deal_hand
from tt_print.games.six_suit.facts import (
    Agree,
    Deal,
    Discard,
    Draw,
    Event,
    Forfeit,
    Lay,
    Shuffle,
    State,
    Treaty,
    VetoCard,
    VetoPlacement,
    free_time,
    left_of,
    owner_of,
    tops,
    waiting,
)
from tt_print.games.six_suit.legal import asks
from tt_print.games.six_suit.score import holders, remove
from tt_print.records import copier, replace

Cards = tuple[Card, ...]

drawn = copier(State, "phase", "hands", "draw")
turn_ended = copier(State, "phase", "hands", "up", "garbage", "taken", "card", "on", "barred")
opened = copier(State, "phase", "turn")


def advance(state: State, event: Event) -> State:
    """The state after a legal event."""
    match event:
        case Draw():
            return draw_card(state)
        case Lay():
            if asks(state, event.owner):
                return replace(state, phase="veto", card=event.card, on=event.on)
            return cover(state, event.card, event.owner, event.on)
        case Discard():
            return end_turn(state, without(state, event.card), state.up, (*state.garbage, event.card), ())
        case Agree():
            card, on = waiting(state)
            return cover(state, card, event.seat, on)
        case VetoCard():  # the card is barred from every pile of this owner for the turn (S-8)
            return ask_again(state, tops(state, event.seat))
        case VetoPlacement():  # only this pair of card and pile is (S-8)
            return ask_again(state, waiting(state)[1:])
        case Deal():
            return open_game(deal_hand(state, event))
        case Shuffle():  # the tops and the hands stay (rule 7, S-14)
            up = tuple(tuple(pile[-1:] for pile in piles) for piles in state.up)
            return replace(state, phase="draw", up=up, garbage=(), draw=event.order)
        case Treaty():  # written down, not judged (S-16)
            return replace(state, treaties=(*state.treaties, event.parties))
        case Forfeit():
            return forfeit(state, event.seat)


def cover(state: State, card: Card, owner: int, on: Card) -> State:
    """The card lies on the pile; the turn is over."""
    piles = tuple([(*pile, card) if pile[-1] is on else pile for pile in state.up[owner]])
    up = state.up[:owner] + (piles,) + state.up[owner + 1 :]
    return end_turn(state, without(state, card), up, state.garbage, (owner,))


def without(state: State, card: Card) -> tuple[tuple[Card, ...], ...]:
    """The hands after the player has let go of a card."""
    seat = state.turn
    left = tuple([held for held in state.hands[seat] if held is not card])
    return state.hands[:seat] + (left,) + state.hands[seat + 1 :]


def ask_again(state: State, piles: tuple[Card, ...]) -> State:
    """The card is back in the hand, and its owner chooses again (S-8)."""
    card, _ = waiting(state)
    pairs = tuple((card, top) for top in piles if (card, top) not in state.barred)
    return replace(state, phase="turn", card=None, on=None, barred=state.barred + pairs)


def open_game(state: State) -> State:
    """Without free time a Six Suit off the draw is out before the first turn (S-4, S-5)."""
    state = remove(state, holders(state, state.living))
    if state.phase != "deal" or not state.living:
        return state
    first = state.turn if state.turn in state.living else left_of(state, state.turn)
    return open_turn(state, first)


def end_turn(
    state: State,
    hands: tuple[Cards, ...],
    up: tuple[tuple[Cards, ...], ...],
    garbage: Cards,
    changed: tuple[int, ...],
) -> State:
    """Who has a Six Suit now is out, themselves included (rule 5, S-12): those whose cards have changed, and
    whoever's free time ends with this turn (S-5).
    """
    seat = state.turn
    taken = state.taken[:seat] + (state.taken[seat] + 1,) + state.taken[seat + 1 :]
    after = turn_ended(
        state,
        phase="turn" if state.phase == "veto" else state.phase,
        hands=hands,
        up=up,
        garbage=garbage,
        taken=taken,
        card=None,
        on=None,
        barred=(),
    )
    return go_on(remove(after, holders(after, state.living if free_time(state) else changed)))


def go_on(state: State) -> State:
    """The next living player to the left (G-2), unless the game or the hand is over."""
    if state.phase in ("over", "deal"):
        return state
    return open_turn(state, left_of(state, state.turn))


def open_turn(state: State, seat: int) -> State:
    """The player draws; when there is nothing to draw the pile is made anew first (rules 1 and 7, S-14)."""
    return opened(state, phase="draw" if state.draw else "shuffle", turn=seat)


def draw_card(state: State) -> State:
    """One card from the draw pile to the hand (rule 1)."""
    seat = state.turn
    hands = state.hands[:seat] + ((*state.hands[seat], state.draw[-1]),) + state.hands[seat + 1 :]
    return drawn(state, phase="turn", hands=hands, draw=state.draw[:-1])


def forfeit(state: State, seat: int) -> State:
    """Loses the game: out like anyone else (rule 6, S-16).

    The next player goes on after who is on turn; that turn counts as soon as a card was drawn. A card that waits for the
    word of who is gone returns to the hand, as after a veto (S-8).
    """
    asked = state.phase == "veto" and seat == owner_of(state, state.on)
    after = remove(state, (seat,), forfeit=True)
    if after.phase == "over":
        return after
    if seat == state.turn:
        if state.phase in ("draw", "shuffle"):
            return go_on(after)
        return end_turn(after, after.hands, after.up, after.garbage, ())
    if asked:
        return replace(after, phase="turn")
    return after if state.phase != "veto" else replace(after, card=state.card, on=state.on)
