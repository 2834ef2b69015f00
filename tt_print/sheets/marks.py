"""What is beside the cards: numbered cut ticks, a line of instructions, a check ruler.

All of it in the margin, because a line on a card leaves dashes behind, and none of it in the
paper's dead zone. Instructions are on the sheet since the terminal is not beside the printer.
"""

from __future__ import annotations

from functools import cache

from tt_print import __version__
from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import Matrix, Rect, line, shift
from tt_print.drawing.shapes import Group, Ink, Item, Path, Text
from tt_print.drawing.text import DISPLAY, LEAST_MM, TEXT, break_lines, find_font
from tt_print.records import dataclass
from tt_print.sheets.guides import draw_ruler
from tt_print.sheets.plan import WORDS_CORNER_MM, WORDS_MARGIN_MM, Plan, fold_layout, gutter_mm
from tt_print.templates import TemplateTable, read_table

NO_BREAK = "\u00a0"
CAPITALS, DESCENT = 0.76, 0.22  # how far letters reach above and below their line, of the em
RULER_CLEAR_MM, CORNER_RULER_MM = 0.3, 2.4  # from the words above it, beyond the pitch of lines; its height
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
    stops_parted: str
    stops_block: str
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
    corner_pitch: float
    parting_clear: float
    ruler_mm: int

    @property
    def tick_end(self) -> float:
        """How far from the cards a whole tick ends."""
        return self.tick_gap + self.tick


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
    if corner := words_corner(plan):
        name = _name_in_lines(deck, number, count)
        return Group(tuple(corner_rows(theme, DISPLAY, name, corner, 0)), corner.matrix)
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


def cut_order(plan: Plan, first: int = 1) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
    """(number, x) of the vertical cuts of a block and (number, y) of the horizontal ones, in cutting order.

    First the cuts that go the long way of the block, then those across the strips; the pieces stay
    where they are, so that the ticks in the margin still point at the later cuts.
    """
    vertical, horizontal = plan.vertical_cuts, plan.horizontal_cuts
    if plan.vertical_first:
        first_vertical, first_horizontal = first, first + len(vertical)
    else:
        first_vertical, first_horizontal = first + len(horizontal), first
    return list(enumerate(vertical, first_vertical)), list(enumerate(horizontal, first_horizontal))


def block_orders(plan: Plan) -> list[tuple[Plan, int]]:
    """Each block with the number of its first cut: the cuts that part the blocks come before all others."""
    if not plan.parts:
        return [(plan, 1)]
    found, first = [], 1 + len(plan.partings)
    for part in plan.parts:
        found.append((part.grid, first))
        first += part.grid.cut_count
    return found


def draw_ticks(plan: Plan, theme: Theme) -> list[Item]:
    """A tick with its number at both ends of every cut, between the cards and the paper's dead zone.

    Between two blocks the tick stands alone, and its number at the other end.
    """
    if plan.parts:
        items = _partings(plan, theme)
        for part, (grid, first) in zip(plan.parts, block_orders(plan), strict=True):
            items += _block_ticks(grid, theme, _part_margins(plan, part.piece, grid.block), first)
        return items
    margins = Margins(
        plan.block.top - plan.paper.unprintable_mm, _room(plan, "horizontal"),
        plan.block.left - plan.paper.unprintable_mm, _room(plan, "vertical"),
    )  # fmt: skip
    return _block_ticks(plan, theme, margins, 1)


@dataclass(frozen=True, slots=True)
class Margins:
    """Room for ticks around a block of cards, in millimeters; `parted` names the sides where another block lies beyond."""

    above: float
    below: float
    left: float
    right: float
    parted: tuple[str, ...] = ()


def _part_margins(plan: Plan, piece: Rect, cards: Rect) -> Margins:
    """From the cards to the paper's dead zone, to the fold, or to the cut that parts the blocks."""
    words, paper = marks_file(), plan.paper
    rooms, parted = {}, []
    for side, room, edge, paper_edge, fold in (
        ("above", cards.top - piece.top, piece.top, 0.0, ""),
        ("below", piece.bottom - cards.bottom, piece.bottom, paper.height_mm, "horizontal"),
        ("left", cards.left - piece.left, piece.left, 0.0, ""),
        ("right", piece.right - cards.right, piece.right, paper.width_mm, "vertical"),
    ):
        if abs(edge - paper_edge) < 1e-6:
            rooms[side] = room - paper.unprintable_mm
        elif fold and plan.fold == fold and abs(edge - paper_edge / 2) < 1e-6:
            rooms[side] = room - words.clear
        else:
            rooms[side] = room - words.parting_clear
            parted.append(side)
    return Margins(**rooms, parted=tuple(parted))


