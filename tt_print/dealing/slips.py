"""Slips to fold, one hand each: faces inside, a dark flap before and behind them, the player's name outside.

A slip is printed on one side and has three panels, from the top: a dark flap, the faces, a second dark flap.

    flap    |  folded down over the faces, print on print: the dark side covers them
    faces   |
    flap    |  folded back behind them, print outside: dark, with the name

So before and behind each face lies a dark print, and the white diamonds of the two patterns, which save ink and
break up what might shine through, never lie over each other. The name stands at the end of a flap, where no face is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import ceil

from tt_print.cards.chits import draw_value, words
from tt_print.cards.faces import draw_face
from tt_print.cards.theme import Theme
from tt_print.dealing.page_tables import slip_table
from tt_print.dealing.slip_plan import SIDES, SlipPlan
from tt_print.deck import VALUES, AnyCard, Card
from tt_print.drawing.fitting import draw_words
from tt_print.drawing.geometry import Rect, line, polygon, rectangle, scale, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font, width_of
from tt_print.records import dataclass
from tt_print.sheets.compose import Sheet


@dataclass(frozen=True, slots=True)
class Slip:
    """What one slip holds: `cards` inside, `open_cards` outside; `part` of `parts` for a hand on several slips.

    `what` names game and deal on the outside, `table` what lies open for all, inside.
    """

    owner: str
    cards: tuple[AnyCard, ...]
    open_cards: tuple[AnyCard, ...]
    what: str
    table: str = ""
    part: int = 1
    parts: int = 1


def split(slip: Slip, max_cards: int) -> list[Slip]:
    """A hand on as many slips as it needs, the cards evenly shared and in order."""
    parts = max(1, ceil(len(slip.cards) / max_cards))
    each = ceil(len(slip.cards) / parts) if slip.cards else 0
    return [
        replace(slip, cards=slip.cards[part * each : (part + 1) * each], part=part + 1, parts=parts)
        for part in range(parts)
    ]


def sort_hand(cards: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
    """In play order, jokers last."""
    return tuple(sorted(cards, key=lambda card: (card.index, "") if isinstance(card, Card) else (999, str(card))))


def draw_slip_pages(slips: Sequence[Slip], plan: SlipPlan, theme: Theme, game: str) -> list[Sheet]:
    """The pages, each with as many slips as fit, in order; a box for each letter of a name that the fonts lack."""
    table, paper = slip_table(), plan.paper
    sheets = []
    for first in range(0, len(slips), plan.per_page):
        here = slips[first : first + plan.per_page]
        last = first + len(here)
        title = (table.title if len(here) > 1 else table.title_one).format(
            game=game, first=first + 1, last=last, count=len(slips)
        )
        y = table.margin + table.header_size
        items: list[Item] = [
            Text(table.margin, y, title, BOLD, table.header_size, theme.ink),
            Text(paper.width_mm - table.margin, y, table.advice, TEXT, table.header_size, theme.ink, "end"),
        ]
        for number, slip in enumerate(here):
            items.append(Group(tuple(_slip(slip, plan, theme)), shift(*plan.position(number))))
        description = f"Slips to cut and fold, for {', '.join(dict.fromkeys(slip.owner for slip in here))}."
        drawing = Drawing(paper.width_mm, paper.height_mm, tuple(items), f"Triple Topper, {title}", description)
        sheets.append(Sheet(drawing, (), Rect(0.0, 0.0, paper.width_mm, paper.height_mm)))
    return sheets


# ---------------------------------------------------------------- one slip


def _slip(slip: Slip, plan: SlipPlan, theme: Theme) -> list[Item]:
    """The three panels, their fold lines, and the line to cut along."""
    table, width, panel = slip_table(), plan.width_mm, plan.panel_mm
    grey = theme.inks["grey"]
    items: list[Item] = [
        Group(_flap(plan, theme, "upper", bool(slip.open_cards))),
        Group(tuple(_inside(slip, plan, theme)), shift(0, panel)),
        Group(_flap(plan, theme, "lower", bool(slip.open_cards)), shift(0, 2 * panel)),
        Group(tuple(_outside(slip, plan, theme)), shift(0, 2 * panel)),
        Path(rectangle(0, 0, width, 3 * panel), stroke=grey, width_mm=table.line),
    ]
    for fold in (panel, 2 * panel):
        items.append(Path(line(0, fold, width, fold), stroke=theme.paper, width_mm=3 * table.line))
        items.append(Path(line(0, fold, width, fold), stroke=theme.ink, width_mm=table.line, dash_mm=table.dash))
    return items


@cache
def _flap(plan: SlipPlan, theme: Theme, which: str, beside: bool) -> tuple[Item, ...]:
    """A dark panel: all of it but the band at its foot, and on the lower flap what lies open beside the secret.

    Both flaps lie upside down over the faces when they are folded. The upper one's diamonds then stand in the
    corners of the lower one's cells.
    """
    table, panel = slip_table(), plan.panel_mm
    height = panel - table.band
    flap_width = plan.secret_mm if beside and which == "lower" else plan.width_mm
    cell, half = table.cell, table.diamond[which]
    off = 0.0 if which == "upper" else 0.5
    middles = [
        ((column + off) * cell, panel - (row + off) * cell)  # from the fold line of the faces' panel
        for row in range(-1, ceil(panel / cell) + 1)
        for column in range(-1, ceil(plan.width_mm / cell) + 1)
    ]
    holes = " ".join(
        polygon([(x, y - half), (x + half, y), (x, y + half), (x - half, y)])
        for x, y in middles
        if half <= x <= flap_width - half and half <= y <= height - half
    )
    items: list[Item] = [Path(rectangle(0, 0, flap_width, height), theme.ink), Path(holes, theme.paper)]
    if which == "upper":
        sentence = table.fold if plan.across == 1 else table.fold_short
        items.append(
            Text(plan.width_mm / 2, panel - table.band / 2 + 1, sentence, TEXT, table.small_size, theme.ink, "middle")
        )
    return tuple(items)


def _inside(slip: Slip, plan: SlipPlan, theme: Theme) -> list[Item]:
    """The faces in rows, above them whose they are, below them how many of each color."""
    table = slip_table()
    pad, gap = table.pad, table.gap
    name = slip.owner
    items: list[Item] = draw_words(pad + 1, table.band / 2 + 1, name, BOLD, table.small_size, theme.ink)
    count = len(slip.cards)
    sentence = (table.card if count == 1 else table.cards).format(count=count)
    if slip.parts > 1:
        sentence += f" · {table.part.format(part=slip.part, parts=slip.parts)}"
    items.append(Text(plan.width_mm - pad - 1, table.band / 2 + 1, sentence, TEXT, table.small_size, theme.ink, "end"))
    if slip.table:
        items.append(
            Text(plan.width_mm / 2, table.band / 2 + 1, slip.table, TEXT, table.small_size, theme.ink, "middle")
        )
    height = plan.face_mm / SIDES
    rows = ceil(count / plan.in_row) if count else 0
    room = plan.panel_mm - table.band - table.tally - 2 * pad
    top = table.band + pad + (room - rows * height - (rows - 1) * gap) / 2
    for index, card in enumerate(slip.cards):
        row, column = divmod(index, plan.in_row)
        here = min(plan.in_row, count - row * plan.in_row)
        row_width = here * plan.face_mm + (here - 1) * gap
        left = (plan.secret_mm - row_width) / 2
        items.append(
            _small_face(card, theme, left + column * (plan.face_mm + gap), top + row * (height + gap), plan.face_mm)
        )
    return items + _tally(slip.cards, plan, theme)


def _small_face(card: AnyCard, theme: Theme, x: float, y: float, width: float) -> Group:
    factor = width / theme.width_mm
    edge = Path(
        theme.outline,
        theme.paper,
        theme.ink,
        0.15 / factor,
    )
    return Group((edge, *draw_face(card, theme).items), scale(factor, x, y))


def _tally(cards: Sequence[AnyCard], plan: SlipPlan, theme: Theme) -> list[Item]:
    """A box for each color in the hand with its number of cards, in the middle of the row below the faces."""
    table = slip_table()
    counts = Counter(card.color if isinstance(card, Card) else "joker" for card in cards)
    shown = [(color, counts[color]) for color in (*VALUES["color"], "joker") if counts[color]]
    side, size = table.tally - 1.4, table.small_size * 1.15
    pitch = side + 1.0 + find_font(BOLD).width_mm("00", size) + 3.0
    pitch = min(pitch, (plan.secret_mm - 4) / max(1, len(shown)))
    x = (plan.secret_mm - pitch * len(shown) + 2.0) / 2
    y = plan.panel_mm - table.tally
    items: list[Item] = []
    for color, count in shown:
        if color == "joker":
            items += [
                Path(rectangle(x, y, side, side, 0.5), theme.paper, theme.ink, 0.3),
                words("J", x + side / 2, y + side * 0.72, side * 0.45, theme),
            ]
        else:
            items += draw_value(theme, "color", color, Rect(x, y, side, side))
        items.append(Text(x + side + 1.0, y + side * 0.5 + size * 0.33, str(count), BOLD, size, theme.ink))
        x += pitch
    return items


def _outside(slip: Slip, plan: SlipPlan, theme: Theme) -> list[Item]:
    """Name, game and deal in the band; beside the dark part what lies open on the table."""
    table = slip_table()
    pad, base = table.pad + 1, plan.panel_mm - table.band / 2
    size = find_font(DISPLAY).size_for_cap(table.name_cap)
    what = slip.what if slip.parts == 1 else f"{slip.what} · {table.part.format(part=slip.part, parts=slip.parts)}"
    right = find_font(TEXT).width_mm(what, table.small_size)
    room = plan.width_mm - 2 * pad - right - 3
    size = min(size, size * room / max(0.1, width_of(slip.owner, DISPLAY, size)))
    items: list[Item] = [
        *draw_words(pad, base + size * 0.25, slip.owner, DISPLAY, size, theme.ink),
        Text(plan.width_mm - pad, base + 1, what, TEXT, table.small_size, theme.ink, "end"),
    ]
    if not slip.open_cards:
        return items
    count, gap = len(slip.open_cards), table.gap
    left, room = plan.secret_mm + pad + 1, plan.width_mm - plan.secret_mm - 2 * pad - 2
    head = table.small_size + 1.6
    height = plan.panel_mm - table.band - head - 2 * pad
    face_width = min((room - (count - 1) * gap) / count, height * SIDES)
    items.append(Text(left, pad + table.small_size, table.open, TEXT, table.small_size, theme.ink))
    for index, card in enumerate(slip.open_cards):
        items.append(_small_face(card, theme, left + index * (face_width + gap), pad + head, face_width))
    return items
