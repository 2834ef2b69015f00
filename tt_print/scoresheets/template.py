"""What the templates of score sheets hold: `scoresheets/page.toml` for all, `games/NAME/scoresheet.toml` for a game.

Texts are filled with the facts of the table: `{center:card}` is "1 card" (see tt_print.engine.table_facts). `when` lists
the house rules and facts under which an entry is there, `rules` the rules that it states, `any` the house rules whatever
value of which leaves it true (see `tt_print.engine.printed_lines`).
"""

from __future__ import annotations

from typing import Literal

from tt_print.records import dataclass
from tt_print.templates import read_table


@dataclass(frozen=True, slots=True)
class Shade:
    rgb: str
    cmyk: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PageWords:
    """What is on all sheets; `player`, `to_tick` and `lane` are only heard: for a name that is still to be written,
    boxes, and the values of a variable above a lane for its pointer.
    """

    date: str
    page: str
    credit: str
    house: str
    no_house: str
    checklist: str
    player: str
    to_tick: str
    lane: str


@dataclass(frozen=True, slots=True)
class PageMeasures:
    """What all score sheets share, in millimeters; type by its em. `least` is what a kind of column needs at least,
    `alone` by how much the checklist may grow on a page of its own.
    """

    max_players: int
    max_hands: int
    more_pages: int
    margin: float
    label: float
    body: float
    body_pitch: float
    alone: tuple[float, ...]
    small: float
    name_sizes: tuple[float, ...]
    figure_sizes: tuple[float, ...]
    title_cap: float
    title_y: float
    facts_y: float
    date: float
    band_y: float
    band_height: float
    content_y: float
    footer: float
    line: float
    frame: float
    head_pad: float
    head_side: float
    least: dict[str, float]
    head_pitch: float
    min_row: float
    max_row: float
    block_gap: float
    field_base: float
    field_gap: float
    cell_pad: float
    box: float
    icon: float
    column_gap: float
    item_gap: float
    mark: float
    section_gap: float
    table_pad: float
    table_gap: float
    heading_cap: float
    heading_pitch: float
    boxed_pad: float
    shade: Shade
    words: PageWords


@dataclass(frozen=True, slots=True)
class Field:
    """A label with a line to write on, or with the number of the hand or what is known already."""

    label: str
    rules: tuple[str, ...]
    number: bool = False
    share: float = 1.0
    value: str = ""
    when: tuple[str, ...] = ()
    any: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    """A column of a table with a row for each player: `count` boxes to tick, `value` in every row, or each one's team."""

    label: str
    rules: tuple[str, ...]
    kind: Literal["name", "seat", "team", "figure", "boxes", "tick", "write"] = "write"
    share: float = 1.0
    value: str = ""
    count: str = "0"
    total: bool = False
    when: tuple[str, ...] = ()
    any: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowEntry:
    """A row of a table with a column for each player. `check` is what its counts come to; `icon` see cards.icons."""

    label: str
    rules: tuple[str, ...]
    worth: str = ""
    check: str = ""
    icon: str = ""
    total: bool = False
    any: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SharedColumn:
    """A column that all players share, where hands are below one another."""

    label: str
    rules: tuple[str, ...]
    number: bool = False
    any: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerColumn:
    """One of the narrow columns that each player has, where hands are below one another."""

    label: str
    rules: tuple[str, ...]
    total: bool = False
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
    columns: tuple[ColumnEntry, ...]
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
    fields: tuple[Field, ...] = ()
    columns: tuple[ColumnEntry, ...] = ()
    rows: tuple[RowEntry, ...] = ()
    row_label: str = ""
    label_width: float = 0.0
    check_label: str = ""
    check_width: float = 0.0
    head_height: float = 0.0
    own: tuple[SharedColumn, ...] = ()
    each: tuple[PlayerColumn, ...] = ()
    foot: str = ""
    name_height: float = 0.0
    min_cell: float = 0.0
    boxes: tuple[BoxEntry, ...] = ()
    lines: WrittenLines | None = None
    pointers: str | None = None
    credit: str = ""


def read_page() -> PageMeasures:
    return read_table(PageMeasures, "scoresheets/page.toml")


def read_game_sheet(game: str) -> GameSheet:
    """The sheet of a game by name. Raises TemplateError."""
    return read_table(GameSheet, f"games/{game}/scoresheet.toml")
