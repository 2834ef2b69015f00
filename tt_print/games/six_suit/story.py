"""Six Suit, stories that people tell: what must be asked before a verdict, and what an event leads to."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from itertools import chain

from tt_print.deck import AnyCard, Card
from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import Reason, change_of_cards, end_of_game, outcome
from tt_print.errors import join_words
from tt_print.games.six_suit.facts import (
    NAME,
    Agree,
    Discard,
    Draw,
    Event,
    Lay,
    State,
    Treaty,
    VetoCard,
    VetoPlacement,
    exposed,
    free_time,
    waiting,
)
from tt_print.games.six_suit.rules import asks
from tt_print.games.six_suit.score import places

ANSWERS = (Agree, VetoCard, VetoPlacement)


# ---------------------------------------------------------------- questions


def rows_that_count(before: State, event: Event, after: State) -> tuple[int, ...]:
    """Whose rows decide who is out after this event (rule 5, S-5, S-12)."""
    if after.taken == before.taken:
        return ()
    if free_time(before):
        return tuple(seat for seat in before.living if exposed(replace(before, taken=after.taken), seat))
    return (event.owner,) if isinstance(event, Lay) else ()


# ---------------------------------------------------------------- what follows


def follows(before: State, event: Event, after: State, knows_dealer: bool) -> Iterator[Reason]:
    """What was done, who is out by it, whose word or turn it is, who has won. `knows_dealer`: somebody has said who dealt."""
    yield from _deed(before, event, after)
    if free_time(before) and before.taken != after.taken and not free_time(after):
        yield outcome(NAME, "free_time_ends", "2")
    yield from leaving(before, after)
    yield from _next(after, knows_dealer)


def leaving(before: State, after: State) -> Iterator[Reason]:
    """Who went out between two states, and by what."""
    seats, found = chain(*after.out[len(before.out) :]), after.by[len(before.by) :]
    for seat, values in zip(seats, found, strict=True):
        if values:
            yield outcome(NAME, "six_suit", "5", seat=seat, values=values)
        yield outcome(NAME, "leaves", "5" if values else "6", seat=seat)


def _deed(before: State, event: Event, after: State) -> Iterator[Reason]:
    match event:
        case Draw():
            held = len(after.hands[event.seat])
            yield change_of_cards(NAME, "draws", event.seat, held - 1, held, "1")
        case Lay() if after.phase == "veto":
            yield outcome(NAME, "asked", "2", seat=event.owner, other=event.seat)
        case VetoCard():
            yield outcome(NAME, "card_barred", "2", cards=waiting(before)[:1], seat=before.turn, other=event.seat)
        case VetoPlacement():
            yield outcome(NAME, "place_barred", "2", cards=waiting(before), seat=before.turn)
        case Treaty():
            yield outcome(NAME, "bound", "6", seats=event.parties)


def _next(after: State, knows_dealer: bool) -> Iterator[Reason]:
    match after.phase:
        case "over":
            yield end_of_game(NAME, after.winners, "object")
            yield outcome(
                NAME, "places", places=tuple(join_words(map(seat_name, group), "and") for group in places(after))
            )
            if after.following is not None and knows_dealer:
                yield outcome(NAME, "deals", seat=after.following)
        case "deal":
            yield outcome(NAME, "again", "5")
        case "shuffle":
            yield outcome(NAME, "shuffle", "7", seat=after.turn)
        case "turn":
            yield outcome(NAME, "lays", "1", seat=after.turn)
        case "draw":
            yield outcome(NAME, "turn", "1", seat=after.turn)


# ---------------------------------------------------------------- cards that nobody has named


def bring(state: State, event: Event, named: Set[AnyCard], rows: Set[int]) -> State:
    """The table with what the event speaks of: a card in the hand of anyone who lays it, and `on` among the tops of its owner,
    each in exchange for one that nobody has named. `rows` are the seats whose tops are named.
    """
    if isinstance(event, (Lay, Discard)) and event.card not in named and event.card not in state.hands[event.seat]:
        held = [card for card in reversed(state.hands[event.seat]) if card not in named]
        state = swap(state, event.card, held[0]) if held else state
    if isinstance(event, Lay) and event.owner not in rows and event.on not in named:
        lying = [pile[-1] for pile in state.up[event.owner] if pile[-1] not in named]
        if lying and event.on not in lying:
            state = swap(state, event.on, lying[0])
    return state


def swap(state: State, one: Card, other: Card) -> State:
    """Each of two cards where the other was."""
    places = {one: other, other: one}

    def changed(pile: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(places.get(card, card) for card in pile)

    return replace(
        state,
        up=tuple(tuple(map(changed, piles)) for piles in state.up),
        hands=tuple(map(changed, state.hands)),
        draw=changed(state.draw),
        garbage=changed(state.garbage),
        # a veto on all tops of an owner holds for the one that is named only now
        barred=tuple((card, places.get(top, top)) for card, top in state.barred),
    )


def is_asked(state: State, event: Lay) -> bool:
    """Whether the owner of the pile has a word on this card."""
    return asks(state, event.owner)
