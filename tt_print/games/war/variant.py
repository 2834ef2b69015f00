"""What differs between the games of this family: each is one `Variant`, made in its own folder and found by its house rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from tt_print.deck import VARIABLES, AnyCard, Joker
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
        """Whether a card takes control that agrees in these variables with the one beneath."""

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
