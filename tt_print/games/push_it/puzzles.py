"""Push It Real Good, puzzles: which one of four claims must be a lie.

How hard one is: how many of your cards have one of the two traits of a claim but not both, and how near the other claims come to a lie.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tt_print.deck import DECKS, Card
from tt_print.engine.base import Game
from tt_print.engine.notation import seat_name
from tt_print.engine.puzzle import Group, Puzzle
from tt_print.games.push_it.facts import Claim, claims_at, fitting, max_cards

DECK = "squares"
HAND, CLAIMS = 12, 4


def make_puzzle(game: Game[Any, Any], chance: random.Random) -> Puzzle | None:
    """Your hand and what four players claim, one of which the rest of the deck cannot hold; None where this attempt finds none."""
    house, deck = game.house(), DECKS[DECK]
    hand = tuple(sorted(chance.sample(deck, HAND), key=deck.index))
    rest = frozenset(deck) - frozenset(hand)
    pairs = chance.sample([pair for card in deck for pair in claims_at((card.color, card.shape, card.number))], CLAIMS)
    claims = [Claim(pair, chance.randint(2, max_cards(DECK, house))) for pair in pairs]
    free = [fitting(claim.values, house) & rest for claim in claims]
    lies = [seat for seat, claim in enumerate(claims) if claim.count > len(free[seat])]
    if len(set(pairs)) < CLAIMS or len(lies) != 1:
        return None
    true = [seat for seat in range(CLAIMS) if seat not in lies]
    if not _all_at_once([(claims[seat].count, free[seat]) for seat in true]):
        return None
    half = sum(any(value in _values(card) for value in claim.values) for claim in claims for card in hand)
    near = sum(claims[seat].count == len(free[seat]) for seat in true)
    said = tuple(f"{seat_name(seat + 1)}: {claim}" for seat, claim in enumerate(claims))
    return Puzzle(
        (Group("hand", hand),),
        (seat_name(lies[0] + 1), str(len(free[lies[0]])), str(claims[lies[0]])),
        half + 10 * near,
        said,
    )


def _values(card: Card) -> tuple[str, str, str]:
    return card.color, card.shape, card.number


def _all_at_once(wanted: Sequence[tuple[int, frozenset[Card]]]) -> bool:
    """Whether different players can hold so many of these cards each: no group of claims wants more cards than there are for it (Hall)."""
    for chosen in range(1, 1 << len(wanted)):
        some = [each for index, each in enumerate(wanted) if chosen >> index & 1]
        if sum(count for count, _ in some) > len(frozenset[Card]().union(*(cards for _, cards in some))):
            return False
    return True
