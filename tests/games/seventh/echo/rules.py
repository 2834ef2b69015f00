"""Echo, the rules: facts, deal, what is legal, what an event changes, points, and the judge."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from tt_print.deck import VARIABLES, WEST, Card
from tt_print.engine.base import Actions, InvariantError, check_cards
from tt_print.engine.events import Deal, event
from tt_print.engine.house import FIRST_PLAYER, House, Option
from tt_print.engine.notation import INTERNED, Seat, intern_card, seat_name
from tt_print.engine.query import Query, QuestionError, check_distinct, check_in_deck
from tt_print.engine.reasons import Reason, Verdict
from tt_print.engine.rules import Nothing, Orders
from tt_print.engine.standing import Standing, first_player

# ---------------------------------------------------------------- facts

NAME = "echo"
PLAYERS = (2, 5)
HAND = 3
BOX: tuple[Card, ...] = tuple(INTERNED[card] for card in WEST)  # one object a card
OPTIONS = (
    Option("points_to_win", 2, "E-1", "the points that win the game", minimum=1, samples=(1, 2, 4)),
    FIRST_PLAYER,
)


@dataclass(frozen=True, slots=True)
class State:
    """A game between two events. Piles run from bottom to top. `passes` counts those in a row."""

    house: House
    phase: str
    dealer: Seat
    turn: Seat
    scores: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    center: tuple[Card, ...]
    draw: tuple[Card, ...]
    passes: int
    winners: tuple[Seat, ...]


@event("{seat} lays {card}")
class Lay:
    seat: Seat
    card: Card


@event("{seat} passes")
class Pass:
    seat: Seat


Event = Deal | Lay | Pass
EVENTS = (Deal, Lay, Pass)


def same(card: Card, other: Card) -> tuple[str, ...]:
    """The variables in which two cards agree."""
    return tuple(v for v in VARIABLES if getattr(card, v) == getattr(other, v))


def check(state: State) -> None:
    """Raises InvariantError: every card once, and nobody plays without a card."""
    check_cards(chain(*state.hands, state.center, state.draw), BOX, frozenset(map(id, BOX)))
    if state.phase == "turn" and not all(state.hands):
        raise InvariantError("a hand goes on although somebody is out of cards")
    if (state.phase == "over") is not bool(state.winners):
        raise InvariantError("a game is over when somebody has won it")


# ---------------------------------------------------------------- deal


def deal_sizes(players: int, house: House) -> dict[str, int]:
    return {"hands": HAND, "center": 1, "draw": len(BOX) - HAND * players - 1}


def start(players: int, house: House, dealer: int = 0) -> State:
    nothing: tuple[tuple[Card, ...], ...] = ((),) * players
    return State(house, "deal", dealer, dealer, (0,) * players, nothing, (), BOX, 0, ())


def deal_hand(state: State, order: tuple[Card, ...]) -> State:
    """One card at a time from the dealer's left; `order` runs from bottom to top."""
    players, pile = len(state.hands), order[::-1]
    left = (state.dealer + 1) % players
    hands = tuple(pile[(seat - left) % players : HAND * players : players] for seat in range(players))
    center, rest = pile[HAND * players : HAND * players + 1], order[: -HAND * players - 1]
    turn = first_player(state.house, range(players), players, state.dealer)
    return replace(state, phase="turn", turn=turn, hands=hands, center=center, draw=rest, passes=0)


# ---------------------------------------------------------------- legal


def actions(state: State) -> Actions[Event]:
    match state.phase:
        case "deal":
            return Orders(BOX, Deal)
        case "turn":
            return Turn(state)
        case _:
            return Nothing()


@dataclass(frozen=True, slots=True)
class Turn:
    """Each card that may be laid, or the pass of who has none."""

    state: State

    def __iter__(self) -> Iterator[Lay | Pass]:
        fitting = fits(self.state)
        yield from (Lay(self.state.turn, card) for card in fitting)
        if not fitting:
            yield Pass(self.state.turn)

    def choose(self, rng: random.Random) -> Lay | Pass:
        return rng.choice(list(self))


