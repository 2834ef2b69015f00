"""What is beside the cards: numbered cut ticks, a line of instructions, a check ruler.

All of it in the margin, because a line on a card leaves dashes behind, and none of it in the
paper's dead zone. Instructions are on the sheet since the terminal is not beside the printer.
"""

from __future__ import annotations

from functools import cache

from tt_print import __version__
from tt_print.draw.geometry import Matrix, Point, Rect, line, shift
from tt_print.draw.shapes import Group, Ink, Item, Path, Text
from tt_print.draw.text import DISPLAY, LEAST_MM, TEXT, find_font
from tt_print.faces.theme import Theme
from tt_print.paper.plan import Plan, fold_layout, gutter_mm
from tt_print.templates import Measures, TemplateTable, read_table

# ---------------------------------------------------------------- guides

# What pages that are printed first have in common: rulers, outlines of a card and a sleeve, lines of text.


def outline_rects(table: Measures, corner: Point = (0.0, 0.0)) -> tuple[Rect, Rect]:
    """The outlines of a sleeve and, in its middle, of a card; `corner` is that of the page to which the table's places belong."""
    (width, height), (sleeve_width, sleeve_height) = table.card, table.sleeve
    left, top = corner[0] + table.x, corner[1] + table.y
    card = Rect(left + (sleeve_width - width) / 2, top + (sleeve_height - height) / 2, width, height)
    return Rect(left, top, sleeve_width, sleeve_height), card


def draw_ruler(theme: Theme, y: float, length_mm: int, height_mm: float = 3.2) -> list[Item]:
    """A horizontal ruler from (0, y), where y is its middle: a mark a millimeter, longer at 5 and 10."""
    marks = []
    for mm in range(length_mm + 1):
        half = height_mm / 2 * (1 if mm % 10 == 0 else 0.7 if mm % 5 == 0 else 0.42)
        marks.append(line(mm, y - half, mm, y + half))
    marks.append(line(0, y, length_mm, y))
    return [Path(" ".join(marks), stroke=theme.ink, width_mm=0.15)]


def place_rulers(across: tuple[Item, ...], down: tuple[Item, ...], left: Point, bottom: Point) -> tuple[Group, Group]:
    """Two rulers drawn from the origin: one from `left` on across the page, one from `bottom` on up it.

    Two, because printers can shrink one way only.
    """
    return Group(across, shift(*left)), Group(down, (0, -1, 1, 0, *bottom))


def draw_outlines(theme: Theme, sleeve: Rect, card: Rect, radius: float) -> list[Item]:
    """A sleeve, dashed, and inside it a card."""
    return [
        Path(sleeve.path(1), stroke=theme.inks["grey"], width_mm=0.25, dash_mm=(2, 1)),
        Path(card.path(radius), stroke=theme.ink, width_mm=0.25),
    ]


CAPITALS, DESCENT = 0.76, 0.22  # how far letters reach above and below their line, of the em
CUTS = {"ticks": "short marks in the margin", "lines": "thin lines around every card", "none": "no marks"}


class MarksFile(TemplateTable):
    """`templates/sheets/marks.toml`: the sentences in a sheet's margins, and measures in millimeters."""

    title: str
    title_short: str
    number: str
    advice: str
    origin: str
    ruler: str
    printer: str
    stops: str
    stops_way: str
    between: str
    text_size: float
    pitch: float
    line: float
    tick: float
    tick_min: float
    tick_gap: float
    number_cap: float
    number_gap: float
    clear: float
    ruler_mm: int


def marks_file() -> MarksFile:
    return read_table(MarksFile, "sheets/marks.toml")


@cache
def draw_marks(plan: Plan, theme: Theme, cuts: str, deck: str, advice: str = "", printer: str = "") -> tuple[Item, ...]:
    """What is the same on every sheet: cut marks, names, advice, check ruler, guillotine stops.

    `deck` says what the sheets hold, `advice` how to print them (one-sided without it), `printer` whose
    calibration they went through. One object for all sheets, so that a file stores it once.
    """
    items: list[Item] = []
    if cuts == "lines":
        items += _lines(plan, theme.inks["grey"])
    if cuts != "none":
        items += draw_ticks(plan, theme)
    if plan.fold:
        items += draw_fold(plan, theme)
    return (*items, *_advice(plan, theme, deck, cuts, advice, printer))


