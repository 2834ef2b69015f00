"""Useful cards for the slots that a deck leaves free: what is in the box, the six games, spares."""

from __future__ import annotations

from tt_print.cards.theme import Theme
from tt_print.drawing.geometry import half_turn, rectangle, shift
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.text import DISPLAY, TEXT, break_lines, find_font
from tt_print.templates import read_toml


def draw_text_cards(theme: Theme) -> list[Drawing]:
    """The cards of `templates/sheets/extras.toml`, in their order there."""
    table = read_toml("sheets/extras.toml")
    return [_text_card(theme, table, card) for card in table["cards"]]


def _text_card(theme: Theme, table: dict, card: dict) -> Drawing:
    size, side = table["size"], table["side"]
    title = Text(
        theme.width_mm / 2, table["title_y"], card["title"], DISPLAY,
        find_font(DISPLAY).size_for_cap(table["title_cap"]), theme.ink, "middle",
    )  # fmt: skip
    items: list[Item] = [title]
    y = table["text_y"]
    for paragraph in card["text"]:
        heading = paragraph.startswith("# ")
        font = DISPLAY if heading else TEXT
        for row in break_lines(paragraph.removeprefix("# "), font, size, theme.width_mm - 2 * side):
            items.append(Text(side, y, row, font, size, theme.ink))
            y += table["line_pitch"]
        y += 0 if heading else table["paragraph_gap"]
    return Drawing(
        theme.width_mm, theme.height_mm, tuple(items), card["name"], " ".join(card["text"]).replace("# ", "")
    )


def draw_spare(theme: Theme) -> Drawing:
    """An empty card with empty tabs, to be written on when a card is lost."""
    spare, tab = read_toml("sheets/extras.toml")["spare"], theme["tab"]
    box = rectangle(tab["x"], tab["y"], tab["width"], tab["height"], tab["radius"])
    corner = (Path(box, stroke=theme.ink, width_mm=tab["keyline"]),)
    across = shift(theme.width_mm - 2 * tab["x"] - tab["width"], 0)
    turn = half_turn(theme.width_mm, theme.height_mm)
    name = theme["name"]
    words = (
        Text(theme.width_mm / 2, name["y"] - 4, spare["advice"], TEXT, 2.1, theme.inks["grey"], "middle"),
        Text(theme.width_mm / 2, name["y"], spare["title"], DISPLAY, 2.6, theme.inks["grey"], "middle", 1.0, 0.2),
    )
    items = (
        Group(corner), Group(corner, across), Group(corner, turn), Group(corner, across).moved(turn),
        Group(words),
    )  # fmt: skip
    return Drawing(theme.width_mm, theme.height_mm, items, spare["name"], spare["advice"])
