"""Craziness, legal: what may come next, and the first rule against what may not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tt_print.deck import VALUES, VARIABLES, WILD, Card
from tt_print.engine.base import Actions, Nothing, Orders, illegal_order_reason
from tt_print.engine.notation import Seat, seat_name
from tt_print.engine.reasons import Reason
from tt_print.games.craziness.deal import BOX
from tt_print.games.craziness.facts import (
    FACES,
    NAME,
    Deal,
    Declare,
    Event,
    Lay,
    Pass,
    Shuffle,
    State,
    can_lie_on,
    layings_on,
    shown_card,
    topper,
)
from tt_print.records import dataclass

if TYPE_CHECKING:
    import random

PASS_ONE_IN = 24  # how rarely the random player passes while a card can be laid


def actions(state: State) -> Actions[Event]:
    """What may come next. The random player lays a random card of those that can lie, under a random
    declaration, and passes seldom: with even odds a random hand drifts and takes thousands of turns.
    """
    match state.phase:
        case "turn":
            return Turn(state)
        case "deal":
            return Orders(BOX, Deal)
        case "shuffle":
            return Orders(state.discard[:-1], Shuffle)
        case "declare":
            return Declarations(state)
        case _:
            return Nothing()


def to_act(state: State) -> tuple[Seat, ...]:
    """Whose turn it is; the dealer where the first card's wilds are declared (Z-6)."""
    match state.phase:
        case "turn":
            return (state.turn,)
        case "declare":
            return (state.dealer,)
        case _:
            return ()


@dataclass(frozen=True, slots=True)
class Turn:
    """Every lay of a card in hand, card by card, then the pass."""

    state: State

    def __iter__(self) -> Iterator[Lay | Pass]:
        state = self.state
        seat, showing = state.turn, shown_card(state)
        for card in state.hands[seat]:
            for declared, face in layings_on(showing, card):
                for target in targets(state, face):
                    yield Lay(seat, card, declared, target)
        if may_pass(state):
            yield Pass(seat)

    def choose(self, rng: random.Random) -> Lay | Pass:
        state = self.state
        seat, showing = state.turn, shown_card(state)
        fits = can_lie_on(showing)
        cards = [card for card in state.hands[seat] if card in fits]
        chance = rng.random
        if not cards or (chance() * PASS_ONE_IN < 1 and may_pass(state)):
            return Pass(seat)
        card = cards[int(chance() * len(cards))]
        good = layings_on(showing, card)
        declared, face = good[0] if card is good[0][1] else good[int(chance() * len(good))]
        choice = targets(state, face)
        return Lay(seat, card, declared, choice[int(chance() * len(choice))])


@dataclass(frozen=True, slots=True)
class Declarations:
    """Every declaration of the first card (Z-6)."""

    state: State

    def __iter__(self) -> Iterator[Declare]:
        return (Declare(self.state.dealer, declared) for declared in FACES[self.state.discard[-1]])

    def choose(self, rng: random.Random) -> Declare:
        return rng.choice(list(self))


def targets(state: State, face: Card) -> tuple[int | None, ...]:
    """Who may be chosen to draw 2: any other living player after a triple topper (rule 4a, Z-11); else nobody."""
    if face is not state.showing:  # it agrees in all three only with itself
        return (None,)
    if not state.house["final_triple_draw"] and len(state.hands[state.turn]) == 1:  # Z-5
        return (None,)
    return tuple(seat for seat in state.living if seat != state.turn)


def may_pass(state: State) -> bool:
    """Always, unless the house says otherwise (rule 4d; Z-1)."""
    return not state.house["must_play"] or can_lie_on(shown_card(state)).isdisjoint(state.hands[state.turn])


# ---------------------------------------------------------------- the first rule against an event