def draw_sheet_number(plan: Plan, theme: Theme, deck: str, number: int, count: int) -> Group:
    """ "3 of 15", where the header's words end."""
    words, size = marks_file(), marks_file().text_size
    x = find_font(DISPLAY).width_mm(_title(plan, deck), size)
    text = words.number.format(number=number, count=count)
    return Group((Text(x, _header_y(plan), text, DISPLAY, size, theme.ink),), _strips(plan)[0])


def _title(plan: Plan, deck: str) -> str:
    """The header's first words, short ones where the whole name would run off the paper."""
    words = marks_file()
    whole = words.title.format(deck=deck)
    number = words.number.format(number=99, count=99)
    fits = find_font(DISPLAY).width_mm(whole + number, words.text_size) <= plan.words_room_mm
    return whole if fits else words.title_short.format(deck=deck)


def _header_y(plan: Plan, row: int = 0) -> float:
    """Baseline of the header, midway between the paper's dead zone and the ticks, or of one of its two rows."""
    words, depth = marks_file(), _strips(plan)[3]
    end = depth - words.tick_gap - words.tick
    if _two_rows(plan):
        return end - words.clear - DESCENT * words.text_size - (1 - row) * words.pitch
    middle = (plan.paper.unprintable_mm + end) / 2 + words.text_size * 0.33
    return min(middle, end - words.clear - DESCENT * words.text_size)


def _two_rows(plan: Plan) -> bool:
    words, depth = marks_file(), _strips(plan)[3]
    needs = words.pitch + (CAPITALS + DESCENT) * words.text_size + words.clear
    return depth - plan.paper.unprintable_mm - words.tick_gap - words.tick >= needs


def cut_order(plan: Plan) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
    """(number, x) of the vertical cuts and (number, y) of the horizontal ones, in cutting order.

    First the cuts that go the long way of the block, then those across the strips; the pieces stay
    where they are, so that the ticks in the margin still point at the later cuts.
    """
    vertical, horizontal = plan.vertical_cuts, plan.horizontal_cuts
    first_vertical = 1 if plan.vertical_first else 1 + len(horizontal)
    first_horizontal = 1 + len(vertical) if plan.vertical_first else 1
    return list(enumerate(vertical, first_vertical)), list(enumerate(horizontal, first_horizontal))


def draw_ticks(plan: Plan, theme: Theme) -> list[Item]:
    """A tick with its number at both ends of every cut, between the cards and the paper's dead zone.

    Where cards lie apart the number is on the card's side of its tick, not in the gap; likewise where the
    other side is in the dead zone, and at the first cut that goes down the page, whose number would meet that of the
    first one across.
    """
    words, paper, block = marks_file(), plan.paper, plan.block
    vertical, horizontal = cut_order(plan)
    above, below = _tick(block.top - paper.unprintable_mm), _tick(_room(plan, "horizontal"))
    left, right = _tick(block.left - paper.unprintable_mm), _tick(_room(plan, "vertical"))
    cap, aside = words.number_cap, words.number_gap
    ticks: list[str] = []
    numbers: list[Item] = []
    for index, (number, x) in enumerate(vertical):
        width = aside + find_font(TEXT).width_mm(str(number), find_font(TEXT).size_for_cap(cap))
        inward = not index or (bool(plan.bleed_mm) and index % 2 == 0) or x - width < paper.unprintable_mm
        for (gap, length), y, way in ((above, block.top, -1), (below, block.bottom, 1)):
            start = y + way * gap
            ticks.append(line(x, start, x, start + way * length))
            side, anchor = (aside, "start") if inward else (-aside, "end")
            # round digits reach a little beyond their cap height: 0.1 mm each way keeps them off the dead zone
            small = min(cap, length - 0.2)
            numbers.append(_number(number, x + side, start + way * length / 2, small, anchor, theme.ink))
    for index, (number, y) in enumerate(horizontal):
        inward = (bool(plan.bleed_mm) and index % 2 == 0) or y - aside - cap < paper.unprintable_mm
        for (gap, length), x, way in ((left, block.left, -1), (right, block.right, 1)):
            start = x + way * gap
            ticks.append(line(start, y, start + way * length, y))
            needs = find_font(TEXT).width_mm(str(number), find_font(TEXT).size_for_cap(cap))
            # smaller where the margin is narrower than the number; still of a size to be read where that fits at all
            fits = cap * min(1, (gap + length - 0.2) / needs)
            least = LEAST_MM * find_font(TEXT).cap_height / 1000
            if fits < least and needs * least / cap <= gap + length:
                fits = least
            # in a narrow margin the first number stands close to the tick round the corner: below its own it is clear of it
            below_tick = inward or (not index and fits < cap)
            side = aside + cap / 2 if below_tick else -aside - cap / 2
            middle = x + way * (gap + length / 2 if fits == cap else (gap + length) / 2)
            numbers.append(_number(number, middle, y + side, fits, "middle", theme.ink))
    return [Path(" ".join(ticks), stroke=theme.ink, width_mm=words.line), *numbers]


