"""The set-up sheet of a deal: who deals, what lies where, the chits in position, what to read aloud, and a QR code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tt_print import __version__
from tt_print.cards.back import draw_back
from tt_print.cards.chits import chit_layout, draw_chit, draw_pointer, words
from tt_print.cards.theme import Theme
from tt_print.dealing.page_tables import SheetTable, sheet_table
from tt_print.dealing.qr import qr_path
from tt_print.deck import VALUES, VARIABLES
from tt_print.drawing.fitting import break_any, draw_words
from tt_print.drawing.geometry import Rect, bounds, compose, line, rectangle, scale, shift
from tt_print.drawing.page import verify_words_inside
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.text import BOLD, CODE, DISPLAY, TEXT, break_lines, find_font
from tt_print.errors import LayoutError
from tt_print.records import dataclass
from tt_print.sheets.compose import Sheet
from tt_print.sheets.plan import Paper


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile on the table: how many cards, which way up, and what it is."""

    count: int
    face_up: bool
    words: str


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """Everything that stands on the sheet. `pointers` are values by variable, `in_play` how many of each row.

    `foot` stands at the foot in place of what all games of Triple Topper's author have there."""

    title: str
    rows: Sequence[tuple[str, str]]
    read: Sequence[str]
    piles: Sequence[Pile]
    house: str
    code: str
    pointers: dict[str, str] | None = None
    in_play: int = 5
    foot: str = ""


def draw_setup(facts: SheetFacts, paper: Paper, theme: Theme) -> Sheet:
    """One page, its words as large as they fit. Raises LayoutError where they do not fit at all."""
    table = sheet_table()
    for factor in table.factors:
        larger = replace(
            table,
            size=table.size * factor,
            pitch=table.pitch * factor,
            gap=table.gap * factor,
            label=table.label * factor,
            heading_cap=table.heading_cap * factor,
        )
        items, bottom = _body(facts, paper, theme, larger)
        if bottom <= paper.height_mm - table.margin - 5 - table.qr:
            break
    else:
        raise LayoutError("the set-up sheet is longer than a page. Use shorter names, or fewer house rules.")
    margin, foot = table.margin, paper.height_mm - table.margin
    _code(facts, items, theme, table, margin, foot - 4 - table.qr, paper.width_mm - 2 * margin)
    items.append(Text(margin, foot, (facts.foot or table.foot).format(version=__version__), TEXT, 2.7, theme.ink))
    description = " ".join([*(text for _, text in facts.rows), *facts.read])
    verify_words_inside(items, paper.width_mm, paper.height_mm, paper.unprintable_mm)
    drawing = Drawing(paper.width_mm, paper.height_mm, tuple(items), f"Triple Topper, {facts.title}", description)
    return Sheet(drawing, (), Rect(0.0, 0.0, paper.width_mm, paper.height_mm))


def _body(facts: SheetFacts, paper: Paper, theme: Theme, table: SheetTable) -> tuple[list[Item], float]:
    """Everything above the code, and where it ends."""
    margin, width = table.margin, paper.width_mm - 2 * table.margin
    items: list[Item] = []
    y = _title(facts, items, theme, table, margin, width)
    y = _rows(facts, items, theme, table, margin, y, width)
    if facts.pointers:
        y = _chits(facts, items, theme, table, margin, y + 1, width)
    y = _piles(facts, items, theme, table, margin, y + 2, width)
    return items, _read(facts, items, theme, table, margin, y + 2, width)


def _title(facts: SheetFacts, items: list[Item], theme: Theme, table: SheetTable, x: float, width: float) -> float:
    """The game large, the rest of its line below."""
    game, _, rest = facts.title.partition(", ")
    y = x + table.title_cap
    items.append(words(game, x, y, table.title_cap, theme, DISPLAY, "start"))
    size = table.size * 1.15
    y += 3 + size
    for row in break_any(rest, TEXT, size, width):
        items.append(Text(x, y, row, TEXT, size, theme.ink))
        y += size * 1.3
    return y + 3


def _rows(
    facts: SheetFacts, items: list[Item], theme: Theme, table: SheetTable, x: float, y: float, width: float
) -> float:
    before = ""
    for label, sentence in facts.rows:
        if label != before:
            items.append(Text(x, y, label, BOLD, table.size, theme.ink))
        before = label
        for row in break_any(sentence, TEXT, table.size, width - table.label):
            items += draw_words(x + table.label, y, row, TEXT, table.size, theme.ink)
            y += table.pitch
        y += table.gap * 0.6
    return y


def _chits(
    facts: SheetFacts, items: list[Item], theme: Theme, table: SheetTable, x: float, y: float, width: float
) -> float:
    """The three chits side by side, each with its pointer below the value where it starts, without the small print and
    the brackets, which nobody could read at this size: what is in play stands below.
    """
    chit = chit_layout()
    gap = table.chit_gap
    face_width = (width - 2 * gap) / 3
    factor = face_width / theme.height_mm
    tall = chit.bracket_y - chit.bracket_pitch / 2
    face_height = tall * factor
    for index, variable in enumerate(VARIABLES):
        left = x + index * (face_width + gap)
        card = rectangle(0, 0, theme.height_mm, tall, theme.card.corner_mm)
        parts: list[Item] = [
            Path(card, theme.paper, theme.inks["grey"], 0.4),
            *_legible(draw_chit(variable, theme).items, table.least / factor, tall),
        ]
        slot = VALUES[variable].index((facts.pointers or {})[variable])
        arrow_left = chit.slot(slot).left + (chit.slot_width - 9) / 2
        for out in range(facts.in_play, len(VALUES[variable])):  # crossed out: not in play
            x1, y1, x2, y2 = chit.slot(out).edges
            cross = f"{line(x1, y1, x2, y2)} {line(x1, y2, x2, y1)}"
            parts += [Path(cross, None, theme.paper, 2.6), Path(cross, None, theme.ink, 1.2)]
        parts += draw_pointer(theme, Rect(arrow_left, chit.lane_y - 1.2, 9, 11.4))
        items.append(Group(tuple(parts), compose(shift(left, y), scale(factor)), miniature=True))
        values = VALUES[variable][: facts.in_play]
        sentence = table.in_play.format(values=" ".join(values), value=(facts.pointers or {})[variable])
        for row, words_ in enumerate(break_lines(sentence, TEXT, 3.0, face_width)):
            items.append(Text(left, y + face_height + 4 + row * 3.8, words_, TEXT, 3.0, theme.ink))
    return y + face_height + 13


