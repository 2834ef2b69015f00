"""Craziness, stories that people tell: what must be asked before a verdict, and what an event leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import replace
from itertools import chain

from tt_print.deck import Card
from tt_print.engine.reasons import Reason, change_of_cards, end_of_game, outcome
from tt_print.games.craziness.facts import FACES, NAME, TRIPLE_DRAW, Event, Lay, Shuffle, State, shown_card, topper
from tt_print.games.craziness.rules import BOX, advance

Known = Callable[[int], bool]  # whether somebody has said this of a player


# ---------------------------------------------------------------- questions


def draws_due(before: State, event: Event) -> int:
    """How many cards are drawn after a legal event, if there are enough."""
    if not isinstance(event, Lay):
        return 1
    return {3: TRIPLE_DRAW, 1: 1}.get(topper(shown_card(before), FACES[event.card][event.declared]), 0)


# ---------------------------------------------------------------- what follows


def follows(
    before: State, event: Event, after: State, counted: Known, known: Known, credited: Known, knows_dealer: bool
) -> Iterator[Reason]:
    """Draws, then the end of the hand with its points, then who is next. `counted` are players whose number of cards the story
    gives, `known` those whose cards it names, `credited` those whose points it gives; `knows_dealer`: it names the dealer.
    """
    for seat, draws in enumerate(drawn(before, event, after)):
        if draws:
            held = len(after.hands[seat])
            rules = ("4a",) if seat != before.turn else ("4c",) if isinstance(event, Lay) else ("4d",)
            yield change_of_cards(NAME, "draws", seat, held - draws, held, *rules, is_known=counted(seat))
    if after.phase == "shuffle" and after.debtor is not None:
        yield outcome(NAME, "shuffle", "6", seat=after.debtor, count=after.owed)
    elif after.phase == "declare":
        yield outcome(NAME, "declares", "setup", seat=after.dealer)
    elif after.phase == "turn":
        draws_for_other = isinstance(event, Shuffle) and before.debtor != before.turn
        if not counted(before.turn) and (draws_for_other or (isinstance(event, Lay) and _can_end(before, event))):
            yield outcome(NAME, "last", seat=before.turn)
        yield outcome(NAME, "turn", "1", seat=after.turn)
    elif before.phase != "deal" and after.phase in ("deal", "over"):
        yield from _end_of_hand(before, after, known, credited, knows_dealer)


def _can_end(before: State, event: Lay) -> bool:
    """Whether the hand would be over, had its player no other card."""
    hands = tuple((event.card,) if seat == event.seat else hand for seat, hand in enumerate(before.hands))
    return advance(replace(before, hands=hands), event).phase in ("deal", "over")


def _end_of_hand(before: State, after: State, known: Known, credited: Known, knows_dealer: bool) -> Iterator[Reason]:
    out = next((seat for seat in before.living if not after.hands[seat]), None)
    yield outcome(NAME, "blocked", "7") if out is None else outcome(NAME, "went_out", "7", seat=out)
    unknown = tuple(seat for seat in before.living if not known(seat))
    for seat, (was, now) in enumerate(zip(before.scores, after.scores, strict=True)):
        if seat in unknown:
            yield outcome(NAME, "counts", "7", seat=seat)
        elif was != now and credited(seat):
            yield outcome(NAME, "points", "7", seat=seat, points=now - was, before=was, after=now)
        elif was != now:
            yield outcome(NAME, "points_some", "7", seat=seat, points=now - was)
    open_seats = {*unknown, *(seat for seat in before.living if was_scored(before, after, seat) and not credited(seat))}
    gone = tuple(seat for seat in before.living if seat not in after.living and seat not in open_seats)
    if gone:
        yield outcome(NAME, "out", "7", seats=gone)
    if open_seats:  # nobody can say who else is out, nor who deals
        yield outcome(NAME, "limit_or_in", "7", limit=before.house["elimination_score"])
        return
    if after.phase == "over":
        yield end_of_game(NAME, after.winners, "7")
    elif knows_dealer:
        yield outcome(NAME, "deals", "7", seat=after.dealer)


def was_scored(before: State, after: State, seat: int) -> bool:
    return before.scores[seat] != after.scores[seat]


def drawn(before: State, event: Event, after: State) -> Iterator[int]:
    """How many cards each player draws, by seat."""
    for seat, hand in enumerate(after.hands):
        laid = isinstance(event, Lay) and event.seat == seat
        yield 0 if before.phase == "deal" else len(hand) - len(before.hands[seat]) + laid


# ---------------------------------------------------------------- cards that nobody has named


def bring(state: State, event: Lay, named: Set[object], is_counted: bool) -> State:
    """A card that its player is about to lay, in exchange for a card of their hand that nobody has named: the story says that
    they held it. A player with an unknown hand holds one more, so that the hand goes on.
    """
    card, seat = event.card, event.seat
    if card not in state.hands[seat]:
        own = next((held for held in state.hands[seat] if held not in named), None)
        if card in named or (own is None and is_counted):
            return state
        if own is None:
            own = spare_card(state, {*named, card})
            if own is None:  # all others have their places, so that this is the one in hand
                return give(state, seat, card)
            state = give(state, seat, own)
        state = swap(state, card, own)
    if not is_counted and len(state.hands[seat]) == 1 and (spare := spare_card(state, {*named, card})) is not None:
        state = give(state, seat, spare)
    return state


def spare_card(state: State, named: Set[object]) -> Card | None:
    """A card that nobody has named: one that lies nowhere, or in the draw pile. None where each card has its place."""
    lying = {*chain(*state.hands, state.discard)}
    return next((card for card in reversed(BOX) if card not in named and card not in lying), None)


def give(state: State, seat: int, card: Card) -> State:
    hands = state.hands[:seat] + ((*state.hands[seat], card),) + state.hands[seat + 1 :]
    return replace(state, hands=hands, draw=tuple(each for each in state.draw if each != card))


def swap(state: State, one: Card, other: Card) -> State:
    """Each of two cards where the other was."""
    places = {one: other, other: one}

    def changed(pile: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(places.get(card, card) for card in pile)

    hands = tuple(map(changed, state.hands))
    return replace(state, hands=hands, draw=changed(state.draw), discard=changed(state.discard))
