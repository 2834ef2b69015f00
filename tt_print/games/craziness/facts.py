"""Craziness, facts: options, the state, the events, and what matches what."""

from __future__ import annotations

from functools import cache, partial
from itertools import compress, product

from tt_print.deck import FULL, SQUARES, VALUES, VARIABLES, Card
from tt_print.engine.base import InvariantError, Layout, check_piles
from tt_print.engine.house import FIRST_PLAYER, NEXT_DEALER, House, Option, choice, jokers_option
from tt_print.engine.notation import Deal as Deal
from tt_print.engine.notation import Seat, Value, event, seat_name
from tt_print.engine.rules import make_reason
from tt_print.engine.standing import next_left
from tt_print.records import dataclass

NAME = "craziness"
because = partial(make_reason, NAME)
PLAYERS = (2, 12)  # Number of players
HAND = 8  # Setup
TRIPLE_DRAW = 2  # rule 4a
OPTIONS = (
    choice("must_play", "Z-1", "whether a player who can play a card must", False, True),
    choice("out_on_single", "Z-4", "whether a single topper with the last card goes out", False, True),
    choice(
        "final_triple_draw",
        "Z-5",
        "whether the chosen opponent still draws 2 when the triple topper goes out",
        True,
        False,
    ),
    choice(
        "blocked_hand",
        "Z-8",
        "a round in which nobody can play or draw: everyone scores, or nobody",
        "score_all",
        "void",
    ),
    Option(
        "elimination_score", 15, "Z-9", "the points at which a player leaves the game", minimum=1, samples=(1, 15, 40)
    ),
    FIRST_PLAYER,
    NEXT_DEALER,
    jokers_option(0),  # Setup: none (G-6)
)


@dataclass(frozen=True, slots=True)
class State:
    """A game between two events. Piles run from bottom to top, `draw[-1]` is drawn first.

    `phase` says what comes next: `deal`, `declare` (the dealer names the first card's wilds), `turn`,
    `shuffle` (the discards become the draw pile, because `debtor` is to draw `owed` more), `over`.
    `showing` is the natural card that the top discard stands for. `idle` counts turns in a row without
    a card laid or drawn (Z-8). After a hand its cards lie as they were until the next deal.
    """

    house: House
    phase: str
    dealer: Seat
    turn: Seat
    living: tuple[Seat, ...]
    scores: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    draw: tuple[Card, ...]
    discard: tuple[Card, ...] = ()
    showing: Card | None = None
    debtor: Seat | None = None
    owed: int = 0
    idle: int = 0
    winners: tuple[Seat, ...] = ()


@event("{seat} declares {declared}")
class Declare:
    """The dealer names a value for each wild of the first card, in the order color, shape, number."""

    seat: Seat
    declared: tuple[Value, ...]


@event("{seat} lays {card}[ as {declared}][, {target} draws 2]")
class Lay:
    """A card goes to the center, its wilds declared; after a triple topper `target` draws 2."""

    seat: Seat
    card: Card
    declared: tuple[Value, ...] = ()
    target: Seat | None = None


@event("{seat} passes")
class Pass:
    """Who lays no card draws one (rule 4d)."""

    seat: Seat


@event("shuffle {order}")
class Shuffle:
    """The discards under the top one, in their new order, become the draw pile."""

    order: tuple[Card, ...]


Event = Deal | Declare | Lay | Pass | Shuffle


# ---------------------------------------------------------------- what matches what

_NATURAL = {(card.color, card.shape, card.number): card for card in SQUARES}


def _faces(card: Card) -> dict[tuple[str, ...], Card]:
    wild = [v in card.wilds for v in VARIABLES]
    choices = [VALUES[v][:4] if v in card.wilds else (getattr(card, v),) for v in VARIABLES]
    return {tuple(compress(values, wild)): _NATURAL[values] for values in product(*choices)}


# What a card may be declared to be: the declared values to the natural card that then shows (Setup;
# rule 3): one of four for each wild, never the wild value itself, never another variable.
FACES: dict[Card, dict[tuple[str, ...], Card]] = {card: _faces(card) for card in FULL}


def topper(showing: Card, face: Card) -> int:
    """In how many variables the two agree, 0 to 3 (rule 4). Both are naturals (rule 5, Z-13)."""
    if showing is face:
        return 3
    return (showing.color == face.color) + (showing.shape == face.shape) + (showing.number == face.number)


def matching(showing: Card, face: Card) -> tuple[str, ...]:
    """The variables in which the two agree."""
    return tuple(v for v in VARIABLES if getattr(showing, v) == getattr(face, v))


def best_declaration(showing: Card, card: Card) -> tuple[str, ...]:
    """The declaration that matches most: the showing card's own values (rule 3)."""
    return tuple(getattr(showing, v) for v in card.wilds)


@cache
def layings_on(showing: Card, card: Card) -> tuple[tuple[tuple[str, ...], Card], ...]:
    """What `card` may be declared to be on `showing`, and what then shows: with at least one match (rule 2)."""
    return tuple((declared, face) for declared, face in FACES[card].items() if topper(showing, face))


@cache
def can_lie_on(showing: Card) -> frozenset[Card]:
    """The cards that match `showing` in at least one variable under some declaration (rule 2)."""
    return frozenset(card for card in FULL if layings_on(showing, card))


# ---------------------------------------------------------------- questions to a state


def shown_card(state: State) -> Card:
    """The natural card that shows; there is one in every turn."""
    if state.showing is None:
        raise InvariantError("nothing shows in the center")
    return state.showing


def left_of(state: State, seat: int) -> int:
    """The next living player clockwise (rule 1, G-2)."""
    return next_left(state.living, len(state.hands), seat)


def layout(state: State) -> Layout:
    return {"hands": state.hands, "center": state.discard, "draw": state.draw}


_ALL = frozenset(FULL)


def check(state: State) -> None:
    """Raises InvariantError: every card once, and each phase as it must look."""
    check_piles((*state.hands, state.draw, state.discard), FULL, _ALL)
    if state.phase == "turn":
        if state.turn not in state.living or not state.hands[state.turn]:
            raise InvariantError(f"{seat_name(state.turn)} is to play without being in the hand")
        if state.showing not in FACES[state.discard[-1]].values():
            raise InvariantError(f"{state.discard[-1]} cannot show {state.showing}")
        if state.owed or state.debtor is not None or state.winners:
            raise InvariantError("a turn began before the last one was settled")
    elif state.phase == "shuffle" and (state.draw or len(state.discard) < 2 or not state.owed):
        raise InvariantError("a shuffle is due although there is something to draw, or nothing to shuffle")
    elif state.phase == "over" and not state.winners:
        raise InvariantError("the game is over without a winner")
