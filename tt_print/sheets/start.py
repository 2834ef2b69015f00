"""The starter: one page to measure and play by, then the 27 West cards.

With these pages three people can play Push It Real Good tonight, and know, before any more paper is
spent, whether the printer prints true to size.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tt_print import __version__
from tt_print.cards.chits import IN_PLAY, draw_pointer, draw_value, words
from tt_print.cards.faces import draw_face
from tt_print.cards.theme import Theme, find_theme
from tt_print.deck import VALUES, WEST, parse_card, print_order
from tt_print.drawing.geometry import Matrix, Rect, compose, line, polygon, rectangle, scale, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, break_lines
from tt_print.printer_profile import Profile, front_correction
from tt_print.sheets.backs import transformed
from tt_print.sheets.compose import Picture, Sheet, compose_sheets
from tt_print.sheets.marks import draw_ruler
from tt_print.sheets.plan import Paper, find_card_size, find_paper, plan_sheet
from tt_print.templates import read_toml


@dataclass(frozen=True, slots=True)
class StartSheets:
    """The starter's pages, the page of instructions first."""

    sheets: tuple[Sheet, ...]
    paper: Paper
    stem: str


def make_start_sheets(paper: str, ink_style: str = "color", profile: Profile | None = None) -> StartSheets:
    """The pages in order, drawn through a printer's calibration if there is one. Raises InputError or LayoutError."""
    found = find_paper(paper)
    theme = find_theme(ink_style)
    plan = plan_sheet(found, find_card_size("standard"))
    pictures = [Picture(card.safe_code, draw_face(card, theme)) for card in print_order(WEST)]
    printer = profile.printer_name if profile else ""
    first = draw_first_page(found, theme, printer)
    whole = (0.0, 0.0, found.width_mm, found.height_mm)
    sheets = [Sheet(first, (), whole), *compose_sheets(pictures, plan, theme, "West deck", printer=printer)]
    if profile:
        sheets = [
            transformed(sheet, front_correction(profile, sheet.drawing.width_mm, sheet.drawing.height_mm))
            for sheet in sheets
        ]
    parts = [*(["low"] if theme.is_low else []), *([profile.file_part] if profile else [])]
    return StartSheets(tuple(sheets), found, "-".join(["start", *parts, found.name]))


def draw_first_page(paper: Paper, theme: Theme, printer: str = "") -> Drawing:
    """Rulers, outlines, instructions, the strips with their pointers and the game's rules, on any paper.

    `printer` is named where the page goes through its calibration: its rulers are a check, not a measurement.
    """
    page = read_toml("sheets/start.toml")
    frame = page["frame"]
    corner = ((paper.width_mm - frame["width"]) / 2, (paper.height_mm - frame["height"]) / 2)
    items: list[Item] = [*_title(theme, page), *_rulers(theme, page["rulers"], page["body"])]
    if printer:
        note, body = page["rulers"], page["body"]
        told = note["corrected"].format(printer=printer)
        items.append(Text(note["corrected_at"][0], note["corrected_at"][1], told, BOLD, body["size"] * 0.85, theme.ink))
    left, body = page["left"], page["body"]
    steps = page["steps"]
    if printer:
        first, _, *rest = steps["text"]
        steps = {**steps, "text": [first, steps["corrected"], *rest]}
    y = _numbered(theme, items, steps, left["x"], left["y"], left["width"], body)
    _numbered(theme, items, page["rules"], left["x"], y + 2.2, left["width"], body)
    items += _outlines(theme, page["outlines"], body)
    items += _reading(theme, page["read"], body)
    items += _strips(theme, page["strips"], body)
    origin = page["origin"]
    told = origin["text"].format(version=__version__)
    items.append(Text(frame["width"], origin["y"], told, TEXT, origin["size"], theme.ink, "end"))
    drawing = Group(tuple(items), shift(*corner))
    return Drawing(
        paper.width_mm, paper.height_mm, (drawing,), "Triple Topper: print this page first",
        "Two rulers of 100 mm, outlines of a card and a sleeve, instructions, three strips with pointers, "
        "and the rules of Push It Real Good for three players.",
    )  # fmt: skip


