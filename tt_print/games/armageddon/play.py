"""Armageddon at a table with cards and paper, and puzzles: which one of six cards makes a slap.

How hard one is: how many of the others take control, and so come near, and how many wild cards there are to look through.
"""

from __future__ import annotations

import random
from typing import Any

from tt_print.deck import FULL, AnyCard
from tt_print.engine.base import Game
from tt_print.engine.play import Group, Puzzle
from tt_print.games.war import play as war
from tt_print.games.war.judge import judge_pile


class Dealing(war.Dealing):
    rank_option = "starter_wild_rank"
    twin = "ww3"


PILE, CARDS = (3, 4), 6  # cards of the pot, at least and at most, and those of which one is right


def make_puzzle(game: Game[Any, Any], chance: random.Random) -> Puzzle | None:
    """A pot and six cards, of which one makes a slap; None where this attempt finds none."""
    drawn = chance.sample(FULL, chance.randint(*PILE) + CARDS)
    pile, cards = tuple(drawn[:-CARDS]), tuple(drawn[-CARDS:])
    house = game.house()

    def facts(*shown: AnyCard) -> dict[str, Any]:
        return judge_pile(house, shown).facts

    if any(facts(*pile[: end + 1])["slap"] for end in range(1, len(pile))):
        return None
    right = [card for card in cards if facts(*pile, card)["slap"]]
    if len(right) != 1:
        return None
    near = sum(bool(facts(*pile, card)["control"]) for card in cards if card not in right)
    wilds = sum(len(card.wilds) for card in (*pile[-2:], *right))
    reason = str(facts(*pile, right[0])["slap_reasons"][0])
    return Puzzle(
        (Group("pile", pile, "pile"), Group("cards", cards)), (right[0].name,), 2 * near + wilds, reason=reason
    )
