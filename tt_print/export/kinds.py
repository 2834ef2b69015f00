"""The kinds of files: pictures for a service, one PDF for a press, sheets or blocks for a cutting machine, and sheets for a virtual table.

The box has a module of its own. PDF/X-1a:2003 is ISO 15930-4, PDF/X-4 is ISO 15930-7; the tests read what was written with other programs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product as every
from math import floor
from typing import Any
from xml.sax.saxutils import escape

from tt_print.draw.canvas import OutputIntent, Press, Standards, ink_coverage
from tt_print.draw.geometry import Rect, compose, polygon, quarter_turn, rounded, scale, shift
from tt_print.draw.pdf import ONE_SIDED, DocumentFacts, Page, render_pdf
from tt_print.draw.pixels import PngFile
from tt_print.draw.shapes import Drawing, Group, Ink, Item, Path, Text
from tt_print.draw.svg import cut_files
from tt_print.draw.text import TEXT, find_font
from tt_print.export.box import draw_box, resolve_box
from tt_print.export.job import Facts, FileKind, Files, Job, json_file
from tt_print.export.profiles import PAGE_ORDERS, ExportChoices, ProfileTable
from tt_print.faces.back import draw_back
from tt_print.faces.layout import MM_PER_INCH, Product
from tt_print.problems import Problem, pick
from tt_print.templates import template_path

# ---------------------------------------------------------------- pictures of cards

BACK = "back/back.png"


def resolve_pictures(job: Job) -> ExportChoices:
    """The stock by its short name, empty for the usual one."""
    order, choices = job.profile.order, job.choices
    if not choices.stock:
        return choices
    if order is None:
        raise Problem("no_order", "stock", profile=job.profile.name)
    if order.product != job.product.name:
        raise Problem("needs", "stock", other="product", wanted=order.product)
    stock = pick("stock", choices.stock, order.stocks)
    return replace(choices, stock="" if stock == next(iter(order.stocks)) else stock)


def draw_pictures(job: Job) -> tuple[Files, Facts]:
    """`fronts/001-RC1.png` and so on in upload order, `back/back.png`, and `order.xml` where a program fills in the service's pages.

    Copies of a card hold the same bytes, and are uploaded once.
    """
    names = [f"fronts/{number:03}-{code}.png" for number, code in enumerate(job.codes, 1)]
    drawings = zip([*names, BACK], [*(front.drawing for front in job.fronts), job.back], strict=True)
    files: Files = {name: PngFile(drawing, job.product.file_px, job.product.dpi) for name, drawing in drawings}
    order = job.profile.order
    if order is None or order.product != job.product.name:
        return files, {"order": order.elsewhere if order else ""}
    first: dict[str, str] = {}
    fronts = [first.setdefault(code, name) for code, name in zip(job.codes, names, strict=True)]
    stock = order.stocks[job.choices.stock or next(iter(order.stocks))]
    orders = write_orders(order, fronts, stock)
    words = {"orders": " and ".join(orders), "stock": stock}
    steps = "\n".join(job.profile.fill("order.how_to", line, words) for line in order.how_to)
    return {**files, **orders}, {"order": steps}


def write_orders(order: ProfileTable, fronts: Sequence[str], stock: str) -> dict[str, bytes]:
    """`order.xml`, or `order-1.xml` and so on where one order cannot hold all cards.

    `fronts` are pictures in the order of the places; the same picture may be in several. `order` says what the service takes: at most
    `max_cards`, and of its `brackets` the smallest that holds them counts for the price.
    """
    parts = [fronts[start : start + order.max_cards] for start in range(0, len(fronts), order.max_cards)]
    names = ["order.xml"] if len(parts) == 1 else [f"order-{number}.xml" for number in range(1, len(parts) + 1)]
    return {name: _order(order, part, stock) for name, part in zip(names, parts, strict=True)}


def _order(order: ProfileTable, fronts: Sequence[str], stock: str) -> bytes:
    """For MPC Autofill, where `desktop-tool/src/order.py` of chilli-axe/mpc-autofill reads it: places count from 0, a picture is a file
    beside the order, and `cardback` goes where no other back is named.
    """
    bracket = min(each for each in order.brackets if each >= len(fronts))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>', "<order>", " <details>", f"  <quantity>{len(fronts)}</quantity>",
        f"  <bracket>{bracket}</bracket>", f"  <stock>{escape(stock)}</stock>", "  <foil>false</foil>", " </details>",
    ]  # fmt: skip
    slots: dict[str, list[str]] = {}
    for slot, name in enumerate(fronts):
        slots.setdefault(name, []).append(str(slot))
    for side, cards in (("fronts", slots), ("backs", {BACK: [*map(str, range(len(fronts)))]})):
        lines.append(f" <{side}>")
        for picture, places in cards.items():
            lines += [
                "  <card>", f"   <id>{escape(picture)}</id>", f"   <slots>{','.join(places)}</slots>",
                f"   <name>{escape(picture.rpartition('/')[2])}</name>", "  </card>",
            ]  # fmt: skip
        lines.append(f" </{side}>")
    return "\n".join([*lines, f" <cardback>{BACK}</cardback>", "</order>", ""]).encode()


# ---------------------------------------------------------------- one PDF for a press

# What lies on the pages, as code of the card and whether it is its back, for the codes of all fronts in order.
SIDES: Mapping[str, Callable[[Sequence[str]], list[tuple[str, bool]]]] = dict(zip(PAGE_ORDERS, (
    lambda codes: [(code, is_back) for code in codes for is_back in (True, False)],
    lambda codes: [(code, is_back) for code in codes for is_back in (False, True)],
    lambda codes: [(code, is_back) for is_back in (False, True) for code in codes],
    lambda codes: [*((code, False) for code in codes), ("", True)],
), strict=True))  # fmt: skip


def resolve_press(job: Job) -> ExportChoices:
    """The choices without what is the profile's own way anyway. Raises Problem for what it does not want."""
    profile, choices = job.profile, job.choices
    if choices.cut_line and not profile.cut_line:
        raise Problem("unwanted", "cut_line", profile=profile.title)
    usual, *others = profile.orders
    order = choices.order
    if order and not others and order.strip().lower() != usual:
        raise Problem("unwanted", "order", value=order, profile=profile.title, usual=profile.orders[usual])
    order = pick("order", order or usual, profile.orders)
    return replace(choices, order="" if order == usual else order)


