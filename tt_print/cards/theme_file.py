"""The file of a theme, as `templates/themes/` and the user's own folder have it, table by table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from tt_print.cards.words import FaceWords
from tt_print.drawing.geometry import Point, Rect, circle, rectangle, smooth_loop, transform
from tt_print.drawing.shapes import Ink
from tt_print.drawing.text import DISPLAY, TEXT
from tt_print.templates import TemplateTable, read_table

AREA = 2.6  # of ours, in their own unit, about
REACH = 1.06  # the farthest that one of ours goes from its middle, across or down
LEAST_PART = 0.12  # of the box round it that a shape must fill: less is a line


@cache
def fit_shape(d: str) -> str:
    """SVG path data about the origin and as heavy as the five of ours.

    Raises ValueError for what is no path, and for one that has hardly any area.
    """
    from tt_print.drawing.svg_path import area_of, flattened, read_svg_path  # it takes 30 ms to load

    try:
        ours = read_svg_path(d)
    except ValueError as error:
        raise ValueError(f"d: {error}") from None
    loops = flattened(ours)
    points = [point for loop in loops for point in loop]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    width, height = right - left, bottom - top
    area = max(map(area_of, loops))
    if min(width, height) <= 0 or area < LEAST_PART * width * height or max(width, height) > 4 * min(width, height):
        raise ValueError("d: it has hardly any area, or is a bar. Draw a solid shape about as wide as high.")
    factor = min(2 * REACH / max(width, height), math.sqrt(AREA / area))
    return transform(ours, (factor, 0, 0, factor, -factor * (left + right) / 2, -factor * (top + bottom) / 2), 4)


THEMES = {
    "tab": "for your own printer: on white, shapes on top of each other",
    "rich": "for print shops and screens: the same on floods of color",
    "toppers": "as tab, with as many eyes as the number",
}
VARIANTS = ("rich", "toppers")  # files that say only what differs from another theme's

Ground = Literal["paper", "color"]  # what a face stands on: bare paper, or its color flooded over the card
Build = tuple[float, float, float, float]  # cyan, magenta, yellow, black in percent


@dataclass(frozen=True, slots=True)
class ThemeShape:
    """A value of the variable shape, as path data about the origin. See templates/themes/tab.toml."""

    d: str
    center_size: float
    tab_size: float
    number_y_mm: float
    number_cap_mm: float
    eyes_y_mm: float = 0.0
    eye_radius_mm: float = 0.0  # of one of two; 0 where faces have no eyes


# The tables of a theme's template. Figures are millimeters on a card of 63 x 88, unless they are parts of something.


class InkTable(TemplateTable):
    rgb: str
    cmyk: Build | None = None
    spot: str = ""

    def ink(self, name: str) -> Ink:
        return Ink(self.rgb.upper(), self.cmyk, self.spot, name)


class ColorTable(InkTable):
    on: str


class ShapeTable(TemplateTable):
    """A shape about the origin: a `path`, a `loop` of points, or a circle or a square by its measures; or `d`, the path data of any
    SVG, which is moved to the origin and made as heavy as the others.

    `size` scales it for the middle of the card and for the tab. `eyes` are how high they are and the radius of one of two.
    """

    size: tuple[float, float]
    number_y: float
    number_cap: float
    eyes: tuple[float, float] = (0.0, 0.0)
    kind: Literal["circle", "square", ""] = ""
    radius: float = 0.0
    half: float = 0.0
    corner: float = 0.0
    path: str = ""
    d: str = ""
    loop: tuple[Point, ...] = ()
    tension: float = 0.0

    def __post_init__(self) -> None:
        if not (self.path or self.loop or self.kind or self.d):
            raise ValueError('a shape needs a "path", a "loop", a "d" or a kind: circle or square.')
        if self.d:
            fit_shape(self.d)

    def shape(self) -> ThemeShape:
        half = self.half
        if self.d:
            d = fit_shape(self.d)
        elif self.kind == "circle":
            d = circle(0, 0, self.radius)
        elif self.kind == "square":
            d = rectangle(-half, -half, 2 * half, 2 * half, self.corner)
        else:
            d = smooth_loop(self.loop, self.tension) if self.loop else self.path
        center, tab = self.size
        return ThemeShape(d, center, tab, self.number_y, self.number_cap, *self.eyes)


class FontsTable(TemplateTable):
    """`[fonts]` of a user's theme: files beside that of the theme, or "" for ours. Behind a # is which font of a file with several."""

    display: str = ""
    text: str = ""
    numbers: str = ""


