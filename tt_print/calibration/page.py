"""The test page: rulers, outlines, and marks to prick on the front, on the back grids to read them on.

Nobody can read a scale through paper, but a pin goes through it: its hole on the back shows where the front
was printed, and the grid there where the back was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tt_print.calibration.readings import long_rulers, pin_marks
from tt_print.calibration.solve import grid_middles
from tt_print.calibration.tables import (
    ArrowTable,
    CalibrateBody,
    CalibrateFile,
    CalibrateFrame,
    CalibrateOutlines,
    ExampleTable,
    PinsTable,
    RulersTable,
    Step,
    calibrate_file,
)
from tt_print.cards.theme import Theme, find_theme
from tt_print.drawing.geometry import Matrix, Rect, circle, line, polygon, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.structure import paragraphs
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, break_lines, find_font
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass
from tt_print.sheets.compose import Sheet
from tt_print.sheets.guides import draw_outlines, draw_ruler, draw_text, place_rulers
from tt_print.sheets.plan import Paper, find_paper


@dataclass(frozen=True, slots=True)
class CalibrationPages:
    """Front and back; `flip` is the edge over which the sheet turns."""

    sheets: tuple[Sheet, ...]
    paper: Paper
    flip: str
    stem: str


def make_calibration_pages(paper: str, flip: str = "long", printer: str = "") -> CalibrationPages:
    """The test page for a paper. It says whose it is where a printer is given."""
    found, theme = find_paper(paper), find_theme()
    _check_paper(found)
    whole = Rect(0.0, 0.0, found.width_mm, found.height_mm)
    drawings = [_draw_front(found, theme, flip, printer), _draw_back(found, theme, flip)]
    safe = "".join(c if c.isalnum() else "-" for c in printer).casefold()
    stem = "-".join(filter(None, ["calibrate", "short" if flip == "short" else "", safe, found.name]))
    return CalibrationPages(tuple(Sheet(drawing, (), whole) for drawing in drawings), found, flip, stem)


def _check_paper(paper: Paper) -> None:
    """Raises LayoutError for paper on which rulers, outlines and words would lie on one another."""
    frame = calibrate_file().frame
    if paper.width_mm < frame.min_paper[0] or paper.height_mm < frame.min_paper[1]:
        least_width, least_height = frame.min_paper
        raise LayoutProblem(
            "calibration.small_paper", "paper", least_width=least_width, least_height=least_height,
            paper=paper.name, width=paper.width_mm, height=paper.height_mm,
        )  # fmt: skip


def _draw_front(paper: Paper, theme: Theme, flip: str, printer: str) -> Drawing:
    table = calibrate_file()
    words, body, rulers = table.front, table.body, long_rulers(paper)
    filled = {"across": rulers.across_mm, "down": rulers.down_mm, "edge": flip.upper()}
    filled["printer"] = f" as {printer}" if printer else ""
    items = _heading(theme, body, words.title, words.lead)
    _steps(theme, items, words.steps, table.outlines.y + body.heading_cap, words.width, body, filled)
    items += _outlines(theme, table.outlines, body)
    page: list[Item] = [*_rulers(theme, paper, table.rulers), Group(tuple(items), _frame(paper, table.frame))]
    for number, (x, y) in enumerate(pin_marks(paper.width_mm, paper.height_mm), 1):
        page += _pin(theme, table.pins, number, x, y, paper)
    page += _arrow(theme, table.arrow, table.arrow.front, paper)
    description = f"Rulers of {rulers.across_mm} mm across and {rulers.down_mm} mm down, outlines, and what to type."
    return Drawing(paper.width_mm, paper.height_mm, paragraphs(page), "Triple Topper: calibration, front", description)


def _draw_back(paper: Paper, theme: Theme, flip: str) -> Drawing:
    table = calibrate_file()
    words, body, example = table.back, table.body, table.example
    items = _heading(theme, body, words.title, words.lead)
    filled: dict[str, object] = {"readings": example.readings}
    y = _steps(theme, items, words.steps, table.outlines.y + body.heading_cap, words.width, body, filled)
    wrong = words.wrong.format(other="short" if flip == "long" else "long")
    items += draw_text(theme, wrong, 0, y + body.gap, words.width, body, BOLD)
    items += _example(theme, example, body)
    page: list[Item] = [Group(tuple(items), _frame(paper, table.frame))]
    for number, (x, at) in enumerate(grid_middles(paper, flip), 1):
        page += _grid(theme, table, number, x, at, 1 if x < paper.width_mm / 2 else -1)
    page += _arrow(theme, table.arrow, table.arrow.back, paper)
    description = "Four lettered grids on which pin holes are read, an example, and what to type."
    return Drawing(paper.width_mm, paper.height_mm, paragraphs(page), "Triple Topper: calibration, back", description)


def _frame(paper: Paper, frame: CalibrateFrame) -> Matrix:
    return shift((paper.width_mm - frame.width) / 2, frame.top)


def _heading(theme: Theme, body: CalibrateBody, title: str, lead: str) -> list[Item]:
    size = find_font(DISPLAY).size_for_cap(body.title_cap)
    y = body.title_cap + 4
    return [Text(0, y, title, DISPLAY, size, theme.ink), Text(0, y + 7.5, lead, TEXT, body.size, theme.ink)]


def _steps(
    theme: Theme, items: list[Item], steps: Sequence[Step], y: float, width: float, body: CalibrateBody,
    filled: Mapping[str, object],
) -> float:  # fmt: skip
    """Numbered headings, each with its text and, boxed, what to type; gives the y below them."""
    size, indent = find_font(DISPLAY).size_for_cap(body.heading_cap), 8.0
    for number, step in enumerate(steps, 1):
        items.append(Text(0, y, str(number), DISPLAY, size * 1.25, theme.ink))
        items.append(Text(indent, y, step.title, DISPLAY, size, theme.ink))
        text, y = _paragraph(theme, step.text.format(**filled), indent, y + body.pitch + 0.8, width - indent, body)
        items += text
        if step.typed:
            boxed, y = _boxed(theme, step.typed.format(**filled), indent, y - 1.5, width - indent, body)
            items += boxed
        if step.blanks:
            items.append(Text(indent, y + 2.5, step.blanks.format(**filled), TEXT, body.size, theme.ink))
            y += body.pitch + 2.5
        y += body.gap + body.heading_cap
    return y


def _paragraph(
    theme: Theme, text: str, x: float, y: float, width: float, body: CalibrateBody
) -> tuple[list[Item], float]:
    """A paragraph, and the y below it."""
    rows = draw_text(theme, text, x, y, width, body)
    return rows, y + len(rows) * body.pitch


def _boxed(theme: Theme, typed: str, x: float, y: float, width: float, body: CalibrateBody) -> tuple[list[Item], float]:
    """What to type, in a frame; broken between words where it is long. And the y below it."""
    pad = body.box_pad
    size = find_font(BOLD).size_for_cap(body.box_cap)
    rows = break_lines(typed, BOLD, size, width - 2 * pad)
    height = len(rows) * body.pitch + 2 * pad - (body.pitch - body.box_cap)
    box = Path(Rect(x, y, width, height).path(1.2), stroke=theme.inks["grey"], width_mm=0.3)
    texts = [
        Text(x + pad, y + pad + body.box_cap + i * body.pitch, row, BOLD, size, theme.ink) for i, row in enumerate(rows)
    ]
    return [box, *texts], y + height + body.pitch - 1


def _rulers(theme: Theme, paper: Paper, table: RulersTable) -> tuple[Group, Group]:
    """One along the top and one along the left."""
    lengths = long_rulers(paper)
    left, bottom = (paper.width_mm - lengths.across_mm) / 2, (paper.height_mm + lengths.down_mm) / 2
    across, down = _ruler(theme, lengths.across_mm, table), _ruler(theme, lengths.down_mm, table)
    return place_rulers(across, down, (left, table.edge), (table.edge, bottom))


def _ruler(theme: Theme, length: int, table: RulersTable) -> tuple[Item, ...]:
    """A ruler with its figures below; the first and last end inside it, clear of the other ruler."""
    half, size = table.half_height, table.label_size
    figures = [
        Text(
            mm,
            half + size + 0.1,
            str(mm),
            BOLD,
            size,
            theme.ink,
            "start" if mm == 0 else "end" if mm == length else "middle",
        )
        for mm in (*range(0, length - 15, 20), length)
    ]
    words = table.words.format(length=length)
    label = Text(length / 2, half + 2.6 * size, words, BOLD, 1.2 * size, theme.ink, "middle")
    return (*draw_ruler(theme, 0, length, 2 * half), *figures, label)


def _outlines(theme: Theme, table: CalibrateOutlines, body: CalibrateBody) -> list[Item]:
    """A sleeve, inside it a card, and in that what else may need saying."""
    items, sleeve, card = draw_outlines(theme, table), table.sleeve_rect, table.card_rect
    size = find_font(DISPLAY).size_for_cap(2.6)
    y, left = card.top + 12, card.left + 5
    items.append(Text(left, y, table.title, DISPLAY, size, theme.ink))
    items += draw_text(theme, table.words, left, y + 6, card.width - 10, body)
    y = sleeve.bottom + 12
    for title, words in ((table.fit_title, table.fit_words), (table.printer_title, table.printer_words)):
        items.append(Text(table.x, y, title, DISPLAY, size, theme.ink))
        text, y = _paragraph(theme, words, table.x, y + body.pitch + 0.6, sleeve.width, body)
        items += text
        y += body.gap + 2
    return items


def _pin(theme: Theme, table: PinsTable, number: int, x: float, y: float, paper: Paper) -> list[Item]:
    """A ring with a cross, whose middle is to be pricked, and its number on the side of the page's middle."""
    ring, way = table.ring, 1 if x < paper.width_mm / 2 else -1
    cross = " ".join([line(x - ring, y, x + ring, y), line(x, y - ring, x, y + ring)])
    cap, anchor = table.number_cap, "start" if way > 0 else "end"
    at = x + way * table.number_at
    beside = at + way * 5.4
    return [
        Path(circle(x, y, ring), stroke=theme.ink, width_mm=0.3),
        Path(cross, stroke=theme.ink, width_mm=0.15),
        Path(circle(x, y, table.dot), theme.ink),
        Text(at, y + cap / 2, str(number), DISPLAY, find_font(DISPLAY).size_for_cap(cap), theme.ink, anchor),
        Text(beside, y + cap / 2, table.words, TEXT, 3.2, theme.ink, anchor),
    ]


