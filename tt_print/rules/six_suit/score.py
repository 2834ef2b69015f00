"""Six Suit, score: who is out, who has won, in which order; no points (rule 5, S-20, S-21)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from tt_print.rules.house import House
from tt_print.rules.six_suit.facts import State, exposed, left_of, side, tops
from tt_print.rules.six_suit.rows import common, eliminated_by
from tt_print.rules.six_suit.teams import side_count


def holders(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    """Those of `seats` whom a Six Suit eliminates now."""
    mix = state.house["wild_mix"]
    return tuple(seat for seat in seats if exposed(state, seat) and common(tops(state, seat), mix))


def remove(state: State, seats: tuple[int, ...], forfeit: bool = False) -> State:
    """`seats` go out together: every card of theirs goes to the center (rule 5, S-13). Then the end, if it is one."""
    if not seats:
        return state
    up, hands, garbage = list(state.up), list(state.hands), list(state.garbage)
    by = []
    for seat in seats:
        by.append(() if forfeit else eliminated_by(tops(state, seat), state.house["wild_mix"]))
        garbage += [*chain(*up[seat]), *hands[seat]]
        up[seat], hands[seat] = (), ()
    state = replace(
        state, up=tuple(up), hands=tuple(hands), garbage=tuple(garbage), out=(*state.out, seats), by=(*state.by, *by),
        living=tuple(seat for seat in state.living if seat not in seats), card=None, on=None,
    )
    return end_game(state) if len({side(state, seat) for seat in state.living}) < 2 else state


def end_game(state: State) -> State:
    """One side is left and has won (Object); or none is, and the hand is void or drawn (S-9)."""
    if not state.living:
        if state.house["all_out"] == "redeal":
            return replace(state, phase="deal")  # by the same dealer: the hand never was
        return replace(state, phase="over", following=next_dealer(state))
    ahead = side(state, state.living[0])
    # partners win together, also those who are out (S-15)
    winners = tuple(seat for seat in range(len(state.hands)) if side(state, seat) == ahead)
    state = replace(state, phase="over", winners=winners)
    return replace(state, following=next_dealer(state))


def places(state: State) -> tuple[tuple[int, ...], ...]:
    """The finishing order of a game that is over, best first; those who share a place stand together (S-20).

    A team is as good as its last member (S-15).
    """
    sides = side_count(state.house, len(state.hands))
    last = {side(state, seat): moment for moment, seats in enumerate(state.out) for seat in seats}
    last |= {side(state, seat): len(state.out) for seat in state.living}
    return tuple(
        tuple(seat for seat in range(len(state.hands)) if last[seat % sides] == moment)
        for moment in sorted(set(last.values()), reverse=True)
    )


def next_dealer(state: State) -> int:
    """Who deals the next game, for which everyone is back (G-4); after a draw the deal rotates.

    The winner is the one still in, the loser the one who went out first; of several the first to the dealer's left.
    """
    players = len(state.hands)
    order = [(state.dealer + 1 + place) % players for place in range(players)]
    rule = state.house["next_dealer"]
    if rule == "rotate" or not state.living:
        return order[0]
    if rule == "winner":
        return left_of(state, state.dealer)
    return next(seat for seat in order if seat in state.out[0])


def has_treaty_line(house: House, players: int) -> bool:
    """Whether the score sheet has lines for treaties: three sides, and the house writes them down (rule 6, S-16)."""
    return house["treaties"] == "recorded" and side_count(house, players) > 2
