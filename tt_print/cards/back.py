"""The back that all cards share: a repeat without a border, the same either way up.

A print that lands a few millimeters off still looks like the others: no line runs along the edge, and the pattern goes on
beyond each cut. The five shapes lie on a lattice of which no row and no column of steps is empty, so that the edge has about as
much ink wherever the cut falls (`docs/design/backs.md`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tt_print.cards.theme import Theme
from tt_print.cards.theme_file import BackMarks
from tt_print.cards.toppers import Topper, draw_features
from tt_print.deck import VALUES
from tt_print.drawing.geometry import (
    Matrix,
    Point,
    Rect,
    bounds,
    compose,
    place_shape,
    polygon,
    rotate,
    shift,
    transform,
)
from tt_print.drawing.shapes import Drawing, Group, Ink, Item, Path
from tt_print.records import replace

if TYPE_CHECKING:
    from tt_print.drawing.artwork import Artwork, PressLimits

SHAPES = VALUES["shape"]
# What makes the five look as heavy as each other, and strips along an edge about equally dark (docs/design/backs.md).
_WEIGHTS = {"circle": 0.97, "heart": 1.0, "triangle": 0.97, "square": 0.93, "blob": 1.0}


class _Look(NamedTuple):
    """Its tilt in degrees, how far down it has its middle in parts of its size, and where its eyes look."""

    tilt: float
    middle: float
    looks: float


_LOOKS = {
    "circle": _Look(0.0, 0.0, 300.0), "heart": _Look(0.0, 0.0, 215.0), "triangle": _Look(0.0, -0.1, 75.0), "square": _Look(0.0, 0.0, 330.0),
    "blob": _Look(20.0, 0.1, 160.0),
}  # fmt: skip


# In a figure: where each shape has its middle, in parts of the card, and how far it is turned; how far a shape or its ring reaches.
_SMALL = {
    "circle": (0.27, 0.2, 0.0), "heart": (0.73, 0.2, 0.0), "triangle": (0.5, 0.5, 0.0), "square": (0.27, 0.8, 180.0), "blob": (0.73, 0.8, 180.0),
}  # fmt: skip
_SMALL_DOTS = ((0.5, 0.27), (0.14, 0.5), (0.86, 0.5), (0.5, 0.73))
_SMALL_REACH = 0.165
_FINEST = 0.06  # of a step: a glint in an eye is smaller, and no figure shows it


class _Inks(NamedTuple):
    """Of shapes, of rings and dots, and of the ground."""

    shape: Ink
    ring: Ink
    ground: Ink


class Token(NamedTuple):
    """A place of the lattice."""

    x: float
    y: float
    shape: str
    upright: bool


def draw_back(
    theme: Theme, width_mm: float | None = None, height_mm: float | None = None, bleed_mm: float = 0.0,
    artwork: Artwork | None = None, press: PressLimits | None = None, is_flooded: bool | None = None,
) -> Drawing:  # fmt: skip
    """The back for a card of this size (the theme's by default), drawn out to the cut.

    White shapes on a flood where somebody pays by the card (`is_flooded`, by default as the theme's faces are), else smaller ones on
    paper in rings of another color, because ink costs.
    With a bleed its repeat goes on beyond each cut by so much, so that it joins a neighbor that touches;
    the drawing's size stays the card's. An `artwork` takes the place of the pattern, ready for a `press` where it goes to one.
    """
    width, height = width_mm or theme.width_mm, height_mm or theme.height_mm
    if artwork is not None:
        from tt_print.drawing.artwork import draw_artwork

        return draw_artwork(artwork, width, height, bleed_mm, theme.is_low, press)
    marks, inks = _choose_inks(theme, theme.is_flooded if is_flooded is None else is_flooded)
    box = Rect(0, 0, width, height).inset(-bleed_mm)
    # bare paper under a bleed: where two backs overlap, edges painted twice would come out darker
    items: list[Item] = [Path(box.path(), theme.paper)] if bleed_mm else []
    if inks.ground != theme.paper:
        items.append(Path(box.path(), inks.ground))
    items += _draw_toppers(theme, width, height, bleed_mm, marks, inks)
    description = "The five shapes with eyes, the same on every card and either way up."
    return Drawing(width, height, (Group(tuple(items), clip=box.path()),), "Back of every card", description)


def draw_small_back(theme: Theme, edge_mm: float) -> tuple[Item, ...]:
    """A face-down card for figures, in the millimeters of a whole card, with its edge drawn.

    Each shape is on it once, and like parts of all five are one path: the whole pattern takes fifty times as many commands, and
    a page may show thirty such cards.
    """
    marks, inks = _choose_inks(theme, theme.is_flooded)
    width, height = theme.width_mm, theme.height_mm
    step = _SMALL_REACH * min(width, height) / (marks.ring or 1.3 * marks.large)
    tokens = [
        [
            part
            for part in _paths(_topper(theme, shape, step, marks, inks), rotate(degrees, across * width, down * height))
            if bounds(part.d).width > _FINEST * step
        ]
        for shape, (across, down, degrees) in _SMALL.items()
    ]
    joined = [replace(parts[0], d=" ".join(part.d for part in parts)) for parts in zip(*tokens, strict=True)]
    dots = _dots(((across * width, down * height) for across, down in _SMALL_DOTS), marks.small * step, inks)
    edge = Path(theme.outline, stroke=theme.ink, width_mm=edge_mm)
    return (Path(theme.outline, inks.ground), *joined, *dots, edge)


def _paths(items: tuple[Item, ...], matrix: Matrix) -> Iterator[Path]:
    """Every path in the coordinates around."""
    for item in items:
        if isinstance(item, Group):
            yield from _paths(item.items, compose(matrix, item.matrix))
        elif isinstance(item, Path):
            yield replace(item, d=transform(item.d, matrix, 2))


def _choose_inks(theme: Theme, is_flooded: bool) -> tuple[BackMarks, _Inks]:
    if theme.is_low:
        return theme.back.low, _Inks(theme.ink, theme.ink, theme.paper)
    ink = theme.inks["back"]
    if is_flooded:
        return theme.back.flood, _Inks(theme.paper, theme.paper, ink)
    return theme.back.color, _Inks(theme.inks.get("back_face", ink), theme.inks.get("back_ring", ink), theme.paper)


# The five shapes


def lattice_steps(width: float, height: float, longest: float) -> tuple[float, float]:
    """The lattice's step across and down: tenths of the width, or twentieths and so on, and as nearly square as fits."""
    across = width / (10 * math.ceil(width / (10 * longest) - 1e-9))
    return across, height / (5 * max(1, round(height / (5 * across))))


def find_tokens(width: float, height: float, bleed: float, longest: float) -> Iterator[Token]:
    """Every token that may show on a card or in its bleed, row by row.

    Rows run two steps right and one up. Those with upright shapes read from left to right in the order of play, those between
    them upside down and from right to left: half a turn about the middle of the card makes the one of the other.
    """
    across, down = lattice_steps(width, height, longest)
    margin = bleed + 1.3 * max(across, down)  # a shape reaches so far
    reach = math.ceil((width + height + 2 * margin) / (2 * min(across, down)))
    for row in range(-reach, reach + 1):
        upright = row % 2 == 0
        for column in range(-reach, reach + 1):
            x, y = width / 2 + across * (2 * column + row + 0.5), height / 2 + down * (2 * row + 1 - column)
            if -margin < x < width + margin and -margin < y < height + margin:
                step = column + 3 * row if upright else -column - 3 * (row + 1)
                yield Token(x, y, SHAPES[step % 5], upright)


def _draw_toppers(
    theme: Theme, width: float, height: float, bleed: float, marks: BackMarks, inks: _Inks
) -> Iterator[Item]:
    """Shapes with faces in rings, and dots between them."""
    across, down = lattice_steps(width, height, theme.back.repeat_mm)
    step = math.sqrt(across * down)  # so that a card of any size takes as much ink
    drawn = {shape: _topper(theme, shape, step, marks, inks) for shape in SHAPES}
    dots = []
    for token in find_tokens(width, height, bleed, theme.back.repeat_mm):
        turn = 1 if token.upright else -1
        yield Group(drawn[token.shape], (turn, 0, 0, turn, round(token.x, 3), round(token.y, 3)))
        dots.append((token.x + 1.5 * across, token.y + 0.5 * down))
    yield from _dots(dots, marks.small * step, inks)


def _dots(middles: Iterable[Point], radius: float, inks: _Inks) -> Iterator[Path]:
    """Lines of hardly any length, with round ends: circles would take ten times the bytes."""
    if radius:
        d = " ".join(polygon([(x - 0.005, y), (x + 0.005, y)], closed=False) for x, y in middles)
        yield Path(d, stroke=inks.ring, width_mm=2 * radius, cap="round")


def _topper(theme: Theme, shape: str, step: float, marks: BackMarks, inks: _Inks) -> tuple[Item, ...]:
    """A shape with eyes and a smile, about the origin, and a ring around it."""
    (fill, line, ground), look, d = inks, _LOOKS[shape], theme.shapes[shape].d
    size, ring = (part * step * _WEIGHTS[shape] for part in (marks.large, marks.ring))
    face = Topper("jester", shape, looks=look.looks - look.tilt, mood="glad")
    drawn = draw_features(theme, face, marks.face * size, (ground, ground if fill == theme.paper else fill))
    items: list[Item] = [Path(place_shape(d, 0.0, look.middle * size, size), fill)]
    items.append(Group(tuple(drawn), shift(0, look.middle * size)))
    if ring:
        outline = place_shape(d, 0.0, look.middle * ring, ring)
        items.append(Path(outline, stroke=line, width_mm=marks.ring_line * step, join="miter"))
    return (Group(tuple(items), rotate(look.tilt, 0, 0)),)