def fits(state: State) -> tuple[Card, ...]:
    """The cards in hand of the player to move that may be laid (rule 1)."""
    return tuple(card for card in state.hands[state.turn] if same(card, state.center[-1]))


def refusal(state: State, event: Event) -> Reason | None:
    """Why `event` may not come next, None when it may."""
    if state.phase == "deal" and isinstance(event, Deal):
        return None if Counter(event.order) == Counter(BOX) else Reason(NAME, "wrong_cards", ("setup",))
    if state.phase != "turn" or not isinstance(event, (Lay, Pass)):
        return Reason(NAME, "not_now", values=(("phase", state.phase),))
    if event.seat != state.turn:
        names = (("turn", seat_name(state.turn)), ("seat", seat_name(event.seat)))
        return Reason(NAME, "wrong_player", ("1",), ("G-2",), values=names)
    if isinstance(event, Pass):
        return Reason(NAME, "must_lay", ("2",), instead=fits(state)) if fits(state) else None
    if event.card not in state.hands[state.turn]:
        return Reason(NAME, "not_in_hand", ("1",), cards=(event.card,), instead=state.hands[state.turn])
    return illegal_lay_reason(event.card, state.center[-1])


def illegal_lay_reason(card: Card, top: Card) -> Reason | None:
    return None if same(card, top) else Reason(NAME, "no_echo", ("1",), cards=(card, top))


# ---------------------------------------------------------------- apply


def advance(state: State, event: Event) -> State:
    """The state after `event`, which is legal."""
    if isinstance(event, Deal):
        return deal_hand(state, event.order)
    players = len(state.hands)
    if isinstance(event, Pass):
        passed = replace(state, turn=(state.turn + 1) % players, passes=state.passes + 1)
        return end_hand(passed, None) if passed.passes == players else passed
    hand = tuple(card for card in state.hands[event.seat] if card != event.card)
    hands = (*state.hands[: event.seat], hand, *state.hands[event.seat + 1 :])
    laid = replace(state, hands=hands, center=(*state.center, INTERNED[event.card]), passes=0)
    return replace(laid, turn=(state.turn + 1) % players) if hand else end_hand(laid, event.seat)


def end_hand(state: State, winner: int | None) -> State:
    before = Standing(state.house, state.dealer, tuple(range(len(state.hands))), state.scores)
    after = after_hand(before, winner)
    phase = "over" if after.is_over else "deal"
    return replace(state, phase=phase, dealer=after.dealer, scores=after.scores, winners=after.winners)


def after_hand(before: Standing, winner: int | None) -> Standing:
    """The game after a hand that `winner` won, or nobody (rules 3 and 4); the deal rotates."""
    scores = tuple(points + (seat == winner) for seat, points in enumerate(before.scores))
    winners = tuple(seat for seat, points in enumerate(scores) if points >= before.house["points_to_win"])
    dealer = before.dealer if winners else (before.dealer + 1) % before.players
    return replace(
        before, dealer=dealer, scores=scores, played=before.played + 1, winners=winners, is_over=bool(winners)
    )


# ---------------------------------------------------------------- judge

FLAGS = {"on": "the top card of the center"}


def judge(query: Query, house: House) -> Verdict:
    """Whether a card may be laid on the center. Raises InputError for what cannot be asked."""
    if len(query.words) != 1:
        raise QuestionError("echo.no_card")
    top = query.card("on", "echo.no_top")
    card = intern_card(query.words[0])
    check_in_deck((top, card), "west", 0, "Echo")
    check_distinct((top, card))
    return judge_lay(card, top, house)


def judge_lay(card: Card, top: Card, house: House) -> Verdict:
    reason = illegal_lay_reason(card, top)
    facts = {"legal": reason is None, "same": list(same(card, top))}
    why = reason or Reason(NAME, "echo", ("1",), cards=(card, top), values=(("same", same(card, top)),))
    return Verdict(NAME, reason is None, facts, (why,), house)
