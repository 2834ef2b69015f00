"""The pages of a deal: its setup sheet, and slips to fold, one hand each.

They get plain cards and sentences, and know no rules. Measures are in millimeters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import NamedTuple

from tt_print import __version__
from tt_print.deck import VALUES, AnyCard
from tt_print.draw.geometry import Rect, bounds, compose, line, qr_path, rectangle, scale, shift
from tt_print.draw.shapes import Group, Item, Path, Text, reduced
from tt_print.draw.text import CODE, DISPLAY, LEAST_MM, TEXT, find_font, width_of
from tt_print.errors import LayoutError
from tt_print.faces.back import draw_small_back
from tt_print.faces.chits import chit_layout, draw_chit, draw_pointer, slot
from tt_print.faces.theme import Theme
from tt_print.page.boxes import (
    Box,
    BoxAt,
    Framed,
    Hang,
    Layers,
    Picture,
    Row,
    Share,
    Space,
    Stack,
    Width,
    Words,
    entries,
)
from tt_print.page.flow import Document, fit
from tt_print.page.text import NO_BREAK, Run, TextStyle, display_style, text_width
from tt_print.paper.backs import Sheet
from tt_print.paper.plan import Paper
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass
from tt_print.templates import read_table

# ---------------------------------------------------------------- the setup sheet

MARGIN = 12.0
FACTORS = (1.3, 1.2, 1.1, 1.0, 0.92)  # of all words above the code; the largest that fits
SIZE, PITCH, SMALL = 3.9, 5.1, 2.7
NOTE_SIZE, NOTE_PITCH = 3.2, 4.4  # below chits, and of the code
TITLE_CAP, HEADING_CAP = 6.4, 3.3
GAP, LABEL_WIDTH, INDENT = 1.8, 24.0, 7.0
PILE_WIDTH, PILE_PITCH = 15.0, 49.6
CHIT_GAP = 4.0
QR_SIDE, CODE_SIZE = 34.0, 3.6
EDGE_MM = 1.2  # of a card in its full size


@dataclass(frozen=True, slots=True)
class PileOnTable:
    """A pile on the table: how many cards, which way up, and what it is."""

    count: int
    face_up: bool
    words: str


class SheetFacts(NamedTuple):
    """Everything that is on the sheet. `chits` are for each variable the values in play, and the one that is pointed at.

    `foot` is at the foot instead of what all games of Triple Topper's author have there.
    """

    title: str
    rows: Sequence[tuple[str, str]]
    read: Sequence[str]
    piles: Sequence[PileOnTable]
    house: str
    code: str
    chits: Mapping[str, tuple[Sequence[str], str]]
    foot: str


def draw_setup(facts: SheetFacts, paper: Paper, theme: Theme) -> Sheet:
    """One page, its words as large as they fit. Raises LayoutError where they do not fit at all."""
    words, width, foot_y = (
        read_table(dict[str, str], "deals/pages.toml", "sheet"),
        paper.width_mm - 2 * MARGIN,
        paper.height_mm - MARGIN,
    )
    code = _code(facts, words, theme, width).lay(width)
    code_y = foot_y - 4 - code.height
    found = fit(lambda factor: _body(facts, words, theme, factor, width), FACTORS, width, code_y - 2 - MARGIN)
    if not found:
        raise LayoutError("the setup sheet is longer than a page. Use shorter names, or fewer house rules.")
    foot = (facts.foot or words["foot"]).format(version=__version__)
    line = Words(foot, TextStyle(SMALL, SMALL, ink=theme.ink)).lay(width)
    drawing = Document().drawing(
        [(MARGIN, MARGIN, found[1]), (MARGIN, code_y, code), (MARGIN, foot_y - (line.baseline or 0.0), line)],
        paper.width_mm, paper.height_mm, f"Triple Topper, {facts.title}",
        " ".join([*(text for _, text in facts.rows), *facts.read]), margin=paper.unprintable_mm,
    )  # fmt: skip
    return Sheet(drawing, (), Rect(0.0, 0.0, paper.width_mm, paper.height_mm))


def _body(facts: SheetFacts, words: dict[str, str], theme: Theme, factor: float, width: float) -> Box:
    """Everything above the code: the game and how it is dealt, what is on the table, and what to read aloud."""
    body = TextStyle(SIZE, PITCH, ink=theme.ink, breaks=True).times(factor)
    heading, gap = display_style(HEADING_CAP * factor, theme.ink), GAP * factor
    game, _, rest = facts.title.partition(", ")
    before = ["", *(label for label, _ in facts.rows)]
    rows = [
        Hang(Words("" if label == last else label, body.strong), Words(text, body), LABEL_WIDTH * factor)
        for (label, text), last in zip(facts.rows, before, strict=False)
    ]
    return Stack(
        [
            Words(game, display_style(TITLE_CAP, theme.ink), "H1"),
            Words(rest, body),
            Space(3.0),
            Stack(rows, 0.6 * gap),
            *([Space(gap + 1.0), _chits(facts, words, theme, width)] if facts.chits else []),
            Space(gap + 2.0),
            Words(words["table"], heading, "H2", keeps=True),
            _piles(facts.piles, theme, body.times(0.82), width),
            Space(gap + 2.0),
            Words(words["read"], heading, "H2", keeps=True),
            entries(facts.read, body, INDENT, gap=0.5 * gap),
            Hang(Words("", body, ""), Words(words["house"].format(house=facts.house), body.strong), INDENT),
        ],
        gap,
    )


def _chits(facts: SheetFacts, words: dict[str, str], theme: Theme, width: float) -> Box:
    """The three chits side by side, each with its pointer at the value where it starts, and below it what is in play. The small print and
    the brackets, which nobody could read at this size, are left out.
    """
    chit, face_width = chit_layout(), (width - 2 * CHIT_GAP) / 3
    factor = face_width / theme.height_mm
    tall = chit.bracket_y - chit.bracket_pitch / 2
    small = TextStyle(NOTE_SIZE, NOTE_PITCH, ink=theme.ink)
    columns = []
    for variable, (in_play, value) in facts.chits.items():
        values = VALUES[variable]
        card = rectangle(0, 0, theme.height_mm, tall, theme.card.corner_mm)
        parts: list[Item] = [
            Path(card, theme.paper, theme.inks["grey"], 0.4),
            *_legible(draw_chit(variable, theme).items, LEAST_MM / factor, tall),
        ]
        for out in range(len(in_play), len(values)):  # crossed out: not in play
            x1, y1, x2, y2 = slot(chit, out).edges
            cross = f"{line(x1, y1, x2, y2)} {line(x1, y2, x2, y1)}"
            parts += [Path(cross, None, theme.paper, 2.6), Path(cross, None, theme.ink, 1.2)]
        left = slot(chit, values.index(value)).left + (chit.slot_width - 9) / 2
        parts += draw_pointer(theme, Rect(left, chit.lane_y - 1.2, 9, 11.4))
        face = Group(tuple(parts), scale(factor), miniature=True)
        sentence = words["in_play"].format(values=" ".join(in_play), value=value)
        columns.append(Stack([Picture((face,), face_width, tall * factor), Words(sentence, small)], 1.2))
    return Row(columns, [face_width] * 3, CHIT_GAP)


def _legible(chit: tuple[Item, ...], least: float, tall: float) -> Iterator[Item]:
    """A chit's parts down to `tall`, without letters whose em is below `least`."""
    for item in chit:
        if isinstance(item, Text):
            if item.size_mm >= least:
                yield item
        elif not isinstance(item, Path) or bounds(item.d).bottom < tall:
            yield item


