"""Which pictures lie on which sheet, and the sheets themselves as drawings."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import Matrix, Rect, compose, quarter_turn, scale
from tt_print.drawing.shapes import Drawing, Group, Item
from tt_print.drawing.text import verify_words_inside
from tt_print.records import dataclass
from tt_print.sheets.marks import draw_marks, draw_sheet_number
from tt_print.sheets.plan import CardSize, Plan, count_sheets


@dataclass(frozen=True, slots=True)
class Picture:
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
    pictures: Sequence[Picture], plan: Plan, theme: Theme, deck: str, cuts: str = "ticks", start_at: int = 1,
    advice: str = "", printer: str = "",
) -> list[Sheet]:  # fmt: skip
    """Sheets that hold the pictures in order, the first of them in slot `start_at` (from 1).

    `deck` is how the sheets' titles name what they hold, `advice` says how to print them if not one-sided,
    and `printer` whose calibration they are to go through. Raises LayoutError where the words in the margins do not fit.
    """
    slots = plan.slots
    count = count_sheets(len(pictures), plan, start_at)
    contents: list[Picture | None] = [None] * (start_at - 1) + list(pictures)
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
