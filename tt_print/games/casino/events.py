"""Casino Macedonia, events: the deal, the four uses of a card (rule 3), and what else can happen in a hand."""

from __future__ import annotations

from tt_print.deck import AnyCard
from tt_print.engine.events import event
from tt_print.engine.notation import Seat
from tt_print.games.casino.piles import Laid, Pile, in_order


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
    seat: Seat
    card: Laid
    pile: Pile


@event("{seat} stacks {card} on {pile}[ carried onto {onto}]")
class Stack:
    """`onto` only by house rule: the build of `card` on `pile` is carried onto it (C-14)."""

    seat: Seat
    card: Laid
    pile: Pile
    onto: Pile | None = None


@event("{seat} takes with {card}[ on {on}]: {combinations}")
class Take:
    """One or more combinations, each a set of piles. However they are named, they are kept in one order."""

    seat: Seat
    card: Laid
    combinations: tuple[tuple[Pile, ...], ...]
    on: Pile | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "combinations", in_order(self.combinations))


@event("{seat} sweeps with {card}")
class Sweep:
    """A joker takes the table, where ?s are wild (rule 10c)."""

    seat: Seat
    card: AnyCard


@event("{seat} drops {card}")
class Drop:
    seat: Seat
    card: Laid


@event("{seat} shows a ruined plan")
class Release:
    """A player shows that an opponent's build ruined his plan, and may drop again (rule 3d)."""

    seat: Seat


@event("{seat} passes")
class Pass:
    """Only by house rule: nothing but a drop is possible, and that is forbidden (C-21)."""

    seat: Seat


EVENTS = (Deal, Declare, Build, Stack, Take, Sweep, Drop, Release, Pass)
