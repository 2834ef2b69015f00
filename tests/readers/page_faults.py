"""What is wrong with a printed page, read back by pdfium, which has written none of it.

Faults are found by what the page shows: letters by the boxes of their ink, lines by the ink of their strokes, cuts by the
ticks that point at them. Nothing is asked of the drawings that the pages were made of. Millimeters, origin top left, y down.

A miniature, a picture of a card or a chit at a reduced size, is marked in the file (`/Miniature BMC`): its letters may be as
small and as near to its own lines as they come, but not to lines of others.
"""

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium

from tests.readers.pdf_marks import Matrix, times

MM = 25.4 / 72
CLEAR = 0.8  # between letters and any line or cut
RING = 0.3  # between letters and the outline of the filled sign that they stand in
LEAST_POINTS = 6.0
LEAST_LINE_POINTS = 0.25
LETTER_PART = 0.35  # of its em, which a letter is high; no page is so many units of its own
LEAST_MARGIN = 5.0
ROUNDING = 0.02  # a file has three decimals or less
THIN = 0.8  # a filled shape no wider is a line
WHITE = 245  # a line as light as this shows on no paper
PARTS = np.linspace(0, 1, 7)[1:]  # where a curve is cut into straight pieces
STEPS = np.stack([(1 - PARTS) ** 3, 3 * PARTS * (1 - PARTS) ** 2, 3 * PARTS**2 * (1 - PARTS), PARTS**3], axis=1)

Polygon = np.ndarray  # n x 2


@dataclass(frozen=True)
class Fault:
    """`kind` is line, cut, small, overlap or margin; `measure` is in millimeters, for small in points."""

    kind: str
    page: int
    text: str
    measure: float
    where: tuple[float, float]
    other: str = ""

    def __str__(self) -> str:
        words = {
            "line": "{0:.2f} mm from a line", "cut": "{0:.2f} mm from a cut", "small": "{0:.2f} points", "overlap": "overlap by {0:.2f} mm:",
            "margin": "{0:.2f} mm from the paper's edge",
        }[self.kind].format(self.measure)  # fmt: skip
        x, y = self.where
        return f"page {self.page}, ({x:.1f}, {y:.1f}): {self.text!r} {words} {self.other}".rstrip()


@dataclass(frozen=True)
class Line:
    """Text that was shown in one go; `boxes` are its letters' ink, n x (left, top, right, bottom). `halo` is how far
    the paper's color round it reaches, which covers what was painted before.
    """

    text: str
    points: float
    font: str
    boxes: np.ndarray
    order: int
    miniature: bool
    halo: float = 0.0

    @property
    def box(self) -> tuple[float, float, float, float]:
        return (*self.boxes[:, :2].min(axis=0), *self.boxes[:, 2:].max(axis=0))


@dataclass(frozen=True)
class Paint:
    """A path: what it fills, what it strokes, where it is cut off. `order` counts what the page paints. `points` is the em of
    a letter that is drawn as a shape, in thousandths of its em, and 0 for all that is drawn in millimeters.
    """

    polygons: tuple[Polygon, ...]
    fill: tuple[int, ...] | None
    stroke: tuple[int, ...] | None
    width: float
    order: int
    clips: tuple[tuple[Polygon, ...], ...] = ()
    miniature: bool = False
    points: float = 0.0

    @property
    def box(self) -> tuple[float, float, float, float]:
        every = np.vstack(self.polygons)
        return (*every.min(axis=0), *every.max(axis=0))

    @property
    def pieces(self) -> np.ndarray:
        """Its straight pieces, n x (x, y, x, y)."""
        return np.vstack([np.hstack([ends[:-1], ends[1:]]) for ends in self.polygons])


@dataclass(frozen=True)
class FinishedPage:
    width: float
    height: float
    lines: list[Line]
    paints: list[Paint] = field(repr=False)


def read_finished(data: bytes) -> list[FinishedPage]:
    with pypdfium2.PdfDocument(data) as pdf:
        return [_Reader(page).read() for page in pdf]