def draw_press(job: Job) -> tuple[Files, Facts]:
    """A card a page, in the inks and the order that the press wants.

    Raises TemplateError where the theme has no CMYK build for an ink, and ExportError where it holds more ink than the printer's paper takes.
    """
    profile, card, press, line = job.profile, job.product, job.profile.press, job.profile.cut_line
    order = job.choices.order or next(iter(profile.orders))
    ink, build = max(ink_coverage(drawing, press.overprints) for drawing in [job.back, *job.drawings.values()])
    inks = "/".join(f"{round(100 * part, 1):g}" for part in build)
    if ink > press.max_total_ink:
        raise job.broken(f"the theme: ink: {ink:g}% ({inks}); wanted: at most {press.max_total_ink:g}%")

    def lined(drawing: Drawing) -> Drawing:
        """Where wanted with the trim and its round corners, in a spot ink that every cutter's software looks for by name."""
        if line is None or not job.choices.cut_line:
            return drawing
        spot = Ink(line.rgb, line.cmyk, line.name, f"cut_line of {profile.name}")
        return replace(drawing, items=(*drawing.items, Path(card.trim.path(card.corner_mm), None, spot, line.width_mm)))

    fronts, back = {code: lined(front) for code, front in job.drawings.items()}, lined(job.back)
    sides, pages = SIDES[order](job.codes), []
    for code, is_back in sides:
        label = f"back of {code}".removesuffix(" of ") if is_back else code
        name = label.capitalize() if is_back else f"{code}: {fronts[code].title}"
        pages.append(Page(back if is_back else fronts[code], label, name, card.trim, card.whole))
    icc = template_path(f"icc/{press.icc}").read_bytes() if press.icc else None
    kinds = ("GTS_PDFX", "GTS_PDFA1") if press.archive else ("GTS_PDFX",)
    intents = tuple(OutputIntent(kind, press.condition, press.condition_info, icc) for kind in kinds)
    standards = Standards(intents, pdfa=press.archive, pdfx=press.standard)
    title = f"Triple Topper, {job.title}, {card.title}"
    subject = f"{press.standard} for {press.condition_info}; {profile.orders[order]}."
    facts = DocumentFacts(title, subject, {"DisplayDocTitle": "true"}, press.version, standards)
    return {f"{job.stem}.pdf": render_pdf(pages, facts, inks=Press(press.overprints))}, {
        "pages": len(sides), "order_told": profile.orders[order], "first": f"the {job.fronts[0].drawing.title.lower()}",
        "standard": press.standard, "condition": press.condition_info, "most_ink": f"{press.max_total_ink:g}",
        "ink_told": f"{ink:g}% ({inks})", "bleed": f"{card.bleed_mm:g}", "corner": f"{card.corner_mm:g}",
        "line_told": "" if line is None else line.words if job.choices.cut_line else line.without,
    }  # fmt: skip


