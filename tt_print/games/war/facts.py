"""The war games, facts: common options, the state, the events, and simple questions to a state."""

from __future__ import annotations

from functools import cache
from typing import Any

from tt_print.deck import AnyCard, make_deck
from tt_print.engine.base import InvariantError, check_piles
from tt_print.engine.house import House, Option, choice, jokers_option
from tt_print.engine.notation import INTERNED, Seat, event, seat_name
from tt_print.games.war.pile import variant_of
from tt_print.records import dataclass

PLAYERS = (2, None)  # Players: 2 to however many fit around the table; `deal.check_seats` wants a card for each
COMMON_OPTIONS = (
    choice(
        "next_starter",
        "W-12",
        "who starts the next pile: the winner of the pot, or the player to the left",
        "pot_winner",
        "left_of_winner",
    ),
    Option("wrong_slap_penalty", 3, "W-14", "how many cards a wrong slap costs", minimum=1, samples=(1, 5)),
    Option(
        "illegal_slap_reward",
        3,
        "W-17",
        "how many cards the slapper of a misplayed card gets from its player",
        minimum=0,
        samples=(0, 1),
    ),
    choice(
        "runout",
        "W-15",
        "a challenger runs out of cards: the controller takes the pot, or the next player has the chances that are left",
        "controller_takes",
        "next_continues",
    ),
    Option(
        "hurry_up",
        "off",
        "W-20",
        "after how many seconds a slow player's card is a penalty card (rule 6e)",
        values=("off",),
        minimum=1,
        samples=(3,),
    ),
    choice("grave_slaps", "W-21", "whether players without cards may slap (rule 7)", True, False),
    choice(
        "last_opponent_controls",
        "W-22",
        "the last player with cards meets a card-less controller: they play the whole run of chances, or win with the next card",
        "pot_first",
        "literal",
    ),
    jokers_option(0, 1, 2),  # Equipment (G-6)
)


@dataclass(frozen=True, slots=True)
class State:
    """A game between two events. Piles run from bottom to top; `hands` are the face-down stacks, laid from the top.

    `phase` says what comes next: `deal`; `peel` (`tied` turn up a card) and `lots` (one of `tied` is drawn);
    `start`, `open` or `challenge` (`turn` lays); `collect` (`turn` takes the pot, unless it is slapped first);
    `last` (`turn` has won unless the pile is slapped, W-32); `over`.
    `seq` is the face-up pile, `layers` who laid each card, `under` the face-down cards below it (W-11).
    `hurried`: the top card is a penalty for delay (rule 6e). In a challenge `controller` waits and the
    challenger has `left` chances. `prior` controlled, with `prior_left` chances left, until the top card took
    control; that challenge returns if its player buries it (rule 6a).
    """

    house: House
    phase: str
    dealer: Seat
    turn: Seat
    hands: tuple[tuple[AnyCard, ...], ...]
    under: tuple[AnyCard, ...]
    seq: tuple[AnyCard, ...] = ()
    layers: tuple[Seat, ...] = ()
    hurried: bool = False
    controller: Seat | None = None
    left: int = 0
    prior: Seat | None = None
    prior_left: int = 0
    locked: tuple[Seat, ...] = ()
    retired: tuple[Seat, ...] = ()
    tied: tuple[Seat, ...] = ()
    peels: int = 0
    winner: Seat | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won, alone (rule 8)."""
        return () if self.winner is None else (self.winner,)

    @property
    def scores(self) -> tuple[int, ...]:
        """Nobody has points; cards in hand are all there is."""
        return (0,) * len(self.hands)

    def __str__(self) -> str:
        return describe(self)


@event("deal {order}")
class Deal:
    """The shuffled deck, bottom to top, is dealt out."""

    order: tuple[AnyCard, ...]


@event("{seats} peel")
class Peel:
    """These players turn up their top cards and bury them (Set up 2)."""

    seats: tuple[Seat, ...]


@event("{seat} is drawn to start")
class Draw:
    """A tie that no stack can break is broken by lot (W-10)."""

    seat: Seat


@event("{seat} lays {card}")
class Lay:
    """The top card of a stack goes face up on the pile."""

    seat: Seat
    card: AnyCard


@event("{seat} is too slow for {card}[ and {second}]")
class Hurry:
    """A slow player's card is played as a penalty; at the start of a pile their first two cards (rule 6e)."""

    seat: Seat
    card: AnyCard
    second: AnyCard | None = None


@event("{seats} slap")
class Slap:
    """Hands come down on the pile, the lowest named first (W-30)."""

    seats: tuple[Seat, ...]


@event("{seat} misplays {card}[ and {slappers} slap at it]")
class Misplay:
    """A card laid against the order; `slappers` slapped at it, the lowest hand first (rules 6b to 6d)."""

    seat: Seat
    card: AnyCard
    slappers: tuple[Seat, ...] = ()


@event("{seat} collects")
class Collect:
    """The pot is lifted: the chances are gone (rule 3a), or nobody slaps the last play (W-32)."""

    seat: Seat


@event("{seat} retires")
class Retire:
    """A player without cards gives up slapping (rule 7)."""

    seat: Seat


