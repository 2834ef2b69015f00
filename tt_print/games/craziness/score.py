"""Craziness, score: points for the cards left in hand, elimination, the end of the game (rule 7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tt_print.deck import FULL, Card
from tt_print.engine.standing import Standing, end_hand, next_dealer
from tt_print.games.craziness.facts import State
from tt_print.records import replace


def card_points(card: Card) -> int:
    """1, and 1 more for each black, blob or ? printed on it (rule 7, Z-14)."""
    return 1 + len(card.wilds)


def hand_points(hand: Iterable[Card]) -> int:
    return sum(map(card_points, hand))


def max_in_hands() -> int:
    """The points of a whole deck but for the card that always is in the center, at its cheapest: 199 (rule 7)."""
    return hand_points(FULL) - 1


def score_hand(state: State, out: int | None) -> State:
    """Scores a hand in which `out` went out, or nobody did (Z-8); then the next deal, or the end."""
    points = [hand_points(hand) for hand in state.hands]
    return end_hand(state, lambda before, out: after_hand(before, points, out), out, idle=0)


def after_hand(before: Standing, points: Sequence[int], out: int | None) -> Standing:
    """The game after a hand with these points by seat: totals, who is out at the limit, who won, who deals (rule 7).

    `out` went out; None for a blocked hand, which counts for everyone or, by house rule, nobody (Z-8).
    """
    if out is None and before.house["blocked_hand"] == "void":
        points = [0] * before.players
    scores = tuple(map(sum, zip(before.scores, points, strict=True)))
    after = replace(at_the_limit(replace(before, scores=scores)), played=before.played + 1)
    # of a blocked hand nobody is the winner, or the loser
    return after if after.is_over else replace(after, dealer=next_dealer(after, out, points))


def at_the_limit(before: Standing) -> Standing:
    """Who has as many points as the limit is out (Z-9); the last one in has won (rule 7).

    Where nobody is left, because a blocked hand put everyone at the limit, the lowest total has, and ties share (Z-8).
    """
    scores = before.scores
    living = tuple(seat for seat in before.living if scores[seat] < before.house["elimination_score"])
    gone = tuple(seat for seat in before.living if seat not in living)
    winners: tuple[int, ...] = ()
    if len(living) == 1:
        winners = living
    elif not living:
        lowest = min(scores[seat] for seat in before.living)
        winners = tuple(seat for seat in before.living if scores[seat] == lowest)
    return replace(
        before, living=living, out=(*before.out, gone) if gone else before.out, winners=winners, is_over=bool(winners)
    )
