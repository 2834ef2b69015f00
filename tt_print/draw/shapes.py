"""The few kinds of thing that a picture is made of.

Everything is frozen and in millimeters, origin top left, y down. Painters work in order: later
items lie on top. A renderer knows these and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tt_print.draw.geometry import IDENTITY, Matrix, Rect, compose


@dataclass(frozen=True, slots=True)
class Ink:
    """A color twice: as the screen and a home printer want it, and as a press does.

    `rgb` is `#RRGGBB` in sRGB; `cmyk` is in percent and is never converted from `rgb`: without one, None, the
    ink cannot go to a press. `spot` is the name of a plate of its own, which `cmyk` shows where there is none.
    `name` says where a theme defines it, for messages.
    """

    rgb: str
    cmyk: tuple[float, float, float, float] | None
    spot: str = ""
    name: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Path:
    """Path data (see `geometry`), filled, stroked or both; the stroke is painted over the fill."""

    d: str
    fill: Ink | None = None
    stroke: Ink | None = None
    width_mm: float = 0.0
    cap: str = "butt"  # or "round"
    join: str = "round"  # or "miter"
    dash_mm: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text. (x_mm, y_mm) is where its baseline starts, has its middle, or ends.

    `size_mm` is the em. `stretch` below 1 narrows the letters, `tracking_mm` goes after each letter
    but the last. A `halo` of `halo_mm` lies round and under the letters. There is no kerning: every
    renderer places letters by their advance alone.
    """

    x_mm: float
    y_mm: float
    string: str
    font: str
    size_mm: float
    fill: Ink
    anchor: str = "start"  # or "middle", "end"
    stretch: float = 1.0
    tracking_mm: float = 0.0
    halo: Ink | None = None
    halo_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Samples:
    """Pixels, row by row from the top left. `space` is "gray", "rgb" (sRGB) or "cmyk" (0 no ink), 8 bits a part; `packing` is
    "raw", nothing between rows, or "jpeg".
    """

    width_px: int
    height_px: int
    space: str
    packing: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Bitmap:
    """Pixels, opaque, stretched over a rectangle: twice, as an `Ink` is. Without `press`, None, it cannot go to a press.

    `fullest` are the four inks, 0 to 1, of the pixel that takes most ink there.
    """

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    screen: Samples
    press: Samples | None = None
    fullest: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Items moved by `matrix`, and cut to `clip` (path data in the items' own coordinates).

    Groups that share one `items` tuple are one thing drawn several times; a renderer may store it once. `element` is what
    the items are to a reader that reads aloud (see `structure`); to the eye it makes no difference. A `miniature` is a
    picture of something larger, whose letters are not there to be read; a PDF says so.
    """

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: str | None = None
    element: Element | None = None
    miniature: bool = False

    def moved(self, matrix: Matrix) -> Group:
        return Group(self.items, compose(matrix, self.matrix), self.clip, self.element, self.miniature)


Item = Path | Text | Bitmap | Group


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished picture. `title` and `description` are what a screen reader says."""

    width_mm: float
    height_mm: float
    items: tuple[Item, ...]
    title: str
    description: str = ""


# Pictures at a part of their size, of which everything can still be printed and read. Six points are the least that people read at
# arm's length; a quarter of a point is the least line that home printers and shops promise to print.

LEAST_EM_MM = 6 * 25.4 / 72
LEAST_LINE_MM = 0.095  # a little more, because files have few decimals


def reduced(items: tuple[Item, ...], factor: float) -> tuple[Item, ...]:
    """The items for a group that is scaled by `factor`: thin lines become wider, and letters that would be too small to
    read are left out. The millimeters stay those of the whole size.
    """
    kept: dict[tuple[int, float], tuple[Item, ...]] = {}
    return tuple(found for item in items if (found := _reduce(item, factor, kept)))


def _reduce(item: Item, factor: float, kept: dict[tuple[int, float], tuple[Item, ...]]) -> Item | None:
    if isinstance(item, Text):
        return item if item.size_mm * factor >= LEAST_EM_MM - 0.001 else None
    if isinstance(item, Path):
        is_thin = item.stroke and item.width_mm * factor < LEAST_LINE_MM
        return replace(item, width_mm=LEAST_LINE_MM / factor) if is_thin else item
    if isinstance(item, Group):
        a, b, c, d = item.matrix[:4]
        own = factor * abs(a * d - b * c) ** 0.5
        key = (id(item.items), own)
        if key not in kept:  # what groups share stays shared
            kept[key] = tuple(found for part in item.items if (found := _reduce(part, own, kept)))
        return replace(item, items=kept[key])
    return item


# ---------------------------------------------------------------- structure

# Pages that can be read aloud: pictures in pieces, each piece a part of the document's structure.
#
# A piece belongs to an `Element` (a paragraph, a figure), or to none: then it is decoration, which a screen reader
# passes over. Elements know their parents, so that a document's tree is what its pieces name, in the order in which
# they come first; one element may go on over several pages. A page of a booklet is drawn piece by piece
# (`ReadingPage`); in other drawings a `Group` with an element is a piece.


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """A part of the structure. `role` is one of PDF's standard types (ISO 32000-1, 14.8.4): H1, P, L, Figure ...

    `alt` says in words what a Figure shows, `text` what is written, where its letters do not say it themselves. `scope` is
    Column or Row for a TH; a TH or TD may span several columns or rows. `box_mm` is where a Figure is in the
    group that is marked with it.
    """

    role: str
    parent: Element | None = None
    alt: str = ""
    scope: str = ""
    text: str = ""
    column_span: int = 1
    row_span: int = 1
    box_mm: Rect | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """Items that are read in one go. `box_mm` is where a Figure or a Link lies; `target` is the key of the bookmark
    that a Link leads to.
    """

    items: tuple[Item, ...]
    element: Element | None = None
    box_mm: Rect | None = None
    target: str = ""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A line of the outline: level 0 is outermost. `y_mm` is where the page is shown from."""

    key: str
    title: str
    level: int = 0
    y_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class ReadingPage:
    """A page in pieces. `label` is its number as it is printed."""

    width_mm: float
    height_mm: float
    pieces: tuple[Piece, ...]
    label: str
    bookmarks: tuple[Bookmark, ...] = ()

    @property
    def drawing(self) -> Drawing:
        """The page as one picture, for printing."""
        return Drawing(
            self.width_mm, self.height_mm, tuple(i for piece in self.pieces for i in piece.items), self.label
        )