def _title(theme: Theme, page: dict[str, Any]) -> list[Item]:
    title, body = page["title"], page["body"]
    items: list[Item] = [words(title["text"], 0, title["y"], title["cap"], theme, DISPLAY, "start")]
    for row, told in enumerate(title["lines"]):
        items.append(Text(0, title["lines_y"] + row * body["pitch"], told, TEXT, body["size"], theme.ink))
    middle = (len(title["fan"]) - 1) / 2
    for place, code in enumerate(title["fan"]):
        face = draw_face(parse_card(code), theme)
        outline = theme.outline
        card = (Path(outline, theme.paper, theme.inks["grey"], 0.6), *face.items)
        items.append(Group(card, _in_fan(theme, (place - middle) * title["fan_turn"], title)))
    return items


def _in_fan(theme: Theme, degrees: float, title: dict[str, Any]) -> Matrix:
    """A small card turned about a point a little below its foot."""
    turn = math.radians(degrees)
    rotate = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), title["fan_x"], title["fan_y"])
    foot = shift(-theme.width_mm / 2, -theme.height_mm * 1.05)
    return compose(rotate, compose(scale(title["fan_scale"]), foot))


def _rulers(theme: Theme, rulers: dict[str, Any], body: dict[str, Any]) -> list[Item]:
    """One ruler across the page and one down it: printers can shrink one way only."""
    length, half = rulers["length"], rulers["half_height"]
    (x, y), (down_x, down_y) = rulers["level"], rulers["upright"]
    ruler = draw_ruler(theme, 0, 0, length, 2 * half)
    ends = [
        Text(mm, half + rulers["label_size"], str(mm), TEXT, rulers["label_size"], theme.ink, "middle")
        for mm in range(0, length + 1, 50)
    ]
    level = (*ruler, *ends)
    return [
        Group(level, shift(x, y)),
        Text(x + length + 4, y + body["size"] * 0.33, rulers["words"], BOLD, body["size"], theme.ink),
        Group(level, (0, -1, 1, 0, down_x, down_y + length)),
    ]


def _numbered(
    theme: Theme, items: list[Item], table: dict[str, Any], x: float, y: float, width: float, body: dict[str, Any]
) -> float:
    """A heading and its numbered lines; gives the y below them."""
    items.append(words(table["title"], x, y, body["heading_cap"], theme, DISPLAY, "start"))
    y += body["heading_gap"]
    indent = 6.2
    for entry in table["text"]:
        number, told = entry.split("|", 1)
        items.append(Text(x + indent - 1.6, y, number, BOLD, body["size"], theme.ink, "end"))
        for row in break_lines(told, TEXT, body["size"], width - indent):
            items.append(Text(x + indent, y, row, TEXT, body["size"], theme.ink))
            y += body["pitch"]
        y += body["gap"]
    return y + body["gap"] + 1.6


def _paragraph(theme: Theme, told: str, x: float, y: float, width: float, body: dict[str, Any]) -> list[Item]:
    rows = break_lines(told, TEXT, body["size"], width)
    return [Text(x, y + i * body["pitch"], row, TEXT, body["size"], theme.ink) for i, row in enumerate(rows)]


def _outlines(theme: Theme, table: dict[str, Any], body: dict[str, Any]) -> list[Item]:
    """The outlines of a sleeve and, inside it, of a card, which holds the color strip."""
    x, y = table["x"], table["y"]
    (wide, high), (sleeve_wide, sleeve_high) = table["card"], table["sleeve"]
    inner_x, inner_y = x + (sleeve_wide - wide) / 2, y + (sleeve_high - high) / 2
    items: list[Item] = [
        Path(rectangle(x, y, sleeve_wide, sleeve_high, 1), stroke=theme.inks["grey"], width_mm=0.25, dash_mm=(2, 1)),
        Path(rectangle(inner_x, inner_y, wide, high, table["radius"]), stroke=theme.ink, width_mm=0.25),
        words(table["title"], x + sleeve_wide / 2, y + 11, 2.5, theme, DISPLAY),
        *_paragraph(theme, table["words"], inner_x + 5, y + 18, wide - 10, body),
        words(table["strip_title"], x + sleeve_wide / 2, y + 45, 2.5, theme, DISPLAY),
    ]
    low = find_theme("low")
    for place, color in enumerate(VALUES["color"]):
        left = inner_x + 5 + place * 10.8
        items += draw_value(theme, "color", color, Rect(left, y + 49.5, 9.8, 12))
        items += draw_value(low, "color", color, Rect(left, y + 63, 9.8, 12))
    return items + _paragraph(theme, table["strip_words"], inner_x + 5, y + 80.5, wide - 10, body)


