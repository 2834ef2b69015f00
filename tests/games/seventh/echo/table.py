"""Echo at the table: what is not as in most games."""

from __future__ import annotations

from tt_print.engine.house import House
from tt_print.engine.table_hooks import TableHooks


class Hooks(TableHooks):
    center_face_up = True
    good_points = "many"

    def limit(self, players: int, house: House) -> str:
        return f"Up to {house['points_to_win']} points."
