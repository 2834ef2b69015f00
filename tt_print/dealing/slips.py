"""Slips to fold, one hand each: the cards' codes inside, the player's name outside.

A slip is printed on one side and has three panels, from the top: a flap, which is folded down over the codes; the codes; and a cover, which is
folded back behind them, with the name and what is face up.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from tt_print.cards.theme import Theme
from tt_print.deck import AnyCard
from tt_print.drawing.geometry import Rect, line, rectangle
from tt_print.drawing.shapes import Path
from tt_print.drawing.text import CODE, TEXT, width_of
from tt_print.page.boxes import Box, Layers, Place, Row, Share, Stack, Width, Words
from tt_print.page.flow import Document
from tt_print.page.text import NO_BREAK, Run, TextStyle, display_style, text_width
from tt_print.problems import LayoutProblem
from tt_print.sheets.backs import Sheet
from tt_print.sheets.plan import Paper
from tt_print.templates import read_table

# Millimeters.
WAYS = ((2, 2), (1, 2), (1, 1))  # slips across and down, from the most a page
MARGIN = 8.0  # at the paper's edges, beyond the printer's dead zone
HEADER, HEADER_SIZE = 7.0, 3.1  # the line above the slips
BAND, PAD = 8.5, 2.0  # at the end of each panel that holds no secret: whose hand it is, and how to fold
CODE_SIZE, CODE_PITCH = 4.6, 7.0
APART, WIDEST = f"{NO_BREAK} ", "GHQ"  # between two codes, and the code that takes most room
NAME_CAP, SMALL = 3.6, 2.7
LINE, DASH = 0.25, (2.2, 1.4)


def slip_words() -> dict[str, str]:
    return read_table(dict[str, str], "deals/pages.toml", "slips")


class Slip(NamedTuple):
    """What one slip holds: `cards` inside, `open_cards` outside."""

    owner: str
    cards: Sequence[AnyCard]
    open_cards: Sequence[AnyCard]


class SlipPlan(NamedTuple):
    """Slips of one size: `across` and `down` a page, each with three panels of `panel_mm`, which hold `in_row` codes side by side."""

    paper: Paper
    across: int
    down: int
    width_mm: float
    panel_mm: float
    in_row: int

    @property
    def per_page(self) -> int:
        return self.across * self.down

    def position(self, number: int) -> tuple[float, float]:
        """The top left corner of a page's slip, from 0."""
        row, column = divmod(number, self.across)
        return MARGIN + column * self.width_mm, MARGIN + HEADER + row * 3 * self.panel_mm


def plan_slips(paper: Paper, cards: int, open_cards: int = 0) -> SlipPlan:
    """The way with the most slips a page, for so many cards inside and outside at most. Raises LayoutError for paper on which they do not fit."""
    least, space = width_of(slip_words()["fold"], TEXT, SMALL) + 2 * PAD, width_of("  ", CODE, CODE_SIZE)
    for across, down in WAYS:
        width = (paper.width_mm - 2 * MARGIN) / across
        panel = (paper.height_mm - 2 * MARGIN - HEADER) / down / 3
        in_row = floor((width - 2 * PAD + space) / (width_of(WIDEST, CODE, CODE_SIZE) + space))
        if width >= least and in_row * floor((panel - BAND - PAD) / CODE_PITCH) >= max(cards, open_cards):
            return SlipPlan(paper, across, down, width, panel, in_row)
    size = {"width": paper.width_mm, "height": paper.height_mm}
    raise LayoutProblem("deal.slip_paper", "paper", name=paper.name, cards=max(cards, open_cards), **size)


