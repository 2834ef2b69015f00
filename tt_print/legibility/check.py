"""What a theme's faces come to: distances of colors, steps of gray, contrasts, what a fan shows, the smallest text, clearances, ink."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise, product, repeat
from typing import NamedTuple

from tt_print.cards.faces import draw_face
from tt_print.cards.layout import fan_strip
from tt_print.cards.lettering import mark, number
from tt_print.cards.theme import THEMES, Theme, find_theme
from tt_print.deck import FULL, JOKERS, VALUES, AnyCard, Card
from tt_print.drawing.geometry import Point, Rect, place_shape
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.svg_path import flattened, read_svg_path
from tt_print.legibility.color_science import VISIONS, ciede2000, contrast, lab
from tt_print.legibility.extents import ink_of, is_inside, overlap, shape_points, text_points
from tt_print.render.outlines import outline
from tt_print.templates import TemplateTable, read_table, template_path

POINT_MM = 25.4 / 72
SCALED = ("text", "clearance", "name", "hints")  # of faces that are pictures, on a smaller card
OF_SIZE = (
    "fan-number",
    "fan-shape",
    "text",
    "edge",
    "clearance",
    "name",
    "hints",
)  # what depends on the size of a card
PRESS = "press-"  # how measures of CMYK builds begin
INK_DPI = 150
SIGN_CAP_MM, SIGN_PLACES = 20.0, 48  # the grid on which signs are laid upon each other
COARSE_MM, FINE_MM = 1.2, 0.3  # between places on an outline


class Limit(TemplateTable):
    """A table of `templates/themes/limits.toml`. `scaled_least` is for themes without a layout of their own, as the first faces."""

    title: str
    low: str
    holds: bool
    least: float | None = None
    most: float | None = None
    scaled_least: float | None = None

    def __post_init__(self) -> None:
        if (self.least is None) == (self.most is None):
            raise ValueError("a limit is either the least or the most.")

    def is_kept(self, found: float) -> bool:
        return found >= self.least if self.least is not None else found <= (self.most or 0.0)


class FoundFigure(NamedTuple):
    """A figure, and what it was found between: two colors, a number and its shape."""

    figure: float
    between: tuple[str, ...]


class Measure(NamedTuple):
    """One row of the verdict: the worst that was found, and all that is beyond the limit, the worst first."""

    name: str
    limit: Limit
    worst: FoundFigure
    beyond: tuple[FoundFigure, ...]

    @property
    def good(self) -> bool:
        return not self.beyond

    @property
    def holds_back(self) -> bool:
        return self.limit.holds and not self.good

    @property
    def limit_value(self) -> float:
        return self.limit.least if self.limit.least is not None else self.limit.most or 0.0

    @property
    def limit_text(self) -> str:
        """`at least 18`."""
        return f"at {'least' if self.limit.least is not None else 'most'} {figure(self.limit_value)}"

    @property
    def figure_text(self) -> str:
        """`20.4 (red, green)`: the worst, and where it is between two."""
        a, b, *_ = (*self.worst.between, "", "")
        return figure(self.worst.figure) + (f" ({a}, {b})" if b else "")

    def sentences(self) -> list[str]:
        """`red and green for a deutan reader: 6.1, wanted 18`, one for each that is beyond the limit."""
        told = []
        for found in self.beyond:
            a, b, *_ = (*found.between, "", "")
            told.append(f"{self.limit.low.format(a=a, b=b)}: {figure(found.figure)}, wanted {figure(self.limit_value)}")
        return list(dict.fromkeys(told))


def figure(value: float) -> str:
    """With a place from 10 on, with two below."""
    return f"{value:.{1 if abs(value) >= 9.95 else 2}f}".rstrip("0").rstrip(".")


@cache
def limits() -> dict[str, Limit]:
    return read_table(dict[str, Limit], "themes/limits.toml")


def check_theme(
    theme: Theme, with_ink: bool = False, only: Collection[str] = (), at_press: bool = False, scale: float = 1.0
) -> list[Measure]:
    """The measures of faces of 63 x 88 in the order of their template: all of them, or `only` some; the ink where it is asked for.

    In low ink hatching stands for colors, so that these are not measured. With `at_press` also what a print shop makes of its CMYK
    builds, if all colors have one. A theme laid out for another size of card is measured as it is; faces that are pictures become
    smaller by `scale`.
    """
    found: dict[str, list[FoundFigure]] = {}
    for names, find in _FINDERS:
        if not only or not set(names).isdisjoint(only):
            found |= _found(find, theme)
    if scale != 1.0:
        found |= {
            name: [one._replace(figure=one.figure * scale) for one in found[name]] for name in SCALED if name in found
        }
    if at_press:
        found |= _press(theme)
    if with_ink:
        found["ink-flooded" if theme.is_flooded else "ink"] = [FoundFigure(mean_ink(theme), ())]
    wanted = {name: limit for name, limit in limits().items() if found.get(name) and (not only or name in only)}
    return [_judged(name, _limit_for(theme, limit), found[name]) for name, limit in wanted.items()]


@lru_cache(maxsize=32)  # one theme is printed on many pages
def _found(find: Callable[[Theme], dict[str, list[FoundFigure]]], theme: Theme) -> dict[str, list[FoundFigure]]:
    return find(theme)


def _limit_for(theme: Theme, limit: Limit) -> Limit:
    return limit.changed(least=limit.scaled_least) if theme.rules is None and limit.scaled_least else limit


def holding_back(measures: Sequence[Measure]) -> list[str]:
    """What keeps a theme from being printed, in sentences; [] where nothing does."""
    return [sentence for measure in measures if measure.holds_back for sentence in measure.sentences()]


def _judged(name: str, limit: Limit, found: Sequence[FoundFigure]) -> Measure:
    ordered = sorted(found, key=lambda one: one.figure, reverse=limit.least is None)
    return Measure(name, limit, ordered[0], tuple(one for one in ordered if not limit.is_kept(one.figure)))


# Colors


def _colors(theme: Theme) -> dict[str, list[FoundFigure]]:
    if theme.is_low:
        return {}
    inks = {name: color.ink.rgb for name, color in theme.colors.items()}
    found: dict[str, list[FoundFigure]] = {}
    for vision in VISIONS:
        seen = {name: lab(code, vision) for name, code in inks.items()}
        found[f"color-{vision}"] = [FoundFigure(ciede2000(seen[a], seen[b]), (a, b)) for a, b in combinations(inks, 2)]
    light = sorted((lab(code).lightness, name) for name, code in inks.items())
    found["grey"] = [FoundFigure(upper - lower, (a, b)) for (lower, a), (upper, b) in pairwise(light)]
    found["contrast"] = [
        FoundFigure(contrast(color.ink.rgb, color.on.rgb), (name,)) for name, color in theme.colors.items()
    ]
    if theme.is_flooded:  # and on a plate of paper
        found["contrast"] += [
            FoundFigure(contrast(theme.plate(name).rgb, theme.on_plate(name).rgb), (f"{name}'s big shape",))
            for name in theme.colors
            if name != "black"
        ]
    paper = theme.paper.rgb
    found["lines"] = [
        FoundFigure(contrast(theme.ink.rgb, paper), ("ink",)),
        FoundFigure(contrast(theme.inks[theme.caption.ink].rgb, paper), (theme.caption.ink,)),
    ]
    return found


def unbuilt(theme: Theme) -> list[str]:
    """The colors that have no CMYK build, which a print shop refuses."""
    return [name for name, color in theme.colors.items() if color.ink.cmyk is None]


def printed_colors(theme: Theme) -> dict[str, str]:
    """What coated offset paper (FOGRA39) makes of the CMYK builds: `#B72025` by value, of all colors that have one.

    Through the ICC profile, relative colorimetric with black point compensation, as a proof on a screen is made.
    """
    from tt_print.render.png import proof_colors

    builds = {name: color.ink.cmyk for name, color in theme.colors.items() if color.ink.cmyk is not None}
    return proof_colors(builds, template_path("icc/FOGRA39L_coated.icc").read_bytes())


def total_inks(theme: Theme) -> dict[str, float]:
    """Percent of all four inks together, by value."""
    return {name: float(sum(color.ink.cmyk)) for name, color in theme.colors.items() if color.ink.cmyk is not None}


def _press(theme: Theme) -> dict[str, list[FoundFigure]]:
    """Colors after the press; nothing where one has no build, because it is refused there."""
    if theme.is_low or unbuilt(theme):
        return {}
    inks = printed_colors(theme)
    found: dict[str, list[FoundFigure]] = {}
    for vision in VISIONS:
        seen = {name: lab(code, vision) for name, code in inks.items()}
        found[f"press-{vision}"] = [FoundFigure(ciede2000(seen[a], seen[b]), (a, b)) for a, b in combinations(inks, 2)]
    light = sorted((lab(code).lightness, name) for name, code in inks.items())
    found["press-grey"] = [FoundFigure(upper - lower, (a, b)) for (lower, a), (upper, b) in pairwise(light)]
    found["press-ink"] = [FoundFigure(total, (name,)) for name, total in total_inks(theme).items()]
    return found


def _shapes(theme: Theme) -> dict[str, list[FoundFigure]]:
    """As large as they are in the middle, without the number: how alike two are."""
    placed = {name: place_shape(shape.d, 0, 0, shape.center_size) for name, shape in theme.shapes.items()}
    return {"shapes": [FoundFigure(overlap(placed[a], placed[b]), (a, b)) for a, b in combinations(placed, 2)]}


def _signs(theme: Theme) -> dict[str, list[FoundFigure]]:
    """How alike two numbers are, and two letters of the corners, at one height about one middle."""
    drawn = {value: number(value, 0, 0, SIGN_CAP_MM, theme.ink, theme.fonts.numbers) for value in VALUES["number"]}
    marks = {
        word: mark(word, 0, 0, SIGN_CAP_MM, theme.ink, theme.fonts.display) for word in theme.words.letters.values()
    }
    found: dict[str, list[FoundFigure]] = {}
    for name, texts in (("numbers", drawn), ("letters", marks)):
        placed = {word: read_svg_path(outline(text), limited=False) for word, text in texts.items()}
        found[name] = [
            FoundFigure(overlap(placed[a], placed[b], SIGN_PLACES), (a, b)) for a, b in combinations(placed, 2)
        ]
    return found


# Faces


def _faces(theme: Theme) -> dict[str, list[FoundFigure]]:
    """On cards of every shape and number, of every wild value, and the jokers."""
    found: dict[str, list[FoundFigure]] = {
        name: [] for name in ("fan-number", "fan-shape", "text", "edge", "name", "hints")
    }
    card_box = Rect(0, 0, theme.width_mm, theme.height_mm)
    rules = theme.rules or find_theme().rules
    assert rules is not None
    cards: tuple[AnyCard, ...] = (*(card for card in FULL if card.color in ("yellow", "black")), *JOKERS)
    for card in cards:
        drawing = draw_face(card, theme)
        inside = [(item, box) for item, box in ink_of(drawing.items) if not _runs_off(box, card_box)]
        for item, box in inside:
            found["edge"].append(FoundFigure(_from_cut(box, card_box), (_named(item),)))
        texts = [(item, box) for item, box in inside if isinstance(item, Text)]
        found["text"] += [FoundFigure(item.size_mm / POINT_MM, (item.string,)) for item, _ in texts]
        if isinstance(card, Card):
            figure_, shape = _corner(drawing, theme)[:2]
            for name, glyph, end in (("fan-number", figure_, rules.number_end), ("fan-shape", shape, rules.shape_end)):
                points = (
                    text_points(glyph)
                    if isinstance(glyph, Text)
                    else shape_points(glyph.d)
                    if isinstance(glyph, Path)
                    else []
                )
                x, y = max(points)
                shown = min(end, fan_strip(theme.width_mm, theme.height_mm, y, rules))
                found[name].append(FoundFigure(x - shown, (card.number if name == "fan-number" else card.shape,)))
        caption, box = max(((item, box) for item, box in texts if " " in item.string), key=lambda one: one[1].bottom)
        reach = theme.tab.rect.right
        found["name"].append(FoundFigure(min(box.left - reach, theme.width_mm - reach - box.right), (caption.string,)))
        if isinstance(card, Card) and card.wilds:
            top = theme.hint.y - 3 * theme.hint.row_pitch
            rows = [other.bottom for _, other in inside if top < other.top and other.bottom < box.bottom - 0.1 and other.height < 5
                    and reach < other.left and other.right < theme.width_mm - reach]  # fmt: skip
            if rows:
                found["hints"].append(FoundFigure(box.top - max(rows), (caption.string,)))
    return found


def _from_cut(box: Rect, card: Rect) -> float:
    return min(box.left - card.left, box.top - card.top, card.right - box.right, card.bottom - box.bottom)


def _named(item: Item) -> str:
    return repr(item.string) if isinstance(item, Text) else "a line or an area"


def _runs_off(box: Rect, card: Rect) -> bool:
    """Cut through on purpose, on two sides."""
    across = box.left <= card.left or box.right >= card.right
    return across and (box.top <= card.top or box.bottom >= card.bottom)


def _corner(drawing: Drawing, theme: Theme) -> list[Item]:
    """What is in the top left corner, from the number down, without the tab and what hatches."""
    group = next(item for item in drawing.items if isinstance(item, Group))
    inner = (item for item in group.items if not (isinstance(item, Group) and item.clip))
    glyphs = [item for item, _ in ink_of(inner, group.matrix)]
    return glyphs[0 if theme.is_flooded else 2 if theme.tab.runs_off else 1 :]


def _clearances(theme: Theme) -> dict[str, list[FoundFigure]]:
    """From each number in each big shape to the shape's outline; less than 0 where it leaves the shape."""
    middle_x, middle_y = theme.width_mm / 2, theme.height_mm / 2
    found: list[FoundFigure] = []
    for shape_name, color in product(VALUES["shape"], ("red", "black")):
        shape = theme.shapes[shape_name]
        scale = theme.center.ring_scale if color == "black" else 1
        d = place_shape(shape.d, middle_x, middle_y, shape.center_size * scale)
        loops = flattened(d)
        for value in VALUES["number"]:
            numbers = [(abs(box.center[0] - middle_x), item) for item, box in ink_of(draw_face(Card(color, shape_name, value), theme).items)
                       if isinstance(item, Text) and item.string == value and not item.halo]  # fmt: skip
            text = min(numbers, key=lambda one: one[0])[1]
            points = text_points(text)
            apart = _nearest(points, d)
            inside = all(is_inside(point, loops) for point in points)
            found.append(FoundFigure(apart if inside else -apart, (theme.words.values[shape_name], value)))
    return {"clearance": found}


