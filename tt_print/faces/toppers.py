"""Toppers: the faces with eyes, the mark of the game, and the jokers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from tt_print.deck import VALUES
from tt_print.draw.geometry import QUARTER, Point, circle, path, place_shape, rectangle, rotate, shift
from tt_print.draw.shapes import Drawing, Group, Ink, Item, Path, Text
from tt_print.draw.text import DISPLAY, find_font
from tt_print.faces.theme import Theme, four_colors, hatched
from tt_print.faces.theme_file import CapLayout
from tt_print.records import dataclass
from tt_print.templates import Measures, read_measures

# ---------------------------------------------------------------- eyes

# Eyes: two dots in white rounds, which look somewhere. Playing faces have as many as their number, all of one size, that look
# down at it; a ? has its eyes shut.

EYES, TOPPER = "toppers/eyes.toml", "toppers/topper.toml"


@dataclass(frozen=True, slots=True)
class Eyes:
    """`looks` is a direction in degrees, clockwise from the right; None is straight ahead. `shut` is "both", "right", or "up", the lids of laughter.

    `columns` is for a playing face, where all are of one size, and four are in two rows: how far apart their columns are, in radii.
    """

    count: int
    looks: float | None = None
    shut: str = ""
    is_wide: bool = False
    columns: float = 0.0


def eyes_of(number: str, columns: float) -> Eyes:
    """Those of a playing face, whose number is below them."""
    return Eyes(2, shut="both", columns=columns) if number == "?" else Eyes(int(number), 90.0, columns=columns)


def draw_eyes(
    theme: Theme, eyes: Eyes, x: float, y: float, radius_mm: float, on: Ink, dark: Ink | None = None
) -> list[Item]:
    """The eyes about (x, y); `radius_mm` is that of one of two, and on a playing face of each. Lids are lines in the ink `on`, dots and outlines are
    `dark`, by default the theme's ink.
    """
    table = read_measures(EYES)
    radius = radius_mm * (1.0 if eyes.columns else table.sizes[eyes.count - 1])
    items: list[Item] = []
    for across, down in _eye_places(eyes):
        eye_x, eye_y = x + across * radius, y + down * radius
        if eyes.shut in ("both", "up") or (eyes.shut == "right" and across > 0):
            items.append(_lid(eye_x, eye_y, radius, table.lid * radius_mm, on, eyes.shut == "up"))
        else:
            items += _open_eye(theme, eyes, eye_x, eye_y, radius, table.line * radius_mm, dark or theme.ink)
    return items


def _eye_places(eyes: Eyes) -> list[Point]:
    """Middles, in radii: in a row, in a scene with inner ones higher, on a face four in two rows."""
    table, last = read_measures(EYES), (eyes.count - 1) / 2
    steps = [index - last for index in range(eyes.count)]
    if eyes.columns and eyes.count == 4:
        return [(x * eyes.columns / 2, y * table.face_apart / 2) for y in (-1, 1) for x in (-1, 1)]
    if eyes.columns:
        return [(step * table.face_apart, 0.0) for step in steps]
    return [(step * table.apart, table.arch * (2 * abs(step) / last - 1) if eyes.count > 2 else 0.0) for step in steps]


def _open_eye(theme: Theme, eyes: Eyes, x: float, y: float, radius: float, line: float, dark: Ink) -> Iterator[Item]:
    """A dot in a white round, on the side to which it looks, with a glint."""
    table = read_measures(EYES)
    yield Path(circle(x, y, radius), theme.paper, dark, line)
    pupil = radius * table.pupil * (0.8 if eyes.is_wide else 1.0)
    if eyes.looks is not None:
        angle = math.radians(eyes.looks)
        x, y = x + table.look * radius * math.cos(angle), y + table.look * radius * math.sin(angle)
    yield Path(circle(x, y, pupil), dark)
    yield Path(circle(x + 0.32 * pupil, y - 0.36 * pupil, 0.26 * pupil), theme.paper)


def _lid(x: float, y: float, radius: float, line: float, on: Ink, is_up: bool) -> Path:
    """It hangs down in sleep, and is an arch in laughter."""
    depth, down = (-0.62, 0.3) if is_up else (0.62, -0.1)
    return Path(bow(x, y + down * radius, 0.8 * radius, depth * radius), stroke=on, width_mm=line, cap="round")


def bow(x: float, y: float, half_width: float, depth: float) -> str:
    """A line from left to right that sags by `depth` in its middle."""
    bend = y + 4 / 3 * depth
    return path("M", x - half_width, y, "C", x - half_width / 2, bend, x + half_width / 2, bend, x + half_width, y)


# ---------------------------------------------------------------- topper

# A Topper: one of the deck's tokens as somebody, with eyes that look somewhere and a mood.
#
# Everything that shows one draws it here: covers, box, joker, back, chits, site. A playing face takes the eyes alone.
# Sizes are those of the shape's unit (`templates/themes`), so that a Topper of size 10 is about 20 mm across.


MOODS = ("calm", "glad", "sly", "sad", "flat", "surprised", "laughing", "asleep", "winking", "blushing", "cheeky")
SHUT = {"asleep": "both", "winking": "right", "laughing": "up"}
LAYERS, FEW_LAYERS = 5, 3  # of the side of a thick token, and of one that is thinner than THICK_MM
THICK_MM = 1.0
LEAST_HATCHED_MM = 3.0  # a smaller token has no hatching in low ink: it would hide the face


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


def draw_topper(theme: Theme, topper: Topper, size_mm: float, is_thick: bool = True) -> Group:
    """The Topper about the origin, upright. A thick one has a side, as a wooden token has."""
    table = read_measures(TOPPER)
    line = table.line * size_mm
    d = place_shape(theme.shapes[topper.shape].d, 0, 0, size_mm)
    items: list[Item] = list(_side(theme, topper.color, d, table.depth * size_mm, line)) if is_thick else []
    items += _front(theme, topper.color, d, size_mm, line)
    if not topper.eyes:
        return Group(tuple(items))
    return Group((*items, *draw_features(theme, topper, size_mm)), miniature=True)


def _side(theme: Theme, color: str, d: str, depth_mm: float, line_mm: float) -> Iterator[Item]:
    """What shows of the edge of a token that lies `depth_mm` thick on what is below it."""
    side = read_measures(TOPPER).sides[color]
    fill = theme.paper if theme.is_low else Ink(side.rgb, side.cmyk)
    ring = _ring_mm(color, line_mm)
    layers = LAYERS if depth_mm >= THICK_MM else FEW_LAYERS
    downs = [depth_mm * layer / layers for layer in range(layers, 0, -1)]
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
            if size >= LEAST_HATCHED_MM:
                yield hatched(theme, color, d)
        yield Path(d, None if theme.is_low else theme.colors[color].ink, theme.ink, 1.5 * line)
        return
    yield from four_colors(theme, d, (0.0, 0.0), (2 * size, 2 * size), _ring_mm(color, line), line)
    is_black = color == "black"
    yield Path(d, theme.colors["black"].ink if is_black else theme.paper, theme.paper if is_black else theme.ink, line)


def draw_features(theme: Theme, topper: Topper, size_mm: float, inks: tuple[Ink, Ink] | None = None) -> list[Item]:
    """Eyes, and a mouth or the number, about the middle of a shape of this size; on a back in two `inks`: of the mouth, and of the eyes."""
    table = read_measures(TOPPER)
    face = table.faces[topper.shape]
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


# ---------------------------------------------------------------- mark

# Our mark: the tower. A circle laughs on top of a heart, and the heart on top of a triangle.


def mark_table() -> Measures:
    """`templates/themes/mark.toml`: parts of the mark's height, from its middle; later tokens lie on earlier ones."""
    return read_measures("themes/mark.toml")