def _partings(plan: Plan, theme: Theme) -> list[Item]:
    """A line along each cut that parts blocks, through the gutter between them, with its number on it near both ends."""
    words, font = marks_file(), find_font(TEXT)
    lines: list[str] = []
    numbers: list[Item] = []
    for number, parting in enumerate(plan.partings, 1):
        cards, margins = parting.cards, _part_margins(plan, parting.piece, parting.cards)
        if parting.is_vertical:
            before, after, start, end = margins.above, margins.below, cards.top, cards.bottom
            others = [y for part in plan.parts for y in part.grid.horizontal_cuts]
            half = words.number_cap / 2 + words.parting_clear
        else:
            before, after, start, end = margins.left, margins.right, cards.left, cards.right
            others = [x for part in plan.parts for x in part.grid.vertical_cuts]
            half = font.width_mm(str(number), font.size_for_cap(words.number_cap)) / 2 + words.parting_clear
        places = [
            _clear_place(start, 1, (start + end) / 2, half, others),
            _clear_place(end, -1, (start + end) / 2, half, others),
        ]
        stops = [start - min(before, words.tick_end), *(at + way * half for at in places for way in (-1, 1))]
        stops.append(end + min(after, words.tick_end))
        for one, other in zip(stops[::2], stops[1::2], strict=True):
            at = parting.at_mm
            lines.append(line(at, one, at, other) if parting.is_vertical else line(one, at, other, at))
        for along in places:
            x, y = (parting.at_mm, along) if parting.is_vertical else (along, parting.at_mm)
            numbers.append(_number(number, x, y, words.number_cap, "middle", theme.ink))
    return [Path(" ".join(lines), stroke=theme.ink, width_mm=words.line), *numbers]


def _clear_place(start: float, way: int, last: float, half: float, others: list[float]) -> float:
    """The first place for a number from an end of a line on, away from the ticks of blocks and from what is beside them."""
    words = marks_file()
    places = [start + way * words.number_gap * count for count in range(1, int(abs(last - start) / words.number_gap))]
    for clear in (words.tick_end, words.number_gap):
        for at in places:
            if all(abs(at - other) > half + clear for other in others):
                return at
    return (start + 2 * last) / 3


def _block_ticks(plan: Plan, theme: Theme, margins: Margins, first: int) -> list[Item]:
    """Where cards lie apart the number is on the card's side of its tick, not in the gap; likewise where the
    other side is in the dead zone, and at the first cut that goes down the page, whose number would meet that of the
    first one across.
    """
    words, paper, block = marks_file(), plan.paper, plan.block
    vertical, horizontal = cut_order(plan, first)
    above, below = _tick(margins.above), _tick(margins.below)
    left, right = _tick(margins.left), _tick(margins.right)
    cap, aside = words.number_cap, words.number_gap
    ticks: list[str] = []
    numbers: list[Item] = []
    for index, (number, x) in enumerate(vertical):
        width = aside + find_font(TEXT).width_mm(str(number), find_font(TEXT).size_for_cap(cap))
        inward = not index or (bool(plan.bleed_mm) and index % 2 == 0) or x - width < paper.unprintable_mm
        for (gap, length), y, way, where in ((above, block.top, -1, "above"), (below, block.bottom, 1, "below")):
            start = y + way * gap
            ticks.append(line(x, start, x, start + way * length))
            if where in margins.parted:
                continue
            side, anchor = (aside, "start") if inward else (-aside, "end")
            # round digits reach a little beyond their cap height: 0.1 mm each way keeps them off the dead zone
            small = min(cap, length - 0.2)
            numbers.append(_number(number, x + side, start + way * length / 2, small, anchor, theme.ink))
    for index, (number, y) in enumerate(horizontal):
        inward = (bool(plan.bleed_mm) and index % 2 == 0) or y - aside - cap < paper.unprintable_mm
        inward = inward or (not index and "above" in margins.parted)
        for (gap, length), x, way, where in ((left, block.left, -1, "left"), (right, block.right, 1, "right")):
            start = x + way * gap
            ticks.append(line(start, y, start + way * length, y))
            if where in margins.parted:
                continue
            needs = find_font(TEXT).width_mm(str(number), find_font(TEXT).size_for_cap(cap))
            # smaller where the margin is narrower than the number; still of a size to be read where that fits at all
            fits = cap * min(1, (gap + length - 0.2) / needs)
            least = LEAST_MM * find_font(TEXT).cap_height / 1000
            if fits < least and needs * least / cap <= gap + length:
                fits = least
            # in a narrow margin the first number stands close to the tick round the corner: below its own it is clear of it
            close = fits < cap or (first > 1 and (margins.left if way < 0 else margins.right) < words.tick_end + aside)
            below_tick = inward or (not index and close)
            side = aside + cap / 2 if below_tick else -aside - cap / 2
            half = needs * fits / cap / 2
            room = margins.left if way < 0 else margins.right
            # two digits are wider than a tick; beside a block of several they stay clear of the dead zone, too
            away = gap + length / 2 if fits == cap else (gap + length) / 2
            if first > 1 and fits == cap:
                away = max(half + 0.1, min(away, room - half - 0.1))
            middle = x + way * away
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
    every = []
    for block, _ in block_orders(plan):
        left, top, right, bottom = block.block.edges
        every += [line(x, top, x, bottom) for x in block.vertical_cuts]
        every += [line(left, y, right, y) for y in block.horizontal_cuts]
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
    if corner := words_corner(plan):
        return [_corner_words(plan, theme, corner, deck, advice, printer)]
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


