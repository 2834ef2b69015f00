"""A scene: Toppers, cards, hands and what somebody says, placed in a picture that `templates/toppers/` describes.

Covers and the front of the box are scenes. A scene is 100 units wide; `draw_scene` scales it to a width in millimeters.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache

from tt_print.deck import LETTER_OF, VALUES, Card, parse_card
from tt_print.draw.geometry import (
    Point,
    Rect,
    circle,
    compose,
    path,
    place_shape,
    polygon,
    rectangle,
    scale,
    shift,
    star,
)
from tt_print.draw.shapes import LEAST_EM_MM, Group, Item, Path, Text, reduced
from tt_print.draw.text import find_font
from tt_print.errors import TemplateError
from tt_print.faces.back import draw_small_back
from tt_print.faces.faces import cut_out
from tt_print.faces.own_theme import LETTER_WIDTH, NUMBER_WIDTH, mark
from tt_print.faces.theme import Theme, ThemeColor, four_colors, hatched
from tt_print.faces.theme_file import InkTable
from tt_print.faces.toppers import Topper, draw_jester, draw_topper, turned
from tt_print.templates import TemplateTable, read_table, read_toml

# ---------------------------------------------------------------- icons

# Small pictures of values and cards, drawn at their own size: for headings, examples, column heads.
#
# A code names what to draw: `R` a color, `.H` a shape, `..1` a number, `RC` a color and shape, `BS4` a card, `J1` a
# joker. A face made as small would lose its corners and its hatching.


BARE_PART = 0.675  # how high the icon of a small card without a letter is
_COLOR, _SHAPE = ({LETTER_OF[v][value]: value for value in VALUES[v]} for v in ("color", "shape"))


def draw_icon(theme: Theme, code: str, x: float, y: float, height: float) -> list[Item]:
    """What `code` names, about (x, y), `height` high and about as wide. Raises TemplateError for another code."""
    if code in ("J", "J1", "J2"):
        return [*draw_jester(theme, x, y, height * 0.52, int(code[1:] or 1), is_thick=False)]
    color, shape, number = (*code.upper().replace("Q", "?"), ".", ".")[:3]
    if (color not in _COLOR and color != ".") or (shape not in _SHAPE and shape != "."):
        raise TemplateError(f"there is no icon {code!r}: a color, a shape and a number, with . for what is left out.")
    half = height / 2
    if shape == ".":
        if color == ".":
            return [_letters(theme, number, x, y, height * 0.86)]
        box = rectangle(x - half, y - half, height, height, height * 0.16)
        return _outline(theme, _COLOR[color], box, x, y, half, _letter(theme, _COLOR[color]), height * 0.5)
    named = theme.shapes[_SHAPE[shape]]
    d = place_shape(named.d, x, y, half)
    if color == ".":
        return [Path(d, theme.paper, theme.ink, max(0.25, height * 0.06))]
    return _outline(theme, _COLOR[color], d, x, y + named.number_y_mm * half / named.center_size, half, number,
                    named.number_cap_mm * half / named.center_size * 1.06)  # fmt: skip


def _letter(theme: Theme, color: str) -> str:
    """As it is in the corners of the theme's faces; black has none."""
    return "" if color == "black" else theme.words.letters[color]


def icon_name(code: str) -> str:
    """What `draw_icon` and `draw_small_card` draw, in words: `red circle 3`, `heart`, `joker 1`."""
    if code in ("J", "J1", "J2"):
        return f"joker {code[1:]}".rstrip()
    color, shape, number = (*code.upper().replace("Q", "?"), ".", ".")[:3]
    return " ".join(filter(None, (_COLOR.get(color, ""), _SHAPE.get(shape, ""), number.strip("."))))


def _outline(theme: Theme, color: str, d: str, x: float, y: float, half: float, word: str, cap: float) -> list[Item]:
    """A filled outline with a word in it; black wears the four colors, as on its faces."""
    line = max(0.2, half * 0.09)
    ink = theme.colors[color].on
    items: list[Item] = []
    if color == "black":
        items += four_colors(theme, d, (x, y), (2 * half, 2 * half), half * 0.3, line)
        items.append(Path(d, theme.colors["black"].ink))
    elif theme.is_low:
        items += [hatched(theme, color, d, small=True), Path(d, stroke=theme.ink, width_mm=line)]
        ink = theme.ink
    else:
        items.append(Path(d, theme.colors[color].ink, theme.ink, line))
    if word and word != ".":
        halo = (theme.paper, cap * 0.16) if theme.is_low and color != "black" else (None, 0.0)
        items.append(replace(_letters(theme, word, x, y, cap), fill=ink, halo=halo[0], halo_mm=halo[1]))
    return items


