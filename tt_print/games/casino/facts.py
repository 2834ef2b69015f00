"""Casino Macedonia, facts: options, the numbers that follow from them, piles, the state, the events.

A pile is text both ways:

    RC3             a single card            RC3+RH2    a build, bottom first
    RC3/YC3         a stack                  RC3+RH1/RS4    a 4 stacked on a build of 4
    RC?=3, J1=4     a ? or a joker with its declared number

A stack is made of units, each a card or a build, all of one value. Value, colors and shapes are kept
beside the cards, because every question about a pile asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from functools import lru_cache, partial
from itertools import chain
from itertools import combinations as subsets

from tt_print.deck import FULL, JOKERS, VALUES, AnyCard, Joker, make_deck
from tt_print.engine.base import InvariantError, Layout, check_piles
from tt_print.engine.house import FIRST_PLAYER, House, HouseError, Option, choice, jokers_option
from tt_print.engine.notation import BOTH, INTERNED, Codec, Seat, event, intern_card, seat_name
from tt_print.engine.play import own_hand_only
from tt_print.engine.rules import make_reason
from tt_print.errors import NotationError
from tt_print.records import dataclass
from tt_print.typed_words import read_whole

NAME = "casino"
because = partial(make_reason, NAME)
PLAYERS = (2, 6)  # Set-up
HAND = 5  # rule 2
FACE_UP = 4  # rule 1; also where rule 9b speaks of five (C-4)
OPTIONS = (
    choice("question", "C-25", "what a ? is: a rank of its own, wild (rule 10), or a 5 (rule 11)",
           "separate", "wild", "five"),
    jokers_option(0, 2),  # both or none (G-6, C-3)
    choice("single_card_take", "C-25", "rule 12: only a single card takes, and no build above the top card",
           False, True),
    choice("deck", "C-25", "the full deck, or Squares (rule 13)", "full", "squares"),
    Option("hands", "once_each", "C-32", "how many rounds: one dealt by each player, or any multiple of that",
           values=("once_each",), minimum=1),
    choice("aside_card", "C-1", "whether the card set aside is out of play or goes to the last taker",
           "out_of_play", "last_taker"),
    choice("short_last_deal", "C-2", "with five players: the last deal is smaller, or its cards are set aside",
           "equal", "set_aside"),
    choice("combo_rule", "C-5",
           "whether the cards of a set share one color or shape, or each pile shares one with the card that takes it",
           "common_variable", "each_matches_taker"),
    choice("sum_uses_builds", "C-8", "whether a build may be part of a sum", True, False),
    choice("sum_uses_stacks", "C-8", "whether a stack may be part of a sum, at its value", False, True),
    choice("blob_build_color", "C-9", "whether a taking build of blobs only may take by color", "general", "never"),
    choice("build_cap", "C-12", "the highest build where a ? is 5", 8, 10),
    choice("stack_cap", "C-13", "the highest value of a stack", "top_number"),
    choice("stack_completes_build", "C-14", "whether a card built on a pile may carry the build onto another",
           True, False),
    choice("plan_check", "C-20", "how a build's or stack's plan is checked: any sequence, one card, not at all",
           "full", "one_step", "trust"),
    choice("forced_drop", "C-21", "whether a player under the drop ban may drop if nothing else is possible",
           "allowed", "forbidden"),
    choice("keep_plan", "C-22", "whether the last card that can take your build or stack is kept for it", False, True),
    choice("table_question", "C-23", "a wild ? among the first cards: declared, or open until taken",
           "dealer_declares", "floating"),
    choice("spare_joker", "C-24", "whether the other joker sweeps a discarded one", "last_taker", "swept"),
    FIRST_PLAYER,
    choice("next_dealer", "G-4", "who deals next: always the next to the left, so all deal equally often", "rotate"),
)  # fmt: skip
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


def check_house(values: dict[str, object]) -> None:
    """Raises HouseError where optional rules exclude each other (C-25)."""
    for name, printed, why in (
        ("question", "separate", "which has no ?s"),
        ("jokers", 0, "which is played without wilds"),
    ):
        if values["deck"] == "squares" and values[name] != printed:
            raise HouseError(
                f"{name} = {values[name]} is not possible with deck = squares, {why} (ruling C-25). Leave one of them out."
            )


class Rules:
    """What the house rules come to, for the questions that are asked thousands of times.

    `top` is the highest number of one card, which is also the highest stack (C-13); `cap` the highest build: 8 (rule 3a), under
    rule 11 too unless the house says 10 (C-12), the top card under rule 12. `question` and `plan` are as the options.
    """

    def __init__(self, house: House) -> None:
        self.question: str = house["question"]
        self.top = 5 if self.question == "five" else 4
        self.single_take: bool = house["single_card_take"]
        self.cap: int = self.top if self.single_take else house["build_cap"] if self.question == "five" else 8
        self.each_matches = house["combo_rule"] == "each_matches_taker"  # C-5
        self.sum_builds: bool = house["sum_uses_builds"]  # C-8
        self.sum_stacks: bool = house["sum_uses_stacks"]
        self.blob_never = house["blob_build_color"] == "never"  # C-9
        self.carry: bool = house["stack_completes_build"]  # C-14
        self.sweeps = self.question == "wild"  # C-24
        self.declares = self.sweeps and house["table_question"] == "dealer_declares"  # C-23
        self.plan: str = house["plan_check"]  # C-20


rules_of = lru_cache(maxsize=512)(Rules)  # one for each set of house rules, by which answers are kept


def numbers(card: AnyCard, rules: Rules) -> tuple[int | None, ...]:
    """What a card may be declared to be when it is played; (None,) where nothing is declared.

    A wild ? is 1 to 4 (10a, C-23), a joker 1 to the top number (9c, 11c, C-19) unless it sweeps (10c).
    """
    if isinstance(card, Joker):
        return (None,) if rules.sweeps else tuple(range(1, rules.top + 1))
    return (1, 2, 3, 4) if rules.question == "wild" and card.number == "?" else (None,)


# ---------------------------------------------------------------- piles

SINGLE, BUILD, STACK = 0, 1, 2
KINDS = ("single card", "build", "stack")
CARD = r"(?:[RYGBK][CHTSB][1234?Q]|J[12])(?:=\d+)?"
PILE = rf"{CARD}(?:[+/]{CARD})*"
# Natural colors and shapes as bits; a wild is no bit, so that it never disagrees (C-35). A joker is
# black and blob (rules 9c and 11c).
BITS: dict[AnyCard, tuple[int, int]] = {
    card: (1 << VALUES["color"].index(card.color) & 15, 1 << VALUES["shape"].index(card.shape) & 15) for card in FULL
} | dict.fromkeys(JOKERS, (0, 0))
DECK_INDEX: dict[AnyCard, int] = {card: index for index, card in enumerate(BOTH)}
# the number on each card, 0 for a ?, None for a joker
PRINTED: dict[AnyCard, int | None] = {card: int(card.number.replace("?", "0")) for card in FULL} | dict.fromkeys(JOKERS)


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card as it is laid: `number` is what a wild ? or a joker was declared to be, else None."""

    card: AnyCard
    number: int | None = None

    def __str__(self) -> str:
        return str(self.card) if self.number is None else f"{self.card}={self.number}"

    @property
    def name(self) -> str:
        return self.card.name if self.number is None else f"{self.card.name} as {self.number}"

    @property
    def safe_code(self) -> str:
        return str(self).replace("?", "Q")


