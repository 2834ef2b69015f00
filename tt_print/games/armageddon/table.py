"""Armageddon at the table: what somebody may have meant who names another deck."""

from tt_print.games.war.table import WarHooks


class Hooks(WarHooks):
    rank_option = "starter_wild_rank"

    def deck_advice(self) -> str:
        return "the full deck. With the Squares deck it is World War 3: tt-print deal ww3"
