"""Craziness, deal: 8 cards to each, one to the center (Setup)."""

from __future__ import annotations

from tt_print.deck import FULL, Card
from tt_print.engine.house import House
from tt_print.engine.notation import intern_all
from tt_print.engine.standing import first_player
from tt_print.games.craziness.facts import FACES, HAND, Deal, State, left_of
from tt_print.records import replace

BOX = intern_all(FULL)


def deal_sizes(players: int, house: House) -> dict[str, int]:
    """`hands` is the number for each player."""
    return {"hands": HAND, "center": 1, "draw": len(FULL) - HAND * players - 1}


def start(players: int, house: House, dealer: int = 0) -> State:
    """Everyone at the table with 0 points, the deck in its box."""
    seats = tuple(range(players))
    return State(
        house=house,
        phase="deal",
        dealer=dealer,
        turn=dealer,
        living=seats,
        scores=(0,) * players,
        hands=((),) * players,
        draw=BOX,
        discard=(),
        showing=None,
        debtor=None,
        owed=0,
        idle=0,
        winners=(),
    )


def deal_hand(state: State, event: Deal) -> State:
    """One card at a time from the dealer's left, to the living only (Z-10); then one face up."""
    pile = list(event.order)
    order, seat = [], state.dealer
    for _ in state.living:
        seat = left_of(state, seat)
        order.append(seat)
    hands: list[list[Card]] = [[] for _ in state.hands]
    for _ in range(HAND):
        for seat in order:
            hands[seat].append(pile.pop())
    center = pile.pop()
    showing = FACES[center].get(())  # None: the dealer, having seen their cards, declares (Z-6)
    turn = first_player(state.house, state.living, len(state.hands), state.dealer)
    return replace(
        state,
        phase="declare" if showing is None else "turn",
        turn=turn,
        hands=tuple(map(tuple, hands)),
        draw=tuple(pile),
        discard=(center,),
        showing=showing,
        idle=0,
    )
