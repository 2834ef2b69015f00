"""The file of a theme, as `templates/themes/` and the user's own folder have it, table by table; and what faces say: names of values, letters in
the corners, captions, in the language of a theme.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Literal

from tt_print.deck import Card
from tt_print.draw.geometry import Point, Rect, circle, rectangle, smooth_loop
from tt_print.draw.shapes import Ink
from tt_print.draw.text import DISPLAY, TEXT
from tt_print.errors import TemplateError, join_words
from tt_print.files.data import DataFile
from tt_print.templates import TemplateTable, read_table, read_toml

# ---------------------------------------------------------------- words

MAX_TEXT = 400  # of one text


def check_fields(name: str, text: str, allowed: set[str], all_of_them: bool = False) -> None:
    """Raises ValueError for a text whose braces hold anything but plain names that will be filled in."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError as error:
        raise ValueError(f"{name} = {text!r}: {error}.") from None
    found = [field for _, field, _, _ in parts if field is not None]
    strange = [f for _, f, form, conversion in parts if f is not None and (f not in allowed or form or conversion)]
    shown = join_words((f"{{{one}}}" for one in sorted(allowed)), "and")
    if strange:
        raise ValueError(f"{name} = {text!r}: braces can hold {shown}.")
    if all_of_them and (missing := allowed - set(found)):
        raise ValueError(f"{name} = {text!r} has no {join_words((f'{{{one}}}' for one in sorted(missing)), 'and')}.")


class AloudWords(TemplateTable):
    """Sentences for those who cannot see the picture; what is in braces is filled in."""

    card: str
    wild: str
    west: str
    joker: str
    jester: str

    def __post_init__(self) -> None:
        check_fields("card", self.card, {"code", "color", "shape", "number"})
        check_fields("wild", self.wild, {"variables"})
        for name in ("joker", "jester"):
            check_fields(name, getattr(self, name), {"number"})


class ChitWords(TemplateTable):
    """What a theme says on chits; what it leaves out is as in `templates/sheets/chits.toml`."""

    description: str | None = None
    advice: str | None = None
    titles: dict[str, str] | None = None
    captions: dict[str, str] | None = None
    decks: dict[str, str] | None = None

    def __post_init__(self) -> None:
        check_fields("description", self.description or "", {"variable", "values"})


class PointerWords(TemplateTable):
    title: str | None = None
    advice: str | None = None
    labels: dict[str, str] | None = None


class ExtraCard(TemplateTable):
    title: str
    text: tuple[str, ...]


class SpareWords(TemplateTable):
    title: str | None = None
    advice: str | None = None


class BoxWords(TemplateTable):
    """What a theme says on the tuck box; what it leaves out is as in `templates/export/tuckbox.toml`."""

    title: tuple[str, ...] | None = None
    one_line: str | None = None
    credit: str | None = None
    cards_noun: str | None = None
    cards: str | None = None
    jokers: str | None = None
    chits: str | None = None
    glue: str | None = None
    facts: dict[str, tuple[tuple[str, str], ...]] | None = None
    games_titles: dict[str, str] | None = None

    def __post_init__(self) -> None:
        check_fields("cards", self.cards or "", {"cards", "jokers", "chits"})
        if self.title is not None and not 1 <= len(self.title) <= 4:
            raise ValueError("title: one to four lines.")


class FaceWords(TemplateTable):
    """`templates/themes/words.toml`. `letters` are in the corners, `values` in names; `cards` replace small cards, by their English name."""

    west: str
    joker_tab: str
    name: str
    joker: str
    conjunction: str
    letters: dict[str, str]
    values: dict[str, str]
    variables: dict[str, str]
    aloud: AloudWords
    chit: ChitWords = ChitWords()
    pointers: PointerWords = PointerWords()
    cards: dict[str, ExtraCard] | None = None
    spare: SpareWords = SpareWords()
    box: BoxWords = BoxWords()

    def __post_init__(self) -> None:
        check_fields("name", self.name, {"color", "shape", "number"}, all_of_them=True)
        check_fields("joker", self.joker, {"number"}, all_of_them=True)
        for name, letters in (("west", self.west), *self.letters.items()):
            if not 1 <= len(letters.strip()) <= 2:
                raise ValueError(f"{name} = {letters!r}: one letter, or two, because there is no room for more.")
        if not 1 <= len(self.joker_tab.strip()) <= 6:
            raise ValueError(f"joker_tab = {self.joker_tab!r}: at most six letters fit one below the other.")
        for what, texts in (("letters", self.letters), ("values", self.values)):
            for name, text in texts.items():
                twin = next((other for other in texts if texts[other] == text and other != name), None)
                if twin or not text.strip():
                    raise ValueError(
                        f"{what}: {name} = {text!r}" + (f", and {twin} too." if twin else " says nothing.")
                    )

    def name_of(self, card: Card) -> str:
        """`red heart 3`, in the words and the order of this language."""
        values = self.values
        return self.name.format(color=values[card.color], shape=values[card.shape], number=values[card.number])

    def describe(self, card: Card) -> str:
        """One sentence for those who cannot see the picture."""
        values, aloud = self.values, self.aloud
        sentence = aloud.card.format(
            code=card, color=values[card.color], shape=values[card.shape], number=values[card.number]
        )
        if card.wilds:
            wilds = join_words((self.variables[variable] for variable in card.wilds), self.conjunction)
            sentence += " " + aloud.wild.format(variables=wilds)
        return sentence + (" " + aloud.west if card.in_west else "")


