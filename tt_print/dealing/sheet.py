"""The setup sheet of a deal: who deals, what is where, the chits in position, what to read aloud, and a QR code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tt_print import __version__
from tt_print.cards.back import draw_back
from tt_print.cards.chits import chit_layout, draw_chit, draw_pointer
from tt_print.cards.theme import Theme
from tt_print.dealing.page_tables import SheetTable, sheet_table
from tt_print.dealing.qr import qr_path
from tt_print.deck import VALUES, VARIABLES
from tt_print.drawing.geometry import Rect, bounds, compose, line, rectangle, scale, shift
from tt_print.drawing.reduction import reduced
from tt_print.drawing.shapes import Group, Item, Path, Text
from tt_print.drawing.text import CODE, DISPLAY, find_font
from tt_print.errors import LayoutError
from tt_print.page.boxes import Box, Framed, Hang, Picture, Row, Share, Space, Stack, Words, entries
from tt_print.page.emit import Document
from tt_print.page.flow import fit
from tt_print.page.text import TextStyle, display_style, text_width
from tt_print.records import dataclass
from tt_print.sheets.compose import Sheet
from tt_print.sheets.plan import Paper

BACK_SCALE = 1.6  # of the pattern on a small card's back, so that its lines can be printed


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile on the table: how many cards, which way up, and what it is."""

    count: int
    face_up: bool
    words: str


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """Everything that is on the sheet. `pointers` are values by variable, `in_play` how many of each row.

    `foot` is at the foot instead of what all games of Triple Topper's author have there."""

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
    margin, width = table.margin, paper.width_mm - 2 * table.margin
    foot = paper.height_mm - table.margin
    code = _code(facts, theme, table, width).lay(width)
    code_y = foot - 4 - code.height
    found = fit(lambda factor: _body(facts, theme, table, factor, width), table.factors, width, code_y - 2 - margin)
    if not found:
        raise LayoutError("the setup sheet is longer than a page. Use shorter names, or fewer house rules.")
    credit = (facts.foot or table.foot).format(version=__version__)
    line = Words(credit, TextStyle(table.small, table.small, ink=theme.ink)).lay(width)
    drawing = Document().drawing(
        [(margin, margin, found[1]), (margin, code_y, code), (margin, foot - (line.baseline or 0.0), line)],
        paper.width_mm, paper.height_mm, f"Triple Topper, {facts.title}",
        " ".join([*(text for _, text in facts.rows), *facts.read]), margin=paper.unprintable_mm,
    )  # fmt: skip
    return Sheet(drawing, (), Rect(0.0, 0.0, paper.width_mm, paper.height_mm))


def _body(facts: SheetFacts, theme: Theme, table: SheetTable, factor: float, width: float) -> Box:
    """Everything above the code: the game and how it is dealt, what is on the table, and what to read aloud."""
    body = TextStyle(table.size, table.pitch, ink=theme.ink, breaks=True).times(factor)
    gap, indent = table.gap * factor, 7.0
    game, _, rest = facts.title.partition(", ")
    before = ["", *(label for label, _ in facts.rows)]
    rows = [
        Hang(Words("" if label == last else label, body.strong), Words(text, body), table.label * factor)
        for (label, text), last in zip(facts.rows, before, strict=False)
    ]
    chits = [Space(gap + 1.0), _chits(facts, theme, table, width)] if facts.pointers else []
    house = Words(table.house.format(house=facts.house), body.strong)
    return Stack(
        [
            Words(game, display_style(table.title_cap, theme.ink), "H1"),
            Words(rest, body.times(1.15)),
            Space(3.0),
            Stack(rows, 0.6 * gap),
            *chits,
            Space(gap + 2.0),
            _heading(table.table, theme, table, factor),
            _piles(facts, theme, table, body.times(0.82), width),
            Space(gap + 2.0),
            _heading(table.read, theme, table, factor),
            entries(facts.read, body, indent, gap=0.5 * gap),
            Hang(Words("", body, ""), house, indent),
        ],
        gap,
    )


def _heading(text: str, theme: Theme, table: SheetTable, factor: float) -> Box:
    return Words(text, display_style(table.heading_cap * factor, theme.ink), "H2", keeps=True)


