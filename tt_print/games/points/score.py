"""Another game, score: points are added up until somebody has as many as the table has agreed on."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.engine.notation import parse_seat
from tt_print.engine.standing import NO_TEAMS, Groups, Standing, next_dealer, round_from
from tt_print.records import replace


def after_hand(before: Standing, points: Sequence[int]) -> Standing:
    """The game after a hand with these points by seat."""
    scores = tuple(map(sum, zip(before.scores, points, strict=True)))
    after = at_the_limit(replace(before, scores=scores, played=before.played + 1))
    if after.is_over:
        return after
    against = [-each for each in points] if before.house["best"] == "many" else points
    order = round_from(range(before.players), before.players, before.dealer)
    winner = min(order, key=lambda seat: against[seat])
    return replace(after, dealer=next_dealer(before, winner, against))


def at_the_limit(standing: Standing) -> Standing:
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


def places(standing: Standing) -> Groups:
    """Best first; equal points share a place, as a team does."""
    groups: dict[int, list[int]] = {}
    for total, side in sides(standing):
        groups.setdefault(total, []).extend(side)
    best_first = sorted(groups, reverse=standing.house["best"] == "many")
    return tuple(tuple(sorted(groups[total])) for total in best_first)
