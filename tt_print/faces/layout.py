"""A theme's faces laid out for a card of any size: measured again, not magnified.

What a player reads in a fan stays as large as it can be and as near to the cut as the card's printer allows; what has
room to give way, the middle, gives way. A product is such a size with the bleed and the safe area of its printer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tt_print.draw.geometry import Matrix, Rect, bounds, compose, quarter_turn, scale, shift
from tt_print.draw.shapes import Drawing, Group, Path
from tt_print.faces.theme import Theme
from tt_print.faces.theme_file import LayoutRules, TabLayout, ThemeShape
from tt_print.problems import LayoutProblem


@cache
def lay_out(
    theme: Theme, width_mm: float, height_mm: float, inset_mm: float | None = None, bleed_mm: float = 0.0
) -> Theme:
    """The theme with all of its measures for a card of this size, whose faces `draw_face` then draws.

    All that matters keeps `inset_mm` from the cut; None is the theme's own rim. A tab that runs off the card goes on
    for `bleed_mm` beyond it. Raises LayoutError for
    a card on which corners and name would lie on one another.
    """
    rules, card = theme.rules, theme.card
    inset = card.rim_mm if inset_mm is None else inset_mm
    if (width_mm, height_mm, inset, bleed_mm) == (card.width_mm, card.height_mm, card.rim_mm, 0.0):
        return theme
    if width_mm < rules.min_width or height_mm < rules.min_height:
        raise LayoutProblem(
            "cards.small", "card", width=width_mm, height=height_mm,
            least_width=rules.min_width, least_height=rules.min_height,
        )  # fmt: skip
    corner = min(1.0, width_mm / card.width_mm)
    tab, tab_size = _tab(_Corner(theme, rules, width_mm, height_mm, inset), bleed_mm)
    room, usual_room = width_mm - 2 * tab.rect.right, card.width_mm - 2 * theme.tab.rect.right
    middle = min(room / usual_room, (height_mm - 2 * inset) / rules.center_height)
    laid = replace(
        theme,
        card=card.changed(width_mm=width_mm, height_mm=height_mm, rim_mm=inset),
        tab=tab,
        shapes={name: _shape(shape, middle, corner * tab_size, rules) for name, shape in theme.shapes.items()},
    )
    return _foot(_stage(laid, theme, middle, corner * tab_size), theme, rules, middle, corner, inset)


def fan_strip(width_mm: float, height_mm: float, y_mm: float, rules: LayoutRules) -> float:
    """How far from a card's left edge the next one begins to cover it at this height, in a fan held below its foot."""
    step, held = math.radians(rules.fan_step), height_mm + rules.fan_hold
    across = width_mm / 2
    return across - (across - (held - y_mm) * math.sin(step)) / math.cos(step)


