"""Push It Real Good, facts: pointers and claims, options, the state, the events, and what can be asked of a state."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from itertools import chain, product

from tt_print.deck import DECKS, FULL, VALUES, VARIABLES, WILD, Card
from tt_print.engine.base import Layout
from tt_print.engine.house import FIRST_PLAYER, NEXT_DEALER, House, HouseError, Option, choice, jokers_option
from tt_print.engine.notation import CODECS as COMMON_CODECS
from tt_print.engine.notation import Codec, Seat, Value, codec, event
from tt_print.engine.notation import Deal as Deal
from tt_print.engine.reasons import Reason, Verdict
from tt_print.engine.rules import make_reason
from tt_print.records import dataclass

# ---------------------------------------------------------------- pointers and claims

# each deck in play: which cards, and how many copies of them
COPIES = {
    "west": ("west", 1),
    "squares": ("squares", 1),
    "full": ("full", 1),
    "squares2": ("squares", 2),
    "full2": ("full", 2),
}
IN_A_ROW = {"west": 3, "squares": 4, "full": 5}  # values of a variable; rule 3: also the most cards in a laydown
PAIRS = (("color", "shape"), ("shape", "number"), ("color", "number"))  # as rule 3 lists them
COUNTS = dict(one=1, two=2, three=3, four=4, five=5, six=6, seven=7, eight=8, nine=9, ten=10)
START = tuple(VALUES[v][0] for v in VARIABLES)  # set-up: red, circle, 1
VARIABLE = {value: v for v in VARIABLES for value in VALUES[v]}
IN_ORDER: dict[tuple[str, ...], tuple[str, ...]] = {
    (other, one): (one, other) for pair in PAIRS for one, other in product(*(VALUES[v] for v in pair))
}


@dataclass(frozen=True, slots=True)
class Claim:
    """What a player claims to lay: values, and how many cards (P-23: two pointed values, 1 to the most).

    Two values are in the order color, shape, number, however they are given. `str()` gives `2 red hearts`, `1 heart 3`.
    """

    values: tuple[str, ...]
    count: int

    def __post_init__(self) -> None:
        try:
            values = IN_ORDER.get(self.values)
        except TypeError:  # the engine says what is wrong
            return
        if values is not None:
            object.__setattr__(self, "values", values)

    def __str__(self) -> str:
        return f"{self.count} {' '.join(self.values)}" + ("" if self.count == 1 else "s")


@dataclass(frozen=True, slots=True)
class Laydown:
    """Cards face down in front of their player, and what they claimed of them."""

    cards: tuple[Card, ...]
    claim: Claim


def ring(deck: str, variable: str) -> tuple[str, ...]:
    """The values of a variable that are in play, left to right (rule 2); `deck` as in `COPIES`."""
    return VALUES[variable][: IN_A_ROW[COPIES[deck][0]]]


def step(deck: str, value: str) -> str:
    """One to the right, from the right-most to the left-most (rule 2)."""
    row = ring(deck, VARIABLE[value])
    return row[(row.index(value) + 1) % len(row)]


@cache
def moved(pointers: tuple[str, ...], value: str) -> tuple[str, ...]:
    """The pointers with the one of that variable on `value`."""
    return tuple(value if v == VARIABLE[value] else old for v, old in zip(VARIABLES, pointers, strict=True))


@cache
def steps(deck: str, pointers: tuple[str, ...]) -> tuple[str, ...]:
    """Where each of the three pointers may go, in the order color, shape, number."""
    return tuple(step(deck, value) for value in pointers)


@cache
def claims_at(pointers: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The three pairs of pointed values that may be claimed (rule 3, P-23)."""
    at = dict(zip(VARIABLES, pointers, strict=True))
    return tuple((at[one], at[other]) for one, other in PAIRS)