@dataclass(frozen=True, slots=True)
class Pile:
    """Units from bottom to top, each a tuple of cards from bottom to top. The rest follows from them:

    `total` is the sum of the bottom unit's printed and declared numbers, `marks` how many of its ?s
    are undeclared, `loose` whether it is a joker without a number, `colors` and `shapes` the natural
    ones in the whole pile as bits. `face` is what `takes` works on, where it is the same under all house rules.
    """

    units: tuple[tuple[PlayedCard, ...], ...]
    cards: tuple[AnyCard, ...] = field(init=False, compare=False, repr=False)
    kind: int = field(init=False, compare=False, repr=False)
    total: int = field(init=False, compare=False, repr=False)
    marks: int = field(init=False, compare=False, repr=False)
    loose: bool = field(init=False, compare=False, repr=False)
    colors: int = field(init=False, compare=False, repr=False)
    shapes: int = field(init=False, compare=False, repr=False)
    face: tuple[int, int, int, int] | None = field(init=False, compare=False, repr=False)

    def __eq__(self, other: object) -> bool:
        """By the cards first: other piles have others, and cards are compared as quickly as objects are."""
        if self is other:
            return True
        return isinstance(other, Pile) and self.cards == other.cards and self.units == other.units

    def __hash__(self) -> int:
        return hash(self.cards)

    def __post_init__(self) -> None:
        put = object.__setattr__
        units = self.units
        colors = shapes = 0
        cards = tuple([laid.card for unit in units for laid in unit])
        for card in cards:
            bits = BITS[card]
            colors |= bits[0]
            shapes |= bits[1]
        values = [PRINTED[laid.card] if laid.number is None else laid.number for laid in units[0]]
        total, marks, loose = sum(filter(None, values)), values.count(0), None in values
        kind = STACK if len(units) > 1 else BUILD if len(units[0]) > 1 else SINGLE
        put(self, "cards", cards)
        put(self, "kind", kind)
        put(self, "face", None if marks or loose else (total, colors, shapes, kind))
        put(self, "total", total)
        put(self, "marks", marks)
        put(self, "loose", loose)
        put(self, "colors", colors)
        put(self, "shapes", shapes)

    def __str__(self) -> str:
        return "/".join("+".join(map(str, unit)) for unit in self.units)

    @property
    def safe_code(self) -> str:
        return str(self).replace("?", "Q")

    @property
    def is_open(self) -> bool:
        """Whether it is a single ? without a number."""
        return self.kind == SINGLE and bool(self.marks)

    @property
    def name(self) -> str:
        """In words where it is one card, else its code."""
        return self.units[0][0].name if self.kind == SINGLE else self.safe_code


