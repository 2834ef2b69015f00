"""Backs that meet their fronts: mirrored about the edge or the fold over which the paper turns.

A side is described as it lies face up with its top away from you. Turning the sheet over an upright edge
makes left and right change places, over a level one top and bottom; a fold does the same about its line.
A card turns about its own upright middle, as a page does, and its back is then the right way up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import IDENTITY, Matrix, apply, compose, quarter_turn, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Text
from tt_print.drawing.text import DISPLAY, TEXT, find_font
from tt_print.errors import InputError, choose
from tt_print.sheets.compose import Sheet
from tt_print.sheets.plan import Plan
from tt_print.templates import read_toml

TWO_SIDED = ("duplex", "separate")


@dataclass(frozen=True, slots=True)
class Backs:
    """What somebody asked for. `mode` is none, fold, duplex or separate; `flip` the edge over which paper turns.

    `bleed_mm` is how far backs reach beyond the cut (None: what fits), `offset_mm` moves them right and
    down, and `order` is "reversed" for the file of separate backs when a tray deals sheets from its bottom.
    """

    mode: str = "none"
    flip: str = "long"
    bleed_mm: float | None = None
    offset_mm: tuple[float, float] = (0.0, 0.0)
    order: str = "same"

    @property
    def two_sided(self) -> bool:
        return self.mode in TWO_SIDED


NO_BACKS = Backs()


def check_backs(backs: Backs, face_bleed_mm: float) -> Backs:
    """The same with names spelled as ours and the bleed decided. Raises InputError that says what to type."""
    table = read_toml("sheets/backs.toml")
    mode = choose("kind of back", backs.mode, table["modes"], "--backs")
    flip = choose("edge to flip on", backs.flip, table["flips"], "--flip")
    if mode not in TWO_SIDED:
        asked = [
            *(["--back-offset"] if backs.offset_mm != (0.0, 0.0) else []),
            *(["--flip short"] if flip != "long" else []),
        ]
        if asked:
            raise InputError(f"{asked[0]} is for backs on the other side of the paper. Add --backs duplex or separate.")
    if mode == "none" and backs.bleed_mm is not None:
        raise InputError("--back-bleed is for sheets with backs. Add --backs duplex, separate or fold.")
    if backs.order == "reversed" and mode != "separate":
        raise InputError("--reverse is for the second file of --backs separate. Add that, or leave out --reverse.")
    if any(abs(mm) > table["most_offset"] for mm in backs.offset_mm):
        raise InputError(
            f"--back-offset: give at most {table['most_offset']:g} mm each way; more is a wrong --flip or --paper."
        )
    return replace(backs, mode=mode, flip=flip, bleed_mm=_bleed(backs.bleed_mm, face_bleed_mm, table))


def _bleed(asked: float | None, face_bleed_mm: float, table: dict[str, Any]) -> float:
    """Cards that touch have backs that join, so a bleed shows only round the block; else it lies in the gaps."""
    most = face_bleed_mm or table["most_bleed"]
    if asked is None:
        return face_bleed_mm if face_bleed_mm else min(most, table["bleed"])
    if not 0 <= asked <= most:
        why = "more would meet the words in the margin"
        if face_bleed_mm:
            why = f"cards with {face_bleed_mm:g} mm bleed leave so much to each"
        raise InputError(f"--back-bleed {asked:g}: give 0 to {most:g} mm; {why}.")
    return asked


def turn_over(width_mm: float, height_mm: float, flip: str) -> Matrix:
    """Where a point of the front lies on the back of paper turned over its long or its short edge."""
    if (flip == "long") == (height_mm >= width_mm):  # the edge it turns over is upright
        return (-1, 0, 0, 1, width_mm, 0)
    return (1, 0, 0, -1, 0, height_mm)


def fold_over(plan: Plan) -> Matrix:
    """Where a point of the front half lies once the paper is folded, or the other way round."""
    if plan.fold == "upright":
        return (-1, 0, 0, 1, plan.paper.width_mm, 0)
    return (1, 0, 0, -1, 0, plan.paper.height_mm)


def place_back(mirror: Matrix, front: Matrix, width_mm: float) -> Matrix:
    """Where the back goes of a card `width_mm` wide whose front lies at `front`: behind it, the right way up."""
    return compose(mirror, compose(front, (-1, 0, 0, 1, width_mm, 0)))


def upright(sheet: Sheet) -> Sheet:
    """A sheet as the printer takes it, its long side upright; one that lies on its side is turned clockwise.

    Otherwise each program would choose which way to turn it, and "long edge" would mean two things.
    """
    drawing = sheet.drawing
    if drawing.height_mm >= drawing.width_mm:
        return sheet
    return transformed(sheet, quarter_turn(drawing.height_mm, 0), drawing.height_mm, drawing.width_mm)


def transformed(sheet: Sheet, matrix: Matrix, width_mm: float | None = None, height_mm: float | None = None) -> Sheet:
    """The sheet drawn through a matrix, its trim box too; the same object when nothing changes."""
    if matrix == IDENTITY:
        return sheet
    drawing = sheet.drawing
    left, top, wide, high = sheet.trim_mm
    corners = [apply(matrix, x, y) for x in (left, left + wide) for y in (top, top + high)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    moved = Drawing(
        width_mm or drawing.width_mm, height_mm or drawing.height_mm, (Group(drawing.items, matrix),), drawing.title,
        drawing.description,
    )  # fmt: skip
    return Sheet(moved, sheet.codes, (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))


def add_folded(sheets: Sequence[Sheet], plan: Plan, back: Drawing) -> list[Sheet]:
    """Sheets with a back beyond the fold for each picture on them."""
    mirror, area = fold_over(plan), plan.area
    trim = (area.left_mm, area.top_mm, area.width_mm, area.height_mm)
    return [
        Sheet(
            replace(sheet.drawing, items=(*sheet.drawing.items, *_placed(sheet, plan, back, mirror))), sheet.codes, trim
        )
        for sheet in sheets
    ]


def make_back_sheets(
    sheets: Sequence[Sheet], plan: Plan, theme: Theme, back: Drawing, flip: str, title: str
) -> list[Sheet]:
    """For each front, as `compose_sheets` made it, the other side of its paper, both upright in the printer."""
    paper = plan.paper
    turned = paper.width_mm > paper.height_mm
    wide, high = sorted((paper.width_mm, paper.height_mm))
    up = quarter_turn(wide, 0) if turned else IDENTITY
    mirror = compose(turn_over(wide, high, flip), up)
    made = []
    for number, sheet in enumerate(sheets, 1):
        items = (*_placed(sheet, plan, back, mirror), Group(_words(plan, theme, flip, number, len(sheets)), up))
        left, top, width, height = sheet.trim_mm
        corners = [apply(mirror, x, y) for x, y in ((left, top), (left + width, top + height))]
        (x1, x2), (y1, y2) = (sorted(axis) for axis in zip(*corners, strict=True))
        name = f"{title}, backs of sheet {number} of {len(sheets)}"
        codes = tuple("back" if code else "" for code in sheet.codes)
        made.append(Sheet(Drawing(wide, high, items, name, back.description), codes, (x1, y1, x2 - x1, y2 - y1)))
    return made


def _placed(sheet: Sheet, plan: Plan, back: Drawing, mirror: Matrix) -> list[Item]:
    return [
        Group(back.items, place_back(mirror, shift(slot.x_mm, slot.y_mm), plan.card.width_mm))
        for code, slot in zip(sheet.codes, plan.slots, strict=False)
        if code
    ]


def _words(plan: Plan, theme: Theme, flip: str, number: int, count: int) -> tuple[Item, ...]:
    """In the middle of the margin that is widest: whose backs these are, and over which edge the paper turned."""
    table, size = read_toml("sheets/backs.toml"), read_toml("sheets/marks.toml")["text_size"]
    area, dead = plan.area, plan.paper.dead_mm
    told = table["words"]["back"].format(number=number, count=count, edge=table["flips"][flip])
    title = table["words"]["title"]
    start = find_font(DISPLAY).width_mm(title, size)
    row: tuple[Item, ...] = (
        Text(0, 0, title, DISPLAY, size, theme.ink),
        Text(start, 0, told, TEXT, size, theme.ink),
    )
    if area.top_mm >= area.left_mm:
        return (Group(row, shift(area.left_mm, dead + size * 0.75)),)
    return (Group(row, (0, -1, 1, 0, dead + size * 0.75, area.bottom_mm)),)
