"""Six Suit, facts: options, the state, the events, questions to a state, and which teams are fair (Players, ruling S-15)."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Any

from tt_print.deck import FULL, Card
from tt_print.engine.base import InvariantError, Layout, check_piles
from tt_print.engine.house import (
    FIRST_PLAYER,
    NEXT_DEALER,
    House,
    HouseError,
    Option,
    choice,
    jokers_option,
    show_value,
)
from tt_print.engine.notation import Deal as Deal
from tt_print.engine.notation import Seat, Value, event, parse_seat, seat_name
from tt_print.engine.play import View
from tt_print.engine.standing import NO_TEAMS, next_left, read_teams
from tt_print.games.six_suit.rows import ROW, common
from tt_print.records import dataclass

PLAYERS = (2, 12)  # Players
OPTIONS = (
    choice(
        "wild_mix",
        "S-1",
        "whether wilds of different types combine: then a card with any wild counts as everything",
        "same_type",
        "any_type",
    ),
    Option("free_rounds", 2, "S-4", "how many rounds the free time lasts", minimum=0, samples=(0, 1, 2, 3)),
    choice(
        "free_time_check",
        "S-5",
        "who still holds a Six Suit goes out when the free time ends, or after their own last turn of it",
        "end_of_round",
        "own_last_turn",
    ),
    choice(
        "free_time_help",
        "S-6",
        "whether three or more players may play on other players' cards in free time, if nobody vetoes it",
        "own_or_unvetoed",
        "own_only",
    ),
    choice("veto", "S-7", "whether a card on another player's row may be vetoed in free time", "free_time", "off"),
    choice("all_out", "S-9", "when everyone goes out at once: deal again, or nobody wins", "redeal", "draw"),
    Option("teams", NO_TEAMS, "S-15", "none, or equal teams, such as Ann+Cy/Bo+Di", read=read_teams),
    choice("treaties", "S-16", "whether treaties are written down, and breaking one loses the game", "off", "recorded"),
    FIRST_PLAYER,
    NEXT_DEALER,
    jokers_option(0),  # Deck: none (G-6)
)


@dataclass(frozen=True, slots=True)
class State:
    """A game between two events. Piles run from bottom to top, `draw[-1]` is drawn first.

    `phase` says what comes next: `deal`, `draw`, `turn` (the player has drawn and lays or discards), `veto`
    (`card` is laid on the pile under `on`, in free time, and waits for its owner's word), `shuffle` (there is
    nothing to draw: rule 7), `over`. `up` holds each player's six piles, nothing for a player who is out. `taken`
    counts each player's finished turns. `barred` holds the pairs of a card and a top that a veto forbids this turn.
    `out` names who went out, in order, in groups of the same moment; `by`, for each of them in the same
    order, the values that did it (none after a forfeit). `following` deals the next game.
    """

    house: House
    phase: str
    dealer: Seat
    turn: Seat
    living: tuple[Seat, ...]
    taken: tuple[int, ...]
    up: tuple[tuple[tuple[Card, ...], ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    draw: tuple[Card, ...]
    garbage: tuple[Card, ...] = ()
    card: Card | None = None
    on: Card | None = None
    barred: tuple[tuple[Card, ...], ...] = ()
    out: tuple[tuple[Seat, ...], ...] = ()
    by: tuple[tuple[Value, ...], ...] = ()
    treaties: tuple[tuple[Seat, ...], ...] = ()
    winners: tuple[Seat, ...] = ()
    following: Seat | None = None

    @property
    def scores(self) -> tuple[int, ...]:
        """Nobody has points (S-20)."""
        return (0,) * len(self.hands)


@event("{seat} draws")
class Draw:
    """The top card of the draw pile joins the one in the hand (rule 1)."""

    seat: Seat


@event("{seat} lays {card} on {owner}'s {on}")
class Lay:
    """A card from the hand covers `on`, a top card of `owner`'s. Every card is there once, so `on` names the pile."""

    seat: Seat
    card: Card
    owner: Seat
    on: Card


@event("{seat} discards {card}")
class Discard:
    """A card from the hand goes to the center, face up (rule 1, S-17)."""

    seat: Seat
    card: Card


@event("{seat} agrees")
class Agree:
    """The owner lets the card lie (rule 2)."""

    seat: Seat


@event("{seat} vetoes the card")
class VetoCard:
    """The owner does not want this card on any of their piles (rule 2, S-8)."""

    seat: Seat


@event("{seat} vetoes the placement")
class VetoPlacement:
    """The owner does not want this card on this pile (rule 2, S-8)."""

    seat: Seat


@event("shuffle {order}")
class Shuffle:
    """Everything under the tops and in the center, in its new order, becomes the draw pile (rule 7)."""

    order: tuple[Card, ...]


@event("{parties} make a treaty")
class Treaty:
    """Players of different sides promise each other something, at any moment; a line on the score sheet (rule 6, S-16)."""

    parties: tuple[Seat, ...]


@event("{seat} forfeits")
class Forfeit:
    """A party has broken its treaty, as the table finds at any moment, and loses (rule 6, S-16)."""

    seat: Seat


Answer = Agree | VetoCard | VetoPlacement  # the owner's word on a card laid on one of their piles
Event = Deal | Draw | Lay | Discard | Answer | Shuffle | Treaty | Forfeit