def _letters(theme: Theme, word: str, x: float, y: float, cap: float) -> Text:
    is_number = word in VALUES["number"]
    font = theme.fonts.numbers if is_number else theme.fonts.display
    return mark(word, x, y + cap / 2, cap, theme.ink, font, widest=NUMBER_WIDTH if is_number else LETTER_WIDTH)


def letter_cap(theme: Theme, height: float) -> float:
    """How high the color's letter is on a small card that is printed `height` high; 0 where it has no room to be read."""
    usual, least = height * 0.15, LEAST_EM_MM / find_font(theme.fonts.display).size_for_cap(1.0)
    return max(usual, least) if least < height * 0.21 else 0.0


def draw_small_card(theme: Theme, code: str, x: float, y: float, height: float, cap: float | None = None) -> list[Item]:
    """A little card from its top left corner, `height` high and 0.74 as wide: icon with number, and the color's letter,
    `cap` high. Without a letter (0) the icon is larger. None is a letter as large as it should be in print.
    """
    width = 0.74 * height
    cap = letter_cap(theme, height) if cap is None else cap
    paper = Path(rectangle(x, y, width, height, height * 0.08), theme.paper, theme.ink, max(0.15, height * 0.018))
    if code in ("J", "J1", "J2"):
        return [paper, *draw_icon(theme, code, x + width / 2, y + height / 2, height * 0.56)]
    if not cap:
        return [paper, *draw_icon(theme, code, x + width / 2, y + height / 2, height * BARE_PART)]
    items: list[Item] = [paper, *draw_icon(theme, code, x + width / 2, y + height * 0.4, height * 0.56)]
    if code[0].upper() == "K":
        return [*items, *_dots(theme, x + width / 2, y + height * 0.865, height * 0.07)]
    return [
        *items,
        _letters(theme, _letter(theme, _COLOR[code[0].upper()]), x + width / 2, y + height * 0.94 - cap / 2, cap),
    ]


def _dots(theme: Theme, x: float, y: float, radius: float) -> list[Item]:
    """The four colors in a row: what black may stand for."""
    items: list[Item] = []
    line = max(0.12, radius * 0.16)
    for index, value in enumerate(VALUES["color"][:4]):
        d = circle(x + (index - 1.5) * 2.3 * radius, y, radius)
        if theme.is_low:
            items += [hatched(theme, value, d, small=True), Path(d, stroke=theme.ink, width_mm=line)]
        else:
            items.append(Path(d, theme.colors[value].ink, theme.ink, line))
    return items


def draw_band(theme: Theme, x: float, y: float, width: float, height: float) -> list[Item]:
    """A strip in the deck's five colors, in play order: what our own pages wear below their title."""
    items: list[Item] = []
    each = width / len(VALUES["color"])
    for index, color in enumerate(VALUES["color"]):
        d = rectangle(x + index * each, y, each, height)
        items.append(hatched(theme, color, d, small=True) if theme.is_low else Path(d, theme.colors[color].ink))
    return [
        *items,
        Path(rectangle(x, y, width, height), stroke=theme.ink, width_mm=min(0.3, height * 0.16), join="miter"),
    ]


WIDTH = 100.0  # units across
CARD_LINE = 1.4  # millimeters on a card of full size: its edge is seen when the card is small


class SceneItem(TemplateTable):
    """One thing at (x, y), `size` large, turned by `angle` degrees; later items lie on earlier ones.

    `kind` is topper, card, back, hand (a glove that reaches up), bubble (`looks` its tip), row (six places), lines that show motion, or a
    burst. `card` counts in the scene's cards, which the engine judges; `code` is somebody who looks on, or the color of a cuff. A bubble
    without `text` makes the scene's claim. `size` is a Topper's unit, the width of a card, palm, bubble, or row, or the reach of a burst.
    """

    kind: str
    x: float
    y: float
    size: float
    angle: float = 0.0
    card: int = 0
    code: str = ""
    text: str = ""
    looks: float = math.nan
    mood: str = "calm"


