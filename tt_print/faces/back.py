"""The back that all cards share: faces in a trellis without a border or a middle, the same either way up.

A print that lands a few millimeters off still looks like the others: no two faces are cut alike, and the pattern continues beyond
each cut. The faces lie on a lattice that has one in each column and one in each row of equal steps, so every edge has about
as much ink wherever the cut falls (`docs/design/backs.md`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tt_print.draw.geometry import IDENTITY, Matrix, Point, Rect, apply, place_shape, polygon, rotate, transform
from tt_print.draw.shapes import Drawing, Group, Ink, Item, Path
from tt_print.faces.theme import Theme
from tt_print.faces.theme_file import BackMarks
from tt_print.faces.toppers import bow
from tt_print.records import replace

if TYPE_CHECKING:
    from tt_print.draw.artwork import Artwork, PressLimits

# As they are dealt out to the trellis: of the orders tried, this one hides a face best.
SHAPES = ("square", "blob", "circle", "heart", "triangle")


class _Face(NamedTuple):
    """Its weight, which makes the five look as heavy as each other; its tilt in degrees; and how far down its middle, its eyes, and its mouth
    are, how large an eye is, and how far it is from the other's middle: parts of the shape's size."""

    weight: float
    tilt: float
    middle: float
    eyes: float
    mouth: float
    eye: float
    apart: float


_FACES = {
    "circle": _Face(0.97, 0.0, 0.0, -0.13, 0.36, 0.29, 0.9),
    "heart": _Face(1.0, 0.0, 0.0, -0.17, 0.26, 0.29, 0.88),
    "triangle": _Face(0.97, 0.0, -0.1, 0.22, 0.59, 0.245, 0.68),
    "square": _Face(0.93, 0.0, 0.0, -0.13, 0.36, 0.29, 0.86),
    "blob": _Face(1.0, 20.0, 0.1, -0.1, 0.29, 0.275, 0.86),
}
_MOUTH, _MOUTH_LINE = 0.26, 0.085  # half its width, and its line
_GLINT, _GLINT_UP, _GLINT_RIGHT = 0.38, 0.35, 0.3  # of an eye
_WINK_AT = (0.3, 0.7)  # of the card: the face closest to it winks, and so does the one that half a turn puts there
_LEAST_FACES = 30  # on a small card they are smaller
# In a figure: where each shape has its middle, in parts of the card, and how far it is turned; where flowers are; and from face to face.
_SMALL = {
    "circle": (0.25, 0.2, 0.0), "heart": (0.75, 0.2, 0.0), "triangle": (0.5, 0.5, 0.0), "square": (0.25, 0.8, 180.0), "blob": (0.75, 0.8, 180.0),
}  # fmt: skip
_SMALL_FLOWERS = ((0.25, 0.5), (0.5, 0.2), (0.5, 0.8), (0.75, 0.5))
_SMALL_STEP = (0.25, 0.3)
_SMALL_CELL = 0.4  # of the card's width


class _Inks(NamedTuple):
    """Of the trellis, of the ground, and of what is on a face, which is paper."""

    trellis: Ink
    ground: Ink
    eyes: Ink


class Token(NamedTuple):
    """A face in the trellis."""

    x: float
    y: float
    shape: str
    upright: bool
    winks: bool


class Step(NamedTuple):
    """From a face to a neighbor: millimeters, and how many columns."""

    x: float
    y: float
    columns: int


class Lattice(NamedTuple):
    """So many `faces` on `width` x `height` mm, one in each column and one in each row; `along` and `across` are the sides of a cell."""

    width: float
    height: float
    faces: int
    stride: int
    along: Step
    across: Step

    @property
    def cell(self) -> float:
        """The side of a square as large as a cell."""
        return math.sqrt(self.width * self.height / self.faces)

    def tile(self, x: float, y: float, margin: float) -> Iterator[Point]:
        """A point of the card, and where it is repeated up to so far beyond the cuts."""
        across = range(math.ceil((-margin - x) / self.width), math.floor((self.width + margin - x) / self.width) + 1)
        down = range(math.ceil((-margin - y) / self.height), math.floor((self.height + margin - y) / self.height) + 1)
        for right, below in itertools.product(across, down):
            yield x + right * self.width, y + below * self.height

    def place(self, column: int) -> Point:
        """The middle of the face in this column."""
        row = (self.stride * (column + 0.5)) % self.faces
        return (column + 0.5) * self.width / self.faces, row * self.height / self.faces

    def find_knots(self, margin: float) -> Iterator[Point]:
        """The corners of the cells on the card, and up to so far beyond the cuts."""
        for column in range(self.faces):
            x, y = self.place(column)
            yield from self.tile(x + (self.along.x + self.across.x) / 2, y + (self.along.y + self.across.y) / 2, margin)


@cache
def find_lattice(width: float, height: float, cell_mm: float) -> Lattice:
    """The one whose cells are most like squares, about `cell_mm` a side, if possible with all shapes equally often."""
    about = max(_LEAST_FACES, width * height / cell_mm**2)
    found = [
        (math.hypot(lattice.across.x, lattice.across.y) / lattice.cell + (0.1 if count % 10 else 0.0), lattice)
        for count in range(2 * math.ceil(about / 2 - 2), 2 * math.floor(about / 2 + 2) + 1, 2)
        for stride in range(1, count, 2)
        if math.gcd(stride, count) == 1
        for lattice in [Lattice(width, height, count, stride, *_shortest_steps(width, height, count, stride))]
    ]
    return min(found, key=lambda one: (round(one[0], 6), one[1].faces, one[1].stride))[1]


def _shortest_steps(width: float, height: float, count: int, stride: int) -> tuple[Step, Step]:
    """The two shortest ways from face to face, the shorter one first (Lagrange's reduction)."""
    short, long = Step(width / count, stride * height / count, 1), Step(0.0, height, 0)
    while True:
        if math.hypot(short.x, short.y) > math.hypot(long.x, long.y):
            short, long = long, short
        times = round((short.x * long.x + short.y * long.y) / (short.x**2 + short.y**2))
        if not times:
            return short, long
        long = Step(long.x - times * short.x, long.y - times * short.y, long.columns - times * short.columns)


def draw_back(
    theme: Theme, width_mm: float | None = None, height_mm: float | None = None, bleed_mm: float = 0.0,
    artwork: Artwork | None = None, press: PressLimits | None = None, is_flooded: bool | None = None,
) -> Drawing:  # fmt: skip
    """The back for a card of this size (the theme's by default), drawn out to the cut.

    White faces on a flood where somebody pays by the card (`is_flooded`, by default as the theme's faces are), else lines on paper,
    because ink costs.
    With a bleed its repeat goes on beyond each cut by so much, so that it joins a neighbor that touches;
    the drawing's size stays the card's. An `artwork` takes the place of the pattern, ready for a `press` where it goes to one.
    """
    width, height = width_mm or theme.width_mm, height_mm or theme.height_mm
    if artwork is not None:
        from tt_print.draw.artwork import draw_artwork

        return draw_artwork(artwork, width, height, bleed_mm, theme.is_low, press)
    marks, inks = _choose_inks(theme, theme.is_flooded if is_flooded is None else is_flooded)
    box = Rect(0, 0, width, height).inset(-bleed_mm)
    # bare paper under a bleed: where two backs overlap, edges painted twice would come out darker
    items: list[Item] = [Path(box.path(), theme.paper)] if bleed_mm else []
    if inks.ground != theme.paper:
        items.append(Path(box.path(), inks.ground))
    items += _draw_pattern(theme, find_lattice(width, height, theme.back.cell_mm), bleed_mm, marks, inks)
    description = "The five shapes with eyes in a trellis, the same on every card and either way up. One face winks."
    return Drawing(width, height, (Group(tuple(items), clip=box.path()),), "Back of every card", description)


def draw_small_back(theme: Theme, edge_mm: float) -> tuple[Item, ...]:
    """A face-down card for figures, in the millimeters of a whole card, with its edge drawn.

    Each shape is on it once, and like parts of all five are one path: the whole pattern takes fifteen times as many commands, and
    a page may show thirty such cards.
    """
    marks, inks = _choose_inks(theme, theme.is_flooded)
    width, height = theme.width_mm, theme.height_mm
    cell = _SMALL_CELL * width
    faces = [
        _transform(_draw_face(theme, shape, cell, marks, inks), rotate(degrees, across * width, down * height))
        for shape, (across, down, degrees) in _SMALL.items()
    ]
    joined = [replace(parts[0], d=" ".join(part.d for part in parts)) for parts in zip(*faces, strict=True)]
    del joined[2]  # the glints in their eyes are too small
    middles = [(across * width, down * height) for across, down in _SMALL_FLOWERS]
    flowers = Path(_dots(middles), stroke=inks.trellis, width_mm=3.4 * marks.petal * cell, cap="round")
    right, down = _SMALL_STEP[0] * width, _SMALL_STEP[1] * height
    lines = _lines(Rect(0, 0, width, height), middles[0], Step(right, down, 0), Step(right, -down, 0))
    trellis = Group((Path(lines, stroke=inks.trellis, width_mm=marks.trellis * cell),), clip=theme.outline)
    edge = Path(theme.outline, stroke=theme.ink, width_mm=edge_mm)
    return (Path(theme.outline, inks.ground), trellis, *joined, flowers, edge)


def _transform(items: Iterable[Path], matrix: Matrix) -> list[Path]:
    return [replace(item, d=transform(item.d, matrix, 2)) for item in items]


def _choose_inks(theme: Theme, is_flooded: bool) -> tuple[BackMarks, _Inks]:
    ink, paper = theme.inks["back"], theme.paper
    if theme.is_low:
        return theme.back.low, _Inks(theme.ink, paper, theme.ink)
    if is_flooded:
        return theme.back.flood, _Inks(paper, ink, ink)
    home = theme.inks.get("back_home", ink)
    return theme.back.color, _Inks(home, paper, home)


# ---------------------------------------------------------------- pattern


def find_tokens(lattice: Lattice, bleed: float) -> Iterator[Token]:
    """Every face that may show on a card or in its bleed, from the left. Half a turn about the middle of the card puts each where its
    twin is, upside down."""
    shapes, last = _choose_shapes(lattice), lattice.faces - 1
    wink_x, wink_y = _WINK_AT[0] * lattice.width, _WINK_AT[1] * lattice.height
    places = [lattice.place(column) for column in range(lattice.faces)]
    winking = min(range(lattice.faces), key=lambda one: math.dist(places[one], (wink_x, wink_y)))
    for column, place in enumerate(places):
        for x, y in lattice.tile(*place, bleed + 0.42 * lattice.cell):
            yield Token(x, y, shapes[column], column % 2 == 0, column in (winking, last - winking))


def _choose_shapes(lattice: Lattice) -> dict[int, str]:
    """The shape in each column: that of its twin, unlike its neighbors' as far as possible, and all about equally often."""
    count, along, across = lattice.faces, lattice.along.columns, lattice.across.columns
    chosen: dict[int, str] = {}

    def is_beside(shape: str, columns: tuple[int, ...], steps: tuple[int, ...]) -> bool:
        return any(chosen.get((column + step) % count) == shape for column in columns for step in steps)

    for column in range(0, count, 2):
        twin = count - 1 - column
        costs = {
            shape: (
                is_beside(shape, (column, twin), (along, -along, across, -across)),
                is_beside(shape, (column,), (along + across, -along - across, along - across, across - along)),
                list(chosen.values()).count(shape),
            )
            for shape in SHAPES
        }
        chosen[column] = chosen[twin] = min(SHAPES, key=costs.__getitem__)
    return chosen


def _draw_pattern(theme: Theme, lattice: Lattice, bleed: float, marks: BackMarks, inks: _Inks) -> Iterator[Item]:
    """The trellis with a flower on each knot, and the faces between."""
    cell, along, across = lattice.cell, lattice.along, lattice.across
    knots = list(lattice.find_knots(bleed + 2 * marks.petal * cell))
    box = Rect(0, 0, lattice.width, lattice.height).inset(-bleed)
    yield Path(_lines(box, knots[0], along, across), stroke=inks.trellis, width_mm=marks.trellis * cell)
    petals = []
    for (x, y), turn in itertools.product(knots, (1, -1)):  # two crossed lines with round ends
        right, down = marks.flower * (along.x + turn * across.x), marks.flower * (along.y + turn * across.y)
        petals.append(polygon([(x - right, y - down), (x + right, y + down)], closed=False))
    yield Path(" ".join(petals), stroke=inks.trellis, width_mm=2 * marks.petal * cell, cap="round")
    drawn = {
        (shape, winks): tuple(_draw_face(theme, shape, cell, marks, inks, winks))
        for shape in SHAPES
        for winks in (False, True)
    }
    for token in find_tokens(lattice, bleed):
        turn = 1 if token.upright else -1
        yield Group(drawn[token.shape, token.winks], (turn, 0, 0, turn, round(token.x, 3), round(token.y, 3)))


def _lines(box: Rect, knot: Point, along: Step, across: Step) -> str:
    """The trellis."""
    return " ".join([*_parallels(box, knot, along, across), *_parallels(box, knot, across, along)])


def _parallels(box: Rect, knot: Point, along: Step, across: Step) -> Iterator[str]:
    """The lines through the knots in the direction of `along` that cross the box."""
    length = math.hypot(along.x, along.y)
    right, down = along.x / length, along.y / length
    between = across.y * right - across.x * down
    corners = [(x - knot[0], y - knot[1]) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    sides = sorted((y * right - x * down) / between for x, y in corners)
    ends = sorted(x * right + y * down for x, y in corners)
    for number in range(math.ceil(sides[0]), math.floor(sides[-1]) + 1):
        # a point of each line, as close to the knot as its slope allows
        x, y = knot[0] - number * between * down, knot[1] + number * between * right
        yield polygon([(x + end * right, y + end * down) for end in (ends[0], ends[-1])], closed=False)


def _dots(middles: Iterable[Point]) -> str:
    """Lines of hardly any length, for round ends: circles would take three times the commands."""
    return " ".join(polygon([(x - 0.005, y), (x + 0.005, y)], closed=False) for x, y in middles)


def _draw_face(theme: Theme, shape: str, cell: float, marks: BackMarks, inks: _Inks, winks: bool = False) -> list[Path]:
    """A shape with eyes and a smile, about the origin: its outline, eyes, glints, and mouth, then the lid of a wink."""
    face = _FACES[shape]
    size = marks.size * face.weight * cell
    eye, apart = face.eye * marks.eyes * size, face.apart / 2 * size
    eyes_y, mouth_y = (face.middle + face.eyes) * size, (face.middle + face.mouth) * size
    open_eyes = (-apart,) if winks else (-apart, apart)
    glints = [(x + _GLINT_RIGHT * eye, eyes_y - _GLINT_UP * eye) for x in open_eyes]
    mouth = bow(0.0, mouth_y - 0.2 * _MOUTH * size, _MOUTH * size, 0.55 * _MOUTH * size)
    outline = inks.eyes if inks.ground == theme.paper else None
    turn = rotate(face.tilt, 0, 0)

    def dots(middles: Iterable[Point]) -> str:
        """Turned before they are lines, which rounding would make no line at all: readers draw that in different sizes."""
        return transform(_dots(apply(turn, x, y) for x, y in middles), IDENTITY, 2)

    body = place_shape(theme.shapes[shape].d, 0.0, face.middle * size, size)
    parts = [
        Path(transform(body, turn, 2), theme.paper, outline, marks.line * cell),
        Path(dots((x, eyes_y) for x in open_eyes), stroke=inks.eyes, width_mm=2 * eye, cap="round"),
        Path(dots(glints), stroke=theme.paper, width_mm=2 * _GLINT * eye, cap="round"),
        Path(transform(mouth, turn, 2), stroke=inks.eyes, width_mm=_MOUTH_LINE * size, cap="round"),
    ]
    if winks:
        lid = bow(apart, eyes_y - 0.25 * eye, 0.9 * eye, 0.7 * eye)
        parts.append(Path(transform(lid, turn, 2), stroke=inks.eyes, width_mm=0.5 * eye, cap="round"))
    return parts