@dataclass(frozen=True, slots=True)
class FaceFonts:
    """By the names that `drawing.text` knows: names, titles and letters in corners; sentences and captions; the five numbers."""

    display: str = DISPLAY
    text: str = TEXT
    numbers: str = DISPLAY


@dataclass(frozen=True, slots=True)
class FontOrigin:
    """A font that somebody brought, for credits: what it is for, its file, and what it says of itself."""

    role: str
    file: str
    name: str
    version: str
    license: str
    license_url: str
    copyright: str
    sha256: str


@dataclass(frozen=True, slots=True)
class ThemeOrigin:
    """Which of the user's themes it is: two of the same name are told apart by `sha256`, of its file and its fonts."""

    name: str
    extends: str
    sha256: str
    fonts: tuple[FontOrigin, ...]


class CardLayout(TemplateTable):
    width_mm: float
    height_mm: float
    corner_mm: float
    rim_mm: float


class TabLayout(TemplateTable):
    """The tab in the top left corner. What ends in `_y` is a baseline for letters, a middle for the rest.

    One that `runs_off` has no line and no round corners at the card's edges. `number_x` and `shape_x` are middles; 0 is
    the tab's own.
    """

    x: float
    y: float
    width: float
    height: float
    radius: float
    keyline: float
    number_cap: float
    number_y: float
    number_stretch: float
    shape_y: float
    letter_y: float
    letter_cap: float
    dots_y: float
    dot_pitch: float
    dot_radius: float
    dot_line: float
    west_y: float
    west_radius: float
    west_line: float
    west_cap: float
    runs_off: bool = False
    number_x: float = 0.0
    shape_x: float = 0.0

    @property
    def rect(self) -> Rect:
        return Rect(self.x, self.y, self.width, self.height)

    @property
    def middle(self) -> float:
        """The middle of the number and of the W."""
        return self.number_x or self.x + self.width / 2

    @property
    def shape_middle(self) -> float:
        """The middle of the shape and of what is below it in the tab."""
        return self.shape_x or self.middle


class CenterLayout(TemplateTable):
    """The big shape, on as many as make its number, each `step` lower.

    `y` is the middle of the whole. Of a ? nobody knows how many lie below: those are `unknown_line`, thin and gray.
    """

    y: float
    keyline: float
    step: float
    layer_line: float
    layer_gap: float
    unknown: int
    unknown_line: float
    ring_scale: float
    ring_gap: float
    ring_width: float
    ring_keyline: float


class HintLayout(TemplateTable):
    """What a wild may stand for, at the foot."""

    y: float
    row_pitch: float
    pitch: float
    dot_radius: float
    shape_size: float
    number_cap: float
    line: float


class NameLayout(TemplateTable):
    """The card's name, at the foot."""

    ink: str
    y: float
    cap: float
    tracking: float


class CapLayout(TemplateTable):
    """A fool's cap, in parts of half its width from its middle: where its five points end, half the width of an end, the size
    of a bell, and the brim as left, top, width, height.
    """

    tips: tuple[Point, ...]
    tip: float
    bell: float
    brim: tuple[float, float, float, float]


class JokerLayout(TemplateTable):
    """A cap with five points, or a face as a jester. `star_radius` is half the width of each."""

    kind: Literal["cap", "jester"]
    star_radius: float
    star_waist: float
    keyline: float
    tab_star_y: float
    tab_star_radius: float
    tab_letters_y: float
    tab_letters_pitch: float
    tab_letters_cap: float
    cap: CapLayout


class BackMarks(TemplateTable):
    """What a back repeats, as parts of the repeat: half the sizes of a shape, of its ring, and of a dot, and the ring's line. `face` is the size of a shape's face as a part of the shape."""

    large: float
    small: float = 0.0
    ring: float = 0.0
    ring_line: float = 0.0
    face: float = 1.0