def max_cards(deck: str, house: House) -> int:
    """The most cards in one laydown: the size of a two-variable class (rule 3), of one deck (P-7)."""
    cards, copies = COPIES[deck]
    return IN_A_ROW[cards] * (copies if house["max_lay"] == "doubled" else 1)


@cache
def fitting(values: tuple[str, ...], house: House) -> frozenset[Card]:
    """All cards that have these values (rules 5a, 5b).

    Black, blob and ? are fifth values like the others; as a house rule they count as any (P-8).
    """
    wild = house["wilds"] == "wild"
    allowed = [(VARIABLE[value], (value, WILD[VARIABLE[value]]) if wild else (value,)) for value in values]
    return frozenset(card for card in FULL if all(getattr(card, variable) in some for variable, some in allowed))


def claim_true(claim: Claim, cards: tuple[Card, ...], house: House) -> bool:
    """Exactly so many cards, and each has both values on it (rules 5a, 5b), wherever the pointers are by now (P-9)."""
    return len(cards) == claim.count and fitting(claim.values, house).issuperset(cards)


def plural(values: Iterable[str]) -> str:
    """`red hearts`, `red 3s`."""
    return " ".join(values) + "s"


# ---------------------------------------------------------------- text both ways


def _read_claim(text: str) -> Claim:
    """Values may come in any order, and in the plural: `red hearts`, `heart 3s`. Raises KeyError for another word."""
    count, *words = text.lower().split()
    words = ["?" if word in ("q", "qs") else word for word in words]
    values = [word if word in VARIABLE else word.removesuffix("s") for word in words]
    values.sort(key=lambda value: VARIABLES.index(VARIABLE[value]))
    return Claim(tuple(values), int(COUNTS.get(count, count)))


_VALUE = rf"(?:{COMMON_CODECS['Value'].pattern})s?"
_CLAIM = rf"(?:\d+|{'|'.join(COUNTS)})(?: {_VALUE})+"
_CARDS = codec("Cards")


def _read_laydown(text: str) -> Laydown:
    cards, _, claim = text.partition(" as ")
    return Laydown(_CARDS.read(cards), _read_claim(claim))


def _show_laydown(front: Laydown) -> str:
    return f"{_CARDS.show(front.cards)} as {front.claim}"


CODECS = {
    "Claim": Codec(_CLAIM, _read_claim, str),
    "Laydown": Codec(rf"(?:{_CARDS.pattern}) as {_CLAIM}", _read_laydown, _show_laydown, depth=1),
}


# ---------------------------------------------------------------- options

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

    def trials(self) -> tuple[object, ...]:
        return (self.default,)


OPTIONS = (
    choice("order", "P-2", "the order of a turn: pointer, challenge, play; or challenge, play, pointer", *ACTIONS),
    DeckOption("deck", "auto", "P-1", "the deck; auto is squares for 3 to 5 players, full for more", ("auto", *COPIES)),
    choice("pointer_move", "P-3", "whether a player must move a pointer, or may leave all three", "must", "may"),
    choice("count_lies", "P-6", "whether the claimed number of cards may be a lie", True, False),
    choice("open_counts", "P-25", "whether others may count the cards in front of you, and in your hand", False, True),
    choice("max_lay", "P-7", "the most cards to play at a time with two decks: as with one, or twice as many", "per_deck", "doubled"),
    choice("wilds", "P-8", "black, blob, and ?: traits like the others, or wild when a claim is checked", "fifth_value", "wild"),
    choice("win_on_defence", "P-16", "whether you win at once if your last cards are challenged and true, or on your next turn", True, False),
    choice("potential", "P-18", "potential points for a good challenge: none, 1, or 1 for each card picked up", "off", "per_challenge", "per_card"),
    Option("target_points", "none", "P-19", "the points that win a game; without it, one round is the game", ("none",), minimum=1),
    FIRST_PLAYER,
    NEXT_DEALER,
    jokers_option(0),  # P-22: the rules name none (G-6)
)  # fmt: skip
COMBINATIONS = (
    *({"deck": deck} for deck in COPIES),
    {"deck": "full2", "order": "lies", "max_lay": "doubled", "wilds": "wild"},
    {"deck": "full", "wilds": "wild", "count_lies": False},
    {"potential": "per_challenge", "target_points": 2, "next_dealer": "loser"},
    {"potential": "per_card", "target_points": 20, "order": "lies", "win_on_defence": False, "next_dealer": "winner"},
)


