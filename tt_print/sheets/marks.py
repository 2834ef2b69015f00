"""What stands beside the cards: numbered cut ticks, a line of instructions, a check ruler.

All of it in the margin, because a line on a card leaves dashes behind, and none of it in the
paper's dead zone. Instructions are on the sheet since the terminal is not beside the printer.
"""

from __future__ import annotations

from functools import cache

from tt_print import __version__
from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import Matrix, line, shift
from tt_print.drawing.shapes import Group, Ink, Item, Path, Text
from tt_print.drawing.text import DISPLAY, TEXT, find_font
from tt_print.sheets.plan import Plan, gutter_mm
from tt_print.templates import read_toml

CUTS = {"ticks": "short marks in the margin", "lines": "thin lines round every card", "none": "no marks"}


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


def draw_place(plan: Plan, theme: Theme, deck: str, number: int, count: int) -> Group:
    """ "3 of 15", where the header's words end."""
    words, size = read_toml("sheets/marks.toml"), read_toml("sheets/marks.toml")["text_size"]
    x = find_font(DISPLAY).width_mm(words["title"].format(deck=deck), size)
    place = words["place"].format(number=number, count=count)
    return Group((Text(x, _header_y(plan), place, DISPLAY, size, theme.ink),), _strips(plan)[0])


def _header_y(plan: Plan, row: int = 0) -> float:
    """Baseline of the header, midway between the paper's dead zone and the ticks, or of one of its two rows."""
    words, depth = read_toml("sheets/marks.toml"), _strips(plan)[3]
    middle = (plan.paper.dead_mm + depth - words["tick_gap"] - words["tick"]) / 2 + words["text_size"] * 0.33
    return middle + (row - 0.5) * words["pitch"] if _two_rows(plan) else middle


def _two_rows(plan: Plan) -> bool:
    words, depth = read_toml("sheets/marks.toml"), _strips(plan)[3]
    return depth - plan.paper.dead_mm - words["tick_gap"] - words["tick"] >= words["pitch"] + 0.75 * words["text_size"]


def cut_order(plan: Plan) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
    """(number, x) of the upright cuts and (number, y) of the level ones, in cutting order.

    First the cuts that go the long way of the block, then those across the strips; the pieces stay
    where they are, so that the ticks in the margin still point at the later cuts.
    """
    upright, level = plan.upright_cuts, plan.level_cuts
    first = len(upright) if plan.long_way_upright else len(level)
    from_upright, from_level = (1, first + 1) if plan.long_way_upright else (first + 1, 1)
    return list(enumerate(upright, from_upright)), list(enumerate(level, from_level))


def draw_ticks(plan: Plan, theme: Theme) -> list[Item]:
    """A tick with its number at both ends of every cut, between the cards and the paper's dead zone.

    Where cards lie apart the number stands on the card's side of its tick, not in the gap; likewise where the
    other side lies in the dead zone.
    """
    words, paper, block = read_toml("sheets/marks.toml"), plan.paper, plan.block
    upright, level = cut_order(plan)
    above, below = _tick(block.top_mm - paper.dead_mm), _tick(_room(plan, "level"))
    left, right = _tick(block.left_mm - paper.dead_mm), _tick(_room(plan, "upright"))
    cap = words["number_cap"]
    ticks: list[str] = []
    numbers: list[Item] = []
    for place, (name, x) in enumerate(upright):
        wide = 0.6 + find_font(TEXT).width_mm(str(name), find_font(TEXT).size_for_cap(cap))
        inward = (bool(plan.bleed_mm) and place % 2 == 0) or x - wide < paper.dead_mm
        for (gap, high), y, way in ((above, block.top_mm, -1), (below, block.bottom_mm, 1)):
            start = y + way * gap
            ticks.append(line(x, start, x, start + way * high))
            side, anchor = (0.6, "start") if inward else (-0.6, "end")
            # round digits reach a little beyond their cap height: 0.1 mm each way keeps them off the dead zone
            small = min(cap, high - 0.2)
            numbers.append(_number(name, x + side, start + way * high / 2, small, anchor, theme.ink))
    for place, (name, y) in enumerate(level):
        inward = (bool(plan.bleed_mm) and place % 2 == 0) or y - 0.6 - cap < paper.dead_mm
        for (gap, wide), x, way in ((left, block.left_mm, -1), (right, block.right_mm, 1)):
            start = x + way * gap
            ticks.append(line(start, y, start + way * wide, y))
            side = 0.6 + cap / 2 if inward else -0.6 - cap / 2
            needs = find_font(TEXT).width_mm(str(name), find_font(TEXT).size_for_cap(cap))
            fits = cap * min(1, (gap + wide - 0.2) / needs)  # smaller where the margin is narrower than the number
            middle = start + way * wide / 2 if fits == cap else x + way * (gap + wide) / 2
            numbers.append(_number(name, middle, y + side, fits, "middle", theme.ink))
    return [Path(" ".join(ticks), stroke=theme.ink, width_mm=words["line"]), *numbers]


