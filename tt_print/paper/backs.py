"""Backs that meet their fronts: mirrored about the edge or the fold over which the paper turns.

A side is described as it lies face up with its top away from you. Turning the sheet over an vertical edge
makes left and right change places, over a horizontal one top and bottom; a fold does the same about its line.
A card turns about its own upright middle, as a page does, and its back is then the right way up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tt_print.draw.geometry import IDENTITY, Matrix, Rect, apply, compose, quarter_turn, scale, shift
from tt_print.draw.shapes import Drawing, Group, Item, Text
from tt_print.draw.text import DISPLAY, TEXT, find_font, verify_words_inside
from tt_print.faces.theme import Theme
from tt_print.paper.marks import draw_marks, draw_sheet_number, marks_file
from tt_print.paper.plan import CardSize, Plan, count_sheets
from tt_print.records import dataclass
from tt_print.templates import Measures, read_measures, read_toml

# ---------------------------------------------------------------- compose

# Which pictures lie on which sheet, and the sheets themselves as drawings.


@dataclass(frozen=True, slots=True)
class CardPicture:
    """What is in one slot: `code` names it in a slot map, `drawing` is as large as the card, or 63 x 88 and will be
    scaled; it may lie on its side.
    """

    code: str
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class Sheet:
    """One finished page. `codes` are in slot order, "" for an empty slot; `trim_mm` is what remains of it when
    margins are cut off.
    """

    drawing: Drawing
    codes: tuple[str, ...]
    trim_mm: Rect


@dataclass(frozen=True, slots=True)
class SheetFile:
    """Sheets that are printed together; `stem` is the name of their file without its suffix."""

    stem: str
    title: str
    sheets: tuple[Sheet, ...]


def fit(drawing: Drawing, card: CardSize, x_mm: float, y_mm: float, rim_mm: float) -> Matrix:
    """Where a picture goes on a card whose top left corner is (x_mm, y_mm): scaled evenly, centered.

    What lies within the picture's rim fills the card within the same rim, so that the white edge stays
    as wide on a small card as on a large one. A picture that is on its side is turned upright.
    """
    landscape = drawing.width_mm > drawing.height_mm
    width, height = (drawing.height_mm, drawing.width_mm) if landscape else (drawing.width_mm, drawing.height_mm)
    factor = scale_of(card, width, height, rim_mm)
    left, top = x_mm + (card.width_mm - factor * width) / 2, y_mm + (card.height_mm - factor * height) / 2
    upright = scale(factor, left, top)
    return compose(upright, quarter_turn(width, 0)) if landscape else upright


def scale_of(card: CardSize, width_mm: float, height_mm: float, rim_mm: float) -> float:
    edge = 2 * rim_mm
    return min((card.width_mm - edge) / (width_mm - edge), (card.height_mm - edge) / (height_mm - edge))


def compose_sheets(
    pictures: Sequence[CardPicture], plan: Plan, theme: Theme, deck: str, cuts: str = "ticks", start_at: int = 1,
    advice: str = "", printer: str = "",
) -> list[Sheet]:  # fmt: skip
    """Sheets that hold the pictures in order, the first of them in slot `start_at` (from 1).

    `deck` is how the sheets' titles name what they hold, `advice` says how to print them if not one-sided,
    and `printer` whose calibration they are to go through. Raises LayoutError where the words in the margins do not fit.
    """
    slots = plan.slots
    count = count_sheets(len(pictures), plan, start_at)
    contents: list[CardPicture | None] = [None] * (start_at - 1) + list(pictures)
    rim = theme.card.rim_mm
    sheets = []
    for number in range(1, count + 1):
        here = contents[(number - 1) * len(slots) : number * len(slots)]
        marks = draw_marks(plan, theme, cuts, deck, advice, printer)
        items: list[Item] = [Group(marks), draw_sheet_number(plan, theme, deck, number, count)]
        if number == count:  # its number is the longest
            verify_words_inside(items, plan.paper.width_mm, plan.paper.height_mm, plan.words_margin_mm)
        for picture, (x, y) in zip(here, slots, strict=False):
            if picture is not None:
                items.append(Group(picture.drawing.items, fit(picture.drawing, plan.card, x, y, rim)))
        codes = tuple(picture.code if picture else "" for picture in here)
        title = f"Triple Topper, {deck}, sheet {number} of {count}"
        titles = ", ".join(picture.drawing.title for picture in here if picture) + "."
        drawing = Drawing(plan.paper.width_mm, plan.paper.height_mm, tuple(items), title, titles)
        sheets.append(Sheet(drawing, codes, plan.block))
    return sheets


@dataclass(frozen=True, slots=True)
class Backs:
    """What somebody asked for. `mode` is none, fold, duplex or separate; `flip` the edge over which paper turns.

    `offset_mm` moves backs right and down, and `order` is "reversed" for the file of separate backs when a tray deals
    sheets from its bottom.
    """

    mode: str = "none"
    flip: str = "long"
    offset_mm: tuple[float, float] = (0.0, 0.0)
    order: str = "same"


NO_BACKS = Backs()


def _backs_file() -> Measures:
    """Modes and flips with their words, and measures in millimeters."""
    return read_measures("sheets/backs.toml")


def back_modes() -> dict[str, str]:
    """The kinds of backs, with the words for each."""
    return dict(read_toml("sheets/backs.toml")["modes"])


def max_offset_mm() -> float:
    """How far backs may be moved each way."""
    return float(_backs_file().max_offset)


def print_advice(backs: Backs) -> str:
    """How to print sheets with these backs, for their header; empty without backs."""
    advice: str = _backs_file().words.get(backs.mode, "")
    return advice.format(edge=_backs_file().flips.get(backs.flip))


def back_bleed_mm(face_bleed_mm: float) -> float:
    """How far the backs reach beyond the cut.

    Cards that touch have backs that join, so a bleed shows only around the block; else it is in the gaps.
    """
    return face_bleed_mm or _backs_file().bleed


def flip_matrix(width_mm: float, height_mm: float, flip: str) -> Matrix:
    """Where a point of the front is on the back of paper turned over its long or its short edge."""
    if (flip == "long") == (height_mm >= width_mm):  # the edge it turns over is vertical
        return (-1, 0, 0, 1, width_mm, 0)
    return (1, 0, 0, -1, 0, height_mm)


def fold_over(plan: Plan) -> Matrix:
    """Where a point of the front half lies once the paper is folded, or the other way round."""
    if plan.fold == "vertical":
        return (-1, 0, 0, 1, plan.paper.width_mm, 0)
    return (1, 0, 0, -1, 0, plan.paper.height_mm)


def place_back(mirror: Matrix, front: Matrix, width_mm: float) -> Matrix:
    """Where the back goes of a card `width_mm` wide whose front is at `front`: behind it, the right way up."""
    return compose(mirror, compose(front, (-1, 0, 0, 1, width_mm, 0)))


def to_portrait(sheet: Sheet) -> Sheet:
    """A sheet as the printer takes it, its long side upright; one that is on its side is turned clockwise.

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
    moved = Drawing(
        width_mm or drawing.width_mm, height_mm or drawing.height_mm, (Group(drawing.items, matrix),), drawing.title,
        drawing.description,
    )  # fmt: skip
    return Sheet(moved, sheet.codes, transform_rect(matrix, sheet.trim_mm))


