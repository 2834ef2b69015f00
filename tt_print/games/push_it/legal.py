"""Push It Real Good, legal: what may come next, and the first rule against what may not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tt_print.deck import Card
from tt_print.engine.base import Actions
from tt_print.engine.notation import Seat, seat_name
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import Nothing, Orders, illegal_order_reason
from tt_print.games.push_it.deal import box, deck_of
from tt_print.games.push_it.facts import NAME, Challenge, Deal, Event, Keep, Lay, Move, Show, State, challengeable
from tt_print.games.push_it.pointers import Claim, claims_at, fitting, max_cards, plural, steps
from tt_print.records import dataclass

if TYPE_CHECKING:
    import random

CHALLENGE_ONE_IN = 8  # how rarely the random player challenges: each challenge makes a round longer
SHOW_ONE_IN = 12
KEEP_ONE_IN = 4
IN_PHASE: dict[str, tuple[type, ...]] = {"move": (Move, Keep, Show), "challenge": (Lay, Challenge, Show)}


def actions(state: State) -> Actions[Event]:
    """What may come next. The random player challenges seldom and lays the truth half the time, if they can."""
    match state.phase:
        case "move":
            return Moves(state)
        case "challenge":
            return ChallengesAndLays(state)
        case "deal":
            return Orders(box(deck_of(state)), Deal)
        case _:
            return Nothing()


def to_act(state: State) -> tuple[Seat, ...]:
    """Whose turn it is."""
    return (state.turn,) if state.phase in ("move", "challenge") else ()


@dataclass(frozen=True, slots=True)
class Moves:
    """A step with each pointer; leaving them, where the house allows it; showing."""

    state: State

    def __iter__(self) -> Iterator[Move | Keep | Show]:
        state = self.state
        for value in steps(deck_of(state), state.pointers):
            yield Move(state.turn, value)
        if state.house["pointer_move"] == "may":
            yield Keep(state.turn)
        if state.safe:
            yield Show(state.turn)

    def choose(self, rng: random.Random) -> Move | Keep | Show:
        state = self.state
        if state.safe and rng.random() * SHOW_ONE_IN < 1:
            return Show(state.turn)
        if state.house["pointer_move"] == "may" and rng.random() * KEEP_ONE_IN < 1:
            return Keep(state.turn)
        return Move(state.turn, rng.choice(steps(deck_of(state), state.pointers)))


@dataclass(frozen=True, slots=True)
class ChallengesAndLays:
    """Every challenge, oldest first; showing; then every laydown: cards, claim and count.

    A hand of 25 of the full deck has 68,405 choices of cards and more than a million laydowns, so they come
    one by one, and a random one is sampled.
    """

    state: State

    def __iter__(self) -> Iterator[Challenge | Show | Lay]:
        state = self.state
        for layer in challengeable(state):
            yield Challenge(state.turn, layer)
        if state.safe:
            yield Show(state.turn)
        max_count = max_cards(deck_of(state), state.house)
        for size in range(1, max_count + 1):
            for cards in choices(state.hands[state.turn], size):
                for values in claims_at(state.pointers):
                    for count in range(1, max_count + 1) if state.house["count_lies"] else (size,):
                        yield Lay(state.turn, cards, Claim(values, count))

    def choose(self, rng: random.Random) -> Challenge | Show | Lay:
        state = self.state
        layers = challengeable(state)
        if layers and rng.random() * CHALLENGE_ONE_IN < 1:
            return Challenge(state.turn, rng.choice(layers))
        if state.safe and rng.random() * SHOW_ONE_IN < 1:
            return Show(state.turn)
        return self._choose_lay(rng)

    def _choose_lay(self, rng: random.Random) -> Lay:
        state = self.state
        hand, max_count = state.hands[state.turn], max_cards(deck_of(state), state.house)
        values = rng.choice(claims_at(state.pointers))
        true = fitting(values, state.house)
        true_ones = [card for card in hand if card in true]
        truthful = bool(true_ones) and rng.random() < 0.5
        source = true_ones if truthful else hand
        cards = tuple(rng.sample(source, rng.randint(1, min(max_count, len(source)))))
        lie = not truthful and state.house["count_lies"] and rng.random() < 0.5
        return Lay(state.turn, cards, Claim(values, rng.randint(1, max_count) if lie else len(cards)))


def choices(hand: tuple[Card, ...], size: int) -> Iterator[tuple[Card, ...]]:
    """Every choice of `size` cards from a hand in play order, each once, although cards may be equal."""
    if size == 0:
        yield ()
        return
    last = None
    for index in range(len(hand) - size + 1):
        card = hand[index]
        if card is last or card == last:  # equal cards lie together; the first of them has been through it
            continue
        last = card
        for rest in choices(hand[index + 1 :], size - 1):
            yield (card, *rest)


# ---------------------------------------------------------------- the first rule against an event


def refusal(state: State, event: Event) -> Reason | None:
    """Why `event` may not come next, None when it may."""
    if state.phase == "deal" and isinstance(event, Deal):
        return illegal_order_reason(NAME, event.order, box(deck_of(state)), "setup")
    in_turn = IN_PHASE.get(state.phase, ())
    if isinstance(event, Deal) or type(event) not in in_turn:
        return Reason(
            NAME,
            f"now_{state.phase}",
            ("1",) if in_turn else (),
            ("P-2",) if in_turn else (),
            values=(("seat", seat_name(state.turn)),),
        )
    if event.seat != state.turn:
        return Reason(
            NAME,
            "wrong_player",
            ("6",),
            ("G-2",),
            values=(("turn", seat_name(state.turn)), ("seat", seat_name(event.seat))),
        )
    if isinstance(event, Lay):
        return _illegal_lay_reason(state, event)
    if isinstance(event, Challenge):
        return _illegal_challenge_reason(state, event.layer)
    if isinstance(event, Show):
        return None if state.safe else Reason(NAME, "nothing_to_show", ("7",))
    return _illegal_move_reason(state, event)


def _illegal_move_reason(state: State, event: Move | Keep) -> Reason | None:
    allowed = steps(deck_of(state), state.pointers)
    if isinstance(event, Keep):
        if state.house["pointer_move"] == "may":
            return None
        return Reason(NAME, "must_move", ("2",), ("P-3",), instead=allowed)
    if event.value in allowed:
        return None
    return Reason(NAME, "wrong_step", ("2",), ("P-3",), instead=allowed, values=(("value", event.value),))


def _illegal_challenge_reason(state: State, layer: int) -> Reason | None:
    """Rules 5 to 7, P-10: only a laydown that still lies in front of another player."""
    able = challengeable(state)
    if layer in able:
        return None
    names = tuple(seat_name(seat) for seat in able)
    if layer == state.turn:
        return Reason(NAME, "own_laydown", ("5", "7"), ("P-13",), instead=names)
    return Reason(
        NAME, "nothing_there", ("5", "6"), ("P-10", "P-15"), instead=names, values=(("layer", seat_name(layer)),)
    )


def _illegal_lay_reason(state: State, event: Lay) -> Reason | None:
    max_count = max_cards(deck_of(state), state.house)
    against = illegal_claim_reason(state.pointers, event.claim, max_count)
    if against is not None:
        return against
    hand = state.hands[state.turn]
    able = min(max_count, len(hand))
    if not 1 <= len(event.cards) <= able:
        return Reason(
            NAME, "lay_count", ("3",), ("P-5", "P-7"), instead=(_up_to(able),), values=(("count", len(event.cards)),)
        )
    if len(set(event.cards)) == len(event.cards):  # as always with one deck
        missing = [card for card in event.cards if card not in hand]
    else:
        missing = list(Counter(event.cards) - Counter(hand))
    if missing:
        return Reason(NAME, "not_in_hand", ("3",), cards=tuple(missing), instead=hand)
    if not state.house["count_lies"] and event.claim.count != len(event.cards):
        return count_lie(event.claim, len(event.cards))
    return None


def count_lie(claim: Claim, count: int) -> Reason:
    """Why a laydown is no legal one whose number of cards is not what was claimed, where that is a house rule (P-6)."""
    instead = (str(Claim(claim.values, count)),)
    return Reason(
        NAME, "count_lie", ("3",), ("P-6",), instead=instead, values=(("claim", str(claim)), ("count", count))
    )


def illegal_claim_reason(pointers: tuple[str, ...], claim: Claim, max_count: int) -> Reason | None:
    """Why this may not be claimed, whoever lays whatever: two of the three pointed values (rule 3, P-23)
    and a count that could be laid (P-6)."""
    allowed = claims_at(pointers)
    if claim.values not in allowed:
        return Reason(
            NAME,
            "no_claim",
            ("3",),
            ("P-23",),
            instead=tuple(map(plural, allowed)),
            values=(("said", plural(claim.values)),),
        )
    if not 1 <= claim.count <= max_count:
        return Reason(
            NAME, "claim_count", ("3",), ("P-6", "P-7"), instead=(_up_to(max_count),), values=(("count", claim.count),)
        )
    return None


def _up_to(max_count: int) -> str:
    return f"1 to {max_count}" if max_count > 1 else "1"
