"""The measures and words of a deal's pages (`templates/deals/pages.toml`), in millimeters."""

from __future__ import annotations

from tt_print.records import dataclass
from tt_print.templates import read_table

FILE = "deals/pages.toml"


@dataclass(frozen=True, slots=True)
class SlipTable:
    """Slips to fold. `ways` are slips across and down, from the most a page."""

    margin: float
    header: float
    header_size: float
    band: float
    pad: float
    ways: tuple[tuple[int, int], ...]
    code_size: float
    code_pitch: float
    name_cap: float
    small_size: float
    line: float
    dash: tuple[float, ...]
    title: str
    title_one: str
    advice: str
    fold: str
    cards: str
    card: str
    open: str


@dataclass(frozen=True, slots=True)
class SheetTable:
    """The setup sheet: its words are as large as the first of `factors` with which they fit; `piles` name the piles."""

    margin: float
    title_cap: float
    size: float
    least: float
    label: float
    pitch: float
    gap: float
    heading_cap: float
    pile_width: float
    pile_pitch: float
    chit_gap: float
    chit_size: float
    small: float
    qr: float
    code_size: float
    table: str
    read: str
    house: str
    code: str
    code_note: str
    factors: tuple[float, ...]
    in_play: str
    foot: str
    piles: dict[str, str]


def slip_table() -> SlipTable:
    return read_table(SlipTable, FILE, "slips")


def sheet_table() -> SheetTable:
    return read_table(SheetTable, FILE, "sheet")
