"""Printers are a little off; this measures by how much. A test page has rulers, outlines, and marks to prick on the front, on the back grids
to read them on: nobody can read a scale through paper, but a pin goes through it. Its hole on the back shows where the front was printed,
and the grid there where the back was. What is read off it becomes a profile of the printer.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tt_print.draw.geometry import Point, Rect, apply, circle, line, polygon, shift
from tt_print.draw.shapes import Group, Item, Path, Text
from tt_print.draw.text import BOLD, DISPLAY, TEXT, find_font
from tt_print.faces.theme import Theme, find_theme
from tt_print.page.boxes import Box, Framed, Hang, Layout, Space, Stack, Tag, Words
from tt_print.page.flow import Document, Put
from tt_print.page.text import NO_BREAK, TextStyle, display_style
from tt_print.paper.backs import Sheet, SheetFile, flip_matrix
from tt_print.paper.marks import draw_outlines, draw_ruler, outline_rects, place_rulers
from tt_print.paper.plan import Paper
from tt_print.paper.printers import PrinterProfile, back_print, front_print
from tt_print.problems import LayoutProblem, Problem
from tt_print.records import dataclass
from tt_print.templates import Measures, read_measures
from tt_print.typed_words import read_length, split_lengths, split_list

# ---------------------------------------------------------------- readings

SHORT_RULER_MM = 100  # the rulers of `tt-print start`


def calibrate_file() -> Measures:
    """Words and measures of the test page, `templates/sheets/calibrate.toml`."""
    return read_measures("sheets/calibrate.toml")


@dataclass(frozen=True, slots=True)
class Rulers:
    """Nominal lengths of the two rulers in millimeters."""

    across_mm: int
    down_mm: int


def long_rulers(paper: Paper) -> Rulers:
    """The test page's rulers: as long as the paper allows in whole centimeters."""
    table = calibrate_file().rulers

    def longest(side_mm: float) -> int:
        return int((side_mm - 2 * table.clear) // table.step * table.step)

    return Rulers(longest(paper.width_mm), longest(paper.height_mm))


def parse_measured(text: str, paper: Paper) -> tuple[float, float]:
    """Scale across and down from `179.5,259` or `99.8,99.5`: measured over nominal length.

    Each figure may be of the short ruler (100 mm) or of the test page's long one; it is taken for the
    one that it is near. Raises InputError that says what is wrong.
    """
    parts = split_lengths(text)
    if len(parts) != 2:
        raise Problem("calibration.two_lengths", "measured", text=text)
    rulers = long_rulers(paper)
    return _scale(parts[0], text, rulers.across_mm, "across"), _scale(parts[1], text, rulers.down_mm, "down")


def _scale(part: str, text: str, long_mm: float, way: str) -> float:
    measured = read_length(part)
    if measured is None:
        raise Problem("calibration.no_length", "measured", text=text, part=part.strip())
    lengths = (SHORT_RULER_MM, long_mm)
    for length in lengths:
        if 0.8 <= measured / length <= 1.2:
            return measured / length
    for length in lengths:
        if 0.8 <= 10 * measured / length <= 1.2:
            raise Problem("calibration.centimeters", "measured", value=measured, length=length, meant=10 * measured)
    if measured < 10:
        raise Problem("calibration.decimal_comma", "measured", text=text)
    raise Problem(
        "calibration.no_ruler", "measured", text=text, value=measured, way=way, short=SHORT_RULER_MM, long=long_mm
    )


def parse_holes(text: str) -> list[Point]:
    """Four readings in the order of the grids' numbers, as (right, down) of the grids' middles in mm.

    `H8` is the middle; `GH7.5` lies halfway between columns G and H and between rows 7 and 8.
    """
    parts = [part for part in split_list(text) if part]
    if len(parts) != 4:
        raise Problem("calibration.four_readings", "back_read", text=text, given=len(parts))
    return [_hole(part, text) for part in parts]


def _hole(part: str, text: str) -> Point:
    grid = calibrate_file().grid
    letters = part.upper().rstrip("0123456789.")
    figures = part[len(letters) :]
    columns = grid.columns
    middle = (len(columns) - 1) / 2
    if not (1 <= len(letters) <= 2 and letters in columns):  # two only as neighbors in their order
        first, last = columns[0], columns[-1]
        raise Problem("calibration.no_column", "back_read", text=text, part=part, first=first, last=last)
    row = read_length(figures) or 0.0
    if not 1 <= row <= grid.rows:
        raise Problem("calibration.no_row", "back_read", text=text, part=part, rows=grid.rows)
    column = sum(columns.index(letter) for letter in letters) / len(letters)
    return (column - middle) * grid.pitch, (row - (grid.rows + 1) / 2) * grid.pitch


def pin_marks(width_mm: float, height_mm: float) -> Sequence[Point]:
    """The four marks on the front, numbered 1 to 4 from the top left, row by row."""
    inset = calibrate_file().pins.inset
    right, bottom = width_mm - inset, height_mm - inset
    return ((inset, inset), (right, inset), (inset, bottom), (right, bottom))


GOOD, OFFER, SMALL, LARGE = "good", "correct", "too small", "too large"


@dataclass(frozen=True, slots=True)
class ScaleVerdict:
    """`across` and `down` are good, correct (a little small), small or large beyond correction; `usable` when both can be saved."""

    across: str
    down: str
    lines: tuple[str, ...]

    @property
    def usable(self) -> bool:
        return {self.across, self.down} <= {GOOD, OFFER}

    @property
    def worst(self) -> str:
        return max((self.across, self.down), key=(GOOD, OFFER, SMALL, LARGE).index)


def judge_scale(scale_x: float, scale_y: float, other_paper: str) -> ScaleVerdict:
    """One sentence by axis, then what it comes from. `other_paper` is what the sheet may have been meant for."""
    words = calibrate_file().verdict
    kinds, why, cure = words.kinds, words.why, words.cure
    across, down = _judge(scale_x), _judge(scale_y)
    x, y = f"{100 * scale_x:.1f}%", f"{100 * scale_y:.1f}%"
    if across == down and x == y and across != GOOD:
        sentence = words.both.format(what=kinds.get(across), percent=x)
    elif across == down:
        sentence = words.each.format(what=kinds.get(across), across=x, down=y)
    else:
        sentence = words.mixed.format(across=kinds.get(across), x=x, down=kinds.get(down).lower(), y=y)
    lines = [sentence + why.get(across if across != GOOD else down, "")]
    for kind in dict.fromkeys((across, down)):
        lines += [line.format(other=other_paper) for line in cure.get(kind, ())]
    return ScaleVerdict(across, down, tuple(lines))


def _judge(scale: float) -> str:
    words = calibrate_file().verdict
    percent = round(100 * scale, 3)  # 99.5 measured is 99.5, whatever the division leaves behind
    lower, upper = words.range
    if percent > upper:
        return LARGE
    return GOOD if percent >= lower else OFFER if percent >= words.offer else SMALL


# ---------------------------------------------------------------- the profile


def grid_middles(paper: Paper, flip: str) -> list[Point]:
    """Where on the back the pin holes come through when nothing is off, in the order of the marks."""
    width, height = paper.width_mm, paper.height_mm
    return [apply(flip_matrix(width, height, flip), x, y) for x, y in pin_marks(width, height)]


def solve_front(old: PrinterProfile, scale_x: float, scale_y: float) -> PrinterProfile:
    """The profile with new scales; a back that was measured keeps its own, as a part of the front's."""
    return replace(
        old, scale_x=scale_x, scale_y=scale_y, back_scale_x=old.back_scale_x / old.scale_x * scale_x,
        back_scale_y=old.back_scale_y / old.scale_y * scale_y,
    )  # fmt: skip


def solve_back(front: PrinterProfile, holes: Sequence[Point], paper: Paper, flip: str) -> PrinterProfile:
    """The profile with its second side: `holes` are the readings as (right, down) of the grids' middles.

    A hole is where the printed front put its mark, seen from behind; the reading names the point of the
    back's drawing that was printed there. So the readings, printed, must be the holes: least squares over
    the four of them. Raises InputError when they do not agree with each other.
    """
    width, height = paper.width_mm, paper.height_mm
    mirror, fronts = flip_matrix(width, height, flip), front_print(front, width, height)
    middle = complex(width, height) / 2  # a point is right + down * 1j, so that a turn is a product
    grids = [complex(*at) for at in grid_middles(paper, flip)]
    read = [grid + complex(*hole) - middle for grid, hole in zip(grids, holes, strict=True)]
    hole = [complex(*apply(mirror, *apply(fronts, *mark))) - middle for mark in pin_marks(width, height)]
    read_mean, hole_mean = sum(read) / len(read), sum(hole) / len(hole)
    sources, targets = [point - read_mean for point in read], [point - hole_mean for point in hole]
    rulers = long_rulers(paper)
    scale_x, scale_y, turn = front.scale_x, front.scale_y, 0.0
    for _ in range(6):  # skew and scales settle each other to the nanometer
        scaled = [complex(scale_x * point.real, scale_y * point.imag) for point in sources]
        turn = cmath.phase(sum(target * point.conjugate() for point, target in zip(scaled, targets, strict=True)))
        straight = [target * cmath.rect(1, -turn) for target in targets]
        scale_x = _back_scale([p.real for p in sources], [p.real for p in straight], front.scale_x, rulers.across_mm)
        scale_y = _back_scale([p.imag for p in sources], [p.imag for p in straight], front.scale_y, rulers.down_mm)
    offset = hole_mean - complex(scale_x * read_mean.real, scale_y * read_mean.imag) * cmath.rect(1, turn)
    found = replace(
        front, offset_x_mm=offset.real, offset_y_mm=offset.imag, skew_deg=math.degrees(turn),
        back_scale_x=scale_x, back_scale_y=scale_y, flip=flip,
    )  # fmt: skip
    printer = back_print(found, width, height, flip)
    _check_misses(found, [
        abs(complex(*apply(printer, at.real, at.imag)) - middle - wanted)
        for at, wanted in zip((point + middle for point in read), hole, strict=True)
    ])  # fmt: skip
    return found


def _back_scale(sources: Sequence[float], targets: Sequence[float], front: float, ruler_mm: float) -> float:
    """The back's scale on one axis, between what the holes say and the front's, by how far each can be trusted.

    A reading to half a millimeter is off by 0.5 / sqrt(12) mm (a uniform error); a second pass changes
    paper by about 0.1% (heat takes moisture from it).
    """
    grid = calibrate_file().grid
    rough: float = grid.reading / math.sqrt(12)
    spread = sum(source**2 for source in sources)
    measured = sum(source * target for source, target in zip(sources, targets, strict=True)) / spread
    by_holes = rough**2 / spread
    by_front: float = grid.shrink**2 + (rough / ruler_mm) ** 2
    return front + (measured - front) * by_front / (by_front + by_holes)


def _check_misses(found: PrinterProfile, misses_mm: Sequence[float]) -> None:
    """Raises InputError when a hole lies far from where the other readings want it."""
    grid = calibrate_file().grid
    if max(misses_mm) > grid.max_miss or abs(found.skew_deg) > grid.max_skew:
        raise Problem("calibration.readings_disagree", "back_read", miss=max(misses_mm), flip=found.flip)


# ---------------------------------------------------------------- the test page

INDENT = 8.0  # of what is below the number of a step
ASIDE = 0.84  # of a heading beside the steps
LABEL_PART = 1.2  # of a ruler's figures: the words beside a ruler and a pin


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
    theme = find_theme()
    sides = (("front", front, _front(paper, theme, flip, printer)), ("back", back, _back(paper, theme, flip)))
    document, sheets = Document(), list[Sheet]()
    for side, description, parts in sides:
        title = f"Triple Topper: calibration, {side}"
        drawing = document.drawing([*parts], width, height, title, description, margin=paper.unprintable_mm)
        sheets.append(Sheet(drawing, (), Rect(0.0, 0.0, width, height)))
    safe = "".join(c if c.isalnum() else "-" for c in printer).casefold()
    stem = "-".join(filter(None, ["calibrate", "short" if flip == "short" else "", safe, paper.name]))
    return SheetFile(stem, f"Triple Topper, calibration, {paper.title}", tuple(sheets))


def _front(paper: Paper, theme: Theme, flip: str, printer: str) -> Iterator[Put]:
    table, rulers = calibrate_file(), long_rulers(paper)
    filled = {"across": rulers.across_mm, "down": rulers.down_mm, "edge": flip.upper()}
    yield from _column(paper, theme, table.front, filled | {"printer": f" as {printer}" if printer else ""})
    yield from _outlines(paper, theme)
    yield from _rulers(paper, theme)
    for number, at in enumerate(pin_marks(paper.width_mm, paper.height_mm), 1):
        yield _pin(theme, number, at, 1 if at[0] < paper.width_mm / 2 else -1)
    yield _arrow(paper, theme, table.arrow.front)


def _back(paper: Paper, theme: Theme, flip: str) -> Iterator[Put]:
    table, left = calibrate_file(), _left(paper)
    wrong = Words(table.back.wrong.format(other="short" if flip == "long" else "long"), _body(theme).strong)
    yield from _column(paper, theme, table.back, {"readings": table.example.readings}, wrong)
    yield _example(theme, left + table.example.x, table.frame.top + table.example.y)
    for number, at in enumerate(grid_middles(paper, flip), 1):
        yield _grid(theme, number, at, 1 if at[0] < paper.width_mm / 2 else -1)
    yield _arrow(paper, theme, table.arrow.back)


def _left(paper: Paper) -> float:
    return (paper.width_mm - float(calibrate_file().frame.width)) / 2


# ---------------------------------------------------------------- words


def _body(theme: Theme) -> TextStyle:
    body = calibrate_file().body
    return TextStyle(body.size, body.pitch, ink=theme.ink)


def _heading(theme: Theme, words: str, part: float = 1.0) -> Words:
    """In capitals of this part of their usual height."""
    return Words(words, display_style(part * calibrate_file().body.heading_cap, theme.ink), "H2")


def _column(
    paper: Paper, theme: Theme, words: Measures, filled: dict[str, object], last: Words | None = None
) -> Iterator[Put]:
    """The title, and below it what to do: numbered headings, each with its text and, framed, what to type."""
    table, body = calibrate_file(), calibrate_file().body
    style = _body(theme)
    title = Stack([Words(words.title, display_style(body.title_cap, theme.ink), "H1"), Words(words.lead, style)], 2.2)
    steps: list[Box] = []
    for number, step in enumerate(words.steps, 1):
        parts: list[Box] = [_heading(theme, step.title), Space(0.6), Words(step.text.format(**filled), style)]
        if step.get("typed"):
            said = Words(step.typed.format(**filled), style.strong)
            parts += [Space(1.0), Framed(said, body.box_pad, theme.inks["grey"], 0.3, 1.2)]
        if step.get("blanks"):
            parts += [Space(2.5), Words(step.blanks.replace(" ", NO_BREAK), style)]
        label = Words(str(number), display_style(1.25 * body.heading_cap, theme.ink), "")
        steps.append(Hang(label, Stack(parts), INDENT))
    steps += [last] if last else []
    left, top = _left(paper), table.frame.top
    yield left, top + 2.5, title.lay(table.frame.width)
    yield left, top + table.outlines.y - 1.0, Stack(steps, body.gap + 2.0).lay(words.width)


def _outlines(paper: Paper, theme: Theme) -> Iterator[Put]:
    """A sleeve, inside it a card, and in that and below it what else may need saying."""
    table, body = calibrate_file(), _body(theme)
    outlines, words = table.outlines, table.outline_words
    sleeve, card = outline_rects(outlines, (_left(paper), table.frame.top))
    yield 0.0, 0.0, Layout(0.0, 0.0, tuple(draw_outlines(theme, sleeve, card, outlines.radius)))
    inside = Stack([_heading(theme, words.title, ASIDE), Words(words.words, body)], 1.0)
    yield card.left + 5, card.top + 8, inside.lay(card.width - 10)
    below = [(words.fit_title, words.fit_words), (words.printer_title, words.printer_words)]
    notes = Stack([Stack([_heading(theme, title, ASIDE), Words(text, body)], 0.6) for title, text in below], 4.0)
    yield sleeve.left, sleeve.bottom + 8, notes.lay(sleeve.width)


# ---------------------------------------------------------------- what is measured


def _figure(items: Sequence[Item], box: Rect, alt: str) -> Put:
    """Items at their places on the page, which are a figure around `box`."""
    moved = Group(tuple(items), shift(-box.left, -box.top))
    return box.left, box.top, Layout(box.width, box.height, (moved,), tag=Tag("Figure", alt))


def _around(at: Point, half: float) -> Rect:
    return Rect(at[0] - half, at[1] - half, 2 * half, 2 * half)


def _rulers(paper: Paper, theme: Theme) -> Iterator[Put]:
    """One along the top and one along the left, as long as the paper allows."""
    lengths, table = long_rulers(paper), calibrate_file().rulers
    left, bottom = (paper.width_mm - lengths.across_mm) / 2, (paper.height_mm + lengths.down_mm) / 2
    across, down = place_rulers(
        _ruler(theme, lengths.across_mm), _ruler(theme, lengths.down_mm), (left, table.edge), (table.edge, bottom)
    )
    high = 4 * table.label_size
    for ruler, box, length in (
        (across, Rect(left, table.edge - 2, lengths.across_mm, high), lengths.across_mm),
        (down, Rect(table.edge - 2, bottom - lengths.down_mm, high, lengths.down_mm), lengths.down_mm),
    ):
        yield _figure([ruler], box, table.words.format(length=length))


def _ruler(theme: Theme, length: int) -> tuple[Item, ...]:
    """A ruler with its figures below; the first and last end inside it, clear of the other ruler."""
    table = calibrate_file().rulers
    half, size = table.half_height, table.label_size
    anchors = {0: "start", length: "end"}
    figures = [
        Text(mm, half + size + 0.1, str(mm), BOLD, size, theme.ink, anchors.get(mm, "middle"))
        for mm in (*range(0, length - 15, 20), length)
    ]
    words = table.words.format(length=length)
    label = Text(length / 2, half + 2.6 * size, words, BOLD, LABEL_PART * size, theme.ink, "middle")
    return (*draw_ruler(theme, 0, length, 2 * half), *figures, label)


def _number(theme: Theme, number: int, x: float, y: float, inward: int) -> Text:
    """A mark's or grid's own, on the side of the page's middle: 1 right, -1 left."""
    cap, anchor = calibrate_file().pins.number_cap, "start" if inward > 0 else "end"
    return Text(x, y + cap / 2, str(number), DISPLAY, find_font(DISPLAY).size_for_cap(cap), theme.ink, anchor)


def _pin(theme: Theme, number: int, at: Point, inward: int) -> Put:
    """A ring with a cross, whose middle is to be pricked, with its number."""
    table, (x, y) = calibrate_file().pins, at
    ring, cap, beside = table.ring, table.number_cap, x + inward * table.number_at
    cross = " ".join([line(x - ring, y, x + ring, y), line(x, y - ring, x, y + ring)])
    anchor, size = "start" if inward > 0 else "end", LABEL_PART * calibrate_file().rulers.label_size
    words = Text(beside + inward * 5.4, y + cap / 2, table.words, TEXT, size, theme.ink, anchor)
    items: list[Item] = [
        Path(circle(x, y, ring), stroke=theme.ink, width_mm=0.3), Path(cross, stroke=theme.ink, width_mm=0.15),
        Path(circle(x, y, table.dot), theme.ink), _number(theme, number, beside, y, inward), words,
    ]  # fmt: skip
    return _figure(items, _around(at, ring), f"{number}: {table.words}")


def _arrow(paper: Paper, theme: Theme, words: str) -> Put:
    """Up, left of the middle: held to a lamp, the two sides' arrows show over which edge the sheet turned."""
    table = calibrate_file().arrow
    width, height, size = table.width, table.height, find_font(DISPLAY).size_for_cap(table.cap)
    length = find_font(DISPLAY).width_mm(words, size)
    x, y = paper.width_mm / 2 - length / 2 - width, table.y
    points = [(0, 0.5), (0.5, 0), (1, 0.5), (0.68, 0.5), (0.68, 1), (0.32, 1), (0.32, 0.5)]
    shape = Path(polygon([(x + a * width, y + b * height) for a, b in points]), theme.ink)
    text = Text(x + width + 3, y + height / 2 + table.cap / 2, words, DISPLAY, size, theme.ink)
    return _figure((shape, text), Rect(x, y, width + 3 + length, height), words)


def _grid(theme: Theme, number: int, at: Point, inward: int) -> Put:
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
        labels.append(Text(along, label_y, letter, BOLD, size, theme.ink, "middle"))
    for row in range(rows):
        along, left = y + row * pitch - half_y, row % 2 == 0
        start, end = x - half_x - (out if left else 0), x + half_x + (0 if left else out)
        (bold if row == rows // 2 else fine).append(line(start, along, end, along))
        beside, anchor = (start - gap, "end") if left else (end + gap, "start")
        labels.append(Text(beside, along + cap / 2, str(row + 1), BOLD, size, theme.ink, anchor))
    items: list[Item] = [
        Path(" ".join(fine), stroke=theme.ink, width_mm=grid.line),
        Path(" ".join(bold), stroke=theme.ink, width_mm=grid.middle_line),
        *labels, _number(theme, number, x + inward * grid.number_at, y, inward),
    ]  # fmt: skip
    return _figure(items, _around(at, half_x + out + gap + size), f"{number}: {columns[0]}-{columns[-1]}, 1-{rows}")


def _example(theme: Theme, x: float, y: float) -> Put:
    """A piece of a grid, enlarged, with a hole in it and how it reads."""
    table, body = calibrate_file().example, _body(theme)
    pitch, columns = table.pitch, table.columns
    side, cap = (len(columns) - 1) * pitch, body.size * find_font(BOLD).cap_height / 1000
    items: list[Item] = []
    for index, letter in enumerate(columns):
        at, row = index * pitch, table.first_row + index
        items.append(Path(line(at, -2, at, side + 2), stroke=theme.ink, width_mm=0.5 if letter == "H" else 0.2))
        items.append(Text(at, -3.2, letter, BOLD, body.size, theme.ink, "middle"))
        items.append(Path(line(-2, at, side + 2, at), stroke=theme.ink, width_mm=0.5 if row == 8 else 0.2))
        items.append(Text(-3, at + cap / 2, str(row), BOLD, body.size, theme.ink, "end"))
    across, down = table.hole
    items.append(Path(circle(across * pitch, down * pitch, table.radius), theme.ink))
    grid = Layout(side, side, tuple(items), tag=Tag("Figure", table.title))
    title, lines = _heading(theme, table.title).lay(80.0), Stack([Words(text, body) for text in table.lines]).lay(80.0)
    parts = ((0.0, 0.0, title), (0.0, table.top, grid), (0.0, table.top + side + 5, lines))
    return x, y, Layout(80.0, table.top + side + 20, parts=parts)