class _Corner(NamedTuple):
    """A card's corner: how its parts shrink toward the outer edge of the tab's line, which keeps its width.

    Where the safe area begins deep inside the card, the tab runs off the card and its glyphs alone keep inside.
    """

    theme: Theme
    rules: LayoutRules
    width_mm: float
    height_mm: float
    inset_mm: float

    @property
    def factor(self) -> float:
        return min(1.0, self.width_mm / self.theme.card.width_mm)

    @property
    def half_line(self) -> float:
        return self.theme.tab.keyline / 2

    @property
    def origin(self) -> float:
        return self.theme.card.rim_mm + self.half_line

    @property
    def runs_off(self) -> bool:
        return self.theme.tab.runs_off or self.inset_mm > self.rules.inside_until

    @property
    def top(self) -> float:
        tab = self.theme.tab
        above = self.half_line + (tab.number_y - tab.number_cap - self.origin) * self.factor
        room = self.inset_mm + self.rules.gap_upright - above
        return max(self.theme.card.rim_mm, room) if self.runs_off else self.inset_mm

    @property
    def usual_middle(self) -> float:
        tab = self.theme.tab
        if self.runs_off:
            return tab.middle * self.factor
        return self.inset_mm + self.half_line + (tab.middle - self.origin) * self.factor

    def down(self, y: float) -> float:
        """Where a height on the usual card goes."""
        return self.top + self.half_line + (y - self.origin) * self.factor

    def shown(self, y: float, end: float) -> float:
        """How far from the edge a fan shows what ends at this height, at most `end`."""
        return min(end, fan_strip(self.width_mm, self.height_mm, y, self.rules))

    def number(self) -> _Number:
        rules, usual = self.rules, self.usual_middle
        half = rules.number_width * self.factor / 2
        start = max(self.inset_mm + rules.gap, usual - half) if self.runs_off else usual - half
        end = min(start + 2 * half, self.shown(self.down(self.theme.tab.number_y), rules.number_end) - rules.rounding)
        stretch = max((end - start) / (2 * half), rules.min_stretch / self.theme.tab.number_stretch)
        return _Number(start + stretch * half, stretch * half, stretch)

    def sign(self) -> _Sign:
        """The tab's shape, of which the widest has room."""
        theme, rules, usual = self.theme, self.rules, self.usual_middle
        line = theme.tab.keyline if theme.is_low else 0.0  # low ink draws outlines, half of which lies outside
        widest = max(bounds(shape.d).width * shape.tab_size for shape in theme.shapes.values()) * self.factor
        start = self.inset_mm + rules.gap + line / 2 if self.runs_off else usual - widest / 2
        bottom = self.down(theme.tab.shape_y) + widest / 2
        room = self.shown(bottom, rules.shape_end) - line / 2 - start
        size = max(rules.min_tab_shape / widest, min(1.0, room / widest))
        middle = max(theme.tab.shape_middle * self.factor if self.runs_off else usual, start + size * widest / 2)
        return _Sign(middle, size, (size * widest + line) / 2)


class _Number(NamedTuple):
    middle: float
    half: float  # of its width
    stretch: float


class _Sign(NamedTuple):
    middle: float
    size: float
    half: float  # of its width with its line


def _tab(corner: _Corner, bleed_mm: float) -> tuple[TabLayout, float]:
    """The tab, and how much smaller than the corner's other parts its shape and what is below it have to be."""
    tab, rules, factor, runs_off = corner.theme.tab, corner.rules, corner.factor, corner.runs_off
    number, sign, usual = corner.number(), corner.sign(), corner.usual_middle
    turned = 2 * max(number.middle, sign.middle) - number.middle  # its middle from the right edge, in the tab there
    clear = rules.gap_upright + corner.half_line
    right = max(
        number.middle + number.half + (tab.rect.right - tab.middle - rules.number_width / 2) * factor,
        turned + number.half + clear,
        sign.middle + sign.half + clear,
    )
    small = factor * sign.size
    west = min(tab.west_radius * factor, number.middle - corner.inset_mm - rules.gap - tab.west_line / 2)
    x = -bleed_mm if runs_off else usual - tab.width * factor / 2
    y = -bleed_mm if runs_off else corner.down(tab.y)
    laid = tab.changed(
        x=x, y=y, width=right - x if runs_off else tab.width * factor, height=corner.down(tab.rect.bottom) - y,
        number_y=corner.down(tab.number_y), shape_y=corner.down(tab.shape_y), letter_y=corner.down(tab.letter_y),
        dots_y=corner.down(tab.dots_y), west_y=corner.down(tab.west_y),
        radius=tab.radius * factor, runs_off=runs_off, number_cap=tab.number_cap * factor,
        number_stretch=tab.number_stretch * number.stretch, number_x=number.middle, shape_x=sign.middle,
        letter_cap=max(tab.letter_cap * factor, rules.min_cap),
        dot_pitch=tab.dot_pitch * small, dot_radius=tab.dot_radius * small, west_radius=west,
        west_cap=max(rules.min_cap, tab.west_cap * west / tab.west_radius),
    )  # fmt: skip
    return laid, sign.size