# ---------------------------------------------------------------- cutting machines

BACK_BLEED_MM = 3.0  # a whole repeat of the pattern, beyond the outer cards


@dataclass(frozen=True)
class Grid:
    """Cards of one size in rows, `pitch` from each to the next, the first one at `corner`; all that is printed is `size_mm`.

    `arm_mm` is the length of the registration marks around them.
    """

    columns: int
    rows: int
    card_mm: tuple[float, float]
    pitch_mm: tuple[float, float]
    corner: tuple[float, float]
    size_mm: tuple[float, float]
    arm_mm: float = 0.0

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def trims(self) -> list[Rect]:
        """What remains of each card after cutting, row by row."""
        (left, top), (across, down) = self.corner, self.pitch_mm
        places = every(range(self.rows), range(self.columns))
        return [Rect(left + column * across, top + row * down, *self.card_mm) for row, column in places]

    def split(self, job: Job) -> list[list[Drawing]]:
        """The cards of each sheet."""
        cards = [front.drawing for front in job.fronts]
        return [cards[i : i + self.count] for i in range(0, len(cards), self.count)]

    def place(self, cards: Sequence[Drawing], product: Product) -> Iterator[Item]:
        """Cards with their bleed in these places, turned where the places lie on their side."""
        for card, trim in zip(cards, self.trims, strict=False):
            matrix = shift(trim.left - product.bleed_mm, trim.top - product.bleed_mm)
            is_turned = trim.width != product.trim.width
            yield Group(card.items, compose(matrix, quarter_turn(product.height_mm, 0)) if is_turned else matrix)

    def cut_files(self, corner_mm: float) -> dict[str, bytes]:
        """The cut files of cards with round corners in these places."""
        outlines = [rounded(trim.left, trim.top, trim.width, trim.height, corner_mm) for trim in self.trims]
        return cut_files(outlines, self.size_mm, f"Cuts of {self.count} cards")


def resolve_cutter(job: Job) -> ExportChoices:
    """Three marks unless four are asked for. Raises Problem for another number."""
    types = job.profile.marks.types
    marks = job.choices.marks or int(next(iter(types)))
    if str(marks) not in types:
        raise Problem("unknown", "marks", value=marks, choices=[*types], types="; ".join(types.values()))
    return replace(job.choices, marks=marks)


