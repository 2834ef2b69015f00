"""Reference cards as pictures: statements set below one another until a card is full, then on the next."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.cards.icons import draw_band, draw_icon, draw_small_card, icon_name
from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import line
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.engine.printed_lines import cite
from tt_print.page.boxes import (
    Box,
    Keep,
    Layout,
    Picture,
    Row,
    Share,
    Stack,
    Strip,
    Tag,
    Tagged,
    Width,
    Words,
    grouped,
    stacked,
)
from tt_print.page.emit import Document, Put
from tt_print.page.flow import paginate, sized
from tt_print.page.text import NO_BREAK, TextStyle, display_style
from tt_print.quickref.statements import Leaf, Statement
from tt_print.records import dataclass, replace
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
    least_pt: float
    words: CardWords
    large: LargeCards


def read_card_measures() -> CardMeasures:
    return read_table(CardMeasures, "quickref/card.toml")


def draw_leaves(leaves: Sequence[Leaf], house: Sequence[str], changed: bool, theme: Theme) -> list[Drawing]:
    """The cards of one game, 63 x 88 mm each. House rules follow the last statement, on a card more if need be.

    `changed` says at each card's foot whether there are any, wherever they are.
    """
    table, cards = read_card_measures(), list[tuple[Leaf, list[Statement], list[Strip]]]()
    room = table.text_end - table.text_y + table.pitch
    for number, leaf in enumerate(leaves, 1):
        own = list(leaf.statements)
        if number == len(leaves):
            own += [_house_statement(sentence, table, index == 0) for index, sentence in enumerate(house)]
        groups = _together(own)
        boxes = [Keep(Stack([_set(statement, theme, table) for statement in group])) for group in groups]
        strips = Stack(boxes, table.gap, 1.0).strips(theme.width_mm - 2 * table.side)
        for column in paginate(strips, room, 0.0, 0.0):
            here, groups = groups[: len(column)], groups[len(column) :]
            cards.append((leaf, [statement for group in here for statement in group], column))
    return [
        _card(leaf, said, text, theme, table, (number, len(cards)), changed)
        for number, (leaf, said, text) in enumerate(cards, 1)
    ]


def _house_statement(sentence: str, table: CardMeasures, is_first: bool) -> Statement:
    return Statement(f"**{table.words.house}** {sentence}" if is_first else sentence, (), (), (), "house rules")


def _together(statements: Sequence[Statement]) -> list[list[Statement]]:
    """A row of little cards stays with the sentence above it."""
    groups: list[list[Statement]] = []
    for statement in statements:
        if statement.shown and groups:
            groups[-1].append(statement)
        else:
            groups.append([statement])
    return groups


def _card(
    leaf: Leaf, statements: Sequence[Statement], strips: Sequence[Strip], theme: Theme, table: CardMeasures, place: tuple[int, int], changed: bool,
) -> Drawing:  # fmt: skip
    """A card, the so-manieth of so many: its head, its statements with what is left over between them, and its foot."""
    side, width, words = table.side, theme.width_mm - 2 * table.side, table.words
    (number, total), body = place, _body(theme, table)
    part = words.part.format(part=number, parts=total) if total > 1 else ""
    title = Row(
        [Words(leaf.title, display_style(table.title_cap, theme.ink), ""), Words(part, body.strong.end, "")],
        (Share(), None),
        align="baseline",
    )
    head = Tagged("H1", title).lay(width)
    facts = Words(leaf.facts, body.strong).lay(width)
    small = replace(body, size=table.foot_size, leading=table.foot_size)
    credit = [Words(words.credit.format(author=leaf.author), small)] if leaf.author else []
    foot = Row(
        [Words(words.changed if changed else words.no_house, small), *credit],
        (Share(), *[None for _ in credit]),
        align="baseline",
    ).lay(width)
    # no gap grows more than looks like one text
    text = stacked(strips, width, table.text_end - table.text_y + table.pitch, table.max_gap - table.gap)
    lines = (
        *draw_band(theme, side, table.band_y, width, table.band_height),
        Path(line(side, table.foot_line_y, side + width, table.foot_line_y), stroke=theme.inks["grey"], width_mm=0.15),
    )

    def at_baseline(y: float, laid: Layout) -> Put:
        return (side, y - (laid.baseline or 0.0), laid)

    parts = [
        at_baseline(table.title_y, head), at_baseline(table.facts_y, facts), (side, table.text_y - body.baseline, text), at_baseline(table.foot_y, foot),
    ]  # fmt: skip
    whole = grouped(
        [
            (0.0, 0.0, Layout(0.0, 0.0, lines)),
            (0.0, 0.0, grouped(parts, theme.width_mm, theme.height_mm, tag=Tag("Sect"))),
        ],
        theme.width_mm,
        theme.height_mm,
    )
    said = " ".join(statement.say.replace("**", "") for statement in statements if statement.say)
    name = leaf.title if total == 1 else f"{leaf.title}, reference card {number} of {total}"
    return Document().drawing([(0.0, 0.0, whole)], theme.width_mm, theme.height_mm, name, said)


def _body(theme: Theme, table: CardMeasures) -> TextStyle:
    return TextStyle(table.size, table.pitch, ink=theme.ink)


def _set(statement: Statement, theme: Theme, table: CardMeasures) -> Box:
    """A statement as a paragraph, with the rules that it cites."""
    if statement.shown:
        return Tagged("P", _row(statement, theme, table))
    cited = cite(statement.rules).replace(" ", NO_BREAK)
    return Words(f"{statement.say} {cited}".rstrip(), _body(theme, table))


def _row(statement: Statement, theme: Theme, table: CardMeasures) -> Box:
    """Groups of little cards side by side, each with its words on the right, sharing the width by what they need.

    There is air above and below the cards, `show_gap` and half of `show_after`.
    """
    body, high, gap = _body(theme, table), table.show_height, table.card_gap
    air = table.show_gap + table.show_after / 2
    each, width = high * 0.74, theme.width_mm - 2 * table.side
    needs = [len(part.codes) * (each + gap) for part in statement.shown]
    spare = (width - sum(needs)) / len(statement.shown)
    boxes, widths = list[Box](), list[Width]()
    for part, need in zip(statement.shown, needs, strict=True):
        drawn = [
            Group((*_sign(theme, code, index * (each + gap), air, each, high, statement.emblems),), miniature=True)
            for index, code in enumerate(part.codes)
        ]
        boxes.append(Picture((*drawn,), need - gap, high + 2 * air, ", ".join(map(icon_name, part.codes))))
        widths.append(need - gap)
        if part.say:
            style = sized(part.say, body.strong, (table.size, table.foot_size), spare - 1.6, high)
            boxes.append(Words(part.say, style, ""))
            widths.append(Share())
    return Row(boxes, widths, gap + 0.2, "middle")


def _sign(theme: Theme, code: str, x: float, y: float, width: float, height: float, is_emblem: bool) -> Sequence[Item]:
    if is_emblem:
        return draw_icon(theme, code, x + width / 2, y + height / 2, height * 0.62)
    return draw_small_card(theme, code, x, y, height)