@lru_cache(maxsize=1024)
def single(laid: PlayedCard) -> Pile:
    return Pile(((laid,),))


def with_build(pile: Pile, laid: PlayedCard) -> Pile:
    """The pile with a card built on it (rule 3a)."""
    return Pile(((*pile.units[0], laid),))


def deck_index(pile: Pile) -> int:
    """The place of its bottom card in the deck."""
    return DECK_INDEX[pile.cards[0]]


def in_order(combinations: Iterable[Iterable[Pile]]) -> tuple[tuple[Pile, ...], ...]:
    """A take is a set of sets of piles; this is the one way to write it down."""
    each = [tuple(sorted(piles, key=deck_index)) for piles in combinations]
    return tuple(sorted(each, key=lambda piles: [*map(deck_index, piles)]) if len(each) > 1 else each)


def sets_of(piles: Sequence[Pile], step: int = 1) -> Iterator[tuple[tuple[Pile, ...], ...]]:
    """Every way to group piles into sets, each alone first; all in one set first where `step` is -1."""
    if not piles:
        yield ()
        return
    first, *rest = piles
    for size in range(len(rest) + 1)[::step]:
        for others in subsets(rest, size):
            for more in sets_of([pile for pile in rest if pile not in others], step):
                yield ((first, *others), *more)


def parse_laid(text: str) -> PlayedCard:
    """`RC3`, `RC?=3`, `J1=4`; words for the card are also understood. Raises NotationError."""
    code, equals, number = text.strip().partition("=")
    declared = read_whole(number)
    if equals and declared is None:
        raise NotationError(f"{text.strip()!r}: after = comes the declared number, as in RCQ=3.")
    return PlayedCard(intern_card(code), declared)


