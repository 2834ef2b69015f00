"""How faces look: inks, shapes and measures, read from `templates/themes/` or the user's own folder."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from tt_print.deck import VALUES
from tt_print.draw.geometry import Point, bounds, line, path, rectangle
from tt_print.draw.shapes import Group, Ink, Path
from tt_print.faces.own_theme import choose_own, read_own_theme
from tt_print.faces.theme_file import THEMES as THEMES
from tt_print.faces.theme_file import (
    BackLayout,
    CardLayout,
    CenterLayout,
    FaceFonts,
    FaceWords,
    Ground,
    Hatch,
    Hatching,
    HintLayout,
    JokerLayout,
    LayoutRules,
    NameLayout,
    TabLayout,
    ThemeOrigin,
    ThemeShape,
    ThemeSource,
    our_theme,
)
from tt_print.problems import Problem, pick

INK_STYLES = {"color": "all five colors", "low": "black ink only, colors as hatching"}
# The four natural colors round a point, clockwise from the top left.
QUADRANTS = ((0, 0), (1, 0), (1, 1), (0, 1))
DEFAULT_THEME = "tab"  # of what is printed at home
FLOODED_THEME = "rich"  # of what is paid by the card, and of screens
BLACK_ONLY = ("black", "bw", "b/w", "grey", "gray", "mono")  # what people type for low


@dataclass(frozen=True, slots=True)
class ThemeColor:
    """A value of the variable color; `on` is the ink that reads on it."""

    ink: Ink
    on: Ink


@dataclass(frozen=True, eq=False)  # one object a style, so that drawings can be kept by theme
class Theme:
    """Everything a face needs. `name` is one of `THEMES` or the user's own, `ink_style` "color" or "low"; `indices` is 4 corners or 2.

    `rules` say how other sizes of cards are laid out. `origin` is None for ours, `back_file` is the user's own picture for the backs.
    """

    name: str
    ink_style: str
    indices: int
    colors: dict[str, ThemeColor]
    shapes: dict[str, ThemeShape]
    inks: dict[str, Ink]
    card: CardLayout
    tab: TabLayout
    center: CenterLayout
    hint: HintLayout
    caption: NameLayout
    joker: JokerLayout
    back: BackLayout
    hatching: Hatching
    rules: LayoutRules
    ground_kind: Ground
    words: FaceWords
    fonts: FaceFonts
    origin: ThemeOrigin | None
    back_file: pathlib.Path | None = None
    has_light_hatching: bool = False  # in few commands, for figures of many cards

    @property
    def file_part(self) -> str:
        """What the name of a file says of it: nothing for the usual one, `rich`, or `theme-mine`, because a card size may also be called `mine`."""
        return self.file_parts[1]

    @property
    def file_parts(self) -> tuple[str, str]:
        """What a file's name says of the ink and the theme, each "" as long as it is the usual one."""
        return self.file_parts_beside(DEFAULT_THEME)

    def file_parts_beside(self, usual: str) -> tuple[str, str]:
        """The same for files of which `usual` is the usual theme."""
        name = self.name if self.name in THEMES else f"theme-{self.name}"
        return "low" if self.is_low else "", "" if self.name == usual else name

    @property
    def ink(self) -> Ink:
        return self.inks["ink"]

    @property
    def paper(self) -> Ink:
        return self.inks["paper"]

    @property
    def is_low(self) -> bool:
        return self.ink_style == "low"

    @property
    def is_flooded(self) -> bool:
        return self.ground_kind == "color"

    def ground(self, color: str) -> Ink:
        """What a card's big shape, hints and name are on."""
        return self.colors[color].ink if self.is_flooded else self.paper

    def on_ground(self, color: str) -> Ink:
        """What reads on it."""
        return self.colors[color].on if self.is_flooded else self.ink

    def plate(self, color: str) -> Ink:
        """The big shape's own ink, where it is not hatched."""
        return self.paper if self.is_flooded else self.colors[color].ink

    def on_plate(self, color: str) -> Ink:
        """The big number's: on a plate of paper the color itself, if it is dark enough to be read there."""
        if not self.is_flooded:
            return self.colors[color].on
        return self.colors[color].ink if self.colors[color].on == self.paper and color != "black" else self.ink

    @property
    def width_mm(self) -> float:
        return self.card.width_mm

    @property
    def height_mm(self) -> float:
        return self.card.height_mm

    @property
    def outline(self) -> str:
        """A card's cut as path data, its corners round."""
        return rectangle(0, 0, self.card.width_mm, self.card.height_mm, self.card.corner_mm)


def find_theme(ink_style: str = "color", indices: int = 4, name: str = DEFAULT_THEME) -> Theme:
    """Raises InputError for an ink style, a number of indices or a theme that does not exist, and for the user's own that is wrong."""
    if (found := name.strip().lower()) not in THEMES:
        found = choose_own(name)
        source = read_own_theme(found)
    else:
        source = our_theme(found)
    return _make(found, source, ink_style, indices)


@cache
def _make(name: str, source: ThemeSource, ink_style: str, indices: int) -> Theme:
    if ink_style.strip().lower() in BLACK_ONLY:
        raise Problem("cards.black_only", "ink", value=ink_style)
    ink_style = pick("ink", ink_style, INK_STYLES, "cards.no_ink")
    indices = pick("indices", str(indices), (4, 2), "cards.no_indices")
    if ink_style == "low" and source.ground == "color":
        raise Problem("cards.floods", "theme", value=name, other="ink")
    file = source.file
    inks = {key: table.ink(f"inks.{key}") for key, table in file.inks.items()}
    colors = {key: ThemeColor(table.ink(f"colors.{key}"), inks[table.on]) for key, table in file.colors.items()}
    if ink_style == "low":  # an area of rich black would call for all four inks
        colors["black"] = ThemeColor(inks["ink"], colors["black"].on)
    shapes = {key: table.shape() for key, table in file.shapes.items()}
    return Theme(
        name, ink_style, indices, colors, shapes, inks, file.card, file.tab, file.center, file.hint, file.name,
        file.joker, file.back, file.hatching, file.layout, source.ground, source.words,
        source.fonts, source.origin, source.back,
    )  # fmt: skip


