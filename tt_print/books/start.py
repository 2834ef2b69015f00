"""The starter: one page to measure and play by, then the 27 West cards.

With these pages three people can play Push It Real Good tonight, and know, before any more paper is
spent, whether the printer prints true to size.
"""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.books.blocks import Field as Picture
from tt_print.books.blocks import Figure, FigurePlace, Span
from tt_print.books.cover import read_cover
from tt_print.books.field_boxes import picture_layout, tinted
from tt_print.books.figures import centered, figure_box, numbered_disc
from tt_print.books.prose import FixedBox, Style, em_mm, find_style
from tt_print.books.text import read_picture_line
from tt_print.deck import VALUES, WEST, parse_card, print_order
from tt_print.draw.geometry import Rect, circle, line, polygon, rectangle, shift
from tt_print.draw.shapes import Drawing, Element, Group, Ink, Item, Path, Text
from tt_print.draw.text import DISPLAY, TEXT, in_our_letters
from tt_print.engine.figures import find_time
from tt_print.faces import START_THEME
from tt_print.faces.chits import IN_PLAY, draw_pointer, draw_value, words
from tt_print.faces.faces import WEST as WEST_LETTER
from tt_print.faces.faces import draw_face, key_text, read_key_words
from tt_print.faces.scene import draw_scene, scene_height
from tt_print.faces.theme import Theme
from tt_print.files.disk import file_stem
from tt_print.games import find_game
from tt_print.page.boxes import Box, Framed, Keep, Layout, Row, Share, Stack, Tagged, Words, grouped
from tt_print.page.flow import Document, Put, sized
from tt_print.paper.backs import CardPicture as CardPicture
from tt_print.paper.backs import Sheet, SheetFile, compose_sheets, transformed
from tt_print.paper.marks import draw_ruler, place_rulers
from tt_print.paper.plan import Paper, find_card_size, plan_sheet
from tt_print.paper.printers import PrinterProfile, front_correction
from tt_print.problems import LayoutProblem
from tt_print.records import replace
from tt_print.templates import Measures, read_measures

TINT, WARM = 12, 20  # percent of the game's color and of yellow behind panels
LEADING = 1.1  # of the title, in ems
PLAYERS = 3  # the West deck is enough for so many


def first_game() -> str:
    """The name of the game that the starter's cards are enough for."""
    return str(read_measures("sheets/start.toml").game)


def make_start_sheets(paper: Paper, theme: Theme, profile: PrinterProfile | None = None) -> SheetFile:
    """The pages in order, drawn through a printer's calibration if there is one. Raises InputError or LayoutError."""
    plan = plan_sheet(paper, find_card_size("standard"))
    pictures = [CardPicture(card.safe_code, draw_face(card, theme)) for card in print_order(WEST)]
    printer = profile.printer if profile else ""
    first = draw_first_page(paper, theme, printer)
    whole = Rect(0.0, 0.0, paper.width_mm, paper.height_mm)
    sheets = [Sheet(first, (), whole), *compose_sheets(pictures, plan, theme, "West deck", printer=printer)]
    if profile:
        sheets = [
            transformed(sheet, front_correction(profile, sheet.drawing.width_mm, sheet.drawing.height_mm))
            for sheet in sheets
        ]
    stem = file_stem("start", *theme.file_parts_beside(START_THEME), profile.file_part if profile else "", paper.name)
    return SheetFile(stem, f"Triple Topper, start here, {paper.title}", tuple(sheets))


def _check_paper(paper: Paper, frame: Measures) -> None:
    width, height = (side + 2 * paper.unprintable_mm for side in (frame.width, frame.height))
    if paper.width_mm < width or paper.height_mm < height:
        raise LayoutProblem(
            "sheets.first_page", "paper", least_width=width, least_height=height,
            paper=paper.name, width=paper.width_mm, height=paper.height_mm,
        )  # fmt: skip


