"""The test page: rulers, outlines, and marks to prick on the front, on the back grids to read them on.

Nobody can read a scale through paper, but a pin goes through it: its hole on the back shows where the front
was printed, and the grid there where the back was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tt_print.calibration.readings import calibrate_file, grid_middles, long_rulers, pin_marks
from tt_print.cards.theme import find_theme
from tt_print.drawing.geometry import Point, Rect, circle, line, polygon, shift
from tt_print.drawing.shapes import Group, Item, Path, Text
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font
from tt_print.page.boxes import Box, Framed, Hang, Layout, Space, Stack, Tag, Words
from tt_print.page.flow import Document, Put
from tt_print.page.text import NO_BREAK, TextStyle, display_style
from tt_print.problems import LayoutProblem
from tt_print.sheets.backs import Sheet, SheetFile
from tt_print.sheets.marks import draw_outlines, draw_ruler, place_rulers
from tt_print.sheets.plan import Paper

INDENT = 8.0  # of what is below the number of a step
ASIDE = 0.84  # of a heading beside the steps


def make_calibration_pages(paper: Paper, flip: str = "long", printer: str = "") -> SheetFile:
    """The test page for a paper, front and back; `flip` is the edge over which it turns. It says whose it is where a printer is given.

    Raises LayoutError for paper on which rulers, outlines and words would lie on one another.
    """
    least_width, least_height = calibrate_file().frame.min_paper
    width, height = paper.width_mm, paper.height_mm
    if width < least_width or height < least_height:
        raise LayoutProblem(
            "calibration.small_paper", "paper", least_width=least_width, least_height=least_height,
            paper=paper.name, width=width, height=height,
        )  # fmt: skip
    rulers = long_rulers(paper)
    front = f"Rulers of {rulers.across_mm} mm across and {rulers.down_mm} mm down, outlines, and what to type."
    back = "Four lettered grids on which pin holes are read, an example, and what to type."
    sides = (("front", front, _front(paper, flip, printer)), ("back", back, _back(paper, flip)))
    document, sheets = Document(), list[Sheet]()
    for side, description, parts in sides:
        title = f"Triple Topper: calibration, {side}"
        drawing = document.drawing([*parts], width, height, title, description, margin=paper.unprintable_mm)
        sheets.append(Sheet(drawing, (), Rect(0.0, 0.0, width, height)))
    safe = "".join(c if c.isalnum() else "-" for c in printer).casefold()
    stem = "-".join(filter(None, ["calibrate", "short" if flip == "short" else "", safe, paper.name]))
    return SheetFile(stem, f"Triple Topper, calibration, {paper.title}", tuple(sheets))


def _front(paper: Paper, flip: str, printer: str) -> Iterator[Put]:
    table, rulers = calibrate_file(), long_rulers(paper)
    filled = {"across": rulers.across_mm, "down": rulers.down_mm, "edge": flip.upper()}
    yield from _column(paper, table.front, filled | {"printer": f" as {printer}" if printer else ""})
    yield from _outlines(paper)
    yield from _rulers(paper)
    for number, at in enumerate(pin_marks(paper.width_mm, paper.height_mm), 1):
        yield _pin(number, at, 1 if at[0] < paper.width_mm / 2 else -1)
    yield _arrow(paper, table.arrow.front)


def _back(paper: Paper, flip: str) -> Iterator[Put]:
    table, left = calibrate_file(), _left(paper)
    wrong = Words(table.back.wrong.format(other="short" if flip == "long" else "long"), _body().strong)
    yield from _column(paper, table.back, {"readings": table.example.readings}, wrong)
    yield _example(left + table.example.x, table.frame.top + table.example.y)
    for number, at in enumerate(grid_middles(paper, flip), 1):
        yield _grid(number, at, 1 if at[0] < paper.width_mm / 2 else -1)
    yield _arrow(paper, table.arrow.back)


def _left(paper: Paper) -> float:
    return (paper.width_mm - float(calibrate_file().frame.width)) / 2


# ---------------------------------------------------------------- words


def _body() -> TextStyle:
    body = calibrate_file().body
    return TextStyle(body.size, body.pitch, ink=find_theme().ink)


def _heading(words: str, part: float = 1.0) -> Words:
    """In capitals of this part of their usual height."""
    return Words(words, display_style(part * calibrate_file().body.heading_cap, find_theme().ink), "H2")


def _column(paper: Paper, words: Any, filled: dict[str, Any], last: Words | None = None) -> Iterator[Put]:
    """The title, and below it what to do: numbered headings, each with its text and, framed, what to type."""
    table, body = calibrate_file(), calibrate_file().body
    style, typed = (
        _body(),
        TextStyle(find_font(BOLD).size_for_cap(body.box_cap), body.pitch, BOLD, BOLD, find_theme().ink),
    )
    title = Stack(
        [Words(words.title, display_style(body.title_cap, find_theme().ink), "H1"), Words(words.lead, style)], 2.2
    )
    steps: list[Box] = []
    for number, step in enumerate(words.steps, 1):
        parts: list[Box] = [_heading(step.title), Space(0.6), Words(step.text.format(**filled), style)]
        if step.get("typed"):
            said = Words(step.typed.format(**filled), typed)
            parts += [Space(1.0), Framed(said, body.box_pad, find_theme().inks["grey"], 0.3, 1.2)]
        if step.get("blanks"):
            parts += [Space(2.5), Words(step.blanks.replace(" ", NO_BREAK), style)]
        label = Words(str(number), display_style(1.25 * body.heading_cap, find_theme().ink), "")
        steps.append(Hang(label, Stack(parts), INDENT))
    steps += [last] if last else []
    left, top = _left(paper), table.frame.top
    yield left, top + 2.5, title.lay(table.frame.width)
    yield left, top + table.outlines.y - 1.0, Stack(steps, body.gap + 2.0).lay(words.width)


def _outlines(paper: Paper) -> Iterator[Put]:
    """A sleeve, inside it a card, and in that and below it what else may need saying."""
    table, body = calibrate_file(), _body()
    outlines, words = table.outlines, table.outline_words
    (wide, high), (card_wide, card_high) = outlines.sleeve, outlines.card
    sleeve = Rect(_left(paper) + outlines.x, table.frame.top + outlines.y, wide, high)
    card = Rect(sleeve.left + (wide - card_wide) / 2, sleeve.top + (high - card_high) / 2, card_wide, card_high)
    yield 0.0, 0.0, Layout(0.0, 0.0, tuple(draw_outlines(find_theme(), sleeve, card, outlines.radius)))
    inside = Stack([_heading(words.title, ASIDE), Words(words.words, body)], 1.0)
    yield card.left + 5, card.top + 8, inside.lay(card.width - 10)
    below = [(words.fit_title, words.fit_words), (words.printer_title, words.printer_words)]
    notes = Stack([Stack([_heading(title, ASIDE), Words(text, body)], 0.6) for title, text in below], 4.0)
    yield sleeve.left, sleeve.bottom + 8, notes.lay(sleeve.width)


# ---------------------------------------------------------------- what is measured


def _figure(items: Sequence[Item], box: Rect, alt: str) -> Put:
    """Items at their places on the page, which are a figure around `box`."""
    moved = Group(tuple(items), shift(-box.left, -box.top))
    return box.left, box.top, Layout(box.width, box.height, (moved,), tag=Tag("Figure", alt))


def _around(at: Point, half: float) -> Rect:
    return Rect(at[0] - half, at[1] - half, 2 * half, 2 * half)


def _rulers(paper: Paper) -> Iterator[Put]:
    """One along the top and one along the left, as long as the paper allows."""
    lengths, table = long_rulers(paper), calibrate_file().rulers
    left, bottom = (paper.width_mm - lengths.across_mm) / 2, (paper.height_mm + lengths.down_mm) / 2
    across, down = place_rulers(
        _ruler(lengths.across_mm), _ruler(lengths.down_mm), (left, table.edge), (table.edge, bottom)
    )
    high = 4 * table.label_size
    for ruler, box, length in (
        (across, Rect(left, table.edge - 2, lengths.across_mm, high), lengths.across_mm),
        (down, Rect(table.edge - 2, bottom - lengths.down_mm, high, lengths.down_mm), lengths.down_mm),
    ):
        yield _figure([ruler], box, table.words.format(length=length))


def _ruler(length: int) -> tuple[Item, ...]:
    """A ruler with its figures below; the first and last end inside it, clear of the other ruler."""
    table = calibrate_file().rulers
    half, size = table.half_height, table.label_size
    anchors = {0: "start", length: "end"}
    figures = [
        Text(mm, half + size + 0.1, str(mm), BOLD, size, find_theme().ink, anchors.get(mm, "middle"))
        for mm in (*range(0, length - 15, 20), length)
    ]
    words = table.words.format(length=length)
    label = Text(length / 2, half + 2.6 * size, words, BOLD, 1.2 * size, find_theme().ink, "middle")
    return (*draw_ruler(find_theme(), 0, length, 2 * half), *figures, label)


def _number(number: int, x: float, y: float, inward: int) -> Text:
    """A mark's or grid's own, on the side of the page's middle: 1 right, -1 left."""
    cap, anchor = calibrate_file().pins.number_cap, "start" if inward > 0 else "end"
    return Text(x, y + cap / 2, str(number), DISPLAY, find_font(DISPLAY).size_for_cap(cap), find_theme().ink, anchor)


