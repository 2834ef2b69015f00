"""A score sheet that somebody brings for their own game, as a TOML file: columns, check sums, hands, deal numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from tt_print.drawing.text import BOLD, DISPLAY, TEXT, missing_letters, width_of
from tt_print.engine.base import ScoredGame
from tt_print.files.data import KILOBYTE, read_toml
from tt_print.files.names import short_hash
from tt_print.games import POINTS, find_scored_game
from tt_print.records import dataclass
from tt_print.scoresheets.template import BoxEntry, ChecklistLine, DealFigures, Entry, GameSheet, read_page

MAX_FILE_BYTES = 100 * KILOBYTE
MAX_COLUMNS, MAX_ROWS, MAX_LINES, MAX_LETTERS = 6, 14, 20, 28
MAX_FACTS, MAX_AUTHOR, MAX_WORTH, MAX_CHECK = 70, 40, 14, 8  # letters that fit where they stand, W by W
UPRIGHT_MM, LYING_MM = 156.0, 225.0  # for all players' columns on a4 and letter, beside those for hand and dealer
LABEL_CLEAR_MM = 0.8  # on each side of a column's label
LEAST_CELL_MM = 8.9  # to write a number in
MOST_BESIDE = 6


@dataclass(frozen=True, slots=True)
class Count:
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
    counts: tuple[Count, ...] = ()
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


def _texts(data: Any, *trail: str | int) -> Iterator[tuple[tuple[str | int, ...], str]]:
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


def _braced(text: str) -> str:
    """Text in which braces mean nothing."""
    return text.replace("{", "{{").replace("}", "}}")


def _line(text: str) -> ChecklistLine:
    return ChecklistLine(_braced(text), ())


def _sheet(own: OwnSheet) -> GameSheet:
    lines = tuple(map(_line, own.checklist)) or (_line("Who deals, and who begins?"),)
    dealt = tuple(
        _line(f"{number} players: {words}")
        for number, words in sorted((own.deal or {}).items(), key=lambda row: int(row[0]))
    )
    common: dict[str, Any] = {
        "title": own.title, "orientation": "portrait", "unit": "Hand", "blank_players": own.players, "facts": _line(own.facts),
        "figures": DealFigures("", "", ()), "checklist": lines, "boxes": (BoxEntry("The deal", dealt),) if dealt else (),
        "credit": f"{_braced(own.title)}{f' is a game by {_braced(own.author)}' if own.author else ''}; Triple Topper is Brian Ciesicki’s. Sheet by tt_print {{version}}.",
    }  # fmt: skip
    if own.columns:
        each = tuple(Entry(label, (), total=i == len(own.columns) - 1) for i, label in enumerate(own.columns))
        each_mm = _columns_mm(own.columns)
        shared = (Entry("Hand", (), number=True), Entry("Dealer", ()))
        return GameSheet(
            **common, layout="hands-down", portrait_max_players=int(UPRIGHT_MM / each_mm),
            max_beside=min(MOST_BESIDE, int(LYING_MM / each_mm)), evening=own.hands, min_cell=LEAST_CELL_MM, name_height=10.0, foot="Place", own=shared, each=each,
        )  # fmt: skip
    rows = tuple(
        Entry(_braced(each.label), (), worth=_braced(each.worth), check=_braced(each.check)) for each in own.counts
    )
    rows += (Entry("This hand", (), total=True), Entry("Total", (), total=True))
    return GameSheet(
        **common, layout="players-across", portrait_max_players=5, row_label="Count | points", label_width=66.0, check_width=22.0,
        head_height=12.0, check_label="Check", evening=own.hands, fields=(Entry("Hand", (), number=True), Entry("Dealer", (), share=2.0)), rows=rows,
    )  # fmt: skip