# ---------------------------------------------------------------- teams (Players, ruling S-15)


def check_house(values: dict[str, Any]) -> None:
    """Raises HouseError for teams that are not equal; where partners sit is up to them (S-15)."""
    teams = values["teams"]
    if teams == NO_TEAMS:
        return
    seats = sorted(parse_seat(member) for member in chain(*teams))
    shown = f"teams = {show_value(teams)}"
    if seats != [*range(len(seats))]:
        first = f"{seat_name(0)}, {seat_name(1)} and so on"
        raise HouseError(f"{shown} must name every player once: {first} (ruling S-15).")
    if len(set(map(len, teams))) > 1 or len(teams[0]) < 2:
        raise HouseError(f"{shown}: teams must be equal in size, with at least two players each (ruling S-15).")


def team_players(house: House) -> int | None:
    """How many players are in the teams, None where everyone is alone."""
    return None if house["teams"] == NO_TEAMS else sum(map(len, house["teams"]))


def check_teams(players: int, house: House) -> None:
    """Raises HouseError when the teams are not those of so many players (S-15)."""
    count = team_players(house)
    if count not in (None, players):
        raise HouseError(f"teams = {show_value(house['teams'])} is for {count} players, not {players} (ruling S-15).")


def side_count(house: House, players: int) -> int:
    """How many sides play: the teams, or everyone alone (Players)."""
    return players if house["teams"] == NO_TEAMS else len(house["teams"])


# ---------------------------------------------------------------- questions to a state


def left_of(state: State, seat: int) -> int:
    """The next living player clockwise (G-2)."""
    return next_left(state.living, len(state.hands), seat)


def side(house: House, seat: int) -> int:
    """The number of the player's team; everyone alone is a side (S-15)."""
    teams = house["teams"]
    return seat if teams == NO_TEAMS else _team_numbers(teams)[seat]


@cache
def _team_numbers(teams: tuple[tuple[str, ...], ...]) -> tuple[int, ...]:
    """Which team each seat is in, from 0."""
    numbers = {parse_seat(member): number for number, team in enumerate(teams) for member in team}
    return tuple(numbers[seat] for seat in sorted(numbers))


def free_time(state: State | View[State]) -> bool:
    """Whether the turn to come, or going on, is one of the first 2n (rule 2, S-4); n players began."""
    return bool(sum(state.taken) < state.house["free_rounds"] * len(state.hands))


def exposed(state: State, seat: int) -> bool:
    """Whether a Six Suit eliminates this player now (rule 5, S-5)."""
    house = state.house
    is_done = house["free_time_check"] == "own_last_turn" and state.taken[seat] >= house["free_rounds"]
    return is_done or not free_time(state)


def face_up_cards(state: State, seat: int) -> tuple[Card, ...]:
    """The exposed cards, which alone count (rule 5, S-22)."""
    return tuple([pile[-1] for pile in state.up[seat]])


def waiting(state: State) -> tuple[Card, Card]:
    """The card that waits for a veto, and the one that it is laid on."""
    if state.card is None or state.on is None:
        raise InvariantError("no card waits for a veto")
    return state.card, state.on


def owner_of(state: State, top: Card | None) -> int:
    """Whose pile this card is on top of. Raises LookupError when it is no top card."""
    for seat in state.living:
        if any(pile[-1] == top for pile in state.up[seat]):
            return seat
    raise LookupError(f"{top} is on no pile")


def recyclable(state: State) -> tuple[Card, ...]:
    """All cards under the tops, and the center (rule 7, S-14)."""
    return (*(card for piles in state.up for pile in piles for card in pile[:-1]), *state.garbage)


def layout(state: State) -> Layout:
    return {"hands": state.hands, "up": state.up, "center": state.garbage, "draw": state.draw}


_ALL = frozenset(FULL)


def check(state: State) -> None:
    """Raises InvariantError: every card once, rows and hands of the right size, nobody in who should be out."""
    check_piles((*chain(*state.up), *state.hands, state.draw, state.garbage), FULL, _ALL)
    if state.phase == "deal":
        return
    alive = len({side(state.house, seat) for seat in state.living})
    for seat, (piles, hand) in enumerate(zip(state.up, state.hands, strict=True)):
        living = seat in state.living
        if len(piles) != living * ROW or not all(piles):
            raise InvariantError(f"{seat_name(seat)} has {len(piles)} piles")
        drawn = living and seat == state.turn and state.phase in ("turn", "veto", "over")
        # another's forfeit can end the game within a turn, so the second card is still there
        if len(hand) != living + drawn and not (state.phase == "over" and len(hand) == living):
            raise InvariantError(f"{seat_name(seat)} has {len(hand)} cards in hand")
        if living and exposed(state, seat) and common(face_up_cards(state, seat), state.house["wild_mix"]):
            raise InvariantError(f"{seat_name(seat)} has a Six Suit and is not out")
    if (state.phase == "over") is (alive > 1):
        raise InvariantError(f"the phase is {state.phase} while {alive} sides have players")
    if state.phase in ("draw", "shuffle") and bool(state.draw) is (state.phase == "shuffle"):
        raise InvariantError(f"the phase is {state.phase} with {len(state.draw)} cards to draw")
    if (state.card is None) is (state.phase == "veto") or (state.phase == "veto" and not free_time(state)):
        raise InvariantError("a veto is open at the wrong time")
