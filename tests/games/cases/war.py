"""What World War 3 and Armageddon share in the common tests: near misses, and faults of play at the table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.games.cases import Fault
from tt_print.engine.notation import INTERNED
from tt_print.games.war import pile as piles
from tt_print.games.war.facts import Collect, Deal, Draw, Hurry, Lay, Misplay, Peel, Retire, Slap, State, box


def near_misses(state: State, rng: random.Random) -> Iterator[Any]:
    """Events of every kind by every seat, most of them at the wrong time, by the wrong hand or with the wrong card."""
    players = len(state.hands)
    seats = range(players)
    house = state.house
    order = box(house)
    yield Deal(tuple(rng.sample(order, len(order))))
    yield Deal(order[:-1])
    yield Peel(tuple(seats))
    yield Peel(state.tied)
    yield Peel((rng.choice(seats),))
    for seat in {state.turn, rng.choice(seats), rng.choice(seats), players}:
        hand = state.hands[seat] if seat < players else ()
        other = rng.choice(order)
        yield Draw(seat)
        yield Collect(seat)
        yield Retire(seat)
        for card in {hand[-1] if hand else other, INTERNED[other]}:
            yield Lay(seat, card)
            yield Hurry(seat, card)
            yield Hurry(seat, card, hand[-2] if len(hand) > 1 else None)
            yield Hurry(seat, card, INTERNED[other])
            yield Misplay(seat, card)
            yield Misplay(seat, card, (seat,))
            yield Misplay(seat, card, tuple(rng.sample(list(seats), 2)))
            yield Misplay(seat, card, (players,))
        yield Slap((seat,))
        yield Slap((seat, seat))
    yield Slap(())
    yield Slap(tuple(rng.sample(list(seats), min(players, 4))))
    yield Slap((*state.locked, *state.retired))


def pairs(cards: tuple) -> Iterator[tuple]:
    return ((one, other) for one in cards for other in cards if one is not other)


# ---------------------------------------------------------------- deliberate faults that concern both games


def controller_keeps_a_slapped_pot(fault: Fault) -> None:
    """Control before slaps (against W-13)."""

    def to_the_controller(old: Any) -> Any:
        return lambda state, seat: old(state, seat if state.controller is None else state.controller)

    fault.wrap("take_pot", to_the_controller)


def wrong_slap_ends_the_challenge(fault: Fault) -> None:
    fault.wrap(
        "pay",
        lambda old: (
            lambda state, seat: replace(
                old(state, seat), phase="open", controller=None, left=0, prior=None, prior_left=0
            )
        ),
    )


def every_wrong_slapper_pays(fault: Fault) -> None:
    def all_pay(old: Any) -> Any:
        def slap_pile(state: State, seats: tuple[int, ...]) -> State:
            after = old(state, seats)
            if not piles.slap(state.house, state.seq):
                for seat in seats[1:]:
                    hand = after.hands[seat]
                    keep = max(0, len(hand) - 3)
                    hands = after.hands[:seat] + (hand[:keep],) + after.hands[seat + 1 :]
                    after = replace(after, hands=hands, under=(*after.under, *hand[keep:]))
            return after

        return slap_pile

    fault.wrap("slap_pile", all_pay)


def highest_hand_wins(fault: Fault) -> None:
    fault.wrap("slap_pile", lambda old: lambda state, seats: old(state, tuple(reversed(seats))))


def last_chance_is_one_too_many(fault: Fault) -> None:
    """`> number` for `== number`: the challenger gets one more card."""
    fault.wrap("chances", lambda old: lambda top: old(top) + 1)


def chances_of_the_card_beneath(fault: Fault) -> None:
    """The matched card sets the number of chances (against W-9)."""

    def matched(old: Any) -> Any:
        def control(house: Any, pile: Any) -> int | None:
            return None if old(house, pile) is None else piles.chances(piles.resolve(house, pile)[-2])

        return control

    fault.wrap("control", matched)


def combination_stays_good_under_a_cover(fault: Fault) -> None:
    fault.wrap("slap", lambda old: lambda house, pile: old(house, pile) or old(house, pile[:-1]))


def links_of_any_kind_chain(fault: Fault) -> None:
    """Neighbors that agree in anything count as a run (against W-8)."""

    def chain(old: Any) -> Any:
        def same(values: Any, count: int) -> tuple[str, ...]:
            if len(values) < count:
                return ()
            links = [piles.match(top, below) for below, top in zip(values[-count:], values[-count + 1 :], strict=False)]
            return max(links, key=len) if all(links) else ()

        return same

    fault.wrap("same", chain)


def pot_stays_on_top_of_the_stack(fault: Fault) -> None:
    def on_top(old: Any) -> Any:
        def take_pot(state: State, seat: int) -> State:
            after = old(state, seat)
            count = len(state.hands[seat])
            hand = after.hands[seat]
            hand = (*hand[len(hand) - count :], *hand[: len(hand) - count])
            return replace(after, hands=after.hands[:seat] + (hand,) + after.hands[seat + 1 :])

        return take_pot

    fault.wrap("take_pot", on_top)


def lots_for_every_tie(fault: Fault) -> None:
    def at_once(old: Any) -> Any:
        def peel(state: State, event: Peel) -> State:
            after = old(state, event)
            return replace(after, phase="lots") if after.tied else after

        return peel

    fault.wrap("peel", at_once)


def locked_for_good(fault: Fault) -> None:
    def keep_the_lock(old: Any) -> Any:
        def lay(state: State, seat: int, hurried: bool = False) -> State:
            after = old(state, seat, hurried)
            return after if after.phase == "over" else replace(after, locked=state.locked)

        return lay

    fault.wrap("lay", keep_the_lock)


def counter_clockwise(fault: Fault) -> None:
    def to_the_right(state: State, seat: int, but: int | None = None) -> int | None:
        count = len(state.hands)
        order = [s % count for s in range(seat - 1, seat - 1 - count, -1)]
        return next((s for s in order if state.hands[s] and s != but), None)

    fault.replace("next_with_cards", to_the_right)


def last_player_loses_the_open_slap(fault: Fault) -> None:
    """The last player wins at once, though their card can be slapped (against W-32)."""
    fault.replace("win_unless_slapped", fault.game.advance.__globals__["take_pot"])


FAULTS = {
    "the controller keeps a slapped pot": controller_keeps_a_slapped_pot,
    "a wrong slap ends the challenge": wrong_slap_ends_the_challenge,
    "every wrong slapper pays": every_wrong_slapper_pays,
    "the highest hand wins the slap": highest_hand_wins,
    "a challenger gets one chance too many": last_chance_is_one_too_many,
    "the matched card sets the chances": chances_of_the_card_beneath,
    "a covered combination can still be slapped": combination_stays_good_under_a_cover,
    "links of different kinds chain": links_of_any_kind_chain,
    "a pot goes on top of the stack": pot_stays_on_top_of_the_stack,
    "a lot decides every tie for the start": lots_for_every_tie,
    "a passed up combination frees nobody": locked_for_good,
    "play goes to the right": counter_clockwise,
    "an open slap on the last play is lost": last_player_loses_the_open_slap,
}


# ---------------------------------------------------------------- a story for each refusal, and for each kind of event

STORIES = {
    "wrong_player": "Ann starts; Ann lays RC2; Bo lays YH3",
    "not_on_top": "Ann holds RC2 YH3; Ann starts; Ann lays RC2",
    "no_cards": "Ann holds -; Bo has 5 cards; pile RC2 GH1 by Bo Bo; Bo is next; Ann misplays YT3",
    "nothing_to_slap": "Ann starts; Bo slaps",
    "slapped_twice": "Ann starts; Ann lays RC2; Bo Bo slap",
    "may_not_slap": "pile RC2 GH1 by Bo Cy; Ann holds -; Bo has 5 cards; Cy has 5 cards; Bo is next; Ann slaps; Ann slaps",
    "own_misplay": "Ann starts; Ann lays RC2; Bo misplays YH3 and Bo slap at it",
    "no_misplay": "pile RC2 RC3 by Ann Ann; Ann has 3 cards; Bo holds -; Ann has made the last play; Ann misplays GS1",
    "now_collect": "pile RC2 RC3 GH1 by Ann Bo Ann; Bo may take the pot; Ann lays YT4",
    "not_collecting": "pile RC2 RC3 by Ann Bo; Ann has 4 cards; Bo controls, 3 left; Bo collects",
    "hurry_off": "Ann starts; Ann is too slow for RC2",
    "late_pair": "with hurry_up=3; Ann starts; Ann has YH3 RC2 on top; Ann is too slow for RC2",
    "late_single": "with hurry_up=3; pile RC2 GH1; Ann is next; Ann is too slow for YT4 and BS3",
    "has_cards": "pile RC2; Ann has 5 cards; Ann starts; Ann retires",
    "has_retired": "pile RC2 GH3 by Bo Cy; Ann holds -; Bo has 5 cards; Cy has 5 cards; Bo is next; Ann retires; Ann retires",
    "no_grave_slaps": "with grave_slaps=false; pile RC2 GH1 by Bo Cy; Ann holds -; Cy is next; Ann retires",
    "wrong_cards": "Ann is to deal; deal RC1 RC2",
    "wrong_peel": "3 at the table; Ann Bo are tied; Cy has RC2 on top; Cy peel",
    "not_tied": "3 at the table; a lot decides between Ann Bo after 20 peels; Cy is drawn to start",
    "now_deal": "Ann is to deal; Bo lays RC2",
    "now_peel": "Ann Bo are tied; Ann lays RC2",
    "now_lots": "a lot decides between Ann Bo after 32 peels; Ann lays RC2",
    "now_play": "Ann starts; Ann lays RC2; Bo is drawn to start",
    "now_over": "Ann has won; Bo lays RC2",
    "no_such_seat": "2 at the table; Ann starts; Ann lays RC2; Di slaps",
}

EVENTS = {
    "Deal": "Ann is to deal; deal THE DECK",
    "Peel": "Ann has RC2 on top; Bo has RC3 on top; Ann Bo peel",
    "Draw": "a lot decides between Ann Bo after 32 peels; Bo is drawn to start",
    "Lay": "Ann starts; Ann lays RC2",
    "Hurry": "with hurry_up=3; Ann starts; Ann has 5 cards; Ann is too slow for RC2 and YH3",
    "Slap": "Ann starts; Ann lays RC2; Ann lays RC3; Bo slaps",
    "Misplay": "Ann starts; Ann lays RC2; Ann lays YH3; Ann misplays GS4 and Bo slap at it",
    "Collect": "pile RC2 RC3 GH1 by Ann Bo Ann; Bo may take the pot; Bo collects",
    "Retire": "pile RC2 GH3 by Bo Cy; Ann holds -; Bo is next; Ann retires",
}

RULES: tuple[str, ...] = ()
ONE_SIDED = {
    "3b": "says what becomes of a chance, however the card is",
    "3c": "says who may slap in a challenge: everybody",
    "4": "says what a right slap takes",
    "6c": "says what a slap at somebody's wrong card costs, which was wrong to lay",
    "6d": "says what a slap at somebody's wrong card costs, which was wrong to lay",
}
