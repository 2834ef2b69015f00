"""The pictures of the README's steps: what to choose in the print window, where to lay the ruler, where to cut."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.cards.theme import find_theme
from tt_print.drawing.geometry import circle, compose, line, polygon, rectangle, scale, shift
from tt_print.drawing.shapes import Drawing, Group, Ink, Item, Path, Text
from tt_print.drawing.text import BOLD, TEXT
from tt_print.sheets.deck import DeckChoices, make_deck_sheets
from tt_print.sheets.start import make_start_sheets

WHITE, WINDOW, FIELD = Ink("#FFFFFF", (0, 0, 0, 0)), Ink("#F3F4F6", (0, 0, 0, 4)), Ink("#9AA2AA", (0, 0, 0, 40))
TABLE, EDGE = Ink("#E8ECEF", (0, 0, 0, 8)), Ink("#8A9096", (0, 0, 0, 45))
GOOD, BAD = Ink("#1B7A3D", (80, 0, 80, 30)), Ink("#B3121D", (0, 98, 87, 20))
RULER = Ink("#F6E7B0", (0, 8, 35, 0))
INK = find_theme("color").ink


def write(
    x: float, y: float, words: str, size: float = 4.4, ink: Ink = INK, anchor: str = "start", bold: bool = False
) -> Text:
    return Text(x, y, words, BOLD if bold else TEXT, size, ink, anchor)


def tick(x: float, y: float, size: float = 4.0) -> Path:
    """A tick for "right", its foot at (x, y)."""
    points = [(x - size * 0.45, y - size * 0.35), (x, y), (x + size * 0.8, y - size)]
    return Path(polygon(points, closed=False), None, GOOD, size * 0.22, "round")


def cross(x: float, y: float, size: float = 4.0) -> Group:
    half = size / 2
    strokes = (line(x - half, y - half, x + half, y + half), line(x - half, y + half, x + half, y - half))
    return Group(tuple(Path(stroke, None, BAD, size * 0.22, "round") for stroke in strokes))


def paper(drawing: Drawing) -> Group:
    """A sheet as it lies there: white, with an edge."""
    return Group((Path(rectangle(0, 0, drawing.width_mm, drawing.height_mm), WHITE, EDGE, 0.4), *drawing.items))


# ---------------------------------------------------------------- the print window


def print_window() -> Drawing:
    """A print window as many programs have it, with the four choices that matter ticked."""
    page = make_start_sheets("a4").sheets[0].drawing
    width, height = 190.0, 112.0
    items: list[Item] = [
        Path(rectangle(0, 0, width, height), TABLE),
        Path(rectangle(5, 5, width - 10, height - 10, 3), WINDOW, EDGE, 0.4),
        write(12, 15, "Print", 6, bold=True),
        Group((paper(page),), scale(0.27, 13, 22)),
    ]
    y, left, field, column = 30.0, 108.0, 112.0, 171.0
    for label, value, size in (("Paper size", "A4", 36), ("Pages", "All (4)", 36)):
        items += [
            write(left, y, label, anchor="end"), Path(rectangle(field, y - 5.6, size, 8, 1), WHITE, FIELD, 0.3),
            write(field + 3, y, value), tick(column, y),
        ]  # fmt: skip
        y += 14
    items.append(write(left, y, "Scale", anchor="end"))
    for label, chosen in (("Actual size, or 100 %", True), ("Fit to page", False)):
        items.append(Path(circle(field + 2, y - 1.6, 2.2), WHITE, INK if chosen else FIELD, 0.5))
        if chosen:
            items += [Path(circle(field + 2, y - 1.6, 1.1), INK), tick(column, y)]
        else:
            items.append(cross(column + 0.6, y - 1.6))
        items.append(write(field + 7, y, label))
        y += 10
    y += 4
    items += [
        write(left, y, "On both sides", anchor="end"), Path(rectangle(field, y - 3.8, 4.4, 4.4, 0.6), WHITE, FIELD, 0.4),
        write(field + 7, y, "off"), tick(column, y),
        Path(rectangle(width - 45, height - 19, 32, 9, 1.5), GOOD), write(width - 29, height - 12.9, "Print", 4.6, WHITE, "middle", True),
    ]  # fmt: skip
    return Drawing(width, height, tuple(items), "A print window: paper A4, all pages, actual size, not on both sides")


# ---------------------------------------------------------------- the ruler


def ruler(length_cm: int = 11) -> Group:
    """A ruler along its upper edge, zero at (0, 0)."""
    items: list[Item] = [Path(rectangle(-4, 0, 10 * length_cm + 8, 15, 1), RULER, EDGE, 0.4)]
    for mm in range(10 * length_cm + 1):
        long = 6 if mm % 10 == 0 else 4.5 if mm % 5 == 0 else 3
        items.append(Path(line(mm, 0, mm, long), None, INK, 0.25))
    items += [write(10 * cm, 11.5, str(cm), 4.6, anchor="middle", bold=True) for cm in range(length_cm + 1)]
    return Group(tuple(items))


def measuring() -> Drawing:
    """The upper ruler of the first page under a ruler of one's own: as it should be, and made smaller by "Fit to page"."""
    page = make_start_sheets("a4").sheets[0].drawing
    width, panel, gap = 132.0, 39.0, 6.0
    items: list[Item] = [Path(rectangle(0, 0, 2 * width + 3 * gap, panel + 2 * gap + 8), TABLE)]
    for index, (factor, verdict, words) in enumerate(
        ((1.0, tick, "10 cm: good"), (0.968, cross, "9.7 cm: “Fit to page” was on"))
    ):
        # the page's own scale begins 22 mm from its left edge and lies 50.5 mm down; here it lies at (12, 17)
        printed = Group(paper(page).items, compose(shift(12, 17), compose(scale(factor), shift(-22, -50.5))))
        content = Group((printed, Group(ruler().items, shift(12, 17.6))), clip=rectangle(0, 0, width, panel))
        x = gap + index * (width + gap)
        items += [Group((content,), shift(x, gap)), Path(rectangle(x, gap, width, panel), None, EDGE, 0.4),
                  verdict(x + 5, gap + panel + (9 if verdict is tick else 7.4), 5), write(x + 12, gap + panel + 9, words, 5.6)]  # fmt: skip
    return Drawing(
        2 * width + 3 * gap, panel + 2 * gap + 8, tuple(items), "A ruler on the first page: 10 cm is good, 9.7 is not"
    )