def _chits(facts: SheetFacts, theme: Theme, table: SheetTable, width: float) -> Box:
    """The three chits side by side, each with its pointer at the value where it starts, and below it what is in play. The small print and
    the brackets, which nobody could read at this size, are left out.
    """
    chit, gap = chit_layout(), table.chit_gap
    face_width = (width - 2 * gap) / 3
    factor = face_width / theme.height_mm
    tall = chit.bracket_y - chit.bracket_pitch / 2
    small = TextStyle(table.chit_size, 1.27 * table.chit_size, ink=theme.ink)
    columns = []
    for variable in VARIABLES:
        value, values = (facts.pointers or {})[variable], VALUES[variable]
        card = rectangle(0, 0, theme.height_mm, tall, theme.card.corner_mm)
        parts: list[Item] = [
            Path(card, theme.paper, theme.inks["grey"], 0.4),
            *_legible(draw_chit(variable, theme).items, table.least / factor, tall),
        ]
        for out in range(facts.in_play, len(values)):  # crossed out: not in play
            x1, y1, x2, y2 = chit.slot(out).edges
            cross = f"{line(x1, y1, x2, y2)} {line(x1, y2, x2, y1)}"
            parts += [Path(cross, None, theme.paper, 2.6), Path(cross, None, theme.ink, 1.2)]
        left = chit.slot(values.index(value)).left + (chit.slot_width - 9) / 2
        parts += draw_pointer(theme, Rect(left, chit.lane_y - 1.2, 9, 11.4))
        face = Group(tuple(parts), scale(factor), miniature=True)
        sentence = table.in_play.format(values=" ".join(values[: facts.in_play]), value=value)
        columns.append(Stack([Picture((face,), face_width, tall * factor), Words(sentence, small)], 1.2))
    return Row(columns, [face_width] * 3, gap)


def _legible(chit: tuple[Item, ...], least: float, tall: float) -> Iterator[Item]:
    """A chit's parts down to `tall`, without letters whose em is below `least`."""
    for item in chit:
        if isinstance(item, Text):
            if item.size_mm >= least:
                yield item
        elif not isinstance(item, Path) or bounds(item.d).bottom < tall:
            yield item


def _piles(facts: SheetFacts, theme: Theme, table: SheetTable, style: TextStyle, width: float) -> Box:
    """A small card for each pile: a back for one that lies face down, an outline for one face up, its number on it."""
    pitch = min(width / max(1, len(facts.piles)), table.pile_pitch * 1.6)
    columns = []
    for pile in facts.piles:
        picture = _pile(pile, theme, table)
        columns.append(Row([picture, Words(pile.words, style)], [picture.width, Share()], 1.7))
    return Row(columns, [pitch - 3.0] * len(columns), 3.0)


def _pile(pile: Pile, theme: Theme, table: SheetTable) -> Picture:
    factor = table.pile_width / theme.width_mm
    high, outline = theme.height_mm * factor, theme.outline
    pattern = Group(reduced(draw_back(theme).items, factor * BACK_SCALE), scale(BACK_SCALE))
    back = () if pile.face_up else (Group((pattern,), clip=outline),)
    card = (Path(outline, theme.paper, theme.ink, 1.2), *back, Path(outline, None, theme.ink, 1.2))
    under = [Group(card, compose(shift(1.3, 1.3), scale(factor)))] if pile.count > 1 else []
    size = find_font(DISPLAY).size_for_cap(6.0)
    middle = (table.pile_width / 2, high / 2 + 3.0)
    number = Text(*middle, str(pile.count), DISPLAY, size, theme.ink, "middle", halo=theme.paper, halo_mm=1.6)
    items: tuple[Item, ...] = (*under, Group(card, scale(factor)), number)
    return Picture(items, table.pile_width + 1.3, high + 1.3, f"{pile.count}")


def _code(facts: SheetFacts, theme: Theme, table: SheetTable, width: float) -> Box:
    """In a frame the QR code on the right, the same code in letters beside it."""
    side, small = table.qr, table.code_size
    qr = Picture((Path(qr_path(facts.code, 0.0, 0.0, side), theme.ink),), side, side, table.code)
    large = TextStyle(small * 1.7, small * 2.0, CODE, CODE, theme.ink)
    note = TextStyle(small * 0.9, small * 1.25, ink=theme.ink)
    room = width - side - 10.0
    shown = large.times(min(1.0, room / text_width(facts.code, large)))
    text = Stack([_heading(table.code, theme, table, 1.0), Words(facts.code, shown), Words(table.code_note, note)], 1.2)
    inside = Row([text, qr], [Share(), side], 3.0)
    return Framed(inside, 1.2, theme.inks["grey"], 0.25, 2.0)
