"""World War 3 at a table with cards and paper."""

from __future__ import annotations

from tt_print.games.war import play as war


class Dealing(war.Dealing):
    rank_option = "starter_joker_rank"
    twin = "armageddon"
