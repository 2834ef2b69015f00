"""World War 3: Egyptian War with the Squares deck. The source, the rulings and most of the code are in `games.war`."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.deck import FULL, AnyCard, Joker
from tt_print.engine.house import House, choice
from tt_print.games.war import facts as war
from tt_print.games.war import make_game
from tt_print.games.war.facts import Collect, Deal, Draw, Hurry, Lay, Misplay, Peel, Retire, Slap, State, rank_option

__all__ = ["GAME", "Collect", "Deal", "Draw", "Hurry", "Lay", "Misplay", "Peel", "Retire", "Slap", "State"]


class WorldWar3(war.Variant):
    """A joker is a copy of the card below it (rule 5, W-6); one with nothing below is nothing."""

    name = "ww3"
    title = "World War 3"
    twin = "armageddon"
    deck = "squares"  # W-1
    options = (
        choice("game", "W-1", "the Squares deck belongs to World War 3", "ww3"),
        choice(
            "starter_rule",
            "W-3",
            "the starter plays until two cards that are not jokers are down, or one more card after the first of them",
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
        choice(
            "joker_beneath", "W-6", "what a covered joker counts as: the card below it, or nothing", "copy", "blank"
        ),
    )
    rank_option = rank_option("starter_joker_rank", 0, "a joker")
    slaps = ((2, 2, "two_variables"), (3, 1, "one_variable_on_three"))  # rule 2c
    controlling, needed = ("color", "shape"), 1  # rule 2b
    settled = frozenset(FULL)
    slap_cites = {"": "2c", "jokers": "5 W-4 W-6"}
    control_cites = {"refused": "2a", "gained": "2b 3", "jokers": "W-6"}

    def resolve(self, house: House, pile: Sequence[AnyCard]) -> list[war.Values | None]:
        """W-6. A joker still on top is a copy in any case, for the house rule that lets it take control (W-5)."""
        is_blank = house["joker_beneath"] == "blank"
        found: list[war.Values | None] = []
        below, top = None, len(pile) - 1
        for index, card in enumerate(pile):
            if type(card) is not Joker:
                below = war.PRINTED[card]
            elif is_blank and index < top:
                below = None
            found.append(below)
        return found

    def no_control_key(self, below: war.Values | None, agree: tuple[str, ...]) -> str:
        return "no_control_blank" if below is None else "no_control_number" if agree else "no_control"


GAME = make_game(WorldWar3(), __name__)