def check_house(values: dict[str, object]) -> None:
    """A match to a number of points needs points. Raises HouseError."""
    if values["target_points"] != "none" and values["potential"] == "off":
        raise HouseError(
            f"target_points = {values['target_points']} needs points, and without potential points nobody scores any "
            "(rule 9; rulings P-18, P-19). Add potential = per_challenge or per_card, or leave target_points = none."
        )


# ---------------------------------------------------------------- is a claim legal, is it true


def count_lie(claim: Claim, count: int, house: House) -> Reason | None:
    """Why so many cards may not be laid under this claim, where the number must be true by a house rule (P-6)."""
    if house["count_lies"] or claim.count == count:
        return None
    true = str(Claim(claim.values, count))
    return because("count_lie", "3", rulings=("P-6",), instead=(true,), claim=str(claim), count=count)


def illegal_claim_reason(pointers: tuple[str, ...], claim: Claim, max_count: int) -> Reason | None:
    """Why this may not be claimed, no matter who lays what: two of the three pointed values (rule 3, P-23)
    and a count that could be laid (P-6)."""
    allowed = claims_at(pointers)
    if claim.values not in allowed:
        return because(
            "no_claim", "3", rulings=("P-23",), instead=tuple(map(plural, allowed)), said=plural(claim.values)
        )
    if not 1 <= claim.count <= max_count:
        return because("claim_count", "3", rulings=("P-6", "P-7"), instead=(up_to(max_count),), count=claim.count)
    return None


def up_to(max_count: int) -> str:
    return f"1 to {max_count}" if max_count > 1 else "1"


def judge_claim(
    claim: Claim, cards: tuple[Card, ...], deck: str, house: House, pointers: tuple[str, ...] | None = None
) -> Verdict:
    """Whether a challenged laydown was what was claimed (rules 5a, 5b); with pointers, also whether it could be claimed."""
    true, right = claim_true(claim, cards, house), fitting(claim.values, house)
    rulings = ("P-8",) if any(card.wilds for card in cards) else ()
    if true:
        truth = because("truth", "5a", rulings=rulings, cards=cards, claim=str(claim))
    else:
        instead = would_be_true(claim, cards, deck, house, pointers)
        lie = partial(because, instead=instead, claim=str(claim), laid=len(cards))
        if wrong := tuple(card for card in cards if card not in right):
            truth = lie("wrong_card", "5b", rulings=rulings, cards=wrong)
        else:
            truth = lie("wrong_count", "5b", rulings=(*rulings, "P-6"), cards=cards)
    against = None if pointers is None else illegal_claim_reason(pointers, claim, max_cards(deck, house))
    against = against or count_lie(claim, len(cards), house)
    facts: dict[str, object] = {"claim_true": true, "picks_up": "challenger" if true else "layer"}
    if pointers is not None or against is not None:
        facts["claim_legal"] = against is None
    facts |= {"true": true, "cure": list(truth.instead)}
    reasons = (truth,) if against is None else (truth, against)
    return Verdict(NAME, true and against is None, facts, reasons, house)