# ---------------------------------------------------------------- hatching

# Colors in black ink only: Petra Sancta's hatching, as lines clipped to a shape.
#
# Red is vertical lines, yellow dots, green diagonal lines, blue horizontal lines, black solid (heraldry's symbols of
# 1638, free to use). A pattern would grow with the shape; these keep their millimeters.


class Area(NamedTuple):
    """What the lines must cover, from its middle: hashable and cheap, since a face asks for a dozen."""

    x: float
    y: float
    half_width: float
    half_height: float


def four_colors(
    theme: Theme, d: str, middle: Point, reach: Point, ring_mm: float, line_mm: float
) -> Iterator[Path | Group]:
    """What black wears: around the shape `d` the four colors, a quarter each, in a line; in low ink paper. They end `reach` from the middle."""
    yield Path(d, stroke=theme.ink, width_mm=ring_mm + 2 * line_mm)
    if theme.is_low:
        yield Path(d, stroke=theme.paper, width_mm=ring_mm)
        return
    for color, (right, down) in zip(VALUES["color"], QUADRANTS, strict=False):
        quarter = rectangle(middle[0] + (right - 1) * reach[0], middle[1] + (down - 1) * reach[1], *reach)
        yield Group((Path(d, stroke=theme.colors[color].ink, width_mm=ring_mm),), clip=quarter)


def hatched(theme: Theme, color: str, d: str, small: bool = False) -> Group | Path:
    """The shape `d` filled with its color's hatching, without an outline.

    The lines are laid out from the middle of the shape's bounds; `small` takes the finer ones that an
    index needs.
    """
    if color == "black":
        return Path(d, fill=theme.ink)
    hatch = theme.hatching.small if small else theme.hatching.large
    left, top, right, bottom = bounds(d).edges
    area = Area(round((left + right) / 2, 1), round((top + bottom) / 2, 1), (right - left) / 2, (bottom - top) / 2)
    if theme.has_light_hatching:
        return Group((_dashed(theme, color, area, hatch),), clip=d)
    if color == "yellow":
        # lines of hardly any length with round ends: a circle would take ten times the bytes
        dots = _dots(area, *hatch.dot_pitch)
        lines = Path(dots, stroke=theme.ink, width_mm=2 * hatch.dot_radius, cap="round")
    else:
        lines = Path(_lines(area, color, hatch.pitch), stroke=theme.ink, width_mm=hatch.line)
    return Group((lines,), clip=d)


def _dashed(theme: Theme, color: str, area: Area, hatch: Hatch) -> Path:
    """The hatching in few commands, for figures of many cards: stripes are one wide dashed line, and a row of dots is one line."""
    x, y, across, down = area
    if color == "yellow":
        pitch_x, pitch_y = hatch.dot_pitch
        count, rows = int(across / pitch_x) + 1, int(down / pitch_y)
        dots = " ".join(
            line(x - (count - row % 2 / 2) * pitch_x, y + row * pitch_y, x + across, y + row * pitch_y)
            for row in range(-rows, rows + 1)
        )
        return Path(dots, None, theme.ink, 2 * hatch.dot_radius, dash_mm=(0.01, pitch_x - 0.01), cap="round")
    reach = (int((across + down) / hatch.pitch) + 1) * hatch.pitch + hatch.line / 2
    right, below = {"red": (reach, 0.0), "blue": (0.0, reach), "green": (reach / 2**0.5, -reach / 2**0.5)}[color]
    d = line(x - right, y - below, x + right, y + below)
    return Path(d, None, theme.ink, 2 * (across + down), dash_mm=(hatch.line, hatch.pitch - hatch.line))


@cache
def _lines(area: Area, color: str, pitch: float) -> str:
    x, y, across, down = area
    x, y = x + 0.05, y + 0.05  # a line of 0.3 mm then has its edges on tenths: crisp at common resolutions
    parts: list[object] = []
    if color == "red":
        for i in _steps(across, pitch):
            parts += ["M", x + i * pitch, y - down, "L", x + i * pitch, y + down]
    elif color == "blue":
        for i in _steps(down, pitch):
            parts += ["M", x - across, y + i * pitch, "L", x + across, y + i * pitch]
    else:  # green: from top left to bottom right; the pitch is measured across the lines
        step = round(pitch * 2**0.5, 1)
        for i in _steps(across + down, step):
            start = x + i * step
            parts += ["M", start - down, y - down, "L", start + down, y + down]
    return path(*parts)


@cache
def _dots(area: Area, pitch_x: float, pitch_y: float) -> str:
    x, y, across, down = area
    parts: list[object] = []
    for i in _steps(down, pitch_y):
        for j in _steps(across, pitch_x):
            dot_x, dot_y = x + (j + (0.5 if i % 2 else 0)) * pitch_x, y + i * pitch_y
            parts += ["M", dot_x, dot_y, "L", dot_x + 0.01, dot_y]
    return path(*parts)


def _steps(reach: float, pitch: float) -> range:
    """Whole steps either way from the middle, one past `reach` since the middle is rounded."""
    return range(-int(reach / pitch) - 1, int(reach / pitch) + 2)
