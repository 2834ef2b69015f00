"""World War 3 at the table: what somebody may have meant who names another deck."""

from tt_print.games.war.table import WarHooks


class Hooks(WarHooks):
    rank_option = "starter_joker_rank"

    def deck_advice(self) -> str:
        return "the Squares deck. With the full deck it is Armageddon: tt-print deal armageddon"
