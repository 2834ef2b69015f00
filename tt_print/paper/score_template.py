"""What the templates of score sheets hold: `scoresheets/page.toml` for all, `games/NAME/scoresheet.toml` for a game.

Texts are filled with the facts of the table: `{center:card}` is "1 card" (see tt_print.engine.printed_lines). `when` lists
the house rules and facts under which an entry is there, `rules` the rules that it states, `any` the house rules whatever
value of which leaves it true (see `tt_print.engine.printed_lines`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal

from tt_print.draw.text import BOLD, DISPLAY, TEXT, missing_letters, width_of
from tt_print.engine.base import ScoredGame
from tt_print.files.data import KILOBYTE, read_toml
from tt_print.files.disk import short_hash
from tt_print.games import POINTS, find_scored_game
from tt_print.records import dataclass
from tt_print.templates import Measures, read_measures, read_table


@dataclass(frozen=True, slots=True)
class SheetField:
    """A field to fill in, or a column or a row of a table.

    `value` is what is known already, `number` says that it is the hand's, `total` that it is shaded. A column of a table with a
    row for each player is of a `kind`, such as `count` boxes to tick. A row of a table with a column for each player has
    an `icon` (see `faces.scene.draw_icon`), what each is `worth`, and what its counts come to, `check`.
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
    columns: tuple[SheetField, ...]
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
    fields: tuple[SheetField, ...] = ()
    columns: tuple[SheetField, ...] = ()
    rows: tuple[SheetField, ...] = ()
    row_label: str = ""
    label_width: float = 0.0
    check_label: str = ""
    check_width: float = 0.0
    head_height: float = 0.0
    own: tuple[SheetField, ...] = ()
    each: tuple[SheetField, ...] = ()
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


# ---------------------------------------------------------------- own sheet

# A score sheet that somebody brings for their own game, as a TOML file: columns, check sums, hands, deal numbers.


MAX_FILE_BYTES = 100 * KILOBYTE
MAX_COLUMNS, MAX_ROWS, MAX_LINES, MAX_LETTERS = 6, 14, 20, 28
MAX_FACTS, MAX_AUTHOR, MAX_WORTH, MAX_CHECK = 70, 40, 14, 8  # letters that fit where they stand, W by W
UPRIGHT_MM, LYING_MM = 156.0, 225.0  # for all players' columns on a4 and letter, beside those for hand and dealer
LABEL_CLEAR_MM = 0.8  # on each side of a column's label
LEAST_CELL_MM = 8.9  # to write a number in
MOST_BESIDE = 6


@dataclass(frozen=True, slots=True)
class CountRow:
    """A row: what is counted, what it is worth, and what all players' counts come to."""

    label: str
    worth: str = ""
    check: str = ""


@dataclass(frozen=True, slots=True)
class OwnSheet:
    """With `columns` hands are one below the other, and each player has these columns; with `counts` each hand is a table
    with a row for each. `deal` says, by the number of players, what is dealt.
    """

    title: str
    columns: tuple[str, ...] = ()
    counts: tuple[CountRow, ...] = ()
    players: int = 4
    hands: int = 10
    facts: str = ""
    checklist: tuple[str, ...] = ()
    deal: dict[str, str] | None = None
    author: str = ""