def _legible(chit: tuple[Item, ...], least: float, tall: float) -> Iterator[Item]:
    """A chit's parts down to `tall`, without letters whose em is below `least`."""
    for item in chit:
        if isinstance(item, Text):
            if item.size_mm >= least:
                yield item
        elif not isinstance(item, Path) or bounds(item.d).bottom < tall:
            yield item


def _piles(
    facts: SheetFacts, items: list[Item], theme: Theme, table: SheetTable, x: float, y: float, width: float
) -> float:
    """A small card for each pile: a back for one that lies face down, an outline for one face up, its number on it."""
    items.append(words(table.table, x, y + table.heading_cap, table.heading_cap, theme, DISPLAY, "start"))
    y += table.heading_cap + 3
    face_width = table.pile_width
    factor = face_width / theme.width_mm
    face_height = theme.height_mm * factor
    pitch = min(width / max(1, len(facts.piles)), table.pile_pitch * 1.6)
    lines = 1
    for index, pile in enumerate(facts.piles):
        left = x + index * pitch
        outline = theme.outline
        face = draw_back(theme).items if not pile.face_up else ()
        card = (
            Path(outline, theme.paper, theme.ink, 1.2),
            Group(face, clip=outline),
            Path(outline, None, theme.ink, 1.2),
        )
        if pile.count > 1:
            items.append(Group(card, compose(shift(left + 1.3, y + 1.3), scale(factor))))
        items.append(Group(card, compose(shift(left, y), scale(factor))))
        size = find_font(DISPLAY).size_for_cap(6.0)
        number = str(pile.count)
        items.append(
            Text(
                left + face_width / 2,
                y + face_height / 2 + 3,
                number,
                DISPLAY,
                size,
                theme.ink,
                "middle",
                halo=theme.paper,
                halo_mm=1.6,
            )
        )
        size = table.size * 0.82
        rows = break_lines(pile.words, TEXT, size, pitch - face_width - 5)
        lines = max(lines, len(rows))
        for row, sentence in enumerate(rows):
            items.append(
                Text(left + face_width + 3, y + 1.3 * size + row * 1.25 * size, sentence, TEXT, size, theme.ink)
            )
    return y + max(face_height + 4, 1.3 * table.size * (lines + 1))


def _read(
    facts: SheetFacts, items: list[Item], theme: Theme, table: SheetTable, x: float, y: float, width: float
) -> float:
    items.append(words(table.read, x, y + table.heading_cap, table.heading_cap, theme, DISPLAY, "start"))
    y += table.heading_cap * 1.3 + table.size * 1.3
    for number, sentence in enumerate(facts.read, 1):
        items.append(Text(x + 4, y, str(number), BOLD, table.size, theme.ink, "end"))
        for row in break_any(sentence, TEXT, table.size, width - 7):
            items += draw_words(x + 7, y, row, TEXT, table.size, theme.ink)
            y += table.pitch
        y += table.gap * 0.5
    for row in break_lines(table.house.format(house=facts.house), BOLD, table.size, width - 7):
        items += draw_words(x + 7, y, row, BOLD, table.size, theme.ink)
        y += table.pitch
    return y


def _code(
    facts: SheetFacts, items: list[Item], theme: Theme, table: SheetTable, x: float, y: float, width: float
) -> None:
    """The QR code on the right, the same code in letters beside it."""
    side = table.qr
    left = x + width - side
    items.append(Path(rectangle(x, y - 2, width, side + 2, 2), None, theme.inks["grey"], 0.25))
    items.append(Path(qr_path(facts.code, left - 1, y - 1, side), theme.ink))
    items.append(words(table.code, x + 4, y + 7, table.heading_cap, theme, DISPLAY, "start"))
    room, size = width - side - 10, table.code_size
    rows = [facts.code[i : i + table.digits] for i in range(0, len(facts.code), table.digits)]
    if len(rows) > 1:  # a full code: only a scanner reads it
        shown = table.digits_size
        for row, digits in enumerate(rows):
            items.append(Text(x + 4, y + 12 + row * shown * 1.3, digits, CODE, shown, theme.ink))
        return
    shown = min(size * 1.7, size * 1.7 * room / find_font(CODE).width_mm(facts.code, size * 1.7))
    items.append(Text(x + 4, y + 15, facts.code, CODE, shown, theme.ink))
    for row, line_ in enumerate(break_lines(table.code_note, TEXT, size * 0.9, room)):
        items.append(Text(x + 4, y + 22.5 + row * size * 1.25, line_, TEXT, size * 0.9, theme.ink))