class _Reader:
    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self.page = page
        self.width, self.height = page.get_width() * MM, page.get_height() * MM
        self.paints: list[Paint] = []
        self.texts: dict[int | None, tuple[int, bool, tuple]] = {}
        self.halos: list[tuple[tuple[float, ...], float]] = []
        self.order = 0

    def read(self) -> FinishedPage:
        upright = (MM, 0.0, 0.0, -MM, 0.0, self.height)
        count = pdfium.FPDFPage_CountObjects(self.page.raw)
        self._walk(lambda index: pdfium.FPDFPage_GetObject(self.page.raw, index), count, upright, (), False)
        return FinishedPage(self.width, self.height, list(self._lines()), self.paints)

    def _walk(self, get: Callable, count: int, matrix: Matrix, clips: tuple, miniature: bool) -> None:
        for index in range(count):
            self.order += 1
            item = get(index)
            kind, small = pdfium.FPDFPageObj_GetType(item), miniature or _is_miniature(item)
            if kind == pdfium.FPDF_PAGEOBJ_FORM:
                get_inside, inside = partial(pdfium.FPDFFormObj_GetObject, item), pdfium.FPDFFormObj_CountObjects(item)
                own = times(matrix, _matrix(item))
                self._walk(get_inside, inside, own, clips + _clips(item, matrix), small)
            elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
                self.texts[_address(item)] = self.order, small, clips + _clips(item, matrix)
                self._halo(item, matrix)
            elif kind == pdfium.FPDF_PAGEOBJ_PATH:
                self._path(item, matrix, clips + _clips(item, matrix), small)

    def _halo(self, item, matrix: Matrix) -> None:
        """A text of outlines as light as paper is the halo of the one that comes next."""
        if pdfium.FPDFTextObj_GetTextRenderMode(item) != pdfium.FPDF_TEXTRENDERMODE_STROKE:
            return
        if min(_color(item, pdfium.FPDFPageObj_GetStrokeColor)[:3]) > WHITE:
            width = ctypes.c_float()
            pdfium.FPDFPageObj_GetStrokeWidth(item, width)
            own = times(matrix, _matrix(item))
            reach = width.value * (own[2] ** 2 + own[3] ** 2) ** 0.5 / 2
            self.halos.append(((own[4], own[5]), reach))

    def _path(self, item, matrix: Matrix, clips: tuple, miniature: bool) -> None:
        fills, strokes = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(item, fills, strokes)
        own = times(matrix, _matrix(item))
        count = pdfium.FPDFPath_CountSegments(item)
        polygons = _flatten(count, lambda i: pdfium.FPDFPath_GetPathSegment(item, i), own)
        if not polygons or not (fills.value or strokes.value):
            return
        width = ctypes.c_float()
        pdfium.FPDFPageObj_GetStrokeWidth(item, width)
        scale = abs(own[0] * own[3] - own[1] * own[2]) ** 0.5
        fill = _color(item, pdfium.FPDFPageObj_GetFillColor) if fills.value else None
        stroke = _color(item, pdfium.FPDFPageObj_GetStrokeColor) if strokes.value else None
        high, em = float(np.ptp(np.vstack(polygons)[:, 1])), 1000 * (own[2] ** 2 + own[3] ** 2) ** 0.5
        points = em / MM if high > LETTER_PART * em else 0.0
        drawn = width.value * scale if stroke else 0.0
        self.paints.append(Paint(polygons, fill, stroke, drawn, self.order, clips, miniature, points))

    def _lines(self) -> Iterator[Line]:
        """In the order in which the file shows them. What pdfium adds, such as a blank at a line's end, is not in it."""
        held = self.page.get_textpage()  # closed as soon as nobody holds it
        page = held.raw
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        matrix = pdfium.FS_MATRIX()
        found: dict[int | None, tuple[float, str, list[str], list[tuple[float, ...]]]] = {}
        for index in range(pdfium.FPDFText_CountChars(page)):
            if pdfium.FPDFText_IsGenerated(page, index):
                continue
            key = _address(pdfium.FPDFText_GetTextObject(page, index))
            if key not in found:
                pdfium.FPDFText_GetMatrix(page, index, matrix)
                scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
                found[key] = pdfium.FPDFText_GetFontSize(page, index) * scale, _font(page, index), [], []
            letter = chr(pdfium.FPDFText_GetUnicode(page, index))
            found[key][2].append(letter)
            if letter.strip():
                pdfium.FPDFText_GetCharBox(page, index, left, right, bottom, top)
                box = left.value * MM, self.height - top.value * MM, right.value * MM, self.height - bottom.value * MM
                found[key][3].append(box)
        for key, (points, font, letters, boxes) in found.items():
            order, miniature, clips = self.texts.get(key, (0, False, ()))
            if len(seen := _clipped(np.array(boxes).reshape(-1, 4), clips)):
                line = Line("".join(letters), points, font, seen, order, miniature)
                left_, top_, right_, bottom_ = line.box
                halo = [r for (x, y), r in self.halos if left_ - 2 < x < right_ + 2 and top_ - 2 < y < bottom_ + 2]
                yield replace(line, halo=max(halo, default=0.0))
        held.close()