def read_own_sheet(path: Path) -> tuple[ScoredGame, GameSheet]:
    """What `make_score_sheets` needs. Raises InputError with file and key."""
    document = read_toml(path, MAX_FILE_BYTES)
    own = document.read(OwnSheet)

    def check(key: str, texts: tuple[str, ...], most: int, letters: int) -> None:
        if len(texts) > most:
            raise document.error(f"{len(texts)} {key}; a sheet has room for {most}.", key)
        for index, text in enumerate(texts):
            if not text.strip() or len(text) > letters:
                raise document.error(f"{text!r}: write 1 to {letters} letters.", key, index)

    for trail, text in _texts(document.data):
        if lost := "".join(missing_letters(text, font) for font in (TEXT, BOLD, DISPLAY)):
            raise document.error(f"our fonts have no {lost[0]!r}; they have Latin letters.", *trail)
    if bool(own.columns) is bool(own.counts):
        raise document.error(
            'give columns = ["Cards", "Points"], or [[counts]] with label, worth and check: one of the two.'
        )
    check("title", (own.title,), 1, MAX_LETTERS)
    check("columns", own.columns, MAX_COLUMNS, 12)
    if own.columns and (needed := _columns_mm(own.columns)) > LYING_MM:
        raise document.error(
            f"the columns of one player are {needed:.0f} mm wide, and a page has {LYING_MM:.0f} mm: each is as wide as the "
            f"longest label, {max(own.columns, key=_label_mm)!r}. Write it shorter.",
            "columns",
        )
    check("counts", tuple(each.label for each in own.counts), MAX_ROWS, MAX_LETTERS)
    check("facts", (own.facts,) if own.facts else (), 1, MAX_FACTS)
    check("author", (own.author,) if own.author else (), 1, MAX_AUTHOR)
    for index, count in enumerate(own.counts):
        for key, text, letters in (("worth", count.worth, MAX_WORTH), ("check", count.check, MAX_CHECK)):
            if len(text) > letters:
                raise document.error(f"{key} {text!r}: write at most {letters} letters.", "counts", index, key)
    check("checklist", own.checklist, MAX_LINES, 200)
    for number in own.deal or {}:
        if not number.isdecimal():
            raise document.error(f"{number!r}: the deal is told by the number of players, such as 3.", "deal", number)
    if not 2 <= own.players <= 12:
        raise document.error(f"players = {own.players}: a sheet has room for 2 to 12 players.", "players")
    if not 1 <= own.hands <= 60:
        raise document.error(f"hands = {own.hands}: give 1 to 60.", "hands")
    plain = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or short_hash(path.stem, 6)
    points = find_scored_game(POINTS)
    game = replace(points, name=f"own-{plain}", title=own.title, options=())
    return game, _sheet(own)


def _texts(data: object, *trail: str | int) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every text of the file, with the way to it."""
    if isinstance(data, str):
        yield trail, data
    elif isinstance(data, dict | list):
        for key, inner in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _texts(inner, *trail, key)


def _label_mm(label: str) -> float:
    return width_of(label, BOLD, read_page().label)


def _columns_mm(columns: tuple[str, ...]) -> float:
    """What one player's columns need, which are all as wide as the one with the longest label."""
    return len(columns) * max(LEAST_CELL_MM, *(_label_mm(label) + 2 * LABEL_CLEAR_MM for label in columns))


def _escape(text: str) -> str:
    """Text in which braces mean nothing."""
    return text.replace("{", "{{").replace("}", "}}")


def _line(text: str) -> ChecklistLine:
    return ChecklistLine(_escape(text), ())


def _sheet(own: OwnSheet) -> GameSheet:
    lines = tuple(map(_line, own.checklist)) or (_line("Who deals, and who begins?"),)
    dealt = tuple(
        _line(f"{number} players: {words}")
        for number, words in sorted((own.deal or {}).items(), key=lambda row: int(row[0]))
    )
    author = f" is a game by {_escape(own.author)}" if own.author else ""
    credit = f"{_escape(own.title)}{author}; Triple Topper is Brian Ciesicki’s. Sheet by tt_print {{version}}."
    sheet = partial(
        GameSheet, title=own.title, orientation="portrait", unit="Round", blank_players=own.players, facts=_line(own.facts),
        figures=DealFigures("", "", ()), checklist=lines, boxes=(BoxEntry("The deal", dealt),) if dealt else (), evening=own.hands,
        credit=credit,
    )  # fmt: skip
    if own.columns:
        each = tuple(SheetField(label, (), total=i == len(own.columns) - 1) for i, label in enumerate(own.columns))
        each_mm = _columns_mm(own.columns)
        shared = (SheetField("Round", (), number=True), SheetField("Dealer", ()))
        return sheet(
            layout="hands-down", portrait_max_players=int(UPRIGHT_MM / each_mm),
            max_beside=min(MOST_BESIDE, int(LYING_MM / each_mm)), min_cell=LEAST_CELL_MM, name_height=10.0, foot="Place", own=shared, each=each,
        )  # fmt: skip
    rows = tuple(
        SheetField(_escape(each.label), (), worth=_escape(each.worth), check=_escape(each.check)) for each in own.counts
    )
    rows += (SheetField("This round", (), total=True), SheetField("Total", (), total=True))
    return sheet(
        layout="players-across", portrait_max_players=5, row_label="Count | points", label_width=66.0, check_width=22.0,
        head_height=12.0, check_label="Check", fields=(SheetField("Round", (), number=True), SheetField("Dealer", (), share=2.0)), rows=rows,
    )  # fmt: skip
