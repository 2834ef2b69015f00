"""Push It Real Good, facts: options, the state, the events, and what can be asked of a state."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Any

from tt_print.deck import FULL, Card
from tt_print.engine.events import Deal as Deal
from tt_print.engine.events import event
from tt_print.engine.house import FIRST_PLAYER, NEXT_DEALER, House, HouseError, Option, choice, jokers_option
from tt_print.engine.notation import Seat, Value, seat_name
from tt_print.engine.rules import make_reason
from tt_print.games.push_it.pointers import COPIES, Claim, Laydown
from tt_print.records import dataclass

NAME = "push-it"
because = partial(make_reason, NAME)
PLAYERS = (3, None)  # Players: 3 or more
# The numbers of players that the source prints for each deck (P-1); more than ten: full, with a warning (P-20).
RANGES: dict[str, tuple[int, int | None]] = {
    "west": (3, 3),
    "squares": (3, 5),
    "full": (5, None),
    "squares2": (6, 8),
    "full2": (8, 10),
}
MANY = 10  # the most players that the source speaks of
# Rule 1. All three actions, in either order (P-2). Whoever lays has ended their challenges, so the phase
# `challenge` holds both, and nothing need be said in between.
ACTIONS = {"management": ("move", "challenge", "lay"), "lies": ("challenge", "lay", "move")}


class DeckOption(Option):
    """Most decks alone fit only some numbers of players, so they are tried unbound, by `COMBINATIONS`."""

    __slots__ = ()

    def trials(self) -> tuple[Any, ...]:
        return (self.default,)


OPTIONS = (
    choice(
        "order",
        "P-2",
        "the order of actions: pointer, challenge, lay; or challenge, lay, pointer",
        "management",
        "lies",
    ),
    DeckOption(
        "deck", "auto", "P-1", "the deck; auto is squares for 3 to 5 players, full for more", values=("auto", *COPIES)
    ),
    choice("pointer_move", "P-3", "whether a player must move a pointer, or may leave them", "must", "may"),
    choice("count_lies", "P-6", "whether the claimed number of cards may be a lie", True, False),
    choice(
        "open_counts", "P-25", "whether others may count a laydown, and know how many cards a hand has", False, True
    ),
    choice(
        "max_lay",
        "P-7",
        "the most cards in a laydown with two decks: as with one, or twice as many",
        "per_deck",
        "doubled",
    ),
    choice(
        "wilds",
        "P-8",
        "black, blob and ?: values like the others, or any when a claim is checked",
        "fifth_value",
        "wild",
    ),
    choice(
        "win_on_defence",
        "P-16",
        "whether a true last laydown wins at once when it is challenged, or next turn",
        True,
        False,
    ),
    choice(
        "potential",
        "P-18",
        "potential points for a right challenge: none, 1, or 1 for each card picked up",
        "off",
        "per_challenge",
        "per_card",
    ),
    Option(
        "target_points",
        "none",
        "P-19",
        "the points that win a match; without it one round is the game",
        values=("none",),
        minimum=1,
    ),
    FIRST_PLAYER,
    NEXT_DEALER,
    jokers_option(0),  # P-22: the rules name none (G-6)
)
COMBINATIONS = (
    *({"deck": deck} for deck in COPIES),
    {"deck": "full2", "order": "lies", "max_lay": "doubled", "wilds": "wild"},
    {"deck": "full", "wilds": "wild", "count_lies": False},
    {"potential": "per_challenge", "target_points": 2, "next_dealer": "loser"},
    {"potential": "per_card", "target_points": 20, "order": "lies", "win_on_defence": False, "next_dealer": "winner"},
)


def check_house(values: dict[str, Any]) -> None:
    """A match to a number of points needs points. Raises HouseError."""
    if values["target_points"] != "none" and values["potential"] == "off":
        raise HouseError(
            f"target_points = {values['target_points']} needs points, and only potential points become any "
            "(rule 9; rulings P-18, P-19). Add potential = per_challenge or per_card, or leave target_points = none."
        )


@dataclass(frozen=True, slots=True)
class State:
    """A game between two events. Equal cards of a double deck are told apart by nothing but their number.

    `phase` says what comes next: `deal`, `move` (a pointer), `challenge` (or lay, which ends it), `over`.
    `pointers` are the three pointed values. Hands are in play order; `fronts` has the laydown in front of
    each player, or None. `shown` are the cards that the last event turned up (P-14), wherever they are now;
    `safe` are those of the player's own last laydown, now in the center, which they may still show (rule 7).
    After a round its cards lie as they were until the next deal.
    """

    house: House
    phase: str
    dealer: Seat
    turn: Seat
    pointers: tuple[Value, ...]
    hands: tuple[tuple[Card, ...], ...]
    fronts: tuple[Laydown | None, ...]
    center: tuple[Card, ...]
    safe: tuple[Card, ...]
    shown: tuple[Card, ...]
    potential: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...] = ()

    def __str__(self) -> str:
        return describe(self)


@event("{seat} moves to {value}")
class Move:
    """One pointer goes one step to the right, to `value`."""

    seat: Seat
    value: Value


@event("{seat} moves nothing")
class Keep:
    """No pointer moves (P-3, a house rule)."""

    seat: Seat


@event("{seat} challenges {layer}")
class Challenge:
    """The laydown of `layer` is turned up."""

    seat: Seat
    layer: Seat


@event("{seat} shows")
class Show:
    """A player shows what they laid last, now that nobody can challenge it (rule 7)."""

    seat: Seat


@event("{seat} lays {cards} as {claim}")
class Lay:
    """Cards go face down in front of their player. Their order means nothing, so it is always play order."""

    seat: Seat
    cards: tuple[Card, ...]
    claim: Claim

    def __post_init__(self) -> None:
        if type(self.cards) is tuple and set(map(type, self.cards)) <= {
            Card
        }:  # else the engine's door says what is wrong
            object.__setattr__(self, "cards", in_order(self.cards))


EVENTS = (Deal, Move, Keep, Challenge, Show, Lay)
Event = Deal | Move | Keep | Challenge | Show | Lay
_DECK_INDEX = {card: index for index, card in enumerate(FULL)}


def in_order(cards: Any) -> tuple[Card, ...]:
    """Cards in play order."""
    return tuple(sorted(cards, key=_DECK_INDEX.__getitem__))


# ---------------------------------------------------------------- questions to a state


def left_of(state: State, seat: int) -> int:
    """The next player clockwise (rule 6, G-2)."""
    return (seat + 1) % len(state.hands)


def after_turn(state: State) -> list[int]:
    """The other seats in the order in which they laid: closest to the left first (rule 6)."""
    count = len(state.hands)
    return [(state.turn + index) % count for index in range(1, count)]


def challengeable(state: State) -> tuple[int, ...]:
    """Whose laydowns can be challenged, oldest first (rules 5 and 6, P-10): each other player's last one,
    while it is still in front of them. What a challenge has swept up is gone (P-15)."""
    if state.phase != "challenge":
        return ()
    return tuple([seat for seat in after_turn(state) if state.fronts[seat] is not None])


def pot(state: State, layer: int) -> tuple[tuple[Card, ...], tuple[int, ...]]:
    """The pot for a challenge of `layer`, and whose fronts it sweeps up (rule 6, P-11, P-12): the center,
    with the leftovers of the deal (P-21) and the challenger's own last laydown (P-13), and what the others
    laid up to the challenged move. Later laydowns stay."""
    others = after_turn(state)
    swept = tuple(seat for seat in others[: others.index(layer) + 1] if state.fronts[seat] is not None)
    fronts = front_cards(state)
    return (*state.center, *chain.from_iterable(fronts[seat] for seat in swept)), swept


def front_cards(state: State) -> tuple[tuple[Card, ...], ...]:
    return tuple([() if front is None else front.cards for front in state.fronts])


def layout(state: State) -> dict[str, Any]:
    return {"hands": state.hands, "fronts": front_cards(state), "center": state.center}


def hidden(state: State, seat: Seat) -> dict[str, Any]:
    """Of a laydown the others know the claim; the center lies face down (rules 3 and 6).

    How many cards there are in a hand, a laydown and the center is None, but for 0, unless it is face up (P-25).
    """

    def count(pile: tuple[Card, ...]) -> int | None:
        return len(pile) if state.house["open_counts"] or not pile else None

    fronts = tuple(
        front if front is None or owner == seat else (count(front.cards), front.claim)
        for owner, front in enumerate(state.fronts)
    )
    return {
        "hands": tuple(hand if owner == seat else count(hand) for owner, hand in enumerate(state.hands)),
        "fronts": fronts,
        "center": count(state.center),
        "safe": state.safe if seat == state.turn else count(state.safe),
    }


def describe(state: State) -> str:
    hands = " ".join(str(len(hand)) for hand in state.hands)
    fronts = " ".join(str(len(front)) for front in front_cards(state))
    text = f"{' '.join(state.pointers)}, hands {hands}, fronts {fronts}, center {len(state.center)}"
    if state.house["potential"] != "off":
        text += f", potential {' '.join(map(str, state.potential))}"
    if state.shown:
        text += f", shown {' '.join(map(str, state.shown))}"
    if state.phase in ("move", "challenge"):
        return f"{text}, {seat_name(state.turn)} to {state.phase}"
    scores = " ".join(map(str, state.scores))
    winners = " ".join(map(seat_name, state.winners))
    return f"{text}, {state.phase}, scores {scores}" + (f", {winners} won" if winners else "")
