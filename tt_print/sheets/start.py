"""The starter: one page to measure and play by, then the 27 West cards.

With these pages three people can play Push It Real Good tonight, and know, before any more paper is
spent, whether the printer prints true to size.
"""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.cards.chits import IN_PLAY, draw_pointer, draw_value, words
from tt_print.cards.faces import WEST as WEST_LETTER
from tt_print.cards.faces import draw_face, key_text, part_heights_mm, read_key_words
from tt_print.cards.theme import DEFAULT_THEME, Theme, find_theme
from tt_print.cards.toppers import draw_mark, mark_width
from tt_print.deck import VALUES, WEST, parse_card, print_order
from tt_print.drawing.geometry import Matrix, Rect, compose, line, polygon, rotate, scale, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text, paragraphs, reduced
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, break_lines, in_our_letters
from tt_print.files.disk import file_stem
from tt_print.problems import LayoutProblem
from tt_print.sheets.backs import Picture, Sheet, SheetFile, compose_sheets, transformed
from tt_print.sheets.marks import draw_outlines, draw_ruler, draw_text, outline_rects, place_rulers
from tt_print.sheets.plan import Paper, find_card_size, plan_sheet
from tt_print.sheets.printers import PrinterProfile, front_correction
from tt_print.templates import Measures, read_measures

# The tables of `templates/sheets/start.toml`: millimeters from the corner of a frame in the middle of the paper.


def first_game() -> str:
    """The name of the game that the starter's cards are enough for."""
    return str(read_measures("sheets/start.toml").game)


def make_start_sheets(paper: Paper, theme: Theme, profile: PrinterProfile | None = None) -> SheetFile:
    """The pages in order, drawn through a printer's calibration if there is one. Raises InputError or LayoutError."""
    plan = plan_sheet(paper, find_card_size("standard"))
    pictures = [Picture(card.safe_code, draw_face(card, theme)) for card in print_order(WEST)]
    printer = profile.printer if profile else ""
    first = draw_first_page(paper, theme, printer)
    whole = Rect(0.0, 0.0, paper.width_mm, paper.height_mm)
    sheets = [Sheet(first, (), whole), *compose_sheets(pictures, plan, theme, "West deck", printer=printer)]
    if profile:
        sheets = [
            transformed(sheet, front_correction(profile, sheet.drawing.width_mm, sheet.drawing.height_mm))
            for sheet in sheets
        ]
    stem = file_stem("start", *theme.file_parts, profile.file_part if profile else "", paper.name)
    return SheetFile(stem, f"Triple Topper, start here, {paper.title}", tuple(sheets))


def _check_paper(paper: Paper, frame: Measures) -> None:
    width, height = (side + 2 * paper.unprintable_mm for side in (frame.width, frame.height))
    if paper.width_mm < width or paper.height_mm < height:
        raise LayoutProblem(
            "sheets.first_page", "paper", least_width=width, least_height=height,
            paper=paper.name, width=paper.width_mm, height=paper.height_mm,
        )  # fmt: skip


def draw_first_page(paper: Paper, theme: Theme, printer: str = "") -> Drawing:
    """Rulers, outlines, instructions, the strips with their pointers and the game's rules, on any paper.

    `printer` is named where the page goes through its calibration: its rulers are a check, not a measurement. Raises
    LayoutError for paper on which a part of it would be cut off.
    """
    page = read_measures("sheets/start.toml")
    _check_paper(paper, page.frame)
    frame, body, left, rulers, steps = page.frame, page.body, page.left, page.rulers, page.steps.text
    items: list[Item] = [*_title(theme, page.title, body), *_rulers(theme, rulers, body)]
    if printer:
        x, y = rulers.corrected_at
        note = rulers.corrected.format(printer=printer)
        items.append(Text(x, y, note, BOLD, body.size * 0.85, theme.ink))
        steps = (steps[0], page.steps.corrected, *steps[2:])
    y = _numbered(theme, items, page.steps.title, steps, left, left.y, body)
    west = page.rules.title.format(west=theme.words.west if in_our_letters(theme.words.west) else WEST_LETTER)
    _numbered(theme, items, west, page.rules.text, left, y + 2.2, body)
    if key := key_text(theme):
        items += _key(theme, f"{read_key_words().title}: {key}.", page.key)
    items += _outlines(theme, page.outlines, body)
    items += _reading(theme, page.read, body)
    items += _strips(theme, page.strips, body)
    items.append(Text(frame.width, page.origin.y, page.origin.text, TEXT, page.origin.size, theme.ink, "end"))
    corner = ((paper.width_mm - frame.width) / 2, (paper.height_mm - frame.height) / 2)
    drawing = Group(paragraphs(items), shift(*corner))
    return Drawing(
        paper.width_mm, paper.height_mm, (drawing,), "Triple Topper: print this page first",
        page.description,
    )  # fmt: skip


