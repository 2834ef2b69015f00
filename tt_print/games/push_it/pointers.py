"""Push It Real Good, facts: where the pointers go, what may be claimed, and when a claim is true."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from types import MappingProxyType

from tt_print.deck import FULL, VALUES, VARIABLES, WILD, Card
from tt_print.engine.house import House
from tt_print.engine.notation import CODECS as COMMON_CODECS
from tt_print.engine.notation import Codec, codec
from tt_print.records import dataclass

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
        except TypeError:  # the engine's door says what is wrong
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
def pointings(deck: str) -> frozenset[tuple[str, ...]]:
    """Everything that the three pointers can show."""
    return frozenset(product(*(ring(deck, variable) for variable in VARIABLES)))


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


def fits(card: Card, values: Iterable[str], house: House) -> bool:
    """Whether one card has all these values (rules 5a, 5b).

    Black, blob and ? are fifth values like the others; as a house rule they count as any (P-8).
    """
    return card in fitting(tuple(values), house)


def fitting(values: tuple[str, ...], house: House) -> frozenset[Card]:
    """All cards that have these values, as `fits` says of one."""
    return _fitting(values, house["wilds"] == "wild")


@cache
def _fitting(values: tuple[str, ...], wild: bool) -> frozenset[Card]:
    """All cards that have these values, or with `wild` a wild in their place."""
    return frozenset(
        card
        for card in FULL
        if all(
            getattr(card, VARIABLE[value]) in ((value, WILD[VARIABLE[value]]) if wild else (value,)) for value in values
        )
    )


def claim_true(claim: Claim, cards: tuple[Card, ...], house: House) -> bool:
    """Exactly so many cards, and each has both values on it (rules 5a, 5b), wherever the pointers are by now (P-9)."""
    return len(cards) == claim.count and fitting(claim.values, house).issuperset(cards)


def plural(values: Iterable[str]) -> str:
    """`red hearts`, `red 3s`."""
    return " ".join(values) + "s"


# ---------------------------------------------------------------- text both ways


def read_values(text: str) -> tuple[str, ...]:
    """The values in `red hearts` or `heart 3s`, in the order color, shape, number. Raises KeyError for another word."""
    words = [("?" if word in ("q", "qs") else word) for word in text.lower().split()]
    values = [word if word in VARIABLE else word.removesuffix("s") for word in words]
    return tuple(sorted(values, key=lambda value: VARIABLES.index(VARIABLE[value])))


def _read_claim(text: str) -> Claim:
    count, _, values = text.partition(" ")
    return Claim(read_values(values), int(count))


_VALUE = rf"(?:{COMMON_CODECS['Value'].pattern})s?"
_CLAIM = rf"\d+(?: {_VALUE})+"
_CARDS = codec("Cards")


def _read_laydown(text: str) -> Laydown:
    cards, _, claim = text.partition(" as ")
    return Laydown(_CARDS.read(cards), _read_claim(claim))


CODECS = MappingProxyType(
    {
        "Claim": Codec(_CLAIM, _read_claim, str),
        "Laydown": Codec(
            rf"(?:{_CARDS.pattern}) as {_CLAIM}",
            _read_laydown,
            lambda front: f"{_CARDS.show(front.cards)} as {front.claim}",
            depth=1,
        ),
    }
)