def parse_pile(text: str) -> Pile:
    """Undoes `str(pile)`, in either case. Raises NotationError for what is no card."""
    return Pile(tuple(tuple(map(parse_laid, unit.split("+"))) for unit in text.strip().split("/")))


CODECS = {"PlayedCard": Codec(CARD, parse_laid, str), "Pile": Codec(PILE, parse_pile, str)}


@lru_cache(maxsize=4096)  # the random player would make them again at each turn, a tenth of its time
def played_as(card: AnyCard, rules: Rules) -> tuple[PlayedCard, ...]:
    """A card as it may be played: a ? and a joker with each number that they may be."""
    return tuple(PlayedCard(card, number) for number in numbers(card, rules))


def played_cards(hand: Iterable[AnyCard], rules: Rules) -> list[PlayedCard]:
    """Each card of a hand as it may be played."""
    return [laid for card in hand for laid in played_as(card, rules)]


# ---------------------------------------------------------------- the state


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

    @property
    def onto(self) -> None:
        """A build is carried nowhere."""

    @property
    def piles(self) -> tuple[Pile, ...]:
        return (self.pile,)


@event("{seat} stacks {card} on {pile}[ carried onto {onto}]")
class Stack:
    """A card from the hand goes on a pile of its own value (rule 3b). `onto` only by house rule: the build of `card` on
    `pile` is carried onto it (C-14)."""

    seat: Seat
    card: PlayedCard
    pile: Pile
    onto: Pile | None = None

    @property
    def piles(self) -> tuple[Pile, ...]:
        return (self.pile,) if self.onto is None else (self.pile, self.onto)


@event("{seat} takes with {card}[ on {on}]: {combinations}")
class Take:
    """A card from the hand takes one or more combinations, each a set of piles; first it may be built on `on`. However they
    are named, they are kept in one order."""

    seat: Seat
    card: PlayedCard
    combinations: tuple[tuple[Pile, ...], ...]
    on: Pile | None = None

    def __post_init__(self) -> None:
        sets = self.combinations
        # else the engine's door says what is wrong
        if type(sets) is tuple and all(type(each) is tuple and {*map(type, each)} <= {Pile} for each in sets):
            object.__setattr__(self, "combinations", in_order(sets))

    @property
    def piles(self) -> tuple[Pile, ...]:
        """All that it takes, last the one that it is built on."""
        piles = tuple(chain(*self.combinations))
        return piles if self.on is None else (*piles, self.on)


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


Event = Deal | Declare | Build | Stack | Take | Sweep | Drop | Release | Pass


# ---------------------------------------------------------------- questions to a state


def box(house: House) -> tuple[AnyCard, ...]:
    """The cards in play."""
    return _boxes(house["deck"], house["jokers"])[0]


@lru_cache
def _boxes(deck: str, jokers: int) -> tuple[tuple[AnyCard, ...], frozenset[AnyCard]]:
    found = tuple(INTERNED[card] for card in make_deck(deck, jokers=jokers))
    return found, frozenset(found)


def question_marks(table: tuple[Pile, ...]) -> tuple[int, ...]:
    """Places of single undeclared ?s."""
    return tuple(index for index, pile in enumerate(table) if pile.is_open)


def layout(state: State) -> Layout:
    return {
        "hands": state.hands,
        "aside": state.aside,
        "table": tuple(pile.cards for pile in state.table),
        "draw": state.draw,
        "captured": state.captured,
    }


def hidden(state: State, seat: Seat) -> dict[str, object]:
    """Hands are their players' own; nobody knows the draw pile and what was set aside."""
    return {"hands": own_hand_only(state.hands, seat), "draw": len(state.draw), "aside": len(state.aside)}


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
    return 0 if house["deck"] == "squares" else 3 if house["jokers"] else 1


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