# ---------------------------------------------------------------- the knife


def cutting() -> Drawing:
    """Where a sheet is cut, in which order: down first, then across; at last nine cards."""
    made = make_deck_sheets(DeckChoices("a4"))
    sheet, plan = made.sheets[0].drawing, made.plan
    gap, lead = 12.0, 9.0
    panels: list[Sequence[float]] = [plan.vertical_cuts, plan.horizontal_cuts]
    items: list[Item] = []
    for index, cuts in enumerate(panels):
        lines: list[Item] = []
        for number, at in enumerate(cuts, 1 + index * len(plan.vertical_cuts)):
            ends = (at, -lead, at, sheet.height_mm) if index == 0 else (-lead, at, sheet.width_mm, at)
            lines += [Path(line(*ends), None, BAD, 0.9, dash_mm=(4, 2)), Path(circle(ends[0], ends[1], 6.2), BAD),
                      write(ends[0], ends[1] + 3, str(number), 9, WHITE, "middle", True)]  # fmt: skip
        items.append(Group((paper(sheet), *lines), shift(gap + index * (sheet.width_mm + 2 * gap), gap + lead)))
    width, height = 2 * sheet.width_mm + 4 * gap, sheet.height_mm + 2 * gap + lead
    return Drawing(
        width,
        height,
        (Path(rectangle(0, 0, width, height), TABLE), *items),
        "A sheet is cut four times down, then across",
    )
