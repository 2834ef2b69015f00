"""The sheet of a commitment: what everybody keeps before a card is drawn, and room to write down who drew which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tt_print import __version__
from tt_print.cards.chits import words
from tt_print.cards.theme import Theme
from tt_print.dealing.page_tables import CommitmentTable, commitment_table
from tt_print.dealing.qr import qr_path
from tt_print.drawing.fitting import draw_words
from tt_print.drawing.geometry import Rect, rectangle
from tt_print.drawing.page import verify_words_inside
from tt_print.drawing.shapes import Drawing, Item, Path, Text
from tt_print.drawing.structure import paragraphs
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, break_lines, width_of
from tt_print.errors import join_words
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass
from tt_print.sheets.compose import Sheet
from tt_print.sheets.plan import Paper


@dataclass(frozen=True, slots=True)
class CommitmentFacts:
    """Everything that is on the sheet; `drawers` are the players in the order in which they draw, `owner` the one whose
    computer it is, or ""."""

    id: str
    game: str
    players: Sequence[str]
    house: str
    drawers: Sequence[str]
    owner: str
    groups: Sequence[str]
    qr: str


def draw_commitment(facts: CommitmentFacts, paper: Paper, theme: Theme) -> Sheet:
    """One page, its words as large as they fit. Raises LayoutError where they do not fit at all."""
    table = commitment_table()
    for factor in table.factors:
        items, bottom = _page(facts, paper, theme, _scaled(table, factor))
        if bottom <= paper.height_mm - table.margin - 5:
            break
    else:
        raise LayoutProblem("deal.sheet_too_long", "sheet")
    foot = table.foot.format(version=__version__)
    items.append(Text(table.margin, paper.height_mm - table.margin, foot, TEXT, 2.7, theme.ink))
    title = table.title.format(id=facts.id)
    description = " ".join([title, *facts.groups])
    verify_words_inside(items, paper.width_mm, paper.height_mm, paper.unprintable_mm)
    drawing = Drawing(paper.width_mm, paper.height_mm, paragraphs(items), f"Triple Topper, {title}", description)
    return Sheet(drawing, (), Rect(0.0, 0.0, paper.width_mm, paper.height_mm))


def _scaled(table: CommitmentTable, factor: float) -> CommitmentTable:
    """Smaller letters and boxes; the QR code and the digits stay as they are."""
    return replace(
        table, size=table.size * factor, pitch=table.pitch * factor, gap=table.gap * factor, box=table.box * factor,
        box_gap=table.box_gap * factor, heading_cap=table.heading_cap * factor, title_cap=table.title_cap * factor,
    )  # fmt: skip


def _page(facts: CommitmentFacts, paper: Paper, theme: Theme, table: CommitmentTable) -> tuple[list[Item], float]:
    """Everything above the foot, and where it ends."""
    x, width = table.margin, paper.width_mm - 2 * table.margin
    y = x + table.title_cap
    items: list[Item] = [words(table.title.format(id=facts.id), x, y, table.title_cap, theme, DISPLAY, "start")]
    players = join_words(facts.players, "and")
    y = _text(
        items, table.what.format(game=facts.game, players=players, house=facts.house), x, y + 7, width, theme, table
    )
    items.append(Path(qr_path(facts.qr, x + width - table.qr, y, table.qr), theme.ink))
    beside = width - table.qr - 6
    bottom = _text(items, table.keep, x, y + table.size, beside, theme, table, BOLD) + table.gap
    bottom = _heading(items, table.digits, x, bottom, theme, table)
    for index, group in enumerate(facts.groups):
        row, column = divmod(index, table.groups_in_row)
        base = bottom + table.digit_size + row * table.digit_pitch
        items.append(Text(x + column * table.group, base, group, BOLD, table.digit_size, theme.ink))
    y = max(base, y + table.qr) + table.gap
    y = _heading(items, table.draw, x, y + table.gap, theme, table)
    y = _drawers(items, facts, x, y, width, theme, table)
    y = _heading(items, table.next, x, y + table.gap, theme, table)
    y += table.size
    for number, step in enumerate(table.steps, 1):
        items.append(Text(x + 4, y, str(number), BOLD, table.size, theme.ink, "end"))
        y = _text(items, step.format(last=facts.drawers[-1]), x + 7, y, width - 7, theme, table) + table.gap * 0.4
    return items, y


def _text(
    items: list[Item], sentence: str, x: float, y: float, width: float, theme: Theme, table: CommitmentTable, font: str = TEXT
) -> float:  # fmt: skip
    """Lines from the base line `y` on; gives that of the line after them."""
    for row in break_lines(sentence, font, table.size, width):
        items += draw_words(x, y, row, font, table.size, theme.ink)
        y += table.pitch
    return y


def _heading(items: list[Item], text: str, x: float, y: float, theme: Theme, table: CommitmentTable) -> float:
    """Gives where what it is about may begin."""
    items.append(words(text, x, y + table.heading_cap, table.heading_cap, theme, DISPLAY, "start"))
    return y + table.heading_cap + 2.5


def _drawers(
    items: list[Item], facts: CommitmentFacts, x: float, y: float, width: float, theme: Theme, table: CommitmentTable
) -> float:
    """A box for each player, in the order of drawing; of many only the order in a sentence."""
    if len(facts.drawers) > table.max_boxes:
        first, *others = facts.drawers
        return _text(
            items,
            table.order.format(first=first, others=join_words(others, "and")),
            x,
            y + table.size,
            width,
            theme,
            table,
        )
    gap = table.box_gap
    in_row = min(table.boxes_in_row, len(facts.drawers))
    box_width = (width - (in_row - 1) * gap) / in_row
    size = table.size * 0.9
    for index, name in enumerate(facts.drawers):
        row, column = divmod(index, in_row)
        left, top = x + column * (box_width + gap), y + row * (table.box + gap)
        items.append(Path(rectangle(left, top, box_width, table.box, 1), None, theme.ink, 0.3))
        label, middle = f"{index + 1}  {name}", top + table.box / 2 + size * 0.35
        room = box_width - table.card_room
        shown = min(size, size * room / width_of(label, TEXT, size))
        if name == facts.owner:
            middle -= size * 0.45
            items += draw_words(left + 2, middle + size, table.owner, TEXT, size * 0.7, theme.ink)
        items += draw_words(left + 2, middle, label, TEXT, shown, theme.ink)
    return y + ((len(facts.drawers) - 1) // in_row + 1) * (table.box + gap)
