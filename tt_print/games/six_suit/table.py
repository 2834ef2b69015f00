"""Six Suit at the table: teams are for so many players, and make sides (Players, ruling S-15)."""

from __future__ import annotations

from typing import Any

from tt_print.engine.house import House
from tt_print.engine.table_hooks import TableHooks


class Hooks(TableHooks):
    def players_for(self, house: House) -> int | None:
        from tt_print.engine.teams import NO_TEAMS

        return None if house["teams"] == NO_TEAMS else sum(map(len, house["teams"]))

    def facts(self, house: House, players: int | None) -> dict[str, Any]:
        """`sides`: the players, or the teams; two sides have nobody to make a treaty with."""
        from tt_print.engine.table_facts import Count
        from tt_print.games.six_suit.facts import side_count

        seats = players or self.players_for(house)
        return {} if seats is None else {"players": Count(seats), "sides": Count(side_count(house, seats))}