def _reading(theme: Theme, table: dict[str, Any], body: dict[str, Any]) -> list[Item]:
    """A small face with lines from its parts to what they mean."""
    x, y, factor = table["x"], table["y"], table["scale"]
    card = parse_card(table["card"])
    outline = theme.outline
    edge = Path(outline, theme.paper, theme.inks["grey"], 0.4)
    top = y + 4.2
    items: list[Item] = [
        words(table["title"], x, y, body["heading_cap"], theme, DISPLAY, "start"),
        Group((edge, *draw_face(card, theme).items), scale(factor, x, top)),
    ]
    right = theme.width_mm - theme.tab.x
    heights = {
        "number": (right, theme.tab.number_y - theme.tab.number_cap / 2),
        "shape": (right, theme.tab.shape_y),
        "letter": (right, theme.tab.letter_y - theme.tab.letter_cap / 2),
        "row": (theme.width_mm / 2 + 2.2 * theme.hint.pitch, theme.hint.y),
    }
    note_x = x + theme.width_mm * factor + 3
    note_y = top + 3
    for note in table["notes"]:
        part, told = note.split("|", 1)
        px, py = x + heights[part][0] * factor, top + heights[part][1] * factor
        note_y = max(note_y, py)
        items.append(Path(polygon([(px, py), (note_x - 2.6, py), (note_x - 0.8, note_y)], closed=False),
                          stroke=theme.ink, width_mm=0.2))  # fmt: skip
        rows = _paragraph(theme, told, note_x, note_y + body["size"] * 0.33, 190 - note_x, body)
        items += rows
        note_y += len(rows) * body["pitch"] + 1
    return items


def _strips(theme: Theme, table: dict[str, Any], body: dict[str, Any]) -> list[Item]:
    """A strip for each variable with the West deck's three values, and its pointer to cut out."""
    items: list[Item] = []
    wide, high = table["width"], table["height"]
    pointer_wide, pointer_high = table["pointer"]
    for place, (variable, values) in enumerate(VALUES.items()):
        x, y = place * (wide + table["gap"]), table["y"]
        cut = rectangle(x, y, wide, high, 0)
        items.append(Path(cut, stroke=theme.inks["grey"], width_mm=0.2, dash_mm=(1.6, 1)))
        items.append(words(table["titles"][variable], x + 2, y + 5.4, table["title_cap"], theme, DISPLAY, "start"))
        box, lane = table["box"], table["lane_height"]
        for step, value in enumerate(values[: IN_PLAY["west"]]):
            left = x + 2 + step * table["pitch"]
            items += draw_value(theme, variable, value, Rect(left, y + table["box_y"], box, box))
            lane_y = y + table["box_y"] + box + 2.6
            arrow = [
                (left + box / 2, lane_y - 1.6),
                (left + box / 2 + 1.8, lane_y + 0.4),
                (left + box / 2 - 1.8, lane_y + 0.4),
            ]
            dashes = rectangle(left, lane_y, box, lane, 1.2)
            items.append(Path(dashes, stroke=theme.inks["grey"], width_mm=0.25, dash_mm=(1, 0.7)))
            items.append(Path(polygon(arrow), theme.ink))
        items.append(Text(x + 2, lane_y + lane + 4.6, table["advice"], TEXT, 2.7, theme.ink))
        between = line(x + wide - 12.5, y, x + wide - 12.5, y + high)
        items.append(Path(between, stroke=theme.inks["grey"], width_mm=0.2, dash_mm=(1.6, 1)))
        items += draw_pointer(theme, Rect(x + wide - 10.8, y + (high - pointer_high) / 2, pointer_wide, pointer_high))
    items.append(Text(0, table["y"] - 2.4, table["words"], BOLD, body["size"], theme.ink))
    return items