def draw_slips(slips: Sequence[Slip], what: str, table: str, paper: Paper, theme: Theme, game: str) -> list[Sheet]:
    """The pages, each with as many slips as fit, in order. `what` names game and deal on the outside, `table` what is face up for all, inside."""
    words, style = slip_words(), TextStyle(HEADER_SIZE, HEADER, ink=theme.ink)
    plan = plan_slips(paper, max(len(slip.cards) for slip in slips), len(slips[0].open_cards))
    sheets = []
    for first in range(0, len(slips), plan.per_page):
        here = slips[first : first + plan.per_page]
        numbers = {"first": first + 1, "last": first + len(here), "count": len(slips)}
        title = (words["title"] if len(here) > 1 else words["title_one"]).format(game=game, **numbers)
        header = Row([Words(title, style.strong, "H1"), Words(words["advice"], style)], [Share(), None], HEADER_SIZE)
        if header.natural() > paper.width_mm - 2 * MARGIN:  # on small paper there is no room for both
            header = Row(header.boxes[:1], [Share()])
        parts = [(MARGIN, MARGIN - 1, header.lay(paper.width_mm - 2 * MARGIN))]
        for number, slip in enumerate(here):
            parts.append((*plan.position(number), _slip(slip, what, table, plan, theme).lay(plan.width_mm)))
        drawing = Document().drawing(
            parts, paper.width_mm, paper.height_mm, f"Triple Topper, {title}",
            f"Slips to cut and fold, for {', '.join(slip.owner for slip in here)}.", margin=paper.unprintable_mm,
        )  # fmt: skip
        sheets.append(Sheet(drawing, (), Rect(0.0, 0.0, paper.width_mm, paper.height_mm)))
    return sheets


def _slip(slip: Slip, what: str, table: str, plan: SlipPlan, theme: Theme) -> Box:
    """The three panels, their fold lines, and the line to cut along."""
    words, width, panel, side = slip_words(), plan.width_mm, plan.panel_mm, PAD + 1
    small, inner = TextStyle(SMALL, SMALL, ink=theme.ink), width - 2 * side
    count = words["card"] if len(slip.cards) == 1 else words["cards"].format(count=len(slip.cards))
    inside = [Words(table, small), Words(count, small.end)] if table else [Words(count, small)]
    cover = _owner_row(slip.owner, display_style(NAME_CAP, theme.ink), [Words(what, small)], inner)
    at_left, in_band = (0.0, 0.5), BAND / 2
    high = panel - BAND - PAD
    places = [
        Place(0.0, panel - in_band, Words(words["fold"], small.middle), at_left, width),
        Place(side, panel + in_band, _owner_row(slip.owner, small.strong, inside, inner), at_left, inner),
        Place(0.0, panel + BAND + high / 2, _codes(slip.cards, plan, theme), at_left, width),
        Place(side, 3 * panel - in_band, cover, at_left, inner),
    ]
    if slip.open_cards:
        places.append(Place(side, 2 * panel + side, Words(words["open"], small)))
        places.append(Place(0.0, 2 * panel + PAD + high / 2, _codes(slip.open_cards, plan, theme), at_left, width))
    folds = [Path(line(0, y, width, y), stroke=theme.ink, width_mm=LINE, dash_mm=DASH) for y in (panel, 2 * panel)]
    cut = Path(rectangle(0, 0, width, 3 * panel), stroke=theme.inks["grey"], width_mm=LINE)
    return Layers(width, 3 * panel, places, (cut, *folds))


def _codes(cards: Sequence[AnyCard], plan: SlipPlan, theme: Theme) -> Box:
    """The codes in as few rows as hold them, about equally long."""
    style = TextStyle(CODE_SIZE, CODE_PITCH, CODE, ink=theme.ink, align="middle")
    codes = [card.safe_code for card in cards]
    each = ceil(len(codes) / max(1, ceil(len(codes) / plan.in_row)))
    return Stack([Words(APART.join(codes[i : i + each]), style) for i in range(0, len(codes), each)])


def _owner_row(name: str, style: TextStyle, others: Sequence[Box], width: float) -> Box:
    """A name, as small as the room for it makes it, and what is at the right edge; of two others the first is in the middle."""
    widths: list[Width] = [Share(), None, Share()] if len(others) > 1 else [Share(), None]
    room = (width - 3.0 * len(others) - others[0].natural()) / len(others)
    shown = (Run(name),)  # as it is, with any asterisks
    fitted = style.times(min(1.0, room / max(0.1, text_width(shown, style))))
    return Row([Words(shown, fitted), *others], widths, 3.0, "baseline")
