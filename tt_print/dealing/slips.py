"""Slips to fold, one hand each: the cards inside, the player's name outside.

A slip is printed on one side and has three panels, from the top: a flap, the symbols of the cards, a cover.

    flap    |  folded down over the symbols, print on print: symbols of other hands lie on those of this one
    symbols   |
    cover   |  folded back behind them, print outside: the name, and what is face up

The hands on the flap are drawn from the same deck by chance and sorted in the same way. Their symbols are mirrored, and
folded they lie where those of the hand do: as large, as dark, at the same depth in the paper, and darker where two cross.
So a lamp shows all the hands at once, and not which one is real. `tests/dealing/test_lamp.py` reads folded slips by
machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from tt_print.cards.theme import Theme
from tt_print.dealing.page_tables import slip_table
from tt_print.dealing.shuffle import shuffled, stream
from tt_print.dealing.signs import place_sign
from tt_print.dealing.slip_plan import SlipPlan
from tt_print.deck import AnyCard, Card
from tt_print.drawing.fitting import draw_words
from tt_print.drawing.geometry import Rect, line, rectangle, shift
from tt_print.drawing.page import verify_words_inside
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.structure import paragraphs
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font, width_of
from tt_print.records import dataclass
from tt_print.sheets.compose import Sheet


@dataclass(frozen=True, slots=True)
class Slip:
    """What one slip holds: `cards` inside, `open_cards` outside; `part` of `parts` for a hand on several slips.

    `what` names game and deal on the outside, `table` what is face up for all, inside. `decoys` are the other hands on
    the flap, each with as many cards. `secret` decides where exactly each sign lies; nobody who holds the folded slip
    may know or guess it, so it is never made of the cards.
    """

    owner: str
    cards: tuple[AnyCard, ...]
    open_cards: tuple[AnyCard, ...]
    what: str
    table: str = ""
    decoys: tuple[tuple[AnyCard, ...], ...] = ()
    secret: bytes = b""
    part: int = 1
    parts: int = 1


def split(slip: Slip, max_cards: int) -> list[Slip]:
    """A hand on as many slips as it needs, the cards evenly shared and in order."""
    parts = max(1, ceil(len(slip.cards) / max_cards))
    each = ceil(len(slip.cards) / parts)
    return [
        replace(
            slip,
            cards=slip.cards[part * each : (part + 1) * each],
            decoys=tuple(hand[part * each : (part + 1) * each] for hand in slip.decoys),
            part=part + 1,
            parts=parts,
        )
        for part in range(parts)
    ]


def sort_hand(cards: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
    """In play order, jokers last."""
    return tuple(sorted(cards, key=lambda card: (card.index, "") if isinstance(card, Card) else (999, str(card))))


def decoy_hands(deck: Sequence[AnyCard], cards: int, secret: bytes) -> tuple[tuple[AnyCard, ...], ...]:
    """Hands of so many cards, each from a deck of its own, sorted: what hides a hand."""
    orders = (shuffled(secret + b"|decoy %d" % number, len(deck)) for number in range(slip_table().decoys))
    return tuple(sort_hand([deck[index] for index in order[:cards]]) for order in orders)


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
        drawing = Drawing(paper.width_mm, paper.height_mm, paragraphs(items), f"Triple Topper, {title}", description)
        sheets.append(Sheet(drawing, (), Rect(0.0, 0.0, paper.width_mm, paper.height_mm)))
    return sheets


def _slip(slip: Slip, plan: SlipPlan, theme: Theme) -> list[Item]:
    """The three panels, their fold lines, and the line to cut along."""
    table, width, panel = slip_table(), plan.width_mm, plan.panel_mm
    seed = slip.secret + f"|{slip.part}|{slip.owner}|".encode()
    decoys = [
        sign
        for number, hand in enumerate(slip.decoys)
        for sign in _signs(hand, plan, theme, seed + b"decoy %d" % number, decoy=True)
    ]
    size = table.small_size
    sentence = table.fold if width_of(table.fold, TEXT, size) < width - 2 * table.pad else table.fold_short
    items: list[Item] = [
        Group(tuple(decoys), (1, 0, 0, -1, 0, panel)),  # about the fold
        Text(width / 2, panel - table.band / 2 + 1, sentence, TEXT, size, theme.ink, "middle"),
        Group((*_heading(slip, plan, theme), *_signs(slip.cards, plan, theme, seed + b"hand")), shift(0, panel)),
        Group(tuple(_cover(slip, plan, theme)), shift(0, 2 * panel)),
        Path(rectangle(0, 0, width, 3 * panel), stroke=theme.inks["grey"], width_mm=table.line),
    ]
    for fold in (panel, 2 * panel):
        items.append(Path(line(0, fold, width, fold), stroke=theme.ink, width_mm=table.line, dash_mm=table.dash))
    return items


def _signs(cards: Sequence[AnyCard], plan: SlipPlan, theme: Theme, seed: bytes, *, decoy: bool = False) -> list[Item]:
    """Symbols in rows, each somewhere near its place: a straight grid would show as one."""
    toss = slip_table().toss
    chance = [2 * byte / 255 - 1 for byte in stream(seed, 4 * len(cards))]
    signs: list[Item] = []
    for number, (card, place) in enumerate(zip(cards, plan.places(len(cards)), strict=True)):
        one, two, three, four = chance[4 * number : 4 * number + 4]
        at = place.moved(toss * (one + two) / 2, toss * (three + four) / 2)
        signs.append(place_sign(card, theme, at, decoy=decoy))
    return signs


def _heading(slip: Slip, plan: SlipPlan, theme: Theme) -> list[Item]:
    """Whose the cards are, what is face up for all, and how many there are."""
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
    return items


def _cover(slip: Slip, plan: SlipPlan, theme: Theme) -> list[Item]:
    """Name, game, and deal in the band; above it what is face up on the table."""
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
    if slip.open_cards:
        items.append(Text(pad, pad + table.small_size, table.open, TEXT, table.small_size, theme.ink))
        up = table.band - table.pad - table.gap / 2  # this panel's band is below
        for card, place in zip(slip.open_cards, plan.places(len(slip.open_cards)), strict=True):
            items.append(place_sign(card, theme, place.moved(0, -up)))
    return items
