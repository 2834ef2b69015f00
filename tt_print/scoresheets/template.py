"""What the templates of score sheets hold: `scoresheets/page.toml` for all, `games/NAME/scoresheet.toml` for a game.

Texts are filled with the facts of the table: `{center:card}` is "1 card" (see tt_print.engine.table_facts). `when` lists
the house rules and facts under which an entry is there, `rules` the rules that it states, `any` the house rules whatever
value of which leaves it true (see `tt_print.engine.printed_lines`).
"""

from __future__ import annotations

from typing import Literal

from tt_print.records import dataclass
from tt_print.templates import Measures, read_measures, read_table


@dataclass(frozen=True, slots=True)
class Entry:
    """A field to fill in, or a column or a row of a table.

    `value` is what is known already, `number` says that it is the hand's, `total` that it is shaded. A column of a table with a
    row for each player is of a `kind`, such as `count` boxes to tick. A row of a table with a column for each player has
    an `icon` (see cards.icons), what each is `worth`, and what its counts come to, `check`.
    """

    label: str
    rules: tuple[str, ...]
    kind: Literal["name", "seat", "team", "figure", "boxes", "tick", "write"] = "write"
    number: bool = False
    share: float = 1.0
    value: str = ""
    count: str = "0"
    worth: str = ""
    check: str = ""
    icon: str = ""
    total: bool = False
    when: tuple[str, ...] = ()
    any: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChecklistLine:
    """`blank` replaces `say` on a sheet for any table."""

    say: str
    rules: tuple[str, ...]
    blank: str | None = None
    when: tuple[str, ...] = ()
    any: tuple[str, ...] = ()

    def text(self, is_blank: bool) -> str:
        """With the facts still to be filled in."""
        return self.blank if is_blank and self.blank is not None else self.say


@dataclass(frozen=True, slots=True)
class BoxEntry:
    heading: str
    lines: tuple[ChecklistLine, ...]


@dataclass(frozen=True, slots=True)
class DealFigures:
    """The deal for each number of players, on a sheet for any table: a table whose cells `each` parts by `|`, or, without
    `columns`, a sentence each.
    """

    heading: str
    each: str
    rules: tuple[str, ...]
    columns: tuple[str, ...] = ()
    any: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenLines:
    """Lines that the table writes in."""

    when: tuple[str, ...]
    heading: str
    rows: int
    rules: tuple[str, ...]
    columns: tuple[Entry, ...]
    any: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A game's sheet. Which keys its table has depends on `layout`:

    `players-down`: `fields` and `columns`; `players-across`: `fields`, `rows`, and the measures and words of their
    labels; `hands-down`: `own` and `each` columns, at most `max_beside` players beside one another.
    `portrait_max_players` is the largest number of players for an upright sheet, `evening` how many hands an evening has,
    `any` speaks for everything on the sheet, `credit` is what is at the foot of a sheet for a game by somebody else than Triple Topper's author.
    """

    orientation: Literal["portrait", "landscape"]
    layout: Literal["players-down", "players-across", "hands-down"]
    unit: str
    blank_players: int
    facts: ChecklistLine
    figures: DealFigures
    checklist: tuple[ChecklistLine, ...]
    title: str = ""  # by default the game's
    any: tuple[str, ...] = ()
    evening: int = 0
    portrait_max_players: int | None = None
    max_beside: int | None = None
    fields: tuple[Entry, ...] = ()
    columns: tuple[Entry, ...] = ()
    rows: tuple[Entry, ...] = ()
    row_label: str = ""
    label_width: float = 0.0
    check_label: str = ""
    check_width: float = 0.0
    head_height: float = 0.0
    own: tuple[Entry, ...] = ()
    each: tuple[Entry, ...] = ()
    foot: str = ""
    name_height: float = 0.0
    min_cell: float = 0.0
    boxes: tuple[BoxEntry, ...] = ()
    lines: WrittenLines | None = None
    pointers: str | None = None
    credit: str = ""


def read_page() -> Measures:
    """What all score sheets share, in millimeters; type by its em."""
    return read_measures("scoresheets/page.toml")


def read_game_sheet(game: str) -> GameSheet:
    """The sheet of a game by name. Raises TemplateError."""
    return read_table(GameSheet, f"games/{game}/scoresheet.toml")
