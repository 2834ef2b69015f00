"""The war games, facts: what differs between the games, common options, the state, the events, simple questions to a
state; and the face-up pile: what its cards stand for, control, and slaps.

A pile is a tuple of cards from bottom to top. What a card stands for is a triple (color, shape, number)
in which None is an undefined wild, or None altogether for a joker that matches nothing. Each game is a `Variant`, made in its
own folder and found by its house rules; it says how it reads its jokers and wilds, which look down, never up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import compress, product
from typing import Any

from tt_print.deck import FULL, JOKERS, VARIABLES, WILD, AnyCard, Joker, make_deck
from tt_print.engine.base import InvariantError, Layout, check_piles
from tt_print.engine.house import House, Option, choice, jokers_option
from tt_print.engine.notation import INTERNED, Seat, event, seat_name
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import make_reason
from tt_print.records import dataclass

Values = tuple[str | None, ...]  # color, shape, number; None where a wild is undefined
Cites = Mapping[str, str]  # by what is so (see `judge.cite`; "" is always so), the rules and rulings that say it


class Variant(ABC):
    """One game of the family: its facts, and how it reads a pile."""

    name: str
    title: str
    twin: str  # the name of the same game with the other deck
    deck: str
    options: tuple[Option, ...]  # those that the other games do not have
    rank_option: Option  # what a card without a number counts when the starter is sought (W-10)
    # How many cards on top, how many variables must agree on them, and the name of the reason; fewest cards first.
    slaps: tuple[tuple[int, int, str], ...]
    controlling: tuple[str, ...]  # variables that count for control
    needed: int  # in how many of them the top card and the one below must agree
    settled: frozenset[AnyCard]  # the cards that stand for what is printed on them, whatever lies beneath
    slap_cites: Cites
    control_cites: Cites

    @abstractmethod
    def resolve(self, house: House, pile: Sequence[AnyCard]) -> list[Values | None]:
        """What each card stands for, bottom to top; None for a joker that matches nothing."""

    def no_control_key(self, below: Values | None, agree: tuple[str, ...]) -> str:
        """Which sentence says why a card that agrees in these variables with the one below has no control."""
        return "no_control"

    @cached_property
    def controls(self) -> frozenset[tuple[str, ...]]:
        """The variables in which two cards may agree so that the top one takes control."""
        return frozenset(v for v in AGREEING.values() if len({*v}.intersection(self.controlling)) >= self.needed)


VARIANTS: dict[str, Variant] = {}  # by name


def because(house: House, key: str, numbers: str, **how: Any) -> Reason:
    """A reason by these rules and rulings, `2c W-4`."""
    each = numbers.split()
    rulings = tuple(number for number in each if number.startswith("W-"))
    return make_reason(house.game, key, *(number for number in each if number not in rulings), rulings=rulings, **how)


def variant_of(house: House) -> Variant:
    """The game that these house rules are of."""
    return VARIANTS[house.game]


RANKS = range(6)  # what a card without a number can count for (W-10)
PLAYERS = (2, None)  # Players: 2 to however many fit around the table; `deal_sizes` wants a card for each
COMMON_OPTIONS = (
    choice(
        "next_starter",
        "W-12",
        "who starts the next pile: the winner of the pot, or the player to the left",
        "pot_winner",
        "left_of_winner",
    ),
    Option("wrong_slap_penalty", 3, "W-14", "how many cards a bad slap costs", minimum=1, samples=(1, 5)),
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
        "a player runs out of cards while using chances: the player in control takes the pot, or the next player has the chances that are left",
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
        "the last player with cards meets a player in control who has none: they use all their chances, or win with the next card",
        "pot_first",
        "literal",
    ),
    jokers_option(0, 1, 2),  # Equipment (G-6)
)


def rank_option(name: str, default: int, cards: str) -> Option:
    """What cards without a number count when the starter is sought."""
    meaning, most = f"what {cards} counts when the starter is sought", max(RANKS)
    return Option(name, default, "W-10", meaning, minimum=0, maximum=most, samples=(most - default,))


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


Event = Deal | Peel | Draw | Lay | Hurry | Slap | Misplay | Collect | Retire
CHANCES = range(1, 6)  # that a controller can leave; five are those of a ? (W-26)
LAYING = ("start", "open", "challenge")  # phases in which `turn` lays a card
PLAYING = (*LAYING, "collect", "last")


# ---------------------------------------------------------------- questions to a state


@lru_cache
def box(house: House) -> tuple[AnyCard, ...]:
    """The cards in play (Equipment; W-1)."""
    return tuple(INTERNED[card] for card in make_deck(variant_of(house).deck, jokers=house["jokers"]))


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


def lowest_hand(state: State, seats: Iterable[Seat]) -> Seat:
    """The first of these hands that may slap: on it everything depends (rules 2c and 5)."""
    return next(seat for seat in seats if may_slap(state, seat))


def slapping(event: object) -> tuple[Seat, ...]:
    """Whose hands come down, the lowest first."""
    return event.seats if isinstance(event, Slap) else event.slappers if isinstance(event, Misplay) else ()


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


def layout(state: State) -> Layout:
    return {"hands": state.hands, "center": state.under, "table": state.seq}


def hidden(state: State, seat: Seat) -> dict[str, object]:
    """Nobody looks at a stack, not even their own, nor at the cards that lie face down in the center."""
    return {"hands": tuple(map(len, state.hands)), "under": len(state.under)}


def fault(state: State) -> str:
    """Why no play can lead to this table; "" where one can."""
    held = next((seat for seat in state.locked if state.hands[seat]), None)
    if held is not None:
        return f"{seat_name(held)} has cards: only who has none is locked out."
    if state.hurried and not state.seq:
        return "no card in the pot could have come late. Say which: pile RC2."
    if state.phase == "challenge" and state.turn == state.controller:
        return f"{seat_name(state.turn)} controls, so another player has to try, and must have cards."
    if state.phase == "challenge" and state.left not in CHANCES:
        return f"{state.left} left: a challenge has 1 to {max(CHANCES)} chances left."
    acting = state.tied if state.phase == "peel" else (state.turn,) if state.phase in LAYING else ()
    without = next((seat_name(seat) for seat in acting if not state.hands[seat]), "")
    return f"{without} has no cards, so it cannot be {without}'s turn." if without else ""


def check(state: State) -> None:
    """Raises InvariantError: every card once, and each phase as it must look."""
    cards = box(state.house)
    check_piles((*state.hands, state.under, state.seq), cards, frozenset(cards))
    phase, winner = state.phase, state.winner
    broken = {
        "a card in the pile was played by nobody": len(state.layers) != len(state.seq),
        "a challenge without a controller": phase == "challenge" and state.controller is None,
        "someone controls although there is no challenge": phase != "challenge"
        and (state.prior is not None or (state.controller is not None and phase != "collect")),
        "a pile is started although the game is won": phase == "start" and not state.seq and alone(state, state.turn),
        f"{phase} without a pile": phase in ("open", "collect", "last") and not state.seq,
        "the game is over, but the winner does not have all cards": phase == "over"
        and (winner is None or bool(state.seq or state.under) or not alone(state, winner)),
    }
    if faults := fault(state) or "; ".join(text for text, is_so in broken.items() if is_so):
        raise InvariantError(faults)


# ---------------------------------------------------------------- the face-up pile

WILDS = tuple(WILD[v] for v in VARIABLES)
NOTHING: Values = (None, None, None)  # what lies beneath the first card
PRINTED: dict[AnyCard, Values] = {card: (card.color, card.shape, card.number) for card in FULL}
PRINTED |= dict.fromkeys(JOKERS, WILDS)
UNDEFINED_CHANCES = 5  # a ? with no number anywhere beneath (W-26)
AGREEING = {agree: tuple(compress(VARIABLES, agree)) for agree in product((False, True), repeat=3)}


def resolve(house: House, pile: Sequence[AnyCard]) -> list[Values | None]:
    """What each card stands for, bottom to top."""
    return variant_of(house).resolve(house, pile)


def resolve_top(house: House, pile: Sequence[AnyCard], count: int) -> list[Values | None]:
    """The same of the top `count` cards, or of all where there are fewer; looks no deeper than it must."""
    variant, top = variant_of(house), pile[-count:]
    if variant.settled.issuperset(top):
        return [PRINTED[card] for card in top]
    first = max(0, len(pile) - count)
    while first and pile[first] not in variant.settled:
        first -= 1
    return resolve(house, pile[first:])[-count:]


def match(top: Values | None, below: Values | None) -> tuple[str, ...]:
    """The variables in which two cards agree. Undefined agrees with undefined only (W-25)."""
    if top is None or below is None:
        return ()
    return AGREEING[top[0] == below[0], top[1] == below[1], top[2] == below[2]]


def same(values: Sequence[Values | None], count: int) -> tuple[str, ...]:
    """The variables in which the top `count` cards all agree (W-8: one variable, one value); none with fewer cards."""
    if len(values) < count:
        return ()
    agree = match(values[-1], values[-2])
    for below in values[-count:-2] if agree else ():
        here = match(values[-1], below)
        agree = tuple([v for v in agree if v in here])
    return agree


def is_defined(house: House, pile: Sequence[AnyCard]) -> bool:
    """Rule 1b: a card that is not a joker defines the pot; where a joker does, any card (W-27)."""
    return any(type(card) is not Joker for card in pile) or bool(pile and house.get("joker_defines"))


def start_is_complete(house: House, pile: Sequence[AnyCard]) -> bool:
    """Whether the starter has laid all cards of a start (rules 1a and 1c): one more than the one that defined the pot."""
    if len(pile) > 1 and house.get("starter_rule") == "two_nonjokers":  # W-3
        return sum(type(card) is not Joker for card in pile) >= 2
    return is_defined(house, pile[:-1])


def control(house: House, pile: Sequence[AnyCard]) -> int | None:
    """The chances that the top card leaves the next player if it takes control, None if it does not.

    Only the card directly below counts (rule 3b, W-7), and the number is the top card's (rule 3, W-9).
    """
    if len(pile) < 2 or (type(pile[-1]) is Joker and house.get("joker_control") == "none"):  # W-5
        return None
    below, top = resolve_top(house, pile, 2)
    if top is None or match(top, below) not in variant_of(house).controls:
        return None
    return UNDEFINED_CHANCES if top[2] is None else int(top[2])


def joker_slap(house: House, pile: Sequence[AnyCard]) -> bool | None:
    """Whether a pile with a joker on top may be slapped (W-4), None where jokers are cards like others."""
    defined = is_defined(house, pile[:-1])
    answers = {"on_defined_pot": defined, "literal": not defined, "always": True, "never": False}
    return answers.get(house.get("joker_slap", ""))


def slap(house: House, pile: Sequence[AnyCard]) -> tuple[str, ...]:
    """Why the pile may be slapped as it lies; () when a slap is wrong. Only the top cards count (rule 5, W-29)."""
    if not pile:
        return ()
    if type(pile[-1]) is Joker and (alone := joker_slap(house, pile)) is not None:
        return ("joker",) if alone else ()
    slaps = variant_of(house).slaps
    values = resolve_top(house, pile, slaps[-1][0])
    found: tuple[str, ...] = ()
    for cards, needed, name in slaps:
        agree = same(values, cards)
        if not agree:  # nor do more cards
            break
        if len(agree) >= needed:
            found += (name,)
    return found
