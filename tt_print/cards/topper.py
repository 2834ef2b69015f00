"""A Topper: one of the deck's tokens as somebody, with eyes that look somewhere and a mood.

Everything that shows one draws it here: covers, box, joker, back, chits, site. A playing face takes the eyes alone. Sizes are those of the
shape's unit (`templates/themes`), so that a Topper of size 10 is about 20 mm across.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tt_print.cards.eyes import Eyes, bow, draw_eyes
from tt_print.cards.hatching import hatched
from tt_print.cards.theme import QUADRANTS, Theme
from tt_print.deck import VALUES
from tt_print.drawing.geometry import QUARTER, circle, path, place_shape, rectangle, rotate, shift
from tt_print.drawing.shapes import Group, Ink, Item, Path, Text
from tt_print.drawing.text import DISPLAY, find_font
from tt_print.records import dataclass
from tt_print.templates import TemplateTable, read_table

MOODS = ("calm", "glad", "sly", "sad", "flat", "surprised", "laughing", "asleep", "winking", "blushing", "cheeky")
SHUT = {"asleep": "both", "winking": "right", "laughing": "up"}
LAYERS = 6  # of the side of a thick token


class Face(TemplateTable):
    """Where the parts of a face are, in parts of the shape's size from its middle."""

    eyes: float
    mouth: float
    number: float
    cap: float
    width: float


class SideInk(TemplateTable):
    rgb: str
    cmyk: tuple[float, float, float, float]


class TopperTable(TemplateTable):
    """`templates/toppers/topper.toml`."""

    line: float
    eye_radius: float
    depth: float
    mouth_line: float
    faces: dict[str, Face]
    sides: dict[str, SideInk]


@dataclass(frozen=True, slots=True)
class Topper:
    """Who it is, of one of the deck's colors, or a `jester`: white in the ring of black. `looks` is the direction of its eyes in degrees, clockwise from the right; None is straight ahead.

    `eyes` are 0 to 4; `number` is written below them where there is no mouth. A `mood` is one of MOODS.
    """

    color: str
    shape: str
    number: str = ""
    eyes: int = 2
    looks: float | None = None
    mood: str = "calm"


@cache
def topper_table() -> TopperTable:
    return read_table(TopperTable, "toppers/topper.toml")


def draw_topper(theme: Theme, topper: Topper, size_mm: float, is_thick: bool = True) -> Group:
    """The Topper about the origin, upright. A thick one has a side, as a wooden token has."""
    table = topper_table()
    line = table.line * size_mm
    d = place_shape(theme.shapes[topper.shape].d, 0, 0, size_mm)
    if not topper.eyes:
        return Group(
            (
                *(_side(theme, topper.color, d, table.depth * size_mm, line) if is_thick else ()),
                *_front(theme, topper.color, d, size_mm, line),
            )
        )
    items: list[Item] = list(_side(theme, topper.color, d, table.depth * size_mm, line)) if is_thick else []
    items += _front(theme, topper.color, d, size_mm, line)
    return Group((*items, *draw_features(theme, topper, size_mm)), miniature=True)


def _side(theme: Theme, color: str, d: str, depth_mm: float, line_mm: float) -> Iterator[Item]:
    """What shows of the edge of a token that lies `depth_mm` thick on what is below it."""
    side = topper_table().sides[color]
    fill = theme.paper if theme.is_low else Ink(side.rgb, side.cmyk)
    ring = _ring_mm(color, line_mm)
    downs = [depth_mm * layer / LAYERS for layer in range(LAYERS, 0, -1)]
    for stroke, ink in ((1.5 * line_mm + ring, theme.ink), (max(0.0, ring - 0.75 * line_mm), fill)):
        body = (Path(d, ink, ink if stroke else None, stroke),)
        yield from (Group(body, shift(0, down)) for down in downs)


def _ring_mm(color: str, line_mm: float) -> float:
    """How much wider than its outline one is that wears the ring of four colors."""
    return 4.4 * line_mm if color in ("black", "jester") else 0.0


def _front(theme: Theme, color: str, d: str, size: float, line: float) -> Iterator[Item]:
    if color not in ("black", "jester"):
        if theme.is_low:
            yield Path(d, theme.paper)
            yield hatched(theme, color, d)
        yield Path(d, None if theme.is_low else theme.colors[color].ink, theme.ink, 1.5 * line)
        return
    ring = _ring_mm(color, line)
    yield Path(d, stroke=theme.ink, width_mm=ring + 2 * line)
    if theme.is_low:
        yield Path(d, stroke=theme.paper, width_mm=ring)
    else:
        for value, (right, down) in zip(VALUES["color"], QUADRANTS, strict=False):
            quarter = rectangle((right - 1) * 2 * size, (down - 1) * 2 * size, 2 * size, 2 * size)
            yield Group((Path(d, stroke=theme.colors[value].ink, width_mm=ring),), clip=quarter)
    is_black = color == "black"
    yield Path(d, theme.colors["black"].ink if is_black else theme.paper, theme.paper if is_black else theme.ink, line)


