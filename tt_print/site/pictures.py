"""Pictures of the page itself: the fan at its top, the icon under which a phone keeps it, and Toppers for those who wait, fail, or win."""

from __future__ import annotations

from tt_print.cards.faces import cut_out
from tt_print.cards.theme import FLOODED_THEME, Theme, find_theme
from tt_print.cards.toppers import Topper, draw_icon, draw_mark, draw_topper, turned
from tt_print.deck import parse_card
from tt_print.drawing.geometry import compose, rectangle, rotate, shift
from tt_print.drawing.shapes import Drawing, Group, Path

INCH_MM = 25.4
SMALL_MM = 7.0
SAFE = 0.62  # of the side: phones cut icons to a circle or a drop
MOODS = {
    "idle.svg": Topper("blue", "blob", mood="asleep"),
    "error.svg": Topper("red", "circle", looks=35.0, mood="blushing"),
    "winner.svg": Topper("yellow", "heart", mood="laughing"),
}
FAN = ("RC1", "YH2", "GT3", "BS4", "KB?")
FAN_TURN = 11.0  # degrees from one card to the next
FAN_REACH_MM = 150.0  # from the hand to the middle of a card
FAN_WIDTH_MM, FAN_HEIGHT_MM = 212.0, 124.0


def draw_icon_picture() -> Drawing:
    """Our mark on an inch square, so that dots to the inch are its pixels."""
    theme = find_theme()
    ground = Path(rectangle(0, 0, INCH_MM, INCH_MM), theme.paper)
    mark = draw_mark(theme, INCH_MM / 2, INCH_MM / 2, INCH_MM * SAFE)
    return Drawing(INCH_MM, INCH_MM, (ground, *mark), "Triple Topper")


def draw_small_icon() -> Drawing:
    """Our mark without its numbers, as large as the square: beside a title, and in a browser's tab."""
    return draw_icon(find_theme(), SMALL_MM)


def draw_mood(name: str) -> Drawing:
    """The Topper that a page shows where nothing happens, where something failed, or who won: one of MOODS. The page says it in words beside it."""
    topper = turned(draw_topper(find_theme(), MOODS[name], 5.4), 6.5, 6.0)
    return Drawing(13.0, 13.0, (topper,), "")


def draw_fan() -> Drawing:
    """Five cards in a hand: a card of each color, shape and number."""
    theme = find_theme(name=FLOODED_THEME)
    first = -FAN_TURN * (len(FAN) - 1) / 2
    cards = tuple(_fanned(theme, code, first + FAN_TURN * index) for index, code in enumerate(FAN))
    return Drawing(FAN_WIDTH_MM, FAN_HEIGHT_MM, cards, "Five cards in a fan")


def _fanned(theme: Theme, code: str, degrees: float) -> Group:
    width, height = theme.width_mm, theme.height_mm
    card = cut_out(parse_card(code), theme, theme.ink, 0.25)
    to_hand = shift(FAN_WIDTH_MM / 2, FAN_REACH_MM + height / 2 + 6)
    matrix = compose(to_hand, compose(rotate(degrees), shift(-width / 2, -FAN_REACH_MM - height / 2)))
    return card.moved(matrix)
