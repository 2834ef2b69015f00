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
    return replace(state, following=next_dealer(state))


def winning_side(house: House, players: int, living: Sequence[int]) -> tuple[int, ...]:
    """The side that has players left when no other has, partners who are out included (Object, S-15); else nobody."""
    left = {side(house, seat) for seat in living}
    return tuple(seat for seat in range(players) if side(house, seat) in left) if len(left) == 1 else ()


def places(state: State) -> Groups:
    """The finishing order of a game that is over, best first; those who share a place are together (S-20)."""
    return finishing_order(state.house, len(state.hands), state.living, state.out)


def finishing_order(house: House, players: int, living: Sequence[int], out: Groups) -> Groups:
    """Who is still in, then who went out, the latest first (S-20). A team is as good as its last member (S-15)."""
    last = {side(house, seat): moment for moment, seats in enumerate(out) for seat in seats}
    last |= {side(house, seat): len(out) for seat in living}
    return tuple(
        tuple(seat for seat in range(players) if last[side(house, seat)] == moment)
        for moment in sorted(set(last.values()), reverse=True)
    )


def next_dealer(state: State) -> int:
    """Who deals the next game, for which everyone is back (G-4)."""
    return following_dealer(Standing(state.house, state.dealer, state.living, (0,) * len(state.hands), state.out))


def following_dealer(before: Standing) -> int:
    """Ruling G-4; after a draw the deal rotates.

    The winner is the one still in, the loser the one who went out first; of several the first to the dealer's left.
    """
    order = round_from(range(before.players), before.players, before.dealer)
    rule = before.house["next_dealer"]
    if rule == "rotate" or not before.living:
        return order[0]
    if rule == "winner":
        return next_left(before.living, before.players, before.dealer)
    return next(seat for seat in order if seat in before.out[0])


def after_hand(before: Standing, gone: Sequence[int]) -> Standing:
    """The game after `gone` went out at the same moment: going on, won, drawn, or void and dealt again (rule 5, S-9).

    A void game is the one before its first elimination, by the same dealer.
    """
    living = tuple(seat for seat in before.living if seat not in gone)
    after = replace(before, living=living, out=(*before.out, tuple(sorted(gone))))
    if not living and before.house["all_out"] == "redeal":
        return replace(before, living=tuple(range(before.players)), out=())
    winners = winning_side(before.house, before.players, living)
    return replace(
        after,
        winners=winners,
        is_over=bool(winners) or not living,
        played=before.played + (bool(winners) or not living),
    )


def has_treaty_line(house: House, players: int) -> bool:
    """Whether the score sheet has lines for treaties: three sides, and the house writes them down (rule 6, S-16)."""
    return house["treaties"] == "recorded" and side_count(house, players) > 2
