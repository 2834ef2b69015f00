"""World War 3 at the table with cards and paper."""

from tt_print.games.war.table import WarHooks


class Hooks(WarHooks):
    rank_option = "starter_joker_rank"
    twin = "armageddon"