class SceneTable(TemplateTable):
    """`height` in units, `alt` in words. The scene shows `cards`, and in a bubble that many of `claim`, a color and a shape; `shows` is
    the line of an example with their places, on which the engine judges the cover (`games.examples.read_cover_example`).
    """

    height: float
    alt: str
    items: tuple[SceneItem, ...]
    cards: tuple[str, ...] = ()
    claim: str = ""
    shows: str = ""


@cache
def scene_table(name: str) -> SceneTable:
    return read_table(SceneTable, f"toppers/{name}.toml")


def draw_scene(theme: Theme, name: str, width_mm: float, codes: Collection[str] | None = None) -> Group:
    """The scene from its top left corner, without ground. Its height is `scene_height`.

    With the `codes` of a deck, a Topper whose code begins none of them is left out.
    """
    table = scene_table(name)
    shown = [item for item in table.items if codes is None or any(code.startswith(item.code) for code in codes)]
    drawn = tuple(_draw(item, table, theme) for item in shown)
    factor = width_mm / WIDTH
    return Group(reduced(drawn, factor), scale(factor), miniature=True)


def scene_height(name: str, width_mm: float) -> float:
    """How high the scene is at this width, in millimeters."""
    return scene_table(name).height * width_mm / WIDTH


def _draw(item: SceneItem, table: SceneTable, theme: Theme) -> Group:
    code = table.cards[item.card - 1] if item.card else item.code
    if item.kind == "topper":
        color, shape, number = _token(code)
        looks = None if math.isnan(item.looks) else item.looks - item.angle
        number = number if item.mood == "calm" else ""  # where there is no mouth
        group = draw_topper(theme, Topper(color, shape, number, looks=looks, mood=item.mood), item.size)
    elif item.kind in ("card", "back"):
        group = _card(code if item.kind == "card" else "", item.size, theme)
    elif item.kind == "hand":
        group = _hand(theme, item.size, code)
    elif item.kind == "bubble":
        group = _bubble(item, () if item.text else (table.claim,) * len(table.cards), theme)
    elif item.kind == "row":
        group = _row(theme, item.size)
    elif item.kind == "burst":
        group = Group(
            (Path(star(0.0, 0.0, item.size, points=16, waist=0.74), theme.paper, theme.ink, 0.02 * item.size),)
        )
    else:
        group = _motion(item, theme)
    return turned(group, item.x, item.y, item.angle)


def _token(code: str) -> tuple[str, str, str]:
    """`RH3` or `RH` as color, shape and number, which may be left out."""
    return _COLOR[code[0]], _SHAPE[code[1]], code[2:]


def _card(code: str, width: float, theme: Theme) -> Group:
    """A card about its middle: a face, or without a code a back."""
    factor = width / theme.width_mm
    card = cut_out(parse_card(code), theme, theme.ink, CARD_LINE) if code else Group(draw_small_back(theme, CARD_LINE))
    return Group((card,), compose(scale(factor), shift(-theme.width_mm / 2, -theme.height_mm / 2)))


def _row(theme: Theme, width: float) -> Group:
    """The frame of six places, in two rows of three."""
    ink = theme.ink if theme.is_low else theme.paper
    box = rectangle(-width / 2, -0.31 * width, width, 0.62 * width, 0.07 * width)
    return Group((Path(box, stroke=ink, width_mm=0.012 * width, dash_mm=(0.045 * width, 0.03 * width)),))


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
    cuff_ink = theme.colors[_COLOR[color or "B"]].ink if not theme.is_low else theme.paper
    thick = 2.5 * s
    return Group((
        Path(cuff, cuff_ink, theme.ink, line),
        Path(lines, stroke=theme.ink, width_mm=thick + 2 * line, cap="round"), Path(palm, theme.paper, theme.ink, 1.6 * s + 2 * line),
        Path(palm, theme.paper, theme.paper, 1.6 * s), Path(lines, stroke=theme.paper, width_mm=thick, cap="round"),
    ))  # fmt: skip