def _shape(shape: ThemeShape, middle: float, small: float, rules: LayoutRules) -> ThemeShape:
    """The number in a smaller shape is smaller still, since it keeps the same distance from the outline."""
    cap = shape.number_cap_mm * middle - max(0.0, 1 - middle) * rules.number_clearance / rules.number_reach
    return replace(
        shape,
        center_size=shape.center_size * middle,
        tab_size=shape.tab_size * small,
        number_y_mm=shape.number_y_mm * middle,
        number_cap_mm=cap,
        number_x_mm=shape.number_x_mm * middle,
        eyes_y_mm=shape.eyes_y_mm * middle,
        eye_radius_mm=shape.eye_radius_mm * middle,
    )


def _stage(laid: Theme, theme: Theme, middle: float, small: float) -> Theme:
    """The middle of the card and the joker's corners. Lines get thinner on small cards, never thicker on large ones."""
    center, joker = theme.center, theme.joker
    thin = min(1.0, max(middle, 0.75))
    above = theme.card.height_mm / 2 - center.y
    factor = laid.tab.number_cap / theme.tab.number_cap

    def in_tab(y: float) -> float:
        return laid.tab.number_y + (y - theme.tab.number_y) * factor

    return replace(
        laid,
        center=center.changed(
            y=laid.card.height_mm / 2 - above * middle, keyline=center.keyline * thin, step=center.step * middle,
            layer_gap=center.layer_gap * max(0.7, min(1.0, middle)),
            layer_line=center.layer_line * thin, unknown_line=max(0.25, center.unknown_line * thin),
            ring_gap=center.ring_gap * middle, ring_width=center.ring_width * middle,
            ring_keyline=center.ring_keyline * thin,
        ),
        joker=joker.changed(
            radius=joker.radius * middle, tab_y=in_tab(joker.tab_y), tab_radius=joker.tab_radius * small,
            tab_letters_y=in_tab(joker.tab_letters_y), tab_letters_pitch=joker.tab_letters_pitch * factor,
            tab_letters_cap=max(joker.tab_letters_cap * factor, laid.rules.min_cap),
        ),
    )  # fmt: skip


def _foot(laid: Theme, theme: Theme, rules: LayoutRules, middle: float, corner: float, inset: float) -> Theme:
    """What a wild stands for is between the stack and the name, as on the usual card; a name is never smaller."""
    name, hint, height = theme.caption, theme.hint, laid.card.height_mm
    cap = max(name.cap * corner, rules.min_name_cap)
    baseline = height - max((theme.card.height_mm - name.y) * corner, inset + rules.gap_upright)
    reach = rules.stack_reach
    usual_top, usual_room = theme.center.y + reach, name.y - name.cap - theme.center.y - reach
    top = laid.center.y + reach * middle
    room = baseline - cap - top
    return replace(
        laid,
        caption=name.changed(y=baseline, cap=cap),
        hint=hint.changed(
            y=top + (hint.y - usual_top) / usual_room * room,
            row_pitch=hint.row_pitch * min(middle, room / usual_room), pitch=hint.pitch * middle,
            dot_radius=hint.dot_radius * middle, shape_size=hint.shape_size * middle,
            number_cap=hint.number_cap * middle, line=hint.line * min(1.0, max(0.75, middle)),
        ),
    )  # fmt: skip


# ---------------------------------------------------------------- products

MM_PER_INCH = 25.4
MAX_PRODUCT_MM = 500.0  # a side of a card with its bleed that a machine can make
OVERDRAW_MM = 0.002  # figures are written to the micrometer: what ends at the file's edge must cover its last pixel