def _title(theme: Theme, title: Measures, body: Measures) -> list[Item]:
    mark = mark_width(title.mark_height)
    items = draw_mark(theme, mark / 2, title.y - title.cap / 2, title.mark_height)
    items.append(words(title.text, mark + title.mark_gap, title.y, title.cap, theme, DISPLAY, "start"))
    for row, text in enumerate(title.lines):
        items.append(
            Text(0, title.lines_y + row * body.pitch, text.format(minutes=title.minutes), TEXT, body.size, theme.ink)
        )
    middle = (len(title.fan) - 1) / 2
    for index, code in enumerate(title.fan):
        face = draw_face(parse_card(code), theme)
        card = (Path(theme.outline, theme.paper, theme.inks["grey"], 0.6), *face.items)
        items.append(
            Group(
                reduced(card, title.fan_scale), _in_fan(theme, (index - middle) * title.fan_turn, title), miniature=True
            )
        )
    return items


def _in_fan(theme: Theme, degrees: float, title: Measures) -> Matrix:
    """A small card turned about a point a little below its foot."""
    foot = shift(-theme.width_mm / 2, -theme.height_mm * 1.05)
    return compose(rotate(degrees, title.fan_x, title.fan_y), compose(scale(title.fan_scale), foot))


def _rulers(theme: Theme, rulers: Measures, body: Measures) -> list[Item]:
    length, half, size = rulers.length, rulers.half_height, rulers.label_size
    ends = [Text(mm, half + size + 0.1, str(mm), TEXT, size, theme.ink, "middle") for mm in range(0, length + 1, 50)]
    ruler = (*draw_ruler(theme, 0, length, 2 * half), *ends)
    (x, y), (down_x, down_y) = rulers.horizontal, rulers.vertical
    across, down = place_rulers(ruler, ruler, (x, y), (down_x, down_y + length))
    label = Text(x + length + 4, y + body.size * 0.33, rulers.words, BOLD, body.size, theme.ink)
    return [across, label, down]


def _numbered(
    theme: Theme, items: list[Item], title: str, lines: Sequence[str], column: Measures, y: float, body: Measures
) -> float:
    """A heading and its lines, such as `2|Measure both rulers`; gives the y below them."""
    x, width = column.x, column.width
    items.append(words(title, x, y, body.heading_cap, theme, DISPLAY, "start"))
    y += body.heading_gap
    indent = 6.2
    for entry in lines:
        number, text = entry.split("|", 1)
        items.append(Text(x + indent - 1.6, y, number, BOLD, body.size, theme.ink, "end"))
        for row in break_lines(text, TEXT, body.size, width - indent):
            items.append(Text(x + indent, y, row, TEXT, body.size, theme.ink))
            y += body.pitch
        y += body.gap
    return float(y + body.gap + 1.6)


def _key(theme: Theme, text: str, table: Measures) -> list[Item]:
    for size in table.sizes:  # the largest that fits, or the smallest
        lines = break_lines(text, TEXT, size, table.width)
        if len(lines) * size * table.pitch <= table.height:
            break
    return [
        Text(table.x, table.y + row * size * table.pitch, said, TEXT, size, theme.ink) for row, said in enumerate(lines)
    ]


def _outlines(theme: Theme, table: Measures, body: Measures) -> list[Item]:
    """The outlines of a sleeve and, inside it, of a card, which holds the color strip."""
    sleeve, card = outline_rects(table)
    y, (middle, _) = table.y, sleeve.center
    left, width = card.left + 5, card.width - 10
    items: list[Item] = [
        *draw_outlines(theme, sleeve, card, table.radius),
        words(table.title, middle, y + 11, 2.5, theme, DISPLAY),
        *draw_text(theme, table.words, left, y + 18, width, body),
        words(table.strip_title, middle, y + 45, 2.5, theme, DISPLAY),
    ]
    low = find_theme("low", name=DEFAULT_THEME if theme.is_flooded else theme.name)
    for index, color in enumerate(VALUES["color"]):
        box = Rect(left + index * 10.8, y + 49.5, 9.8, 12)
        items.append(Group((*draw_value(theme, "color", color, box),), miniature=True))
        items.append(Group((*draw_value(low, "color", color, box.moved(0, 13.5)),), miniature=True))
    return items + draw_text(theme, table.strip_words, left, y + 80.5, width, body)


