"""World War 3, facts: the Squares deck, what jokers do, what takes control, what may be slapped."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.deck import FULL, AnyCard, Joker
from tt_print.engine.house import House, Option, choice
from tt_print.games.war.facts import COMMON_OPTIONS
from tt_print.games.war.pile import PRINTED, Numbers, Values, Variant

OPTIONS = (
    choice("game", "W-1", "the Squares deck belongs to World War 3", "ww3"),
    choice(
        "starter_rule",
        "W-3",
        "the starter lays until two cards that are no jokers lie there, or one more card than the first of them",
        "two_nonjokers",
        "defined_plus_one",
    ),
    choice(
        "joker_slap",
        "W-4",
        "when a joker on top may be slapped: over a card, only before any card (as the sentence reads), always, or never",
        "on_defined_pot",
        "literal",
        "always",
        "never",
    ),
    choice("joker_control", "W-5", "whether a joker takes control as a copy of the card below", "none", "copy"),
    choice("joker_beneath", "W-6", "what a covered joker stands for: the card below it, or nothing", "copy", "blank"),
    Option(
        "starter_joker_rank",
        0,
        "W-10",
        "what a joker counts when the starter is sought",
        minimum=0,
        maximum=5,
        samples=(5,),
    ),
    *COMMON_OPTIONS,
)


class WorldWar3(Variant):
    """A joker is a copy of the card below it (rule 5, W-6); one with nothing below is nothing."""

    name = "ww3"
    title = "World War 3"
    deck = "squares"  # W-1
    options = OPTIONS
    slaps = ((2, 2, "two_variables"), (3, 1, "one_variable_on_three"))  # rule 2c
    slap_rule = "2c"
    settled = frozenset(FULL)
    controlling = ("color", "shape")

    def rank(self, house: House, card: AnyCard) -> int:
        return int(house["starter_joker_rank"] if isinstance(card, Joker) else card.number)  # W-10

    def resolve(self, house: House, pile: Sequence[AnyCard]) -> list[Values | None]:
        """W-6. A joker still on top is a copy in any case, for the house rule that lets it take control (W-5)."""
        covered_copy = house["joker_beneath"] == "copy"
        found: list[Values | None] = []
        below = None
        last = len(pile) - 1
        for index, card in enumerate(pile):
            if type(card) is not Joker:
                below = PRINTED[card]
            elif not covered_copy and index < last:
                below = None
            found.append(below)
        return found

    def takes_control(self, agree: tuple[str, ...]) -> bool:
        """Color or shape (rule 2b)."""
        return "color" in agree or "shape" in agree

    def start_is_complete(self, house: House, pile: Sequence[AnyCard]) -> bool:
        if house["starter_rule"] == "two_nonjokers":  # W-3
            return sum(type(card) is not Joker for card in pile) >= 2
        return super().start_is_complete(house, pile)

    def joker_slap(self, house: House, pile: Sequence[AnyCard]) -> bool:
        return joker_can_be_slapped(house, self.is_defined(house, pile[:-1]))

    def joker_controls(self, house: House) -> bool:
        return bool(house["joker_control"] != "none")  # W-5

    # ---------------------------------------------------------------- for the judge

    def slap_rules(self, jokers: bool, wilds: bool, undefined: bool) -> tuple[Numbers, Numbers]:
        return (("2c", "5"), ("W-4", "W-6")) if jokers else (("2c",), ())

    def control_rules(self, jokers: bool, wilds: bool) -> tuple[Numbers, Numbers]:
        return ("2a",), ("W-6",) if jokers else ()

    def gained_rules(self, compared: Numbers) -> Numbers:
        return ("2b", "3")

    def no_control_key(self, below: Values | None, agree: tuple[str, ...]) -> str:
        return "no_control_blank" if below is None else "no_control_number" if agree else "no_control"


def joker_can_be_slapped(house: House, is_defined: bool) -> bool:
    """W-4: while a joker is on top, this alone decides; `is_defined` says whether a card is below."""
    match house["joker_slap"]:
        case "always":
            return True
        case "never":
            return False
        case "literal":
            return not is_defined
        case _:
            return is_defined


VARIANT = WorldWar3()
