"""The test page: rulers and outlines on the front; for two sides, marks to prick and grids to read them on.

Nobody can read a scale through paper, but a pin goes through it: its hole on the back shows where the front
was printed, and the grid there where the back was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tt_print.calibration.grid import draw_example, draw_grid
from tt_print.calibration.readings import long_rulers, pin_marks
from tt_print.calibration.solve import grid_middles
from tt_print.cards.theme import Theme, find_theme
from tt_print.drawing.geometry import Rect, circle, line, polygon, rectangle, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, break_lines, find_font
from tt_print.errors import choose
from tt_print.sheets.compose import Sheet
from tt_print.sheets.guides import draw_ruler
from tt_print.sheets.plan import Paper, find_paper
from tt_print.templates import read_toml

EDGES = {"long": "LONG", "short": "SHORT"}


@dataclass(frozen=True, slots=True)
class CalibrationPages:
    """One page or two; `flip` is the edge over which the sheet turns, "" for one side."""

    sheets: tuple[Sheet, ...]
    paper: Paper
    flip: str
    stem: str


def make_calibration_pages(paper: str, flip: str = "long", printer: str = "", tray: str = "") -> CalibrationPages:
    """The test page for a paper. `flip` "" leaves out what concerns backs.

    The commands to type that stand on it name printer and tray where they are given.
    """
    found, theme = find_paper(paper), find_theme()
    flip = choose("edge to flip on", flip, EDGES, "--flip") if flip else ""
    named = [("printer", printer), ("tray", tray), ("paper", found.name), ("flip", flip if flip == "short" else "")]
    options = "".join(f" --{name} {_quoted(value)}" for name, value in named if value)
    whole = Rect(0.0, 0.0, found.width_mm, found.height_mm)
    drawings = [_draw_front(found, theme, flip, options)] + ([_draw_back(found, theme, flip, options)] if flip else [])
    safe = ["".join(c if c.isalnum() else "-" for c in name).casefold() for name in (printer, tray) if name]
    stem = "-".join(["calibrate", *{"": ["one-side"], "short": ["short"]}.get(flip, []), *safe, found.name])
    return CalibrationPages(tuple(Sheet(drawing, (), whole) for drawing in drawings), found, flip, stem)


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def _draw_front(paper: Paper, theme: Theme, flip: str, options: str) -> Drawing:
    table = read_toml("sheets/calibrate.toml")
    words, body, rulers = table["front"], table["body"], long_rulers(paper)
    filled = {"across": rulers.across_mm, "down": rulers.down_mm, "options": options, "edge": EDGES.get(flip, "")}
    items = _heading(theme, table, words["title"], words["lead_two" if flip else "lead"])
    y = table["outlines"]["y"] + body["heading_cap"]
    first, *rest = words["steps"]
    sides = first["two" if flip else "one"].format(**filled)
    steps = [{**first, "text": first["text"].format(sides=sides)}, *rest, *(words["more"] if flip else [])]
    _steps(theme, items, steps, y, words["width"], body, filled)
    items += _outlines(theme, table["outlines"], body)
    page: list[Item] = [*_rulers(theme, paper, table["rulers"]), Group(tuple(items), _frame(paper, table))]
    if flip:
        for number, (x, at) in enumerate(pin_marks(paper.width_mm, paper.height_mm), 1):
            page += _pin(theme, table["pins"], number, x, at, paper)
        page += _arrow(theme, table["arrow"], table["arrow"]["front"], paper)
    said = f"Rulers of {rulers.across_mm} mm across and {rulers.down_mm} mm down, outlines, and what to type."
    return Drawing(paper.width_mm, paper.height_mm, tuple(page), "Triple Topper: calibration, front", said)


def _draw_back(paper: Paper, theme: Theme, flip: str, options: str) -> Drawing:
    table = read_toml("sheets/calibrate.toml")
    words, body, example = table["back"], table["body"], table["example"]
    items = _heading(theme, table, words["title"], words["lead"])
    filled = {"readings": example["readings"], "options": options}
    y = _steps(theme, items, words["steps"], table["outlines"]["y"] + body["heading_cap"], words["width"], body, filled)
    wrong = words["wrong"].format(other="short" if flip == "long" else "long")
    items += _paragraph(theme, wrong, 0, y + body["gap"], words["width"], body, BOLD)[0]
    items += draw_example(theme, example, body["size"], body["pitch"])
    page: list[Item] = [Group(tuple(items), _frame(paper, table))]
    for number, (x, at) in enumerate(grid_middles(paper, flip), 1):
        page += draw_grid(theme, table, number, x, at, 1 if x < paper.width_mm / 2 else -1)
    page += _arrow(theme, table["arrow"], table["arrow"]["back"], paper)
    said = "Four lettered grids on which pin holes are read, an example, and what to type."
    return Drawing(paper.width_mm, paper.height_mm, tuple(page), "Triple Topper: calibration, back", said)


def _frame(paper: Paper, table: dict[str, Any]) -> tuple[float, float, float, float, float, float]:
    return shift((paper.width_mm - table["frame"]["width"]) / 2, table["frame"]["top"])


def _heading(theme: Theme, table: dict[str, Any], title: str, lead: str) -> list[Item]:
    body = table["body"]
    size = find_font(DISPLAY).size_for_cap(body["title_cap"])
    y = body["title_cap"] + 4
    return [
        Text(0, y, title, DISPLAY, size, theme.ink),
        Text(0, y + 7.5, lead, TEXT, body["size"], theme.ink),
    ]


def _steps(
    theme: Theme, items: list[Item], steps: list[dict[str, str]], y: float, width: float, body: dict[str, Any],
    filled: dict[str, object],
) -> float:  # fmt: skip
    """Numbered headings, each with its text and, boxed, what to type; gives the y below them."""
    size, indent = find_font(DISPLAY).size_for_cap(body["heading_cap"]), 8.0
    for number, step in enumerate(steps, 1):
        items.append(Text(0, y, str(number), DISPLAY, size * 1.25, theme.ink))
        items.append(Text(indent, y, step["title"], DISPLAY, size, theme.ink))
        told, y = _paragraph(
            theme, step["text"].format(**filled), indent, y + body["pitch"] + 0.8, width - indent, body
        )
        items += told
        if "command" in step:
            boxed, y = _boxed(theme, step["command"].format(**filled), indent, y - 1.5, width - indent, body)
            items += boxed
        if "blanks" in step:
            items.append(Text(indent, y + 2.5, step["blanks"].format(**filled), TEXT, body["size"], theme.ink))
            y += body["pitch"] + 2.5
        y += body["gap"] + body["heading_cap"]
    return y


def _paragraph(
    theme: Theme, told: str, x: float, y: float, width: float, body: dict[str, Any], font: str = TEXT
) -> tuple[list[Item], float]:
    rows = break_lines(told, font, body["size"], width)
    texts: list[Item] = [
        Text(x, y + i * body["pitch"], row, font, body["size"], theme.ink) for i, row in enumerate(rows)
    ]
    return texts, y + len(rows) * body["pitch"]


def _boxed(
    theme: Theme, command: str, x: float, y: float, width: float, body: dict[str, Any]
) -> tuple[list[Item], float]:
    """What to type, in a frame; broken between words where it is long."""
    pad = body["box_pad"]
    size = find_font(BOLD).size_for_cap(body["box_cap"])
    rows = break_lines(command, BOLD, size, width - 2 * pad)
    high = len(rows) * body["pitch"] + 2 * pad - (body["pitch"] - body["box_cap"])
    box = Path(rectangle(x, y, width, high, 1.2), stroke=theme.inks["grey"], width_mm=0.3)
    texts = [
        Text(x + pad, y + pad + body["box_cap"] + i * body["pitch"], row, BOLD, size, theme.ink)
        for i, row in enumerate(rows)
    ]
    return [box, *texts], y + high + body["pitch"] - 1


def _rulers(theme: Theme, paper: Paper, table: dict[str, Any]) -> list[Item]:
    """One along the top and one along the left: printers can shrink one way only."""
    lengths = long_rulers(paper)
    top = _ruler(theme, lengths.across_mm, table)
    left = _ruler(theme, lengths.down_mm, table)
    start_x, start_y = (paper.width_mm - lengths.across_mm) / 2, (paper.height_mm + lengths.down_mm) / 2
    return [Group(top, shift(start_x, table["edge"])), Group(left, (0, -1, 1, 0, table["edge"], start_y))]


def _ruler(theme: Theme, length: int, table: dict[str, Any]) -> tuple[Item, ...]:
    """A level ruler with its figures below; the first and last end inside it, clear of the other ruler."""
    half, size = table["half_height"], table["label_size"]
    figures = [
        Text(
            mm, half + size, str(mm), BOLD, size, theme.ink, "start" if mm == 0 else "end" if mm == length else "middle"
        )
        for mm in (*range(0, length - 15, 20), length)
    ]
    told = Text(
        length / 2, half + 2.6 * size, table["words"].format(length=length), BOLD, 1.2 * size, theme.ink, "middle"
    )
    return (*draw_ruler(theme, 0, 0, length, 2 * half), *figures, told)


def _outlines(theme: Theme, table: dict[str, Any], body: dict[str, Any]) -> list[Item]:
    """A sleeve, inside it a card, and in that what else may need saying."""
    x, y = table["x"], table["y"]
    (wide, high), (sleeve_wide, sleeve_high) = table["card"], table["sleeve"]
    inner_x, inner_y = x + (sleeve_wide - wide) / 2, y + (sleeve_high - high) / 2
    items: list[Item] = [
        Path(rectangle(x, y, sleeve_wide, sleeve_high, 1), stroke=theme.inks["grey"], width_mm=0.25, dash_mm=(2, 1)),
        Path(rectangle(inner_x, inner_y, wide, high, table["radius"]), stroke=theme.ink, width_mm=0.25),
    ]
    size = find_font(DISPLAY).size_for_cap(2.6)
    at, left, width = inner_y + 12, inner_x + 5, wide - 10
    items.append(Text(left, at, table["title"], DISPLAY, size, theme.ink))
    told, at = _paragraph(theme, table["words"], left, at + 6, width, body)
    items += told
    at = y + sleeve_high + 12
    for part in ("fit", "printer"):
        items.append(Text(x, at, table[f"{part}_title"], DISPLAY, size, theme.ink))
        told, at = _paragraph(theme, table[f"{part}_words"], x, at + body["pitch"] + 0.6, sleeve_wide, body)
        items += told
        at += body["gap"] + 2
    return items


def _pin(theme: Theme, table: dict[str, Any], number: int, x: float, y: float, paper: Paper) -> list[Item]:
    """A ring with a cross, whose middle is to be pricked, and its number on the side of the page's middle."""
    ring, way = table["ring"], 1 if x < paper.width_mm / 2 else -1
    cross = " ".join([line(x - ring, y, x + ring, y), line(x, y - ring, x, y + ring)])
    cap, anchor = table["number_cap"], "start" if way > 0 else "end"
    at = x + way * table["number_at"]
    beside = at + way * 5.4
    return [
        Path(circle(x, y, ring), stroke=theme.ink, width_mm=0.3),
        Path(cross, stroke=theme.ink, width_mm=0.15),
        Path(circle(x, y, table["dot"]), theme.ink),
        Text(at, y + cap / 2, str(number), DISPLAY, find_font(DISPLAY).size_for_cap(cap), theme.ink, anchor),
        Text(beside, y + cap / 2, table["words"], TEXT, 3.2, theme.ink, anchor),
    ]


def _arrow(theme: Theme, table: dict[str, Any], told: str, paper: Paper) -> list[Item]:
    """Up, left of the middle: held to a lamp, the two sides' arrows show over which edge the sheet turned."""
    wide, high, cap = table["width"], table["height"], table["cap"]
    size = find_font(DISPLAY).size_for_cap(cap)
    length = find_font(DISPLAY).width_mm(told, size)
    x, y = paper.width_mm / 2 - length / 2 - wide, table["y"]
    points = [(0, high * 0.5), (wide / 2, 0), (wide, high * 0.5), (wide * 0.68, high * 0.5), (wide * 0.68, high),
              (wide * 0.32, high), (wide * 0.32, high * 0.5)]  # fmt: skip
    shape = Path(polygon([(x + a, y + b) for a, b in points]), theme.ink)
    return [shape, Text(x + wide + 3, y + high / 2 + cap / 2, told, DISPLAY, size, theme.ink)]
