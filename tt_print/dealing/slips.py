"""Slips to fold, one hand each: signs inside, a camouflaged flap before and behind them, the player's name outside.

A slip is printed on one side and has three panels, from the top: a flap, the signs of the cards, a second flap.

    flap    |  folded down over the signs, print on print: camouflage covers them
    signs   |
    flap    |  folded back behind them, print outside: camouflage, with the name

So before and behind each sign lies camouflage (`dealing/camouflage.py`), and only there: the rest of the flaps stays
white. The name stands at the end of a flap, where no sign is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from tt_print.cards.faces import draw_face
from tt_print.cards.theme import Theme
from tt_print.dealing.camouflage import draw_camouflage
from tt_print.dealing.page_tables import slip_table
from tt_print.dealing.shuffle import stream
from tt_print.dealing.signs import place_sign
from tt_print.dealing.slip_plan import SlipPlan
from tt_print.deck import AnyCard, Card
from tt_print.drawing.fitting import draw_words
from tt_print.drawing.geometry import Rect, line, rectangle, scale, shift
from tt_print.drawing.page import verify_words_inside
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font, width_of
from tt_print.records import dataclass
from tt_print.sheets.compose import Sheet


@dataclass(frozen=True, slots=True)
class Slip:
    """What one slip holds: `cards` inside, `open_cards` outside; `part` of `parts` for a hand on several slips.

    `what` names game and deal on the outside, `table` what lies open for all, inside. `secret` is all that the
    camouflage comes from: nobody who holds the folded slip may know or guess it, so it is never made of the cards.
    """

    owner: str
    cards: tuple[AnyCard, ...]
    open_cards: tuple[AnyCard, ...]
    what: str
    table: str = ""
    secret: bytes = b""
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
        items: list[Item] = [Text(table.margin, y, title, BOLD, table.header_size, theme.ink)]
        needs = width_of(title, BOLD, table.header_size) + width_of(table.advice, TEXT, table.header_size)
        if needs + table.header_size <= paper.width_mm - 2 * table.margin:  # on small paper there is no room for both
            items.append(
                Text(paper.width_mm - table.margin, y, table.advice, TEXT, table.header_size, theme.ink, "end")
            )
        for number, slip in enumerate(here):
            items.append(Group(tuple(_slip(slip, plan, theme)), shift(*plan.position(number))))
        verify_words_inside(items, paper.width_mm, paper.height_mm, paper.unprintable_mm)
        description = f"Slips to cut and fold, for {', '.join(dict.fromkeys(slip.owner for slip in here))}."
        drawing = Drawing(paper.width_mm, paper.height_mm, tuple(items), f"Triple Topper, {title}", description)
        sheets.append(Sheet(drawing, (), Rect(0.0, 0.0, paper.width_mm, paper.height_mm)))
    return sheets


# ---------------------------------------------------------------- one slip


def _slip(slip: Slip, plan: SlipPlan, theme: Theme) -> list[Item]:
    """The three panels, their fold lines, and the line to cut along."""
    table, width, panel = slip_table(), plan.width_mm, plan.panel_mm
    seed = slip.secret + f"|{slip.part}|{slip.owner}|".encode()
    upper, lower = (draw_camouflage(plan.turned_window, plan.sign_mm, theme, seed + flap) for flap in (b"u", b"l"))
    sentence = table.fold if plan.across == 1 else table.fold_short
    size = table.small_size
    items: list[Item] = [
        upper,
        Text(width / 2, panel - table.band / 2 + 1, sentence, TEXT, size, theme.ink, "middle"),
        Group(tuple(_inside(slip, plan, theme, seed)), shift(0, panel)),
        Group((lower, *_outside(slip, plan, theme)), shift(0, 2 * panel)),
        Path(rectangle(0, 0, width, 3 * panel), stroke=theme.inks["grey"], width_mm=table.line),
    ]
    for fold in (panel, 2 * panel):
        items.append(Path(line(0, fold, width, fold), stroke=theme.ink, width_mm=table.line, dash_mm=table.dash))
    return items


def _inside(slip: Slip, plan: SlipPlan, theme: Theme, seed: bytes) -> list[Item]:
    """The signs in rows, above them whose they are and how many."""
    table = slip_table()
    side = table.pad + 1
    count = len(slip.cards)
    sentence = (table.card if count == 1 else table.cards).format(count=count)
    if slip.parts > 1:
        sentence += f" · {table.part.format(part=slip.part, parts=slip.parts)}"
    middle = width_of(slip.table, TEXT, table.small_size)
    end = width_of(sentence, TEXT, table.small_size)
    room = (plan.width_mm - middle) / 2 - side - 3 if slip.table else plan.width_mm - 2 * side - end - 3
    size = min(table.small_size, table.small_size * room / max(0.1, width_of(slip.owner, BOLD, table.small_size)))
    items: list[Item] = draw_words(side, table.band / 2 + 1, slip.owner, BOLD, size, theme.ink)
    items.append(Text(plan.width_mm - side, table.band / 2 + 1, sentence, TEXT, table.small_size, theme.ink, "end"))
    if slip.table:
        items.append(
            Text(plan.width_mm / 2, table.band / 2 + 1, slip.table, TEXT, table.small_size, theme.ink, "middle")
        )
    chance = stream(seed + b"t", 2 * count)
    for number, (card, place) in enumerate(zip(slip.cards, plan.places(count), strict=True)):
        right, down = ((2 * byte / 255 - 1) * table.toss for byte in chance[2 * number : 2 * number + 2])
        items.append(place_sign(card, theme, place.left + right, place.top + down, plan.sign_mm))
    return items


def _outside(slip: Slip, plan: SlipPlan, theme: Theme) -> list[Item]:
    """Name, game and deal in the band; beside the camouflage what lies open on the table."""
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
    count, gap = len(slip.open_cards), table.face_gap
    left = plan.window.right + pad + 1
    room = plan.width_mm - left - pad
    head = table.small_size + 1.6
    height = plan.panel_mm - table.band - head - 2 * pad
    face_width = min((room - (count - 1) * gap) / count, height * theme.width_mm / theme.height_mm)
    items.append(Text(left, pad + table.small_size, table.open, TEXT, table.small_size, theme.ink))
    for index, card in enumerate(slip.open_cards):
        items.append(_small_face(card, theme, left + index * (face_width + gap), pad + head, face_width))
    return items


def _small_face(card: AnyCard, theme: Theme, x: float, y: float, width: float) -> Group:
    factor = width / theme.width_mm
    edge = Path(theme.outline, theme.paper, theme.ink, 0.15 / factor)
    return Group((edge, *draw_face(card, theme).items), scale(factor, x, y), miniature=True)