def _room(plan: Plan, fold: str) -> float:
    """What lies beyond the cards' far side: the margin without its dead zone, or half the fold's gutter."""
    if plan.fold == fold:
        return gutter_mm(plan.bleed_mm) / 2 - marks_file().clear
    return (plan.block.top if fold == "horizontal" else plan.block.left) - plan.paper.unprintable_mm


def _tick(room: float) -> tuple[float, float]:
    """Distance from the cards and length of a tick. Where there is no room for one it runs into the dead zone
    a little, which many printers print anyway.
    """
    words = marks_file()
    gap = words.tick_gap if room > 2 * words.tick_gap else words.tick_gap / 4
    return gap, max(min(words.tick, room - gap), words.tick_min)


def _number(number: int, x: float, y: float, cap: float, anchor: str, ink: Ink) -> Text:
    return Text(x, y + cap / 2, str(number), TEXT, find_font(TEXT).size_for_cap(cap), ink, anchor)


def _lines(plan: Plan, ink: Ink) -> list[Item]:
    left, top, right, bottom = plan.block.edges
    every = [line(x, top, x, bottom) for x in plan.vertical_cuts]
    every += [line(left, y, right, y) for y in plan.horizontal_cuts]
    return [Path(" ".join(every), stroke=ink, width_mm=0.1)]


def draw_fold(plan: Plan, theme: Theme) -> list[Item]:
    """The line to fold along, across the paper but only where no card lies, and what to do with it."""
    words, paper, block, area = fold_layout(), plan.paper, plan.block, plan.area
    if plan.fold == "horizontal":
        at, length, start = paper.height_mm / 2, paper.width_mm, block.left
        margin, crosses_words = area.left, area.top < area.left
        along: Matrix = (1, 0, 0, 1, 0, at)
    else:
        at, length, start = paper.width_mm / 2, paper.height_mm, paper.height_mm - block.bottom
        margin, crosses_words = area.top, area.top >= area.left
        along = (0, -1, 1, 0, at, paper.height_mm)
    marks = marks_file()
    end = max(paper.unprintable_mm, margin - marks.tick_gap - marks.tick) if crosses_words else paper.unprintable_mm
    dashes = Path(line(end, 0, length - end, 0), stroke=theme.ink, width_mm=words.line, dash_mm=words.dash)
    side = plan.card.width_mm if plan.fold == "horizontal" else plan.card.height_mm
    advice = Text(
        start + side / 2,
        -marks.clear - words.line / 2 - DESCENT * words.text_size,
        words.words,
        TEXT,
        words.text_size,
        theme.ink,
        "middle",
    )
    return [Group((dashes, advice), along)]