def _bubble(item: SceneItem, codes: Sequence[str], theme: Theme) -> Group:
    """What somebody says, in tokens or in a letter: `looks` is the direction of its tip."""
    width, line = item.size, 1.3 if codes else 1.0
    height, radius = (0.44 if codes else 0.86) * width, 0.12 * width
    box = Path(rectangle(-width / 2, -height / 2, width, height, radius), theme.paper, theme.ink, line)
    angle = math.radians(item.looks)
    down = 1 if math.sin(angle) > 0 else -1
    foot_x, foot_y = 0.3 * width * math.cos(angle), 0.45 * height * down
    foot, reach = 0.07 * width, 0.24 * width
    tip = polygon(
        [(foot_x - foot, foot_y), (foot_x + reach * math.cos(angle), foot_y + reach * down), (foot_x + foot, foot_y)]
    )
    items: list[Item] = [Path(tip, theme.paper, theme.ink, line), box, Path(tip, theme.paper)]
    if item.text:
        items.append(_letters(theme, item.text, 0.0, 0.0, 0.56 * height))
    for index, code in enumerate(codes):
        each = width * 0.86 / len(codes)
        color, shape, _ = _token(code)
        x, size = (index - (len(codes) - 1) / 2) * each, 0.38 * min(each, height)
        fill = theme.paper if theme.is_low else theme.colors[color].ink
        items.append(Path(place_shape(theme.shapes[shape].d, x, 0.0, size), fill, theme.ink, 0.8 * line))
    return Group(tuple(items))


def _motion(item: SceneItem, theme: Theme) -> Group:
    """Three short lines side by side, as behind something that moves up."""
    s = item.size
    lines = " ".join(path("M", x * s, 0.0, "L", x * s, y * s) for x, y in ((-0.5, 0.9), (0.0, 1.3), (0.5, 0.9)))
    ink = theme.ink if theme.is_low else theme.paper  # in color they are on a dark ground
    return Group((Path(lines, stroke=ink, width_mm=0.16 * s, cap="round"),))


def draw_topper_row(codes: Sequence[str], x: float, y: float, size: float, step: float, theme: Theme) -> list[Item]:
    """Cards as Toppers with their numbers and as many eyes, in a row about (x, y)."""
    cards = [card for code in codes if isinstance(card := parse_card(code), Card)]
    items: list[Item] = []
    for index, card in enumerate(cards):
        eyes, mood = (2, "asleep") if card.number == "?" else (int(card.number), "calm")
        topper = draw_topper(theme, Topper(card.color, card.shape, card.number, eyes, mood=mood), 0.46 * size)
        items.append(turned(topper, x + (index - (len(cards) - 1) / 2) * step, y))
    return items


class Ground(TemplateTable):
    """What a scene is on: an ink with `light` rays, and `on`, the name of the theme's ink that reads on both."""

    dark: InkTable
    light: InkTable
    on: str


class Grounds(TemplateTable):
    grounds: dict[str, Ground]


@cache
def grounds() -> dict[str, Ground]:
    """`templates/toppers/grounds.toml`, by name."""
    return read_table(Grounds, "toppers/grounds.toml").grounds


def flood_of(theme: Theme, name: str) -> ThemeColor:
    """An area and what reads on it: of a ground, one of the deck's colors, or an ink; bare paper where ink is to be saved."""
    if theme.is_low:
        return ThemeColor(theme.paper, theme.ink)
    if ground := grounds().get(name):
        return ThemeColor(ground.dark.ink("ground"), theme.inks[ground.on])
    return theme.colors[name] if name in theme.colors else ThemeColor(theme.inks[name], theme.paper)


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


def draw_small_cover(theme: Theme, game: str, width: float, height: float, edge_mm: float = 0.0) -> Group:
    """The scene of a game's cover on its color from the top left corner, without words; `edge_mm` is a line around it."""
    cover = read_toml(f"games/{game}/cover.toml")
    inside = 0.9 * min(width, height / scene_height(cover["scene"], 1.0))
    box = rectangle(0, 0, width, height, 0.08 * width if edge_mm else 0.0)
    area = Path(box, flood_of(theme, cover["accent"]).ink, theme.ink if edge_mm else None, edge_mm)
    at = shift((width - inside) / 2, (height - scene_height(cover["scene"], inside)) / 2)
    return Group((area, draw_scene(theme, cover["scene"], inside).moved(at)), miniature=True)