def _arrow(theme: Theme, table: ArrowTable, words: str, paper: Paper) -> list[Item]:
    """Up, left of the middle: held to a lamp, the two sides' arrows show over which edge the sheet turned."""
    width, height, cap = table.width, table.height, table.cap
    size = find_font(DISPLAY).size_for_cap(cap)
    length = find_font(DISPLAY).width_mm(words, size)
    x, y = paper.width_mm / 2 - length / 2 - width, table.y
    points = [(0, height * 0.5), (width / 2, 0), (width, height * 0.5), (width * 0.68, height * 0.5), (width * 0.68, height),
              (width * 0.32, height), (width * 0.32, height * 0.5)]  # fmt: skip
    shape = Path(polygon([(x + a, y + b) for a, b in points]), theme.ink)
    return [shape, Text(x + width + 3, y + height / 2 + cap / 2, words, DISPLAY, size, theme.ink)]


def _grid(theme: Theme, table: CalibrateFile, number: int, x: float, y: float, inward: int) -> list[Item]:
    """A grid about (x, y), its number on the side `inward` (1 right, -1 left).

    A millimeter is too narrow for a letter, so that every other one is below or at the right.
    """
    grid = table.grid
    columns, rows, pitch, out = grid.columns, grid.rows, grid.pitch, grid.overhang
    half_x, half_y = (len(columns) - 1) / 2 * pitch, (rows - 1) / 2 * pitch
    size = grid.label_size
    cap = size * find_font(BOLD).cap_height / 1000
    fine: list[str] = []
    bold: list[str] = []
    labels: list[Item] = []
    for column, letter in enumerate(columns):
        at, above = x + column * pitch - half_x, column % 2 == 0
        top, bottom = y - half_y - (out if above else 0), y + half_y + (0 if above else out)
        (bold if column == len(columns) // 2 else fine).append(line(at, top, at, bottom))
        labels.append(
            Text(
                at,
                top - grid.label_gap if above else bottom + grid.label_gap + cap,
                letter,
                BOLD,
                size,
                theme.ink,
                "middle",
            )
        )
    for row in range(rows):
        at, left = y + row * pitch - half_y, row % 2 == 0
        start, end = x - half_x - (out if left else 0), x + half_x + (0 if left else out)
        (bold if row == rows // 2 else fine).append(line(start, at, end, at))
        beside, anchor = (start - grid.label_gap, "end") if left else (end + grid.label_gap, "start")
        labels.append(Text(beside, at + cap / 2, str(row + 1), BOLD, size, theme.ink, anchor))
    name_cap = table.pins.number_cap
    name_size = find_font(DISPLAY).size_for_cap(name_cap)
    name = Text(
        x + inward * grid.number_at, y + name_cap / 2, str(number), DISPLAY, name_size, theme.ink,
        "start" if inward > 0 else "end",
    )  # fmt: skip
    return [
        Path(" ".join(fine), stroke=theme.ink, width_mm=grid.line),
        Path(" ".join(bold), stroke=theme.ink, width_mm=grid.middle_line),
        *labels, name,
    ]  # fmt: skip


def _example(theme: Theme, table: ExampleTable, body: CalibrateBody) -> list[Item]:
    """A piece of a grid, enlarged, with a hole in it and how it reads."""
    x, y, pitch, columns = table.x, table.y, table.pitch, table.columns
    side = (len(columns) - 1) * pitch
    cap = body.size * find_font(BOLD).cap_height / 1000
    top = y + table.top
    items: list[Item] = [Text(x, y + 3.1, table.title, DISPLAY, find_font(DISPLAY).size_for_cap(3.1), theme.ink)]
    for column, letter in enumerate(columns):
        at, width = x + column * pitch, 0.5 if letter == "H" else 0.2
        items.append(Path(line(at, top - 2, at, top + side + 2), stroke=theme.ink, width_mm=width))
        items.append(Text(at, top - 3.2, letter, BOLD, body.size, theme.ink, "middle"))
        row = table.first_row + column
        row_y, width = top + column * pitch, 0.5 if row == 8 else 0.2
        items.append(Path(line(x - 2, row_y, x + side + 2, row_y), stroke=theme.ink, width_mm=width))
        items.append(Text(x - 3, row_y + cap / 2, str(row), BOLD, body.size, theme.ink, "end"))
    across, down = table.hole
    items.append(Path(circle(x + across * pitch, top + down * pitch, table.radius), theme.ink))
    for number, text in enumerate(table.lines):
        items.append(Text(x, top + side + 8 + number * body.pitch, text, TEXT, body.size, theme.ink))
    return items
