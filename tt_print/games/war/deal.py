"""The war games, deal: the deck goes round, the highest card starts (Set up 1 and 2)."""

from __future__ import annotations

from tt_print.engine.house import House
from tt_print.errors import InputError
from tt_print.games.war.facts import Deal, Draw, Peel, State, box
from tt_print.games.war.variant import variant_of
from tt_print.records import replace


def check_seats(players: int, house: House) -> int:
    """How many cards each gets. Raises InputError when there is not one for each."""
    count = len(box(house))
    if players > count:
        title = variant_of(house).title
        raise InputError(f"{title} has {count} cards here, so it is for 2 to {count} players, not {players}.")
    return count // players


def deal_sizes(players: int, house: House) -> dict[str, int]:
    """As close to the whole deck as divides evenly; what is left lies face down in the center (Set up 1)."""
    each = check_seats(players, house)
    return {"hands": each, "center": len(box(house)) - each * players}


def start(players: int, house: House, dealer: int = 0) -> State:
    """Everyone at the table, the deck in its box."""
    check_seats(players, house)
    return State(
        house=house,
        phase="deal",
        dealer=dealer,
        turn=dealer,
        hands=((),) * players,
        under=box(house),
        seq=(),
        layers=(),
        hurried=False,
        controller=None,
        left=0,
        prior=None,
        prior_left=0,
        locked=(),
        retired=(),
        tied=(),
        peels=0,
        winner=None,
    )


def deal_out(state: State, event: Deal) -> State:
    """One card at a time from the dealer's left, face down; each new card lies on top of its stack."""
    players = len(state.hands)
    each = len(event.order) // players
    pile = tuple(reversed(event.order))  # in the order in which they leave the deck
    left = state.dealer + 1
    hands = tuple(pile[(seat - left) % players : each * players : players] for seat in range(players))
    return replace(state, phase="peel", hands=hands, under=pile[each * players :], tied=tuple(range(players)))


def peel(state: State, event: Peel) -> State:
    """The tied players show their top cards and bury them; the highest starts, equals go on (Set up 2)."""
    rank = variant_of(state.house).rank
    ranks = {seat: rank(state.house, state.hands[seat][-1]) for seat in event.seats}
    highest = max(ranks.values())
    tied = tuple(seat for seat in event.seats if ranks[seat] == highest)
    hands = tuple(hand[-1:] + hand[:-1] if seat in event.seats else hand for seat, hand in enumerate(state.hands))
    after = replace(state, hands=hands, tied=tied, peels=state.peels + 1)
    if len(tied) == 1:
        return begin(after, tied[0])
    # W-10: all stacks are equally long, so the tied players come round together
    return replace(after, phase="lots") if after.peels == len(hands[tied[0]]) else after


def draw(state: State, event: Draw) -> State:
    return begin(state, event.seat)


def begin(state: State, seat: int) -> State:
    """The first pile is theirs to start."""
    return replace(state, phase="start", turn=seat, tied=(), peels=0)