def draw_first_page(paper: Paper, theme: Theme, printer: str = "") -> Drawing:
    """What to do first, a turn in pictures, rulers at the edge, and the chits with their pointers, on any paper.

    `printer` is named where the page goes through its calibration: its rulers are a check, not a measurement. Raises
    LayoutError for paper on which a part of it would be cut off.
    """
    page = read_measures("sheets/start.toml")
    _check_paper(paper, page.frame)
    left, top = (paper.width_mm - page.frame.width) / 2, (paper.height_mm - page.frame.height) / 2
    style = find_style("start", False, theme, read_cover(page.game).accent, (page.column.width, page.frame.height))
    parts: list[Put] = [(left, top + page.column.top, _body(page, style, printer))]
    if key := key_text(theme):
        text = f"{read_key_words().title}: {key}."
        size = sized(text, style.body, page.key.sizes, page.column.width, page.key.height)
        key_y = page.strips.y - page.key.height
        parts.append((left, top + key_y, Words(text, size).lay(page.column.width)))
    note = page.foot.corrected.format(printer=printer) if printer else ""
    foot = Row([Words(page.strips.words, style.small.strong), Words(note, style.small.strong), Words(page.foot.text, style.small.end)],
               [None, Share(), None], 4.0)  # fmt: skip
    parts.append((left, top + page.foot.y - style.small.leading, foot.lay(page.column.width)))
    drawing = Document().drawing(
        parts, paper.width_mm, paper.height_mm, "Triple Topper: print this page first", page.description
    )
    beside = [
        Group((item,), shift(left, top), element=Element("P") if isinstance(item, Text) else None)
        for item in (*_rulers(theme, page), *_strips(theme, page.strips))
    ]
    return replace(drawing, items=(*drawing.items, *beside))


def _body(page: Measures, style: Style, printer: str) -> Layout:
    """Everything above the chits, its gaps as large as the room for it. What does not fit overflows."""
    theme = style.theme
    scene = draw_scene(theme, page.scene, page.column.scene_width, [card.safe_code for card in WEST])
    tower = Layout(page.column.scene_width, scene_height(page.scene, page.column.scene_width), (scene,))
    title, promise = (
        replace(style.title, size=em_mm(size), leading=LEADING * em_mm(size))
        for size in (page.title.size, page.title.promise_size)
    )
    game = find_game(first_game())
    minutes = find_time(game, game.house(deck="west"), PLAYERS)
    lines = [Words(text.format(minutes=minutes), style.body) for text in page.title.lines]
    head = [Words(page.title.text, title, "H1"), Words(page.title.promise, promise, "P"), Stack(lines, 0.8)]
    turn = Row(
        [Words(page.turn.title, style.section, "H2"), Words(page.turn.text, style.body)],
        [None, Share()],
        4.0,
        "baseline",
    )
    boxes = [
        Row([Stack(head, 1.6), FixedBox(tower)], [Share(), tower.width], 8.0, "middle"),
        _panels(page.steps, page, style, printer, True),
        Stack([turn, _panels(page.turn.steps, page, style, printer, False)], 1.6),
        _notes(page, style),
    ]
    room = page.strips.y - page.column.top - page.gap - (page.key.height if key_text(theme) else 0.0)
    return Keep(Stack(boxes, page.least_gap, 1.0), room).lay(page.column.width)


def _panels(steps: Sequence[Measures], page: Measures, style: Style, printer: str, is_numbered: bool) -> Box:
    """Steps side by side: a title, a picture, and what to do. Those before the game have numbers, and those of a turn letters."""
    width = (page.column.width - page.gap * (len(steps) - 1)) / len(steps)
    room = width - 2 * page.column.pad
    fill = tinted(style.theme.colors["yellow"].ink, WARM) if is_numbered else tinted(style.accent, TINT)
    pictures = [_picture(step.picture, style, room) for step in steps]
    height = max(picture.height for picture in pictures)
    panels = []
    for number, (step, picture) in enumerate(zip(steps, pictures, strict=True)):
        disc = numbered_disc(str(number + 1) if is_numbered else "abcd"[number], style.section.leading * 0.52, style)
        head = Row([disc, Words(step.title, style.section, "H3")], [disc.width, Share()], 2.0, "middle")
        text = step.corrected if printer and step.get("corrected") else step.text
        seen = grouped([((room - picture.width) / 2, (height - picture.height) / 2, picture)], room, height)
        panels.append(_panel([head, FixedBox(seen), Words(text, style.body)], page, style, fill))
    return Row(panels, [width] * len(panels), page.gap, "fill")


