"""Another game at a table with paper."""

from __future__ import annotations

from tt_print.engine.base import ScoredGame
from tt_print.engine.house import House
from tt_print.engine.standing import Standing
from tt_print.engine.table_hooks import TableHooks


class Dealing(TableHooks):
    good_points = "any"
    ends_after = "rounds"
    said_by_title = "called"

    def titled(self, house: House) -> ScoredGame:
        from dataclasses import replace

        called = house["called"]
        return self.game if called == "none" else replace(self.game, title=called.replace("_", " "))

    def teams(self, standing: Standing) -> tuple[tuple[int, ...], ...]:
        from tt_print.games.points.score import sides

        return tuple(side for _, side in sides(standing) if len(side) > 1)
