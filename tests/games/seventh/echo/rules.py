"""Echo, the rules: the state, the events, the deal, what may come next, what may not, what an event changes, and points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from tt_print.deck import VARIABLES, WEST, Card
from tt_print.engine.base import Actions
from tt_print.engine.house import FIRST_PLAYER, House, Option
from tt_print.engine.notation import Deal, Seat, event, intern_all, seat_name
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import Choices, Nothing, Orders, guarded, illegal_order_reason, make_reason, wrong_player
from tt_print.engine.standing import Standing, deal_around, end_hand, first_player

NAME = "echo"
PLAYERS = (2, 5)
HAND = 3
BOX = intern_all(WEST)  # one object a card
OPTIONS = (
    Option("target_points", 2, "E-1", "the points that win the game", minimum=1, samples=(1, 2, 4)),
    FIRST_PLAYER,
)
because = partial(make_reason, NAME)


@dataclass(frozen=True, slots=True)
class State:
    """A game between two events. Piles run from bottom to top. `passes` counts those in a row."""

    house: House
    phase: str
    dealer: Seat
    turn: Seat
    scores: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    draw: tuple[Card, ...]
    center: tuple[Card, ...] = ()
    passes: int = 0
    winners: tuple[Seat, ...] = ()


@event("{seat} lays {card}")
class Lay:
    seat: Seat
    card: Card


@event("{seat} passes")
class Pass:
    seat: Seat


Event = Deal | Lay | Pass
EVENTS = (Deal, Lay, Pass)

# ---------------------------------------------------------------- the deal


def start(players: int, house: House, dealer: int = 0) -> State:
    return State(house, "deal", dealer, dealer, (0,) * players, ((),) * players, BOX)


def deal_hand(state: State, event: Deal) -> State:
    players = len(state.hands)
    hands, rest = deal_around(event.order, range(players), players, state.dealer, HAND)
    turn = first_player(state.house, range(players), players, state.dealer)
    return replace(state, phase="turn", turn=turn, hands=hands, center=rest[-1:], draw=rest[:-1], passes=0)


# ---------------------------------------------------------------- what may come next


def actions(state: State) -> Actions[Event]:
    match state.phase:
        case "deal":
            return Orders(BOX, Deal)
        case "turn":
            return Choices(state, turn_events)
        case _:
            return Nothing()


def turn_events(state: State) -> Iterator[Lay | Pass]:
    """Each card that may be laid, or the pass of who has none."""
    fitting = fits(state)
    yield from (Lay(state.turn, card) for card in fitting)
    if not fitting:
        yield Pass(state.turn)


def fits(state: State) -> tuple[Card, ...]:
    """The cards in hand of the player to move that may be laid (rule 1)."""
    return tuple(card for card in state.hands[state.turn] if echoes(card, state.center[-1]))


def echoes(card: Card, top: Card) -> bool:
    return any(getattr(card, v) == getattr(top, v) for v in VARIABLES)


# ---------------------------------------------------------------- the first rule against an event


def against_lay(state: State, event: Lay) -> Reason | None:
    if event.seat != state.turn:
        return wrong_player(NAME, state.turn, event.seat, "1")
    if event.card not in state.hands[state.turn]:
        return because("not_in_hand", "1", cards=(event.card,), instead=state.hands[state.turn])
    if not echoes(event.card, state.center[-1]):
        return because("no_echo", "1", cards=(event.card, state.center[-1]), instead=fits(state))
    return None


def against_pass(state: State, event: Pass) -> Reason | None:
    if event.seat != state.turn:
        return wrong_player(NAME, state.turn, event.seat, "1")
    return because("must_lay", "2", instead=fits(state)) if fits(state) else None


refusal = guarded(
    {
        "deal": {Deal: lambda state, event: illegal_order_reason(NAME, event.order, BOX, "setup")},
        "turn": {Lay: against_lay, Pass: against_pass},
    },
    lambda state, event: because(f"now_{state.phase}", seat=seat_name(state.turn)),
)


# ---------------------------------------------------------------- what an event changes


def advance(state: State, event: Event) -> State:
    """The state after `event`, which is legal."""
    players, following = len(state.hands), (state.turn + 1) % len(state.hands)
    match event:
        case Deal():
            return deal_hand(state, event)
        case Pass():
            passed = replace(state, turn=following, passes=state.passes + 1)
            return end_hand(passed, after_hand, None) if passed.passes == players else passed
        case Lay(seat, card):
            hand = tuple(held for held in state.hands[seat] if held != card)
            hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
            laid = replace(state, turn=following, hands=hands, center=(*state.center, card), passes=0)
            return laid if hand else end_hand(laid, after_hand, seat)


def after_hand(before: Standing, winner: Seat | None) -> Standing:
    """The game after a hand that `winner` won, or nobody (rules 3 and 4); the deal rotates."""
    scores = tuple(points + (seat == winner) for seat, points in enumerate(before.scores))
    winners = tuple(seat for seat, points in enumerate(scores) if points >= before.house["target_points"])
    after = replace(before, scores=scores, played=before.played + 1, winners=winners, is_over=bool(winners))
    return after if winners else replace(after, dealer=(before.dealer + 1) % before.players)


def cites(before: State, event: Event, after: State) -> tuple[str, ...]:
    """The rules behind a legal event, for those who ask why."""
    ended = ("3", "4") if after.phase in ("deal", "over") else ()
    return ("1" if isinstance(event, Lay) else "2", *ended)
