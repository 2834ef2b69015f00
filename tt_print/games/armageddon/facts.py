"""Armageddon, facts: the full deck, what wilds and jokers stand for, what takes control, what may be slapped."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.deck import AnyCard, Joker
from tt_print.engine.house import House, Option, choice
from tt_print.games.war.facts import COMMON_OPTIONS
from tt_print.games.war.pile import NOTHING, PRINTED, WILDS, Numbers, Values, Variant

OPTIONS = (
    choice("game", "W-1", "the full deck belongs to Armageddon", "armageddon"),
    choice("joker_defines", "W-27", "whether a joker that opens a pile is a black blob ? like any other", True, False),
    Option(
        "starter_wild_rank",
        5,
        "W-10",
        "what a ? or a joker counts when the starter is sought",
        minimum=0,
        maximum=5,
        samples=(0,),
    ),
    *COMMON_OPTIONS,
)
WILD_FREE = {
    values: not any(one == wild for one, wild in zip(values, WILDS, strict=True)) for values in PRINTED.values()
}


class Armageddon(Variant):
    """A wild takes the value below it, and where there is none stays undefined, a value of its own (rule 2,
    summary 1, W-25); a joker is a black blob ? (summary 1, W-27)."""

    name = "armageddon"
    title = "Armageddon"
    deck = "full"  # W-1
    options = OPTIONS
    # rule 3; no slap of World War 3 carries over (W-31)
    slaps = ((2, 3, "triple_topper"), (3, 2, "same_double_on_three"), (4, 1, "same_single_on_four"))
    slap_rule = "3"
    settled = frozenset(card for card, values in PRINTED.items() if WILD_FREE[values])

    def rank(self, house: House, card: AnyCard) -> int:
        if isinstance(card, Joker) or card.number == "?":
            return int(house["starter_wild_rank"])  # W-10
        return int(card.number)

    def resolve(self, house: House, pile: Sequence[AnyCard]) -> list[Values | None]:
        """Rule 2: each wild variable takes what is below; the lowest wild of a run has nothing to take."""
        found: list[Values | None] = []
        below: Values | None = None
        for card in pile:
            values = PRINTED[card]
            if below is None and type(card) is Joker and not house["joker_defines"]:  # W-27
                found.append(None)
                continue
            if not WILD_FREE[values]:
                color, shape, number = below or NOTHING
                values = (
                    color if values[0] == WILDS[0] else values[0],
                    shape if values[1] == WILDS[1] else values[1],
                    number if values[2] == WILDS[2] else values[2],
                )
            found.append(values)
            below = values
        return found

    def takes_control(self, agree: tuple[str, ...]) -> bool:
        """Any two of the three (rule 2, W-24)."""
        return len(agree) >= 2

    def is_defined(self, house: House, pile: Sequence[AnyCard]) -> bool:
        """Any card defines the pot (W-27)."""
        return bool(pile) if house["joker_defines"] else super().is_defined(house, pile)

    # ---------------------------------------------------------------- for the judge

    def slap_rules(self, jokers: bool, wilds: bool, undefined: bool) -> tuple[Numbers, Numbers]:
        rulings = (*(("W-25",) if undefined else ()), *(("W-27",) if jokers else ()))
        return ("3", *(("summary-1",) if wilds else ())), rulings

    def control_rules(self, jokers: bool, wilds: bool) -> tuple[Numbers, Numbers]:
        return ("2", *(("summary-1", "summary-2") if wilds else ())), ("W-27",) if jokers else ()

    def gained_rules(self, compared: Numbers) -> Numbers:
        return (*compared, "both-games")


VARIANT = Armageddon()
