"""Casino Macedonia, events: the deal, the four uses of a card (rule 3), and what else can happen in a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tt_print.deck import AnyCard
from tt_print.rules.casino.piles import Laid, Pile, in_order
from tt_print.rules.notation import Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """The shuffled deck, bottom to top: cards aside, four face up, five to each."""

    FORM: ClassVar[str] = "deal {order}"
    order: tuple[AnyCard, ...]


@dataclass(frozen=True, slots=True)
class Declare:
    """The dealer names a number for each ? among the face-up cards, in their order."""

    FORM: ClassVar[str] = "{seat} declares {numbers}"
    seat: Seat
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Build:
    FORM: ClassVar[str] = "{seat} builds {card} on {pile}"
    seat: Seat
    card: Laid
    pile: Pile


@dataclass(frozen=True, slots=True)
class Stack:
    """`onto` only by house rule: the build of `card` on `pile` is carried onto it (C-14)."""

    FORM: ClassVar[str] = "{seat} stacks {card} on {pile}[ carried onto {onto}]"
    seat: Seat
    card: Laid
    pile: Pile
    onto: Pile | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """One or more combinations, each a set of piles. However they are named, they are kept in one order."""

    FORM: ClassVar[str] = "{seat} takes with {card}[ on {on}]: {combinations}"
    seat: Seat
    card: Laid
    combinations: tuple[tuple[Pile, ...], ...]
    on: Pile | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "combinations", in_order(self.combinations))


@dataclass(frozen=True, slots=True)
class Sweep:
    """A joker takes the table, where ?s are wild (rule 10c)."""

    FORM: ClassVar[str] = "{seat} sweeps with {card}"
    seat: Seat
    card: AnyCard


@dataclass(frozen=True, slots=True)
class Drop:
    FORM: ClassVar[str] = "{seat} drops {card}"
    seat: Seat
    card: Laid


@dataclass(frozen=True, slots=True)
class Release:
    """A player shows that an opponent's build ruined his plan, and may drop again (rule 3d)."""

    FORM: ClassVar[str] = "{seat} shows a ruined plan"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Only by house rule: nothing but a drop is possible, and that is forbidden (C-21)."""

    FORM: ClassVar[str] = "{seat} passes"
    seat: Seat


EVENTS = (Deal, Declare, Build, Stack, Take, Sweep, Drop, Release, Pass)