def _pin(number: int, at: Point, inward: int) -> Put:
    """A ring with a cross, whose middle is to be pricked, with its number."""
    table, (x, y) = calibrate_file().pins, at
    ring, cap, beside = table.ring, table.number_cap, x + inward * table.number_at
    cross = " ".join([line(x - ring, y, x + ring, y), line(x, y - ring, x, y + ring)])
    words = Text(
        beside + inward * 5.4, y + cap / 2, table.words, TEXT, 3.2, find_theme().ink, "start" if inward > 0 else "end"
    )
    items: list[Item] = [
        Path(circle(x, y, ring), stroke=find_theme().ink, width_mm=0.3), Path(cross, stroke=find_theme().ink, width_mm=0.15),
        Path(circle(x, y, table.dot), find_theme().ink), _number(number, beside, y, inward), words,
    ]  # fmt: skip
    return _figure(items, _around(at, ring), f"{number}: {table.words}")


def _arrow(paper: Paper, words: str) -> Put:
    """Up, left of the middle: held to a lamp, the two sides' arrows show over which edge the sheet turned."""
    table = calibrate_file().arrow
    width, height, size = table.width, table.height, find_font(DISPLAY).size_for_cap(table.cap)
    length = find_font(DISPLAY).width_mm(words, size)
    x, y = paper.width_mm / 2 - length / 2 - width, table.y
    points = [(0, 0.5), (0.5, 0), (1, 0.5), (0.68, 0.5), (0.68, 1), (0.32, 1), (0.32, 0.5)]
    shape = Path(polygon([(x + a * width, y + b * height) for a, b in points]), find_theme().ink)
    text = Text(x + width + 3, y + height / 2 + table.cap / 2, words, DISPLAY, size, find_theme().ink)
    return _figure((shape, text), Rect(x, y, width + 3 + length, height), words)