def _nearest(points: Sequence[Point], d: str) -> float:
    """How near points come to an outline: first by few places on it, then, about the nearest ones, by many."""
    few, many = shape_points(d, COARSE_MM), shape_points(d, FINE_MM)
    apart = [min(map(math.dist, repeat(point), few)) for point in points]
    reach = min(apart) + COARSE_MM
    close = [point for point, distance in zip(points, apart, strict=True) if distance <= reach]
    return min(min(map(math.dist, repeat(point), many)) for point in close)


_FINDERS: tuple[tuple[tuple[str, ...], Callable[[Theme], dict[str, list[FoundFigure]]]], ...] = (
    (("color-normal", "color-protan", "color-deutan", "color-tritan", "grey", "contrast", "lines"), _colors),
    (("shapes",), _shapes),
    (("numbers", "letters"), _signs),
    (("fan-number", "fan-shape", "text", "edge", "name", "hints"), _faces),
    (("clearance",), _clearances),
)


def is_learned(theme: Theme) -> bool:
    """Whether `scan` has learned corners like these: the colors, shapes, and tabs of a theme of ours."""
    own = (theme.colors, theme.tab, [(shape.d, shape.tab_size) for shape in theme.shapes.values()])
    ours = [find_theme(name=name) for name in THEMES]
    return any(
        own == (one.colors, one.tab, [(shape.d, shape.tab_size) for shape in one.shapes.values()]) for one in ours
    )


def mean_ink(theme: Theme) -> float:
    """Percent that a face is darker than bare paper, over red, green and blue.

    Of 25 cards on which every two values of two variables meet once, which have the mean of all 125 but for a part of a percent.
    """
    from tt_print.render.png import mean_darkness

    numbers = VALUES["number"]
    cards = [
        Card(color, shape, numbers[(i + j) % 5])
        for i, color in enumerate(VALUES["color"])
        for j, shape in enumerate(VALUES["shape"])
    ]
    return 100 * mean_darkness([draw_face(card, theme) for card in cards], INK_DPI)
