"""The war games, the face-up pile: what its cards stand for, control, and slaps; and what differs between the games.

A pile is a tuple of cards from bottom to top. What a card stands for is a triple (color, shape, number)
in which None is an undefined wild, or None altogether for a joker that matches nothing. Each game is a `Variant`, made in its
own folder and found by its house rules; it says how it reads its jokers and wilds, which look down, never up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import compress, product

from tt_print.deck import FULL, JOKERS, VARIABLES, WILD, AnyCard, Joker
from tt_print.engine.house import House, Option

Values = tuple[str | None, ...]  # color, shape, number; None where a wild is undefined
Numbers = tuple[str, ...]  # of rules, or of rulings


class Variant(ABC):
    """One game of the family: its facts, and the questions that it answers in its own way."""

    name: str
    title: str
    deck: str
    options: tuple[Option, ...]
    # How many cards on top, how many variables must agree on them, and the name of the reason; fewest cards first.
    slaps: tuple[tuple[int, int, str], ...]
    slap_rule: str  # the rule number of slaps
    controlling: tuple[str, ...] = VARIABLES  # variables that count for control
    settled: frozenset[AnyCard]  # the cards that stand for what is printed on them, whatever lies beneath

    @abstractmethod
    def rank(self, house: House, card: AnyCard) -> int:
        """What a card counts when the starter is sought: its number, wilds and jokers as the house says (W-10)."""

    @abstractmethod
    def resolve(self, house: House, pile: Sequence[AnyCard]) -> list[Values | None]:
        """What each card stands for, bottom to top; None for a joker that matches nothing."""

    @abstractmethod
    def takes_control(self, agree: tuple[str, ...]) -> bool:
        """Whether a card takes control that agrees in these variables with the one below."""

    def is_defined(self, house: House, pile: Sequence[AnyCard]) -> bool:
        """Rule 1b: a card that is not a joker defines the pot."""
        return any(type(card) is not Joker for card in pile)

    def start_is_complete(self, house: House, pile: Sequence[AnyCard]) -> bool:
        """Whether the starter has laid all cards of a start (rules 1a and 1c): one more than the one that defined the pot."""
        return self.is_defined(house, pile[:-1])

    def joker_slap(self, house: House, pile: Sequence[AnyCard]) -> bool | None:
        """Whether a joker on top may be slapped where that alone decides; None where jokers are cards like others."""
        return None

    def joker_controls(self, house: House) -> bool:
        """Whether a joker on top can take control."""
        return True

    # ---------------------------------------------------------------- for the judge

    @abstractmethod
    def slap_rules(self, jokers: bool, wilds: bool, undefined: bool) -> tuple[Numbers, Numbers]:
        """Rules and rulings behind a slap or none, where jokers, wilds or undefined ones are among the cards compared."""

    @abstractmethod
    def control_rules(self, jokers: bool, wilds: bool) -> tuple[Numbers, Numbers]:
        """Rules and rulings behind the comparison of the top two cards."""

    @abstractmethod
    def gained_rules(self, compared: Numbers) -> Numbers:
        """The rules behind control that was taken, `compared` being those of `control_rules`."""

    def no_control_key(self, below: Values | None, agree: tuple[str, ...]) -> str:
        """Which sentence says why there is no control."""
        return "no_control"


_VARIANTS: dict[str, Variant] = {}


def add_variant(variant: Variant) -> Variant:
    """Makes a game of the family known, so that its house rules find it."""
    _VARIANTS[variant.name] = variant
    return variant


def variant_of(house: House) -> Variant:
    """The game that these house rules are of."""
    return _VARIANTS[house.game]


WILDS = tuple(WILD[v] for v in VARIABLES)
NOTHING: Values = (None, None, None)  # what lies beneath the first card
PRINTED: dict[AnyCard, Values] = {card: (card.color, card.shape, card.number) for card in FULL}
PRINTED |= dict.fromkeys(JOKERS, WILDS)
UNDEFINED_CHANCES = 5  # a ? with no number anywhere beneath (W-26)


# ---------------------------------------------------------------- what cards stand for


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


_AGREEING = {agree: tuple(compress(VARIABLES, agree)) for agree in product((False, True), repeat=3)}


def match(top: Values | None, below: Values | None) -> tuple[str, ...]:
    """The variables in which two cards agree. Undefined agrees with undefined only (W-25)."""
    if top is None or below is None:
        return ()
    agree = (top[0] == below[0], top[1] == below[1], top[2] == below[2])
    return _AGREEING[agree]


def same(values: Sequence[Values | None], count: int) -> tuple[str, ...]:
    """The variables in which the top `count` cards all agree (W-8: one variable, one value); none with fewer cards."""
    if len(values) < count:
        return ()
    top = values[-1]
    agree = match(top, values[-2])
    for below in values[-count:-2] if agree else ():
        here = match(top, below)
        agree = tuple([v for v in agree if v in here])
    return agree


# ---------------------------------------------------------------- control


def control(house: House, pile: Sequence[AnyCard]) -> int | None:
    """The chances that the top card leaves the next player if it takes control, None if it does not.

    Only the card directly below counts (rule 3b, W-7), and the number is the top card's (W-9).
    """
    if len(pile) < 2:
        return None
    if type(pile[-1]) is Joker and not variant_of(house).joker_controls(house):
        return None
    below, top = resolve_top(house, pile, 2)
    if top is None or not variant_of(house).takes_control(match(top, below)):
        return None
    return chances(top)


def chances(top: Values) -> int:
    """Rule 3: the number on top; an undefined ? gives 5 (W-26)."""
    return UNDEFINED_CHANCES if top[2] is None else int(top[2])


# ---------------------------------------------------------------- slaps


def slap(house: House, pile: Sequence[AnyCard]) -> tuple[str, ...]:
    """Why the pile may be slapped as it lies; () when a slap is wrong. Only the top cards count (rule 5, W-29)."""
    if not pile:
        return ()
    variant = variant_of(house)
    if type(pile[-1]) is Joker:
        alone = variant.joker_slap(house, pile)
        if alone is not None:
            return ("joker",) if alone else ()
    values = resolve_top(house, pile, variant.slaps[-1][0])
    found: tuple[str, ...] = ()
    for cards, needed, name in variant.slaps:
        agree = same(values, cards)
        if not agree:  # nor do more cards
            break
        if len(agree) >= needed:
            found += (name,)
    return found
