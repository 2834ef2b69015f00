"""Words of a PDF with their boxes, as pdfium reads them, and the cells that are painted round them."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import pypdfium2
import pypdfium2.raw as pdfium

from tests.readers.pdf_marks import MM, read_pages


@dataclass(frozen=True)
class Word:
    """A word, its box, and the line that it stands on, in millimeters from the page's top left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    baseline: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(frozen=True)
class Cell:
    """A painted rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def width(self) -> float:
        return self.right - self.left

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


@lru_cache(maxsize=64)
def read_words(data: bytes) -> list[list[Word]]:
    """The words of each page, as pdfium tells them apart."""
    with pypdfium2.PdfDocument(data) as pdf:
        return [list(_words_of(page.get_textpage(), page.get_height())) for page in pdf]


def _words_of(text: pypdfium2.PdfTextPage, height: float) -> Iterator[Word]:
    box, letters, boxes = pdfium.FS_RECTF(), "", []
    x, y = ctypes.c_double(), ctypes.c_double()
    for index in range(text.count_chars() + 1):
        letter = chr(pdfium.FPDFText_GetUnicode(text, index)) if index < text.count_chars() else " "
        if letter == "\x02":  # a hyphen at the end of a line, which pdfium would take for a part of the next word
            letters += "-"
            letter = " "
        if not letter.isspace():
            pdfium.FPDFText_GetLooseCharBox(text, index, box)
            letters += letter
            boxes.append((box.left, height - box.top, box.right, height - box.bottom))
            pdfium.FPDFText_GetCharOrigin(text, index, x, y)
        elif letters:
            lefts, tops, rights, bottoms = zip(*boxes, strict=True)
            edges = min(lefts), min(tops), max(rights), max(bottoms), height - y.value
            yield Word(letters, *(edge * MM for edge in edges))
            letters, boxes = "", []


def read_cells(data: bytes) -> list[list[Cell]]:
    """Every rectangle with straight sides that each page strokes, from its operators, and every one that its lines enclose."""
    pages = []
    for page in read_pages(data):
        found, across, down = list[Cell](), list[Line](), list[Line]()
        for mark in page.marks:
            for points in mark.subpaths if mark.kind == "paint" and mark.strokes else ():
                xs, ys = sorted({round(x, 2) for x, _ in points}), sorted({round(y, 2) for _, y in points})
                if len(points) == 4 and len(xs) == len(ys) == 2:
                    found.append(Cell(xs[0], ys[0], xs[1], ys[1]))
                elif len(points) == 2 and len(ys) == 1:
                    across.append((ys[0], xs[0], xs[-1]))
                elif len(points) == 2 and len(xs) == 1:
                    down.append((xs[0], ys[0], ys[-1]))
        pages.append([*found, *enclosed(across, down)])
    return pages


Line = tuple[float, float, float]  # where it is, and from where to where it goes


def enclosed(across: list[Line], down: list[Line]) -> list[Cell]:
    """The cells between lines that go across and lines that go down: areas that no line parts and that lines close in."""
    xs, ys = sorted({x for x, _, _ in down}), sorted({y for y, _, _ in across})

    def is_drawn(lines: list[Line], at: float, middle: float) -> bool:
        return any(abs(place - at) < 0.02 and start < middle < end for place, start, end in lines)

    middles = [[(a + b) / 2 for a, b in pairwise(places)] for places in (xs, ys)]
    walls_down = {(i, row) for i, x in enumerate(xs) for row, y in enumerate(middles[1]) if is_drawn(down, x, y)}
    walls_across = {
        (j, column) for j, y in enumerate(ys) for column, x in enumerate(middles[0]) if is_drawn(across, y, x)
    }
    left = {(column, row) for column in range(len(xs) - 1) for row in range(len(ys) - 1)}
    cells = []
    while left:
        area, edge, is_open = set[tuple[int, int]](), [left.pop()], False
        while edge:
            column, row = edge.pop()
            area.add((column, row))
            for wall, walls, near in (
                ((column, row), walls_down, (column - 1, row)), ((column + 1, row), walls_down, (column + 1, row)),
                ((row, column), walls_across, (column, row - 1)), ((row + 1, column), walls_across, (column, row + 1)),
            ):  # fmt: skip
                if wall in walls:
                    continue
                is_open = is_open or not (0 <= near[0] < len(xs) - 1 and 0 <= near[1] < len(ys) - 1)
                if near in left:
                    left.remove(near)
                    edge.append(near)
        if not is_open:
            columns, rows = {c for c, _ in area}, {r for _, r in area}
            cell = Cell(xs[min(columns)], ys[min(rows)], xs[max(columns) + 1], ys[max(rows) + 1])
            cells += [cell] if cell.width > 4 else []  # not what lines of an icon enclose
    return cells


def cell_of(word: Word, cells: list[Cell]) -> Cell | None:
    """The smallest cell round the word's middle."""
    round_it = [cell for cell in cells if cell.holds(*word.middle)]
    return min(round_it, key=lambda cell: cell.width * cell.height) if round_it else None
