"""Craziness, rules: the deal, what may come next, the first rule against what may not, and what an event makes of a state."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tt_print.deck import FULL, VALUES, VARIABLES, WILD, Card
from tt_print.engine.base import Actions
from tt_print.engine.house import House
from tt_print.engine.notation import Seat, seat_name
from tt_print.engine.play import View
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import Choices, Nothing, Orders, guarded, illegal_order_reason, wrong_player
from tt_print.engine.standing import deal_around, first_player
from tt_print.games.craziness import facts
from tt_print.games.craziness.facts import Deal, Declare, Event, Lay, Pass, Shuffle, State
from tt_print.games.craziness.score import score_hand
from tt_print.records import copier, replace

if TYPE_CHECKING:
    import random

Cards = tuple[Card, ...]
Hands = tuple[Cards, ...]
PASS_ONE_IN = 24  # how rarely the random player passes while a card can be laid
settled = copier(State, "phase", "turn", "hands", "draw", "discard", "showing", "debtor", "owed", "idle")

# ---------------------------------------------------------------- the deal (Setup)


def start(players: int, house: House, dealer: int = 0) -> State:
    """Everyone at the table with 0 points, the deck in its box."""
    seats, nothing = tuple(range(players)), ((),) * players
    return State(house, "deal", dealer, dealer, seats, (0,) * players, nothing, FULL)


def deal_hand(state: State, event: Deal) -> State:
    """One card at a time from the dealer's left, to the living only (Z-10); then one face up."""
    hands, rest = deal_around(event.order, state.living, len(state.hands), state.dealer, facts.HAND)
    center = rest[-1]
    showing = facts.FACES[center].get(())  # None: the dealer, having seen their cards, declares (Z-6)
    phase = "declare" if showing is None else "turn"
    turn = first_player(state.house, state.living, len(state.hands), state.dealer)
    dealt = replace(state, phase=phase, turn=turn, hands=hands, draw=rest[:-1], discard=(center,))
    return replace(dealt, showing=showing, idle=0)


# ---------------------------------------------------------------- what may come next


def actions(state: State) -> Actions[Event]:
    """Every lay of a card in hand, card by card, then the pass; every declaration; or the orders of a shuffle."""
    match state.phase:
        case "turn":
            return Choices(state, turn_events, choose_turn)
        case "deal":
            return Orders(FULL, Deal)
        case "shuffle":
            return Orders(state.discard[:-1], Shuffle)
        case "declare":
            return Choices(
                state, lambda state: (Declare(state.dealer, each) for each in facts.FACES[state.discard[-1]])
            )
        case _:
            return Nothing()


def to_act(state: State) -> tuple[Seat, ...]:
    """Whose turn it is; the dealer where the first card's wilds are declared (Z-6)."""
    return {"turn": (state.turn,), "declare": (state.dealer,)}.get(state.phase, ())


def turn_events(state: State) -> Iterator[Lay | Pass]:
    seat, showing = state.turn, facts.shown_card(state)
    for card in state.hands[seat]:
        for declared, face in facts.layings_on(showing, card):
            for target in targets(state, face):
                yield Lay(seat, card, declared, target)
    if may_pass(state):
        yield Pass(seat)


def choose_turn(state: State, rng: random.Random) -> Lay | Pass:
    """A random card of those that can lie, under a random declaration, and a pass seldom: with even odds a random hand
    drifts and takes thousands of turns.
    """
    seat, showing = state.turn, facts.shown_card(state)
    fits = facts.can_lie_on(showing)
    cards = [card for card in state.hands[seat] if card in fits]
    chance = rng.random
    if not cards or (chance() * PASS_ONE_IN < 1 and may_pass(state)):
        return Pass(seat)
    card = cards[int(chance() * len(cards))]
    good = facts.layings_on(showing, card)
    declared, face = good[0] if card is good[0][1] else good[int(chance() * len(good))]
    choice = targets(state, face)
    return Lay(seat, card, declared, choice[int(chance() * len(choice))])


def targets(state: State | View[State], face: Card) -> tuple[int | None, ...]:
    """Who may be chosen to draw 2: any other living player after a triple topper (rule 4a, Z-11); else nobody."""
    if face is not state.showing:  # it agrees in all three only with itself
        return (None,)
    if not state.house["final_triple_draw"] and len(state.hands[state.turn]) == 1:  # Z-5
        return (None,)
    return tuple(seat for seat in state.living if seat != state.turn)


def may_pass(state: State) -> bool:
    """Always, unless the house says otherwise (rule 4d; Z-1)."""
    return not state.house["must_play"] or facts.can_lie_on(facts.shown_card(state)).isdisjoint(state.hands[state.turn])


# ---------------------------------------------------------------- the first rule against an event


def against_lay(state: State, event: Lay) -> Reason | None:
    if event.seat != state.turn:
        return wrong_player(facts.NAME, state.turn, event.seat, "1")
    if event.card not in state.hands[state.turn]:
        return facts.because("not_in_hand", "1", cards=(event.card,), instead=state.hands[state.turn])
    against = illegal_lay_reason(facts.shown_card(state), event.card, event.declared)
    if against is not None:
        return against
    allowed = targets(state, facts.FACES[event.card][event.declared])
    if event.target in allowed:
        return None
    names = tuple(seat_name(seat) for seat in allowed if seat is not None)
    return facts.because("choose_target" if names else "no_target", "4a", rulings=("Z-11",), instead=names)


def against_pass(state: State, event: Pass) -> Reason | None:
    if event.seat != state.turn:
        return wrong_player(facts.NAME, state.turn, event.seat, "1")
    if may_pass(state):
        return None
    fits = facts.can_lie_on(facts.shown_card(state))
    fitting = (card for card in state.hands[state.turn] if card in fits)
    return facts.because("must_play", "1", "4d", rulings=("Z-1",), instead=fitting)


