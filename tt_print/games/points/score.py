"""Another game, score: points are added up until somebody has as many as the table has agreed on."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.engine.house import House
from tt_print.engine.standing import Groups, Standing, by_points, insert_seat, next_left, remove_seat
from tt_print.records import replace


def after_hand(before: Standing, points: Sequence[int]) -> Standing:
    """The game after a hand with these points by seat."""
    scores = tuple(map(sum, zip(before.scores, points, strict=True)))
    after = at_the_target(replace(before, scores=scores, played=before.played + 1))
    return after if after.is_over else replace(after, dealer=next_dealer(before, points))


def at_the_target(standing: Standing) -> Standing:
    """Over once somebody has the points that end it; who has the best has won, several together where they are equal."""
    target = standing.house["target_points"]
    if target == "none" or max(standing.scores, default=0) < target:
        return standing
    return replace(standing, winners=places(standing)[0], is_over=True)


def next_dealer(before: Standing, points: Sequence[int]) -> int:
    """To the left, or by the hand's points as the house has it; of equals the first to the dealer's left."""
    rule = before.house["next_dealer"]
    if rule == "rotate":
        return next_left(before.living, before.players, before.dealer)
    order = [(before.dealer + step) % before.players for step in range(1, before.players + 1)]
    wants_most = (rule == "winner") == (before.house["best"] == "many")
    return (max if wants_most else min)(order, key=lambda seat: points[seat])


def under(before: Standing, house: House) -> Standing:
    return at_the_target(replace(before, house=house))


def join(before: Standing, seat: int, points: int) -> Standing:
    return at_the_target(insert_seat(before, seat, points))


def leave(before: Standing, seat: int) -> Standing:
    return remove_seat(before, seat)


def places(standing: Standing) -> Groups:
    """Best first; equal points share a place."""
    return by_points(range(standing.players), standing.scores, highest_first=standing.house["best"] == "many")