@dataclass(frozen=True)
class Product:
    """A card that can be ordered or made: the one geometry from which pixels, page boxes, and cuts are all taken.

    `trim` and `safe` are in millimeters from the file's top left corner. The bleed is between the file's edge and the trim, as wide on all
    four sides. Nothing that matters lies outside `safe`. `dpi` is the density at which pixels count.

    Raises ValueError for a card that no machine could make.
    """

    name: str
    title: str
    width_mm: float
    height_mm: float
    trim: Rect
    safe: Rect
    corner_mm: float
    dpi: int

    def __post_init__(self) -> None:
        trim, safe = self.trim, self.safe
        if not (0 < self.width_mm <= MAX_PRODUCT_MM and 0 < self.height_mm <= MAX_PRODUCT_MM):
            raise ValueError(f"a card with its bleed is larger than nothing and at most {MAX_PRODUCT_MM:g} mm.")
        if not (self.whole.contains(trim, 1e-6) and trim.contains(safe, 1e-6) and safe.width > 0 and safe.height > 0):
            raise ValueError("the safe area must lie in the trim, the trim in the file.")
        if abs(trim.left - trim.top) > 0.01:
            raise ValueError("the bleed must be as wide on all four sides.")

    @property
    def whole(self) -> Rect:
        return Rect(0, 0, self.width_mm, self.height_mm)

    @property
    def bleed_mm(self) -> float:
        return self.trim.left

    @property
    def size_words(self) -> str:
        return f"{self.trim.width:g} x {self.trim.height:g} mm"

    @property
    def smear_mm(self) -> float:
        """How far an edge may smear: a pixel, but the same from 300 dpi on, so that one picture is drawn at all of them."""
        return MM_PER_INCH / min(self.dpi, 300)

    @property
    def file_px(self) -> tuple[int, int]:
        return round(self.width_mm * self.dpi / MM_PER_INCH), round(self.height_mm * self.dpi / MM_PER_INCH)

    def lay_out(self, theme: Theme) -> Theme:
        """The theme for this trim and safe area. What it draws beyond the safe area runs straight on to the file's edge."""
        # a pixel more, because an edge may smear into the next one
        inset = max(self.safe.left - self.trim.left, self.safe.top - self.trim.top) + self.smear_mm
        return lay_out(theme, self.trim.width, self.trim.height, inset, self.bleed_mm + OVERDRAW_MM)

    def scale_of(self, theme: Theme, width_mm: float, height_mm: float) -> float:
        """How much larger than drawn an upright picture of this size comes out, so that its ink fills the safe area."""
        # ink begins where a picture's rim ends; a pixel less, because an edge may smear into the next one
        rim, pixel = 2 * theme.card.rim_mm, self.smear_mm
        return min((self.safe.width - pixel) / (width_mm - rim), (self.safe.height - pixel) / (height_mm - rim))

    def place(self, drawing: Drawing, theme: Theme) -> Drawing:
        """Scaled evenly and centered, so that all of its ink lies inside the safe area. One that is on its side is turned upright."""
        lying = drawing.width_mm > drawing.height_mm
        width, height = sorted((drawing.width_mm, drawing.height_mm))
        factor = self.scale_of(theme, width, height)
        matrix = scale(factor, (self.width_mm - factor * width) / 2, (self.height_mm - factor * height) / 2)
        return self.on_paper(drawing, theme, compose(matrix, quarter_turn(width, 0)) if lying else matrix)

    def on_paper(self, drawing: Drawing, theme: Theme, matrix: Matrix | None = None) -> Drawing:
        """On paper that reaches to the file's edge; without a matrix, from the trim's corner on."""
        placed = Group(drawing.items, matrix or shift(self.trim.left, self.trim.top))
        items = (Path(self.whole.path(), theme.paper), placed)
        return Drawing(self.width_mm, self.height_mm, items, drawing.title, drawing.description)


# ---------------------------------------------------------------- legible

# Whether the inks of a theme can be told apart and read: differences of colors and contrasts, as eyes see them.
#
# Sources: IEC 61966-2-1 (sRGB); Sharma, Wu, Dalal 2005 (CIEDE2000); Machado, Oliveira, Fernandes 2009, severity 1.0,
# for linear RGB; WCAG 2 (contrast).


Row = tuple[float, float, float]
Triple = tuple[float, float, float]