def _strips(plan: Plan) -> tuple[Matrix, Matrix, float, float]:
    """Two opposite margins as horizontal strips: matrices of header and footer, length, depth.

    The wider margins serve: above and below the cards, or, read from the right, beside them. In the
    header's strip y runs from the paper's edge to the cards, in the footer's from the cards outward.
    """
    area = plan.area
    bottom, right = area.bottom, area.right
    if area.top >= area.left:
        return shift(area.left, 0), shift(area.left, bottom), area.width, area.top
    return (0, -1, 1, 0, 0, bottom), (0, -1, 1, 0, right, bottom), area.height, area.left


def _advice(plan: Plan, theme: Theme, deck: str, cuts: str, advice: str, printer: str) -> list[Item]:
    """In the header names and how to print, across the cards from it the check ruler and the origin.

    The guillotine's stops take the header's second row, or what is free in the first or beside the ruler.
    """
    above, below, length, depth = _strips(plan)
    words = marks_file()
    size, long = words.text_size, words.ruler_mm
    y = (words.tick_gap + words.tick + depth - plan.paper.unprintable_mm) / 2
    origin = words.origin.format(version=__version__)
    if printer:
        origin = f"{words.printer.format(printer=printer)} · {origin}"
    title, advice = _title(plan, deck), advice or words.advice
    measure, gap = find_font(TEXT), 4.0
    title_end = find_font(DISPLAY).width_mm(title + words.number.format(number=99, count=99), size)
    ruler_end = long + 2 + measure.width_mm(words.ruler, size)
    advice_start, origin_start = (length - measure.width_mm(text, size) for text in (advice, origin))
    footer = [*draw_ruler(theme, y, long), Text(long + 2, y + size * 0.33, words.ruler, TEXT, size, theme.ink)]
    header = [Text(0, _header_y(plan), title, DISPLAY, size, theme.ink)]
    # on small paper what does not fit beside the rest is left out: the terminal has said it, too
    if title_end + words.clear <= advice_start:
        header.append(Text(length, _header_y(plan), advice, TEXT, size, theme.ink, "end"))
    if ruler_end + words.clear <= origin_start:
        footer.append(Text(length, y + size * 0.33, origin, TEXT, size, theme.ink, "end"))
    if cuts != "none":
        stops = guillotine_stops(plan)
        width = measure.width_mm(stops, size)
        if _two_rows(plan) and width <= length:
            header.append(Text(0, _header_y(plan, 1), stops, TEXT, size, theme.ink))
        elif title_end + width + 2 * gap <= advice_start:
            header.append(Text((title_end + advice_start) / 2, _header_y(plan), stops, TEXT, size, theme.ink, "middle"))
        elif ruler_end + width + 2 * gap <= origin_start:
            footer.append(Text((ruler_end + origin_start) / 2, y + size * 0.33, stops, TEXT, size, theme.ink, "middle"))
    return [Group(tuple(header), above), Group(tuple(footer), below)]


def guillotine_stops(plan: Plan) -> str:
    """Where to set the stop, as distances from the edge just cut, in cutting order.

    `make cuts 1 and 5. From there, cut every 63 mm (3x), turn, ...`: the first cut of each way goes by its ticks,
    since a printer puts the picture anywhere on the paper; both must come before the sheet falls into strips.
    """
    words, card = marks_file(), plan.card
    vertical, horizontal = cut_order(plan)
    ways = [(vertical[0][0], plan.columns, card.width_mm), (horizontal[0][0], plan.rows, card.height_mm)]
    stops = []
    for _, count, side in sorted(ways):
        between = words.between.format(gap=_figure(plan.gap_mm)) if plan.gap_mm and count > 1 else ""
        stops.append(words.stops_way.format(count=count, side=_figure(side)) + between)
    first, second = sorted(number for number, _, _ in ways)
    return words.stops.format(first=first, second=second, one=stops[0], other=stops[1])


def _figure(mm: float) -> str:
    return f"{mm:.2f}".rstrip("0").rstrip(".")