# ---------------------------------------------------------------- tables

THEMES = {
    "tab": "for your own printer: on white, shapes on top of each other",
    "rich": "for print shops and screens: the same on floods of color",
    "toppers": "as tab, with as many eyes as the number",
}

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
    eye_radius_mm: float = 0.0  # 0 where faces have no eyes
    eye_columns: float = 0.0  # how far apart the two columns of four eyes are, in radii
    number_x_mm: float = 0.0  # of the number and the eyes


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

    `size` scales it for the middle of the card and for the tab. `eyes` are how high they are and the radius of each,
    `eye_columns` how far apart the two columns of four are, in radii.
    """

    size: tuple[float, float]
    number_y: float
    number_cap: float
    number_x: float = 0.0
    eyes: tuple[float, float] = (0.0, 0.0)
    eye_columns: float = 2.5
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
            self._fit()

    def _fit(self) -> str:
        from tt_print.draw.outlines import fit_shape  # it takes 100 ms to load

        return fit_shape(self.d)

    def shape(self) -> ThemeShape:
        half = self.half
        if self.d:
            d = self._fit()
        elif self.kind == "circle":
            d = circle(0, 0, self.radius)
        elif self.kind == "square":
            d = rectangle(-half, -half, 2 * half, 2 * half, self.corner)
        else:
            d = smooth_loop(self.loop, self.tension) if self.loop else self.path
        center, tab = self.size
        return ThemeShape(d, center, tab, self.number_y, self.number_cap, *self.eyes, self.eye_columns, self.number_x)


class FontsTable(TemplateTable):
    """`[fonts]` of a user's theme: files beside that of the theme, or "" for ours. Behind a # is which font of a file with several."""

    display: str = ""
    text: str = ""
    numbers: str = ""


@dataclass(frozen=True, slots=True)
class FaceFonts:
    """By the names that `draw.text` knows: names, titles and letters in corners; sentences and captions; the five numbers."""

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
    """A jester, `radius` half as wide, and in the corners a cap, `tab_radius` half as wide."""

    radius: float
    tab_y: float
    tab_radius: float
    tab_letters_y: float
    tab_letters_pitch: float
    tab_letters_cap: float
    cap: CapLayout


class BackMarks(TemplateTable):
    """What a back repeats: a shape's size, the trellis's line, a petal's radius, and a shape's outline, as parts of a cell's side; `flower` is how
    far petals are from their knot, as a part of a cell's sides. `eyes` are larger by so much than on a face in color."""

    size: float
    trellis: float
    petal: float
    flower: float
    line: float = 0.0
    eyes: float = 1.0


class BackLayout(TemplateTable):
    """The five shapes with eyes in a trellis of cells about `cell_mm` wide: white on a `flood` of the ink `back`, or to save ink lines on
    paper, in the ink `back_home` if the theme has one."""

    cell_mm: float
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
    """What holds on cards of every size from `min_width` x `min_height` on. See `faces.layout`.

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
    """Such a file; faces are drawn on its `ground`."""

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
    ground: Ground = "paper"

    def __post_init__(self) -> None:
        for name, color in self.colors.items():
            if color.on not in self.inks:
                raise ValueError(f"colors.{name}: on = {color.on!r} is not one of its inks.")


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


DRAWN_BY = ("kind", "path", "d", "loop", "radius", "half", "corner", "tension")  # a shape has one of these sets


def merge_themes(
    ours: Mapping[str, object], own: Mapping[str, object], trail: tuple[str, ...] = ()
) -> dict[str, object]:
    """`own` on top of `ours`. A color for screens says nothing about a press, that of the back is for all on it, and a shape is always given
    whole."""
    kept = dict(ours)
    if trail[:1] in (("colors",), ("inks",)) and len(trail) == 2 and "rgb" in own:
        kept.pop("cmyk", None)
        kept.pop("spot", None)
    if trail == ("inks",) and "back" in own:
        kept = {key: value for key, value in kept.items() if not key.startswith("back_")}
    if trail[:1] == ("shapes",) and len(trail) == 2 and {"kind", "path", "d", "loop"} & own.keys():
        kept = {key: value for key, value in kept.items() if key not in DRAWN_BY}
    for key, value in own.items():
        inner = kept.get(key)
        if isinstance(inner, dict) and isinstance(value, dict):
            value = merge_themes(inner, value, (*trail, key))
        kept[key] = value
    return kept


@cache
def our_data(name: str) -> dict[str, object]:
    """One of `THEMES` as plain data; a theme that is `like` another says only what differs. Shared, so never change it."""
    data = {key: value for key, value in read_toml(f"themes/{name}.toml").items() if key != "like"}
    like = read_toml(f"themes/{name}.toml").get("like")
    return merge_themes(our_data(like), data) if like else data


@cache
def our_theme(name: str) -> ThemeSource:
    """One of `THEMES`."""
    file = DataFile(our_data(name), f"templates/themes/{name}.toml", TemplateError).read(ThemeFile)
    return ThemeSource(file, file.ground, read_table(FaceWords, "themes/words.toml"), THEMES[name])
