"""Words of a PDF with their boxes, as pdfium reads them, and the cells that are painted round them."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

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
    """Every rectangle with straight sides that each page strokes, from its operators."""
    pages = []
    for page in read_pages(data):
        found = []
        for mark in page.marks:
            for points in mark.subpaths if mark.kind == "paint" and mark.strokes else ():
                xs, ys = {round(x, 3) for x, _ in points}, {round(y, 3) for _, y in points}
                if len(points) == 4 and len(xs) == len(ys) == 2:
                    found.append(Cell(min(xs), min(ys), max(xs), max(ys)))
        pages.append(found)
    return pages


def cell_of(word: Word, cells: list[Cell]) -> Cell | None:
    """The smallest cell round the word's middle."""
    round_it = [cell for cell in cells if cell.holds(*word.middle)]
    return min(round_it, key=lambda cell: cell.width * cell.height) if round_it else None