def draw_features(theme: Theme, topper: Topper, size_mm: float, inks: tuple[Ink, Ink] | None = None) -> list[Item]:
    """Eyes, and a mouth or the number, about the middle of a shape of this size; on a back in two `inks`: of the mouth, and of the eyes."""
    table, face = topper_table(), topper_table().faces[topper.shape]
    dark = topper.color == "jester" or (theme.is_low and topper.color != "black")
    on, dot = inks or (theme.ink if dark else theme.colors[topper.color].on, theme.ink)
    eyes = Eyes(topper.eyes, topper.looks, SHUT.get(topper.mood, ""), topper.mood == "surprised")
    items = draw_eyes(theme, eyes, 0.0, face.eyes * size_mm, table.eye_radius * size_mm, on, dot)
    mouth = Mouth(0.0, face.mouth * size_mm, 0.34 * face.width * size_mm, table.mouth_line * size_mm, on)
    if topper.number:
        cap = face.cap * size_mm
        size, y = find_font(DISPLAY).size_for_cap(cap), face.number * size_mm + cap / 2
        halo = (theme.paper, 0.16 * cap) if theme.is_low and topper.color != "black" else (None, 0.0)
        items.append(Text(0.0, y, topper.number, DISPLAY, size, on, "middle", halo=halo[0], halo_mm=halo[1]))
    else:
        items += draw_mouth(theme, topper.mood, mouth)
    return items


@dataclass(frozen=True, slots=True)
class Mouth:
    """Where a mouth is and how wide its half; the line and its ink."""

    x: float
    y: float
    half_width_mm: float
    line_mm: float
    ink: Ink


def draw_mouth(theme: Theme, mood: str, mouth: Mouth) -> list[Item]:
    """What a mood does to the mouth; nothing in sleep and in calm."""
    x, y, half, line, ink = mouth.x, mouth.y, mouth.half_width_mm, mouth.line_mm, mouth.ink

    def bowed(depth: float, at_y: float = y, wide: float = half) -> list[Item]:
        return [Path(bow(x, at_y, wide, depth), stroke=ink, width_mm=line, cap="round")]

    if mood in ("glad", "winking"):
        return bowed(0.55 * half, y - 0.2 * half)
    if mood == "sly":
        d = path(
            "M",
            x - half,
            y,
            "C",
            x - 0.3 * half,
            y + 0.55 * half,
            x + 0.6 * half,
            y + 0.3 * half,
            x + half,
            y - 0.4 * half,
        )
        return [Path(d, stroke=ink, width_mm=line, cap="round")]
    if mood == "sad":
        return bowed(-0.5 * half, y + 0.3 * half)
    if mood == "flat":
        return [Path(path("M", x - 0.8 * half, y, "L", x + 0.8 * half, y), stroke=ink, width_mm=line, cap="round")]
    if mood == "surprised":
        return [Path(circle(x, y, 0.36 * half), ink)]
    if mood in ("laughing", "cheeky"):
        k, deep = QUARTER, 0.95 * half
        d = path("M", x - half, y - 0.25 * half, "L", x + half, y - 0.25 * half, "C", x + half, y + (deep - 0.25 * half) * k, x + half * k, y + deep - 0.25 * half,
                 x, y + deep - 0.25 * half, "C", x - half * k, y + deep - 0.25 * half, x - half, y + (deep - 0.25 * half) * k, x - half, y - 0.25 * half, "Z")  # fmt: skip
        tongue = path("M", x - 0.15 * half, y + 0.3 * half, "C", x - 0.15 * half, y + 1.4 * half, x + 0.75 * half, y + 1.3 * half,
                      x + 0.65 * half, y + 0.2 * half, "Z")  # fmt: skip
        red = theme.paper if theme.is_low else theme.colors["red"].ink
        return [Path(d, ink, ink, line), *([Path(tongue, red, theme.ink, 0.6 * line)] if mood == "cheeky" else [])]
    if mood == "blushing":
        cheeks = [path("M", x + side * 1.35 * half + step, y - 0.15 * half, "L", x + side * 1.35 * half + step - 0.25 * half, y + 0.35 * half)
                  for side in (-1, 1) for step in (-0.3 * half, 0.05 * half, 0.4 * half)]  # fmt: skip
        return [
            *bowed(-0.3 * half, y + 0.15 * half, 0.55 * half),
            Path(" ".join(cheeks), stroke=ink, width_mm=0.6 * line, cap="round"),
        ]
    return []


def turned(group: Group, x: float, y: float, degrees: float = 0.0) -> Group:
    """A drawing about the origin, turned and put at (x, y)."""
    return Group((group,), rotate(degrees, 0, 0)).moved(shift(x, y))
