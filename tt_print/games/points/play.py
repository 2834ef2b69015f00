"""Another game at a table with paper, and who plays together."""

from __future__ import annotations

from dataclasses import replace

from tt_print.engine.base import ScoredGame
from tt_print.engine.house import House
from tt_print.engine.notation import parse_seat
from tt_print.engine.standing import NO_TEAMS, Standing
from tt_print.engine.table_hooks import TableHooks


class Dealing(TableHooks):
    good_points = "any"
    ends_after = "rounds"
    said_by_title = "called"

    def titled(self, house: House) -> ScoredGame:
        called = house["called"]
        return self.game if called == "none" else replace(self.game, title=called.replace("_", " "))

    def teams(self, standing: Standing) -> tuple[tuple[int, ...], ...]:
        return tuple(side for _, side in sides(standing) if len(side) > 1)


def sides(standing: Standing) -> list[tuple[int, tuple[int, ...]]]:
    """Each team, or each player, with what they have together; who came later plays alone."""
    teams = standing.house["teams"]
    named = [] if teams == NO_TEAMS else [tuple(map(parse_seat, team)) for team in teams]
    there = [tuple(seat for seat in team if seat < standing.players) for team in named]
    alone = [(seat,) for seat in range(standing.players) if not any(seat in team for team in there)]
    return [(sum(standing.scores[seat] for seat in side), side) for side in (*filter(None, there), *alone)] or [(0, ())]
