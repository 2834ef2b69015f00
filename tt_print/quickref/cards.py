"""Reference cards as pictures: statements set below one another until a card is full, then on the next."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.cards.icons import draw_band, draw_icon, draw_small_card, icon_name
from tt_print.cards.theme import Theme
from tt_print.drawing.fitting import fit_words
from tt_print.drawing.geometry import Rect, line
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.structure import Element, marked
from tt_print.drawing.styled import draw_styled, keep_together, set_styled
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font
from tt_print.engine.stated import cite
from tt_print.quickref.statements import Leaf, Statement
from tt_print.records import dataclass
from tt_print.templates import read_table


@dataclass(frozen=True, slots=True)
class CardWords:
    house: str
    no_house: str
    changed: str
    credit: str
    part: str


@dataclass(frozen=True, slots=True)
class LargeCards:
    """`grids` are the columns and rows into which a paper may be divided, the best first; a card is at least `min_width` wide, and
    so many times as high as wide."""

    inset: float
    tick: float
    line: float
    min_width: float
    min_ratio: float
    max_ratio: float
    grids: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CardMeasures:
    """`templates/quickref/card.toml`, in millimeters on a card of 63 x 88; other sizes are scaled. Type by its em."""

    size: float
    pitch: float
    gap: float
    max_gap: float
    side: float
    title_cap: float
    title_y: float
    band_y: float
    band_height: float
    facts_y: float
    text_y: float
    text_end: float
    foot_y: float
    foot_size: float
    foot_line_y: float
    show_after: float
    show_height: float
    show_gap: float
    card_gap: float
    words: CardWords
    large: LargeCards


def read_card_measures() -> CardMeasures:
    return read_table(CardMeasures, "quickref/card.toml")


@dataclass(frozen=True, slots=True)
class _Piece:
    """One statement, laid out: its height, and its items as if it began at y = 0."""

    height_mm: float
    items: tuple[Item, ...]


def draw_leaves(leaves: Sequence[Leaf], house: Sequence[str], changed: bool, theme: Theme) -> list[Drawing]:
    """The cards of one game, 63 x 88 mm each. House rules follow the last statement, on a card more if need be.

    `changed` says at each card's foot whether there are any, wherever they stand.
    """
    table = read_card_measures()
    filled: list[tuple[Leaf, list[Statement]]] = []
    for number, leaf in enumerate(leaves):
        own = list(leaf.statements)
        if house and number == len(leaves) - 1:
            own += [_house_statement(sentence, table, index == 0) for index, sentence in enumerate(house)]
        filled += [(leaf, page) for page in _pages(own, theme, table)]
    total = len(filled)
    return [_card(leaf, page, theme, table, number, total, changed) for number, (leaf, page) in enumerate(filled, 1)]


def _house_statement(sentence: str, table: CardMeasures, is_first: bool) -> Statement:
    return Statement(f"**{table.words.house}** {sentence}" if is_first else sentence, (), (), (), "house rules")


def _pages(statements: Sequence[Statement], theme: Theme, table: CardMeasures) -> list[list[Statement]]:
    """As many as a card holds, in order; a row of little cards stays with the sentence above it."""
    room = table.text_end - table.text_y + table.pitch
    groups: list[list[Statement]] = []
    for statement in statements:
        if statement.shown and groups:
            groups[-1].append(statement)
        else:
            groups.append([statement])
    pages: list[list[Statement]] = [[]]
    used = 0.0
    for group in groups:
        height = sum(_set(statement, theme, table).height_mm for statement in group)
        if pages[-1] and used + height > room + 1e-6:
            pages.append([])
            used = 0.0
        pages[-1] += group
        used += height
    return pages


def _card(
    leaf: Leaf,
    statements: Sequence[Statement],
    theme: Theme,
    table: CardMeasures,
    number: int,
    total: int,
    changed: bool,
) -> Drawing:
    side, width, words = table.side, theme.width_mm, table.words
    title_size = find_font(DISPLAY).size_for_cap(table.title_cap)
    head: list[Item] = [Text(side, table.title_y, leaf.title, DISPLAY, title_size, theme.ink)]
    if total > 1:
        part = words.part.format(part=number, parts=total)
        head.append(Text(width - side, table.title_y, part, BOLD, table.size, theme.ink, "end"))
    section = Element("Sect")
    items: list[Item] = [
        marked(Element("H1", section), head),
        *draw_band(theme, side, table.band_y, width - 2 * side, table.band_height),
        marked(Element("P", section), [Text(side, table.facts_y, leaf.facts, BOLD, table.size, theme.ink)]),
    ]
    left = table.text_end - table.text_y + table.pitch
    left -= sum(_set(s, theme, table).height_mm for s in statements)
    # what is left over goes between the paragraphs, but no more than looks like one text
    more = max(0.0, min(table.max_gap - table.gap, left / max(1, len(statements) - 1)))
    y = 0.0
    for statement in statements:
        piece = _set(statement, theme, table, table.text_y + y, section)
        items += piece.items
        y += piece.height_mm + more
    foot = words.changed if changed else words.no_house
    y, small = table.foot_line_y, table.foot_size
    items.append(Path(line(side, y, width - side, y), stroke=theme.inks["grey"], width_mm=0.15))
    items.append(marked(Element("P", section), [Text(side, table.foot_y, foot, TEXT, small, theme.ink)]))
    if leaf.author:
        credit = Text(
            width - side, table.foot_y, words.credit.format(author=leaf.author), TEXT, small, theme.ink, "end"
        )
        items.append(marked(Element("P", section), [credit]))
    text = " ".join(statement.say.replace("**", "") for statement in statements if statement.say)
    title = leaf.title if total == 1 else f"{leaf.title}, reference card {number} of {total}"
    return Drawing(width, theme.height_mm, tuple(items), title, text)


def _set(
    statement: Statement, theme: Theme, table: CardMeasures, y: float = 0.0, section: Element | None = None
) -> _Piece:
    """The statement's items, a paragraph of the section; y is its first baseline."""
    size, pitch, side = table.size, table.pitch, table.side
    width = theme.width_mm - 2 * side
    if statement.shown:
        return _set_row(statement, theme, table, y, width, Element("P", section))
    text = f"{statement.say} {cite(statement.rules)}".rstrip()
    paragraph = set_styled(keep_together(text), size, width)
    height = len(paragraph.lines) * pitch + table.gap
    return _Piece(height, (marked(Element("P", section), draw_styled(paragraph, side, y, pitch, theme.ink)),))


