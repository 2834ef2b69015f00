"""Armageddon: Egyptian War with the full deck, black, blob and ? included. The source, the rulings and most of the code are in `games.war`."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.deck import VARIABLES, AnyCard, Joker
from tt_print.engine.house import House, choice
from tt_print.games.war import facts as war
from tt_print.games.war import make_game
from tt_print.games.war.facts import Collect, Deal, Draw, Hurry, Lay, Misplay, Peel, Retire, Slap, State, rank_option

__all__ = ["GAME", "Collect", "Deal", "Draw", "Hurry", "Lay", "Misplay", "Peel", "Retire", "Slap", "State"]

BLACK, BLOB, ANY_NUMBER = war.WILDS
WILD_FREE = {values: {*values}.isdisjoint(war.WILDS) for values in war.PRINTED.values()}


class Armageddon(war.Variant):
    """A wild takes the value below it, and where there is none stays undefined, a value of its own (rule 2,
    summary 1, W-25); a joker is a black blob ? (summary 1, W-27)."""

    name = "armageddon"
    title = "Armageddon"
    twin = "ww3"
    deck = "full"  # W-1
    options = (
        choice("game", "W-1", "the full deck belongs to Armageddon", "armageddon"),
        choice(
            "joker_defines", "W-27", "whether a joker that opens a pile is a black blob ? like any other", True, False
        ),
    )
    rank_option = rank_option("starter_wild_rank", 5, "a ? or a joker")
    # rule 3; no slap of World War 3 carries over (W-31)
    slaps = ((2, 3, "triple_topper"), (3, 2, "same_double_on_three"), (4, 1, "same_single_on_four"))
    controlling, needed = VARIABLES, 2  # rule 2, W-24
    settled = frozenset(card for card, values in war.PRINTED.items() if WILD_FREE[values])
    slap_cites = {"": "3", "wilds": "summary-1", "undefined": "W-25", "jokers": "W-27"}
    control_cites = {
        "": "2",
        "wilds": "summary-1 summary-2",
        "gained": "both-games",
        "jokers": "W-27",
        "undefined number": "W-26",
    }

    def resolve(self, house: House, pile: Sequence[AnyCard]) -> list[war.Values | None]:
        """Rule 2: each wild variable takes what is below; the lowest wild of a run has nothing to take."""
        found: list[war.Values | None] = []
        below: war.Values | None = None
        printed = war.PRINTED
        for card in pile:
            values = printed[card]
            if below is None and type(card) is Joker and not house["joker_defines"]:  # W-27
                found.append(None)
                continue
            if not WILD_FREE[values]:
                (color, shape, number), under = values, below or war.NOTHING
                values = (
                    under[0] if color == BLACK else color,
                    under[1] if shape == BLOB else shape,
                    under[2] if number == ANY_NUMBER else number,
                )
            found.append(values)
            below = values
        return found


GAME = make_game(Armageddon(), __name__)