def _piles(piles: Sequence[PileOnTable], theme: Theme, style: TextStyle, width: float) -> Box:
    """A small card for each pile: a back for one that lies face down, an outline for one face up, its number on it."""
    pitch = min(width / max(1, len(piles)), PILE_PITCH)
    columns = []
    for pile in piles:
        picture = _pile(pile, theme)
        columns.append(Row([picture, Words(pile.words, style)], [picture.width, Share()], 1.7))
    return Row(columns, [pitch - 3.0] * len(columns), 3.0)


def _pile(pile: PileOnTable, theme: Theme) -> Picture:
    factor = PILE_WIDTH / theme.width_mm
    high, outline = theme.height_mm * factor, theme.outline
    face = (Path(outline, theme.paper, theme.ink, EDGE_MM),)
    card = face if pile.face_up else reduced(draw_small_back(theme, EDGE_MM), factor)
    under = [Group(card, compose(shift(1.3, 1.3), scale(factor)))] if pile.count > 1 else []
    size, middle = find_font(DISPLAY).size_for_cap(6.0), (PILE_WIDTH / 2, high / 2 + 3.0)
    number = Text(*middle, str(pile.count), DISPLAY, size, theme.ink, "middle", halo=theme.paper, halo_mm=1.6)
    items: tuple[Item, ...] = (*under, Group(card, scale(factor)), number)
    return Picture(items, PILE_WIDTH + 1.3, high + 1.3, f"{pile.count}")