def _set_row(
    statement: Statement, theme: Theme, table: CardMeasures, y: float, width: float, paragraph: Element
) -> _Piece:
    """Rows of little cards side by side, each with its words on the right, sharing the width by what they need."""
    size, height, gap = table.size, table.show_height, table.card_gap
    top = y - 0.72 * size + table.show_gap * 0.5
    each = height * 0.74
    needs = [len(part.codes) * (each + gap) for part in statement.shown]
    spare = (width - sum(needs)) / len(statement.shown)
    x = table.side
    items: list[Item] = []
    for part, need in zip(statement.shown, needs, strict=True):
        drawn: list[Item] = []
        for index, code in enumerate(part.codes):
            left = x + index * (each + gap)
            if statement.emblems:
                sign = draw_icon(theme, code, left + each / 2, top + height / 2, height * 0.62)
            else:
                sign = draw_small_card(theme, code, left, top, height)
            drawn.append(Group((*sign,), miniature=True))
        alt = ", ".join(map(icon_name, part.codes))
        items.append(marked(Element("Figure", paragraph, alt, box_mm=Rect(x, top, need - gap, height)), drawn))
        if part.say:
            is_last = len(statement.shown) > 1 and part is statement.shown[-1]
            room = table.side + width - x - need if is_last else spare
            fitted = fit_words(part.say, BOLD, room - 1.6, height, (size, table.foot_size))
            first = top + (height - (len(fitted.lines) - 1) * table.pitch + 0.68 * fitted.size_mm) / 2
            lines = [Text(x + need + 0.9, first + row * table.pitch, words, BOLD, fitted.size_mm, theme.ink)
                     for row, words in enumerate(fitted.lines)]  # fmt: skip
            items.append(marked(paragraph, lines))
        x += need + (spare if part.say else 0.0)
    return _Piece(height + 2 * table.show_gap + table.show_after, tuple(items))
