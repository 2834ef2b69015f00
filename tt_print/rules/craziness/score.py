"""Craziness, score: points for the cards left in hand, elimination, the end of the game (rule 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tt_print.deck import Card
from tt_print.rules.craziness.facts import State, left_of


def card_points(card: Card) -> int:
    """1, and 1 more for each black, blob or ? printed on it (rule 7, Z-14)."""
    return 1 + len(card.wilds)


def hand_points(hand: Iterable[Card]) -> int:
    return sum(map(card_points, hand))


def end_hand(state: State, out: int | None) -> State:
    """Scores a hand in which `out` went out, or nobody did (Z-8); then the next deal, or the end."""
    points = [hand_points(hand) for hand in state.hands]
    if out is None and state.house["blocked_hand"] == "void":
        points = [0] * len(points)
    scores = tuple(map(sum, zip(state.scores, points, strict=True)))
    living = tuple(seat for seat in state.living if scores[seat] < state.house["elimination_score"])  # Z-9
    winners: tuple[int, ...] = ()
    if len(living) == 1:
        winners = living
    elif not living:  # Z-8: a blocked hand put everyone at the limit; lowest total, ties share
        lowest = min(scores[seat] for seat in state.living)
        winners = tuple(seat for seat in state.living if scores[seat] == lowest)
    after = replace(state, phase="over" if winners else "deal", living=living, scores=scores, winners=winners, idle=0)
    return after if winners else replace(after, dealer=next_dealer(after, out, points))


def next_dealer(state: State, out: int | None, points: list[int]) -> int:
    """Ruling G-4, among the living; a blocked hand has neither winner nor loser, so the deal rotates."""
    rule = state.house["next_dealer"]
    if out is None or rule == "rotate":
        return left_of(state, state.dealer)
    if rule == "winner":
        return out
    seat, order = state.dealer, []
    for _ in state.living:
        seat = left_of(state, seat)
        order.append(seat)
    return max(order, key=lambda s: points[s])  # of equals the first to the dealer's left
