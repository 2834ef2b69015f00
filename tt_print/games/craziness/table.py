"""Craziness at the table: the first card of the center lies face up, and only who is left gets cards."""

from __future__ import annotations

from tt_print.engine.house import House
from tt_print.engine.table_hooks import TableHooks


class Hooks(TableHooks):
    good_points = "few"
    hand_by_hand = "in Craziness players drop out, and only those who are left get cards (rule 7)."

    def limit(self, players: int, house: House) -> str:
        return f"Out at {house['elimination_score']}."