def mark_width(height: float) -> float:
    """How wide a mark of this height is."""
    width: float = height * mark_table().width
    return width


def draw_mark(theme: Theme, x: float, y: float, height: float) -> list[Item]:
    """The mark about (x, y): in the deck's colors, in low ink as lines. A small one has no faces (`faces_from_mm`)."""
    table, tokens = mark_table(), list[Group]()
    eyes = 2 if height >= table.faces_from_mm else 0
    for each in table.tokens:
        topper = Topper(each.color, each.shape, eyes=eyes, looks=270, mood=each.mood)
        right, down = each.middle
        token = draw_topper(theme, topper, height * each.size)
        tokens.append(turned(token, x + height * right, y + height * down, each.angle))
    return [Group(tuple(tokens), miniature=True)]


def draw_icon(theme: Theme, side: float) -> Drawing:
    """The heart of the mark alone on a square, `side` millimeters wide: at 16 pixels three tokens have no room for numbers."""
    heart = turned(
        draw_topper(theme, Topper("yellow", "heart", looks=300, mood="glad"), 0.39 * side), side / 2, 0.44 * side, -6
    )
    return Drawing(side, side, (heart,), "Triple Topper", "A yellow heart with two eyes that smiles.")


# ---------------------------------------------------------------- jokers

# The joker: a blob as a jester, whose four horns end in the shapes. The second one is white, and winks. Corners have a
# cap of five points instead, in one ink.


