"""Another game, score: points are added up until somebody has as many as the table has agreed on."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.engine.house import House
from tt_print.engine.notation import parse_seat
from tt_print.engine.standing import Groups, Standing, insert_seat, next_left
from tt_print.engine.teams import NO_TEAMS
from tt_print.records import replace


def after_hand(before: Standing, points: Sequence[int]) -> Standing:
    """The game after a hand with these points by seat."""
    scores = tuple(map(sum, zip(before.scores, points, strict=True)))
    after = at_the_target(replace(before, scores=scores, played=before.played + 1))
    return after if after.is_over else replace(after, dealer=next_dealer(before, points))


def at_the_target(standing: Standing) -> Standing:
    """Over once somebody, or a team, has the points that end it, or all rounds are played; who has the best has won,
    several together where they are equal.
    """
    target, rounds = standing.house["target_points"], standing.house["rounds"]
    reached = target != "none" and max(total for total, _ in sides(standing)) >= target
    if not reached and (rounds == "none" or standing.played < rounds):
        return standing
    return replace(standing, winners=places(standing)[0], is_over=True)


def sides(standing: Standing) -> list[tuple[int, tuple[int, ...]]]:
    """Each team, or each player, with what they have together; who came later plays alone."""
    teams = standing.house["teams"]
    named = [] if teams == NO_TEAMS else [tuple(map(parse_seat, team)) for team in teams]
    there = [tuple(seat for seat in team if seat < standing.players) for team in named]
    alone = [(seat,) for seat in range(standing.players) if not any(seat in team for team in there)]
    return [(sum(standing.scores[seat] for seat in side), side) for side in (*filter(None, there), *alone)] or [(0, ())]


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


def places(standing: Standing) -> Groups:
    """Best first; equal points share a place, as a team does."""
    groups: dict[int, list[int]] = {}
    for total, side in sides(standing):
        groups.setdefault(total, []).extend(side)
    best_first = sorted(groups, reverse=standing.house["best"] == "many")
    return tuple(tuple(sorted(groups[total])) for total in best_first)
