"""Path data and matrices, in millimeters with y down.

A path is a string of absolute commands, as SVG writes them, but only `M x y`, `L x y`,
`C x1 y1 x2 y2 x y` and `Z`, separated by single spaces: every renderer can read that in a line.
A rectangle is a `Rect`. A matrix is `(a, b, c, d, e, f)`: x' = a x + c y + e, y' = b x + d y + f, as SVG and PDF have it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import groupby

from tt_print.records import dataclass

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)

# A cubic with this handle stays within 0.03 % of a quarter circle.
QUARTER = 0.5522847498


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle by its top left corner and its size, in millimeters with y down.

    Where numbers are pixels, the name of the variable says so. `Rect.from_edges` makes one of four edges.
    """

    left: float
    top: float
    width: float
    height: float

    @classmethod
    def from_edges(cls, left: float, top: float, right: float, bottom: float) -> Rect:
        return cls(left, top, right - left, bottom - top)

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def center(self) -> Point:
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """left, top, right, bottom: for libraries that want them so."""
        return self.left, self.top, self.right, self.bottom

    def path(self, radius: float = 0) -> str:
        """As path data, its corners rounded by `radius`."""
        return rectangle(self.left, self.top, self.width, self.height, radius)

    def inset(self, by: float) -> Rect:
        """Smaller by so much on each side; larger where `by` is negative, as for a bleed."""
        return Rect(self.left + by, self.top + by, self.width - 2 * by, self.height - 2 * by)

    def moved(self, x: float, y: float) -> Rect:
        return Rect(self.left + x, self.top + y, self.width, self.height)

    def contains(self, other: Rect, slack: float = 0.0) -> bool:
        """Whether `other` lies within, or sticks out by no more than `slack`."""
        return (
            other.left >= self.left - slack
            and other.top >= self.top - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )


@lru_cache(maxsize=65536)  # of the figures in a deck or a book nine in ten come again
def number(value: float) -> str:
    """A millimeter figure to the micrometer, in the shortest form: `0.5`, `-3`, `12.345`."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def exact_number(value: float) -> str:
    """To the sixth place, for the factors of a matrix: one may multiply 400 mm."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


def path(*commands: object) -> str:
    """Path data from letters and figures: `path("M", 0, 0, "L", 3, 4, "Z")`."""
    return " ".join(part if isinstance(part, str) else number(part) for part in commands)


def polygon(points: Iterable[Point], closed: bool = True) -> str:
    (x, y), *rest = points
    return path("M", x, y, *(part for p in rest for part in ("L", *p)), *(("Z",) if closed else ()))


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    return path("M", x1, y1, "L", x2, y2)


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0) -> str:
    """A rectangle from its top left corner, its corners rounded by `radius`."""
    r = min(radius, width / 2, height / 2)
    x2, y2 = x + width, y + height
    if r <= 0:
        return polygon([(x, y), (x2, y), (x2, y2), (x, y2)])
    k = r * (1 - QUARTER)
    return path(
        "M", x + r, y, "L", x2 - r, y, "C", x2 - k, y, x2, y + k, x2, y + r,
        "L", x2, y2 - r, "C", x2, y2 - k, x2 - k, y2, x2 - r, y2,
        "L", x + r, y2, "C", x + k, y2, x, y2 - k, x, y2 - r,
        "L", x, y + r, "C", x, y + k, x + k, y, x + r, y, "Z",
    )  # fmt: skip


def circle(x: float, y: float, radius: float) -> str:
    """A circle of four cubic arcs, which stay within 0.03% of it."""
    return path("M", x + radius, y, *arc(x, y, radius, 0.0, 2 * math.pi, 4), "Z")


def arc(x: float, y: float, radius: float, start: float, angle: float, pieces: int) -> list[object]:
    """The arc about (x, y) from `start` on by `angle`, clockwise where it is positive, as so many `C` commands for
    `path`. Angles are in radians from the right; a piece should be no more than a quarter circle.
    """
    step = angle / pieces
    handle = radius * 4 / 3 * math.tan(step / 4)
    parts: list[object] = []
    for i in range(pieces):
        a, b = start + i * step, start + (i + 1) * step
        parts += ["C", x + radius * math.cos(a) - handle * math.sin(a), y + radius * math.sin(a) + handle * math.cos(a)]
        parts += [x + radius * math.cos(b) + handle * math.sin(b), y + radius * math.sin(b) - handle * math.cos(b)]
        parts += [x + radius * math.cos(b), y + radius * math.sin(b)]
    return parts


def star(x: float, y: float, radius: float, points: int = 5, waist: float = 0.4) -> str:
    """A star with one point upward; `waist` is the inner radius as a part of the outer."""
    corners = []
    for i in range(2 * points):
        r, turn = (radius if i % 2 == 0 else radius * waist), math.pi * i / points
        corners.append((x + r * math.sin(turn), y - r * math.cos(turn)))
    return polygon(corners)