def _address(item) -> int | None:
    return ctypes.cast(item, ctypes.c_void_p).value


def _font(page, index: int) -> str:
    name = ctypes.create_string_buffer(120)
    pdfium.FPDFText_GetFontInfo(page, index, name, 120, None)
    return name.value.decode()


def _is_miniature(item) -> bool:
    name, size = ctypes.create_string_buffer(64), ctypes.c_ulong()
    for index in range(pdfium.FPDFPageObj_CountMarks(item)):
        mark = pdfium.FPDFPageObj_GetMark(item, index)
        words = ctypes.cast(name, ctypes.POINTER(pdfium.FPDF_WCHAR))
        pdfium.FPDFPageObjMark_GetName(mark, words, 64, size)
        if name.raw[: size.value].decode("utf-16-le").rstrip("\0") == "Miniature":
            return True
    return False


def _matrix(item) -> Matrix:
    m = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, m)
    return m.a, m.b, m.c, m.d, m.e, m.f


def _color(item, get: Callable) -> tuple[int, ...]:
    parts = [ctypes.c_uint() for _ in range(4)]
    get(item, *parts)
    return tuple(part.value for part in parts)


def _clips(item, matrix: Matrix) -> tuple[tuple[Polygon, ...], ...]:
    clip = pdfium.FPDFPageObj_GetClipPath(item)
    found = []
    for path in range(max(0, pdfium.FPDFClipPath_CountPaths(clip)) if clip else 0):
        count = pdfium.FPDFClipPath_CountPathSegments(clip, path)
        found.append(_flatten(count, partial(pdfium.FPDFClipPath_GetPathSegment, clip, path), matrix))
    return tuple(found)


def _clipped(boxes: np.ndarray, clips: Sequence[Sequence[Polygon]]) -> np.ndarray:
    """What is to be seen of letters; those that are cut away as a whole are not in it. Clips count as their boxes."""
    for clip in clips:
        if clip:
            every = np.vstack(clip)
            seen = np.maximum(boxes[:, :2], every.min(axis=0)), np.minimum(boxes[:, 2:], every.max(axis=0))
            boxes = np.hstack(seen)
            boxes = boxes[(boxes[:, :2] < boxes[:, 2:]).all(axis=1)]
    return boxes


def _flatten(count: int, get: Callable, m: Matrix) -> tuple[Polygon, ...]:
    x, y = ctypes.c_float(), ctypes.c_float()
    found: list[list[tuple[float, float]]] = []
    handles: list[tuple[float, float]] = []
    for index in range(count):
        piece = get(index)
        pdfium.FPDFPathSegment_GetPoint(piece, x, y)
        point = m[0] * x.value + m[2] * y.value + m[4], m[1] * x.value + m[3] * y.value + m[5]
        kind = pdfium.FPDFPathSegment_GetType(piece)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            found.append([point])
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            found[-1].append(point)
        else:
            handles.append(point)
            if len(handles) == 3:
                found[-1] += _curve(found[-1][-1], *handles)
                handles = []
        if pdfium.FPDFPathSegment_GetClose(piece) and found[-1][-1] != found[-1][0]:
            found[-1].append(found[-1][0])
    return tuple(np.array(ends) for ends in found if len(ends) > 1)


def _curve(*points: tuple[float, float]) -> list[tuple[float, float]]:
    """Points of a Bezier curve, without its first."""
    return [(x, y) for x, y in (STEPS @ points).tolist()]


# What is wrong


def find_faults(page: FinishedPage, number: int = 1, faces: bool = False, bleed: float = 0.0) -> list[Fault]:
    """`faces` says that ticks in the margins cut playing cards out. Numerals and letters in the shapes of a face are
    judged where faces are; here they keep away from the cuts, and sentences on a card from its lines, too. Areas go on
    for `bleed` beyond what is cut out, so they may be so much nearer to the paper's edge; lines and letters may not.
    """
    cuts = find_cuts(page)
    faults = [*_small(page, number), *_overlaps(page, number), *_margins(page, number, bleed)]
    faults += _near_lines(page, number, cuts.block if cuts and faces else None)
    if cuts:
        faults += _near_cuts(page, number, cuts)
    return faults


