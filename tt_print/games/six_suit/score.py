"""Six Suit, score: who is out, who has won, in which order; no points (rule 5, S-20, S-21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from tt_print.engine.house import House
from tt_print.engine.standing import Groups, Standing, next_left, round_from
from tt_print.games.six_suit.facts import State, exposed, face_up_cards, side, side_count
from tt_print.games.six_suit.rows import common, eliminated_by
from tt_print.records import replace


def holders(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    """The seats that a Six Suit eliminates now."""
    mix = state.house["wild_mix"]
    return tuple(seat for seat in seats if exposed(state, seat) and common(face_up_cards(state, seat), mix))


def remove(state: State, seats: tuple[int, ...], forfeit: bool = False) -> State:
    """`seats` go out together: all their cards go to the center (rule 5, S-13). Then the end, if it is one."""
    if not seats:
        return state
    up, hands, garbage = list(state.up), list(state.hands), list(state.garbage)
    by = []
    for seat in seats:
        by.append(() if forfeit else eliminated_by(face_up_cards(state, seat), state.house["wild_mix"]))
        garbage += [*chain(*up[seat]), *hands[seat]]
        up[seat], hands[seat] = (), ()
    state = replace(
        state,
        up=tuple(up),
        hands=tuple(hands),
        garbage=tuple(garbage),
        out=(*state.out, seats),
        by=(*state.by, *by),
        living=tuple(seat for seat in state.living if seat not in seats),
        card=None,
        on=None,
    )
    return end_game(state) if len({side(state.house, seat) for seat in state.living}) < 2 else state


def end_game(state: State) -> State:
    """One side is left and has won (Object); or none is, and the hand is void or drawn (S-9)."""
    if not state.living and state.house["all_out"] == "redeal":
        return replace(state, phase="deal")  # by the same dealer: the hand never was
    state = replace(state, phase="over", winners=winning_side(state.house, len(state.hands), state.living))
    return replace(state, following=following_dealer(state))


def winning_side(house: House, players: int, living: Sequence[int]) -> tuple[int, ...]:
    """The side that has players left when no other has, partners who are out included (Object, S-15); else nobody."""
    left = {side(house, seat) for seat in living}
    return tuple(seat for seat in range(players) if side(house, seat) in left) if len(left) == 1 else ()


def places(game: State | Standing) -> Groups:
    """Best first: who is still in, then who went out, the latest first; those who share a place are together (S-20).

    A team is as good as its last member (S-15).
    """
    seats = [side(game.house, seat) for seat in range(len(game.scores))]
    last = {seats[seat]: moment for moment, group in enumerate((*game.out, game.living)) for seat in group}
    moments = [last[own] for own in seats]
    return tuple(
        tuple(seat for seat, own in enumerate(moments) if own == moment) for moment in sorted({*moments}, reverse=True)
    )


def following_dealer(game: State | Standing) -> int:
    """Who deals the next game, for which everyone is back; after a draw the deal rotates (G-4).

    The winner is the one still in, the loser the one who went out first; of several the first to the dealer's left.
    """
    players = len(game.scores)
    order = round_from(range(players), players, game.dealer)
    rule = game.house["next_dealer"]
    if rule == "rotate" or not game.living:
        return order[0]
    if rule == "winner":
        return next_left(game.living, players, game.dealer)
    return next(seat for seat in order if seat in game.out[0])


def has_treaty_line(house: House, players: int) -> bool:
    """Whether the score sheet has lines for treaties: three sides, and the house writes them down (rule 6, S-16)."""
    return house["treaties"] == "recorded" and side_count(house, players) > 2