def smooth_loop(points: Sequence[Point], tension: float) -> str:
    """A closed curve through `points`; `tension` is how far a handle reaches toward the next but one."""
    n = len(points)
    parts: list[object] = ["M", *points[0]]
    for i in range(n):
        (ax, ay), (bx, by) = points[i - 1], points[i]
        (cx, cy), (dx, dy) = points[(i + 1) % n], points[(i + 2) % n]
        parts += ["C", bx + (cx - ax) * tension, by + (cy - ay) * tension]
        parts += [cx - (dx - bx) * tension, cy - (dy - by) * tension, cx, cy]
    return path(*parts, "Z")


def compose(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that does `inner` first and then `outer`."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def invert(matrix: Matrix) -> Matrix:
    """The matrix that takes back what this one does."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    return (d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)


def shift(x: float, y: float) -> Matrix:
    return (1, 0, 0, 1, x, y)


def scale(factor: float, x: float = 0, y: float = 0) -> Matrix:
    """Scales about the origin, then moves the origin to (x, y)."""
    return (factor, 0, 0, factor, x, y)


def rotate(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    """Clockwise about the origin, which comes to (x, y). With `shift` before it about any other point."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (cos, sin, -sin, cos, x, y)


def half_turn(width: float, height: float) -> Matrix:
    """Half a turn about the middle of a `width` x `height` card."""
    return (-1, 0, 0, -1, width, height)


def quarter_turn(x: float, y: float) -> Matrix:
    """A quarter turn clockwise about the origin, then the origin to (x, y)."""
    return (0, 1, -1, 0, x, y)


def apply(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


_TOKEN = re.compile(r"([MLCQZ])|(-?[\d.]+)")


@cache
def segments(d: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Path data taken apart: `(("M", (x, y)), ("C", (x1, y1, x2, y2, x, y)), ("Z", ()))`; also the `Q` of letters."""
    found: list[tuple[str, list[float]]] = []
    for letter, figure in _TOKEN.findall(d):
        if letter:
            found.append((letter, []))
        else:
            found[-1][1].append(float(figure))
    return tuple((letter, tuple(figures)) for letter, figures in found)


def transform(d: str, matrix: Matrix, places: int = 3) -> str:
    """The path with each of its points, handles too, moved by the matrix and rounded."""
    parts: list[object] = []
    for letter, figures in segments(d):
        parts.append(letter)
        for i in range(0, len(figures), 2):
            parts += (round(v, places) for v in apply(matrix, figures[i], figures[i + 1]))
    return path(*parts)


@cache
def bounds(d: str) -> Rect:
    """Round all points and handles: never less than what the path covers."""
    points = [p for _, figures in segments(d) for p in zip(figures[::2], figures[1::2], strict=True)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Rect.from_edges(min(xs), min(ys), max(xs), max(ys))


@cache
def place_shape(d: str, x: float, y: float, factor: float) -> str:
    """A unit shape about the origin, scaled and moved to (x, y), to the hundredth of a millimeter: finer
    than any printer, and a tenth off the size of a file.
    """
    return transform(d, scale(factor, x, y), 2)


# ---------------------------------------------------------------- outline

# Lines that a machine or a hand cuts or creases: straight pieces and circular arcs, in millimeters with y down.


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


# ---------------------------------------------------------------- QR codes

QUIET = 4  # modules of white round a QR code (ISO/IEC 18004, 9.1)
SCREEN_QUIET = 3  # phones take it, and 33 modules then fit a window of 40 columns
BLOCKS = {(1, 1): " ", (0, 1): "▀", (1, 0): "▄", (0, 0): "█"}  # a block is a light module: for dark screens


def qr_modules(content: str, error: str, border: int = 0) -> list[list[int]]:
    """Rows of 1 for dark and 0 for light, `border` light ones around. `error` is how much may be damaged: l, m, q or h."""
    import segno

    code = segno.make(content, error=error, boost_error=False, micro=False)
    return [[*row] for row in code.matrix_iter(border=border)]


def qr_path(content: str, side: float) -> str:
    """A QR code as one path of squares, its quiet zone within the side."""
    modules = qr_modules(content, "m", QUIET)
    size, squares = side / len(modules), list[str]()
    for row, cells in enumerate(modules):
        column = 0
        for is_dark, run in groupby(cells):  # runs, so that no seam shows between two squares
            width = len([*run])
            squares += [rectangle(column * size, row * size, width * size, size)] if is_dark else []
            column += width
    return " ".join(squares)


def qr_blocks(content: str) -> list[str]:
    """Lines of half blocks, two rows of modules each."""
    modules = qr_modules(content, "l", SCREEN_QUIET)  # an odd number of rows
    lower = [*modules[1::2], [0] * len(modules)]
    pairs = (zip(*rows, strict=True) for rows in zip(modules[::2], lower, strict=True))
    return ["".join(BLOCKS[pair] for pair in row) for row in pairs]