def find_fine_print(page: FinishedPage) -> tuple[list[float], list[float]]:
    """In points: letters, those of miniatures and those drawn as shapes too, that are too small to read, and lines that are
    too thin to be printed.
    """
    letters = [line.points for line in page.lines] + [paint.points for paint in page.paints if paint.points]
    lines = [paint.width / MM for paint in page.paints if paint.stroke]
    return (
        [points for points in letters if points < LEAST_POINTS - ROUNDING],
        [points for points in lines if points < LEAST_LINE_POINTS],
    )


def faults_of(data: bytes, faces: bool = False, bleed: float = 0.0) -> list[Fault]:
    pages = enumerate(read_finished(data), 1)
    return [fault for number, page in pages for fault in find_faults(page, number, faces, bleed)]


def _fault(kind: str, number: int, line: Line, measure: float, other: str = "") -> Fault:
    return Fault(kind, number, line.text, float(measure), (float(line.box[0]), float(line.box[1])), other)


def _small(page: FinishedPage, number: int) -> list[Fault]:
    small = (line for line in page.lines if not line.miniature and line.points < LEAST_POINTS - ROUNDING)
    return [_fault("small", number, line, line.points) for line in small]


def _overlaps(page: FinishedPage, number: int) -> list[Fault]:
    """Two letters of different texts whose ink boxes share more than a hair both ways."""
    faults = []
    boxes = np.array([line.box for line in page.lines]).reshape(-1, 4)
    for index, line in enumerate(page.lines):
        rest = boxes[index + 1 :]
        met = (rest[:, :2] < boxes[index, 2:]).all(axis=1) & (rest[:, 2:] > boxes[index, :2]).all(axis=1)
        for other in np.nonzero(met)[0] + index + 1:
            that = page.lines[other]
            if line.miniature and that.miniature:
                continue
            one, two = line.boxes[:, None], that.boxes[None]
            across = np.minimum(one[..., 2], two[..., 2]) - np.maximum(one[..., 0], two[..., 0])
            down = np.minimum(one[..., 3], two[..., 3]) - np.maximum(one[..., 1], two[..., 1])
            shared = np.minimum(across, down).max()
            if shared > 0.05:
                faults.append(_fault("overlap", number, line, shared, repr(that.text)))
    return faults


def _margins(page: FinishedPage, number: int, bleed: float) -> list[Fault]:
    """Letters and lines near the paper's edge. What reaches the edge is meant to be cut off there: bleed, or a cut."""
    faults = []
    for line in page.lines:
        left, top, right, bottom = line.box
        margin = min(left, top, page.width - right, page.height - bottom)
        if margin < LEAST_MARGIN - ROUNDING:
            faults.append(_fault("margin", number, line, margin))
    for paint in page.paints:
        if paint.clips:  # a picture cut to its bleed: a back, a cover
            continue
        if all(color is None or min(color[:3]) > WHITE for color in (paint.fill, paint.stroke)):
            continue
        left, top, right, bottom = _inked(paint)
        margins = [left, top, page.width - right, page.height - bottom]
        closest = min((margin for margin in margins if margin > 0.1), default=LEAST_MARGIN)
        least = LEAST_MARGIN - (bleed if paint.stroke is None else 0.0)
        if closest < least - ROUNDING:
            faults.append(Fault("margin", number, "", float(closest), (float(left), float(top)), "something drawn"))
    return faults


def _inked(paint: Paint) -> tuple[float, float, float, float]:
    """The box of a path with its line's width; a line ends where it ends, without a cap."""
    if paint.stroke is None:
        return paint.box
    pieces = paint.pieces
    along = pieces[:, 2:] - pieces[:, :2]
    beside = paint.width / 2 * np.abs(along[:, ::-1]) / np.maximum(np.hypot(along[:, :1], along[:, 1:]), 1e-9)
    ends = np.vstack([pieces[:, :2] - beside, pieces[:, :2] + beside, pieces[:, 2:] - beside, pieces[:, 2:] + beside])
    return (*ends.min(axis=0), *ends.max(axis=0))


