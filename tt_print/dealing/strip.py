"""The dealing strip: a sorted deck is dealt to lettered piles, card by card, and comes out shuffled.

For games in which the whole deck is dealt into hands. After each color a line says how high the piles must be. The
piles are drawn by lot afterwards, so that the one who deals may play, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tt_print import __version__
from tt_print.cards.chits import draw_value, words
from tt_print.cards.theme import Theme
from tt_print.dealing.page_tables import StripTable, strip_table
from tt_print.deck import VALUES, AnyCard, Card
from tt_print.drawing.geometry import Rect, circle, line, rectangle
from tt_print.drawing.page import verify_words_inside
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.text import BOLD, CODE, DISPLAY, TEXT, break_lines, find_font
from tt_print.records import dataclass
from tt_print.sheets.compose import Sheet
from tt_print.sheets.plan import Paper

MIDDLE = "·"


@dataclass(frozen=True, slots=True)
class Strip:
    """Piles of a sorted deck: for each card in play order the pile of each of its copies; the last pile is the middle.

    `piles` are numbers from 0, `players` is the middle's.
    """

    players: int
    cards: tuple[tuple[Card, tuple[int, ...]], ...]

    def counts(self, color: str) -> Counter[int]:
        """How high each pile is when the last card of `color` has been dealt."""
        until = VALUES["color"].index(color)
        return Counter(
            pile for card, piles in self.cards if VALUES["color"].index(card.color) <= until for pile in piles
        )

    @property
    def colors(self) -> list[str]:
        return [color for color in VALUES["color"] if any(card.color == color for card, _ in self.cards)]


def make_strip(hands: Sequence[Sequence[AnyCard]], middle: Sequence[AnyCard]) -> Strip:
    """The strip that deals these hands, by seat, and the cards of the middle; jokers lie in no deck that it deals."""
    where: dict[Card, list[int]] = {}
    for pile, cards in enumerate([*hands, middle]):
        for card in (card for card in cards if isinstance(card, Card)):
            where.setdefault(card, []).append(pile)
    return Strip(len(hands), tuple((card, tuple(where[card])) for card in sorted(where, key=lambda card: card.index)))


def letter(pile: int, players: int) -> str:
    """A, B, C, ... without I and O; numbers where there are more piles than letters."""
    letters = strip_table().letters
    if pile == players:
        return MIDDLE
    return letters[pile] if players <= len(letters) else str(pile + 1)


def draw_strip(strip: Strip, paper: Paper, theme: Theme, game: str, deck: str, code: str) -> Sheet:
    """One page: steps, a row for each color and shape, a line after each color, and lots to cut out.

    Its words are as large as the first of `factors` that leaves rows of `roomy_row`.
    """
    plain = strip_table()
    margin = plain.margin
    width = paper.width_mm - 2 * margin
    for factor in plain.factors:
        table = replace(plain, size=plain.size * factor, small=plain.small * factor, pitch=plain.pitch * factor)
        lots = _lots_height(strip, table)
        bottom = paper.height_mm - margin - 3 - table.size - lots
        top = _steps(strip, [], theme, table, margin, margin + table.title_cap + 3.9 + table.size, width)
        if _row_height(strip, table, width, top, bottom) >= table.roomy_row:
            break
    title = table.title.format(game=game, players=strip.players)
    items: list[Item] = [words(title, margin, margin + table.title_cap, table.title_cap, theme, DISPLAY, "start")]
    y = _steps(strip, items, theme, table, margin, margin + table.title_cap + 3.9 + table.size, width)
    _rows(strip, items, theme, table, margin, y, width, bottom)
    if lots:
        _lots(strip, items, theme, table, margin, paper.height_mm - margin - 4.5 - lots + 3, width)
    foot = margin
    for part, font in zip(table.foot, (TEXT, CODE, TEXT), strict=True):
        said = part.format(code=code, deck=deck)
        items.append(Text(foot, paper.height_mm - margin, said, font, plain.small, theme.ink))
        foot += find_font(font).width_mm(said, plain.small)
    items.append(
        Text(
            paper.width_mm - margin,
            paper.height_mm - margin,
            f"tt_print {__version__}",
            TEXT,
            plain.small,
            theme.ink,
            "end",
        )
    )
    description = f"Which of {strip.players} piles each card of the sorted deck goes to, with counts after each color."
    verify_words_inside(items, paper.width_mm, paper.height_mm, paper.unprintable_mm)
    drawing = Drawing(paper.width_mm, paper.height_mm, tuple(items), f"Triple Topper, {title}", description)
    return Sheet(drawing, (), Rect(0.0, 0.0, paper.width_mm, paper.height_mm))


def _steps(strip: Strip, items: list[Item], theme: Theme, table: StripTable, x: float, y: float, width: float) -> float:
    cards = [card for card, _ in strip.cards]
    values = {v: [value for value in VALUES[v] if any(getattr(card, v) == value for card in cards)] for v in VALUES}
    sorting = table.sorting.format(
        colors=" ".join(values["color"]), shapes=" ".join(values["shape"]), numbers=" ".join(values["number"])
    )
    if max(len(piles) for _, piles in strip.cards) > 1:
        sorting += table.both
    for step in table.steps:
        number, sentence = step.split("|", 1)
        items.append(Text(x + table.size, y, number, BOLD, table.size, theme.ink, "end"))
        for row in break_lines(
            sentence.format(sorting=sorting, first=cards[0].name), TEXT, table.size, width - 1.7 * table.size
        ):
            items.append(Text(x + 1.7 * table.size, y, row, TEXT, table.size, theme.ink))
            y += table.pitch
        y += 0.7
    return y


def _row_height(strip: Strip, table: StripTable, width: float, top: float, bottom: float) -> float:
    """Of the rows and of the head above them, if together with the notes after the colors they fill the page."""
    shapes = {card.shape for card, _ in strip.cards}
    after = _note_height(strip, table, width)
    return (bottom - top - len(strip.colors) * after) / (len(shapes) * len(strip.colors) + 1)


def _note_height(strip: Strip, table: StripTable, width: float) -> float:
    lines = max(len(_checkpoint(strip, table, color, width, table.small)) for color in strip.colors)
    return lines * table.small * 1.3 + 2.2


def _rows(
    strip: Strip,
    items: list[Item],
    theme: Theme,
    table: StripTable,
    x: float,
    top: float,
    width: float,
    bottom: float,
) -> None:
    """The table of letters, as high as the page allows."""
    shapes = [shape for shape in VALUES["shape"] if any(card.shape == shape for card, _ in strip.cards)]
    numbers = [n for n in VALUES["number"] if any(card.number == n for card, _ in strip.cards)]
    copies = max(len(piles) for _, piles in strip.cards)
    dealt = dict(strip.cards)
    size = table.small
    notes = {color: _checkpoint(strip, table, color, width, size) for color in strip.colors}
    after = _note_height(strip, table, width)
    row = min(table.max_row, _row_height(strip, table, width, top, bottom))
    grid = x + 2 * row + 1.5
    cell = min(table.max_cell, (x + width - grid) / (len(numbers) * copies))
    for column, number in enumerate(numbers):
        middle = grid + (column + 0.5) * copies * cell
        items.append(words(number, middle, top + row * 0.72, row * 0.42, theme, DISPLAY))
    y = top + row
    right = grid + cell * copies * len(numbers)
    for color in strip.colors:
        above = y
        for shape in shapes:
            left, right_ = (Rect(x + row * at, y + row * 0.1, row * 0.8, row * 0.8) for at in (0.1, 1.05))
            signs = *draw_value(theme, "color", color, left), *draw_value(theme, "shape", shape, right_)
            items.append(Group(signs, miniature=True))
            for column, number in enumerate(numbers):
                for copy, pile in enumerate(dealt[Card(color, shape, number)]):
                    items += _pile(theme, strip, pile, grid + (column * copies + copy + 0.5) * cell, y, row)
            items.append(Path(line(x, y + row, right, y + row), stroke=theme.inks["grey"], width_mm=0.1))
            y += row
        for column in range(len(numbers) + 1):
            at = grid + column * copies * cell
            items.append(Path(line(at, above, at, y), stroke=theme.ink, width_mm=0.25))
        items.append(Path(rectangle(x, above, right - x, y - above), stroke=theme.ink, width_mm=0.4))
        for below, sentence in enumerate(notes[color]):
            head, _, piles = sentence.partition("\t")
            base = y + size * 1.35 + below * size * 1.3
            items.append(Text(x, base, head, BOLD, size, theme.ink))
            items.append(Text(x + find_font(BOLD).width_mm(f"{head} ", size), base, piles, TEXT, size, theme.ink))
        y += after


def _pile(theme: Theme, strip: Strip, pile: int, middle: float, y: float, row: float) -> list[Item]:
    if pile == strip.players:
        return [Path(circle(middle, y + row / 2, row * 0.17), theme.ink)]
    return [words(letter(pile, strip.players), middle, y + row * 0.76, row * 0.52, theme, DISPLAY)]


def _checkpoint(strip: Strip, table: StripTable, color: str, width: float, size: float) -> list[str]:
    """`after red, 25 cards:` and, after a tab, `A 5   B 4 ...`, in as many lines as it takes."""
    counts = strip.counts(color)
    entries = [f"{letter(pile, strip.players)} {counts[pile]}" for pile in range(strip.players)]
    if any(strip.players in piles for _, piles in strip.cards):
        entries.append(f"{table.middle} {counts[strip.players]}")
    head = table.after.format(color=color, count=sum(counts.values())) + ":"
    room = width - find_font(BOLD).width_mm(f"{head} ", size)
    lines = [""]
    for entry in entries:
        longer = f"{lines[-1]}   {entry}" if lines[-1] else entry
        if find_font(TEXT).width_mm(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(entry)
            room = width - find_font(BOLD).width_mm(" ", size)
    return [f"{head}\t{lines[0]}", *(f"\t{line_}" for line_ in lines[1:])]


def _lots_height(strip: Strip, table: StripTable) -> float:
    return 24.0 if strip.players <= 12 else 0.0


def _lots(strip: Strip, items: list[Item], theme: Theme, table: StripTable, x: float, y: float, width: float) -> None:
    """A ticket for each pile in a row, to cut out and draw from a hat."""
    items.append(Text(x, y, table.lots, BOLD, table.size, theme.ink))
    box_width = min(20.0, width / strip.players)
    for pile in range(strip.players):
        box = rectangle(x + pile * box_width, y + 2, box_width, 14)
        items.append(Path(box, stroke=theme.inks["grey"], width_mm=0.25, dash_mm=(1.6, 1)))
        items.append(words(letter(pile, strip.players), x + (pile + 0.5) * box_width, y + 12.5, 6.5, theme, DISPLAY))
