"""Where things lie on the pages of a PDF, read from its operators by pikepdf: millimeters, origin top left, y down."""

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, lru_cache

import pikepdf

MM = 25.4 / 72
STROKES = ("S", "s", "B", "B*", "b", "b*")
FILLS = ("f", "F", "f*")
Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Mark:
    """A path that was filled or stroked, or that clips: its points (handles too), and the group it lies in.

    `subpaths` are the ends of its lines and curves, without handles; `stroke_mm` is 0 where it has no line. `group`
    tells one picture (`q ... Q`) on the page from another; 0 lies in none.
    """

    kind: str  # paint or clip
    operator: str
    points: tuple[Point, ...]
    subpaths: tuple[tuple[Point, ...], ...]
    stroke_mm: float
    group: int = 0

    @property
    def strokes(self) -> bool:
        return self.operator in STROKES

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """left, top, right, bottom without the width of the line."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def size(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return right - left, bottom - top


@dataclass(frozen=True)
class Said:
    """A line of text, where it starts, and its em in the coordinates that it is drawn in."""

    text: str
    x: float
    y: float
    size: float = 0.0


@dataclass(frozen=True)
class ReadPage:
    width: float
    height: float
    trim: tuple[float, float, float, float]
    marks: list[Mark]
    texts: list[Said]

    def clips(self) -> list[Mark]:
        return [mark for mark in self.marks if mark.kind == "clip"]


def cut_out(data: bytes, page: int) -> bytes:
    """A file of one page of another, counted as in a list: reading a whole book takes long."""
    file = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.pages[:] = [pdf.pages[page]]
        pdf.save(file)
    return file.getvalue()


@lru_cache(maxsize=16)
def read_pages(data: bytes) -> list[ReadPage]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return [_read(page) for page in pdf.pages]


def painted(page: pikepdf.Page) -> list[Mark]:
    """Every painted path of a page of an open file, those of forms too, in order."""
    return [mark for mark in _read(page).marks if mark.kind == "paint"]


def viewer_preferences(data: bytes) -> dict[str, str]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return {str(k): str(v) for k, v in pdf.Root.ViewerPreferences.items()}


def times(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def at(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def _read(page: pikepdf.Page) -> ReadPage:
    width, height = (float(v) * MM for v in page.mediabox[2:])
    left, bottom, right, top = (float(v) * MM for v in page.trimbox)
    reader = _Reader((MM, 0, 0, -MM, 0, height))
    reader.run(_instructions(page), page.get("/Resources"))
    paths, every = reader.paths, reader.paths + reader.text_paths
    shared = 0  # a page drawn through one matrix lies in a group of its own, which tells nothing
    while every and all(len(path) > shared and path[shared] == every[0][shared] for path in every):
        shared += 1
    marks = [
        replace(mark, group=path[shared] if len(path) > shared else 0)
        for mark, path in zip(reader.marks, paths, strict=True)
    ]
    return ReadPage(width, height, (left, height - top, right - left, top - bottom), marks, reader.texts)


class _Reader:
    def __init__(self, base: Matrix) -> None:
        self.matrix = base
        self.marks: list[Mark] = []
        self.texts: list[Said] = []
        self.stack: list[tuple[Matrix, float]] = []
        self.path: tuple[int, ...] = ()
        self.paths: list[tuple[int, ...]] = []
        self.text_paths: list[tuple[int, ...]] = []
        self.groups, self.width = 0, 1.0
        self.points: list[Point] = []
        self.subpaths: list[list[Point]] = []
        self.clip = False
        self.fonts: dict[str, dict[int, str]] = {}
        self.forms: dict[str, list] = {}

    def run(self, instructions, resources) -> None:  # noqa: C901  a branch for each operator
        for figures, operands, op in instructions:
            if op == "q":
                self.stack.append((self.matrix, self.width))
                self.groups += 1
                self.path += (self.groups,)
            elif op == "Q":
                self.matrix, self.width = self.stack.pop()
                self.path = self.path[:-1]
            elif op == "cm":
                self.matrix = times(self.matrix, figures)
            elif op == "w":
                self.width = figures[0]
            elif op in ("m", "l", "c"):
                placed = [at(self.matrix, x, y) for x, y in zip(figures[::2], figures[1::2], strict=True)]
                self.points += placed
                if op == "m":
                    self.subpaths.append([])
                self.subpaths[-1].append(placed[-1])
            elif op in ("W", "W*"):
                self.clip = True
            elif op == "n" or op in STROKES or op in FILLS:
                if self.points and (self.clip or op != "n"):
                    scale = abs(self.matrix[0] * self.matrix[3] - self.matrix[1] * self.matrix[2]) ** 0.5
                    stroke = self.width * scale if op in STROKES else 0.0
                    kind, ends = "clip" if self.clip else "paint", tuple(map(tuple, self.subpaths))
                    self.marks.append(Mark(kind, op, tuple(self.points), ends, stroke))
                    self.paths.append(self.path)
                self.points, self.subpaths, self.clip = [], [], False
            elif op == "re":
                raise NotImplementedError("the reader knows no rectangles; the writer wrote none so far")
            elif op == "Do":
                form = resources["/XObject"][str(operands[0])]
                saved = self.matrix, self.path
                if "/Matrix" in form:
                    self.matrix = times(self.matrix, tuple(float(v) for v in form["/Matrix"]))
                key = str(form.objgen)
                if key not in self.forms:
                    self.forms[key] = _instructions(form)
                self.run(self.forms[key], form.get("/Resources", resources))
                self.matrix, self.path = saved
            elif op == "Tf":
                self.font = self._letters(resources["/Font"][str(operands[0])])
                self.size = float(operands[1])
            elif op == "Tm":
                self.start = at(self.matrix, figures[4], figures[5])
                self.text = ""
            elif op == "Tj":
                self.text += "".join(self.font.get(code, "?") for code in bytes(operands[0]))
            elif op == "TJ":
                for part in operands[0]:
                    if not _is_number(part):
                        self.text += "".join(self.font.get(code, "?") for code in bytes(part))
            elif op == "ET":
                self.texts.append(Said(self.text, *self.start, self.size))
                self.text_paths.append(self.path)

    def _letters(self, font) -> dict[int, str]:
        """Code to letter by the font's ToUnicode map, as a program that copies text reads it."""
        key = str(font.objgen)
        if key not in self.fonts:
            found: dict[int, str] = {}
            for operands, operator in _map_ranges(font):
                found |= operands if operator == "map" else {}
            self.fonts[key] = found
        return self.fonts[key]


def _map_ranges(font) -> Iterator[tuple[dict[int, str], str]]:
    import re

    text = font["/ToUnicode"].read_bytes().decode("latin-1")
    for start, _stop, values in re.findall(r"<(\w\w)> <(\w\w)>\s*\[([^\]]*)\]", text):
        letters = re.findall(r"<(\w{4,})>", values)
        yield {int(start, 16) + i: chr(int(v, 16)) for i, v in enumerate(letters)}, "map"
    for code, value in re.findall(r"<(\w\w)>\s+<(\w{4})>\s*\n", text):
        yield {int(code, 16): chr(int(value, 16))}, "map"


def _instructions(holder) -> list:
    """(figures, operands, operator) of a page or form; the figures are all operands that are numbers."""
    return [
        (tuple(float(v) for v in operands if _is_number(v)), operands, str(operator))
        for operands, operator in pikepdf.parse_content_stream(holder)
    ]


NUMBERS = (Decimal, int, float)


def _is_number(value) -> bool:
    return isinstance(value, NUMBERS)