@dataclass(frozen=True, slots=True)
class Corner:
    """Where words are if margins are too narrow for them: how it is on the sheet, how long its lines are, how many."""

    matrix: Matrix
    length: float
    rows: int


def words_corner(plan: Plan) -> Corner | None:
    """None where words are in the margins."""
    if not plan.parts or max(plan.area.left, plan.area.top) >= WORDS_MARGIN_MM:
        return None
    found, pitch = plan.free_corner, marks_file().corner_pitch
    if found is None:
        return None
    if found.width >= WORDS_CORNER_MM[0]:
        return Corner(shift(found.left, found.top), found.width, int(found.height / pitch))
    return Corner((0, -1, 1, 0, found.left, found.bottom), found.height, int(found.width / pitch))


def corner_rows(theme: Theme, font: str, text: str, corner: Corner, first: int) -> list[Item]:
    """The text in as many lines as it needs, from a row of the corner on, as the corner's matrix places them."""
    words = marks_file()
    return [
        Text(0, CAPITALS * words.text_size + row * words.corner_pitch, part, font, words.text_size, theme.ink)
        for row, part in enumerate(break_lines(text, font, words.text_size, corner.length), first)
    ]


def _name_in_lines(deck: str, number: int, count: int) -> str:
    """A sheet's name that may be broken, but for its last words: a number alone would pass for that of a cut."""
    words = marks_file()
    whole = words.number.format(number=number, count=count).replace(" ", NO_BREAK)
    return f"{words.title.format(deck=deck).rstrip()}{NO_BREAK}{whole}"


def _corner_words(plan: Plan, theme: Theme, corner: Corner, deck: str, advice: str, printer: str) -> Group:
    """The same words below each other, under the sheet's name, which is drawn on each; the last line only if there is room."""
    words = marks_file()
    size = words.text_size
    name = _name_in_lines(deck, 99, 99)
    row = len(break_lines(name, DISPLAY, size, corner.length))
    items = corner_rows(theme, TEXT, advice or words.advice, corner, row)
    row += len(items)
    middle = CAPITALS * size / 2 + row * words.corner_pitch + RULER_CLEAR_MM
    items += draw_ruler(theme, middle, words.ruler_mm, CORNER_RULER_MM)
    row += 1
    if words.ruler_mm + 2 + find_font(TEXT).width_mm(words.ruler, size) <= corner.length:
        items.append(Text(words.ruler_mm + 2, middle + size * 0.33, words.ruler, TEXT, size, theme.ink))
    else:
        items += corner_rows(theme, TEXT, words.ruler, corner, row)
        row += 1
    origin = words.origin.format(version=__version__)
    if printer:
        origin = f"{words.printer.format(printer=printer)} · {origin}"
    last = corner_rows(theme, TEXT, origin, corner, row)
    return Group((*items, *(last if row + len(last) <= corner.rows else ())), corner.matrix)


def guillotine_stops(plan: Plan) -> str:
    """Where to set the stop, as distances from the edge just cut, in cutting order.

    `cuts 1 and 5, then stops ...: 3 x 63; turn; 3 x 88`: the first cut of each way goes by its ticks, since a
    printer puts the picture anywhere on the paper; both must come before the sheet falls into strips. Several blocks are
    parted first, and each is then a sheet of its own.
    """
    words = marks_file()
    if not plan.parts:
        return words.stops.format(**_stops(plan, 1))
    blocks = [words.stops_block.format(**_stops(block, first)) for block, first in block_orders(plan)]
    partings = " and ".join(str(number + 1) for number in range(len(plan.partings)))
    return words.stops_parted.format(partings=partings, blocks=" · ".join(blocks))


def _stops(plan: Plan, number: int) -> dict[str, object]:
    words, card = marks_file(), plan.card
    vertical, horizontal = cut_order(plan, number)
    ways = [(vertical[0][0], plan.columns, card.width_mm), (horizontal[0][0], plan.rows, card.height_mm)]
    stops = []
    for _, count, side in sorted(ways):
        between = words.between.format(gap=_figure(plan.gap_mm)) if plan.gap_mm and count > 1 else ""
        stops.append(words.stops_way.format(count=count, side=_figure(side)) + between)
    first, second = sorted(number for number, _, _ in ways)
    return {"first": first, "second": second, "one": stops[0], "other": stops[1]}


def _figure(mm: float) -> str:
    return f"{mm:.2f}".rstrip("0").rstrip(".")
