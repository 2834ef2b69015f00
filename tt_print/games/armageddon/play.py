"""Puzzles of Armageddon: which one of six cards makes a slap.

How hard one is: how many of the others take control, and so come near, and how many wild cards there are to look through.
"""

from __future__ import annotations

import random

from tt_print.deck import FULL
from tt_print.engine.base import Game
from tt_print.engine.play import Puzzle, PuzzleGroup
from tt_print.games.war.facts import control, slap

PILE, CARDS = (3, 4), 6  # cards of the pot, at least and at most, and those of which one is right


def make_puzzle(game: Game, chance: random.Random) -> Puzzle | None:
    """A pot and six cards, of which one makes a slap; None where this attempt finds none."""
    drawn = chance.sample(FULL, chance.randint(*PILE) + CARDS)
    pile, cards = tuple(drawn[:-CARDS]), tuple(drawn[-CARDS:])
    house = game.house()
    if any(slap(house, pile[: end + 1]) for end in range(1, len(pile))):
        return None
    right = [card for card in cards if slap(house, (*pile, card))]
    if len(right) != 1:
        return None
    near = sum(control(house, (*pile, card)) is not None for card in cards if card not in right)
    wilds = sum(len(card.wilds) for card in (*pile[-2:], *right))
    reason = slap(house, (*pile, *right))[0]
    groups = PuzzleGroup("pile", pile, "pile"), PuzzleGroup("cards", cards)
    return Puzzle(groups, (right[0].name,), 2 * near + wilds, reason=reason)