def _room(plan: Plan, fold: str) -> float:
    """What lies beyond the cards' far side: the margin without its dead zone, or half the fold's gutter."""
    if plan.fold == fold:
        return gutter_mm(plan.bleed_mm) / 2 - 0.3  # clear of the fold line
    return (plan.block.top_mm if fold == "level" else plan.block.left_mm) - plan.paper.dead_mm


def _tick(room: float) -> tuple[float, float]:
    """Distance from the cards and length of a tick. Where there is no room for one it runs into the dead zone
    a little, which many printers print all the same.
    """
    words = read_toml("sheets/marks.toml")
    gap = words["tick_gap"] if room > 2 * words["tick_gap"] else words["tick_gap"] / 4
    return gap, max(min(words["tick"], room - gap), words["tick_least"])


def _number(name: int, x: float, y: float, cap: float, anchor: str, ink: Ink) -> Text:
    return Text(x, y + cap / 2, str(name), TEXT, find_font(TEXT).size_for_cap(cap), ink, anchor)


def _lines(plan: Plan, ink: Ink) -> list[Item]:
    bottom, right = plan.top_mm + plan.height_mm, plan.left_mm + plan.width_mm
    every = [line(x, plan.top_mm, x, bottom) for x in plan.upright_cuts]
    every += [line(plan.left_mm, y, right, y) for y in plan.level_cuts]
    return [Path(" ".join(every), stroke=ink, width_mm=0.1)]


def draw_fold(plan: Plan, theme: Theme) -> list[Item]:
    """The line to fold along, across the paper but only where no card lies, and what to do with it."""
    words, paper, block, area = read_toml("sheets/backs.toml")["fold"], plan.paper, plan.block, plan.area
    if plan.fold == "level":
        at, length, start = paper.height_mm / 2, paper.width_mm, block.left_mm
        margin, crosses_words = area.left_mm, area.top_mm < area.left_mm
        along: Matrix = (1, 0, 0, 1, 0, at)
    else:
        at, length, start = paper.width_mm / 2, paper.height_mm, paper.height_mm - block.bottom_mm
        margin, crosses_words = area.top_mm, area.top_mm >= area.left_mm
        along = (0, -1, 1, 0, at, paper.height_mm)
    marks = read_toml("sheets/marks.toml")
    end = max(paper.dead_mm, margin - marks["tick_gap"] - marks["tick"]) if crosses_words else paper.dead_mm
    dashes = Path(line(end, 0, length - end, 0), stroke=theme.ink, width_mm=words["line"], dash_mm=tuple(words["dash"]))
    side = plan.card.width_mm if plan.fold == "level" else plan.card.height_mm
    told = Text(start + side / 2, -0.7, words["words"], TEXT, words["text_size"], theme.ink, "middle")
    return [Group((dashes, told), along)]


def _strips(plan: Plan) -> tuple[Matrix, Matrix, float, float]:
    """Two opposite margins as level strips: matrices of header and footer, length, depth.

    The wider margins serve: above and below the cards, or, read from the right, beside them. In the
    header's strip y runs from the paper's edge to the cards, in the footer's from the cards outward.
    """
    area = plan.area
    bottom, right = area.bottom_mm, area.right_mm
    if area.top_mm >= area.left_mm:
        return shift(area.left_mm, 0), shift(area.left_mm, bottom), area.width_mm, area.top_mm
    return (0, -1, 1, 0, 0, bottom), (0, -1, 1, 0, right, bottom), area.height_mm, area.left_mm


