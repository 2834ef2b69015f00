"""Pictures of the page itself: the icon under which a phone keeps it, covers of games, and Toppers for players and for those who wait or fail."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tt_print.booklets.cover import covered_games
from tt_print.cards.back import draw_small_back
from tt_print.cards.scene import draw_small_cover
from tt_print.cards.theme import find_theme
from tt_print.cards.toppers import Topper, draw_icon, draw_mark, draw_topper, turned
from tt_print.drawing.geometry import rectangle, shift
from tt_print.drawing.shapes import Drawing, Path
from tt_print.render.svg import render_svg

INCH_MM = 25.4
SMALL_MM = 7.0
SAFE = 0.62  # of the side: phones cut icons to a circle or a drop
PEOPLE = {"circle": "red", "heart": "yellow", "triangle": "green", "square": "blue", "blob": "black"}  # by seat
PERSON_MOODS = ("calm", "sly", "laughing", "blushing", "asleep")
COVER_MM = (100.0, 93.0)


def draw_icon_picture() -> Drawing:
    """Our mark on an inch square, so that dots to the inch are its pixels."""
    theme = find_theme()
    ground = Path(rectangle(0, 0, INCH_MM, INCH_MM), theme.paper)
    mark = draw_mark(theme, INCH_MM / 2, INCH_MM / 2, INCH_MM * SAFE)
    return Drawing(INCH_MM, INCH_MM, (ground, *mark), "Triple Topper")


def draw_small_icon() -> Drawing:
    """Our mark without its numbers, as large as the square: beside a title, and in a browser's tab."""
    return draw_icon(find_theme(), SMALL_MM)


def draw_kind(color: str, shape: str) -> Drawing:
    """The Topper of a color and a shape, with which the page asks for one of its five cards."""
    topper = draw_topper(find_theme(), Topper(color, shape), 4.2)
    return Drawing(10.0, 10.0, (topper.moved(shift(5.0, 4.8)),), "")


def draw_person(topper: Topper) -> Drawing:
    """A Topper that stands for a player, or beside what the page says in words of waiting, failing, and winning."""
    drawn = turned(draw_topper(find_theme(), topper, 5.4), 6.5, 6.2)
    return Drawing(13.0, 13.0, (drawn,), "")


def draw_game_cover(game: str) -> Drawing:
    """The scene of a game on its color, as on its book."""
    return Drawing(*COVER_MM, (draw_small_cover(find_theme(), game, *COVER_MM),), "")


def page_pictures() -> dict[str, str]:
    """What the page draws beside cards, as SVG: `back`, `cover GAME`, and `SHAPE MOOD` for players."""
    covers = {f"cover {game}": draw_game_cover(game) for game in covered_games()}
    people = {
        f"{shape} {mood}": draw_person(Topper(color, shape, looks=None if mood == "asleep" else 35.0, mood=mood))
        for shape, color in PEOPLE.items()
        for mood in PERSON_MOODS
    }
    back = Drawing(63.0, 88.0, draw_small_back(find_theme(), 0.3), "")
    return {name: render_svg(drawing) for name, drawing in (covers | people | {"back": back}).items()}


# Files of the page that are one picture.
DRAWINGS: dict[str, Callable[[], Drawing]] = {
    "icon.svg": draw_small_icon,
    "idle.svg": partial(draw_person, Topper("blue", "blob", mood="asleep")),
    "error.svg": partial(draw_person, Topper("red", "circle", looks=35.0, mood="blushing")),
    "winner.svg": partial(draw_person, Topper("yellow", "heart", mood="laughing")),
}