def _code(facts: SheetFacts, words: dict[str, str], theme: Theme, width: float) -> Box:
    """In a frame the QR code on the right, the same code in letters beside it."""
    qr = Picture((Path(qr_path(facts.code, QR_SIDE), theme.ink),), QR_SIDE, QR_SIDE, words["code"])
    small = TextStyle(NOTE_SIZE, NOTE_PITCH, ink=theme.ink)
    heading = Words(words["code"], small.strong, "H2", keeps=True)
    large = TextStyle(CODE_SIZE * 1.7, CODE_SIZE * 2.0, CODE, CODE, theme.ink)
    shown = large.times(min(1.0, (width - QR_SIDE - 10.0) / text_width(facts.code, large)))
    inside = Row(
        [Stack([heading, Words(facts.code, shown), Words(words["code_note"], small)], 1.2), qr], [Share(), QR_SIDE], 3.0
    )
    return Framed(inside, 1.2, theme.inks["grey"], 0.25, 2.0)


# ---------------------------------------------------------------- slips

# A slip is printed on one side and has three panels, from the top: a flap, which is folded down over the codes; the codes; and a cover,
# which is folded back behind them, with the name and what is face up.

WAYS = ((2, 2), (1, 2), (1, 1))  # slips across and down, from the most a page
SLIP_MARGIN = 8.0  # at the paper's edges, beyond the printer's dead zone
HEADER, HEADER_SIZE = 7.0, 3.1  # the line above the slips
BAND, PAD = 8.5, 2.0  # at the end of each panel that holds no secret: whose hand it is, and how to fold
LETTER_SIZE, LETTER_PITCH = 4.6, 7.0
APART, WIDEST = f"{NO_BREAK} ", "GHQ"  # between two codes, and the code that takes most room
NAME_CAP = 3.6
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
        return SLIP_MARGIN + column * self.width_mm, SLIP_MARGIN + HEADER + row * 3 * self.panel_mm


def plan_slips(paper: Paper, cards: int, open_cards: int = 0) -> SlipPlan:
    """The way with the most slips a page, for so many cards inside and outside at most. Raises LayoutError for paper on which they do not fit."""
    least, space = width_of(slip_words()["fold"], TEXT, SMALL) + 2 * PAD, width_of("  ", CODE, LETTER_SIZE)
    for across, down in WAYS:
        width = (paper.width_mm - 2 * SLIP_MARGIN) / across
        panel = (paper.height_mm - 2 * SLIP_MARGIN - HEADER) / down / 3
        in_row = floor((width - 2 * PAD + space) / (width_of(WIDEST, CODE, LETTER_SIZE) + space))
        if width >= least and in_row * floor((panel - BAND - PAD) / LETTER_PITCH) >= max(cards, open_cards):
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
        if header.natural() > paper.width_mm - 2 * SLIP_MARGIN:  # on small paper there is no room for both
            header = Row(header.boxes[:1], [Share()])
        parts = [(SLIP_MARGIN, SLIP_MARGIN - 1, header.lay(paper.width_mm - 2 * SLIP_MARGIN))]
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
        BoxAt(0.0, panel - in_band, Words(words["fold"], small.middle), at_left, width),
        BoxAt(side, panel + in_band, _owner_row(slip.owner, small.strong, inside, inner), at_left, inner),
        BoxAt(0.0, panel + BAND + high / 2, _codes(slip.cards, plan, theme), at_left, width),
        BoxAt(side, 3 * panel - in_band, cover, at_left, inner),
    ]
    if slip.open_cards:
        places.append(BoxAt(side, 2 * panel + side, Words(words["open"], small)))
        places.append(BoxAt(0.0, 2 * panel + PAD + high / 2, _codes(slip.open_cards, plan, theme), at_left, width))
    folds = [Path(line(0, y, width, y), stroke=theme.ink, width_mm=LINE, dash_mm=DASH) for y in (panel, 2 * panel)]
    cut = Path(rectangle(0, 0, width, 3 * panel), stroke=theme.inks["grey"], width_mm=LINE)
    return Layers(width, 3 * panel, places, (cut, *folds))


def _codes(cards: Sequence[AnyCard], plan: SlipPlan, theme: Theme) -> Box:
    """The codes in as few rows as hold them, about equally long."""
    style = TextStyle(LETTER_SIZE, LETTER_PITCH, CODE, ink=theme.ink, align="middle")
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