def transform_rect(matrix: Matrix, rect: Rect) -> Rect:
    """The smallest rectangle round what a matrix makes of one."""
    corners = [apply(matrix, x, y) for x in (rect.left, rect.right) for y in (rect.top, rect.bottom)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rect.from_edges(min(xs), min(ys), max(xs), max(ys))


def add_folded(sheets: Sequence[Sheet], plan: Plan, back: Drawing, *, joins: bool = True) -> list[Sheet]:
    """Sheets with a back beyond the fold for each picture on them. `joins`: see `_place_backs`."""
    mirror = fold_over(plan)
    folded = []
    for sheet in sheets:
        items = (*sheet.drawing.items, *_place_backs(sheet, plan, back, mirror, joins))
        folded.append(Sheet(replace(sheet.drawing, items=items), sheet.codes, plan.area))
    return folded


def make_back_sheets(
    sheets: Sequence[Sheet], plan: Plan, theme: Theme, back: Drawing, flip: str, title: str, *, joins: bool = True
) -> list[Sheet]:
    """For each front, as `compose_sheets` made it, the other side of its paper, both upright in the printer. `joins`: see `_place_backs`."""
    paper = plan.paper
    turned = paper.width_mm > paper.height_mm
    width, height = sorted((paper.width_mm, paper.height_mm))
    up = quarter_turn(width, 0) if turned else IDENTITY
    mirror = compose(flip_matrix(width, height, flip), up)
    made, table = [], _backs_file()
    for number, sheet in enumerate(sheets, 1):
        said = {"number": number, "count": len(sheets), "edge": table.flips.get(flip)}
        words = _words(plan, theme, table.words.back.format(**said), table.words.back_short.format(**said), up)
        verify_words_inside([words], width, height, plan.words_margin_mm)
        items = (*_place_backs(sheet, plan, back, mirror, joins), words)
        name = f"{title}, backs of sheet {number} of {len(sheets)}"
        codes = tuple("back" if code else "" for code in sheet.codes)
        drawing = Drawing(width, height, items, name, back.description)
        made.append(Sheet(drawing, codes, transform_rect(mirror, sheet.trim_mm)))
    return made


def _place_backs(sheet: Sheet, plan: Plan, back: Drawing, mirror: Matrix, joins: bool) -> list[Item]:
    """A back for each card. Where its pattern does not go on from card to card (`joins`), each is drawn again up to its cut,
    over what its neighbors draw beyond theirs.
    """
    places = [
        place_back(mirror, shift(*corner), plan.card.width_mm)
        for code, corner in zip(sheet.codes, plan.slots, strict=False)
        if code
    ]
    layers = [back.items]
    if not joins:
        layers.append((Group(back.items, clip=Rect(0, 0, back.width_mm, back.height_mm).path()),))
    return [Group(items, place) for items in layers for place in places]


def _words(plan: Plan, theme: Theme, whose: str, short: str, up: Matrix) -> Group:
    """Whose backs these are, and over which edge the paper turned: in the middle of the widest margin. `short` is for small paper."""
    title, size = _backs_file().words.title, marks_file().text_size
    area, y = plan.area, plan.paper.unprintable_mm + size * 0.75
    start = find_font(DISPLAY).width_mm(title, size)
    row: tuple[Item, ...] = (Text(0, 0, title, DISPLAY, size, theme.ink), Text(start, 0, whose, TEXT, size, theme.ink))
    if start + find_font(TEXT).width_mm(whose, size) > plan.words_room_mm:
        row = (Text(0, 0, short, TEXT, size, theme.ink),)
    place = shift(area.left, y) if area.top >= area.left else (0, -1, 1, 0, y, area.bottom)
    return Group((Group(row, place),), up)