def would_be_true(
    claim: Claim, cards: tuple[Card, ...], deck: str, house: House, pointers: tuple[str, ...] | None
) -> tuple[str, ...]:
    """What would have been true, nearest first: another claim for the same cards (of those pointed at, where
    that is known), else the cards among them that fit, else cards of the class that was claimed."""
    most, right = max_cards(deck, house), fitting(claim.values, house)
    if len(cards) <= most:
        pairs: Iterable[tuple[str, ...]] = (
            (claim.values, *claims_at(tuple(getattr(cards[0], v) for v in VARIABLES)))
            if pointers is None
            else claims_at(pointers)
        )
        others = dict.fromkeys(Claim(values, len(cards)) for values in pairs)
        if found := tuple(str(other) for other in others if claim_true(other, cards, house)):
            return found
    if some := [card.safe_code for card in cards if card in right][:most]:
        return (f"{Claim(claim.values, len(some))} with {' '.join(some)}",)
    of_class = [card.safe_code for card in DECKS[COPIES[deck][0]] if card in right]
    return (f"{claim.count} of {' '.join(of_class)}",)


# ---------------------------------------------------------------- states and events


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
        if type(self.cards) is tuple and {Card}.issuperset(map(type, self.cards)):  # else the engine says what is wrong
            object.__setattr__(self, "cards", in_order(self.cards))


Event = Deal | Move | Keep | Challenge | Show | Lay
_DECK_INDEX = {card: index for index, card in enumerate(FULL)}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in play order."""
    return tuple(sorted(cards, key=_DECK_INDEX.__getitem__))


# ---------------------------------------------------------------- questions to a state


def left_of(state: State, seat: int) -> int:
    """The next player clockwise (rule 6, G-2)."""
    return (seat + 1) % len(state.hands)


@cache
def others(seat: int, players: int) -> tuple[int, ...]:
    """The other seats in the order in which they laid before the turn of `seat`: closest to the left first (rule 6)."""
    return tuple((seat + index) % players for index in range(1, players))


def challengeable(state: State) -> tuple[int, ...]:
    """Whose laydowns can be challenged, oldest first (rules 5 and 6, P-10): each other player's last one,
    while it is still in front of them. What a challenge has swept up is gone (P-15)."""
    if state.phase != "challenge":
        return ()
    return tuple([seat for seat in others(state.turn, len(state.fronts)) if state.fronts[seat] is not None])


def pot(state: State, layer: int) -> tuple[tuple[Card, ...], tuple[int, ...]]:
    """The pot for a challenge of `layer`, and whose fronts it sweeps up (rule 6, P-11, P-12): the center,
    with the leftovers of the deal (P-21) and the challenger's own last laydown (P-13), and what the others
    laid up to the challenged move. Later laydowns stay."""
    order, fronts = others(state.turn, len(state.fronts)), front_cards(state)
    swept = tuple(seat for seat in order[: order.index(layer) + 1] if state.fronts[seat] is not None)
    return (*state.center, *chain.from_iterable(fronts[seat] for seat in swept)), swept


def is_true(state: State, layer: Seat) -> bool:
    """Whether the laydown in front of this seat is what was claimed of it."""
    front = state.fronts[layer]
    return front is not None and claim_true(front.claim, front.cards, state.house)


def front_cards(state: State) -> tuple[tuple[Card, ...], ...]:
    return tuple([() if front is None else front.cards for front in state.fronts])


def layout(state: State) -> Layout:
    return {"hands": state.hands, "fronts": front_cards(state), "center": state.center}


def hidden(state: State, seat: Seat) -> dict[str, object]:
    """Of a laydown the others know the claim; the center lies face down (rules 3 and 6).

    How many cards there are in a hand, a laydown and the center is None, but for 0, unless it is face up (P-25).
    """

    def count(pile: tuple[Card, ...]) -> int | None:
        return len(pile) if state.house["open_counts"] or not pile else None

    return {
        "hands": tuple(hand if owner == seat else count(hand) for owner, hand in enumerate(state.hands)),
        "fronts": tuple(
            front if front is None or owner == seat else (count(front.cards), front.claim)
            for owner, front in enumerate(state.fronts)
        ),
        "center": count(state.center),
        "safe": state.safe if seat == state.turn else count(state.safe),
    }
