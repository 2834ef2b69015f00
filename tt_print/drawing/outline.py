"""Lines that a machine or a hand cuts or creases: straight pieces and circular arcs, in millimeters with y down."""

from __future__ import annotations

import math
from collections.abc import Iterable

from tt_print.drawing.geometry import Point, Rect, arc, path
from tt_print.records import dataclass

CUT, CREASE = "CUT", "CREASE"
QUARTER_BULGE = math.tan(math.pi / 8)  # 0.4142: a quarter circle


@dataclass(frozen=True, slots=True)
class Vertex:
    """A corner, and how the line goes on from it: straight, or as an arc of four times atan(`bulge`).

    As in DXF (group 42), but seen on paper: a positive bulge turns clockwise.
    """

    x_mm: float
    y_mm: float
    bulge: float = 0.0


@dataclass(frozen=True, slots=True)
class Outline:
    vertices: tuple[Vertex, ...]
    closed: bool = True
    layer: str = CUT

    @property
    def box(self) -> Rect:
        """Corners rounded: all of it, as long as arcs stay within their corners' box."""
        xs, ys = [v.x_mm for v in self.vertices], [v.y_mm for v in self.vertices]
        return Rect.from_edges(min(xs), min(ys), max(xs), max(ys))

    def moved(self, x_mm: float, y_mm: float) -> Outline:
        moved = tuple(Vertex(v.x_mm + x_mm, v.y_mm + y_mm, v.bulge) for v in self.vertices)
        return Outline(moved, self.closed, self.layer)


def rounded(left: float, top: float, width: float, height: float, radius: float) -> Outline:
    """A card's cut: clockwise from the top left, its corners exact arcs."""
    right, bottom, r = left + width, top + height, min(radius, width / 2, height / 2)
    if r <= 0:
        return polyline([(left, top), (right, top), (right, bottom), (left, bottom)])
    b = QUARTER_BULGE
    return Outline((
        Vertex(left + r, top), Vertex(right - r, top, b), Vertex(right, top + r), Vertex(right, bottom - r, b),
        Vertex(right - r, bottom), Vertex(left + r, bottom, b), Vertex(left, bottom - r), Vertex(left, top + r, b),
    ))  # fmt: skip


def polyline(points: Iterable[Point], closed: bool = True, layer: str = CUT) -> Outline:
    return Outline(tuple(Vertex(x, y) for x, y in points), closed, layer)


def outline_path(outline: Outline) -> str:
    """Path data of it, each arc as cubic curves of at most a quarter circle."""
    vertices = outline.vertices
    parts: list[object] = ["M", vertices[0].x_mm, vertices[0].y_mm]
    following = [*vertices[1:], vertices[0]] if outline.closed else vertices[1:]
    for one, other in zip(vertices, following, strict=False):
        if one.bulge:
            parts += _arc(one, other)
        elif other is not vertices[0] or not outline.closed:
            parts += ["L", other.x_mm, other.y_mm]
    return path(*parts, *(("Z",) if outline.closed else ()))


def _arc(one: Vertex, other: Vertex) -> list[object]:
    angle = 4 * math.atan(one.bulge)
    dx, dy = other.x_mm - one.x_mm, other.y_mm - one.y_mm
    # the center lies beside the chord's middle, on its right for a clockwise half that is less than half a circle
    along = 1 / (2 * math.tan(angle / 2))
    cx, cy = (one.x_mm + other.x_mm) / 2 - dy * along, (one.y_mm + other.y_mm) / 2 + dx * along
    radius, start = math.hypot(one.x_mm - cx, one.y_mm - cy), math.atan2(one.y_mm - cy, one.x_mm - cx)
    pieces = math.ceil(abs(angle) / (math.pi / 2) - 1e-9)
    return arc(cx, cy, radius, start, angle, pieces)
