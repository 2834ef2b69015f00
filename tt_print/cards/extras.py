"""Useful cards for the slots that a deck leaves free: what is in the box, the six games, spares."""

from __future__ import annotations

from tt_print.cards.theme import Theme
from tt_print.cards.words import with_theme_words
from tt_print.drawing.geometry import half_turn, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.text import LEAST_MM, break_lines, find_font
from tt_print.templates import TemplateTable, read_table


class TextCard(TemplateTable):
    name: str
    title: str
    text: tuple[str, ...]


class SpareCard(TemplateTable):
    name: str
    title: str
    advice: str
    size: float
    pitch: float
    apart: float


class ExtrasFile(TemplateTable):
    """`templates/sheets/extras.toml`. `size` is the em; all figures are millimeters."""

    size: float
    title_cap: float
    title_y: float
    text_y: float
    line_pitch: float
    paragraph_gap: float
    side: float
    cards: tuple[TextCard, ...]
    spare: SpareCard


def _extras() -> ExtrasFile:
    return read_table(ExtrasFile, "sheets/extras.toml")


def text_cards() -> tuple[TextCard, ...]:
    """Their words, in their order; a line that starts with "# " is a small heading."""
    return _extras().cards


def draw_text_cards(theme: Theme, factor: float = 1.0) -> list[Drawing]:
    """The cards of `templates/sheets/extras.toml`, in their order there.

    Words that would be too small on a card printed at `factor` of its size are larger, in lines closer to each other.
    """
    return [_text_card(theme, card, factor) for card in worded_cards(theme)]


def worded_cards(theme: Theme) -> list[TextCard]:
    """Their words in the language of the theme, as far as it says them."""
    own = theme.words.cards or {}
    return [with_theme_words(card, own[card.name]) if card.name in own else card for card in _extras().cards]


def _text_card(theme: Theme, card: TextCard, factor: float) -> Drawing:
    table = _extras()
    size = max(table.size, LEAST_MM / factor)
    display, text = theme.fonts.display, theme.fonts.text
    title = Text(
        theme.width_mm / 2, table.title_y, card.title, display, find_font(display).size_for_cap(table.title_cap),
        theme.ink, "middle",
    )  # fmt: skip
    items: list[Item] = [title]
    y = table.text_y
    for paragraph in card.text:
        heading = paragraph.startswith("# ")
        font = display if heading else text
        for row in break_lines(paragraph.removeprefix("# "), font, size, theme.width_mm - 2 * table.side):
            items.append(Text(table.side, y, row, font, size, theme.ink))
            y += table.line_pitch
        y += 0 if heading else table.paragraph_gap
    return Drawing(theme.width_mm, theme.height_mm, tuple(items), card.name, " ".join(card.text).replace("# ", ""))


def draw_spare(theme: Theme, factor: float = 1.0) -> Drawing:
    """An empty card with empty tabs, to be written on when a card is lost; without tabs where faces have none.

    Its words are no smaller than can be read on a card printed at `factor` of its size.
    """
    spare, tab, least = with_theme_words(_extras().spare, theme.words.spare), theme.tab, LEAST_MM / factor
    size, pitch = max(spare.size, least), spare.pitch * max(1.0, least / spare.size)
    corner = (Path(tab.rect.path(tab.radius), stroke=theme.ink, width_mm=tab.keyline),)
    across = shift(theme.width_mm - 2 * tab.x - tab.width, 0)
    turn = half_turn(theme.width_mm, theme.height_mm)
    name = theme.caption
    middle, room = theme.width_mm / 2, theme.width_mm - 2 * (tab.x + tab.width + spare.apart)
    text = theme.fonts.text
    lines = break_lines(spare.advice, text, size, room)
    above = name.y - 4 - (len(lines) - 1) * pitch
    words = (
        *(
            Text(middle, above + row * pitch, line, text, size, theme.inks["grey"], "middle")
            for row, line in enumerate(lines)
        ),
        Text(middle, name.y, spare.title, theme.fonts.display, max(2.6, least), theme.inks["grey"], "middle", 1.0, 0.2),
    )
    corners = (Group(corner), Group(corner, across), Group(corner, turn), Group(corner, across).moved(turn))
    items = (*(() if theme.is_flooded else corners), Group(words))
    return Drawing(theme.width_mm, theme.height_mm, items, spare.name, spare.advice)