def _grid(number: int, at: Point, inward: int) -> Put:
    """A grid about a point, with its number.

    A millimeter is too narrow for a letter, so that every other one is below or at the right.
    """
    grid, (x, y) = calibrate_file().grid, at
    columns, rows, pitch, out, gap = grid.columns, grid.rows, grid.pitch, grid.overhang, grid.label_gap
    half_x, half_y, size = (len(columns) - 1) / 2 * pitch, (rows - 1) / 2 * pitch, grid.label_size
    cap = size * find_font(BOLD).cap_height / 1000
    fine, bold, labels = list[str](), list[str](), list[Item]()
    for column, letter in enumerate(columns):
        along, above = x + column * pitch - half_x, column % 2 == 0
        top, bottom = y - half_y - (out if above else 0), y + half_y + (0 if above else out)
        (bold if column == len(columns) // 2 else fine).append(line(along, top, along, bottom))
        label_y = top - gap if above else bottom + gap + cap
        labels.append(Text(along, label_y, letter, BOLD, size, find_theme().ink, "middle"))
    for row in range(rows):
        along, left = y + row * pitch - half_y, row % 2 == 0
        start, end = x - half_x - (out if left else 0), x + half_x + (0 if left else out)
        (bold if row == rows // 2 else fine).append(line(start, along, end, along))
        beside, anchor = (start - gap, "end") if left else (end + gap, "start")
        labels.append(Text(beside, along + cap / 2, str(row + 1), BOLD, size, find_theme().ink, anchor))
    items: list[Item] = [
        Path(" ".join(fine), stroke=find_theme().ink, width_mm=grid.line),
        Path(" ".join(bold), stroke=find_theme().ink, width_mm=grid.middle_line),
        *labels, _number(number, x + inward * grid.number_at, y, inward),
    ]  # fmt: skip
    return _figure(items, _around(at, half_x + out + gap + size), f"{number}: {columns[0]}-{columns[-1]}, 1-{rows}")


def _example(x: float, y: float) -> Put:
    """A piece of a grid, enlarged, with a hole in it and how it reads."""
    table, body = calibrate_file().example, _body()
    pitch, columns = table.pitch, table.columns
    side, cap = (len(columns) - 1) * pitch, body.size * find_font(BOLD).cap_height / 1000
    items: list[Item] = []
    for index, letter in enumerate(columns):
        at, row = index * pitch, table.first_row + index
        items.append(Path(line(at, -2, at, side + 2), stroke=find_theme().ink, width_mm=0.5 if letter == "H" else 0.2))
        items.append(Text(at, -3.2, letter, BOLD, body.size, find_theme().ink, "middle"))
        items.append(Path(line(-2, at, side + 2, at), stroke=find_theme().ink, width_mm=0.5 if row == 8 else 0.2))
        items.append(Text(-3, at + cap / 2, str(row), BOLD, body.size, find_theme().ink, "end"))
    across, down = table.hole
    items.append(Path(circle(across * pitch, down * pitch, table.radius), find_theme().ink))
    grid = Layout(side, side, tuple(items), tag=Tag("Figure", table.title))
    title, lines = _heading(table.title).lay(80.0), Stack([Words(text, body) for text in table.lines]).lay(80.0)
    parts = ((0.0, 0.0, title), (0.0, table.top, grid), (0.0, table.top + side + 5, lines))
    return x, y, Layout(80.0, table.top + side + 20, parts=parts)