EVENTS = (Deal, Peel, Draw, Lay, Hurry, Slap, Misplay, Collect, Retire)
Event = Deal | Peel | Draw | Lay | Hurry | Slap | Misplay | Collect | Retire
LAYING = ("start", "open", "challenge")  # phases in which `turn` lays a card
PLAYING = (*LAYING, "collect", "last")


# ---------------------------------------------------------------- questions to a state


def box(house: House, jokers: int | None = None) -> tuple[AnyCard, ...]:
    """The cards in play (Equipment; W-1); with `jokers`, as if so many were."""
    return _boxes(variant_of(house).deck, house["jokers"] if jokers is None else jokers)[0]


@cache
def _boxes(deck: str, jokers: int) -> tuple[tuple[AnyCard, ...], frozenset[AnyCard]]:
    found = tuple(INTERNED[card] for card in make_deck(deck, jokers=jokers))
    return found, frozenset(found)


def present(seat: Seat | None) -> Seat:
    """A seat where the phase says that there is one."""
    if seat is None:
        raise InvariantError("nobody is there where somebody must be")
    return seat


def next_with_cards(state: State, seat: int, but: int | None = None) -> int | None:
    """The next player to the left who has cards (G-2, W-12), `but` passed over; the player themselves when nobody else has any."""
    count = len(state.hands)
    for step in range(seat + 1, seat + 1 + count):
        if state.hands[step % count] and step % count != but:
            return step % count
    return None


def alone(state: State, seat: int) -> bool:
    """No other player has cards."""
    return not any(hand for other, hand in enumerate(state.hands) if other != seat)


def may_slap(state: State, seat: int) -> bool:
    """Not the owner of a card laid for delay (rule 6e), not a locked or retired player (rule 7, W-21)."""
    if seat in state.locked or seat in state.retired or (state.hurried and seat == state.layers[-1]):
        return False
    return bool(state.hands[seat]) or state.house["grave_slaps"]


def may_bury(state: State, seat: int) -> bool:
    """Whether their card has just ended a challenge by taking control, which they lose if they lay on (rule 6a)."""
    has_just_matched = state.phase == "challenge" and state.prior is not None and seat == state.controller
    return has_just_matched and bool(state.hands[seat])


def is_buried_chance(state: State, event: Misplay) -> bool:
    """Whether the card that is called a misplay is the player's next chance (rule 6a, W-38)."""
    return state.prior_left > 0 and may_bury(state, event.seat)


def lays_on(state: State, seat: int) -> bool:
    """Whether they took control at the start or in an open pot, and nobody has laid since: another of their cards
    comes when the turn is over, and their match does not count (W-36)."""
    has_just_matched = state.phase == "challenge" and state.prior is None and seat == state.controller
    return has_just_matched and bool(state.layers) and state.layers[-1] == seat


def layout(state: State) -> dict[str, Any]:
    return {"hands": state.hands, "center": state.under, "table": state.seq}


def hidden(state: State, seat: Seat) -> dict[str, Any]:
    """Nobody looks at a stack, not even their own, nor at the cards that lie face down in the center."""
    return {"hands": tuple(map(len, state.hands)), "under": len(state.under)}


def describe(state: State) -> str:
    text = f"hands {' '.join(str(len(hand)) for hand in state.hands)}, face down {len(state.under)}"
    if state.phase == "over":
        return f"{text}, {seat_name(present(state.winner))} has won"
    if state.phase in ("deal", "peel", "lots"):
        return f"{text}, {state.phase}" + (f" {' '.join(map(seat_name, state.tied))}" if state.tied else "")
    shown = " ".join(map(str, state.seq[-4:])) or "empty"
    text += f", pile {'... ' if len(state.seq) > 4 else ''}{shown}{' (late)' if state.hurried else ''}"
    if state.locked:
        text += f", locked {' '.join(map(seat_name, state.locked))}"
    if state.phase == "challenge":
        text += f", {seat_name(present(state.controller))} controls, {state.left} left"
    return f"{text}, {state.phase} {seat_name(state.turn)}"


def check(state: State) -> None:
    """Raises InvariantError: every card once, and each phase as it must look."""
    piles = (*state.hands, state.under, state.seq)
    check_piles(piles, *_boxes(variant_of(state.house).deck, state.house["jokers"]))
    phase = state.phase
    if len(state.layers) != len(state.seq):
        raise InvariantError("a card in the pile was played by nobody")
    if phase in LAYING and not state.hands[state.turn]:
        raise InvariantError(f"{seat_name(state.turn)} is to lay without cards")
    if phase == "challenge":
        if state.controller is None or state.controller == state.turn or state.left < 1:
            raise InvariantError("a challenge without a controller, a challenger or a chance")
    elif state.prior is not None or (state.controller is not None and phase != "collect"):
        raise InvariantError("someone controls although there is no challenge")
    if phase == "start" and not state.seq and alone(state, state.turn):
        raise InvariantError("a pile is started although the game is won (rule 8)")
    if phase in ("open", "collect", "last") and not state.seq:
        raise InvariantError(f"{phase} without a pile")
    if any(state.hands[seat] for seat in state.locked):
        raise InvariantError("a player with cards is locked out of slapping")
    if phase == "over" and (state.winner is None or state.seq or state.under or not alone(state, state.winner)):
        raise InvariantError("the game is over, but the winner does not have all cards")
