"""Casino Macedonia, piles: what is on the table, and its text both ways.

    RC3             a single card            RC3+RH2    a build, bottom first
    RC3/YC3         a stack                  RC3+RH1/RS4    a 4 stacked on a build of 4
    RC?=3, J1=4     a ? or a joker with its declared number

A stack is made of units, each a card or a build, all of one value. Value, colors and shapes are kept
beside the cards, because every question about a pile asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import combinations as subsets

from tt_print.deck import FULL, JOKERS, VALUES, AnyCard, Joker
from tt_print.engine.notation import BOTH, Codec, intern_card
from tt_print.errors import NotationError
from tt_print.records import dataclass
from tt_print.typed_words import read_whole

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
PRINTED: dict[AnyCard, int] = {card: 0 if card.number == "?" else int(card.number) for card in FULL}


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
        total = marks = 0
        loose = False
        for laid in units[0]:
            if laid.number is not None:
                total += laid.number
            elif type(laid.card) is Joker:
                loose = True
            else:
                printed = PRINTED[laid.card]
                total += printed
                marks += not printed
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
    def name(self) -> str:
        """In words where it is one card, else its code."""
        return self.units[0][0].name if self.kind == SINGLE else self.safe_code


@lru_cache(maxsize=1024)
def single(laid: PlayedCard) -> Pile:
    return Pile(((laid,),))


def with_build(pile: Pile, laid: PlayedCard) -> Pile:
    """The pile with a card built on it (rule 3a)."""
    return Pile(((*pile.units[0], laid),))


def with_stack(pile: Pile, laid: PlayedCard) -> Pile:
    """The pile with a card stacked on it (rule 3b)."""
    return Pile((*pile.units, (laid,)))


def pile_order(pile: Pile) -> int:
    """A place for a pile among others, the same wherever it lies: that of its bottom card in the deck."""
    return DECK_INDEX[pile.cards[0]]


def in_order(combinations: Iterable[Iterable[Pile]]) -> tuple[tuple[Pile, ...], ...]:
    """A take is a set of sets of piles; this is the one way to write it down."""
    each = [tuple(sorted(piles, key=pile_order)) for piles in combinations]
    if len(each) > 1:
        each.sort(key=lambda piles: [pile_order(pile) for pile in piles])
    return tuple(each)


def sets_of(piles: Sequence[Pile]) -> Iterator[tuple[tuple[Pile, ...], ...]]:
    """Every way to group piles into sets, each alone first."""
    if not piles:
        yield ()
        return
    first, *rest = piles
    for size in range(len(rest) + 1):
        for others in subsets(rest, size):
            for more in sets_of([pile for pile in rest if pile not in others]):
                yield ((first, *others), *more)


def all_piles(combinations: object) -> bool:
    """Whether these are tuples of tuples of piles."""
    if type(combinations) is not tuple:
        return False
    for each in combinations:
        if type(each) is not tuple:
            return False
        for pile in each:
            if type(pile) is not Pile:
                return False
    return True


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
