"""What stands beside the cards: numbered cut ticks, a line of instructions, a check ruler.

All of it in the margin, because a line on a card leaves dashes behind, and none of it in the
paper's dead zone. Instructions are on the sheet since the terminal is not beside the printer.
"""

from __future__ import annotations

from functools import cache

from tt_print import __version__
from tt_print.drawing.geometry import Matrix, line, shift
from tt_print.drawing.shapes import Group, Ink, Item, Path, Text
from tt_print.drawing.text import DISPLAY, TEXT, find_font
from tt_print.sheets.plan import Plan
from tt_print.templates import read_toml
from tt_print.theme import Theme

CUTS = {"ticks": "short marks in the margin", "lines": "thin lines round every card", "none": "no marks"}

LEAST_CAP_MM = 1.0  # smaller figures are specks


@cache
def draw_marks(plan: Plan, theme: Theme, cuts: str, deck: str) -> tuple[Item, ...]:
    """What is the same on every sheet: cut marks, names, advice, check ruler. `deck` says what the sheets hold.

    One object for all of them, so that a file stores it once.
    """
    items: list[Item] = []
    if cuts == "lines":
        items += _lines(plan, theme.inks["grey"])
    if cuts != "none":
        items += draw_ticks(plan, theme)
    return (*items, *_advice(plan, theme, deck))


def draw_place(plan: Plan, theme: Theme, deck: str, number: int, count: int) -> Group:
    """"3 of 15", where the header's words end."""
    words, size = read_toml("sheets/marks.toml"), read_toml("sheets/marks.toml")["text_size"]
    x = find_font(DISPLAY).width_mm(words["title"].format(deck=deck), size)
    place = words["place"].format(number=number, count=count)
    return Group((Text(x, _header_y(plan), place, DISPLAY, size, theme.ink),), _strips(plan)[0])


def _header_y(plan: Plan) -> float:
    """Baseline of the header, midway between the paper's dead zone and the ticks."""
    words, depth = read_toml("sheets/marks.toml"), _strips(plan)[3]
    return (plan.paper.dead_mm + depth - words["tick_gap"] - words["tick"]) / 2 + words["text_size"] * 0.33


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
    """A tick with its number at both ends of every cut; no number in a margin too narrow to read it in."""
    words, paper = read_toml("sheets/marks.toml"), plan.paper
    upright, level = cut_order(plan)
    gap, cap = words["tick_gap"], words["number_cap"]
    high = min(words["tick"], plan.top_mm - paper.dead_mm - gap)
    wide = min(words["tick"], plan.left_mm - paper.dead_mm - gap)
    bottom, right = plan.top_mm + plan.height_mm, plan.left_mm + plan.width_mm
    ticks: list[str] = []
    numbers: list[Item] = []
    # Round digits reach a little beyond their cap height: 0.1 mm each way keeps them off the dead zone. The
    # first number of each kind changes sides where it would reach into that.
    small, beside = min(cap, high - 0.2), min(cap, wide * 1.4)
    for name, x in upright:
        left_of = x - 0.6 - small > paper.dead_mm
        for y, way in ((plan.top_mm - gap, -1), (bottom + gap, 1)):
            ticks.append(line(x, y, x, y + way * high))
            if small >= LEAST_CAP_MM:
                beside_x, anchor = (x - 0.6, "end") if left_of else (x + 0.6, "start")
                numbers.append(_number(name, beside_x, y + way * high / 2, small, anchor, theme.ink))
    for name, y in level:
        up = -1 if y - 0.7 - beside > paper.dead_mm else 1
        for x, way in ((plan.left_mm - gap, -1), (right + gap, 1)):
            ticks.append(line(x, y, x + way * wide, y))
            if beside >= LEAST_CAP_MM:
                beside_y = y + up * (0.6 + beside / 2)
                numbers.append(_number(name, x + way * wide / 2, beside_y, beside, "middle", theme.ink))
    return [Path(" ".join(ticks), stroke=theme.ink, width_mm=words["line"]), *numbers]


def _number(name: int, x: float, y: float, cap: float, anchor: str, ink: Ink) -> Text:
    return Text(x, y + cap / 2, str(name), TEXT, find_font(TEXT).size_for_cap(cap), ink, anchor)


def _lines(plan: Plan, ink: Ink) -> list[Item]:
    bottom, right = plan.top_mm + plan.height_mm, plan.left_mm + plan.width_mm
    every = [line(x, plan.top_mm, x, bottom) for x in plan.upright_cuts]
    every += [line(plan.left_mm, y, right, y) for y in plan.level_cuts]
    return [Path(" ".join(every), stroke=ink, width_mm=0.1)]


def _strips(plan: Plan) -> tuple[Matrix, Matrix, float, float]:
    """Two opposite margins as level strips: matrices of header and footer, length, depth.

    The wider margins serve: above and below the cards, or, read from the right, beside them. In the
    header's strip y runs from the paper's edge to the cards, in the footer's from the cards outward.
    """
    bottom, right = plan.top_mm + plan.height_mm, plan.left_mm + plan.width_mm
    if plan.top_mm >= plan.left_mm:
        return shift(plan.left_mm, 0), shift(plan.left_mm, bottom), plan.width_mm, plan.top_mm
    return (0, -1, 1, 0, 0, bottom), (0, -1, 1, 0, right, bottom), plan.height_mm, plan.left_mm


def _advice(plan: Plan, theme: Theme, deck: str) -> list[Item]:
    """In the header names and how to print, across the cards from it the check ruler and the origin."""
    above, below, length, depth = _strips(plan)
    words = read_toml("sheets/marks.toml")
    size, long = words["text_size"], words["ruler_mm"]
    y = (words["tick_gap"] + words["tick"] + depth - plan.paper.dead_mm) / 2
    origin = words["origin"].format(version=__version__)
    footer = (
        *draw_ruler(theme, 0, y, long),
        Text(long + 2, y + size * 0.33, words["ruler"], TEXT, size, theme.ink),
        Text(length, y + size * 0.33, origin, TEXT, size, theme.ink, "end"),
    )
    header = (
        Text(0, _header_y(plan), words["title"].format(deck=deck), DISPLAY, size, theme.ink),
        Text(length, _header_y(plan), words["advice"], TEXT, size, theme.ink, "end"),
    )
    return [Group(header, above), Group(footer, below)]


def draw_ruler(theme: Theme, x: float, y: float, length_mm: int, height_mm: float = 3.2) -> list[Item]:
    """A level ruler from (x, y), where y is its middle: a mark a millimeter, longer at 5 and 10."""
    marks = []
    for mm in range(length_mm + 1):
        half = height_mm / 2 * (1 if mm % 10 == 0 else 0.7 if mm % 5 == 0 else 0.42)
        marks.append(line(x + mm, y - half, x + mm, y + half))
    marks.append(line(x, y, x + length_mm, y))
    return [Path(" ".join(marks), stroke=theme.ink, width_mm=0.15)]