def against_declaration(state: State, event: Declare) -> Reason | None:
    if event.seat != state.dealer:
        return wrong_player(facts.NAME, state.dealer, event.seat, "setup")
    return illegal_declaration_reason(state.discard[-1], event.declared)


refusal = guarded(
    {
        "turn": {Lay: against_lay, Pass: against_pass},
        "declare": {Declare: against_declaration},
        "deal": {Deal: lambda state, event: illegal_order_reason(facts.NAME, event.order, FULL, "setup", "6")},
        "shuffle": {
            Shuffle: lambda state, event: illegal_order_reason(
                facts.NAME, event.order, state.discard[:-1], "setup", "6"
            )
        },
    },
    lambda state, event: facts.because(f"now_{state.phase}", seat=seat_name(state.turn)),
)


def illegal_lay_reason(showing: Card, card: Card, declared: tuple[str, ...]) -> Reason | None:
    """Why `card` may not be laid under this declaration, no matter who lays it (rules 2 and 3)."""
    face = facts.FACES[card].get(declared)
    if face is None:
        return illegal_declaration_reason(card, declared)
    if facts.topper(showing, face):
        return None
    rules = ("2",) if card is face else ("2", "3")
    return facts.because("no_match", *rules, cards=(face, showing), instead=nearest(showing, card))


def nearest(showing: Card, card: Card) -> tuple[str, ...]:
    """What would have been legal: the same card declared to match, or the cards one step away."""
    if card in facts.can_lie_on(showing):
        return tuple(f"{card.safe_code} declared {getattr(showing, v)}" for v in card.wilds)
    values = {v: getattr(card, v) for v in VARIABLES}
    return tuple(Card(**{**values, v: getattr(showing, v)}).safe_code for v in VARIABLES)


def illegal_declaration_reason(card: Card, declared: tuple[str, ...]) -> Reason | None:
    """Why these values may not be declared for the card's wilds (Setup; rule 3; Z-3)."""
    if declared in facts.FACES[card]:
        return None
    because_of = partial(facts.because, cards=(card,))
    for value in declared:
        variable = next(v for v in VARIABLES if value in VALUES[v])
        if value == WILD[variable]:
            naturals = VALUES[variable][:4]
            return because_of("declared_wild", "setup", "3", variables=(variable,), instead=naturals, value=value)
        if variable not in card.wilds:
            instead = [f"one {v}" for v in card.wilds] or ["nothing"]
            return because_of("not_its_wild", "setup", "3", variables=(variable,), instead=instead, value=value)
    missing = tuple(v for v in card.wilds if not any(value in VALUES[v] for value in declared))
    if not missing:  # each wild once, in the order color, shape, number
        return because_of("declared_twice", "setup", "3", variables=card.wilds)
    return because_of("undeclared", "setup", "3", variables=missing, instead=VALUES[missing[0]][:4])


# ---------------------------------------------------------------- what an event makes of a state


def advance(state: State, event: Event) -> State:
    """The state after a legal event."""
    match event:
        case Lay():
            return lay(state, event)
        case Pass():
            return settle(state, state.hands, state.draw, state.discard, state.showing, state.turn, 1, state.idle + 1)
        case Deal():
            return deal_hand(state, event)
        case Declare():
            return replace(state, phase="turn", showing=facts.FACES[state.discard[-1]][event.declared])
        case Shuffle():  # rule 6; the top discard and its declaration stay (Z-7)
            top = state.discard[-1:]
            return settle(state, state.hands, event.order, top, state.showing, state.debtor, state.owed, state.idle)


def lay(state: State, event: Lay) -> State:
    """The card goes to the center; who must draw, draws (rules 4a to 4c)."""
    seat, face = event.seat, facts.FACES[event.card][event.declared]
    left = tuple([card for card in state.hands[seat] if card is not event.card])
    debtor, owed, matched = event.target, 0, facts.topper(facts.shown_card(state), face)
    if matched == 3 and debtor is not None:
        owed = facts.TRIPLE_DRAW
    elif matched == 1 and (left or not state.house["out_on_single"]):  # Z-4: the card drawn keeps them in
        debtor, owed = seat, 1
    hands = state.hands[:seat] + (left,) + state.hands[seat + 1 :]
    return settle(state, hands, state.draw, (*state.discard, event.card), face, debtor, owed, 0)


def settle(
    state: State, hands: Hands, draw: Cards, center: Cards, face: Card | None, debtor: Seat | None, owed: int, idle: int
) -> State:
    """Draws what is owed, then ends the hand or gives the turn to the left. Copies the state once: a game is thousands of turns.

    With nothing to draw the discards are shuffled first (rule 6); with nothing to shuffle the draw is
    forgone (Z-8). `idle` is the number of turns without play or draw, counting this one if it draws nothing.
    """
    phase, seat, turn = "turn", state.turn, state.turn
    if owed and draw and debtor is not None:
        cards = draw[: -owed - 1 : -1]
        hands = hands[:debtor] + (hands[debtor] + cards,) + hands[debtor + 1 :]
        draw, owed, idle = draw[: -len(cards)], owed - len(cards), 0
    if owed and len(center) > 1:
        phase = "shuffle"
    else:
        turn, debtor, owed = facts.left_of(state, seat), None, 0
    after: State = settled(state, phase, turn, hands, draw, center, face, debtor, owed, idle)
    if phase == "shuffle":
        return after
    if not hands[seat]:  # the drawn cards count (Z-5)
        return score_hand(after, seat)
    return score_hand(after, None) if idle >= len(state.living) else after