def plan_sheet(job: Job) -> Grid:
    """The way of the paper, and the block in its middle, that hold most cards; among equals the one with the longer marks.

    An arm is as long as the cards leave room for, at most `max_arm`. Raises Problem when no card fits.
    """
    card, marks, paper, found = job.product, job.profile.marks, job.paper, list[Grid]()
    for way in (paper.turned(), paper):
        wide, high, inset = way.width_mm, way.height_mm, marks.inset
        most = int((wide - 2 * inset) // card.width_mm), int((high - 2 * inset) // card.height_mm)
        for columns, rows in every(range(1, most[0] + 1), range(1, most[1] + 1)):
            left, top = (wide - columns * card.width_mm) / 2, (high - rows * card.height_mm) / 2
            arm = int(10 * min(marks.max_arm, max(left - inset - marks.clear, top - inset - marks.clear))) / 10
            if arm >= marks.min_arm:
                corner, size = (left + card.bleed_mm, top + card.bleed_mm), (card.trim.width, card.trim.height)
                found.append(Grid(columns, rows, size, (card.width_mm, card.height_mm), corner, (wide, high), arm))
    if not found:
        raise Problem("no_card_fits", "paper", size=card.size_words, value=paper.title)
    return max(found, key=lambda grid: (grid.count, grid.arm_mm))


def draw_sheets(job: Job) -> tuple[Files, Facts]:
    """`sheets.pdf`, with a page of backs behind each sheet where wanted, and one `cut.svg` and `cut.dxf` for all."""
    marks, grid = job.profile.marks, plan_sheet(job)
    edge, sheets = "short" if grid.size_mm[0] > grid.size_mm[1] else "long", grid.split(job)
    around = [Path(bar.path(), job.theme.ink) for bar in _marks(job, grid)]
    back, pages = _backs(job, grid) if job.choices.backs else None, []
    for number, cards in enumerate(sheets, 1):
        items = [*grid.place(cards, job.product), *_sheet_words(job, grid, number, len(sheets)), *around]
        title = f"Triple Topper, {job.title}, sheet {number} of {len(sheets)}"
        sheet = Drawing(*grid.size_mm, tuple(items), title, f"{', '.join(card.title for card in cards)}.")
        pages.append(Page(sheet, str(number), f"Sheet {number}"))
        pages += [Page(back, f"{number} back", f"Backs of sheet {number}")] if back else []
    duplex = f"DuplexFlip{edge.capitalize()}Edge" if back else "Simplex"
    title = f"Triple Topper, {job.title}, sheets for {job.profile.title}"
    pdf = render_pdf(pages, DocumentFacts(title, "Print at 100%.", ONE_SIDED | {"Duplex": duplex}))
    return {"sheets.pdf": pdf, **grid.cut_files(job.product.corner_mm)}, {
        "sheets": len(sheets), "per_sheet": grid.count, "paper": job.paper.title, "way": "landscape" if edge == "short" else "portrait",
        "mark_type": marks.types[str(job.choices.marks)], "inset": marks.inset, "arm": grid.arm_mm, "line": marks.line,
        "sides": f", both sides, flip on the {edge} edge" if back else "",
    }  # fmt: skip


def _marks(job: Job, grid: Grid) -> Iterator[Rect]:
    """Each black bar and square, clockwise from the top left. An angle's corner points away from the cards."""
    marks, arm, (wide, high), are_four = job.profile.marks, grid.arm_mm, grid.size_mm, job.choices.marks == 4
    left = top = marks.inset
    right, bottom = wide - (marks.inset + arm), high - (marks.inset + arm)
    for index, (x, y) in enumerate([(left, top), (right, top), (right, bottom), (left, bottom)]):
        if not are_four and index == 0:
            yield Rect(x, y, marks.square, marks.square)
        elif are_four or index != 2:
            yield Rect(x, y if index in (0, 1) else y + arm - marks.line, arm, marks.line)
            yield Rect(x if index in (0, 3) else x + arm - marks.line, y, marks.line, arm)


def _sheet_words(job: Job, grid: Grid, number: int, count: int) -> Iterator[Item]:
    """Below the cards and outside the marks: which sheet this is, and a ruler to measure."""
    marks, ink, (wide, high) = job.profile.marks, job.theme.ink, grid.size_mm
    size, ruler = marks.text_size, marks.ruler_mm
    text = job.profile.fill("marks.words", marks.words, {"deck": job.title, "number": number, "count": count})
    left, y = (wide - find_font(TEXT).width_mm(text, size) - ruler - 4) / 2, high - 6.4
    ticks = [polygon([(x, y - 1.6), (x, y + 0.2)], closed=False) for x in (left, left + ruler)]
    line = polygon([(left, y - 0.7), (left + ruler, y - 0.7)], closed=False)
    yield Path(" ".join([*ticks, line]), stroke=ink, width_mm=0.2)
    yield Text(left + ruler + 4, y, text, TEXT, size, ink)


def _backs(job: Job, grid: Grid) -> Drawing:
    """Backs in every place, so that it does not matter over which edge the sheet is turned.

    The pattern repeats with the cards and the gaps between them, so that it goes on from card to card: a sheet
    that lands a little off still has no white edge.
    """
    theme, card, bleed, trims = job.theme, job.product, job.product.bleed_mm, grid.trims
    title = f"Backs of {job.title}"
    if job.artwork is not None:
        back = draw_back(theme, card.trim.width, card.trim.height, BACK_BLEED_MM, job.artwork)
        # once more up to its own bleed, over what its neighbors draw beyond theirs
        own = (Group(back.items, clip=Rect(0, 0, back.width_mm, back.height_mm).inset(-bleed).path()),)
        placed = tuple(Group(items, shift(trim.left, trim.top)) for items in (back.items, own) for trim in trims)
        return Drawing(*grid.size_mm, placed, title, back.description)
    outer, tile = draw_back(theme, *grid.pitch_mm, BACK_BLEED_MM), draw_back(theme, *grid.pitch_mm)
    on_paper = (Path(card.whole.path(), theme.paper), *tile.items)
    first, last = trims[0], trims[-1]
    edge = [trim for trim in trims if trim.left in (first.left, last.left) or trim.top in (first.top, last.top)]
    tiles = [(trim, outer.items) for trim in edge] + [(trim, on_paper) for trim in trims if trim not in edge]
    items = tuple(Group(tile_items, shift(trim.left - bleed, trim.top - bleed)) for trim, tile_items in tiles)
    return Drawing(*grid.size_mm, items, title, tile.description)


def plan_block(job: Job) -> Grid:
    """The block that holds most cards; among equals the one with a gap, because it saves no cut to share one."""
    upright, most = (job.product.trim.width, job.product.trim.height), job.profile.block_mm
    found = []
    for (wide, high), gap in every((upright, upright[::-1]), (job.profile.gap_mm, 0.0)):
        columns, rows = floor((most[0] + gap) / (wide + gap) + 1e-9), floor((most[1] + gap) / (high + gap) + 1e-9)
        if columns and rows:
            pitch = wide + gap, high + gap
            size = columns * pitch[0] - gap, rows * pitch[1] - gap
            found.append((gap, Grid(columns, rows, (wide, high), pitch, (0, 0), size)))
    if not found:
        raise job.broken(f"block_mm: no card of {job.product.size_words} fits")
    return max(found, key=lambda each: (each[1].count, each[0]))[1]


def draw_blocks(job: Job) -> tuple[Files, Facts]:
    """`blocks/block-01.png` and so on, which end at the outer cuts, and `cut.svg` and `cut.dxf` for all of them.

    The machine's software prints its own marks around them.
    """
    grid, dpi, files = plan_block(job), job.product.dpi, Files()
    wide, high = grid.size_mm
    size_px = round(wide * dpi / MM_PER_INCH), round(high * dpi / MM_PER_INCH)
    for number, cards in enumerate(grid.split(job), 1):
        items = [Path(Rect(0, 0, wide, high).path(), job.theme.paper), *grid.place(cards, job.product)]
        block = Drawing(wide, high, tuple(items), ", ".join(card.title for card in cards))
        files[f"blocks/block-{number:02}.png"] = PngFile(block, size_px, dpi)
    words: Facts = {
        "blocks": len(files), "per_block": grid.count, "wide": round(wide, 2), "wide_in": wide / MM_PER_INCH,
        "high_in": high / MM_PER_INCH, "cut_wide_in": wide / MM_PER_INCH,
    }  # fmt: skip
    return {**files, **grid.cut_files(job.product.corner_mm)}, words


# ---------------------------------------------------------------- virtual tables

TABLE_DPI = 300  # at which sheets are drawn; a virtual table counts pixels alone


def resolve_table(job: Job) -> ExportChoices:
    """Raises Problem for a size that nobody could read or load, or an address that is none."""
    table, choices = job.profile.table, job.choices
    if choices.max_px is not None and not table.min_side_px <= choices.max_px <= table.max_side_px:
        known = {"low": table.min_side_px, "high": table.max_side_px, "usual": table.max_px}
        raise Problem("range", "max_px", value=choices.max_px, **known)
    if choices.url and not choices.url.startswith(("https://", "http://", "file:///")):
        raise Problem("no_address", "url", value=choices.url)
    same = None if choices.max_px == table.max_px else choices.max_px
    return replace(choices, max_px=same, url=choices.url.rstrip("/"))


def draw_table(job: Job) -> tuple[Files, Facts]:
    """`sheet-1.png` and so on, whose last place is the hidden face, `back.png`, `cards.json`, and with an address `deck.tts.json`."""
    table, trim, url = job.profile.table, job.product.trim, job.choices.url
    side = job.choices.max_px or table.max_px  # the longest of a sheet; a place has the card's proportions
    cell_wide = min(side // table.columns, int(side / table.rows * trim.width / trim.height))
    cell_px = cell_wide, round(cell_wide * trim.height / trim.width)
    sheet_px = table.columns * cell_px[0], table.rows * cell_px[1]
    fronts, copies = [*job.drawings.items()], Counter(job.codes)
    back = _in_place(job.back, cell_px)
    files, sheets, cards = Files(), list[dict[str, object]](), list[dict[str, object]]()
    for start in range(0, len(fronts), table.max_faces):
        name, held = f"sheet-{len(sheets) + 1}.png", fronts[start : start + table.max_faces]
        faces = [_in_place(drawing, cell_px) for _, drawing in held]
        files[name] = PngFile(_table_sheet(job, faces, back), sheet_px, TABLE_DPI)
        sheets.append({"file": name, "faces": len(held)})
        for index, (code, drawing) in enumerate(held):
            row, column = divmod(index, table.columns)
            cards.append({"code": code, "name": drawing.title, "sheet": name, "row": row, "column": column,
                          "copies": copies[code]})  # fmt: skip
    listed = {
        "about": "Triple Topper by Brian Ciesicki; faces by tt_print. Rows and columns count from 0, from the top left.",
        "deck": job.title, "columns": table.columns, "rows": table.rows, "cell_px": list(cell_px), "sheet_px": list(sheet_px),
        "sheets": sheets, "back": "back.png", "hidden": {"row": table.rows - 1, "column": table.columns - 1}, "cards": cards,
    }  # fmt: skip
    files |= {"back.png": PngFile(back, cell_px, TABLE_DPI), "cards.json": json_file(listed)}
    if url:
        files["deck.tts.json"] = json_file(_tabletop_save(listed, url))
    step, many = job.profile.step, "one" if len(sheets) == 1 else "more"
    return files, {
        **{name: step(f"{many}_{name}", sheets=len(sheets)) for name in ("sheets_words", "decks", "shuffle")},
        "columns": table.columns, "rows": table.rows, "cell_wide": cell_px[0], "cell_high": cell_px[1],
        "per_sheet_words": ", ".join(f"{sheet['faces']} for sheet-{number}" for number, sheet in enumerate(sheets, 1)),
        "saved": step("saved_with", url=url) if url else step("saved_without"),
    }  # fmt: skip


def _table_sheet(job: Job, cards: Sequence[Drawing], back: Drawing) -> Drawing:
    """The faces in their places, each as large as the back, which is the hidden face in the last one."""
    table, cell = job.profile.table, (back.width_mm, back.height_mm)
    grid = Grid(table.columns, table.rows, cell, cell, (0, 0), (table.columns * cell[0], table.rows * cell[1]))
    items: list[Item] = [Path(Rect(0, 0, *grid.size_mm).path(), job.theme.paper)]
    # a clip takes in each pixel that it touches: a hair smaller, it keeps out of the next place
    clip = Rect(0, 0, *cell).inset(0.005).path()
    for face, place in [*zip(cards, grid.trims, strict=False), (back, grid.trims[-1])]:
        items.append(Group(face.items, shift(place.left, place.top), clip))
    return Drawing(*grid.size_mm, tuple(items), ", ".join(card.title for card in cards))


def _in_place(card: Drawing, cell_px: tuple[int, int]) -> Drawing:
    """A card as large as a place."""
    width, height = (px * MM_PER_INCH / TABLE_DPI for px in cell_px)
    across, down = width / card.width_mm, height / card.height_mm
    matrix = (across, 0, 0, down, 0, 0) if across != down else scale(across)
    return Drawing(width, height, (Group(card.items, matrix),), card.title)


# face down in the middle of the table
_TRANSFORM = {
    "posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
}  # fmt: skip


def _tabletop_save(listed: Mapping[str, Any], url: str) -> dict[str, object]:
    """The deck as Tabletop Simulator keeps it in a file of its own, which can be loaded at any table.

    From the list in `cards.json`; the pictures must lie below `url` under their names. Its keys are those of the
    program's saves. A card's number is a hundred times its sheet's number plus its place there.
    """
    numbers = {sheet["file"]: number for number, sheet in enumerate(listed["sheets"], 1)}
    decks = {
        str(number): {
            "FaceURL": f"{url}/{name}", "BackURL": f"{url}/{listed['back']}", "NumWidth": listed["columns"],
            "NumHeight": listed["rows"], "BackIsHidden": False, "UniqueBack": False, "Type": 0,
        }
        for name, number in numbers.items()
    }  # fmt: skip
    contained = []
    for card in listed["cards"]:
        number = numbers[card["sheet"]]
        one = {
            "Name": "Card", "Transform": _TRANSFORM, "Nickname": card["name"], "Description": card["code"].replace("Q", "?"),
            "CardID": 100 * number + card["row"] * listed["columns"] + card["column"], "CustomDeck": {str(number): decks[str(number)]},
        }  # fmt: skip
        contained += [one] * card["copies"]
    deck = {
        "Name": "Deck", "Transform": _TRANSFORM, "Nickname": f"Triple Topper, {listed['deck']}",
        "Description": "Game by Brian Ciesicki; faces by tt_print", "HideWhenFaceDown": True,
        "DeckIDs": [one["CardID"] for one in contained], "CustomDeck": decks, "ContainedObjects": contained,
    }  # fmt: skip
    return {"SaveName": "", "GameMode": "", "ObjectStates": [deck]}


KINDS = {
    "pictures": FileKind(draw_pictures, frozenset({"stock", "dpi", "back"}), resolve_pictures, is_zipped=True),
    "press": FileKind(draw_press, frozenset({"cut_line", "order", "back"}), resolve_press),
    "cutter": FileKind(draw_sheets, frozenset({"paper", "marks", "backs", "back"}), resolve_cutter),
    "cutter-block": FileKind(draw_blocks, frozenset({"dpi"})),
    "box": FileKind(draw_box, frozenset({"paper", "thickness", "sleeved", "dividers", "name"}), resolve_box),
    "table": FileKind(draw_table, frozenset({"max_px", "url", "back"}), resolve_table),
}
