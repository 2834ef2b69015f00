"""Casino Macedonia, facts: options, the numbers that follow from them, the state, the events."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from tt_print.deck import AnyCard, Card, Joker, make_deck
from tt_print.engine.base import InvariantError, check_piles
from tt_print.engine.house import FIRST_PLAYER, House, HouseError, Option, choice, jokers_option
from tt_print.engine.notation import INTERNED, Seat, event, seat_name
from tt_print.engine.play import own_hand_only
from tt_print.engine.rules import make_reason
from tt_print.games.casino.piles import Pile, PlayedCard, all_piles, in_order
from tt_print.records import dataclass

NAME = "casino"
because = partial(make_reason, NAME)
PLAYERS = (2, 6)  # Set-up
HAND = 5  # rule 2
FACE_UP = 4  # rule 1; also where rule 9b speaks of five (C-4)
BASE_TOP = 4  # the highest printed number
BASE_CAP = 8  # rule 3a
OPTIONS = (
    choice(
        "question",
        "C-25",
        "what a ? is: a rank of its own, wild (rule 10), or a 5 (rule 11)",
        "separate",
        "wild",
        "five",
    ),
    jokers_option(0, 2),  # both or none (G-6, C-3)
    choice(
        "single_card_take", "C-25", "rule 12: only a single card takes, and no build above the top card", False, True
    ),
    choice("deck", "C-25", "the full deck, or Squares (rule 13)", "full", "squares"),
    Option(
        "hands",
        "once_each",
        "C-32",
        "how many hands: one dealt by each player, or any multiple of their number",
        values=("once_each",),
        minimum=1,
    ),
    choice(
        "aside_card",
        "C-1",
        "whether the card set aside is out of play or goes to the last taker",
        "out_of_play",
        "last_taker",
    ),
    choice(
        "short_last_deal",
        "C-2",
        "with five players: the last deal is smaller, or its cards are set aside",
        "equal",
        "set_aside",
    ),
    choice(
        "combo_rule",
        "C-5",
        "whether the cards of a combination share one color or shape, or each pile agrees with the taker",
        "common_variable",
        "each_matches_taker",
    ),
    choice("sum_uses_builds", "C-8", "whether a build may be part of a sum", True, False),
    choice("sum_uses_stacks", "C-8", "whether a stack may be part of a sum, at its value", False, True),
    choice("blob_build_color", "C-9", "whether a taking build of blobs only may take by color", "general", "never"),
    choice("build_cap", "C-12", "the highest build where a ? is 5", 8, 10),
    choice("stack_cap", "C-13", "the highest value of a stack", "top_number"),
    choice(
        "stack_completes_build", "C-14", "whether a card built on a pile may carry the build onto another", True, False
    ),
    choice(
        "plan_check",
        "C-20",
        "how a build's or stack's plan is checked: any sequence, one card, not at all",
        "full",
        "one_step",
        "trust",
    ),
    choice(
        "forced_drop",
        "C-21",
        "whether a player under the drop ban may drop if nothing else is possible",
        "allowed",
        "forbidden",
    ),
    choice("keep_plan", "C-22", "whether the last card that can take your build or stack is kept for it", False, True),
    choice(
        "table_question",
        "C-23",
        "a wild ? among the first cards: declared, or open until taken",
        "dealer_declares",
        "floating",
    ),
    choice("spare_joker", "C-24", "whether the other joker sweeps a discarded one", "last_taker", "swept"),
    FIRST_PLAYER,
    choice("next_dealer", "G-4", "who deals next: always the next to the left, so all deal equally often", "rotate"),
)
# Rules 9 to 13 go together like this (C-25); and options that matter only where another is in force.
COMBINATIONS = (
    {"question": "wild", "jokers": 2, "table_question": "floating", "spare_joker": "swept"},
    {"question": "five", "jokers": 2, "build_cap": 10},
    {"single_card_take": True, "jokers": 2},
    {"question": "wild", "single_card_take": True},
    {"question": "five", "single_card_take": True},
    {"question": "wild", "jokers": 2, "single_card_take": True},
    {"question": "five", "jokers": 2, "single_card_take": True},
    {"deck": "squares", "single_card_take": True, "short_last_deal": "set_aside"},
    {"keep_plan": True, "forced_drop": "forbidden"},
)


def check_house(values: dict[str, Any]) -> None:
    """Raises HouseError where optional rules exclude each other (C-25)."""
    if values["deck"] == "squares" and values["question"] != "separate":
        raise HouseError(
            f"question = {values['question']} is not possible with deck = squares, which has no ?s "
            "(ruling C-25). Leave one of them out."
        )
    if values["deck"] == "squares" and values["jokers"]:
        raise HouseError(
            "jokers = 2 is not possible with deck = squares, which is played without wilds (ruling C-25). "
            "Leave one of them out."
        )


@dataclass(frozen=True, slots=True)
class Rules:
    """What the house rules come to, for the questions that are asked thousands of times.

    `top` is the highest number of one card, `cap` the highest build; `question` and the rest as the options.
    """

    question: str
    top: int
    cap: int
    single_take: bool
    each_matches: bool
    sum_builds: bool
    sum_stacks: bool
    blob_never: bool
    carry: bool
    sweeps: bool
    plan: str

    __eq__ = (
        object.__eq__
    )  # `rules_of` makes one for each set of house rules, and thousands of questions are kept by it
    __hash__ = object.__hash__


@lru_cache(maxsize=512)
def rules_of(house: House) -> Rules:
    question, alone = house["question"], house["single_card_take"]
    top = top_number(question)
    return Rules(
        question,
        top,
        build_cap(house),
        alone,
        house["combo_rule"] == "each_matches_taker",  # C-5
        house["sum_uses_builds"],
        house["sum_uses_stacks"],
        house["blob_build_color"] == "never",  # C-8, C-9
        house["stack_completes_build"],
        question == "wild",
        house["plan_check"],  # C-14, C-24, C-20
    )


def top_number(question: str) -> int:
    """The highest number of a single card, which is also the highest stack (C-13)."""
    return BASE_TOP + 1 if question == "five" else BASE_TOP


def build_cap(house: House) -> int:
    """8 (rule 3a), under rule 11 too unless the house says 10 (C-12); the top card under rule 12."""
    if house["single_card_take"]:
        return top_number(house["question"])
    return house["build_cap"] if house["question"] == "five" else BASE_CAP


def numbers(card: AnyCard, rules: Rules) -> tuple[int | None, ...]:
    """What a card may be declared to be when it is played; (None,) where nothing is declared.

    A wild ? is 1 to 4 (10a, C-23), a joker 1 to the top number (9c, 11c, C-19) unless it sweeps (10c).
    """
    if isinstance(card, Joker):
        return (None,) if rules.sweeps else tuple(range(1, rules.top + 1))
    return (1, 2, 3, 4) if rules.question == "wild" and card.number == "?" else (None,)


@dataclass(frozen=True, slots=True)
class State:
    """A game between two events. Cards run from bottom to top, `draw[-1]` is dealt first.

    `phase` says what comes next: `deal`, `declare` (the dealer names the first cards' wild ?s), `turn`,
    `over`. `owners` has for each pile the players who built or stacked it and have not shown a ruined
    plan since; `ruined` those who may show one now (C-21). `spare` are jokers that nothing sweeps
    (C-24). `passes` counts turns in a row without a card played (C-21). `scores` are totals, `points`
    those of the last hand; its cards lie as they were until the next deal.
    """

    house: House
    phase: str
    dealer: Seat
    turn: Seat
    played: int
    scores: tuple[int, ...]
    points: tuple[int, ...]
    hands: tuple[tuple[AnyCard, ...], ...]
    draw: tuple[AnyCard, ...]
    aside: tuple[AnyCard, ...] = ()
    table: tuple[Pile, ...] = ()
    owners: tuple[tuple[Seat, ...], ...] = ()
    ruined: tuple[tuple[Seat, ...], ...] = ()
    spare: tuple[AnyCard, ...] = ()
    captured: tuple[tuple[AnyCard, ...], ...] = ()
    last_taker: Seat | None = None
    passes: int = 0
    winners: tuple[Seat, ...] = ()

    def __str__(self) -> str:
        return describe(self)


# ---------------------------------------------------------------- events: the deal, the four uses of a card (rule 3), and what else can happen


@event("deal {order}")
class Deal:
    """The shuffled deck, bottom to top: cards aside, four face up, five to each."""

    order: tuple[AnyCard, ...]


@event("{seat} declares {numbers}")
class Declare:
    """The dealer names a number for each ? among the face-up cards, in their order."""

    seat: Seat
    numbers: tuple[int, ...]


@event("{seat} builds {card} on {pile}")
class Build:
    """A card from the hand goes on a pile, and both count together (rule 3a)."""

    seat: Seat
    card: PlayedCard
    pile: Pile


@event("{seat} stacks {card} on {pile}[ carried onto {onto}]")
class Stack:
    """A card from the hand goes on a pile of its own value (rule 3b). `onto` only by house rule: the build of `card` on
    `pile` is carried onto it (C-14)."""

    seat: Seat
    card: PlayedCard
    pile: Pile
    onto: Pile | None = None


@event("{seat} takes with {card}[ on {on}]: {combinations}")
class Take:
    """A card from the hand takes one or more combinations, each a set of piles; first it may be built on `on`. However they
    are named, they are kept in one order."""

    seat: Seat
    card: PlayedCard
    combinations: tuple[tuple[Pile, ...], ...]
    on: Pile | None = None

    def __post_init__(self) -> None:
        if all_piles(self.combinations):  # else the engine's door says what is wrong
            object.__setattr__(self, "combinations", in_order(self.combinations))


@event("{seat} sweeps with {card}")
class Sweep:
    """A joker takes the table, where ?s are wild (rule 10c)."""

    seat: Seat
    card: AnyCard


@event("{seat} drops {card}")
class Drop:
    """A card from the hand is left on the table as a pile of its own (rule 3)."""

    seat: Seat
    card: PlayedCard


@event("{seat} shows a ruined plan")
class Release:
    """A player shows that an opponent's build ruined their plan, and may drop again (rule 3d)."""

    seat: Seat


@event("{seat} passes")
class Pass:
    """Only by house rule: nothing but a drop is possible, and that is forbidden (C-21)."""

    seat: Seat


EVENTS = (Deal, Declare, Build, Stack, Take, Sweep, Drop, Release, Pass)
Event = Deal | Declare | Build | Stack | Take | Sweep | Drop | Release | Pass


# ---------------------------------------------------------------- questions to a state


def box(house: House) -> tuple[AnyCard, ...]:
    """The cards in play."""
    return _boxes(house["deck"], house["jokers"])[0]


@lru_cache
def _boxes(deck: str, jokers: int) -> tuple[tuple[AnyCard, ...], frozenset[AnyCard]]:
    found = tuple(INTERNED[card] for card in make_deck(deck, jokers=jokers))
    return found, frozenset(found)


def left_of(state: State, seat: int) -> int:
    """Clockwise (rule 4, G-2)."""
    return (seat + 1) % len(state.hands)


def question_marks(table: tuple[Pile, ...]) -> tuple[int, ...]:
    """Places of single undeclared ?s."""
    return tuple(index for index, pile in enumerate(table) if pile.marks and len(pile.cards) == 1)


def is_question(card: AnyCard) -> bool:
    return isinstance(card, Card) and card.number == "?"


def layout(state: State) -> dict[str, Any]:
    return {
        "hands": state.hands,
        "aside": state.aside,
        "table": tuple(pile.cards for pile in state.table),
        "draw": state.draw,
        "captured": state.captured,
    }


def hidden(state: State, seat: Seat) -> dict[str, Any]:
    """Hands are their players' own; nobody knows the draw pile and what was set aside."""
    return {"hands": own_hand_only(state.hands, seat), "draw": len(state.draw), "aside": len(state.aside)}


def describe(state: State) -> str:
    table = " ".join(map(str, state.table)) or "-"
    sizes = " ".join(str(len(hand)) for hand in state.hands)
    taken = " ".join(str(len(cards)) for cards in state.captured)
    text = f"table {table}, hands {sizes}, taken {taken}, draw {len(state.draw)}"
    if state.phase == "turn":
        owned = [
            f"{pile} {'+'.join(map(seat_name, seats))}"
            for pile, seats in zip(state.table, state.owners, strict=True)
            if seats
        ]
        standing = f", standing {'; '.join(owned)}" if owned else ""
        return f"{text}{standing}, {seat_name(state.turn)} to play"
    scores = " ".join(map(str, state.scores))
    winners = " ".join(map(seat_name, state.winners))
    return f"{text}, {state.phase}, scores {scores}" + (f", {winners} won" if winners else "")


def check(state: State) -> None:
    """Raises InvariantError: every card once, and each phase as it must look."""
    piles = (*state.hands, state.draw, state.aside, *(pile.cards for pile in state.table), *state.captured)
    check_piles(piles, *_boxes(state.house["deck"], state.house["jokers"]))
    if not len(state.table) == len(state.owners) == len(state.ruined):
        raise InvariantError("piles and their owners do not go together")
    for pile in state.table:
        if pile.colors & (pile.colors - 1) and pile.shapes & (pile.shapes - 1):
            raise InvariantError(f"{pile} shares neither color nor shape")
    if state.phase == "turn":
        if not state.hands[state.turn]:
            raise InvariantError(f"{seat_name(state.turn)} is to play without a card")
        if state.winners:
            raise InvariantError("the game goes on although it is won")
    elif any(state.hands) and state.phase != "declare":
        raise InvariantError("a hand ended before all cards were played")
    elif state.phase == "over" and not state.winners:
        raise InvariantError("the game is over without a winner")


# ---------------------------------------------------------------- how many cards go where, and how many hands are played


def aside_size(house: House) -> int:
    """1 (rule 1), 3 with jokers (9a, 10b, C-3), none with Squares (C-27)."""
    if house["deck"] == "squares":
        return 0
    return 3 if house["jokers"] else 1


def set_aside_size(players: int, house: House) -> int:
    """All cards aside: by house rule also those that would make a smaller last deal (C-2)."""
    size = aside_size(house)
    over = (len(box(house)) - size - FACE_UP) % (HAND * players)
    return size + (over if house["short_last_deal"] == "set_aside" else 0)


def deal_sizes(players: int, house: House) -> dict[str, int]:
    """After the first deal of a hand; `hands` is the number for each player."""
    aside = set_aside_size(players, house)
    return {"hands": HAND, "aside": aside, "table": FACE_UP, "draw": len(box(house)) - aside - FACE_UP - HAND * players}


def deal_plan(players: int, house: House) -> tuple[int, ...]:
    """How many cards each player gets, deal by deal (rule 5): `(5, 5, 5, 5, 4)` for five players (C-2)."""
    left = (len(box(house)) - set_aside_size(players, house) - FACE_UP) // players
    return (HAND,) * (left // HAND) + ((left % HAND,) if left % HAND else ())


def number_of_hands(players: int, house: House) -> int:
    """Everyone deals equally often (setup, C-32). Raises HouseError for a number that does not allow it."""
    hands = house["hands"]
    if hands == "once_each":
        return players
    if hands % players:
        near = [n for n in (hands - hands % players, hands - hands % players + players) if n]
        raise HouseError(
            f"hands = {hands} is not possible with {players} players, because everyone deals equally "
            f"often (setup; ruling C-32). It may be {' or '.join(map(str, near))}."
        )
    return int(hands)