def draw_small_cap(theme: Theme, x: float, y: float, radius: float) -> tuple[Item, ...]:
    """A cap of five points, each with a shape for a bell, as one dark shape: for a corner."""
    cap = theme.joker.cap
    left, top, width, height = (part * radius for part in cap.brim)
    outlines = [rectangle(x + left, y + top, width, height, 0.2 * height)]
    for index, shape in enumerate(VALUES["shape"]):
        outlines += [_point(cap, index, x, y, radius), _bell(theme, cap, index, shape, x, y, radius)]
    return tuple(Path(d, theme.ink) for d in outlines)


def _point(cap: CapLayout, index: int, x: float, y: float, radius: float) -> str:
    """From its part of the brim up to its tip."""
    left, top, width, _ = (part * radius for part in cap.brim)
    each, over = 0.9 * width / len(cap.tips), 0.05 * width
    start = x + left + over + (index - 0.3) * each
    end, foot = start + 1.6 * each, y + top + 0.02 * radius
    start, end = max(start, x + left + over), min(end, x + left + width - over)
    tip_x, tip_y, half = x + cap.tips[index][0] * radius, y + cap.tips[index][1] * radius, cap.tip * radius
    bend, lean = 0.5 * (foot - tip_y), 0.4 * (foot - tip_y)
    return path(
        "M", start, foot, "C", start, foot - bend, tip_x - 1.9 * half, tip_y + lean, tip_x - half, tip_y, "L", tip_x + half, tip_y,
        "C", tip_x + 1.9 * half, tip_y + lean, end, foot - bend, end, foot, "Z",
    )  # fmt: skip


def _bell(theme: Theme, cap: CapLayout, index: int, shape: str, x: float, y: float, radius: float) -> str:
    tip_x, tip_y = cap.tips[index]
    return place_shape(theme.shapes[shape].d, x + tip_x * radius, y + tip_y * radius, cap.bell * radius)


def _area(theme: Theme, color: str, d: str, line: float, small: bool) -> list[Item]:
    """In low ink hatched, where lines are as thick as on a card: on a small icon hatching could not be told apart."""
    if theme.is_low and line < 0.3 and color != "black":
        return [Path(d, theme.paper, theme.ink, line)]
    if theme.is_low:
        return [Path(d, theme.paper), hatched(theme, color, d, small), Path(d, stroke=theme.ink, width_mm=line)]
    return [Path(d, theme.colors[color].ink, theme.ink, line)]


# Where the jester's horns end, from its middle, and which way they lean at the foot; parts of half its width.
_HORNS = ((-0.77, -0.26, -0.34), (-0.34, -0.76, -0.14), (0.34, -0.76, 0.14), (0.77, -0.26, 0.34))
_BODY, _BELL, _DOWN = 0.6, 0.22, 0.44  # the size of face and bells, and how far the face is below the middle
LEAST_LINE_MM = 0.12


@cache
def draw_jester(
    theme: Theme, x: float, y: float, radius: float, number: int, is_thick: bool = True
) -> tuple[Item, ...]:
    """Joker 1 or 2 about (x, y), twice `radius` wide; one that is not thick has a tenth of the commands, for small pictures."""
    line, middle = max(LEAST_LINE_MM, 0.03 * radius), y + _DOWN * radius
    items: list[Item] = []
    tokens = zip(VALUES["color"], VALUES["shape"], strict=True)
    for (color, shape), (right, down, foot) in zip(tokens, _HORNS, strict=False):
        tip_x, tip_y, foot_x = x + right * radius, y + down * radius, x + foot * radius
        horn = _horn(foot_x, middle - 0.1 * radius, tip_x, tip_y, 0.27 * radius)
        items += _area(theme, color, horn, line, small=False)
        items.append(
            turned(draw_topper(theme, Topper(color, shape, eyes=0), _BELL * radius, is_thick), tip_x, tip_y, 14 * right)
        )
    color, mood = ("black", "cheeky") if number == 1 else ("jester", "winking")
    body = draw_topper(theme, Topper(color, "blob", looks=325, mood=mood), _BODY * radius, is_thick)
    return (*items, turned(body, x, middle, -4))


def _horn(foot_x: float, foot_y: float, tip_x: float, tip_y: float, half_width: float) -> str:
    """From a foot up to its tip, where it is a third as wide."""
    bend_x, bend_y, thin = (
        (foot_x + tip_x) / 2 - 0.15 * (tip_x - foot_x),
        tip_y + 0.3 * (foot_y - tip_y),
        half_width / 3,
    )
    return path(
        "M", foot_x - half_width, foot_y, "C", bend_x - half_width, foot_y - 0.4 * half_width, bend_x - half_width, bend_y, tip_x - thin, tip_y,
        "L", tip_x + thin, tip_y, "C", bend_x + half_width, bend_y, foot_x + half_width, foot_y - 2 * half_width, foot_x + half_width, foot_y, "Z",
    )  # fmt: skip