class BackLayout(TemplateTable):
    """The five shapes with eyes: white on a `flood` of the ink `back`, or to save ink on
    paper, in the inks `back_face` and `back_ring` if the theme has them."""

    repeat_mm: float
    color: BackMarks
    low: BackMarks
    flood: BackMarks


class Hatch(TemplateTable):
    """Lines for colors in black ink; `dot_pitch` goes along a row and from row to row."""

    line: float
    pitch: float
    dot_radius: float
    dot_pitch: tuple[float, float]


class Hatching(TemplateTable):
    halo: float
    large: Hatch
    small: Hatch


class LayoutRules(TemplateTable):
    """What holds on cards of every size from `min_width` x `min_height` on. See `cards.layout`.

    Inside the safe area glyphs keep `gap` from its sides and `gap_upright` from its top and foot; beyond an inset of `inside_until` the tab runs off the card.
    A fan turns each card by `fan_step` degrees about a point `fan_hold` below its foot. `number_width` is that of the
    widest digit's ink in the tab of the usual card, `number_reach` the least part of a big number's height between
    its middle and the part of it that is next to an outline. The stack reaches `stack_reach` below its middle.
    """

    min_width: float
    min_height: float
    inside_until: float
    gap: float
    gap_upright: float
    number_end: float
    number_width: float
    rounding: float
    min_stretch: float
    shape_end: float
    min_tab_shape: float
    fan_step: float
    fan_hold: float
    min_cap: float
    min_name_cap: float
    number_clearance: float
    number_reach: float
    center_height: float
    stack_reach: float


class ThemeFile(TemplateTable):
    card: CardLayout
    colors: dict[str, ColorTable]
    inks: dict[str, InkTable]
    shapes: dict[str, ShapeTable]
    tab: TabLayout
    center: CenterLayout
    hint: HintLayout
    name: NameLayout
    joker: JokerLayout
    back: BackLayout
    hatching: Hatching
    layout: LayoutRules

    def __post_init__(self) -> None:
        for name, color in self.colors.items():
            if color.on not in self.inks:
                raise ValueError(f"colors.{name}: on = {color.on!r} is not one of its inks.")


class TabRoom(TemplateTable):
    x: float
    y: float
    width: float
    height: float
    keyline: float
    number_x: float
    shape_x: float


class ShapeRoom(TemplateTable):
    """Where a shape's number is, and its eyes."""

    number_y: float
    number_cap: float
    eyes: tuple[float, float]


class ThemeVariant(TemplateTable):
    """A theme that is `like` another but for its `ground`, the room in its corners instead of tabs, or its `shapes`."""

    like: str
    ground: Ground = "paper"
    joker: Literal["cap", "jester"] = "cap"
    tab: TabRoom | None = None
    shapes: dict[str, ShapeRoom] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ThemeSource:
    """A theme as its file has it; `back` is a picture for the backs."""

    file: ThemeFile
    ground: Ground
    words: FaceWords
    title: str
    fonts: FaceFonts = FaceFonts()
    origin: ThemeOrigin | None = None
    back: Path | None = None


@cache
def our_theme(name: str) -> ThemeSource:
    """One of `THEMES`."""
    variant = read_table(ThemeVariant, f"themes/{name}.toml") if name in VARIANTS else None
    file = read_table(ThemeFile, f"themes/{variant.like if variant else name}.toml")
    if variant and variant.tab:
        file = file.changed(tab=file.tab.changed(**vars(variant.tab), runs_off=True))
    if variant and file.joker.kind != variant.joker:
        file = file.changed(joker=file.joker.changed(kind=variant.joker))
    if variant and variant.shapes:
        rooms = {name: vars(room) for name, room in variant.shapes.items()}
        file = file.changed(shapes={name: shape.changed(**rooms[name]) for name, shape in file.shapes.items()})
    words = read_table(FaceWords, "themes/words.toml")
    return ThemeSource(file, variant.ground if variant else "paper", words, THEMES[name])