def _reading(theme: Theme, table: Measures, body: Measures) -> list[Item]:
    """The upper right part of a face, large enough to read every letter, with lines from its parts to what they mean."""
    x, y, factor = table.x, table.y, table.scale
    card = parse_card(table.card)
    edge = Path(theme.outline, theme.paper, theme.inks["grey"], 0.4)
    top = y + 4.2
    shown = Rect(0.0, 0.0, (theme.width_mm - table.left) * factor, table.height)
    face = Group(
        (Group(reduced((edge, *draw_face(card, theme).items), factor), scale(factor, -table.left * factor, 0.0)),),
        clip=shown.path(),
    )
    items: list[Item] = [
        words(table.title, x, y, body.heading_cap, theme, DISPLAY, "start"),
        Group((face,), shift(x, top), miniature=True),
    ]
    right = theme.width_mm - theme.tab.x
    points = {part: (right, y) for part, y in part_heights_mm(theme).items()}
    points["stack"] = (theme.width_mm / 2 + 7.0, theme.center.y + 14.6)
    note_x = x + shown.width + 3
    note_y = top + 3
    for note in table.notes:
        part, text = note.split("|", 1)
        px, py = x + (points[part][0] - table.left) * factor + table.apart, top + points[part][1] * factor
        note_y = max(note_y, py)
        items.append(Path(polygon([(px, py), (note_x - 2.6, py), (note_x - 1.0, note_y)], closed=False),
                          stroke=theme.ink, width_mm=0.25))  # fmt: skip
        rows = draw_text(theme, text, note_x, note_y + body.size * 0.33, 190 - note_x, body)
        items += rows
        note_y += len(rows) * body.pitch + 1
    return items


def _strips(theme: Theme, table: Measures, body: Measures) -> list[Item]:
    """A strip for each variable with the West deck's three values, and its pointer to cut out."""
    items: list[Item] = []
    for index, (variable, values) in enumerate(VALUES.items()):
        strip = Rect(index * (table.width + table.gap), table.y, table.width, table.height)
        x, y = strip.left, strip.top
        items.append(Path(strip.path(), stroke=theme.inks["grey"], width_mm=0.2, dash_mm=(1.6, 1)))
        own = (theme.words.chit.titles or {}).get(variable)
        title, font = (own, theme.fonts.display) if own else (table.titles.get(variable), DISPLAY)
        items.append(words(title, x + 2, y + 5.4, table.title_cap, theme, font, "start"))
        lane_y = y + table.box_y + table.box + 2.6
        for step, value in enumerate(values[: IN_PLAY["west"]]):
            box = Rect(x + 2 + step * table.pitch, y + table.box_y, table.box, table.box)
            lane = Rect(box.left, lane_y, table.box, table.lane_height)
            middle = box.left + table.box / 2
            arrow = [(middle, lane_y - 1.6), (middle + 1.8, lane_y + 0.4), (middle - 1.8, lane_y + 0.4)]
            items.append(Group((*draw_value(theme, variable, value, box),), miniature=True))
            items.append(Path(lane.path(1.2), stroke=theme.inks["grey"], width_mm=0.25, dash_mm=(1, 0.7)))
            items.append(Path(polygon(arrow), theme.ink))
        items.append(Text(x + 2, lane_y + table.lane_height + 4.6, table.advice, TEXT, 2.7, theme.ink))
        between = line(strip.right - 12.5, y, strip.right - 12.5, strip.bottom)
        items.append(Path(between, stroke=theme.inks["grey"], width_mm=0.2, dash_mm=(1.6, 1)))
        width, height = table.pointer
        items += draw_pointer(theme, Rect(strip.right - 10.8, y + (strip.height - height) / 2, width, height), variable)
    items.append(Text(0, table.y - 2.4, table.words, BOLD, body.size, theme.ink))
    return items