def _panel(boxes: Sequence[Box], page: Measures, style: Style, fill: Ink | None = None) -> Box:
    """Boxes in a frame, all of one kind on this page; without its color where ink is to be saved."""
    inner = Tagged("Div", Stack(boxes, 1.4))
    return Framed(inner, page.column.pad, style.theme.ink, 0.35, 3.0, fill=None if style.theme.is_low else fill)


def _picture(lines: str | Sequence[str], style: Style, room: float) -> Layout:
    """A picture of a step: one that is drawn here by its name, or lines as those of a book."""
    if lines == "rulers":
        return _measuring(style.theme)
    if lines == "cuts":
        return _cutting(style.theme)
    shown = [
        found.in_words(lambda words: (Span(words),) if words else ())
        for text in lines if (found := read_picture_line(text))
    ]  # fmt: skip
    return picture_layout(Picture("step", picture=tuple(shown)), style, room)


def _measuring(theme: Theme) -> Layout:
    """This page, small, with its rulers at two edges, and a ruler beside it."""
    ink, items = theme.ink, list[Item]()
    items.append(Path(rectangle(0.0, 0.0, 11.0, 14.6, 0.6), theme.paper, ink, 0.35))
    ticks = [line(1.2 + step, 1.0, 1.2 + step, 2.2) for step in range(9)]
    ticks += [line(8.8, 3.4 + step, 10.0, 3.4 + step) for step in range(9)]
    items.append(Path(" ".join(ticks), stroke=ink, width_mm=0.25))
    items.append(
        Path(
            rectangle(13.0, 4.6, 24.0, 5.4, 0.8),
            theme.colors["yellow"].ink if not theme.is_low else theme.paper,
            ink,
            0.4,
        )
    )
    marks = [line(14.6 + step * 1.04, 4.6, 14.6 + step * 1.04, 6.4 if step % 5 else 7.2) for step in range(21)]
    items.append(Path(" ".join(marks), stroke=ink, width_mm=0.25))
    return Layout(37.0, 14.6, (Group(tuple(items), miniature=True),))


def _cutting(theme: Theme) -> Layout:
    """A sheet of nine cards and a pair of scissors."""
    ink, items = theme.ink, list[Item]()
    items.append(Path(rectangle(0.0, 0.0, 11.0, 14.6, 0.6), theme.paper, ink, 0.35))
    for row in range(3):
        for column, color in enumerate(("red", "yellow", "green")):
            x, y = 1.1 + 3.0 * column, 1.3 + 4.1 * row
            fill = theme.paper if theme.is_low else theme.colors[color].ink
            items.append(Path(rectangle(x, y, 2.8, 3.9), theme.paper, ink, 0.2))
            items.append(Path(circle(x + 1.4, y + 1.95, 0.8), fill, ink, 0.2))
    blades = [polygon([(16.0, 3.4), (28.4, 9.6), (25.6, 9.4)]), polygon([(16.0, 11.2), (28.4, 5.0), (25.6, 5.2)])]
    items += [Path(d, theme.inks["grey"], ink, 0.3) for d in blades]
    items += [Path(circle(31.0, y, 2.6), theme.paper, ink, 1.0) for y in (3.4, 11.2)]
    items.append(Path(circle(24.4, 7.3, 0.6), ink))
    return Layout(34.0, 14.6, (Group(tuple(items), miniature=True),))


