"""A scene: Toppers, cards, hands and what somebody says, placed in a picture that `templates/toppers/` describes.

Covers and the front of the box are scenes. A scene is 100 units wide; `draw_scene` scales it to a width in millimeters.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import cache

from tt_print.cards.back import draw_small_back
from tt_print.cards.faces import cut_out
from tt_print.cards.theme import Theme, ThemeColor
from tt_print.cards.theme_file import InkTable
from tt_print.cards.topper import Topper, draw_topper, turned
from tt_print.deck import parse_card
from tt_print.drawing.geometry import Point, Rect, compose, path, place_shape, polygon, rectangle, scale, shift, star
from tt_print.drawing.shapes import Group, Item, Path, reduced
from tt_print.templates import TemplateTable, read_table

WIDTH = 100.0  # units across
CARD_LINE = 1.4  # millimeters on a card of full size: its edge is seen when the card is small


class SceneItem(TemplateTable):
    """One thing at (x, y), `size` large, turned by `angle` degrees; later items lie on earlier ones.

    `kind` is topper, card (`code` "RH3", or "back"), hand (a glove that reaches up), bubble (`codes` are small tokens, `looks` its tip), or pair of `lines` that
    show motion, or a burst. `size` is a Topper's unit, the width of a card, palm, or bubble, the reach of a burst.
    """

    kind: str
    x: float
    y: float
    size: float
    angle: float = 0.0
    code: str = ""
    codes: tuple[str, ...] = ()
    eyes: int = 2
    looks: float = math.nan
    mood: str = "calm"


class SceneTable(TemplateTable):
    """`height` in units, `alt` in words."""

    height: float
    alt: str
    items: tuple[SceneItem, ...]


@cache
def scene_table(name: str) -> SceneTable:
    return read_table(SceneTable, f"toppers/{name}.toml")


def draw_scene(theme: Theme, name: str, width_mm: float, codes: Collection[str] | None = None) -> Group:
    """The scene from its top left corner, without ground. Its height is `scene_height`.

    With the `codes` of a deck, a Topper whose code begins none of them is left out.
    """
    shown = [
        item for item in scene_table(name).items if codes is None or any(code.startswith(item.code) for code in codes)
    ]
    drawn = tuple(_draw(item, theme) for item in shown)
    factor = width_mm / WIDTH
    return Group(reduced(drawn, factor), scale(factor), miniature=True)


def scene_height(name: str, width_mm: float) -> float:
    """How high the scene is at this width, in millimeters."""
    return scene_table(name).height * width_mm / WIDTH


def _draw(item: SceneItem, theme: Theme) -> Group:
    if item.kind == "topper":
        color, shape, number = _token(item.code)
        looks = None if math.isnan(item.looks) else item.looks - item.angle
        group = draw_topper(theme, Topper(color, shape, number, item.eyes, looks, item.mood), item.size)
    elif item.kind == "card":
        group = _card(item, theme)
    elif item.kind == "hand":
        group = _hand(theme, item.size, item.code)
    elif item.kind == "bubble":
        group = _bubble(item, theme)
    elif item.kind == "burst":
        group = Group(
            (Path(star(0.0, 0.0, item.size, points=16, waist=0.74), theme.paper, theme.ink, 0.02 * item.size),)
        )
    else:
        group = _motion(item, theme)
    return turned(group, item.x, item.y, item.angle)


_COLORS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "K": "black"}
_SHAPES = {"C": "circle", "H": "heart", "T": "triangle", "S": "square", "B": "blob"}


def _token(code: str) -> tuple[str, str, str]:
    """`RH3` or `RH` as color, shape and number, which may be left out."""
    return _COLORS[code[0]], _SHAPES[code[1]], code[2:]


def _card(item: SceneItem, theme: Theme) -> Group:
    """A card about its middle: a face or a back."""
    factor = item.size / theme.width_mm
    if item.code == "back":
        card = Group(draw_small_back(theme, CARD_LINE))
    else:
        card = cut_out(parse_card(item.code), theme, theme.ink, CARD_LINE)
    return Group((card,), compose(scale(factor), shift(-theme.width_mm / 2, -theme.height_mm / 2)))


def _hand(theme: Theme, size: float, color: str) -> Group:
    """A glove that reaches up, the palm about the origin and `size` wide; `color` is its cuff's."""
    s, line = size / 10, 0.1 * size
    fingers = [
        (-3.6, -2.0, -4.6, -8.4),
        (-1.2, -3.0, -1.5, -10.6),
        (1.3, -3.0, 1.7, -10.4),
        (3.7, -2.0, 4.7, -8.0),
        (4.0, 3.2, 8.2, -1.4),
    ]
    lines = " ".join(path("M", a * s, b * s, "L", c * s, d * s) for a, b, c, d in fingers)
    palm = polygon([(-4.2 * s, -2.4 * s), (4.2 * s, -2.4 * s), (3.6 * s, 4.6 * s), (-3.6 * s, 4.6 * s)])
    cuff = polygon([(-3.9 * s, 6.0 * s), (3.9 * s, 6.0 * s), (4.4 * s, 12.0 * s), (-4.4 * s, 12.0 * s)])
    cuff_ink = theme.colors[_COLORS[color or "B"]].ink if not theme.is_low else theme.paper
    thick = 2.5 * s
    return Group((
        Path(cuff, cuff_ink, theme.ink, line),
        Path(lines, stroke=theme.ink, width_mm=thick + 2 * line, cap="round"), Path(palm, theme.paper, theme.ink, 1.6 * s + 2 * line),
        Path(palm, theme.paper, theme.paper, 1.6 * s), Path(lines, stroke=theme.paper, width_mm=thick, cap="round"),
    ))  # fmt: skip


