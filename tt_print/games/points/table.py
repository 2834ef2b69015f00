"""Another game at a table with paper."""

from __future__ import annotations

from tt_print.engine.table_hooks import TableHooks


class Hooks(TableHooks):
    good_points = "any"
