"""`templates/sheets/calibrate.toml`, table by table. Figures are millimeters unless a line says otherwise."""

from __future__ import annotations

from tt_print.drawing.geometry import Point
from tt_print.sheets.guides import Body, OutlinesTable
from tt_print.templates import TemplateTable, read_table


class RulersTable(TemplateTable):
    """Rulers as long as the paper allows: whole `step`s, `clear` of its edges."""

    edge: float
    half_height: float
    step: int
    clear: float
    label_size: float
    words: str


class PinsTable(TemplateTable):
    inset: float
    ring: float
    dot: float
    number_cap: float
    number_at: float
    words: str


class GridTable(TemplateTable):
    """`columns` are letters, `rows` count from 1. `reading` is a part of the pitch, `shrink` of the paper's length."""

    columns: str
    rows: int
    pitch: float
    label_size: float
    label_gap: float
    overhang: float
    line: float
    middle_line: float
    number_at: float
    reading: float
    shrink: float
    max_miss: float
    max_skew: float


class VerdictTable(TemplateTable):
    """`range` and `offer` are percent; `kinds`, `why` and `cure` go by what `judge_scale` finds."""

    range: tuple[float, float]
    offer: float
    both: str
    each: str
    mixed: str
    kinds: dict[str, str]
    why: dict[str, str]
    cure: dict[str, tuple[str, ...]]


class Names(TemplateTable):
    printer: str
    max_printer: int


class CalibrateFrame(TemplateTable):
    width: float
    top: float
    min_paper: tuple[float, float]


class CalibrateBody(Body):
    title_cap: float
    heading_cap: float
    box_cap: float
    box_pad: float


class ArrowTable(TemplateTable):
    y: float
    width: float
    height: float
    cap: float
    front: str
    back: str


class Step(TemplateTable):
    """What to do: a heading and a text, perhaps gaps to fill in or what to type."""

    title: str
    text: str
    blanks: str = ""
    typed: str = ""


class FrontPageWords(TemplateTable):
    title: str
    lead: str
    width: float
    steps: tuple[Step, ...]


class BackPageWords(TemplateTable):
    title: str
    lead: str
    width: float
    wrong: str
    steps: tuple[Step, ...]


class CalibrateOutlines(OutlinesTable):
    title: str
    words: str
    printer_title: str
    printer_words: str
    fit_title: str
    fit_words: str


class ExampleTable(TemplateTable):
    """A piece of a grid, enlarged. `hole` is in columns and rows from the first line."""

    x: float
    y: float
    top: float
    pitch: float
    columns: str
    first_row: int
    hole: Point
    radius: float
    title: str
    lines: tuple[str, ...]
    readings: str


class CalibrateFile(TemplateTable):
    rulers: RulersTable
    pins: PinsTable
    grid: GridTable
    verdict: VerdictTable
    names: Names
    frame: CalibrateFrame
    body: CalibrateBody
    arrow: ArrowTable
    front: FrontPageWords
    outlines: CalibrateOutlines
    back: BackPageWords
    example: ExampleTable


def calibrate_file() -> CalibrateFile:
    return read_table(CalibrateFile, "sheets/calibrate.toml")