def _advice(plan: Plan, theme: Theme, deck: str, cuts: str, advice: str, printer: str) -> list[Item]:
    """In the header names and how to print, across the cards from it the check ruler and the origin.

    The guillotine's stops take the header's second row, or what is free in the first or beside the ruler.
    """
    above, below, length, depth = _strips(plan)
    words = read_toml("sheets/marks.toml")
    size, long = words["text_size"], words["ruler_mm"]
    y = (words["tick_gap"] + words["tick"] + depth - plan.paper.dead_mm) / 2
    origin = words["origin"].format(version=__version__)
    if printer:
        origin = f"{words['printer'].format(printer=printer)} · {origin}"
    title, advice = words["title"].format(deck=deck), advice or words["advice"]
    footer = [
        *draw_ruler(theme, 0, y, long),
        Text(long + 2, y + size * 0.33, words["ruler"], TEXT, size, theme.ink),
        Text(length, y + size * 0.33, origin, TEXT, size, theme.ink, "end"),
    ]
    header = [
        Text(0, _header_y(plan), title, DISPLAY, size, theme.ink),
        Text(length, _header_y(plan), advice, TEXT, size, theme.ink, "end"),
    ]
    if cuts != "none":
        stops, measure = guillotine_stops(plan), find_font(TEXT)
        wide, gap = measure.width_mm(stops, size), 4.0
        title_end = find_font(DISPLAY).width_mm(title + words["place"].format(number=99, count=99), size)
        ruler_end = long + 2 + measure.width_mm(words["ruler"], size)
        advice_start, origin_start = (length - measure.width_mm(told, size) for told in (advice, origin))
        if _two_rows(plan) and wide <= length:
            header.append(Text(0, _header_y(plan, 1), stops, TEXT, size, theme.ink))
        elif title_end + wide + 2 * gap <= advice_start:
            header.append(Text((title_end + advice_start) / 2, _header_y(plan), stops, TEXT, size, theme.ink, "middle"))
        elif ruler_end + wide + 2 * gap <= origin_start:
            footer.append(Text((ruler_end + origin_start) / 2, y + size * 0.33, stops, TEXT, size, theme.ink, "middle"))
    return [Group(tuple(header), above), Group(tuple(footer), below)]


def guillotine_stops(plan: Plan) -> str:
    """Where to set the stop, as distances from the edge just cut, in cutting order.

    `cuts 1 and 5, then stops ...: 3 x 63; turn; 3 x 88`: the first cut of each way goes by its ticks, since a
    printer puts the picture anywhere on the paper; both must come before the sheet falls into strips.
    """
    words, card = read_toml("sheets/marks.toml"), plan.card
    upright, level = cut_order(plan)
    ways = [(upright[0][0], plan.columns, card.width_mm), (level[0][0], plan.rows, card.height_mm)]
    told = []
    for _, count, side in sorted(ways):
        between = words["between"].format(gap=_figure(plan.gap_mm)) if plan.gap_mm and count > 1 else ""
        told.append(words["stops_way"].format(count=count, side=_figure(side)) + between)
    first, second = sorted(number for number, _, _ in ways)
    return words["stops"].format(first=first, second=second, one=told[0], other=told[1])


def _figure(mm: float) -> str:
    return f"{mm:.2f}".rstrip("0").rstrip(".")


def draw_ruler(theme: Theme, x: float, y: float, length_mm: int, height_mm: float = 3.2) -> list[Item]:
    """A level ruler from (x, y), where y is its middle: a mark a millimeter, longer at 5 and 10."""
    marks = []
    for mm in range(length_mm + 1):
        half = height_mm / 2 * (1 if mm % 10 == 0 else 0.7 if mm % 5 == 0 else 0.42)
        marks.append(line(x + mm, y - half, x + mm, y + half))
    marks.append(line(x, y, x + length_mm, y))
    return [Path(" ".join(marks), stroke=theme.ink, width_mm=0.15)]