@dataclass(frozen=True)
class Cuts:
    """Where ticks in opposite margins say that the paper is cut, and the rectangle that all cuts enclose."""

    across: tuple[float, ...]  # x of those that go down the page
    down: tuple[float, ...]

    @property
    def block(self) -> tuple[float, float, float, float]:
        return min(self.across), min(self.down), max(self.across), max(self.down)


def find_cuts(page: FinishedPage) -> Cuts | None:
    """One path of nothing but short straight strokes both ways, each with another in line at the page's far side."""
    for paint in page.paints:
        if paint.stroke is None or paint.fill is not None:
            continue
        ends: tuple[dict[float, list[float]], ...] = ({}, {})
        for x0, y0, x1, y1 in paint.pieces.tolist():
            if abs(x0 - x1) < 0.02 and 0.3 < abs(y0 - y1) <= 6:
                ends[0].setdefault(round(x0, 1), []).append(y0)
            elif abs(y0 - y1) < 0.02 and 0.3 < abs(x0 - x1) <= 6:
                ends[1].setdefault(round(y0, 1), []).append(x0)
            else:
                break
        else:
            cuts = [sorted(at for at, along in way.items() if max(along) - min(along) > 50) for way in ends]
            if all(cuts) and all(len(way) == len(found) for way, found in zip(ends, cuts, strict=True)):
                return Cuts(*map(tuple, cuts))
    return None


def _near_cuts(page: FinishedPage, number: int, cuts: Cuts) -> list[Fault]:
    faults = []
    left, top, right, bottom = cuts.block
    for line in page.lines:
        for x0, y0, x1, y1 in line.boxes:
            if not (left < (x0 + x1) / 2 < right and top < (y0 + y1) / 2 < bottom):
                continue
            ways = [max(at - x1, x0 - at) for at in cuts.across] + [max(at - y1, y0 - at) for at in cuts.down]
            if min(ways) < CLEAR - ROUNDING:
                faults.append(_fault("cut", number, line, min(ways)))
                break
    return faults


def _near_lines(page: FinishedPage, number: int, faces: tuple[float, float, float, float] | None) -> list[Fault]:
    """For each text the nearest line that shows, where it is too near. In `faces` only lines that go beyond count."""
    drawn = [paint for paint in map(_as_line, page.paints) if paint is not None]
    if not drawn or not page.lines:
        return []
    pieces = np.vstack([paint.pieces for paint in drawn])
    owner = np.repeat(np.arange(len(drawn)), [len(paint.pieces) for paint in drawn])
    half = np.array([paint.width / 2 for paint in drawn])[owner]
    reach = CLEAR + half
    low, high = np.minimum(pieces[:, :2], pieces[:, 2:]), np.maximum(pieces[:, :2], pieces[:, 2:])
    fills = [paint for paint in page.paints if paint.fill is not None]
    covers = np.array([(*paint.box, paint.order) for paint in fills]).reshape(-1, 5)
    faults = []
    for line in page.lines:
        near = (low - reach[:, None] < line.box[2:]) & (high + reach[:, None] > line.box[:2])
        at_hand = np.nonzero(near.all(axis=1))[0]
        found = list(_candidates(line, pieces[at_hand], half[at_hand], owner[at_hand]))
        for distance, index, point in sorted(found, key=lambda each: each[0]):
            paint = drawn[index]
            if line.halo and paint.order < line.order:
                distance = max(distance, line.halo)
                if distance >= CLEAR - ROUNDING:
                    continue
            if faces and line.font.startswith("Rubik") and _within(line.box, faces) and _within(paint.box, faces):
                continue
            if (line.miniature and paint.miniature) or (_encloses(paint, line) and distance >= RING):
                continue
            if _apart(_seen(paint), line.box) >= CLEAR - ROUNDING:  # a wide stroke that a clip cuts off
                continue
            if _shows(paint, point, fills, covers):
                faults.append(_fault("line", number, line, distance, "at ({:.1f}, {:.1f})".format(*point)))
                break
    return faults


def _seen(paint: Paint) -> tuple[float, float, float, float]:
    """The box of what its clips leave of a path's ink."""
    boxes = [_inked(paint), *((*every.min(axis=0), *every.max(axis=0)) for every in map(np.vstack, paint.clips))]
    left, top, right, bottom = zip(*boxes, strict=True)
    return max(left), max(top), min(right), min(bottom)