def refusal(state: State, event: Event) -> Reason | None:
    """Why `event` may not come next, None when it may."""
    if state.phase == "turn" and isinstance(event, (Lay, Pass)):
        return _illegal_turn_reason(state, event)
    if state.phase == "declare" and isinstance(event, Declare):
        if event.seat != state.dealer:
            return _wrong_player(state.dealer, event.seat, ("setup",))
        return illegal_declaration_reason(state.discard[-1], event.declared)
    if state.phase == "deal" and isinstance(event, Deal):
        return illegal_order_reason(NAME, event.order, BOX, ("setup", "6"))
    if state.phase == "shuffle" and isinstance(event, Shuffle):
        return illegal_order_reason(NAME, event.order, state.discard[:-1], ("setup", "6"))
    return Reason(NAME, f"now_{state.phase}", values=(("seat", seat_name(state.turn)),))


def _illegal_turn_reason(state: State, event: Lay | Pass) -> Reason | None:
    if event.seat != state.turn:
        return _wrong_player(state.turn, event.seat, ("1",))
    if isinstance(event, Pass):
        if may_pass(state):
            return None
        fitting = tuple(card for card in state.hands[state.turn] if card in can_lie_on(shown_card(state)))
        return Reason(NAME, "must_play", ("1", "4d"), ("Z-1",), instead=fitting)
    if event.card not in state.hands[state.turn]:
        return Reason(NAME, "not_in_hand", ("1",), cards=(event.card,), instead=state.hands[state.turn])
    against = illegal_lay_reason(shown_card(state), event.card, event.declared)
    if against is not None:
        return against
    allowed = targets(state, FACES[event.card][event.declared])
    if event.target not in allowed:
        names = tuple(seat_name(seat) for seat in allowed if seat is not None)
        return Reason(NAME, "choose_target" if names else "no_target", ("4a",), ("Z-11",), instead=names)
    return None


def illegal_lay_reason(showing: Card, card: Card, declared: tuple[str, ...]) -> Reason | None:
    """Why `card` may not be laid under this declaration, whoever lays it (rules 2 and 3)."""
    face = FACES[card].get(declared)
    if face is None:
        return illegal_declaration_reason(card, declared)
    if topper(showing, face):
        return None
    return Reason(
        NAME, "no_match", ("2",) if card is face else ("2", "3"), cards=(face, showing), instead=nearest(showing, card)
    )


def nearest(showing: Card, card: Card) -> tuple[str, ...]:
    """What would have been legal: the same card declared to match, or the cards one step away."""
    if card in can_lie_on(showing):
        return tuple(f"{card.safe_code} declared {getattr(showing, v)}" for v in card.wilds)
    values = {v: getattr(card, v) for v in VARIABLES}
    return tuple(Card(**{**values, v: getattr(showing, v)}).safe_code for v in VARIABLES)


def illegal_declaration_reason(card: Card, declared: tuple[str, ...]) -> Reason | None:
    """Why these values may not be declared for the card's wilds (Setup; rule 3; Z-3)."""
    if declared in FACES[card]:
        return None
    rules = ("setup", "3")
    for value in declared:
        variable = next(v for v in VARIABLES if value in VALUES[v])
        if value == WILD[variable]:
            return Reason(
                NAME,
                "declared_wild",
                rules,
                variables=(variable,),
                cards=(card,),
                instead=VALUES[variable][:4],
                values=(("value", value),),
            )
        if variable not in card.wilds:
            return Reason(
                NAME,
                "not_its_wild",
                rules,
                variables=(variable,),
                cards=(card,),
                instead=tuple(f"one {v}" for v in card.wilds) or ("nothing",),
                values=(("value", value),),
            )
    missing = tuple(v for v in card.wilds if not any(value in VALUES[v] for value in declared))
    if not missing:  # each wild once, in the order color, shape, number
        return Reason(NAME, "declared_twice", rules, variables=card.wilds, cards=(card,))
    return Reason(NAME, "undeclared", rules, variables=missing, cards=(card,), instead=VALUES[missing[0]][:4])


def _wrong_player(turn: int, seat: int, rules: tuple[str, ...]) -> Reason:
    return Reason(NAME, "wrong_player", rules, ("G-2",), values=(("turn", seat_name(turn)), ("seat", seat_name(seat))))