def _bubble(item: SceneItem, theme: Theme) -> Group:
    """What somebody says, in tokens: `looks` is the direction of its tip."""
    width, line = item.size, 0.028 * item.size
    height, radius = 0.44 * width, 0.12 * width
    box = Path(rectangle(-width / 2, -height / 2, width, height, radius), theme.paper, theme.ink, line)
    angle = math.radians(item.looks)
    down = 1 if math.sin(angle) > 0 else -1
    foot_x, foot_y = 0.3 * width * math.cos(angle), 0.45 * height * down
    foot, reach = 0.07 * width, 0.24 * width
    tip = polygon(
        [(foot_x - foot, foot_y), (foot_x + reach * math.cos(angle), foot_y + reach * down), (foot_x + foot, foot_y)]
    )
    items: list[Item] = [Path(tip, theme.paper, theme.ink, line), box, Path(tip, theme.paper)]
    each = width * 0.86 / len(item.codes)
    for index, code in enumerate(item.codes):
        color, shape, _ = _token(code)
        x, size = (index - (len(item.codes) - 1) / 2) * each, 0.38 * min(each, height)
        fill = theme.paper if theme.is_low else theme.colors[color].ink
        items.append(Path(place_shape(theme.shapes[shape].d, x, 0.0, size), fill, theme.ink, 0.8 * line))
    return Group(tuple(items))


def _motion(item: SceneItem, theme: Theme) -> Group:
    """Three short lines side by side, as behind something that moves up."""
    s = item.size
    lines = " ".join(path("M", x * s, 0.0, "L", x * s, y * s) for x, y in ((-0.5, 0.9), (0.0, 1.3), (0.5, 0.9)))
    ink = theme.ink if theme.is_low else theme.paper  # in color they are on a dark ground
    return Group((Path(lines, stroke=ink, width_mm=0.16 * s, cap="round"),))


class Ground(TemplateTable):
    """What a scene is on: an ink with `light` rays, and `on`, the name of the theme's ink that reads on both."""

    dark: InkTable
    light: InkTable
    on: str

    def color(self, theme: Theme) -> ThemeColor:
        """The area and what reads on it; bare paper where ink is to be saved."""
        return (
            ThemeColor(theme.paper, theme.ink)
            if theme.is_low
            else ThemeColor(self.dark.ink("ground"), theme.inks[self.on])
        )


class Grounds(TemplateTable):
    grounds: dict[str, Ground]


@cache
def grounds() -> dict[str, Ground]:
    """`templates/toppers/grounds.toml`, by name."""
    return read_table(Grounds, "toppers/grounds.toml").grounds


def draw_ground(theme: Theme, name: str, box: Rect, middle: Point, count: int = 18) -> list[Item]:
    """A ground that fills the box, with rays from a point; nothing in low ink."""
    if theme.is_low:
        return []
    ground, (x, y) = grounds()[name], middle
    reach, half = 2 * (box.width + box.height), math.pi / (2 * count)
    rays = [
        polygon([(x, y), *((x + reach * math.cos(a), y + reach * math.sin(a)) for a in (angle - half, angle + half))])
        for angle in (2 * math.pi * ray / count + half for ray in range(count))
    ]
    light = Group((Path(" ".join(rays), ground.light.ink("ground")),), clip=box.path())
    return [Path(box.path(), ground.dark.ink("ground")), light]