def _apart(box: Sequence[float], other: Sequence[float]) -> float:
    """The gap between two boxes, 0 where they meet."""
    across = max(box[0] - other[2], other[0] - box[2], 0.0)
    down = max(box[1] - other[3], other[1] - box[3], 0.0)
    return float(np.hypot(across, down))


def _as_line(paint: Paint) -> Paint | None:
    """A stroke, or a filled shape as thin as one, that is not as light as paper."""
    if paint.stroke is not None:
        return paint if min(paint.stroke[:3]) <= WHITE and paint.stroke[3] else None
    left, top, right, bottom = paint.box
    thin = min(right - left, bottom - top) < THIN < max(right - left, bottom - top) / 4
    return paint if thin and min(paint.fill[:3]) <= WHITE else None  # type: ignore[index]


def _candidates(line: Line, pieces, half, owner) -> Iterator[tuple[float, int, tuple[float, float]]]:
    """(distance of the ink, index of the paint, the line's nearest point) for each letter and line that are too near."""
    if not len(pieces):
        return
    for box in line.boxes:
        distances, points = _distances(box, pieces)
        for index in np.nonzero(distances - half < CLEAR - ROUNDING)[0]:
            yield float(distances[index] - half[index]), int(owner[index]), tuple(points[index].tolist())


def _distances(box: Sequence[float], pieces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """From a rectangle to straight pieces, with the point of each that is nearest."""
    start, along = pieces[:, :2], pieces[:, 2:] - pieces[:, :2]
    squared = np.maximum((along**2).sum(axis=1), 1e-12)
    corners = np.array([(box[x], box[y]) for x in (0, 2) for y in (1, 3)])
    parts = [np.zeros(len(pieces)), np.ones(len(pieces))]
    parts += [np.clip(((corner - start) * along).sum(axis=1) / squared, 0, 1) for corner in corners]
    # where the piece enters the rectangle's sides, for those that cross it
    for axis in (0, 1):
        moving = np.where(np.abs(along[:, axis]) < 1e-12, 1e-12, along[:, axis])
        parts += [np.clip((edge - start[:, axis]) / moving, 0, 1) for edge in (box[axis], box[axis + 2])]
    points = np.array([start + along * part[:, None] for part in parts])
    beyond = np.maximum(np.maximum(np.array(box[:2]) - points, points - np.array(box[2:])), 0)
    distances = np.hypot(beyond[..., 0], beyond[..., 1])
    best = distances.argmin(axis=0)
    every = np.arange(len(pieces))
    return distances[best, every], points[best, every]


def _within(box: Sequence[float], outer: Sequence[float]) -> bool:
    return all(box[i] >= outer[i] - 0.3 and box[i + 2] <= outer[i + 2] + 0.3 for i in (0, 1))


def _shows(paint: Paint, point: tuple[float, float], fills: Sequence[Paint], covers: np.ndarray) -> bool:
    """Whether a line is to be seen at a point: not cut off there, and nothing laid over it."""
    if not all(_inside(point, clip) for clip in paint.clips):
        return False
    over = (covers[:, 4] > paint.order) & (covers[:, :2] <= point).all(axis=1) & (covers[:, 2:4] >= point).all(axis=1)
    laid_over = (fills[index] for index in np.nonzero(over)[0])
    return not any(all(_inside(point, area) for area in (fill.polygons, *fill.clips)) for fill in laid_over)


def _encloses(paint: Paint, line: Line) -> bool:
    """Whether the text stands in the sign whose outline the stroke is: its own background's edge."""
    left, top, right, bottom = line.box
    x, y = (left + right) / 2, (top + bottom) / 2
    ends = ((left, y), (right, y), (x, top), (x, bottom))
    return paint.fill is not None and all(_inside(end, paint.polygons) for end in ends)


def _inside(point: tuple[float, float], polygons: Sequence[Polygon]) -> bool:
    x, y = point
    odd = False
    for ends in polygons:
        (low_x, low_y), (high_x, high_y) = ends.min(axis=0), ends.max(axis=0)
        if not (low_x <= x <= high_x and low_y <= y <= high_y):
            continue
        for (ax, ay), (bx, by) in pairwise([*ends.tolist(), ends[0].tolist()]):
            if (ay > y) != (by > y) and ax + (y - ay) * (bx - ax) / (by - ay) > x:
                odd = not odd
    return odd