def _notes(page: Measures, style: Style) -> Box:
    """How to read a card, what the pot is, and who wins."""
    width, west = (page.column.width - 2 * page.gap) / 3, style.theme.words.west
    names, places = {"west": west if in_our_letters(west) else WEST_LETTER}, list[FigurePlace]()
    for position, part, text in (each.split("|") for each in page.card.parts):
        cards = () if places else (parse_card(page.card.code),)
        places.append(FigurePlace(position, text.format(**names), cards, step=part))
    room = width - 2 * page.column.pad
    figure = Figure("card", places=tuple(places), alt=page.card.alt)
    picture = figure_box(figure, style.indented(style.column_mm - room))
    boxes = [_panel([Words(page.card.title, style.section, "H3"), picture], page, style)]
    for note, fill in zip(page.notes, (None, style.accent), strict=True):
        ink = style.on_accent if fill and not style.theme.is_low else style.theme.ink
        title, text = replace(style.section, ink=ink), replace(style.body, ink=ink)
        seen = [centered(_picture(note.picture, style, room), room)] if note.get("picture") else []
        boxes.append(_panel([Words(note.title, title, "H3"), *seen, Words(note.text, text)], page, style, fill))
    return Row(boxes, [width] * 3, page.gap, "fill")


def _rulers(theme: Theme, page: Measures) -> tuple[Group, Group]:
    """Along the upper edge and down the right one, each 100 mm long, from the same corner."""
    rulers, right = page.rulers, page.frame.width - page.rulers.top
    length, half, size = rulers.length, rulers.half_height, rulers.label_size
    ends = [Text(mm, half + size + 0.1, str(mm), TEXT, size, theme.ink, "middle") for mm in range(0, length + 1, 50)]
    across = (*draw_ruler(theme, 0, length, 2 * half), *ends)
    up = [Text(mm, -half - 0.9, str(mm), TEXT, size, theme.ink, "middle") for mm in range(0, length + 1, 50)]
    down = (*draw_ruler(theme, 0, length, 2 * half), *up)
    left = (page.column.width - length - 4.0, rulers.top)
    return place_rulers(across, down, left, (right, rulers.down + length))


def _strips(theme: Theme, table: Measures) -> list[Item]:
    """A strip for each variable with the West deck's three values, and its pointer to cut out."""
    items: list[Item] = []
    for index, (variable, values) in enumerate(VALUES.items()):
        strip = Rect(index * (table.width + table.gap), table.y, table.width, table.height)
        x, y = strip.left, strip.top
        items.append(Path(strip.path(), stroke=theme.inks["grey"], width_mm=0.2, dash_mm=(1.6, 1)))
        own = (theme.words.chit.titles or {}).get(variable)
        title, font = (own, theme.fonts.display) if own else (table.titles.get(variable), DISPLAY)
        items.append(words(title, x + 2, y + 6.0, table.title_cap, theme, font, "start"))
        lane_y = y + table.box_y + table.box + 2.6
        for step, value in enumerate(values[: IN_PLAY["west"]]):
            box = Rect(x + 2 + step * table.pitch, y + table.box_y, table.box, table.box)
            lane = Rect(box.left, lane_y, table.box, table.lane_height)
            middle = box.left + table.box / 2
            arrow = [(middle, lane_y - 1.6), (middle + 1.8, lane_y + 0.4), (middle - 1.8, lane_y + 0.4)]
            items.append(Group((*draw_value(theme, variable, value, box),), miniature=True))
            items.append(Path(lane.path(1.2), stroke=theme.inks["grey"], width_mm=0.25, dash_mm=(1, 0.7)))
            items.append(Path(polygon(arrow), theme.ink))
        items.append(Text(x + 2, lane_y + table.lane_height + 4.4, table.advice, TEXT, table.advice_size, theme.ink))
        between = line(strip.right - 12.5, y, strip.right - 12.5, strip.bottom)
        items.append(Path(between, stroke=theme.inks["grey"], width_mm=0.2, dash_mm=(1.6, 1)))
        width, height = table.pointer
        pointer = Rect(strip.right - 10.8, y + (strip.height - height) / 2, width, height)
        items.append(Group((*draw_pointer(theme, pointer, variable),), miniature=True))
    return items
