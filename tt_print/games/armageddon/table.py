"""Armageddon at the table with cards and paper."""

from tt_print.games.war.table import WarHooks


class Hooks(WarHooks):
    rank_option = "starter_wild_rank"
    twin = "ww3"