LEAST_DIFFERENCE = 18.0  # CIEDE2000
LEAST_CONTRAST = 4.5
VISIONS: dict[str, tuple[Row, Row, Row]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))


class Lab(NamedTuple):
    lightness: float
    a: float
    b: float


def linear(code: str) -> Triple:
    """`#C00C1C` as three amounts of light from 0 to 1."""
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def lab(code: str, vision: str = "normal") -> Lab:
    """A color of a screen (D65) as somebody with this vision sees it."""
    light = linear(code)
    seen = [min(1.0, max(0.0, _dot(row, light))) for row in VISIONS[vision]]
    x, y, z = (_dot(row, (seen[0], seen[1], seen[2])) / sum(row) for row in _XYZ)
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return Lab(116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    dark, light = sorted(_dot(_XYZ[1], linear(code)) for code in (one, other))
    return (light + 0.05) / (dark + 0.05)


def _dot(row: Row, light: Triple) -> float:
    return row[0] * light[0] + row[1] * light[1] + row[2] * light[2]


def ciede2000(one: Lab, two: Lab) -> float:
    """1 is the least that a trained eye sees, 100 black and white."""
    mean_c = (math.hypot(one.a, one.b) + math.hypot(two.a, two.b)) / 2
    g = 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)))
    a1, a2 = one.a * (1 + g), two.a * (1 + g)
    c1, c2 = math.hypot(a1, one.b), math.hypot(a2, two.b)
    h1, h2 = math.degrees(math.atan2(one.b, a1)) % 360, math.degrees(math.atan2(two.b, a2)) % 360
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    light, chroma = two.lightness - one.lightness, c2 - c1
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    mean_l, mean_c = (one.lightness + two.lightness) / 2, (c1 + c2) / 2
    if grey:
        mean_h = h1 + h2
    elif abs(h1 - h2) <= 180:
        mean_h = (h1 + h2) / 2
    else:
        mean_h = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    t = (
        1 - 0.17 * _cos(mean_h - 30) + 0.24 * _cos(2 * mean_h) + 0.32 * _cos(3 * mean_h + 6) - 0.20 * _cos(4 * mean_h - 63)
    )  # fmt: skip
    by_l = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    by_c, by_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    bend = 60 * math.exp(-(((mean_h - 275) / 25) ** 2))
    rotate = -math.sin(math.radians(bend)) * 2 * math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7))
    parts = light / by_l, chroma / by_c, hue / by_h
    return math.sqrt(parts[0] ** 2 + parts[1] ** 2 + parts[2] ** 2 + rotate * parts[1] * parts[2])


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def hard_to_see(theme: Theme) -> list[str]:
    """The closest two colors for the first kind of eyes that needs more, and what is hardest to read, if it is below its limit.

    Nothing in low ink, where hatching stands for colors.
    """
    if theme.is_low:
        return []
    found = []
    for vision in VISIONS:
        seen = {name: lab(color.ink.rgb, vision) for name, color in theme.colors.items()}
        difference, a, b = min((ciede2000(seen[a], seen[b]), a, b) for a, b in combinations(seen, 2))
        if difference < LEAST_DIFFERENCE:
            eyes = "most" if vision == "normal" else vision
            figures = f"(difference {difference:.1f}, at least {LEAST_DIFFERENCE:g} is clear)"
            found.append(f"{a} and {b} look alike to {eyes} readers {figures}")
            break
    contrasts = [
        (contrast(color.ink.rgb, color.on.rgb), f"what is printed on {n}") for n, color in theme.colors.items()
    ]
    for name in ("ink", theme.caption.ink):
        contrasts.append((contrast(theme.inks[name].rgb, theme.paper.rgb), f"{name} on paper"))
    least, what = min(contrasts)
    if least < LEAST_CONTRAST:
        found.append(f"{what} is hard to read (contrast {least:.1f}, at least {LEAST_CONTRAST:g} is clear)")
    return found
