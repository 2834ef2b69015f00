"""The back that all cards share: a repeat without a border, the same either way up.

A print that lands a few millimeters off still looks like the others: no line runs along the edge, and the pattern goes on
beyond each cut. The five shapes lie on a lattice of which no row and no column of steps is empty, so that the edge has about as
much ink wherever the cut falls (`docs/design/backs.md`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tt_print.cards.theme import Theme
from tt_print.cards.theme_file import BackMarks
from tt_print.cards.topper import Topper, draw_features
from tt_print.deck import VALUES
from tt_print.drawing.geometry import Rect, place_shape, polygon, rotate, shift
from tt_print.drawing.shapes import Drawing, Group, Ink, Item, Path

if TYPE_CHECKING:
    from tt_print.artwork.draw import PressLimits
    from tt_print.artwork.read import Artwork

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
        from tt_print.artwork.draw import draw_artwork

        return draw_artwork(artwork, width, height, bleed_mm, theme.is_low, press)
    ink, marks = (theme.ink, theme.back.low) if theme.is_low else (theme.inks["back"], theme.back.color)
    box = Rect(0, 0, width, height).inset(-bleed_mm)
    # bare paper under a bleed: where two backs overlap, edges painted twice would come out darker
    items: list[Item] = [Path(box.path(), theme.paper)] if bleed_mm else []
    inks = _Inks(ink, ink, theme.paper)
    if not theme.is_low and (theme.is_flooded if is_flooded is None else is_flooded):
        marks, inks = theme.back.flood, _Inks(theme.paper, theme.paper, ink)
        items.append(Path(box.path(), ink))
    elif not theme.is_low:
        inks = _Inks(theme.inks.get("back_face", ink), theme.inks.get("back_ring", ink), theme.paper)
    items += _draw_toppers(theme, width, height, bleed_mm, marks, inks)
    description = "The five shapes with eyes, the same on every card and either way up."
    return Drawing(width, height, (Group(tuple(items), clip=box.path()),), "Back of every card", description)


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
        # hardly any length, with round ends: a circle would take ten times the bytes
        x, y = token.x + 1.5 * across, token.y + 0.5 * down
        dots.append(polygon([(x - 0.005, y), (x + 0.005, y)], closed=False))
    if marks.small:
        yield Path(" ".join(dots), stroke=inks.ring, width_mm=2 * marks.small * step, cap="round")


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
